//! Forms for calls that are over and for answers that are changed, the results of calls that wait or were cut off, and
//! where long answers stand.

use crate::common::any::{action, question};
use crate::common::filled::{alike, confirmed, filled, plan};
use crate::common::json::{Parts, json, taken};
use crate::common::play::kept;
use crate::common::{
    self, Action, Json, Played, TUI, after, asked, check_all, draft, entry, fail, form_with, frame, played, result,
    sent, settings, shown, submit,
};
use Action::{
    Abort, Cancel, Click, Confirm, CursorDown, CursorUp, Digit, Disconnect, Discuss, First, Last, NextTab, Note,
    PrevTab, Undo,
};
use proptest::prelude::*;
use question_core::{
    Dialect, Host, HostMode, Occasion, Opening, Outcome, Questionnaire, Record, Replies, Request, Settings, Target,
};

/// Answers, what the user then does, and what the model reads.
type Row<'a> = (&'a str, &'a [Action], &'a str);

fn questions() -> Json {
    sent(
        r#"{"metadata": {"from": 1}, "questions": [
            {"id": "db", "label": "DB", "prompt": "Which database?", "options": [
                {"value": "pg", "label": "PostgreSQL"}, {"value": "lite", "label": "SQLite"}]},
            {"id": "with", "label": "With", "prompt": "With what?", "mode": "multi", "options": ["A", "B"]},
            {"id": "name", "label": "Name", "prompt": "Which name?"}]}"#,
    )
}

fn lone(question: &str) -> Questionnaire {
    asked(&sent(&format!("[{question}]")))
}

fn later(answers: &str) -> Played {
    let questionnaire = asked(&questions());
    played(&questionnaire).later(Replies::parse(answers, &questionnaire).expect("they fit"))
}

fn revision(answers: &str) -> Played {
    let questionnaire = asked(&questions());
    played(&questionnaire).revision(Replies::parse(answers, &questionnaire).expect("they fit"))
}

fn check(new: fn(&str) -> Played, rows: &[Row]) {
    check_all(rows.iter().map(|&(answers, actions, expected)| {
        let form = after(new(answers), actions);
        let content = form.result(TUI).map_or_else(|| common::seen(&form), |result| result.content);
        (format!("{answers} {actions:?}"), content, expected.to_owned())
    }));
}

const NONE: &str = "{}";

const SOME: &str = r#"{"db": {"value": "lite", "note": "for now"}, "name": "shop"}"#;

const ALL: &str = r#"{"db": {"value": "lite", "note": "for now"}, "with": ["A", "mine"], "name": "shop"}"#;

#[test]
fn answers_that_there_are_already_are_shown() {
    let shown = |actions: &[Action]| shown(&frame(&after(later(SOME), actions)));
    assert_eq!(common::seen(&later(SOME)), "[□ With] → 1. [ ] A", "on the first open question");
    let review = shown(&[PrevTab, PrevTab]);
    for line in
        ["DB → SQLite", "Note: for now", "With → not answered", "Name → (wrote) shop", "Submit (1 not answered)"]
    {
        assert!(review.contains(line), "{line}:\n{review}");
    }
    assert_eq!(common::seen(&later(ALL)), "[✓ Submit] → Submit");
    assert_eq!(after(later(SOME), &[NextTab, Confirm]).draft(), "shop");
    assert_eq!(after(later(SOME), &[PrevTab, Note]).draft(), "for now");
    let own = after(later(r#"{"db": "CSV"}"#), &[PrevTab]);
    assert_eq!(
        (common::seen(&own), after(own, &[Confirm]).draft()),
        ("[■ DB] → 0. Something else… ✓ CSV".to_owned(), "CSV")
    );
}

#[test]
fn what_the_model_reads_of_questions_that_waited() {
    let about = "About the pending questions: ";
    let cancelled = &format!("{about}Question was cancelled by user.");
    // A message names its questions, as the call does for its result.
    let [none, rest] =
        ["DB, With, Name", "With"].map(|open| format!("{cancelled}\nLeft open by the user, not decided: {open}"));
    let all = "The user has answered the pending questions:\nWhich database? → SQLite (value: lite) (note: for now)\n\
               With what? → B\nWhich name? → shop (typed)";
    let lost = &format!(
        "{about}The connection to the user was lost before they had answered. Nothing is decided. Do only what needs no answer, put the question into your reply and end your turn."
    );
    check(
        later,
        &[
            (SOME, &[PrevTab, Confirm, Digit(2), Confirm, submit("shop"), Confirm], all),
            // nothing of the user's would be lost, and nothing is theirs yet
            (NONE, &[Cancel], &none),
            (SOME, &[Cancel], &rest),
            (SOME, &[NextTab, NextTab, Cancel, Cancel], &rest),
            (
                SOME,
                &[Abort],
                &format!(
                    "{about}Question was aborted before the user had answered. Nothing is decided.\nNot answered yet: With"
                ),
            ),
            (SOME, &[Disconnect], &format!("{lost}\nNot answered yet: With")),
            (
                SOME,
                &[fail()],
                &format!(
                    "{about}Error: The question form stopped working: trap. Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question into your reply and end your turn.\nNot answered yet: With"
                ),
            ),
            (
                SOME,
                &[Discuss, submit("why?")],
                &format!(
                    "{about}The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: why?\nEntered so far, not final:\nWhich database? → \
                     SQLite (value: lite) (note: for now)\nWhich name? → shop (typed)\nNot answered yet: With"
                ),
            ),
            // what they do is
            (
                SOME,
                &[PrevTab, Digit(1), Cancel, CursorDown, Confirm],
                &format!(
                    "{about}The user left the form and sent these answers:\nWhich database? → PostgreSQL (value: pg) (note: for now)\nWhich name? → \
                     shop (typed)\nLeft open by the user, not decided: With"
                ),
            ),
            (SOME, &[Digit(1), Cancel, CursorDown, CursorDown, CursorDown, Confirm], &rest),
            // Submit with an open question, and with all of them
            (
                SOME,
                &[PrevTab, PrevTab, Confirm, Confirm],
                "The user has answered the pending questions:\nWhich database? → SQLite (value: lite) (note: for now)\n\
                 Which name? → shop (typed)\nLeft open by the user, not decided: With",
            ),
            (
                NONE,
                &[PrevTab, Confirm, Confirm],
                "The user has left the pending questions unanswered: do not choose for them.\nLeft open by the user, not decided: DB, With, Name",
            ),
            (SOME, &[Digit(1), Disconnect], &format!("{lost}\nEntered so far, not final:\nWith what? → A")),
        ],
    );
    assert!(shown(&frame(&after(later(SOME), &[Digit(1), Cancel]))).contains("Leave the form?"));
}

/// What was entered before a call was cut off stands nowhere else: leaving asks what becomes of it.
#[test]
fn what_was_entered_is_not_left_without_a_word() {
    let again = |answers: &str| {
        let questionnaire = asked(&questions());
        played(&questionnaire).again(Replies::parse(answers, &questionnaire).expect("they fit"))
    };
    let about = "About the pending questions: ";
    let cancelled = &format!("{about}Question was cancelled by user.");
    check(
        again,
        &[
            (NONE, &[Cancel], &format!("{cancelled}\nLeft open by the user, not decided: DB, With, Name")),
            (SOME, &[Cancel, Cancel], "[□ With] → 1. [ ] A"),
            (
                SOME,
                &[Cancel, CursorDown, Confirm],
                &format!(
                    "{about}The user left the form and sent these answers:\nWhich database? → SQLite (value: lite) (note: for now)\nWhich name? → shop \
                     (typed)\nLeft open by the user, not decided: With"
                ),
            ),
            (
                SOME,
                &[Cancel, CursorDown, CursorDown, CursorDown, Confirm],
                &format!("{cancelled}\nLeft open by the user, not decided: DB, With, Name"),
            ),
        ],
    );
    assert!(shown(&frame(&after(again(SOME), &[Cancel]))).contains("Send what I have (2 answered)"));
}

/// What was being written when a call was cut off stands where it stood, and is no answer.
#[test]
fn what_was_being_written_is_written_on() {
    let questionnaire = asked(&questions());
    // → what is kept, and the questions with an answer
    let rows: [(&[Action], Json, &[&str]); 8] = [
        // a text in place of an answer, beside one, a newer one
        (&[NextTab, NextTab, draft("half")], json!({"id": "name", "text": "half"}), &[]),
        (&[Digit(1), PrevTab, Digit(0), draft("own")], json!({"id": "db", "text": "own"}), &["db"]),
        (
            &[NextTab, NextTab, submit("shop"), PrevTab, Confirm, draft("shops")],
            json!({"id": "name", "text": "shops"}),
            &["name"],
        ),
        // one that a choice has left
        (&[Digit(0), draft("own"), Cancel, First, Digit(1)], json!({"id": "db", "text": "own"}), &["db"]),
        // beside boxes, and one that is not checked
        (&[NextTab, Digit(1), Digit(0), draft("own")], json!({"id": "with", "text": "own"}), &["with"]),
        (
            &[NextTab, Digit(1), Digit(0), submit("own, and more"), Digit(0), draft("half")],
            json!({"id": "with", "text": "half"}),
            &["with"],
        ),
        (
            &[NextTab, Digit(1), Digit(0), submit("own"), Action::Toggle],
            json!({"id": "with", "text": "own"}),
            &["with"],
        ),
        (&[Note, draft("why")], json!({"id": "db", "note": "why"}), &[]),
    ];
    for dialect in [Dialect::Question, Dialect::AskUser, Dialect::AskUserQuestion] {
        for (actions, unsent, answered) in &rows {
            let cut_off = result(&after(played(&questionnaire), &[*actions, &[Disconnect]].concat())).details;
            let record = Record::read(&taken(&cut_off.in_dialect(dialect))).expect("it is ours");
            let again = played(&questionnaire).again(record.replies(&questionnaire));
            let again = result(&after(again, &[Disconnect])).details;
            assert_eq!(taken(&again.unsent), json!([unsent]), "{actions:?} {dialect:?}");
            let ids: Vec<&str> = again.answers.iter().map(|answer| answer.id.as_str()).collect();
            assert_eq!((ids.as_slice(), &again.answers), (*answered, &cut_off.answers), "{actions:?} {dialect:?}");
        }
    }
}

/// One question alone, in every mode.
#[test]
fn a_single_answer_that_is_there_already() {
    let rows = [
        (r#"{"prompt": "Which?", "options": ["a", "b"]}"#, r#"["b"]"#, Confirm, "Which? → b"),
        (r#"{"prompt": "Which?", "options": ["a", "b"], "defaultValue": "a"}"#, r#"["b"]"#, Confirm, "Which? → b"),
        (r#"{"prompt": "Why?"}"#, r#"[{"value": "so", "note": "x"}]"#, submit("so"), "Why? → so (typed) (note: x)"),
    ];
    for (question, answers, action, expected) in rows {
        let questionnaire = lone(question);
        let form = || played(&questionnaire).later(Replies::parse(answers, &questionnaire).unwrap());
        let answered = result(&after(form(), &[action])).content;
        assert_eq!(answered, format!("The user has answered the pending questions:\n{expected}"));
        let left = result(&after(form(), &[Cancel]));
        assert_eq!((left.details.outcome, left.details.answers), (Outcome::Cancelled, vec![]), "{question}");
    }
    // also where the user is never asked before leaving
    let quick = settings(r#"{"confirmDiscard": false}"#);
    let questionnaire = asked(&questions());
    let form = form_with(&questions(), &quick).later(Replies::parse(SOME, &questionnaire).unwrap());
    assert_eq!(result(&after(form, &[Cancel])).details.answers, vec![]);
}

#[test]
fn what_the_model_reads_of_revised_answers() {
    let revised = |db: &str, with: &str, name: &str| {
        format!(
            "The user revised earlier answers:\nWhich database? → {db}\nWith what? → {with}\nWhich name? → {name} (typed)"
        )
    };
    let (db, with, name) = ("SQLite (value: lite) (note: for now)", "A, mine (typed)", "shop");
    let about = "About earlier answers: ";
    let cancelled = &format!("{about}Question was cancelled by user.");
    // The review is shown, on the first answer; Enter opens it, and what is changed there leads back.
    let changed = |actions: &[Action]| [&[Confirm], actions, &[Confirm]].concat();
    let rows = [
        (changed(&[Digit(1)]), revised("PostgreSQL (value: pg) (note: for now)", with, name)),
        (changed(&[Note, submit("for good"), PrevTab]), revised("SQLite (value: lite) (note: for good)", with, name)),
        (changed(&[Note, submit(""), PrevTab]), revised("SQLite (value: lite)", with, name)),
        (changed(&[Digit(0), submit("DuckDB")]), revised("DuckDB (typed) (note: for now)", with, name)),
        (vec![CursorDown, Confirm, Digit(2), Confirm, Confirm], revised(db, "A, B, mine (typed)", name)),
        (vec![Click(Target::Item(1)), Click(Target::Item(2)), NextTab, NextTab, Confirm], revised(db, "A", name)),
        (
            vec![Confirm, Digit(1), CursorUp, Confirm, submit("cart"), Confirm],
            revised("PostgreSQL (value: pg) (note: for now)", with, "cart"),
        ),
        // an answer that was erased
        (
            vec![CursorDown, CursorDown, Confirm, draft(""), PrevTab, Last, Confirm, Confirm, Confirm],
            format!("The user revised earlier answers:\nWhich database? → {db}\nWith what? → {with}\nWithdrawn: Name"),
        ),
        (vec![Cancel], cancelled.clone()),
        (vec![NextTab, NextTab, Cancel, Cancel], cancelled.clone()),
        // what was chosen anew as it was is no change, and is not asked about
        (vec![Confirm, Digit(2), Cancel], cancelled.clone()),
        // with all that is answered, to send what there is is to submit
        (
            vec![Confirm, Digit(1), Cancel, CursorDown, Confirm],
            revised("PostgreSQL (value: pg) (note: for now)", with, name),
        ),
        // what is not submitted does not count
        (
            vec![Confirm, Digit(1), Discuss, submit("why?")],
            format!(
                "{about}The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: why?"
            ),
        ),
    ];
    let rows: Vec<Row> = rows.iter().map(|(actions, content)| (ALL, actions.as_slice(), content.as_str())).collect();
    check(revision, &rows);
}

#[test]
fn a_revision_says_something_only_if_an_answer_is_another() {
    let end = |actions: &[Action]| result(&after(revision(ALL), actions));
    let rows: [(&[Action], bool); 8] = [
        (&[], false),
        (&[Confirm, Digit(1)], true),
        (&[Confirm, Note, submit("for good"), NextTab, Digit(1), Confirm], true),
        // back to what it was
        (&[Confirm, Digit(1), First, Confirm, Digit(2)], false),
        (&[Confirm, Digit(1), Undo, PrevTab], false),
        (&[Confirm, Note, submit("why"), Note, submit("for now"), PrevTab], false),
        (&[CursorDown, Confirm, Digit(1), Digit(1), Confirm], false),
        (&[CursorDown, Confirm, Digit(0), submit("no"), Click(Target::Item(3)), PrevTab, PrevTab], false),
    ];
    for (actions, is_said) in rows {
        let revised = end(&[actions, &[Last, Confirm]].concat());
        assert_eq!(revised.is_said, is_said, "{actions:?}");
        let ids: Vec<&str> = revised.details.answers.iter().map(|answer| answer.id.as_str()).collect();
        assert_eq!((ids, revised.details.outcome), (vec!["db", "with", "name"], Outcome::Answered), "{actions:?}");
        assert_eq!(revised.details.metadata, Some(sent(r#"{"from": 1}"#)));
    }
    // The transcript says what it is.
    let mut revised = taken(&end(&[Confirm, Digit(1), Last, Confirm]).details);
    let drawn = |details: &Json| shown(&entry(details, "", false, 60));
    assert!(drawn(&revised).contains("Your answers, as they are now"), "{}", drawn(&revised));
    revised["revised"] = json!("yes");
    assert!(drawn(&revised).starts_with("⟨success⟩✓"), "{}", drawn(&revised));
    // Without a submission the answers stay as they were sent. What was changed is kept, if anything was.
    let details = |actions: &[Action]| end(actions).details;
    let cut_off = details(&[Confirm, Digit(1), Abort]);
    assert_eq!((cut_off.answers.len(), cut_off.unsent_answers.map(|answers| answers.len())), (0, Some(3)));
    for actions in [&[Abort][..], &[Cancel]] {
        let same = details(actions);
        assert_eq!((same.answers.len(), same.unsent_answers), (0, None), "{actions:?}");
    }
}

#[test]
fn a_revision_drops_nothing() {
    // a text that was begun and left is no change, and is there when the answers are revised again
    let left = result(&after(revision(ALL), &[Confirm, Digit(0), draft("half"), Cancel, PrevTab, Confirm]));
    assert!(!left.is_said && !left.content.contains("half"), "{}", left.content);
    assert!(kept(&left).contains("half"));
    // what was cut off is compared with what the model has
    let questionnaire = asked(&questions());
    let [given, drafts] =
        [ALL, r#"{"name": "mall"}"#].map(|answers| Replies::parse(answers, &questionnaire).expect("they fit"));
    let opening = Opening { occasion: Occasion::Revision, given, drafts, ..Opening::default() };
    let again = result(&after(played(&questionnaire).opened(opening), &[Last, Confirm]));
    assert!(again.is_said && again.content.ends_with("\nWhich name? → mall (typed)"), "{}", again.content);
}

#[test]
fn what_the_model_reads_where_questions_wait() {
    let questionnaire = asked(&questions());
    let host = Host { mode: HostMode::Print, now: Some(1) };
    let pending = |remark: Option<&str>| {
        questionnaire.pending(host, ".pi/q.json".to_owned(), "k1".to_owned(), remark.map(str::to_owned))
    };
    let text = "Questions pending. User input required.\n\nTo answer, re-run with:\n  pi -c -p @.pi/q.json \"your answers\"\n\n\
        Or edit the JSON file and run:\n  pi -c\n\nQuestions saved to: .pi/q.json\n\n\
        Or answer all of them on the command line:\n  pi -c -p --answers '[\"first answer\", \"second answer\", …]'\n\n\
        Nothing is decided. Do not answer for the user: tell them what you need to know and how to answer, and end your turn.";
    assert_eq!(pending(None).content, text);
    // as many answers as there are questions
    for (prompts, answers) in
        [(vec!["A?"], r#"'["your answer"]'"#), (vec!["A?", "B?"], r#"'["first answer", "second answer"]'"#)]
    {
        let content = asked(&json!(prompts)).pending(host, "q.json".to_owned(), "k1".to_owned(), None).content;
        assert!(content.contains(&format!("\n  pi -c -p --answers {answers}\n")), "{content}");
    }
    assert_eq!(pending(Some("--answers: it is not JSON.")).content, format!("{text}\n\n--answers: it is not JSON."));
    let details = taken(&pending(Some("why")).details);
    let read = ["cancelled", "outcome", "mode", "metadata", "message", "pendingFile"].map(|name| details.at(name));
    assert_eq!(json!(read), json!([true, "pending", "print", {"from": 1}, "why", ".pi/q.json"]));
    assert_eq!((details.at("questions").items().len(), details.at("answers").items().len()), (3, 0));

    let host = Host { mode: HostMode::Json, now: None };
    let unavailable = questionnaire.unavailable(host, Some("no room is left".to_owned()));
    assert_eq!(
        unavailable.content,
        "Error: UI is unavailable: pi runs in json mode, where the user cannot be asked. The questions could not be saved \
         for later: no room is left. Nothing is decided. Do only what needs no answer, put the question into your reply and end your turn."
    );
    assert_eq!(unavailable.details.message.as_deref(), Some("no room is left"));
}

/// pi's compaction keeps the first 2,000 characters of a result.
#[test]
fn long_answers_stand_behind_short_ones() {
    let content = |answers: &[String]| {
        let prompts: Vec<Json> = (1..=answers.len()).map(|at| json!(format!("Q{at}?"))).collect();
        let form = played(&asked(&json!(prompts)));
        let actions: Vec<Action> = answers.iter().map(|answer| submit(answer)).chain([Action::Yes, Confirm]).collect();
        result(&confirmed(after(form, &actions), answers.len()))
    };
    let (short, limit, long, lines) = ("s".repeat(20), "l".repeat(500), "L".repeat(501), "line\n".repeat(101));
    let all = content(&[long.clone(), short.clone(), lines.clone(), limit.clone()]);
    let expected = format!(
        "Q1? → a long answer, below\nQ2? → {short} (typed)\nQ3? → a long answer, below\nQ4? → {limit} (typed)\nQ1? → {long} (typed)\nQ3? → (typed){}\n  ",
        "\n  line".repeat(101)
    );
    assert_eq!(all.content, expected);
    // what the session keeps is in the order of the questions
    let ids: Vec<&str> = all.details.answers.iter().map(|answer| answer.id.as_str()).collect();
    assert_eq!(ids, ["q1", "q2", "q3", "q4"]);

    // a note counts, and so does all that was picked
    let note = "n".repeat(501);
    let start = [Note, submit(&note), Digit(1)];
    let picks =
        [Digit(0), submit(&"a".repeat(300)), Digit(0), submit(&"b".repeat(201)), Confirm, submit("shop"), Confirm];
    let read = |end: &[Action]| result(&after(played(&asked(&questions())), &[start.as_slice(), end].concat())).content;
    let below = "Which database? → a long answer, below\nWith what? → a long answer, below\nWhich name? → shop (typed)\n\
         Which database? → PostgreSQL (value: pg) (note: nnn";
    let content = read(&picks);
    assert!(content.starts_with(below) && content.contains("\nWith what? → aaa"), "{content}");
    // also of what was not finished, behind what it is
    let head = "Question was aborted before the user had answered. Nothing is decided.\nEntered so far, not final:\nWhich database? → a long answer, below\n\
         With what? → A\nWhich database? → ";
    let content = read(&[Digit(1), Abort]);
    assert!(content.starts_with(head), "{content}");
}

fn questionnaire() -> impl Strategy<Value = Questionnaire> {
    prop::collection::vec(prop_oneof![2 => question(), 1 => alike()], 1..=4).prop_map(|questions| {
        let request = Request { questions, ..Request::default() };
        Questionnaire::new(request, &Settings::default()).expect("it can be asked")
    })
}

/// The form for answers as a session keeps them, of questions as it keeps them.
fn reopened(details: &Record) -> Played {
    let record = Record::read(&taken(&details.in_dialect(Dialect::Question))).expect("it is ours");
    let questionnaire = record.questionnaire().expect("it was asked before");
    played(&questionnaire).revision(record.replies(&questionnaire))
}

proptest! {
    #[test]
    fn a_revision_is_said_if_it_differs(
        asked in questionnaire(),
        first in prop::collection::vec(plan(), 4),
        second in prop::collection::vec(plan(), 0..4),
    ) {
        let count = asked.questions().len();
        let before = result(&filled(played(&asked), count, &first)).details;
        let same = result(&confirmed(reopened(&before), count));
        prop_assert_eq!((&same.details.answers, same.is_said), (&before.answers, false));

        let after = result(&filled(reopened(&before), count, &second));
        prop_assert_eq!(after.is_said, before.answers != after.details.answers);
        prop_assert_eq!(after.details.answers.len(), count);
    }

    /// Whatever ends a form from outside, the same is told.
    #[test]
    fn a_lost_connection_tells_what_an_abort_tells(
        form in common::any::form(),
        actions in prop::collection::vec(action(), 0..20),
    ) {
        let form = after(form, &actions);
        if !form.is_ended() {
            let [aborted, lost] = [Abort, Disconnect].map(|end| result(&after(form.clone(), &[end])));
            let rest = |content: &str| content.split_once('\n').map(|(_, rest)| rest.to_owned());
            prop_assert_eq!(rest(&lost.content), rest(&aborted.content));
            prop_assert_eq!(lost.details.outcome, Outcome::ConnectionLost);
            prop_assert_eq!(lost.details, Record { outcome: Outcome::ConnectionLost, ..aborted.details });
        }
    }
}
