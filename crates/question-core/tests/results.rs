//! What a call returns: the text that the model reads, and the details that the session keeps.

mod common;

use Action::{Abort, Cancel, Confirm, CursorDown, Digit};
use common::{TUI, after, ask, draft, fail, form, json, one, result, submit, three};
use question_core::{Action, Form, Host, HostMode, Outcome};

/// A form, what its user does, and what the model then reads.
type Row<'a> = (fn() -> Form, &'a [Action], &'a str);

#[test]
fn what_the_model_reads() {
    let shared = "Question was cancelled by user.\nAnswers so far:\nWhich database? → PostgreSQL (value: pg)";
    let three_answers = "Which database? → SQLite (value: lite)\nWhich name? → orders (typed)\nDeploy now? → Yes";
    let rows: [Row; 11] = [
        (one, &[Digit(1)], "Which database? → PostgreSQL (value: pg)"),
        (one, &[Digit(3)], "Which database? → MySQL"),
        (one, &[Digit(0), submit("CSV files")], "Which database? → CSV files (typed)"),
        (one, &[Digit(0), submit("none:\n- CSV")], "Which database? → (typed)\nnone:\n- CSV"),
        (three, &[Digit(2), Digit(0), submit("orders"), Digit(1), Confirm], three_answers),
        (one, &[Cancel], "Question was cancelled by user."),
        (three, &[Digit(1), Cancel, CursorDown, CursorDown, Confirm], "Question was cancelled by user."),
        (three, &[Digit(1), Cancel, CursorDown, Confirm], shared),
        (one, &[Abort], "Question was aborted before the user had answered."),
        (one, &[fail()], "Error: The question form stopped working: trap. You can ask again."),
        (
            three,
            &[Digit(0), draft("half"), fail()],
            "Error: The question form stopped working: trap. You can ask again.\nAnswers so far:\n\
             Which database? → half (typed)",
        ),
    ];
    for (new, actions, expected) in rows {
        assert_eq!(result(&after(new(), actions)).content, expected, "{actions:?}");
    }
    for (mode, name) in [(HostMode::Print, "print"), (HostMode::Json, "json"), (HostMode::Rpc, "rpc")] {
        let questionnaire = ask(&json!({"questions": [{"prompt": "Why?", "options": [{"label": "So"}]}]}));
        let result = questionnaire.expect("valid").unavailable(Host { mode, now: None });
        assert_eq!(
            result.content,
            format!(
                "Error: UI is unavailable: pi runs in {name} mode, where the user cannot be asked. \
                 Go on without the answer, or put the question into your reply."
            )
        );
        assert_eq!((result.details.outcome, result.details.cancelled), (Outcome::Unavailable, true));
        assert_eq!(result.details.questions.len(), 1);
    }
}

#[test]
fn the_model_reads_one_line_for_each_choice() {
    let form = form(&json!({"questions": [
        {"prompt": "First\n\nline?", "options": [{"label": "Yes\nSecond? → No"}]},
        {"prompt": "Second?", "options": [{"value": "a\nb", "label": "B"}]},
    ]}));
    let content = result(&after(form, &[Digit(1), Digit(1), Confirm])).content;
    assert_eq!(content.lines().count(), 2, "{content}");
    assert!(content.starts_with("First line? → Yes"), "{content}");
}

#[test]
fn what_the_session_keeps() {
    let answered = result(&after(one(), &[Digit(2)])).details;
    assert_eq!((answered.cancelled, answered.answered_at, answered.mode), (false, TUI.now, HostMode::Tui));
    let [question] = answered.questions.as_slice() else { panic!("{:?}", answered.questions) };
    assert_eq!(question.options.len(), 3, "the custom row is not among the options");
    let [answer] = answered.answers.as_slice() else { panic!("{:?}", answered.answers) };
    assert_eq!((answer.prompt.as_str(), answer.label.as_str()), ("Which database?", "SQLite"));
    for end in [Cancel, Abort, fail()] {
        let details = result(&after(one(), std::slice::from_ref(&end))).details;
        assert_eq!((details.cancelled, details.answered_at), (true, None), "{end:?}");
        assert_eq!(details.message.as_deref(), (end == fail()).then_some("trap"));
    }
}
