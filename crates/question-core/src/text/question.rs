//! Finds the question in a prompt: the last paragraph or heading that ends in a question mark, else the last paragraph
//! with a sentence that does, else the last paragraph. A prompt without a paragraph has its first heading or item for it.
//!
//! Text in lists, quotes, tables and code is not considered. Lists of words such as “please” are not used, because they
//! misjudge one prompt in twenty.

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
/// a question mark, else the last of several.
pub(crate) fn closing_sentence(text: &str) -> Option<Clean<'static>> {
    let (paragraph, sentence) = find(text)?;
    if asks(sentence.as_str()) {
        return Some(sentence);
    }
    let own = sentences(&paragraph);
    own.last().filter(|_| own.len() > 1).map(|sentence| Clean::line(sentence.trim()).into_owned())
}

/// Finds the paragraph with the question and, in it, the last sentence that ends in a question mark, else the first.
fn find(text: &str) -> Option<(Paragraph, Clean<'static>)> {
    let mut all = paragraphs(text);
    let last = |is_such: &dyn Fn(&Paragraph) -> bool| {
        all.iter().rposition(|paragraph| paragraph.is_top_level && is_such(paragraph))
    };
    let at = last(&|paragraph| asks(paragraph.text.as_str()))
        .or_else(|| last(&|paragraph| sentences(paragraph).into_iter().any(asks)))
        .or_else(|| last(&|paragraph| !paragraph.is_heading))
        .unwrap_or_default();
    let paragraph = all.get(at)?;
    let own = sentences(paragraph);
    let sentence = own.iter().rfind(|sentence| asks(sentence)).or(own.first()).map_or("", |sentence| sentence.trim());
    let line = Clean::line(sentence).as_str().trim_end_matches(['.', ':', '。', '：']).to_owned();
    Some((all.swap_remove(at), Clean::composed(line)))
}

/// Returns whether a sentence ends in a question mark, which may be followed by closing quotes and brackets.
fn asks(sentence: &str) -> bool {
    let closes = |char: char| char.is_whitespace() || ".!。！…)]}>\"'`”’»」』）】》*".contains(char);
    sentence.trim_end_matches(closes).ends_with(MARKS)
}

/// Splits a paragraph into sentences: after `.`, `!`, `?` and `؟` before a blank, and after `。`, `！` and `？`; never in
/// code.
fn sentences(paragraph: &Paragraph) -> Vec<&str> {
    let text = paragraph.text.as_str();
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
            ("| a? | b |\n|---|---|\n| 1 | 2 |", "| a? | b |\n|---|---|\n| 1 | 2 |", ""),
        ] {
            assert_eq!(text.get(asking(text)), Some(paragraph), "{text:?}");
            assert_eq!(asking_sentence(text).as_str(), sentence, "{text:?}");
        }
    }

    #[test]
    fn a_long_paragraph_is_represented_by_its_question_or_its_end() {
        for (text, expected) in [
            ("We have 3 days. Which one (a/b)? Thanks.", Some("Which one (a/b)?")),
            ("There are three plans. Pick one of them.", Some("Pick one of them.")),
            ("A single sentence that goes on", None),
            ("```sh\nls\n```", None),
        ] {
            assert_eq!(closing_sentence(text).as_ref().map(super::Clean::as_str), expected, "{text:?}");
        }
    }
}
