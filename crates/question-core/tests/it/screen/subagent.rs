//! Questions of another session: who asks, how many wait, and what this session keeps of them.

use crate::common::dialogs::{PlainDialogs, seen};
use crate::common::{Action, Played, after, form, frame, json, shown};
use crate::later::history::History;
use question_core::{DialogStyle, Opening, Size, Subagent};

/// Returns a form for a subagent with this name and task.
fn asked(name: &str, task: &str) -> Played {
    let form = form(&json!({"title": "Release", "questions": [{"prompt": "Which?", "options": ["One", "Two"]}]}));
    let [name, task] = [name, task].map(|text| Some(text.to_owned()).filter(|text| !text.is_empty()));
    let subagent = Some(Subagent { name, task, cwd: "/srv/app".to_owned(), pid: 7, ..Subagent::default() });
    form.opened(Opening { subagent, ..Opening::default() })
}

fn top(form: &Played) -> String {
    shown(&frame(form)).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_border_says_who_asks_and_how_many_wait() {
    let width = |columns| Size { columns, rows: 24, taken: 0 };
    for (name, waiting, columns, expected) in [
        ("scout", 0, 60, "scout asks⟨/⟩⟨border⟩ · ⟨/⟩⟨heading⟩Release"),
        ("", 0, 60, "A subagent asks⟨/⟩"),
        (" \u{200b} ", 0, 60, "A subagent asks⟨/⟩"),
        ("scout", 1, 60, "⟨muted⟩1 more waits ctrl+s"),
        ("scout", 12, 60, "⟨muted⟩12 more wait ctrl+s"),
        // a name cannot end its line, or become a code of the terminal
        ("a\n\u{1b}[31mb\u{202e}c", 0, 60, "\"a ␛[31mb"),
        ("a name that has no room in so few columns", 2, 40, "\"a name th…"),
    ] {
        let mut form = asked(name, "");
        form.resize(width(columns));
        form.set_waiting(waiting);
        let line = top(&form);
        assert!(line.contains(expected), "{name:?}: {line}");
        assert!(frame(&form).lines.iter().all(|line| line.width() <= columns), "{name:?}");
        let mut own = form.clone().opened(Opening::default());
        own.resize(width(columns));
        assert_eq!(frame(&form).lines.len(), frame(&own).lines.len(), "it takes no row");
    }
}

#[test]
fn who_asks_cannot_look_like_more_than_a_name() {
    for (name, task, expected) in [
        ("code-reviewer", "", "code-reviewer asks"),
        ("@team/db_2.scout#1", "", "@team/db_2.scout#1 asks"),
        ("佐々木", "", "佐々木 asks"),
        ("Émile’s agent", "", "\"Émile’s agent\" asks"),
        ("🤖 scout", "", "\"🤖 scout\" asks"),
        ("say \"hi\"", "", "\"say 'hi'\" asks"),
        ("pi ── Your own model", "", "\"pi Your own model\" asks"),
        ("a ── 9 more wait", "", "\"a 9 more wait\" asks"),
        ("a –— 9 · b • c ― d − e ━ f ｜ g | h ㅡㅡ", "", "\"a 9 b c d e f g h\" asks"),
        ("a ---- b", "", "\"a - b\" asks"),
        ("a asks · Release", "", "\"a asks Release\" asks"),
        ("── ··", "", "A subagent asks"),
        ("scout", "x) asks ── 9 more wait (y", "scout (x] asks 9 more wait [y) asks"),
        ("scout", "── ──\nfix foo()", "scout (fix foo[]) asks"),
    ] {
        let form = asked(name, task);
        let line = shown(&frame(&after(form.clone(), &[Action::Fold])));
        assert!(line.contains(&format!("{expected}⟨/⟩")), "{name:?}: {line}");
        let text = seen(&PlainDialogs::new(&form, DialogStyle::Numbers));
        assert!(text.starts_with(&format!("{expected}\n")), "{name:?}: {text}");
        let text = shown(&frame(&after(form, &[Action::Zoom, Action::PrevTab])));
        assert!(!task.is_empty() || !text.contains("── 9") && !text.contains("── Your"), "{name:?}: {text}");
    }
}

#[test]
fn the_folder_is_named_where_several_persons_could_be_asked() {
    for (cwd, expected) in [
        ("/srv/app", "scout (/srv/app: find it) asks"),
        ("/home/ann/work/2026/projects/app-a", "scout (/home/ann/work…rojects/app-a: find it) asks"),
        ("/srv/── 9 more wait", "scout (/srv/ 9 more wait: find it) asks"),
    ] {
        let subagent = Subagent {
            name: Some("scout".to_owned()),
            task: Some("find it".to_owned()),
            cwd: cwd.to_owned(),
            names_folder: Some(true),
            pid: 7,
            ..Subagent::default()
        };
        let form = form(&json!({"questions": [{"prompt": "Which?", "options": ["One", "Two"]}]}));
        let mut form = form.opened(Opening { subagent: Some(subagent), ..Opening::default() });
        form.resize(Size { columns: 100, rows: 24, taken: 0 });
        assert!(top(&form).contains(expected), "{}", top(&form));
        let text = seen(&PlainDialogs::new(&form, DialogStyle::Select));
        assert!(text.starts_with(&format!("{expected}\n")), "{text}");
    }
}

/// Who asks below others says through whom, whose names cannot imitate that.
#[test]
fn the_names_on_the_way_to_the_person() {
    for (through, expected) in [
        (&["lead"][..], "⟨subagent⟩lead › scout asks"),
        (&["lead", "my aid"], "⟨subagent⟩lead › \"my aid\" › scout asks"),
        (&[""], "⟨subagent⟩A subagent › scout asks"),
        (&["a › b"], "⟨subagent⟩\"a b\" › scout asks"),
        (&["the one who leads", "and another one"], " › scout asks"),
    ] {
        let through = Some(through.iter().map(|&name| name.to_owned()).collect());
        let subagent = Subagent { name: Some("scout".to_owned()), through, ..Subagent::default() };
        let form = form(&json!({"questions": [{"prompt": "Which?", "options": ["One", "Two"]}]}));
        let form = form.opened(Opening { subagent: Some(subagent), ..Opening::default() });
        assert!(top(&form).contains(expected), "{}", top(&form));
    }
}

#[test]
fn the_prompt_on_the_whole_terminal_has_the_folder_and_the_task() {
    let zoomed = after(asked("scout", "Find out\nwhich one"), &[Action::Zoom, Action::PrevTab]);
    let text = shown(&frame(&zoomed));
    assert!(
        text.contains("scout asks · /srv/app") && text.contains("Find out") && text.contains("which one"),
        "{text}"
    );
}

#[test]
fn a_task_tells_subagents_of_one_name_apart() {
    let form = asked("", "\n  Find out which database the orders are in\nand more");
    assert!(top(&form).contains("A subagent (Find out which database the…) asks"), "{}", top(&form));
    let folded = after(form, &[Action::Fold]);
    assert!(shown(&frame(&folded)).contains("A subagent (Find out"), "{}", shown(&frame(&folded)));
}

#[test]
fn a_dialog_says_who_asks_first() {
    for style in [DialogStyle::Select, DialogStyle::Numbers] {
        let text = seen(&PlainDialogs::new(&asked("scout", ""), style));
        assert!(text.starts_with("scout asks\nRelease\nWhich?"), "{text}");
    }
}

#[test]
fn a_session_keeps_what_was_asked_for_another_one_and_does_nothing_about_it() {
    let record = |outcome: &str, fields: &crate::common::Json| {
        let question = json!({"id": "a", "prompt": "a?", "mode": "single", "options": [{"value": "yes", "label": "yes"}],
            "allowCustom": true, "customLabel": "Something else…", "allowEmpty": false});
        let mut data = json!({"questions": [question], "answers": [], "mode": "tui", "outcome": outcome,
            "cancelled": outcome != "answered", "subagent": {"name": "scout", "cwd": "/", "pid": 1}});
        for (name, value) in fields.as_object().expect("it is one") {
            data[name] = value.clone();
        }
        data
    };
    let answer = json!({"id": "a", "mode": "single", "prompt": "a?", "value": "yes", "label": "yes", "wasCustom": false, "index": 1});
    let before = || History::new().prompt().asks(&["b"]).answered("b", "yes");
    let plain = before().alone();
    let session = before().own_entry(record("answered", &json!({"answers": [answer]}))).alone();
    assert!(session.listing(80).contains("scout asks (a?)\n✓ a?\n  → yes"), "{}", session.listing(80));
    let waits = before().own_entry(record("pending", &json!({}))).alone();
    assert!(waits.listing(80).contains("\n  scout asks · a?"), "{}", waits.listing(80));
    for (what, own, other) in [
        ("what is revised", format!("{:?}", plain.inquiry("revision")), format!("{:?}", session.inquiry("revision"))),
        (
            "what is open",
            format!("{:?}", plain.open_call("a").is_some()),
            format!("{:?}", session.open_call("a").is_some()),
        ),
    ] {
        assert_eq!(own, other, "{what}");
    }
    // A form that the subagent's end has closed begins again with what was entered.
    let unsent = json!({"unsent": [{"id": "a", "text": "half"}]});
    let again = before().own_entry(record("aborted", &unsent)).asks(&["a"]).alone();
    let questions = crate::common::asked(&json!({"questions": [{"id": "a", "prompt": "a?", "options": ["yes"]}]}));
    let agent =
        |name: &str, cwd: &str| Subagent { name: Some(name.to_owned()), cwd: cwd.to_owned(), ..Subagent::default() };
    for (who, subagent, is_restored) in [
        ("the same, started again", Some(agent("scout", "/")), true),
        ("another one", Some(agent("builder", "/")), false),
        ("the same in another folder", Some(agent("scout", "/other")), false),
        ("the session itself", None, false),
    ] {
        let drafts = format!("{:?}", again.entered(&questions, subagent.as_ref()).drafts);
        assert_eq!(drafts.contains("half"), is_restored, "{who}");
    }
    // What the session itself has asked is none of a subagent's.
    let mut left = record("aborted", &unsent);
    left.as_object_mut().expect("it is one").remove("subagent");
    let own = History::new().prompt().asks(&["a"]).result("a", left).alone();
    assert!(format!("{:?}", own.entered(&questions, None).drafts).contains("half"));
    assert!(!format!("{:?}", own.entered(&questions, Some(&agent("scout", "/"))).drafts).contains("half"));
}
