//! The pending file: questions that are written into it, and prompts that bring it.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::World;
use super::scenes::{about, content, outcome, run_ended, says, with_history, world};
use crate::common::json::{Parts as _, taken};
use crate::common::{Json, json};
use crate::later::history::{FILE, History, OWN_FILE};
use question_core::{Asker, Begun, DeskEvent, End, FileText, HostMode, Outcome, Severity, StartLine, WritingFault};

/// Two calls of one message, whose questions are to be written at the same time.
fn two_calls() -> (World, u32, u32) {
    let mut world = world(HostMode::Print, &[("a", about("Where?")), ("b", about("When?"))]);
    world.is_slow = true;
    let first = world.ask(Asker::Call("a".to_owned()), &about("Where?"), false);
    let second = world.ask(Asker::Call("b".to_owned()), &about("When?"), false);
    assert_eq!(world.carried.to_prepare, [first, second]);
    (world, first, second)
}

/// The file is written, and pi writes the result of each call that ends.
fn write_all(world: &mut World, calls: &[(u32, &str)]) {
    let mut open = calls.to_vec();
    while world.go_on_writing() {
        open.retain(|(ticket, id)| {
            let Some((Some(result), _)) = world.finished.get(ticket).map(|results| &results[0]) else { return true };
            let details = taken(&result.details);
            world.history = std::mem::take(&mut world.history).result(id, details);
            false
        });
    }
}

/// The prompts in the file, each with the key of its call.
fn written(world: &World) -> Vec<(String, String)> {
    let Some(text) = &world.file else { return Vec::new() };
    let file: Json = serde_json::from_str(text).expect("it is JSON");
    let questions = file["questions"].items().iter();
    questions.map(|item| (item["question"].string().to_owned(), item["call"].string().to_owned())).collect()
}

/// The key that the result of a call has.
fn key(world: &World, ticket: u32) -> String {
    let result = world.finished[&ticket][0].0.as_ref().expect("it has a result");
    result.details.pending_key.clone().expect("it waits in the file")
}

/// Two calls of one message add their questions to one file, whichever is written first. Each result knows its own.
#[test]
fn two_calls_add_to_one_file() {
    for is_swapped in [false, true] {
        let (mut world, first, second) = two_calls();
        if is_swapped {
            world.carried.to_prepare.reverse();
        }
        write_all(&mut world, &[(first, "a"), (second, "b")]);
        let mut expected = [("Where?".to_owned(), key(&world, first)), ("When?".to_owned(), key(&world, second))];
        if is_swapped {
            expected.reverse();
        }
        assert_eq!(written(&world), expected);
        assert_ne!(expected[0].1, expected[1].1);
        assert_eq!(world.carried.writings, 3, "the second one is written again");
        assert_eq!(world.finished.len(), 2);
    }
}

/// A file that other processes write all the time is tried five times.
#[test]
fn how_often_the_file_is_tried() {
    let mut world = world(HostMode::Print, &[("call", about("Where?"))]);
    world.is_always_overtaken = true;
    let ticket = world.ask(Asker::Call("call".to_owned()), &about("Where?"), false);
    assert_eq!((outcome(&world, ticket).0, world.carried.writings), (Some(Outcome::Unavailable), 5));
}

/// Where the session is not kept, no questions wait: nobody could go on with the answers.
#[test]
fn a_session_that_is_not_kept() {
    let (mut world, first, second) = two_calls();
    world.is_kept = false;
    assert!(world.go_on_writing());
    assert_eq!((world.finished.contains_key(&first), world.finished.contains_key(&second)), (true, false));
    write_all(&mut world, &[]);
    for ticket in [first, second] {
        assert_eq!(outcome(&world, ticket).0, Some(Outcome::Unavailable));
        assert!(content(&world, ticket).contains("--no-session"), "{}", content(&world, ticket));
    }
    assert_eq!((world.carried.writings, world.file), (0, None));
}

/// A file that cannot be written leaves its call without answers. The user is told why, and other calls go on.
#[test]
fn a_file_that_cannot_be_written() {
    let (mut world, first, second) = two_calls();
    assert!(world.go_on_writing() && world.go_on_writing());
    let (ticket, ..) = world.carried.to_write.remove(0);
    assert_eq!(ticket, first);
    let fault = Some(WritingFault::Failed("the disk is full".to_owned()));
    world.tell(&DeskEvent::Written { ticket, fault });
    assert_eq!(outcome(&world, first).0, Some(Outcome::Unavailable));
    assert!(content(&world, first).contains("the disk is full"));
    let notice = format!("The questions cannot wait for answers: {FILE}: the disk is full.");
    assert_eq!(world.carried.said, [(notice, Severity::Warning, false)]);
    write_all(&mut world, &[(second, "b")]);
    assert_eq!(written(&world), [("When?".to_owned(), key(&world, second))]);
}

/// A file that cannot be read is passed over. The user is told where the questions are once they are written.
#[test]
fn a_file_that_cannot_be_read_is_passed_over() {
    let mut world = world(HostMode::Print, &[("call", about("Where?"))]);
    (world.file, world.is_slow) = (Some("{".to_owned()), true);
    let ticket = world.ask(Asker::Call("call".to_owned()), &about("Where?"), false);
    assert!(world.go_on_writing() && world.notices.is_empty());
    let (_, text, existing) = world.carried.to_write.remove(0);
    assert_eq!((text.contains("Where?"), existing), (true, None));
    world.tell(&DeskEvent::Written { ticket, fault: None });
    let [(notice, Severity::Warning, false)] = world.carried.said.as_slice() else {
        panic!("{:?}", world.carried.said)
    };
    assert!(notice.starts_with(FILE) && notice.ends_with(&format!("the questions are in {OWN_FILE}.")), "{notice}");
    let (Some(result), _) = &world.finished[&ticket][0] else { panic!("it has a result") };
    assert_eq!(result.details.pending_file.as_deref(), Some(OWN_FILE));
}

/// A call that is aborted, or fails, before its questions are written leaves nothing in the file. The other one does.
#[test]
fn one_of_two_calls_ends_before_it_is_written() {
    for is_abort in [true, false] {
        let (mut world, first, second) = two_calls();
        if is_abort {
            world.tell(&DeskEvent::Aborted(first));
            assert_eq!(world.unseen, [(first, End::Abort)]);
        } else {
            world.tickets.remove(&first);
            world.tell(&DeskEvent::Failed(first));
        }
        write_all(&mut world, &[(second, "b")]);
        assert_eq!(written(&world), [("When?".to_owned(), key(&world, second))], "{is_abort}");
        assert_eq!(world.finished.contains_key(&first), is_abort);
        // It is over, so another abort changes nothing.
        world.tell(&DeskEvent::Aborted(second));
        assert_eq!(world.finished[&second].len(), 1);
    }
}

/// pi starts with a prompt that brings the file of this call, which could be read or not.
fn brought(is_readable: bool) -> World {
    let history = History::new().prompt().asks_about("a", "Where?").left("a").reply();
    let mut world = with_history(HostMode::Print, history);
    world.file = Some(world.history.file(&[("Where", r#""here""#)]));
    let text = world.file.clone().filter(|_| is_readable);
    let files = vec![FileText { name: FILE.to_owned(), text: text.clone() }];
    world.begin(Begun { line: Some(StartLine { has_prompt: true, commands: 0, files }), answers: None });
    let prompt = json!({"role": "user", "content": (text.unwrap_or_default())});
    world.history = std::mem::take(&mut world.history).message(prompt);
    world.is_running = true;
    world
}

/// A file that the prompt has brought is done with before a call of its run leaves questions: they begin a new one.
#[test]
fn a_call_leaves_questions_after_a_prompt_has_brought_the_file() {
    let mut world = brought(true);
    world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("b", about("When?"))]);
    let ticket = world.ask(Asker::Call("b".to_owned()), &about("When?"), false);
    assert_eq!(written(&world), [("When?".to_owned(), key(&world, ticket))]);
    assert!(world.retired.contains("Where?"));
    assert_eq!((world.carried.looked.as_slice(), world.notices.len()), (&[(true, false)] as &[_], 0));
}

/// A file that was changed since the prompt has brought it stays, and nothing is said of it: the model has not seen what it has
/// now.
#[test]
fn a_file_that_a_prompt_has_brought_is_changed_since() {
    for (is_changed, file) in [(true, Some("{")), (true, None), (false, Some("{"))] {
        let mut world = brought(true);
        let text = world.file.clone();
        if is_changed {
            world.file = file.map(str::to_owned);
        }
        for is_told in [false, true] {
            world.tell(&DeskEvent::Looked { prompted: text.clone(), is_told });
        }
        assert_eq!((world.retired.is_empty(), world.notices.len()), (is_changed, 0), "{file:?}");
    }
}

/// A file that the prompt names, but that could not be read, stays. The user is told why once the model has replied, and
/// once only.
#[test]
fn a_prompt_names_a_file_that_could_not_be_read() {
    let mut world = brought(false);
    world.file = Some("{".to_owned());
    world.is_slow = true;
    world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("b", about("When?"))]);
    world.ask(Asker::Call("b".to_owned()), &about("When?"), false);
    world.tell(&run_ended(false));
    assert_eq!((world.carried.looked.as_slice(), world.notices.len()), (&[] as &[_], 0));
    for _ in 0..2 {
        world.tell(&run_ended(true));
        assert_eq!(world.carried.looked, [(false, true)]);
        assert!(says(&world, FILE) && world.notices.len() == 1, "{:?}", world.notices);
    }
    assert_eq!(world.file.as_deref(), Some("{"));

    // Nor is one put aside that can be read by now: the model has not seen it.
    let mut world = brought(false);
    world.tell(&run_ended(true));
    assert_eq!((world.carried.looked.as_slice(), world.retired.as_str()), (&[(false, true)] as &[_], ""));
    world.is_running = false;
    world.tell(&DeskEvent::Command("answer".to_owned()));
    assert!(says(&world, "Answer the questions in"), "{:?}", world.notices);
}

/// A file that the prompt has brought, with a question that nobody has asked, stays. The user is told so once, after the run.
#[test]
fn a_prompt_brings_a_file_with_a_question_of_somebody_else() {
    let mut world = brought(true);
    let mut file: Json = serde_json::from_str(world.file.as_ref().expect("it is there")).expect("it is JSON");
    let other = json!({"id": "x", "call": "x", "question": "Who?", "answer": "me"});
    file["questions"].as_array_mut().expect("a list").push(other);
    let text = file.to_string();
    world.crash();
    world.file = Some(text.clone());
    let files = vec![FileText { name: FILE.to_owned(), text: Some(text.clone()) }];
    world.begin(Begun { line: Some(StartLine { has_prompt: true, commands: 0, files }), answers: None });
    world.history = std::mem::take(&mut world.history).message(json!({"role": "user", "content": text}));
    world.is_running = true;
    world.is_slow = true;
    world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("b", about("When?"))]);
    world.ask(Asker::Call("b".to_owned()), &about("When?"), false);
    assert_eq!((world.carried.looked.as_slice(), world.notices.len()), (&[(true, false)] as &[_], 0));
    world.tell(&run_ended(true));
    assert_eq!((world.notices.len(), world.file), (1, Some(text)), "{:?}", world.notices);
}

/// Where nobody above answers one of two calls, its questions wait in the file. The other one is still asked.
#[test]
fn nobody_above_answers_one_of_two_calls() {
    let mut world = world(HostMode::Print, &[("a", about("Where?")), ("b", about("When?"))]);
    let first = world.ask(Asker::Call("a".to_owned()), &about("Where?"), true);
    let second = world.ask(Asker::Call("b".to_owned()), &about("When?"), true);
    world.nobody_above(first, None);
    assert_eq!(written(&world), [("Where?".to_owned(), key(&world, first))]);
    let above = world.answered(second, "from-above");
    world.reply(second, question_core::Seat::Above, Some(&above));
    assert!(content(&world, second).contains("from-above"));
}
