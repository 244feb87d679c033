//! Texts without the marks of Markdown, for what shows texts alone: names, plain dialogs, the collapsed transcript.

use std::borrow::Cow;

use super::fence::{Fence, Indented, signs_of, told_behind};
use super::marks::{Extent, bare};
use super::table::Table;

/// A text without the marks in it, for what shows texts alone: of headings, quotes, fences and emphasis only the words stay,
/// of links the names with their addresses, and of tables the rows.
pub(crate) fn unmarked(text: &str) -> Cow<'_, str> {
    unmarked_within(text, 0)
}

/// The same for a place of so many columns: the cells of a table that fits in there stand below each other.
pub(crate) fn unmarked_within(text: &str, columns: usize) -> Cow<'_, str> {
    if !text.contains(['*', '_', '`', '#', '~', '|', '[', '>', '-', '=']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut block = String::new();
    let mut fence = Fence::default();
    let (mut is_fence_quoted, mut is_behind_sign) = (false, false);
    let flush = |block: &mut String, plain: &mut String| {
        plain.push_str(&bare(block, Extent::All));
        block.clear();
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut indented = Indented::default();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let is_indented = indented.passes(line) && !fence.is_open;
        let own = unquoted(line);
        let is_quoted = own.len() < line.len();
        if fence.is_open && is_fence_quoted && !is_quoted {
            fence = Fence::default();
        }
        let is_code = fence.is_open;
        let line = if is_code && !is_fence_quoted { line } else { own };
        at += 1;
        if is_indented {
            flush(&mut block, &mut plain);
            plain.push_str(line);
        } else if fence.passes(line) {
            is_fence_quoted = is_quoted;
            flush(&mut block, &mut plain);
            // The sign of an item stands before its first line of code.
            let sign = line.get(..signs_of(line)).filter(|_| !is_code).unwrap_or_default();
            plain.push_str(sign);
            let told = told_behind(line.get(sign.len()..).unwrap_or_default()).filter(|_| !is_code);
            plain.extend(told.into_iter().flat_map(|told| [told, "\n"]));
            is_behind_sign = !sign.is_empty() && told.is_none();
        } else if is_code {
            plain.push_str(if is_behind_sign { line.trim_start_matches(' ') } else { line });
            is_behind_sign = false;
        } else if let Some((table, count)) =
            Table::read(lines.get(at - 1..).unwrap_or_default(), |cell| bare(cell, Extent::All))
        {
            flush(&mut block, &mut plain);
            plain.extend(table.lines(columns).iter().flat_map(|line| [line.as_str(), "\n"]));
            at += count - 1;
        } else if is_rule(&lines, at - 1) {
            // One of the blank lines around it is enough.
            at += 1;
        } else if !is_title_rule(&lines, at - 1) {
            block.push_str(without_hashes(line));
        }
    }
    flush(&mut block, &mut plain);
    if !text.ends_with('\n') && plain.ends_with('\n') {
        plain.pop();
    }
    Cow::Owned(plain)
}

/// A label without the marks in it. It has no lines, and so no marks of lines.
pub(crate) fn unmarked_label(label: &str) -> String {
    bare(label, Extent::Styles)
}

/// A line without the marks of quotes. More than a number is none.
fn unquoted(line: &str) -> &str {
    let mut text = line;
    if text.starts_with(">>>>>>> ") {
        return text;
    }
    while let Some(rest) = text.trim_start_matches(' ').strip_prefix('>') {
        let words = rest.trim_start_matches(' ');
        let is_mark = rest.len() > words.len() || rest.trim().is_empty() || rest.starts_with('>');
        if !is_mark || words.starts_with(|char: char| char.is_ascii_digit()) {
            break;
        }
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    text
}

/// Whether the line at a position is drawn across, between blank ones.
fn is_rule(lines: &[&str], at: usize) -> bool {
    let line = lines.get(at).map_or("", |line| line.trim());
    let is_blank = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(|line| line.trim().is_empty());
    let is_drawn = |mark| line.len() > 2 && line.chars().all(|char| char == mark);
    ['-', '*', '_'].into_iter().any(is_drawn) && is_blank(at.checked_sub(1)) && is_blank(Some(at + 1))
}

/// Whether the line at a position makes a title of the one above it, which is alone.
pub(super) fn is_title_rule(lines: &[&str], at: usize) -> bool {
    let rule = lines.get(at).map_or("", |line| line.trim());
    let is_text = |above: usize| {
        at.checked_sub(above).and_then(|above| lines.get(above)).is_some_and(|line| !line.trim().is_empty())
    };
    rule.len() > 2 && rule.bytes().all(|byte| byte == b'=') && is_text(1) && !is_text(2)
}

fn without_hashes(line: &str) -> &str {
    let rest = line.trim_start_matches('#');
    if (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(' ') {
        rest.trim_start_matches(' ')
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::{unmarked, unmarked_label};

    #[test]
    fn a_text_without_marks_has_all_its_words() {
        for (text, expected) in [
            ("Plain, a_b.", "Plain, a_b."),
            ("## Plan\n\nUse **two** `a_b`.", "Plan\n\nUse two a_b."),
            ("Run:\n```sh\n*.ts `x`\n```\nOk?", "Run:\n*.ts `x`\nOk?"),
            ("#1 is *it*", "#1 is it"),
            ("Plan\n====\n\n====\nOk?", "Plan\n\n====\nOk?"),
            ("<<<<<<< a\nb\n=======\nc\n>>>>>>> d", "<<<<<<< a\nb\n=======\nc\n>>>>>>> d"),
            ("```\ncode\n```", "code"),
            ("```ts src/app.ts\ncode\n```\n~~~ Which?", "ts src/app.ts\ncode\nWhich?"),
            ("1. ```sh\n   a *b*\n   c\n   ```\n- - ```\n    d\n    ```\n\n*Ok*?", "1. a *b*\n   c\n- - d\n\nOk?"),
            (
                "Ways:\n\n| way | `ms` |\n|---|---:|\n| **one** | 5 |\n\nWhich *one*?",
                "Ways:\n\nway · ms\none · 5\n\nWhich one?",
            ),
            ("| a | b |\n|---|---|\nWhich?", "a · b\nWhich?"),
            ("Run *it*?\n\n    rm `a` *b*\n\n    c_*", "Run it?\n\n    rm `a` *b*\n\n    c_*"),
            ("- a\n\n      rm `a`\n\n    *b*\n\tc", "- a\n\n      rm `a`\n\n    b\n\tc"),
            ("```\n| a | b |\n|---|---|\n```\nOk?", "| a | b |\n|---|---|\nOk?"),
            ("a | b", "a | b"),
            ("~~old~~ **~~b~~** `~~c~~` ~5 ~~ 6 a~~b~~c", "~~old~~ ~~b~~ ~~c~~ ~5 ~~ 6 a~~b~~c"),
            (
                "See [the *docs*](https://a.b/x_(y)_z?q=1), [`f`](/f).",
                "See the docs (https://a.b/x_(y)_z?q=1), f (/f).",
            ),
            ("詳細は[こちら](/a)を", "詳細はこちら (/a)を"),
            ("![plan](a.png) ![](b.png) [https://a.b](https://a.b)", "plan b.png https://a.b"),
            (
                "[x] a, [ ] b, list[0](1), f()[k](v), [1], [a]( ), `[a](b)`",
                "[x] a, [ ] b, list[0](1), f()[k](v), [1], [a]( ), [a](b)",
            ),
            ("**see [it](u)** [a](b", "see it (u) [a](b"),
            ("One.\n\n---\n\nTwo?\n***\nThree", "One.\n\nTwo?\n***\nThree"),
            ("--- a\n- b -- c", "--- a\n- b -- c"),
            ("> They *say*:\n>\n> > ## no\n\nYes?", "They say:\n\nno\n\nYes?"),
            ("> ```\n> a > b\n> ```\nOk?", "a > b\nOk?"),
            ("> ```\n> a\nAnd *b*?", "a\nAnd b?"),
            ("```\n> a\n\n---\n\n[a](b)\n```", "> a\n\n---\n\n[a](b)"),
            ("a < b > c\n> 5 GB\n>5", "a < b > c\n> 5 GB\n>5"),
        ] {
            assert_eq!(unmarked(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_label_has_no_marks_of_lines() {
        let label = "- not a list\n# no heading\n> no quote\n| a |\n|---|\nbut *this*";
        assert_eq!(unmarked_label(label), label.replace('*', ""));
    }

    #[test]
    fn of_a_long_text_no_character_is_looked_at_often() {
        for part in ["[a](", "[", "](", "![a](b)", "[a]((", "~~a", "> ", "> ```\n", "\n\n---\n", "[a\n\n"] {
            assert!(unmarked(&part.repeat(100_000)).len() <= 1_000_000, "{part}");
        }
    }
}
