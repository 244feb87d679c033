//! The form's own words: complete in every language, and on every page within its width.

use crate::common::json::json;
use crate::common::{
    self, Action, Played, after, check_all, draft, form_with, notice, sent, settings, shown, submit, typed,
};
use Action::{Cancel, Confirm, CursorDown, Digit, Discuss, Help, NextTab, Note, PageDown, Redo, Undo, Zoom};
use question_core::Editor;
use question_core::transcript;
use question_core::{Line, Questionnaire, Reading, Replies, Settings, Size, Words, width};

/// The words by the names of their fields, of which none can be missed.
fn fields(words: &Words) -> Vec<(String, String)> {
    let text = format!("{words:#?}");
    let lines = text.lines().skip(1).map(|line| line.trim().trim_end_matches(','));
    let field = |line: &str| {
        let (name, value) = line.split_once(": ")?;
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).expect("a text");
        // Of what `Debug` escapes, only these have a place in a word.
        Some((name.to_owned(), quoted.replace(r#"\""#, "\"").replace(r"\u{a0}", "\u{a0}")))
    };
    lines.filter_map(field).collect()
}

pub(super) fn in_language(code: &str) -> Settings {
    settings(&format!(r#"{{"locale": "{code}", "softLimit": 1000}}"#))
}

fn languages() -> impl Iterator<Item = (&'static str, Vec<(String, String)>)> {
    Words::all().iter().map(|&(code, words)| (code, fields(words)))
}

/// Fails with every word of any language for which `fault` has something to say.
fn check(fault: impl Fn(&str, &str, &str) -> Option<String>) {
    let english = languages().next().map(|(_, words)| words).unwrap_or_default();
    let wrong: Vec<String> = languages()
        .flat_map(|(code, words)| words.into_iter().zip(&english).map(move |(word, english)| (code, word, english)))
        .filter_map(|(code, (name, text), (english_name, english))| {
            assert_eq!(&name, english_name);
            let english = english.split('|').next().unwrap_or_default();
            let fault = text.split('|').find_map(|form| fault(&name, form, english));
            fault.map(|fault| format!("{code} {name}: {text:?} {fault}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_word_is_there_and_can_be_shown() {
    check(|name, text, english| {
        let is_blank = text.trim().is_empty() && name != "thousands";
        let holes = |text: &str| (text.matches("{}").count(), text.matches(['{', '}']).count());
        let ends = |text: &str| (text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace));
        let is_prefix = ends(english).1;
        match () {
            () if is_blank => Some("is blank".to_owned()),
            () if holes(text) != holes(english) => Some(format!("has not the placeholders of {english:?}")),
            () if text.contains(['\\', '\u{fffd}']) => Some("has a character that cannot be shown".to_owned()),
            // a heading for what follows ends in a space, or in a wide colon or bracket
            () if is_prefix && !text.ends_with([' ', '：', '）', '、', '；', '。']) => {
                Some("runs into what follows".to_owned())
            }
            () if !["thousands", "colon"].contains(&name) && ends(text).0 => Some("starts with a blank".to_owned()),
            () if !is_prefix && name != "thousands" && ends(text).1 => Some("ends in a blank".to_owned()),
            () if english.contains("[Y/n]") != text.contains("[Y/n]") => Some("does not name the keys".to_owned()),
            () => None,
        }
    });
}

/// A text without what stands in it as it stands in JSON: the names of fields, and what somebody has written there.
fn without_json(text: &str) -> String {
    let is_name = |part: &str| part == "{}" || part.chars().all(|char| char.is_ascii_alphabetic());
    let parts = text.split('"').enumerate();
    parts
        .map(|(at, part)| if at % 2 == 1 && is_name(part) { "" } else { part })
        .collect::<Vec<_>>()
        .join("\"")
        .replace("\"\"", "")
}

/// What separates marks from words, and which marks there are.
#[test]
fn every_language_has_its_own_marks() {
    let wrong = |code: &str, text: &str| -> Option<&str> {
        let has_wide = text.contains(|char: char| matches!(char, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'));
        match code {
            "fr" if [" :", " ;", " ?", " !", " »", "« "].iter().any(|mark| text.contains(mark)) => {
                Some("may be broken before a mark")
            }
            "es" if text.matches('?').count() != text.matches('¿').count() => Some("lacks a mark of its question"),
            "ja" | "zh" if has_wide && text.contains(['?', '!', ';']) => Some("has a narrow mark"),
            "zh" if has_wide && (text.contains(": ") || text.contains(", ")) => Some("has a narrow mark"),
            "ja" | "zh"
                if ["？ [", "： ", "。 ", "、 ", "， "].iter().any(|mark| code == "zh" && text.contains(mark)) =>
            {
                Some("has a blank behind a wide mark")
            }
            _ if without_json(text).contains(['"', '\'']) => Some("has the marks of a typewriter"),
            _ => None,
        }
    };
    let all = languages().flat_map(|(code, words)| words.into_iter().map(move |word| (code, word)));
    let wrong: Vec<String> = all
        .filter_map(|(code, (name, text))| wrong(code, &text).map(|fault| format!("{code} {name}: {text:?} {fault}")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_a_key_does_is_told_in_a_word_or_two() {
    check(|name, text, _| {
        let columns = width(text);
        (name.starts_with("to_") && columns > 16).then(|| format!("takes {columns} columns"))
    });
}

#[test]
fn no_language_is_another_by_mistake() {
    let english = fields(Words::of("en").expect("English"));
    for (code, words) in languages().filter(|(code, _)| *code != "en") {
        let same: Vec<_> =
            words.iter().zip(&english).filter(|(own, english)| own == english).map(|(own, _)| own).collect();
        assert!(same.len() <= 8, "{code} has the English words {same:?}");
    }
    for (code, words) in languages() {
        for page in TOGETHER {
            let names: Vec<&str> = page.split(' ').collect();
            for (at, name) in names.iter().enumerate() {
                let twin = names[..at].iter().find(|other| word_of(&words, other) == word_of(&words, name));
                assert_eq!(twin, None, "{code}: the same word as for {name}");
            }
        }
    }
}

/// Hints that stand side by side.
const TOGETHER: [&str; 4] = [
    "to_choose to_read to_page to_ends to_redo to_leave to_edit to_help to_cancel to_undo",
    "to_move to_switch to_choose to_read to_filter to_note to_cancel to_discuss to_undo",
    "to_move to_switch to_check to_next to_check_all to_filter to_note to_cancel to_discuss to_undo",
    "to_submit to_new_line to_switch to_edit_outside to_cancel to_go_back",
];

fn word_of<'a>(english: &'a [(String, String)], name: &str) -> &'a str {
    english.iter().find(|(own, _)| own == name).map_or("", |(_, text)| text)
}

/// Every page that a form has, by name.
pub(super) fn pages(settings: &Settings) -> Vec<(&'static str, Played)> {
    let arguments = sent(
        r#"[{"prompt": "Which?", "options": [{"label": "One (Recommended)", "preview": "1"}, "Two", "Three"]},
            {"prompt": "With what?", "multi": true, "options": ["One", "Two"]},
            {"prompt": "Which name?"}]"#,
    );
    let new = || form_with(&arguments, settings);
    let questionnaire = Questionnaire::new(Reading::of(&arguments), settings).expect("it can be asked");
    let replies = Replies::parse(r#"["One", ["Two"], "name"]"#, &questionnaire).expect("they fit");
    let revised = after(new().revision(replies.clone()), &[Confirm, Digit(2), Cancel]);
    let unsent = [Digit(1), Digit(0), draft("x"), Cancel, NextTab, NextTab];
    let at = |actions: &[Action]| after(new(), actions);
    let long = "x".repeat(1_234);
    let answered = [Digit(1), Digit(1), Confirm, submit("name")];
    vec![
        ("single", at(&[])),
        ("no preview", at(&[CursorDown])),
        ("custom row", at(&[PageDown])),
        ("custom text", at(&[Digit(0)])),
        ("blank", at(&[Digit(0), submit(" ")])),
        ("note", at(&[Note])),
        ("noted", at(&[Note, submit("because")])),
        ("words", at(&[typed("o")])),
        ("words for nothing", at(&[typed("zzz")])),
        ("preview", at(&[Zoom])),
        ("multi", at(&[NextTab])),
        ("multi, custom row", at(&[NextTab, PageDown])),
        ("multi, typed", at(&[NextTab, Digit(0), submit("own")])),
        ("nothing checked", at(&[NextTab, Confirm])),
        ("undo", after(at(&answered[..2]), &[Undo])),
        ("input", at(&[NextTab, NextTab])),
        ("input, as a list", at(&[NextTab, NextTab, Cancel])),
        ("review", after(at(&answered), &[])),
        ("review, an answer", after(at(&answered), &[Action::CursorUp])),
        ("review, not all", at(&[NextTab, NextTab, NextTab])),
        ("unanswered", at(&[NextTab, NextTab, NextTab, Confirm])),
        ("discuss", at(&[Discuss])),
        ("leave", at(&[Digit(1), Cancel])),
        ("long", at(&[Digit(0), submit(&long)])),
        ("long note", at(&[Note, submit(&long)])),
        ("help", at(&[Help])),
        ("help of boxes", at(&[NextTab, Help])),
        ("help of a text", at(&[Digit(0), Help])),
        ("redo", after(at(&answered[..2]), &[Undo, Redo])),
        ("unsent", at(&unsent)),
        ("leaving changes", revised),
    ]
}

fn too_wide<'a>(lines: &'a [Line<'a>], columns: usize) -> impl Iterator<Item = String> + 'a {
    lines.iter().filter(move |line| line.width() > columns || width(&line.text()) > columns).map(Line::text)
}

#[test]
fn every_page_fits_in_every_language() {
    let mut wrong = Vec::new();
    for (code, _) in Words::all() {
        for (name, mut form) in pages(&in_language(code)) {
            for columns in 20..=120 {
                form.resize(Size { columns, rows: 24, taken: 0 });
                let frame = form.frame();
                assert!(!frame.lines.is_empty());
                wrong.extend(too_wide(&frame.lines, columns).map(|line| format!("{code} {name} {columns}: {line}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

/// No page has English words in another language. That it has words at all is in the sheets.
#[test]
fn every_page_speaks_the_language() {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let english = fields(Words::of("en").expect("English"));
    let mut wrong = Vec::new();
    for (code, words) in languages().filter(|(code, _)| *code != "en") {
        let own: String = words.iter().flat_map(|(_, text)| [text.as_str(), "|"]).collect();
        let parts = english.iter().flat_map(|(_, text)| text.split(['|']).flat_map(|text| text.split("{}")));
        let foreign: Vec<&str> = parts.map(str::trim).filter(|part| part.len() > 3 && !own.contains(part)).collect();
        for (page, form) in pages(&in_language(code)) {
            let form = form.sized(120, 40);
            let frame = form.frame();
            let text = plain(&frame.lines.iter().map(|line| line.text() + " ").collect::<String>());
            let said = foreign.iter().find(|part| text.contains(**part));
            wrong.extend(said.map(|said| format!("{code} {page}: {said:?} in\n{text}")));
        }
    }
    assert!(wrong.is_empty(), "{} pages:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_the_model_reads_stays_english() {
    let read = |code: &str| {
        let ended = |actions: &[Action]| {
            common::result(&after(
                form_with(&sent(r#"[{"prompt": "A?", "multi": true, "options": ["a"]}]"#), &in_language(code)),
                actions,
            ))
            .content
        };
        [
            ended(&[Digit(0), submit("x"), Note, submit("n"), Confirm, Confirm]),
            ended(&[Confirm, Confirm, Confirm]),
            ended(&[Digit(1), Cancel, CursorDown, Confirm]),
            ended(&[Discuss, submit("")]),
        ]
    };
    let english = read("en");
    assert_eq!(english[0], "A? → x (typed) (note: n)");
    check_all(
        Words::all().iter().map(|(code, _)| ((*code).to_owned(), format!("{:?}", read(code)), format!("{english:?}"))),
    );
}

#[test]
fn numbers_are_written_as_the_language_does() {
    let rows = [
        ("en", 1_234, "(1,234 chars)"),
        ("de", 1_234, "(1.234 "),
        ("ja", 1_234, "(1,234 "),
        ("zh", 1_234, "(1,234 "),
        ("ko", 1_234, "(1,234자)"),
        ("pt", 1_234, "(1.234 caracteres)"),
        ("es", 1_234, "(1.234 caracteres)"),
        ("ru", 1_001, "(1\u{a0}001 символ)"),
        ("ru", 1_011, "(1\u{a0}011 символов)"),
        ("ru", 1_202, "(1\u{a0}202 символа)"),
        ("uk", 1_013, "(1\u{a0}013 символів)"),
        ("uk", 1_024, "(1\u{a0}024 символи)"),
    ];
    check_all(rows.map(|(code, count, expected)| {
        let mut form = form_with(&sent(r#"["Why?"]"#), &in_language(code));
        form.update(submit(&"x".repeat(count)));
        let text = shown(&form.drawn(Editor::default()));
        let found = if text.contains(expected.trim()) { expected } else { &text };
        (format!("{code} {count}"), found.to_owned(), expected.to_owned())
    }));
    let calls =
        [("en", 3, " 3 questions"), ("fr", 2, " 2 questions"), ("ru", 21, " 21 вопрос"), ("ru", 12, " 12 вопросов")];
    check_all(calls.map(|(code, count, expected)| {
        let frame = transcript::call(&json!(vec!["?"; count]), &in_language(code), 80);
        let text = format!("{} ", shown(&frame).split(" (").next().unwrap_or_default());
        let found = if text.contains(expected.trim()) { expected } else { &text };
        (format!("{code} {count}"), found.to_owned(), expected.to_owned())
    }));
    let notice_of = |code: &str| notice(&common::frame(&after(three_in(code), &[NextTab, NextTab, NextTab, Confirm])));
    assert_eq!(notice_of("en").as_deref(), Some("Submit again to leave unanswered: DB, B?, C?"));
    assert_eq!(notice_of("de").as_deref(), Some("Noch einmal absenden, um offen zu lassen: DB, B?, C?"));
}

fn three_in(code: &str) -> Played {
    form_with(&sent(r#"[{"label": "DB", "prompt": "A?", "options": ["a"]}, "B?", "C?"]"#), &in_language(code))
}
