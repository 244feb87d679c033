//! The offers of dialogs and their marks: for defaults, long texts, unanswered questions and closed lists, in any
//! language.

use super::{BOTH, databases, two};
use crate::common::dialogs::Sees::{Begins, Has, Is};
use crate::common::dialogs::{CLOSE, PlainDialogs, Sees, check_seen, replied, seen, walked};
use crate::common::{Action, TUI, after, form, form_with, json, play, settings};
use question_core::DialogStyle;

#[test]
fn long_answers() {
    let text = "x".repeat(2_001);
    let sent = format!("Which database? → {text} (typed)");
    let asked = "Answer is long (2,001 chars). Send it anyway? [Y/n]";
    let typed = "\nType a number or a name.\nIf left empty: Yes";
    for (style, how) in [(DialogStyle::Select, ""), (DialogStyle::Numbers, typed)] {
        let asked = format!("{asked}\n1. Yes\n2. No, keep editing{how}");
        let check = |replies: &[&str], expected: Sees| {
            check_seen(&[style], &databases(), &[(&[&["0", text.as_str()], replies].concat(), expected)]);
        };
        check(&[], Is(&asked));
        check(&["1"], Is(&sent));
        check(&["maybe"], Is(&format!("There is no option maybe.\n{asked}")));
        for back in ["2", CLOSE] {
            check(&[back], Begins("Which database?\n"));
            check(&[back, "short"], Is("Which database? → short (typed)"));
            check(&[back, "", "1"], Is(&sent));
        }
    }
    // the letters that the form's own question names
    for reply in ["y", "Y", "yes", ""] {
        check_seen(&[DialogStyle::Numbers], &databases(), &[(&[&text, reply], Is(&sent))]);
    }
    for reply in ["n", "N", "no"] {
        check_seen(&[DialogStyle::Numbers], &databases(), &[(&[&text, reply], Has("\nIf left empty: xxx"))]);
    }
}

/// A form may become dialogs when it is half answered.
#[test]
fn submit_with_unanswered_questions() {
    for style in BOTH {
        let half = after(form(&two()), &[Action::Digit(1), Action::NextTab]);
        let review = PlainDialogs::new(&half, style);
        let listed = "Review your answers\n0. Submit (1 not answered)\n1. Go → Yes\n2. DB → not answered";
        let how = match style {
            DialogStyle::Select => "\n:t Discuss it first\n:l Answer later",
            DialogStyle::Numbers => {
                "\nCommands begin with a colon (:):\n:t Discuss it first\n:l Answer later\n\
                 Type a number or a name.\nIf left empty: Submit (1 not answered)"
            }
        };
        assert_eq!(seen(&review), [listed, how].concat());
        let asked = replied(review, &["0"]);
        let again = seen(&asked);
        assert!(again.starts_with("Submit again to leave unanswered: DB\nReview your answers\n0. Submit ("), "{again}");
        assert_eq!(seen(&replied(asked.clone(), &["0"])), "Go? → Yes\nLeft open by the user, not decided: DB");
        // anything else takes it back
        let opened = replied(asked, &["2"]);
        assert!(seen(&opened).starts_with("2/2 DB\nWhich?"), "{}", seen(&opened));
        assert_eq!(seen(&replied(opened.clone(), &["2", "0"])), "Go? → Yes\nWhich? → B");
    }
}

#[test]
fn a_placeholder_is_part_of_the_title() {
    let name = json!({"questions": [{"prompt": "Name?", "placeholder": "my-\u{1b}project"}, "Why?"]});
    let rows: &[(&[&str], _)] = &[(&[], Has("1/2 Name?\n(my-␛project)\n")), (&["shop"], Begins("2/2 Why?\nCommands"))];
    check_seen(&BOTH, &name, rows);
}

#[test]
fn defaults_and_recommendations_are_marked() {
    let preset = json!({"questions": [
        {"prompt": "Go?", "options": ["Yes", {"label": "No", "description": "Not\nyet"}, "Later"], "defaultValue": "No",
            "recommended": "Yes"},
        {"prompt": "Which?", "mode": "multi", "options": ["A", "B"], "defaultValues": ["B", "Z"], "recommended": "A"},
        {"prompt": "Why?", "options": ["A", "B"], "defaultValue": "own"},
    ]});
    check_seen(
        &[DialogStyle::Select],
        &preset,
        &[
            (&[], Has("\n1. Yes (Recommended)\n2. No: Not yet ◪ (default)\n3. Later\n0. Something")),
            (&["1"], Has("\n1. ☐ A (Recommended)\n2. ☑ B ◪\n0. Something else… ◪ Z\n")),
            (&["1", "✓"], Has("\n0. Something else… ◪ own\n")),
        ],
    );
    // Signs are not read out.
    check_seen(
        &[DialogStyle::Numbers],
        &preset,
        &[
            (&[], Has("\n1. Yes (Recommended)\n2. No: Not yet (default)\n3. Later\n0. Something")),
            (&["1"], Has("\n1. A (Recommended)\n2. B (default) (checked)\n0. Something else… (default) Z\n")),
            (&["1", ""], Has("\n0. Something else… (default) own\n")),
        ],
    );
}

/// Boxes that are checked from the start can be unchecked, but not by a reply that names none of them.
#[test]
fn preset_boxes_can_all_be_unchecked() {
    let preset = json!({"questions": [
        {"prompt": "Which?", "mode": "multi", "defaultValues": ["A", "B"], "options": ["A", "B"], "allowCustom": false}]});
    check_seen(&[DialogStyle::Select], &preset, &[(&["1", "2", "✓", "✓", "0"], Is("Which? → (none of these)"))]);
    check_seen(
        &[DialogStyle::Numbers],
        &preset,
        &[(&["-", "0"], Is("Which? → (none of these)")), (&["1", "1", "-", "0"], Is("Which? → (none of these)"))],
    );
    for reply in [",", "--", "0", "3", "1,3", "- 1"] {
        let refused = format!("There is no option {reply}.\nWhich?\n");
        let list = "\n1. A (default) (checked)\n2. B (default) (checked)\n";
        check_seen(&[DialogStyle::Numbers], &preset, &[(&[reply], Begins(&refused)), (&[reply], Has(list))]);
    }
}

/// A text beside the answer is not marked as if it were the answer.
#[test]
fn one_answer_is_marked() {
    let rows = |style, submitted, replaced| {
        check_seen(
            &[style],
            &two(),
            &[
                (&["0", "Soon", ":b"], Has(&format!("\n1. Yes\n2. Later\n0. Something else… {submitted}Soon\n"))),
                (&["0", "Soon", ":b", "2", ":b"], Has(&format!("\n0. Something else… {replaced}Soon\n"))),
            ],
        );
    };
    rows(DialogStyle::Select, "✓ ", "✎ ");
    rows(DialogStyle::Numbers, "(wrote) ", "Not sent: ");
    check_seen(&[DialogStyle::Select], &two(), &[(&["0", "Soon", ":b", "2", ":b"], Has("\n1. Yes\n2. Later ✓\n"))]);
    check_seen(&[DialogStyle::Numbers], &two(), &[(&["2", ":b"], Has("\nIf left empty: Later"))]);
}

#[test]
fn a_closed_list_offers_no_free_text() {
    for mode in ["single", "multi"] {
        let closed =
            json!({"questions": [{"prompt": "Which?", "mode": mode, "options": ["A", "B"], "allowCustom": false}]});
        for style in BOTH {
            let shown = seen(&walked(&closed, style, &[]));
            assert!(!shown.contains("\n0. ") && !shown.contains("after 0"), "{shown}");
        }
        check_seen(&BOTH, &closed, &[(&["own"], Begins("There is no option own.\nWhich?"))]);
    }
}

#[test]
fn in_german() {
    let german = settings(r#"{"locale": "de"}"#);
    let said = |replies: &[&str]| {
        seen(&replied(PlainDialogs::new(&form_with(&databases(), &german), DialogStyle::Numbers), replies))
    };
    let list = "Which database?\n1. PostgreSQL\n2. SQLite\n0. Etwas anderes…\nBefehle beginnen mit einem Doppelpunkt (:):\n:n Notiz zur Antwort\n:t Erst besprechen\n:l Später antworten\n\
                Eine Nummer oder einen Namen eingeben. Jeder andere Text ist eine eigene Antwort.";
    assert_eq!(said(&["7"]), format!("Option 7 gibt es nicht.\n{list}"));
    assert_eq!(said(&["0", ""]), "Noch nichts eingegeben.\nWhich database?\nAntwort eingeben.");
    let alike = json!({"questions": [{"prompt": "How many?", "options": ["2", "4"]}]});
    let unclear = replied(PlainDialogs::new(&form_with(&alike, &german), DialogStyle::Numbers), &["2"]);
    assert!(seen(&unclear).starts_with("\"2\" kann mehrere Optionen meinen: 1. 2, 2. 4\n"), "{}", seen(&unclear));
    // the model reads English
    assert_eq!(said(&["Oracle"]), "Which database? → Oracle (typed)");
}

/// Some clients trim what they show.
#[test]
fn an_option_is_found_without_the_blanks_around_it() {
    let arguments = json!({"questions": [{"prompt": "Go?", "options": ["Yes ", "No"]}]});
    check_seen(&[DialogStyle::Select], &arguments, &[(&["1. Yes"], Begins("Go? → Yes"))]);
}

/// An empty reply keeps the text that is shown, even if another text was submitted before.
#[test]
fn an_empty_reply_keeps_the_text_that_is_shown() {
    let text = "x".repeat(2_001);
    let name = json!({"questions": [{"prompt": "Go?", "options": ["A"]}, {"prompt": "Which name?"}]});
    let choice: &[_] = &["0", "Soon", ":b", "0", &text, "2", CLOSE];
    let input: &[_] = &["1", "Soon", "2", &text, "2"];
    for (arguments, replies) in [(two(), choice), (name, input)] {
        let mut kept = replied(walked(&arguments, DialogStyle::Numbers, replies), &[""]);
        kept.abort();
        let result = kept.result(TUI).expect("it has ended");
        assert!(play::kept(&result).contains(&text), "lost: {}", result.content);
    }
}
