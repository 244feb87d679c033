//! Markdown for a host that breaks lines beside any wide letter: what belongs together, written so that it does not.
//!
//! pi takes each letter of Chinese, Japanese and Korean for a word (`cjkBreakRegex` in `pi-tui/dist/utils.js`), so that a row
//! could begin with what closes a sentence, and end within a Korean word. Where no row of this crate would end, stand-ins are
//! put for the letters: those of a script of wide letters that pi does not break; and where one may end between two stand-ins,
//! a filler, which takes no columns and is a word to pi. Once the host has laid the text out, wherever it did so, the letters
//! are put back, and the filler is taken out. Columns stay as they are, so that those of tables do, too.
//!
//! A stand-in is a letter where a sign was, so that stars beside it mark words (`spaced.rs`).
//!
//! No crate does this; where rows may end says `unicode-linebreak`, by `wrap.rs`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;
use ts_rs::TS;

use super::fence::{Fence, Indented};
use super::link::{Definitions, Link};
use super::spaced::{self, blanks};
use super::width::{Graphemes, is_sign, is_wide_letter, width};
use super::wrap::may_break;

/// What stands for letters of two columns: all of Tangut, in which nobody asks a question.
const WIDE: Range<u32> = 0x1_7000..0x1_87f8;
/// What stands for those of one column, as half-wide Katakana: a part of what is for private use.
const NARROW: Range<u32> = 0xf_0000..0xf_1000;
/// Takes no columns, and is a Hangul letter to who breaks lines.
const FILLER: char = '\u{3164}';
/// Takes no columns, and is a blank to `CommonMark`.
const SPACE: char = '\u{feff}';

/// A text with stand-ins.
#[derive(Debug, Serialize, TS)]
pub struct Unbroken<'a> {
    /// What the host is to lay out.
    pub text: Cow<'a, str>,
    /// The stand-ins in it, and what is to be put for them.
    pub letters: Vec<(char, String)>,
}

impl<'a> Unbroken<'a> {
    /// The text for the host, in a place of so many columns; as it is where it has neither wide letters nor marks, or what
    /// would be taken for stand-ins.
    #[must_use]
    pub fn of(text: &'a str, columns: usize) -> Self {
        let is_plain = !text.contains(is_wide_letter) && !text.contains("]:") && !text.contains(['*', '_']);
        if is_plain || text.contains(is_stand_in) {
            return Self { text: Cow::Borrowed(text), letters: Vec::new() };
        }
        let mut stand_ins = StandIns { columns, ..StandIns::default() };
        let mut written = String::with_capacity(text.len() + text.len() / 4);
        let definitions = Definitions::of(text);
        let (mut fence, mut indented) = (Fence::default(), Indented::default());
        for line in text.split_inclusive('\n') {
            let is_code = fence.passes(line) || fence.is_open || indented.passes(line);
            if let Some(at) = definitions.unused(line).filter(|_| !is_code) {
                written.extend([line.get(..at).unwrap_or_default(), &String::from(SPACE)]);
                written.push_str(line.get(at..).unwrap_or_default());
            } else if is_code && !line.contains(is_wide_letter) {
                written.push_str(line);
            } else if line.contains(is_wide_letter) || line.contains(['*', '_']) {
                stand_ins.write(line, is_code, &mut written);
            } else {
                written.push_str(line);
            }
        }
        Self { text: Cow::Owned(written), letters: stand_ins.into_letters() }
    }
}

fn is_stand_in(char: char) -> bool {
    matches!(char, FILLER | SPACE) || WIDE.contains(&u32::from(char)) || NARROW.contains(&u32::from(char))
}

/// What is written for a part of a line.
struct Edit {
    at: usize,
    end: usize,
    char: char,
}

impl Edit {
    /// Something between two characters.
    fn put(char: char, at: usize) -> Self {
        Self { at, end: at, char }
    }
}

/// Each letter that is not written itself, with what is written for it.
#[derive(Default)]
struct StandIns {
    wide: BTreeMap<String, char>,
    narrow: BTreeMap<String, char>,
    /// Of the place that the text is for.
    columns: usize,
}

impl StandIns {
    fn write(&mut self, line: &str, is_code: bool, written: &mut String) {
        let blanks = if is_code { Vec::new() } else { blanks(line) };
        let mut edits: Vec<Edit> = blanks.into_iter().map(|at| Edit::put(SPACE, at)).collect();
        let mut last: Option<(Sign, bool)> = None;
        for sign in signs(line) {
            let stand_in = sign.is_held.then(|| self.stand_in(line, &sign)).flatten();
            let is_apart = stand_in.is_none() && sign.is_word_to_host();
            if let Some((last, is_last_apart)) = last.filter(|_| sign.may_begin_row && !is_apart) {
                // Behind the name of a link, hosts may show where it leads.
                let is_behind_link = line.get(last.end..sign.at).is_some_and(|between| between.contains("]("));
                // Opening marks stay with what is behind them, closing ones with what is before them.
                let at = if is_wide_letter(last.char) && !is_behind_link { last.end } else { sign.at };
                let is_escaped = line.get(..at).is_some_and(|before| before.ends_with('\\'));
                let at = if at == sign.at && is_escaped { at - 1 } else { at };
                // Beside low lines, where signs have to stay, a letter would not do.
                let has_to_stay = |sign: &Sign| !sign.is_held && beside_low_line(line, sign).is_some();
                let is_needed = (is_behind_link || !is_last_apart) && !has_to_stay(&last) && !has_to_stay(&sign);
                edits.extend(is_needed.then_some(Edit::put(FILLER, at)));
            }
            edits.extend(stand_in.map(|char| Edit { at: sign.at, end: sign.end, char }));
            let beside = beside_low_line(line, &sign).filter(|_| stand_in.is_some());
            edits.extend(beside.filter(|&(_, beyond)| beyond != ' ').map(|(at, _)| Edit::put(SPACE, at)));
            if sign.is_held && !sign.may_begin_row {
                edits.extend(split_address(line, sign, self.columns).map(|at| Edit::put(FILLER, at)));
            }
            last = Some((sign, is_apart));
        }
        // A blank stands beside the mark that it is for.
        let is_before_mark = |at| line.get(at..).is_some_and(|rest| rest.starts_with(['*', '_']));
        edits.sort_by_key(|edit| (edit.at, edit.end, (edit.char == SPACE) == is_before_mark(edit.at)));
        let mut from = 0;
        for edit in edits {
            written.push_str(line.get(from..edit.at).unwrap_or_default());
            written.push(edit.char);
            from = edit.end;
        }
        written.push_str(line.get(from..).unwrap_or_default());
    }

    /// What stands for a letter; `None` where nothing is left that could.
    fn stand_in(&mut self, line: &str, sign: &Sign) -> Option<char> {
        let letter = line.get(sign.at..sign.end)?;
        let (known, all) = match sign.columns {
            1 => (&mut self.narrow, NARROW),
            2 => (&mut self.wide, WIDE),
            _ => return None,
        };
        if let Some(&stand_in) = known.get(letter) {
            return Some(stand_in);
        }
        let next = all.start + u32::try_from(known.len()).ok()?;
        let stand_in = char::from_u32(next).filter(|_| all.contains(&next))?;
        known.insert(letter.to_owned(), stand_in);
        Some(stand_in)
    }

    fn into_letters(self) -> Vec<(char, String)> {
        let letters = self.wide.into_iter().chain(self.narrow).map(|(letter, stand_in)| (stand_in, letter));
        [FILLER, SPACE].into_iter().map(|filler| (filler, String::new())).chain(letters).collect()
    }
}

/// A grapheme that is shown, of a line.
#[derive(Clone, Copy)]
struct Sign {
    /// The first of its characters, and the bytes of all of them.
    char: char,
    at: usize,
    end: usize,
    columns: usize,
    /// Whether a row may begin with it, as far as this is for wide letters to say.
    may_begin_row: bool,
    /// Whether a letter that is to have a stand-in: no row may end on one of its sides.
    is_held: bool,
}

impl Sign {
    /// Whether the host breaks lines on both sides of it. Of the full-wide forms and other signs it does not.
    fn is_word_to_host(&self) -> bool {
        matches!(self.char, '々'..='〇' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}' | 'ｦ'..='ﾝ' | '\u{20000}'..)
    }
}

/// What is shown of a line, without the marks of Markdown, and whether a row may end between two of it.
fn signs(line: &str) -> Vec<Sign> {
    let (shown, places) = shown(line);
    let mut signs: Vec<Sign> = Vec::with_capacity(places.len());
    let (mut before, mut start) = (0, 0);
    for grapheme in Graphemes::of(&shown) {
        let text = shown.get(start..grapheme.end).unwrap_or_default();
        let first = places.partition_point(|&(at, _)| at < start);
        let last = places.partition_point(|&(at, _)| at < grapheme.end).saturating_sub(1);
        let (Some(char), Some(&(_, at)), Some(&(last_at, end))) =
            (text.chars().next(), places.get(first), places.get(last))
        else {
            continue;
        };
        let end = end + shown.get(last_at..grapheme.end).map_or(0, str::len);
        // Without a mark between them, characters may be one that are none in the line: nothing stands for that.
        let columns = if end - at == text.len() { grapheme.columns } else { 0 };
        let mut sign = Sign { char, at, end, columns, may_begin_row: false, is_held: false };
        let has_letter = |sign: &Sign| sign.columns > 1 || is_wide_letter(sign.char);
        if let Some(last) = signs.last_mut().filter(|last| !is_gap(last.char) && !is_gap(char))
            && (has_letter(last) || has_letter(&sign))
        {
            sign.may_begin_row = may_break(&shown, before, start, grapheme.end);
            if !sign.may_begin_row {
                last.is_held = may_be_held(line, last);
                sign.is_held = may_be_held(line, &sign);
            }
        }
        signs.push(sign);
        (before, start) = (start, grapheme.end);
    }
    signs
}

/// Whether what is on both sides of a character is on rows, or in cells, of its own.
fn is_gap(char: char) -> bool {
    matches!(char, ' ' | '\n' | '|')
}

/// Low lines mark words between signs or blanks alone, so that signs on both sides of one have to stay.
fn may_be_held(line: &str, sign: &Sign) -> bool {
    is_wide_letter(sign.char) && beside_low_line(line, sign).is_none_or(|(_, beyond)| !is_sign(beyond))
}

/// Where a sign is beside a low line, and what is beyond that.
fn beside_low_line(line: &str, sign: &Sign) -> Option<(usize, char)> {
    spaced::beside_low_line(line, sign.char, sign.at..sign.end)
}

/// A line without what may be marks, and of each character the byte in it and in the line. Where marks are none, as stars
/// may be, nothing is lost: what is beside them is held together all the same.
fn shown(line: &str) -> (String, Vec<(usize, usize)>) {
    let mut shown = String::with_capacity(line.len());
    let mut places = Vec::with_capacity(line.len() / 2);
    let (mut skipped_to, mut name_end) = (0, usize::MAX);
    let mut link_end = 0;
    for (at, char) in line.char_indices() {
        if at == name_end {
            (skipped_to, name_end) = (link_end, usize::MAX);
        }
        if at < skipped_to || matches!(char, '*' | '_' | '~' | '`' | '\\') {
            continue;
        }
        if char == '['
            && name_end == usize::MAX
            && let Some(link) = Link::read(line, at + 1)
        {
            (name_end, link_end) = (at + 1 + link.name.len(), link.end);
            continue;
        }
        places.push((shown.len(), at));
        shown.push(char);
    }
    (shown, places)
}

/// Columns that rows may have fewer than the text: in items and quotes.
const MAX_INDENT: usize = 12;

/// A place for a row to end within an address that a sign follows. One as wide as its row would leave the sign to the next;
/// how wide the cells of a table are is not known.
fn split_address(line: &str, sign: Sign, columns: usize) -> Option<usize> {
    let address = line.get(..sign.at).and_then(address_at_end).filter(|_| is_wide_letter(sign.char))?;
    let is_wide = width(address) + MAX_INDENT >= columns || line.contains('|');
    if !is_wide {
        return None;
    }
    let inside = address.rfind(|char: char| char.is_ascii_alphanumeric())?;
    Some(sign.at - address.len() + inside)
}

/// The address that a text ends with, from the wide letter or blank before it on.
fn address_at_end(text: &str) -> Option<&str> {
    let start = text.rfind(|char| char == ' ' || is_wide_letter(char)).map_or(0, |at| at + 1);
    let start = (start..text.len()).find(|&at| text.is_char_boundary(at))?;
    text.get(start..).filter(|word| word.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::{FILLER, SPACE, Unbroken};

    /// The text with its stand-ins in brackets, a bar for a filler, and a low bar for what is a blank to Markdown.
    fn told(text: &str) -> String {
        let unbroken = Unbroken::of(text, 20);
        let mut told = String::new();
        for char in unbroken.text.chars() {
            match unbroken.letters.iter().find(|(stand_in, _)| *stand_in == char) {
                _ if char == FILLER => told.push('|'),
                _ if char == SPACE => told.push('¦'),
                Some((_, letter)) => told.extend(["<", letter, ">"]),
                None => told.push(char),
            }
        }
        told.replace("><", "")
    }

    #[test]
    fn what_belongs_together_is_held() {
        for (text, expected) in [
            ("only ASCII (in a row).", "only ASCII (in a row)."),
            ("short 日本", "short 日本"),
            ("回答します。次に", "回答しま<す。>次に"),
            ("はい。「いいえ」は", "は<い。>|<「い>い<え」>は"),
            ("日本（react）を", "日本<（>react<）>を"),
            ("react（日本）", "react|<（日>|<本）>"),
            ("見る(注)。", "見る(<注>)<。>"),
            ("5％の5%", "5<％>の5%"),
            ("確認！ﾊｲ｡", "確<認！>ﾊ<ｲ｡>"),
            // of several characters
            ("は\u{304b}\u{3099}。ﾊﾞ。葛\u{e0100}。", "は<か\u{3099}。>|<ﾊﾞ。>|<葛\u{e0100}。>"),
            ("수 있습니다. 다음", "수 <있습니다>. <다음>"),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn marks_are_none_of_the_text() {
        for (text, expected) in [
            ("**注意：**この", "**注<意：>**この"),
            ("は**「名」**と", "は**<「名」>**と"),
            ("す。**「名」**", "<す。>|**<「名」>**"),
            ("`a.ts`、`b`（注）", "`a.ts`<、>|`b`|<（注）>"),
            ("[文書](https://a.b/「c」)。", "[文<書>](https://a.b/「c」)<。>"),
            ("[文](a)です。", "[文](a)で<す。>"),
            ("[文](a)を。", "[文](a)|<を。>"),
            ("<https://a.b>を。", "<https://a.b>|<を。>"),
            ("https://a.b/c、を", "https://a.b/|c¦<、>を"),
            ("https://a.b/語を、", "https://a.b/語<を>¦<、>"),
            // addresses of wide letters
            ("https://a.b/C言語 を", "https://a.b/C言語 を"),
            ("https://a.b/v2仕様書.pdf", "https://a.b/v2仕様<書>.pdf"),
            ("https://a.b/東京（語）", "https://a.b/東京<（語）>"),
            ("https://a.b?x=日（語）&y=1", "https://a.b?x=日<（語）>|&y=1"),
            ("[1]: https://a.b/東京、 [1]", "[1]: https://a.b/東<京、> [1]"),
            ("#*a（b）*は #", "#*¦a|<（>b<）>¦*は #"),
            ("- keep __init__ in 2*3*4", "- keep __¦init¦__ in 2¦*¦3¦*¦4"),
            ("- rm ./*.tmp `*a*` [b](c_*d*)", "- rm ./¦*¦.tmp `*a*` [b](c_*d*)"),
            ("```\n/* a */ 注。\n```", "```\n/* a */ <注。>\n```"),
            ("see [1]\n[1]: a\n- [2]: b", "see [1]\n[1]: a\n- ¦[2]: b"),
            ("https://a.b/c（語）", "https://a.b/c¦|<（語）>"),
            // stars that mark nothing stay so
            ("項目*、項目*です", "項<目>*¦<、>項目*です"),
            ("注1*）と2*）", "注1*¦<）>と2*¦<）>"),
            // what is escaped stays so
            ("[設](a)\\#は", "[設](a)|\\#は"),
            ("https://a.b/cを。", "https://a.b/c¦|<を。>"),
            ("は**`a.ts`**を", "は¦**`a.ts`**¦を"),
            ("は。**`a.ts`**「名", "<は。>|¦**`a.ts`**¦|<「名>"),
            ("2 * 3は**`a`**を", "2 * 3は¦**`a`**¦を"),
            ("`a*`は*`b`*を", "`a*`は¦*`b`*¦を"),
            ("**注**(x)", "**注**(x)"),
            // low lines mark words between blanks and signs
            ("。_注意_。", "。_注<意>_¦<。>"),
            ("は。_注_、を", "<は。>|¦_<注>_¦<、>を"),
            ("は _（注）_ を", "は _<（注）>_ を"),
            ("は。_（注）_、を", "<は>。_（<注>）_、を"),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_looks_like_stand_ins_stays() {
        for text in ["回答。\u{17000}", "回答。\u{3164}", "回答。\u{feff}", "回答。\u{f0000}"] {
            assert_eq!(Unbroken::of(text, 20).text, text);
        }
    }

    #[test]
    fn of_a_long_line_each_character_is_looked_at_but_a_few_times() {
        for part in ["*a", "* ", "_a ", "は*", "`*`", "\\*", "は、://", "[は]: ", "（https://a", "**は", "[は](a)。"]
        {
            let text = Unbroken::of(&["は", &part.repeat(30_000)].concat(), 80).text.into_owned();
            assert!(text.len() >= part.len() * 30_000, "{part}");
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost(text in "([ -~あ-ん、。「」（）一-三가-나ｱ-ﾝ*_`\\[\\]|\n]|\\PC){0,60}") {
            let Unbroken { text: written, letters } = Unbroken::of(&text, 20);
            let letters: std::collections::BTreeMap<_, _> = letters.into_iter().collect();
            let read: String = written.chars().map(|char| letters.get(&char).cloned().unwrap_or(char.into())).collect();
            proptest::prop_assert_eq!(read, text);
        }
    }
}
