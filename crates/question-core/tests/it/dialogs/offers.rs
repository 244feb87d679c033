//! What the dialogs offer and how they mark it: what is preset, long, unanswered or impossible, in any language.

use super::{BOTH, boxes, databases, two};
use crate::common::dialogs::{PlainDialogs, replied, seen, walked};
use crate::common::{Action, Json, TUI, after, form, form_with, json, play, settings};
use question_core::Style;

#[test]
fn long_answers() {
    let text = "x".repeat(2_001);
    let sent = format!("Which database? → {text} (typed)");
    let asked = "Answer is long (2,001 chars). Send it anyway? [Y/n]";
    for style in BOTH {
        let long = walked(&databases(), style, &[Some("0"), Some(&text)]);
        let how = if style == Style::Numbers { "\nIf left empty: Yes" } else { "" };
        assert_eq!(seen(&long), format!("{asked}\ny. Yes\nn. No, keep editing{how}"));
        assert_eq!(seen(&replied(long.clone(), &[Some("y")])), sent);
        for back in [Some("n"), None] {
            let edited = replied(long.clone(), &[back]);
            assert!(seen(&edited).starts_with("Which database?\n✎ xxx"), "{}", seen(&edited));
            assert_eq!(seen(&replied(edited.clone(), &[Some("short")])), "Which database? → short (typed)");
            assert_eq!(seen(&replied(edited, &[Some(""), Some("y")])), sent);
        }
        assert!(seen(&replied(long, &[Some("maybe")])).starts_with(&format!("There is no option maybe.\n{asked}")));
    }
    // the keys that the question names
    for (reply, is_sent) in [("y", true), ("Y", true), ("", true), ("n", false), ("N", false)] {
        let replied = walked(&databases(), Style::Numbers, &[Some(&format!("0 {text}")), Some(reply)]);
        assert_eq!(seen(&replied) == sent, is_sent, "{reply:?}");
        assert!(!seen(&replied).contains("There is no option"), "{reply:?}: {}", seen(&replied));
    }
}

/// A form may come here half answered.
#[test]
fn submit_with_unanswered_questions() {
    for style in BOTH {
        let half = after(form(&two()), &[Action::Digit(1), Action::NextTab]);
        let review = PlainDialogs::new(&half, style);
        let listed = "Review your answers\n0. Submit, after answering 1 more\n1. Go → Yes\n2. DB → not answered";
        let how = match style {
            Style::Select => "\nc. Talk about it first",
            Style::Numbers => {
                "\nc. Talk about it first\n\
                 Type a number or a letter.\nIf left empty: Submit, after answering 1 more"
            }
        };
        assert_eq!(seen(&review), [listed, how].concat());
        let refused = replied(review, &[Some("0")]);
        assert!(seen(&refused).starts_with("Not answered yet: DB\n2/2 DB\nWhich?"), "{}", seen(&refused));
        assert_eq!(seen(&replied(refused, &[Some("2"), Some("0")])), "Go? → Yes\nWhich? → B");
    }
}

#[test]
fn what_a_text_may_look_like_stands_where_it_is_asked() {
    let name = json!({"questions": [{"prompt": "Name?", "placeholder": "my-\u{1b}project"}, "Why?"]});
    for style in BOTH {
        let asked = walked(&name, style, &[]);
        assert!(seen(&asked).contains("1/2 Name?\n(my-␛project)\n"), "{}", seen(&asked));
        let next = seen(&replied(asked, &[Some("shop")]));
        assert!(next.contains("Why?") && !next.contains("my-"), "{next}");
    }
}

#[test]
fn what_is_preset_and_recommended_is_marked() {
    let preset = json!({"questions": [
        {"prompt": "Go?", "options": ["Yes", {"label": "No", "description": "Not\nyet"}, "Later"], "defaultValue": "No",
            "recommended": "Yes"},
        {"prompt": "Which?", "mode": "multi", "options": ["A", "B"], "defaultValues": ["B", "Z"], "recommended": "A"},
        {"prompt": "Why?", "options": ["A", "B"], "defaultValue": "own"},
    ]});
    for style in BOTH {
        let first = seen(&walked(&preset, style, &[]));
        assert!(first.contains("\n1. Yes (Recommended)\n2. No: Not yet ✓\n3. Later\n0. Something"), "{first}");
        let second = seen(&walked(&preset, style, &[Some("1")]));
        assert!(second.contains("\n1. ☐ A (Recommended)\n2. ☑ B\n3. ☑ (wrote) Z\n0. Something"), "{second}");
        let on = if style == Style::Select { "✓" } else { "" };
        let third = seen(&walked(&preset, style, &[Some("1"), Some(on)]));
        assert!(third.contains("\n0. Something else… ✓ own\n"), "{third}");
    }
}

/// Where boxes are checked from the start, each can be unchecked; but no reply that names none of them does that.
#[test]
fn none_can_be_meant_where_some_are_checked() {
    let preset = json!({"questions": [
        {"prompt": "Which?", "mode": "multi", "defaultValues": ["A", "B"], "options": ["A", "B"], "allowCustom": false}]});
    let end = |style, replies: &[_]| seen(&walked(&preset, style, replies));
    assert_eq!(end(Style::Select, &[Some("1"), Some("2"), Some("✓"), Some("✓"), Some("0")]), "Which? → (none)");
    assert_eq!(end(Style::Numbers, &[Some("-"), Some("0")]), "Which? → (none)");
    assert_eq!(end(Style::Numbers, &[Some("1"), Some("1"), Some("-"), Some("0")]), "Which? → (none)");
    for (reply, wrong) in [(",", ","), ("--", "--"), ("0", "0"), ("3", "3"), ("1,3", "1,3"), ("- 1", "- 1")] {
        let refused = end(Style::Numbers, &[Some(reply)]);
        let expected = format!("There is no option {wrong}.\nWhich?\n1. ☑ A\n2. ☑ B\n");
        assert!(refused.starts_with(&expected), "{refused}");
    }
}

/// A text beside the answer is not marked as if it were the answer.
#[test]
fn one_answer_is_marked() {
    for style in BOTH {
        let typed = walked(&two(), style, &[Some("0"), Some("Soon"), Some("b")]);
        assert!(seen(&typed).contains("\n1. Yes\n2. No\n0. Something else… ✓ Soon\n"), "{}", seen(&typed));
        let chosen = seen(&replied(typed, &[Some("2"), Some("b")]));
        assert!(chosen.contains("\n1. Yes\n2. No ✓\n0. Something else… ✎ Soon\n"), "{chosen}");
    }
}

#[test]
fn only_what_can_be_done_is_said() {
    let closed = |mode: &str| {
        json!({"questions": [
        {"prompt": "Which?", "mode": mode, "options": ["A", "B"], "allowCustom": false}]})
    };
    for mode in ["single", "multi"] {
        for style in BOTH {
            let walk = walked(&closed(mode), style, &[]);
            assert!(!seen(&walk).contains("\n0. ") && !seen(&walk).contains("after 0"), "{}", seen(&walk));
            let wrong = seen(&replied(walk, &[Some("0 own")]));
            assert!(wrong.starts_with("There is no option 0 own.\nWhich?"), "{wrong}");
        }
    }
}

#[test]
fn in_german() {
    let german = settings(r#"{"locale": "de"}"#);
    let said = |arguments: &Json, style, replies: &[Option<&str>]| {
        seen(&replied(PlainDialogs::new(&form_with(arguments, &german), style), replies))
    };
    let list = "Which database?\n1. PostgreSQL\n2. SQLite\n0. Etwas anderes…\nn. Notiz zur Antwort\nc. Erst besprechen";
    assert_eq!(said(&databases(), Style::Select, &[]), list);
    let typed = format!("{list}\nEine Nummer oder einen Namen eingeben.");
    assert_eq!(said(&databases(), Style::Numbers, &[]), typed);
    assert_eq!(said(&databases(), Style::Numbers, &[Some("7")]), format!("Option 7 gibt es nicht.\n{typed}"));
    for style in BOTH {
        let text = said(&databases(), style, &[Some("0"), Some("")]);
        assert_eq!(text, "Noch nichts eingegeben.\nWhich database?\nAntwort eingeben.");
        let leaving =
            "Formular verlassen?\n1. Fragen weiter beantworten\n2. Bisheriges senden (1 beantwortet)\n3. Verwerfen";
        let how = "\nBei Abbruch: Bisheriges senden (1 beantwortet)\nOhne Eingabe: Fragen weiter beantworten";
        let how = if style == Style::Numbers { how } else { "" };
        assert_eq!(said(&two(), style, &[Some("1"), None]), [leaving, how].concat());
        let review = "Antworten prüfen\n0. Absenden\n1. Go → (eigener Text) Bald\n2. DB → A";
        assert!(said(&two(), style, &[Some("0"), Some("Bald"), Some("1")]).starts_with(review));
    }
    let list = said(&boxes(), Style::Select, &[]);
    assert!(list.contains("\n✓ Bestätigen\n"), "{list}");
    // what the model reads stays English
    assert_eq!(said(&databases(), Style::Numbers, &[Some("0 Oracle")]), "Which database? → Oracle (typed)");
}

/// Some clients trim what they show.
#[test]
fn an_option_is_known_without_the_blanks_around_it() {
    let arguments = json!({"questions": [{"prompt": "Go?", "options": ["Yes ", "No"]}]});
    assert_eq!(seen(&walked(&arguments, Style::Select, &[Some("1. Yes")])).trim_end(), "Go? → Yes");
}

/// What is shown is what nothing keeps, even where it is not what was sent before.
#[test]
fn nothing_keeps_the_text_that_is_shown() {
    let text = "x".repeat(2_001);
    let name = json!({"questions": [{"prompt": "Go?", "options": ["A"]}, {"prompt": "Which name?"}]});
    let choice: &[_] = &[Some("0"), Some("Soon"), Some("b"), Some("0"), Some(&text), Some("n"), None];
    let input: &[_] = &[Some("1"), Some("Soon"), Some("2"), Some(&text), Some("n"), None];
    for (arguments, replies) in [(two(), choice), (name, input)] {
        let mut kept = replied(walked(&arguments, Style::Numbers, replies), &[Some("")]);
        kept.abort();
        let result = kept.result(TUI).expect("it has ended");
        assert!(play::kept(&result).contains(&text), "lost: {}", result.content);
    }
}
