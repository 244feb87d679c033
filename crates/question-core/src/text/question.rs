//! Finds the question in a prompt: the last paragraph or heading that ends in a question mark, else the last paragraph
//! with a sentence that does, else the last paragraph. A prompt without a paragraph has its first heading or item for it.
//!
//! Text in lists, quotes, tables and code is not considered, except for the last line of a code block that is not closed:
//! if nothing else asks, it may be the question. Lists of words such as “please” are not used, because they misjudge one
//! prompt in twenty.

use std::ops::Range;

use super::clean::Clean;
use super::markdown::{Paragraph, paragraphs};

/// Characters that end a question.
const MARKS: [char; 3] = ['?', '？', '؟'];

/// Returns the byte range of the paragraph with the question, or of the whole prompt if it has no paragraph.
pub(crate) fn asking(text: &str) -> Range<usize> {
    find(text).filter(|(paragraph, _)| paragraph.is_top_level).map_or(0..text.len(), |(paragraph, _)| paragraph.source)
}

/// Returns the sentence with the question on one line, without Markdown. Empty if the prompt has only code and tables.
pub(crate) fn asking_sentence(text: &str) -> Clean<'static> {
    find(text).map_or(Clean::EMPTY, |(_, sentence)| sentence)
}

/// Returns the sentence that represents the paragraph with the question if that does not fit: the last one that ends in
/// a question mark, else the last of several. With it comes the paragraph up to its start, with a word of it, and up to its end.
pub(crate) fn closing_sentence(text: &str) -> Option<(Clean<'static>, [Clean<'static>; 2])> {
    let (paragraph, sentence) = find(text)?;
    let own = sentences(&paragraph);
    let asking = own.iter().rfind(|sentence| asks(sentence));
    let own = asking.or_else(|| own.last().filter(|_| own.len() > 1))?.trim();
    // It is a part of the text.
    let start = own.as_ptr().addr() - paragraph.text.as_str().as_ptr().addr();
    // Rows break between words, or anywhere in scripts without blanks.
    let word = own.split_whitespace().next().filter(|word| word.is_ascii()).map(str::len);
    let word = word.or_else(|| own.chars().next().map(char::len_utf8)).unwrap_or_default();
    let up_to = [word, own.len()].map(|len| {
        let text = paragraph.text.as_str().get(..start + len).unwrap_or_default();
        Clean::text(text).into_owned()
    });
    let sentence = if asking.is_some() { sentence } else { Clean::line(own).into_owned() };
    Some((sentence, up_to))
}

/// Finds the paragraph with the question and, in it, the last sentence that ends in a question mark, else the first.
fn find(text: &str) -> Option<(Paragraph, Clean<'static>)> {
    let mut all = paragraphs(text);
    let code = all.pop_if(|last| last.is_open_code).filter(|code| asks(prose(code)));
    let last = |is_such: &dyn Fn(&Paragraph) -> bool| {
        all.iter().rposition(|paragraph| paragraph.is_top_level && is_such(paragraph))
    };
    let asking = last(&|paragraph| asks(prose(paragraph)))
        .or_else(|| last(&|paragraph| sentences(paragraph).into_iter().any(asks)));
    let paragraph = if let (None, Some(code)) = (asking, code) {
        code
    } else {
        let at = asking.or_else(|| last(&|paragraph| !paragraph.is_heading)).unwrap_or_default();
        (at < all.len()).then(|| all.swap_remove(at))?
    };
    let own = sentences(&paragraph);
    let sentence = own.iter().rfind(|sentence| asks(sentence)).or(own.first()).map_or("", |sentence| sentence.trim());
    let line = Clean::line(sentence).as_str().trim_end_matches(['.', ':', '。', '：']).to_owned();
    Some((paragraph, Clean::composed(line)))
}

/// Returns whether a sentence ends in a question mark, which may be followed by closing quotes and brackets.
fn asks(sentence: &str) -> bool {
    let closes = |char: char| char.is_whitespace() || ".!。！…)]}>\"'`”’»」』）】》*".contains(char);
    sentence.trim_end_matches(closes).ends_with(MARKS)
}

/// Returns a paragraph up to a fence that ends one of its lines, because what follows is meant to be code.
fn prose(paragraph: &Paragraph) -> &str {
    let text = paragraph.text.as_str();
    let is_fence = |at: usize| {
        let line = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        at > 0 && at + line.len() < text.len() && !line.trim_start_matches('`').contains(['`', ' '])
    };
    // Every other one would close code inside a line.
    let fence = text.match_indices("```").step_by(2).find(|&(at, _)| is_fence(at));
    fence.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// Splits a paragraph into sentences: after `.`, `!`, `?` and `؟` before a blank, and after `。`, `！` and `？`; never in
/// code.
fn sentences(paragraph: &Paragraph) -> Vec<&str> {
    let text = prose(paragraph);
    let (mut all, mut start) = (Vec::new(), 0);
    let mut ended = None;
    for (at, char) in text.char_indices() {
        if matches!(char, '.' | '!' | '?' | '؟' | '。' | '！' | '？') && !paragraph.styles.is_code(at) {
            ended = Some(char);
        } else if let Some(end) = ended
            && !"\"')]}”’»」』）】》".contains(char)
        {
            ended = None;
            if char.is_whitespace() || !end.is_ascii() && end != '؟' {
                all.extend(text.get(start..at));
                start = at;
            }
        }
    }
    all.extend(text.get(start..));
    all.retain(|sentence| !sentence.trim().is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::{asking, asking_sentence, closing_sentence};

    #[test]
    fn the_question_is_found() {
        for (text, paragraph, sentence) in [
            ("Which one?", "Which one?", "Which one?"),
            ("", "", ""),
            ("A plan.\n\nWhich one?", "Which one?", "Which one?"),
            (
                "We have 3 days. Which one (a/b)? Thanks.",
                "We have 3 days. Which one (a/b)? Thanks.",
                "Which one (a/b)?",
            ),
            ("Which one?\n\n- a\n- b", "Which one?", "Which one?"),
            ("Which one?\n- a\n- b", "Which one?", "Which one?"),
            ("Is it so?\n\nI think that it is.", "Is it so?", "Is it so?"),
            ("First.\n\nSay which. Then go.", "Say which. Then go.", "Say which"),
            ("# Title\n\nPick one:\n\n1. a?\n2. b", "Pick one:", "Pick one"),
            ("Run it?\n\n```sh\nwhat? --ever\n```", "Run it?", "Run it?"),
            ("**Shall I `rm -rf ?` it?**", "**Shall I `rm -rf ?` it?**", "Shall I rm -rf ? it?"),
            ("Take v1.2 or e.g. v2? (yes/no)", "Take v1.2 or e.g. v2? (yes/no)", "v2?"),
            ("三つあります。どれにしますか？", "三つあります。どれにしますか？", "どれにしますか？"),
            ("## Delete it all?\n\n- a\n\nThe backup is old.", "## Delete it all?", "Delete it all?"),
            ("Which way?\n\nNot sure? Take the first.", "Which way?", "Which way?"),
            ("- one\n- two", "- one\n- two", "one"),
            ("# Deploy now", "# Deploy now", "Deploy now"),
            // code names no question, even if its fence is not closed or does not begin a line
            ("Which of these?\n```ts\nconst a = 1", "Which of these?", "Which of these?"),
            ("Which of these?\n```rust\nf()?", "Which of these?", "Which of these?"),
            ("Pick one of them\n~~~ts", "Pick one of them", "Pick one of them"),
            ("Pick one of them\n```ts src/a.ts\na\n```", "Pick one of them", "Pick one of them"),
            ("Pick: ```ts\nlet a = b?", "Pick: ```ts\nlet a = b?", "Pick"),
            ("Pick: ```\na\n```", "Pick: ```\na", "Pick"),
            ("Run ```ls```\nnow", "Run ```ls```\nnow", "Run ```ls``` now"),
            ("A plan:\n```ts\na\n\n  Apply it?", "Apply it?", "Apply it?"),
            ("A plan:\n```ts\na?\n```", "A plan:", "A plan"),
            ("| a? | b |\n|---|---|\n| 1 | 2 |", "| a? | b |\n|---|---|\n| 1 | 2 |", ""),
        ] {
            assert_eq!(text.get(asking(text)), Some(paragraph), "{text:?}");
            assert_eq!(asking_sentence(text).as_str(), sentence, "{text:?}");
        }
    }

    #[test]
    fn a_long_paragraph_is_represented_by_its_question_or_its_end() {
        for (text, expected) in [
            (
                "We have 3 days. Which one (a/b)? Thanks.",
                Some(["Which one (a/b)?", "We have 3 days. Which", "We have 3 days. Which one (a/b)?"]),
            ),
            ("Which one? Say it.", Some(["Which one?", "Which", "Which one?"])),
            (
                "三つあります。どれにしますか？",
                Some(["どれにしますか？", "三つあります。ど", "三つあります。どれにしますか？"]),
            ),
            (
                "There are three plans. Pick one of them.",
                Some(["Pick one of them.", "There are three plans. Pick", "There are three plans. Pick one of them."]),
            ),
            ("A single sentence that goes on", None),
            ("```sh\nls\n```", None),
        ] {
            let closing = closing_sentence(text);
            let parts = closing.as_ref().map(|(sentence, [start, end])| [sentence, start, end]);
            assert_eq!(parts.map(|parts| parts.map(super::Clean::as_str)), expected, "{text:?}");
        }
    }

    proptest::proptest! {
        /// Names a question by its text, whatever code follows.
        #[test]
        fn code_below_a_question_does_not_name_it(
            question in "([A-Z][a-z]{1,6}[.!] )?[A-Z][a-z]{1,6}( [a-z]{1,6}){0,3}\\?|[A-Z][a-z]{1,6}( [a-z]{1,6}){0,3}",
            fence in "\n{1,2} ?(`{3,4}|~{3})",
            info in "([a-z]{1,4}( [a-z./]{1,6})?)?",
            code in "(\n|[a-z0-9 =;(){}#*_>.?!-]{1,12}){0,12}",
            end in "(\n```)?",
        ) {
            let code = if question.ends_with('?') { code } else { code.replace('?', "") };
            let prompt = format!("{question}{fence}{info}\n{code}{end}");
            let sentence = question.rsplit_once(['.', '!']).map_or(question.as_str(), |(_, last)| last.trim());
            let name = asking_sentence(&prompt);
            proptest::prop_assert_eq!(name.as_str(), sentence, "{:?}", prompt);
        }
    }
}
