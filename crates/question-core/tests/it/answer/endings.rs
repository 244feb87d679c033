//! Every ending of a call as the model reads it, in one sheet for a person to review: what would a model that is in a
//! hurry do next?

use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Action, Played, TUI, after, ask, fail, form, json, submit, three};
use Action::{Abort, Cancel, Confirm, CursorDown, Digit, Disconnect, Discuss, Note};
use question_core::{Host, HostMode, Opening, Subagent};

/// A name, a form, and the actions of its user.
type Way<'a> = (&'a str, fn() -> Played, &'a [Action]);

/// Returns a form with a default of each kind.
fn defaults() -> Played {
    form(&json!({"questions": [
        {"label": "DB", "prompt": "Which database?", "options": ["PostgreSQL", "SQLite"], "defaultValue": "SQLite"},
        {"label": "With", "prompt": "With what?", "mode": "multi", "options": ["Login", "REST"], "defaultValues": ["REST"]},
        {"label": "Name", "prompt": "Which name?", "defaultValue": "shop"},
    ]}))
}

fn boxes() -> Played {
    form(&json!({"questions": [{"prompt": "With what?", "mode": "multi", "options": ["Login", "REST"]}]}))
}

/// Returns the same form for a subagent.
fn asked_by_subagent(form: Played) -> Played {
    form.opened(Opening { subagent: Some(Subagent::default()), ..Opening::default() })
}

#[test]
fn the_model_reads_every_ending() {
    let ways: &[Way] = &[
        ("all answered", three, &[Digit(1), Digit(2), Digit(1), Confirm]),
        ("answered in part", three, &[Digit(1), Action::NextTab, Action::NextTab, Confirm, Confirm]),
        ("submitted without an answer", three, &[Action::PrevTab, Confirm, Confirm]),
        ("defaults kept", defaults, &[Action::PrevTab, Confirm]),
        ("a default kept, others changed", defaults, &[Confirm, Digit(1), Confirm, submit("cart"), Confirm]),
        ("nothing checked", boxes, &[Confirm, Confirm, Confirm]),
        ("cancelled", three, &[Cancel]),
        ("left, discarded", three, &[Digit(1), Cancel, CursorDown, CursorDown, CursorDown, Confirm]),
        ("put off", three, &[Digit(1), Cancel, CursorDown, CursorDown, Confirm]),
        ("left, sent in part", three, &[Digit(1), Cancel, CursorDown, Confirm]),
        ("left, notes alone", three, &[Note, submit("ask Ann"), Cancel, CursorDown, Confirm]),
        ("talk first", three, &[Discuss, submit("")]),
        ("talk first, in part", three, &[Digit(1), Discuss, submit("")]),
        ("talk first, with a message", three, &[Discuss, submit("why not both?")]),
        (
            "talk first, with a long message, in part",
            three,
            &[Digit(1), Discuss, submit("why not both?\nBoth are fine.")],
        ),
        ("aborted", three, &[Abort]),
        ("aborted in part", three, &[Digit(1), Abort]),
        ("connection lost", three, &[Disconnect]),
        ("connection lost in part", three, &[Digit(1), Disconnect]),
        ("failed", three, &[fail()]),
        ("failed in part, with an open text", three, &[Digit(1), Digit(0), Action::Draft("half".to_owned()), fail()]),
    ];
    let mut sheet = Sheet::default();
    for (name, new, actions) in ways {
        let own = after(new(), actions).result(TUI).map_or_else(|| "not ended".to_owned(), |result| result.content);
        sheet.add(name, &own);
        let child =
            after(asked_by_subagent(new()), actions).result(TUI).map_or_else(String::new, |result| result.content);
        if child != own {
            sheet.add(&format!("{name}, a subagent's"), &child);
        }
    }
    let asked = ask(&json!({"questions": ["Delete the bucket?", "Which name?"]})).expect("it can be asked");
    for mode in [HostMode::Print, HostMode::Json, HostMode::Rpc, HostMode::Tui] {
        let host = Host { mode, now: None };
        sheet.add(&format!("unavailable, {mode:?}"), &asked.unavailable(host, None).content);
        let reason = Some("the folder cannot be written".to_owned());
        sheet.add(&format!("unavailable for a reason, {mode:?}"), &asked.unavailable(host, reason).content);
    }
    sheet.add("a subagent without a person", &asked.unasked_inside(TUI, None).content);
    let off = Some("questions of subagents are turned off".to_owned());
    sheet.add("subagents are off", &asked.unasked_inside(TUI, off).content);
    let pending = |remark| asked.pending(TUI, ".pi/pending-questions.json".to_owned(), "k".to_owned(), remark).content;
    sheet.add("pending", &pending(None));
    sheet.add("pending, after answers that were not used", &pending(Some("--answers: too many answers.".to_owned())));
    let refused = |call| ask(&call).map_or_else(|refusal| refusal.to_string(), |_| "asked".to_owned());
    sheet.add("refused, no questions", &refused(json!({"questions": []})));
    sheet.add("refused, a problem", &refused(json!({"questions": [{"prompt": "Which?", "mode": "single"}]})));
    sheet.add("refused, problems", &refused(json!({"questions": [{"prompt": "Which?", "mode": "single"}, {}]})));
    let late = |actions: &[Action]| {
        let form = after(three().later(question_core::Replies::default()), actions);
        form.result(TUI).map_or_else(|| "not ended".to_owned(), |result| result.content)
    };
    sheet.add("later, answered in part", &late(&[Digit(1), Action::NextTab, Action::NextTab, Confirm, Confirm]));
    sheet.add("later, submitted without an answer", &late(&[Action::PrevTab, Confirm, Confirm]));
    sheet.add("later, cancelled", &late(&[Cancel]));
    sheet.add("later, talk first", &late(&[Discuss, submit("why?")]));
    snapshot!("endings", sheet);
}
