//! What becomes of the files that questions wait in: whose they are, what is read of them, and when they are renamed.

use super::history::{
    Does, FILE, History, NOTHING, OWN_FILE, SESSION, TIMESTAMP, all_beginnings, begun, both_left, check, closes, facts,
    found, given, left, open, prompted, says, sends, start, two_questions,
};
use crate::common::damage::{anything, damaged};
use crate::common::dialogs::{PlainDialogs, replied, seen};
use crate::common::{Played, asked, json};
use proptest::prelude::*;
use question_core::HostMode::{Print, Tui};
use question_core::{Branch, DialogStyle, Event, FoundFile, Origin, Settings};

const ELSEWHERE: &str = "it holds the questions of another session (pi --session t-1)";

/// Whether the file is renamed as the session starts, when there is nothing else to do.
fn is_finished(session: &Branch) -> bool {
    begun(session, &prompted(Print)).retire.is_some()
}

/// Names and texts.
type Files<'a> = &'a [(&'a str, &'a str)];

#[test]
fn a_session_takes_its_own_file_among_others() {
    let own = left().file(&[("a", "\"yes\"")]);
    let [other, odd] = ["t-1", "t; rm -rf ~"].map(|id| own.replace(SESSION, id));
    let unanswered = other.replace("\"yes\"", "null");
    let sends = Does { sends: &["a = yes"], closes: &["a"], goes_on: true, retires: true, ..NOTHING };
    let waits = Does { says: &["1 question waits. /questions answer opens the form."], ..NOTHING };
    let unknown = "it holds the questions of another session";
    let broken = "it is not JSON (line 1)";
    // the files → which one counts, and what the session begins with
    let rows: [(Files<'_>, &str, Does<'_>); 7] = [
        (&[(FILE, &own)], FILE, sends),
        // In a fork the questions of the branch are asked, and the file stays with the session that it belongs to.
        (&[(FILE, &unanswered)], FILE, waits),
        (&[(FILE, &other)], FILE, Does { warns: &[&format!("{FILE}: {ELSEWHERE}")], ..waits }),
        (&[(FILE, &odd)], FILE, Does { warns: &[&format!("{FILE}: {unknown}")], ..waits }),
        (&[(FILE, &other), (OWN_FILE, &own)], OWN_FILE, sends),
        (&[(FILE, "{"), (OWN_FILE, &own)], OWN_FILE, sends),
        (&[(FILE, &other), (OWN_FILE, "{")], OWN_FILE, Does { warns: &[&format!("{OWN_FILE}: {broken}")], ..waits }),
    ];
    for (files, name, begins) in rows {
        let files = files.iter().map(|(name, text)| FoundFile { name: (*name).to_owned(), ..found(text) });
        let session = left().session(files.collect());
        check(name, &begun(&session, &start(Tui)), &begins);
        assert_eq!(session.plan(&Event::Clear).retire.as_deref(), Some(name), "/questions clear asks nothing");
    }
    // One that is damaged and of another name may be any session's: nothing is said of it.
    let foreign = FoundFile { name: "pending-questions-x.json".to_owned(), ..found("{") };
    let session = left().session(vec![foreign, FoundFile { name: OWN_FILE.to_owned(), ..found(&own) }]);
    check("a foreign one", &begun(&session, &start(Tui)), &sends);
    let foreign = FoundFile { name: "pending-questions-x.json".to_owned(), ..found("{") };
    check("only a foreign one", &begun(&left().session(vec![foreign]), &start(Tui)), &waits);
}

#[test]
fn a_file_is_renamed_once_its_questions_are_closed() {
    let both = both_left();
    let file = |a: &str, b: &str| both.file(&[("a", a), ("b", b)]);
    let none = file("null", "null");
    let one = both.clone().told(&["a"], &["yes"]);
    let told = one.clone().told(&["b"], &["no"]);
    let sent = both.clone().after_plan(&begun(&both.with_file(&file("\"yes\"", "\"no\"")), &start(Tui)));
    let brought = both.clone().answered_in_words(&["a", "b"]);
    let rows = [
        ("nothing was answered", &both, none.clone(), false),
        ("a faulty answer", &both, file("[1, 2]", "null"), false),
        ("a note alone", &both, file("null", "null, \"note\": \"ask Ann\""), false),
        ("one was answered elsewhere", &one, none.clone(), false),
        ("one was answered elsewhere, and in the file", &one, file("\"no\"", "null"), false),
        ("all was answered elsewhere", &told, none.clone(), true),
        ("its answers were sent", &sent, file("\"yes\"", "\"no\""), true),
        // The file is renamed with what else stands there.
        ("it was edited since", &sent, file("\"no\"", "\"yes\", \"why\": 1"), true),
        ("it was brought with words", &brought, none.clone(), true),
        ("half of it is another branch's", &left().told(&["a"], &["yes"]), none.clone(), false),
        ("it is another branch's", &History::new().prompt(), none.clone(), false),
        ("it is another session's", &told, none.replace(SESSION, "t-1"), false),
        ("it cannot be read", &told, "{}".to_owned(), false),
        (
            "there is another list of questions",
            &told,
            none.replacen('{', "{\"questions\": [{\"answer\": \"mine\"}], ", 1),
            false,
        ),
    ];
    for (why, history, text, expected) in rows {
        let session = history.with_file(&text);
        assert_eq!(is_finished(&session), expected, "{why}");
        assert_eq!(session.plan(&Event::Clear).retire.as_deref(), Some(FILE), "{why}");
    }
    assert_eq!(both.alone().plan(&Event::Clear).retire, None, "there is no file");
    // The plan that sends the answers renames the file, which has all of them whatever becomes of the message.
    let plan = begun(&both.with_file(&file("\"yes\"", "\"no\"")), &start(Tui));
    assert_eq!((closes(&plan), plan.retire.as_deref()), (vec!["a", "b"], Some(FILE)));
}

/// Answers that were sent are not sent again if the file could not be renamed, and those to a later call are.
#[test]
fn equal_answers_in_the_file_of_a_later_call_are_sent() {
    let arguments = json!({"questions": [{"id": "db", "prompt": "Which?", "options": ["yes", "no"]}]});
    let asks = |history: History, call: &str| history.prompt().asks_with(call, arguments.clone()).left(call);
    let filled = |history: &History, call: &str| {
        let origin = Origin { session: SESSION.to_owned(), key: history.name(call), timestamp: TIMESTAMP.to_owned() };
        asked(&arguments).pending_text(None, &origin).unwrap().replace("null", "\"yes\"")
    };
    let first = asks(History::new(), "a");
    let text = filled(&first, "a");
    let sent = first.clone().after_plan(&begun(&first.with_file(&text), &start(Tui)));
    check("again", &begun(&sent.with_file(&text), &start(Tui)), &Does { retires: true, ..NOTHING });
    let again = asks(sent, "b");
    assert_eq!(sends(&begun(&again.with_file(&filled(&again, "b")), &start(Tui))), ["db = yes"]);
}

/// Of a file, answers and notes alone are read.
#[test]
fn other_fields_that_a_person_adds_are_not_read() {
    let history = left();
    for more in [r#", "why": 1"#, r#", "header": "Push", "options": ["push"], "mode": "multi""#] {
        let text = history.file(&[("a", &format!("\"yes\"{more}"))]).replacen('{', "{\"todo\": \"ask Ann\", ", 1);
        let plan = begun(&history.with_file(&text), &start(Tui));
        assert_eq!(sends(&plan), ["a = yes"], "{more}");
        assert_eq!(plan.delivery.unwrap().result.unwrap().result.content.lines().last(), Some("a? → yes"));
    }
}

#[test]
fn the_form_says_beside_its_question_what_is_wrong_with_an_answer_in_the_file() {
    let history = History::new().prompt().asks_with("a", two_questions()).left("a");
    for (answer, what) in [
        ("\"\"", "the answer is blank"),
        ("[\"x\", \"y\"]", "takes exactly one answer"),
        ("null, \"note\": 5", "\"note\" has to be a text"),
    ] {
        let session = history.with_file(&history.file(&[("a", answer), ("why", "\"long text\"")]));
        let form = Played::of_open(&session.open_call("a").expect("it is open"), &Settings::default());
        let form = PlainDialogs::new(&form, DialogStyle::Numbers);
        let title = form.dialog().expect("it is open").title;
        assert!(title.starts_with(what), "{title}");
        let done = replied(form, &["1", "", ""]);
        assert!(seen(&done).contains("why? → long text"), "{}", seen(&done));
        // The command line adds what is missing.
        let plan = begun(&session, &given(prompted(Print), "{\"a\": \"yes\"}"));
        assert_eq!(sends(&plan), ["a = yes", "q2 = long text"]);
    }
}

#[test]
fn a_file_is_for_the_call_of_a_repeated_id_that_it_names() {
    let first = History::new().prompt().asks_about("call_0", "First?").left("call_0").reply();
    let [waits, answered] = ["null", "\"yes\""].map(|answer| first.file(&[("First", answer)]));
    let both = first.clone().asks_about("call_0", "Second?").answered("call_0", "no").reply();
    let opens = Does { says: &["1 question waits (.pi/q.json). /questions answer opens the form."], ..NOTHING };
    check("the first waits", &begun(&both.with_file(&waits), &start(Tui)), &opens);
    assert!(!is_finished(&both.with_file(&waits)));
    let plan = begun(&both.with_file(&answered), &start(Tui));
    assert_eq!(plan.delivery.as_ref().map(|sent| sent.effects.closes.clone()), Some(vec!["e2/call_0".to_owned()]));
    assert!(is_finished(&both.after_plan(&plan).with_file(&answered)));
    // A form that was cut off, with the file of an earlier call.
    let cut_off = first.asks_about("call_0", "Second?").aborted("call_0", &[]);
    let asked = begun(&cut_off.with_file(&waits), &start(Tui)).ask;
    assert_eq!(asked, ["e5/call_0"]);
}

proptest! {
    /// Sessions and files may come from anywhere.
    #[test]
    fn nothing_in_a_session_is_too_odd(
        entries_damage in anything(),
        file_damage in anything(),
        answers in prop::option::of("\\PC{0,10}"),
    ) {
        let history = History::new().prompt().asks(&["a", "b", "c"]).answered("a", "yes").left("b").aborted("c", &[]);
        let history = history.told(&["b"], &["no"]).draft("c", &["yes"]);
        let text = damaged(&history.file(&[("a", "\"yes\""), ("b", "\"yes\"")]), &file_damage);
        let entries = damaged(&history.entries(), &entries_damage);
        let session = Branch::read(&entries, facts(vec![found(&text)]), &Settings::default());
        for mut beginning in all_beginnings() {
            beginning.answers.clone_from(&answers);
            let plan = begun(&session, &beginning);
            let is_open = |name: &String| session.open_call(name).is_some();
            prop_assert!(plan.ask.iter().all(is_open));
        }
        prop_assert!(!session.listing(30).is_empty());
        for event in [Event::Answer(Tui), Event::Revise(Tui)] {
            let plan = session.plan(&event);
            prop_assert!(!plan.ask.is_empty() || !plan.notices.is_empty());
        }
        let _ = (session.plan(&Event::Clear), session.plan(&Event::Prompted), open(&session));
    }
}

/// What was sent is not called unsent.
#[test]
fn a_file_whose_answers_were_sent_is_not_said_to_hold_unsent_ones() {
    let text = both_left().file(&[("a", "\"yes\""), ("b", "null")]);
    let sent = left().after_plan(&begun(&left().with_file(&text), &prompted(Print)));
    assert_eq!(says(&begun(&sent.with_file(&text), &prompted(Print))), [""; 0]);
}
