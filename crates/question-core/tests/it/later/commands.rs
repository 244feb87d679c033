//! What the commands make of what waits in a session, and what becomes of the forms that they open.

use super::history::{
    Does, FILE, History, NOTHING, SESSION, begun, both_left, check, ended, facts, file_of, found, given, left, open,
    start, two_questions,
};
use crate::common::json::{Parts as _, encoded, taken};
use crate::common::play;
use crate::common::{Action, Json, Played, after, draft, fail, form, frame, json, played, result, sent, shown, submit};
use Action::{Abort, Cancel, Confirm, CursorDown, Digit, Discuss, First, Leave, Note, PrevTab};
use question_core::{Branch, Ended, Event, Exit, HostMode, Plan, REVISION, SessionFacts, Settings, ToolResult};

fn answer(session: &Branch, mode: HostMode) -> Plan {
    session.plan(&Event::Answer(mode))
}

#[test]
fn what_is_open_is_asked_one_call_after_the_other() {
    let history = left().asks(&["b", "c"]).answered("b", "yes");
    let file = history.file(&[("a", "\"yes\"")]);
    for (why, session, expected) in [
        ("a file", history.with_file(&file), vec!["a*", "c"]),
        ("no file", history.alone(), vec!["a", "c"]),
        ("nothing is open", history.clone().told(&["a"], &["no"]).cancelled("c").with_file(&file), vec![]),
    ] {
        assert_eq!(open(&session), expected, "{why}");
    }
    let none = Does { says: &["No questions are pending."], ..NOTHING };
    check("nothing is open", &answer(&History::new().prompt().alone(), HostMode::Tui), &none);
    let fault = [".pi/q.json: question 2 (b): takes exactly one answer"];
    let faulty = both_left().with_file(&both_left().file(&[("a", "\"yes\""), ("b", "[1, 2]")]));
    check("a fault", &answer(&faulty, HostMode::Tui), &Does { warns: &fault, asks: &["a", "b"], ..NOTHING });
    let broken = [".pi/q.json: \"sessionId\" is missing"];
    check(
        "a broken file",
        &answer(&left().with_file("{}"), HostMode::Tui),
        &Does { warns: &broken, asks: &["a"], ..NOTHING },
    );

    let in_file = "Nobody can be asked here. Answer the questions in .pi/q.json.";
    check("print mode", &answer(&history.with_file(&file), HostMode::Print), &Does { warns: &[in_file], ..NOTHING });
    let on_line = "Nobody can be asked here. Answer with: pi -c -p --answers '[…]'";
    check(
        "print mode",
        &answer(&left().with_file("{}"), HostMode::Print),
        &Does { warns: &[broken[0], on_line], ..NOTHING },
    );
}

#[test]
fn the_last_answers_are_changed() {
    let revise = |session: &Branch, mode| session.plan(&Event::Revise(mode));
    let session = History::new().prompt().asks(&["a"]).answered("a", "no").alone();
    assert_eq!(revise(&session, HostMode::Tui).ask, [REVISION]);
    let nobody = Does { warns: &["Nobody can be asked here."], ..NOTHING };
    check("print mode", &revise(&session, HostMode::Print), &nobody);
    let none = Does { says: &["No answers to revise in this session yet."], ..NOTHING };
    check("no answers", &revise(&left().alone(), HostMode::Tui), &none);
}

/// The result of a form for a call after these actions, and the plan for its end.
fn ends(history: &History, session: &Branch, call: &str, actions: &[Action]) -> (ToolResult, Plan) {
    let form = Played::of_open(&session.open_call(call).expect("it is open"), &Settings::default());
    let result = result(&after(form, actions));
    let plan = ended(session, Some(&history.name(call)), &result);
    (result, plan)
}

#[test]
fn a_form_that_is_answered_closes_its_call_and_renames_the_file() {
    let history = left();
    let text = history.file(&[("a", "[\"x\", \"y\"], \"why\": 1")]);
    let session = history.with_file(&text);
    let (answered, plan) = ends(&history, &session, "a", &[Digit(2)]);
    check("answered", &plan, &Does { closes: &["a"], goes_on: true, retires: true, ..NOTHING });
    let after = history.after_form(&plan, &answered).with_file(&text);
    assert_eq!(open(&after), [""; 0]);
}

#[test]
fn a_form_that_is_not_answered_waits_on_with_what_was_entered_unless_it_was_cut_off_and_the_user_has_had_their_say() {
    let sends = Does { goes_on: true, ..NOTHING };
    let closes = Does { closes: &["a"], ..sends };
    let cut_off = History::new().prompt().asks_with("a", two_questions());
    let waits = cut_off.clone().left("a").reply();
    let halfway = [Digit(1), Cancel, Cancel, CursorDown, Confirm];
    // how the form ends → what is done for a call that was cut off, and for one that waits, and whether that has a
    // draft
    let ways: [(&str, &[Action], Does<'_>, Does<'_>, &str); 8] = [
        ("aborted", &[Abort], NOTHING, NOTHING, "a"),
        ("aborted, with a draft", &[Digit(0), draft("half"), Abort], NOTHING, NOTHING, "a*"),
        ("left", &[Cancel], NOTHING, NOTHING, "a"),
        ("left with an answer", &halfway, closes, sends, "a"),
        ("left at once", &[Digit(1), Leave, Leave], NOTHING, NOTHING, "a*"),
        // Whoever submits leaves the other questions open for good.
        ("submitted with an open question", &[Digit(1), PrevTab, PrevTab, Confirm, Confirm], closes, closes, "a"),
        ("discussed", &[Discuss, submit("why?")], closes, sends, "a"),
        ("failed", &[fail()], NOTHING, NOTHING, "a"),
    ];
    for (why, actions, of_cut_off, of_waits, still_open) in ways {
        for (history, expected) in [(&cut_off, of_cut_off), (&waits, of_waits)] {
            let (result, plan) = ends(history, &history.alone(), "a", actions);
            check(why, &plan, &expected);
            let after = history.clone().after_form(&plan, &result).alone();
            assert_eq!(open(&after), if expected == closes { vec![] } else { vec![still_open] }, "{why}");
        }
    }
    // One that has opened by itself, and that the user leaves, is over.
    let (left, _) = ends(&cut_off, &cut_off.alone(), "a", &[Cancel]);
    let ask = cut_off.name("a");
    let ended = Ended { ask, record: taken(&left.details), is_said: false, goes_on: false, is_requested: false };
    check("left", &cut_off.alone().plan(&Event::Ended(ended)), &Does { closes: &["a"], ..NOTHING });
    // What the user discards is not there again.
    let drafted = waits.clone().draft("a", &["yes", "x"]);
    let discard = [Cancel, CursorDown, CursorDown, CursorDown, Confirm];
    let (discarded, plan) = ends(&drafted, &drafted.alone(), "a", &discard);
    check("discarded", &plan, &NOTHING);
    assert_eq!(
        (open(&drafted.alone()), open(&drafted.after_form(&plan, &discarded).alone())),
        (vec!["a*".to_owned()], vec!["a".to_owned()])
    );
    // What was entered last counts.
    let again = cut_off.aborted("a", &["yes", "x"]).draft("a", &["no", "y"]);
    let (form, _) = ends(&again, &again.alone(), "a", &[Abort]);
    let answers: Vec<&str> = form.details.answers.iter().map(|answer| answer.picks[0].label.as_str()).collect();
    assert_eq!(answers, ["no", "y"]);
}

/// What was sent is sent, and the rest stays open.
#[test]
fn what_is_sent_from_a_form_is_not_asked_or_told_again() {
    let questions: Vec<Json> =
        ["a", "b", "c"].map(|id| json!({"id": id, "prompt": (format!("{id}?")), "options": ["yes", "no"]})).into();
    let history = History::new().prompt().asks_with("1", json!({"questions": questions})).left("1").reply();
    let text =
        history.file(&[("a", "\"in the file\", \"why\": \"x\""), ("b", "null, \"note\": \"ask Ann\""), ("c", "null")]);
    let told = |history: &History| {
        let entry = history.entries.last().expect("it is there");
        (entry["content"].as_str().unwrap_or_default().to_owned(), entry.at("details").at("part").items().len())
    };
    let ids = |session: &Branch| {
        let open = session.open_call("1").expect("it is open");
        open.questionnaire().questions().iter().map(|question| question.id.clone()).collect::<Vec<_>>()
    };
    // Left as it was opened, it tells nothing of what only the file holds.
    let session = history.with_file(&text);
    check("left", &ends(&history, &session, "1", &[Cancel]).1, &NOTHING);
    // A text that is not submitted is kept, and the answer and the note in the file are sent.
    let send = [Digit(0), draft("half"), Cancel, Cancel, CursorDown, Confirm];
    let (part, plan) = ends(&history, &session, "1", &send);
    let history = history.after_form(&plan, &part);
    let expected = "About the pending questions: The user left the form and sent these answers:\na? → in the file (typed)\n\
        Left open by the user, not decided: \"b?\", \"c?\"\nNote, for \"b?\": ask Ann";
    assert_eq!(told(&history), (expected.to_owned(), 1));
    let session = history.with_file(&text);
    assert_eq!((ids(&session), open(&session)), (vec!["b".to_owned(), "c".to_owned()], vec!["1*".to_owned()]));
    // The rest is answered: in a form, or on the command line.
    let (answered, plan) = ends(&history, &session, "1", &[First, Digit(1), Digit(2), Confirm]);
    let expected = "The user has answered the pending questions:\nb? → yes (note: ask Ann)\nc? → no";
    let closed = history.clone().after_form(&plan, &answered);
    assert_eq!(told(&closed), (expected.to_owned(), 0));
    assert_eq!(plan.retire.as_deref(), Some(FILE));
    // A question that waits is not revised. Once it is answered, it is.
    let revision = |session: &Branch| {
        let (questionnaire, opening) = session.inquiry(REVISION).expect("an answer was sent");
        played(&questionnaire).opened(opening)
    };
    let changed = result(&after(revision(&session), &[First, Digit(1)]));
    assert_eq!(changed.details.questions.iter().map(|question| question.id.as_str()).collect::<Vec<_>>(), ["a"]);
    let history_changed = history.clone().after_form(&ended(&session, None, &changed), &changed);
    let (rest, plan) = ends(&history_changed, &history_changed.alone(), "1", &[First, Digit(1), Digit(2), Confirm]);
    for history in [closed, history_changed.after_form(&plan, &rest)] {
        let all = result(&after(revision(&history.alone()), &[Action::Last, Confirm]));
        let labels = all.details.answers.iter().map(|answer| taken(answer)["label"].clone()).collect::<Vec<_>>();
        assert_eq!(labels, ["yes", "no"]);
    }
    let plan = begun(&session, &given(start(HostMode::Print), "[\"yes\", \"no\"]"));
    assert_eq!(told(&history.after_plan(&plan)).0, expected);
}

#[test]
fn a_revision_in_which_nothing_was_changed_says_so() {
    let session = History::new().prompt().asks(&["a"]).answered("a", "no").alone();
    let (questionnaire, opening) = session.inquiry(REVISION).expect("it was answered");
    let revision = |actions: &[Action]| {
        ended(&session, None, &result(&after(played(&questionnaire).opened(opening.clone()), actions)))
    };
    let same = revision(&[Digit(2)]);
    check("the same", &same, &Does { says: &["Nothing was changed."], ..NOTHING });
    assert_eq!((same.note, revision(&[Abort]).note), (None, None));
    let plan = revision(&[Digit(1)]);
    check("another", &plan, &Does { goes_on: true, ..NOTHING });
}

/// The model was told that there is no answer any more, so that no earlier one may come back.
#[test]
fn an_answer_that_was_taken_back_stays_so() {
    use Action::NextTab;
    let asked = json!({"questions": [
        {"id": "m", "prompt": "Files?", "mode": "multi", "options": ["a.db", "b.db"]},
        {"id": "name", "prompt": "Name?", "defaultValue": "shop"},
        {"id": "z", "prompt": "Zone?", "options": ["one", "two"]},
    ]});
    let first = result(&after(form(&asked), &[Digit(1), Confirm, submit("cart"), Digit(1), Confirm]));
    let mut history = History::new().prompt().asks_with("a", asked).result("a", taken(&first.details));
    let revised = |history: &History, actions: &[Action]| {
        let session = history.alone();
        let (questionnaire, opening) = session.inquiry(REVISION).expect("it was answered");
        let form = after(played(&questionnaire).opened(opening), actions);
        if !form.is_ended() {
            return (shown(&frame(&form)), history.clone());
        }
        let result = result(&form);
        (result.content.clone(), history.clone().after_form(&ended(&session, None, &result), &result))
    };
    let send = [Leave, CursorDown, Confirm];
    let revised_to = "The user revised earlier answers:";
    let take_back = [[Confirm, Digit(1), NextTab, Confirm, draft(""), Cancel].as_slice(), &send].concat();
    for (actions, told) in [
        (take_back, "\nZone? → one\nWithdrawn: \"Files?\", \"Name?\""),
        ([[CursorDown, CursorDown, Confirm, Digit(2)].as_slice(), &send].concat(), "\nZone? → two"),
    ] {
        let (content, next) = revised(&history, &actions);
        assert_eq!(content, [revised_to, told].concat());
        history = next;
    }
    // Also where it was the only one.
    let only = json!({"questions": [{"id": "m", "prompt": "Files?", "mode": "multi", "options": ["a.db", "b.db"]}]});
    let answered = result(&after(form(&only), &[Digit(1), Confirm, Confirm]));
    let only = History::new().prompt().asks_with("a", only).result("a", taken(&answered.details));
    let (content, only) = revised(&only, &[[Confirm, Digit(1)].as_slice(), &send].concat());
    assert_eq!(content, [revised_to, "\nWithdrawn: \"Files?\""].concat());
    let (review, _) = revised(&only, &[]);
    assert!(review.contains("□ Files? → not answered"), "{review}");
    assert_eq!(
        only.alone().plan(&Event::Unheard { is_appended: false }).exit,
        Exit::Failed,
        "the model has not acted on it"
    );
    let (review, _) = revised(&history, &[]);
    for line in ["□ Files? → not answered", "◪ Name? → (default) shop", "Zone? → two"] {
        assert!(review.contains(line), "{line:?} is not in\n{review}");
    }
}

#[test]
fn what_was_entered_in_a_revision_is_there_again_unless_it_is_discarded() {
    let history = History::new().prompt().asks(&["a"]).answered("a", "no");
    let revised = |history: &History, actions: &[Action]| {
        let session = history.alone();
        let (questionnaire, opening) = session.inquiry(REVISION).expect("it was answered");
        let result = result(&after(played(&questionnaire).opened(opening), actions));
        history.clone().after_form(&ended(&session, None, &result), &result)
    };
    let has_draft =
        |history: &History| history.alone().inquiry(REVISION).is_some_and(|(_, opening)| !opening.drafts.are_none());
    let interrupted = revised(&history, &[Digit(0), draft("half"), Abort]);
    assert!(has_draft(&interrupted));
    let discarded = revised(&interrupted, &[Cancel, CursorDown, CursorDown, CursorDown, Confirm]);
    assert!(!has_draft(&discarded));
}

#[test]
fn a_text_entered_over_an_answer_in_the_file_is_a_draft() {
    let history = left().draft("a", &["mine"]);
    let session = history.with_file(&history.file(&[("a", "\"no\"")]));
    let form = Played::of_open(&session.open_call("a").expect("it is open"), &Settings::default());
    let page = shown(&frame(&form));
    assert!(page.contains(" ✓"), "{page}");
    assert_eq!(after(form, &[Digit(0)]).draft(), "mine");
    // So are a note, and a text that was added to boxes.
    let boxes = json!({"questions": [{"id": "a", "prompt": "a?", "mode": "multi", "options": ["yes", "no"]}]});
    let waits = History::new().prompt().asks_with("a", boxes).left("a").reply();
    let (entered, plan) = ends(&waits, &waits.alone(), "a", &[Digit(0), submit("mine"), Note, draft("why"), Abort]);
    let history = waits.after_form(&plan, &entered);
    let session = history.with_file(&history.file(&[("a", "[\"no\"]")]));
    let form = Played::of_open(&session.open_call("a").expect("it is open"), &Settings::default());
    let page = shown(&frame(&form));
    assert!(page.contains("[x] ⟨/⟩no\n") && page.contains(" ✎ mine"), "{page}");
    assert_eq!(after(form, &[Note]).draft(), "why");
}

/// The answer in the file checks its boxes, beside the draft.
#[test]
fn a_text_added_to_boxes_stays_beside_an_answer_in_the_file() {
    let boxes = json!({"questions": [{"id": "a", "prompt": "a?", "mode": "multi", "options": ["yes", "no"]}]});
    let history = History::new().prompt().asks_with("a", boxes).left("a").draft("a", &["mine"]);
    let session = history.with_file(&history.file(&[("a", "\"no\"")]));
    let form = Played::of_open(&session.open_call("a").expect("it is open"), &Settings::default());
    let entered = play::abort(&form).details;
    assert_eq!(play::answers(&form), ["a=[no (2)]"]);
    assert_eq!(taken(&entered.unsent), json!([{"id": "a", "text": "mine"}]));
}

#[test]
fn a_prompt_with_the_file_in_it_answers_its_questions_in_words() {
    let history = left().asks(&["b"]);
    let text = history.file(&[("a", "null")]);
    let plan = history.with_file(&text).plan(&Event::Prompted);
    check("asked here", &plan, &Does { retires: true, ..NOTHING });
    assert_eq!(plan.note.as_ref().map(|note| note.closes.clone()), Some(vec![history.name("a")]));
    let after = history.clone().after_plan(&plan).with_file(&text);
    assert_eq!(open(&after), ["b"]);
    // That of another session stays.
    let other = text.replace(SESSION, "t-1");
    let elsewhere = format!("{FILE}: it holds the questions of another session (pi --session t-1)");
    let gone = format!("{FILE}: no session of this folder has asked its questions (pi --session t-1)");
    for (sessions, expected) in [
        (Some("1_t-1.jsonl"), Does { warns: &[&elsewhere], ..NOTHING }),
        (Some("1_s-1.jsonl"), Does { warns: &[&gone], ..NOTHING }),
        (None, Does { warns: &[&elsewhere], ..NOTHING }),
    ] {
        let sessions = sessions.map(|name| vec![name.to_owned()]);
        let session = history.session_in(SessionFacts { sessions, ..facts(vec![found(&other)]) }, &Settings::default());
        check("another session's", &session.plan(&Event::Prompted), &expected);
    }
    // What another branch has asked stays.
    let session = History::new().prompt().with_file(&text);
    let branch = format!("{FILE}: not asked on this branch of the session");
    check("another branch's", &session.plan(&Event::Prompted), &Does { warns: &[&branch], ..NOTHING });
}

#[test]
fn the_listing_has_what_was_answered_and_what_waits() {
    assert_eq!(History::new().prompt().alone().listing(40), "No questions in this session.");
    let asked = History::new().prompt().asks(&["a"]).answered("a", "no").asks(&["b"]).cancelled("b");
    let listing = asked.asks(&["c"]).left("c").alone().listing(40);
    let [heading, first, second, waiting] = listing.split("\n\n").collect::<Vec<_>>()[..] else { panic!("{listing}") };
    assert_eq!(heading, "Questions of this session:");
    assert!(first.contains("no") && second.contains("ancelled"), "{listing}");
    assert_eq!(waiting, "Waiting for answers (/questions answer):\n  c?\n    yes, no");
    let history = History::new().prompt().asks(&["a"]).left("a").asks(&["b"]);
    let text = history.file(&[("a", "null")]);
    assert_eq!(
        history.with_file(&text).listing(40),
        "Waiting for answers (/questions answer):\n  b?\n    yes, no\n\nWaiting for answers (.pi/q.json, /questions answer):\n  a?\n    yes, no"
    );
    // an answer in the file stands beside its question
    let filled = text.replace("\"answer\": null", "\"answer\": \"Yes\"");
    assert!(
        history.with_file(&filled).listing(40).ends_with("\n  a? → yes"),
        "{}",
        history.with_file(&filled).listing(40)
    );
    assert_eq!(History::new().prompt().with_file("{}").listing(40), ".pi/q.json: \"sessionId\" is missing");
    let unasked = text.replace("\"answer\": null", "\"answer\": \"yes\"").replace("a?", "a\\u001b[2J\\n?");
    let said = ".pi/q.json: question 1 (\"a␛[2J ?\"): not asked on this branch of the session";
    assert_eq!(History::new().prompt().with_file(&unasked).listing(40), said);
    // Prompts and options are named as anywhere else.
    let prompt = "# Orders\n\nThe `orders` table, [as it is](x).\n\n**Which**\u{1b}[2J\ndatabase?";
    let options = sent(r#"["**In** place", {"label": "Another, much slower way"}, "none"]"#);
    let entry: Json = json!({"call": "e1/a", "question": prompt, "answer": null});
    let asked = json!({"questions": [{"prompt": prompt, "options": options}]});
    let history = History::new().asks_with("a", asked).left("a");
    assert_eq!(
        history.with_file(&file_of(SESSION, &encoded(&entry))).listing(40),
        "Waiting for answers (.pi/q.json, /questions answer):\n  Which␛[2J database?\n    In place, Another, much slower way,…"
    );
}
