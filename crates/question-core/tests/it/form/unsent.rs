//! Texts that were left with Esc: drafts that the form keeps, shows in the review, and never sends.

use super::boxes;
use crate::common::json::taken;
use crate::common::{
    Action, Played, after, asked, check, check_all, draft, form, frame, json, kept, one, play, result, seen, shown,
    submit, three,
};
use Action::{
    Abort, Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, Edit, First, Leave, NextTab, Note, PrevTab, Toggle,
    Undo,
};
use question_core::Record;

/// A form, and the actions of its user.
type Way<'a> = (fn() -> Played, &'a [Action]);

/// Returns a form with two questions, one of which takes only text.
fn named() -> Played {
    form(&json!({"questions": [
        {"id": "name", "label": "Name", "prompt": "Name?"},
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"], "defaultValue": "own words"},
    ]}))
}

#[test]
fn submit_sends_the_answers_at_once_and_no_draft() {
    let all = [Digit(1), Digit(1), Digit(1), Confirm];
    let answered = "answered: db=pg (1) name=shop (1) go=Yes (1)";
    check(
        three,
        &[
            (&[&[Digit(0), draft("mine"), Cancel, First], all.as_slice()].concat(), answered),
            (&[&[Discuss, draft("Is it paid?"), Cancel], all.as_slice()].concat(), answered),
            // a text that was submitted, and then replaced by an option
            (&[&[Digit(0), submit("mine"), PrevTab, First], all.as_slice()].concat(), answered),
            (
                &[Digit(0), draft("mine"), Cancel, NextTab, Digit(1), Digit(1), Confirm],
                "[✓ Submit] → Submit (1 not answered) ! Submit again to leave unanswered: DB",
            ),
        ],
    );
    check(boxes, &[(&[Digit(1), Digit(0), draft("CSV"), Cancel, NextTab, Confirm], "answered: db=[pg (1)]")]);
    check(
        named,
        &[(
            &[submit("shop"), First, Digit(1), CursorUp, CursorUp, Confirm, draft("mall"), Cancel, PrevTab, Confirm],
            r#"answered: name="shop" (typed) go=Yes (1)"#,
        )],
    );
}

/// Leaving with "Send what I have" sends the answers that the review shows, and that stand below that choice.
#[test]
fn send_what_i_have_sends_what_the_review_shows() {
    let defaults = || {
        form(&json!({"questions": [
            {"id": "db", "prompt": "Which?", "options": ["A", "B"], "defaultValue": "B"},
            {"id": "name", "prompt": "Name?"},
            {"id": "go", "prompt": "Go?", "options": ["Yes"]},
        ]}))
    };
    let many = || {
        let options: Vec<String> = (1..=26).map(|at| format!("option {at}")).collect();
        let boxes = json!({"prompt": "Which?", "mode": "multi", "options": options, "defaultValues": ["option 25"]});
        form(&json!({"questions": [boxes, {"id": "name", "prompt": "Name?"}]}))
    };
    let ways: [Way; 7] = [
        (many, &[Toggle]),
        (three, &[Digit(0), draft("mine"), Cancel, First, Digit(2)]),
        (three, &[Digit(1), Digit(0), draft("half"), Cancel]),
        (three, &[Digit(1), PrevTab, Note, draft("half"), Cancel]),
        (three, &[Digit(0), submit("own"), PrevTab, First, Digit(0), draft("owned"), Cancel]),
        (boxes, &[Digit(0), submit("CSV"), Edit, draft("TSV"), Cancel]),
        (defaults, &[NextTab, submit("n")]),
    ];
    for (new, actions) in ways {
        let mut form = after(new(), actions);
        while !play::is_review(&form) {
            form.update(NextTab);
        }
        let review = shown(&frame(&form.unrolled(60)));
        let answers: Vec<&str> = review.lines().filter(|line| line.contains("⟨success⟩✓ ⟨/⟩")).collect();
        let page = shown(&frame(&after(form.clone(), &[Leave]).unrolled(60)));
        let result = result(&after(form, &[Leave, CursorDown, Confirm]));
        assert_eq!(result.details.answers.len(), answers.len(), "{actions:?}: {} of\n{review}", result.content);
        for answer in &result.details.answers {
            for pick in &answer.picks {
                assert!(answers.iter().any(|line| line.contains(&pick.label)), "{actions:?}: {pick:?} of\n{review}");
                assert!(page.contains(&pick.label), "{actions:?}: {pick:?} of\n{page}");
            }
        }
    }
}

/// Leaving the form from a text says nothing of an answer or a note that was erased there.
#[test]
fn what_was_just_erased_stays_if_the_form_is_left() {
    for (new, actions, kept) in [
        (named as fn() -> Played, [submit("shop"), PrevTab, draft("mal"), draft("")].as_slice(), "shop"),
        (boxes, &[Digit(0), submit("CSV"), Edit, draft("CS"), draft("")], "CSV"),
        (three, &[Digit(1), PrevTab, Note, submit("why"), Note, draft("")], "why"),
    ] {
        let result = result(&after(new(), &[actions, &[Leave, Leave]].concat()));
        assert!(play::kept(&result).contains(kept), "{actions:?}: {result:?}");
    }
}

#[test]
fn the_review_shows_drafts_in_their_place_and_leads_to_them() {
    let reviewed = |actions: &[Action]| {
        let mut form = after(three(), actions);
        while !play::is_review(&form) {
            form.update(NextTab);
        }
        form
    };
    for (actions, text) in [
        (vec![Digit(0), draft("mine"), Cancel], "✎ Not sent: mine"),
        (vec![Digit(0), draft("mine"), Cancel, First, Digit(1)], "✎ Not sent: mine"),
        (vec![Digit(0), submit("mine"), PrevTab, First, Digit(1)], "✎ Not sent: mine"),
        (vec![Discuss, draft("Is it paid?"), Cancel], "✎ Not sent: (discuss) Is it paid?"),
    ] {
        let review = shown(&frame(&reviewed(&actions)));
        assert!(review.contains(&format!("{text}⟨/⟩")), "{actions:?}:\n{review}");
    }
    let up = |rows: usize| vec![CursorUp; rows];
    let to = |actions: &[Action], rows: usize| [actions, &[PrevTab], &up(rows), &[Confirm]].concat();
    check(
        three,
        &[
            (&to(&[Digit(0), draft("mine"), Cancel], 3), "[□ DB] → 0. Something else… ✎ mine"),
            (&to(&[Discuss, draft("Is it paid?"), Cancel], 1), r#"[✓ Submit] editor "Is it paid?""#),
            // Submit stays one Enter away
            (
                &to(&[Discuss, draft("Is it paid?"), Cancel], 0),
                "[✓ Submit] → Submit (3 not answered) ! Submit again to leave unanswered: DB, Name, Go",
            ),
            (&[PrevTab, Discuss, draft("Is it paid?"), Cancel], "[✓ Submit] → Submit (3 not answered)"),
            (&[PrevTab, Discuss, draft("Is it paid?"), Cancel, Undo], "[✓ Submit] → Submit (3 not answered)"),
        ],
    );
}

/// A form that is asked again shows what is open, with each text closed, so that a tab key submits none.
#[test]
fn a_form_asked_again_opens_at_what_is_open() {
    let call = json!({"questions": [
        {"id": "name", "label": "Name", "prompt": "Name?"},
        {"id": "db", "label": "DB", "prompt": "Which?", "options": ["A", "B"]},
    ]});
    let again = |actions: &[Action], is_answered: bool| {
        let mut details = result(&after(form(&call), &[actions, &[Leave, CursorDown, Confirm]].concat())).details;
        if !is_answered {
            details.answers.clear();
        }
        form(&call).with_drafts(details.replies(&asked(&call)))
    };
    let half = again(&[draft("half"), Cancel], true);
    assert_eq!(seen(&half), "[□ Name] → Type your answer ✎ half");
    assert_eq!(seen(&after(half, &[NextTab])), "[□ DB] → 1. A");
    assert_eq!(seen(&again(&[submit("shop")], true)), "[□ DB] → 1. A");
    assert_eq!(seen(&again(&[submit("shop"), Digit(1)], true)), "[✓ Submit] → Submit");
    // a text that is not sent comes before what is open, also beside an answer
    let beside = again(&[submit("shop"), Digit(1), PrevTab, PrevTab, Digit(0), draft("maybe"), Cancel], true);
    assert_eq!(seen(&beside), "[■ Name] → Type your answer ✓ shop ✎ maybe");
}

/// Records of version 0.3 had six fields for what is a draft and a note now.
#[test]
fn a_record_of_version_0_3_keeps_its_words() {
    let call =
        json!([{"id": "db", "prompt": "Which?", "mode": "multi", "options": ["A", "B"], "defaultValues": ["A"]}]);
    let unsent = json!([{"id": "db", "text": "a", "replaced": "b", "note": "c", "kept": "d", "unchecked": ["e", " "],
        "boxes": {"checked": [2], "proposed": [1], "texts": ["f"]}}, {"text": "g"}]);
    let record = Record::read(&kept(&call, json!({"unsent": unsent}))).expect("it is ours");
    let again = form(&call).with_drafts(record.replies(&asked(&call)));
    let unsent = taken(&play::abort(&again).details.unsent);
    assert_eq!(unsent, json!([{"id": "db", "text": "a\nb\nf\ne", "note": "d\nc"}]));
}

/// The record keeps the texts that a form with its answers alone would not have, and a form that is asked again has them.
#[test]
fn a_record_keeps_the_texts_that_would_be_lost() {
    let own = [Digit(0), submit("own"), PrevTab];
    let csv = [Digit(0), submit("CSV"), Digit(0)];
    let then = |start: &[Action], actions: &[Action]| [start, actions].concat();
    check_all(
        [
            // a note without an answer, and a blank one
            (one as fn() -> Played, vec![Note, draft("why")], r#"[{"id":"db","note":"why"}]"#),
            (one, vec![Note, draft("why"), Cancel, Note, draft(" ")], "null"),
            (three, then(&own, &[Edit, draft("owned")]), r#"[{"id":"db","text":"owned"}]"#),
            (three, then(&own, &[Edit, draft("own ")]), "null"),
            (three, then(&own, &[Edit, draft(" ")]), "null"),
            (three, then(&own, &[First, Digit(1)]), r#"[{"id":"db","text":"own"}]"#),
            (three, then(&own, &[Edit, draft(" "), CursorUp, Confirm]), "null"),
            // the form has the model's text anyway
            (named, vec![NextTab, Digit(0), submit("own words"), PrevTab, First, Digit(1)], "null"),
            // an added text that is no longer checked
            (boxes, then(&csv, &[submit("TSV"), Toggle]), r#"[{"id":"db","text":"TSV"}]"#),
            (
                boxes,
                then(&csv, &[submit("TSV"), Toggle, Digit(0), draft("X")]),
                r#"[{"id":"db","text":"X"},{"id":"db","text":"TSV"}]"#,
            ),
        ]
        .into_iter()
        .flat_map(|(new, actions, expected)| {
            let ended = result(&after(new(), &then(&actions, &[Abort]))).details;
            let questionnaire = ended.questionnaire().expect("it was asked before");
            let again = new().with_drafts(ended.replies(&questionnaire));
            let again = result(&after(again, &[Abort])).details;
            assert_eq!(again.answers, ended.answers, "{actions:?}");
            [("once", ended), ("again", again)].map(|(when, details)| {
                (format!("{actions:?}, {when}"), taken(&details.unsent).to_string(), expected.to_owned())
            })
        }),
    );
}
