//! The rules of the desk, one by one.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::{Stage, World};
use super::scenes::{call, content, one, outcome, run_ended, run_without_result, two, world};
use crate::common::json;
use question_core::{
    Asker, Begun, CloseReason, DeskEvent, End, Ending, FileText, HostMode, Outcome, RunMessage, Seat, StartLine, Way,
    unanswered,
};

/// What nobody has seen ends by the reason: the user's own stop is not asked again.
#[test]
fn how_questions_end_that_nobody_has_seen() {
    for (mode, is_gone, closing, how) in [
        (HostMode::Tui, false, None, End::Stop),
        (HostMode::Tui, true, None, End::Abort),
        (HostMode::Rpc, false, None, End::Stop),
        (HostMode::Rpc, true, None, End::Disconnect),
        (HostMode::Tui, false, Some(CloseReason::Reload), End::Abort),
        (HostMode::Rpc, false, Some(CloseReason::Other), End::Abort),
        (HostMode::Rpc, false, Some(CloseReason::Quit), End::Disconnect),
    ] {
        let mut world = world(mode, &[("call", one())]);
        let ticket = world.ask(call(), &one(), false);
        world.is_gone = is_gone;
        world.tell(&closing.map_or(DeskEvent::Aborted(ticket), DeskEvent::Closing));
        assert_eq!(world.unseen, [(ticket, how)], "{mode:?} {is_gone} {closing:?}");
    }
}

/// A session asks its own person, and a child that no person sees the one above as well; a session without a person that one
/// alone. A terminal is that of its user, and what a script has meant to answer is not asked.
#[test]
fn who_is_asked() {
    let all: &[&str] = &["above", "own"];
    for (mode, is_nested, (asks_above, is_child), places) in [
        (HostMode::Tui, false, (true, true), &["own"] as &[&str]),
        (HostMode::Rpc, false, (true, true), all),
        (HostMode::Rpc, false, (true, false), &["own"]),
        (HostMode::Rpc, false, (false, true), &["own"]),
        (HostMode::Print, false, (true, true), &["above"]),
        (HostMode::Print, false, (true, false), &["above"]),
        (HostMode::Print, false, (false, true), &[]),
        (HostMode::Json, true, (true, false), &["above"]),
        (HostMode::Tui, true, (true, true), &[]),
        (HostMode::Rpc, true, (true, true), &[]),
    ] {
        let mut world = world(mode, &[("call", one())]);
        world.is_nested = is_nested;
        let ticket = world.ask_below(call(), &one(), (asks_above, is_child));
        let open: Vec<&str> = world.tickets.get(&ticket).into_iter().flat_map(|it| it.places.keys().copied()).collect();
        assert_eq!(open, places, "{mode:?} {is_nested} {asks_above} {is_child}");
    }

    let mut world = World::new(HostMode::Print);
    world.history = crate::later::history::History::new();
    let answers = Some(r#"["yes", "no", "what"]"#.to_owned());
    world.begin(Begun { line: Some(StartLine { has_prompt: true, ..StartLine::default() }), answers });
    world.history = std::mem::take(&mut world.history).prompt().calls("toolUse", vec![("call", one())]);
    let ticket = world.ask(call(), &one(), true);
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Pending), "they do not fit");
}

/// A session without a person takes what the one above says. Without anybody there, the questions wait in the file, or go
/// into the reply of a session inside another. An abort ends them.
#[test]
fn a_session_without_a_person_asks_the_one_above() {
    for is_nested in [false, true] {
        let ask = || {
            let mut world = world(HostMode::Print, &[("call", one())]);
            world.is_nested = is_nested;
            let ticket = world.ask(call(), &one(), true);
            (world, ticket)
        };
        let (mut world, ticket) = ask();
        let answered = world.answered(ticket, "yes");
        world.reply(ticket, Seat::Above, Some(&answered));
        assert!(content(&world, ticket).contains("yes"));
        assert!(world.file.is_none());

        let (mut world, ticket) = ask();
        world.nobody_above(ticket, None);
        let expected = if is_nested { Outcome::Unavailable } else { Outcome::Pending };
        assert_eq!(outcome(&world, ticket).0, Some(expected));
        assert_eq!(world.file.is_some(), !is_nested);

        let (mut world, ticket) = ask();
        world.nobody_above(ticket, Some("its session has ended"));
        assert_eq!(outcome(&world, ticket).0, Some(Outcome::Unavailable));
        assert!(content(&world, ticket).contains("its session has ended"));

        let (mut world, ticket) = ask();
        world.tell(&DeskEvent::Aborted(ticket));
        assert_eq!(world.unseen, [(ticket, End::Abort)]);
        world.nobody_above(ticket, None);
        assert!(world.file.is_none(), "it has ended");
    }
}

/// A program may never answer a late request, so a call does not wait for it.
#[test]
fn a_call_takes_precedence_over_late_questions_of_a_program() {
    for mode in [HostMode::Rpc, HostMode::Tui] {
        let mut world = world(mode, &[("old", two())]);
        world.is_running = false;
        world.begin(Begun::default());
        let late = *world.tickets.keys().next().expect("the old call is asked again");
        world.show(late);
        world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("call", one())]);
        world.ask(call(), &one(), false);
        let stage = world.tickets[&late].places["own"];
        assert_eq!(stage == Stage::Closing, mode == HostMode::Rpc, "{mode:?}");
    }
}

/// A session with a person of its own asks no other one of its process. Who has not answered is told to the model.
#[test]
fn in_which_way_questions_are_asked() {
    for (mode, wants_dialogs, ways) in [
        (HostMode::Tui, false, vec![Way::Form]),
        (HostMode::Tui, true, vec![Way::Dialogs(None)]),
        (HostMode::Rpc, true, vec![Way::Above(false), Way::Program]),
        (HostMode::Print, true, vec![Way::Above(true)]),
        (HostMode::Json, false, vec![Way::Above(true)]),
    ] {
        let mut world = world(mode, &[("call", two())]);
        world.wants_dialogs = wants_dialogs;
        world.ask(call(), &two(), true);
        assert_eq!(world.carried.ways, ways, "{mode:?}");
    }
    for (how, why) in [
        ("gone", "the session of the person who could be asked has ended"),
        ("deaf", "the session of the person who could be asked does not respond"),
        ("unreadable", "the session of the person who could be asked has replied something else"),
        ("tooLarge", "the questions are too large to be passed on; shorter ones, of at most 16 MiB, can be asked"),
    ] {
        let mut world = world(HostMode::Print, &[("call", two())]);
        let ticket = world.ask(call(), &two(), true);
        world.nobody_above(ticket, Some(unanswered(how)));
        assert!(
            content(&world, ticket).contains(&[why, ". Nothing is decided."].concat()),
            "{}",
            content(&world, ticket)
        );
    }
}

/// The first answer counts, from whichever place, and what was entered in the other stays for the next time.
#[test]
fn of_two_places_the_first_answer_counts() {
    let mut world = world(HostMode::Rpc, &[("call", two())]);
    let ticket = world.ask(call(), &two(), true);
    world.show(ticket);
    let above = world.answered(ticket, "from-above");
    let part = world.part(ticket, "begun-here");
    world.reply(ticket, Seat::Above, Some(&above));
    assert!(world.finished.is_empty(), "what the form here leaves is still to come");
    world.reply(ticket, Seat::Own, Some(&part));
    assert!(content(&world, ticket).contains("from-above"));
    assert!(world.text().contains("begun-here"), "it stays in the session");

    // Without an answer here, the one above is waited for; without any, that of the form counts.
    for answers in [true, false] {
        let mut world = self::world(HostMode::Rpc, &[("call", two())]);
        let ticket = world.ask(call(), &two(), true);
        world.show(ticket);
        let above = world.answered(ticket, "from-above");
        let ended = world.ended(ticket, &Ending::Unasked(None));
        world.reply(ticket, Seat::Own, Some(&ended));
        assert!(world.finished.is_empty());
        world.reply(ticket, Seat::Above, Some(&above).filter(|_| answers));
        let expected = if answers { Outcome::Answered } else { Outcome::Unavailable };
        assert_eq!(outcome(&world, ticket), (Some(expected), false));
    }
}

/// What a form has left counts if the run is aborted while the person above is still asked.
#[test]
fn a_form_that_has_ended_counts_where_nobody_has_answered() {
    let mut world = world(HostMode::Rpc, &[("call", two())]);
    let ticket = world.ask(call(), &two(), true);
    world.show(ticket);
    let ended = world.ended(ticket, &Ending::Unasked(None));
    world.reply(ticket, Seat::Own, Some(&ended));
    world.tell(&DeskEvent::Aborted(ticket));
    assert_eq!(outcome(&world, ticket), (Some(Outcome::Unavailable), false));
    assert!(world.unseen.is_empty());
}

/// A ticket for which the core has failed keeps no other waiting.
#[test]
fn a_ticket_that_the_host_has_finished() {
    let mut world = world(HostMode::Tui, &[("old", two())]);
    world.is_running = false;
    world.begin(Begun::default());
    let late = *world.tickets.keys().next().expect("it is asked again");
    world.show(late);
    let other = Asker::Session { subagent: json!({"pid": 7}), id: "7:call".to_owned() };
    let waiting = world.ask(other, &one(), false);
    world.tickets.remove(&late);
    world.tell(&DeskEvent::Failed(late));
    assert!(world.tickets[&waiting].places.contains_key("own"));
    world.tell(&DeskEvent::Command("answer".to_owned()));
    assert_eq!(world.tickets.len(), 2, "it is asked again");
}

/// Once pi ends, each call ends at once with its last result.
#[test]
fn the_last_result() {
    for (mode, expected) in [(HostMode::Tui, Outcome::Aborted), (HostMode::Rpc, Outcome::ConnectionLost)] {
        let mut world = world(mode, &[("call", one()), ("next", one())]);
        let ticket = world.ask(call(), &one(), false);
        world.show(ticket);
        world.tell(&DeskEvent::Closing(CloseReason::Quit));
        let ended =
            world.ended(ticket, &Ending::from(if mode == HostMode::Rpc { End::Disconnect } else { End::Abort }));
        world.reply(ticket, Seat::Own, Some(&ended));
        assert_eq!(outcome(&world, ticket), (Some(expected), true), "{mode:?}");
        let next = world.ask(Asker::Call("next".to_owned()), &one(), false);
        assert_eq!(outcome(&world, next), (Some(expected), true), "{mode:?}");
    }
    // A session that another one follows has no last result.
    let mut world = world(HostMode::Tui, &[("call", one())]);
    let ticket = world.ask(call(), &one(), false);
    world.tell(&DeskEvent::Closing(CloseReason::Other));
    assert_eq!(outcome(&world, ticket), (Some(Outcome::Aborted), false));
}

/// Answers of the command line are divided between the calls of a message, used once, and forgotten with the turn.
#[test]
fn answers_of_the_command_line() {
    let mut world = world(HostMode::Print, &[]);
    world.history = crate::later::history::History::new();
    world.is_running = false;
    world.begin(Begun {
        line: Some(StartLine { has_prompt: true, ..StartLine::default() }),
        answers: Some(r#"["a1", "a2", "b1"]"#.to_owned()),
    });
    let calls = vec![("a", two()), ("b", json!({"questions": [{"prompt": "Where?"}]}))];
    world.history = std::mem::take(&mut world.history).prompt().calls("toolUse", calls.clone());
    world.is_running = true;
    let first = world.ask(Asker::Call("a".to_owned()), &calls[0].1, false);
    let second = world.ask(Asker::Call("b".to_owned()), &calls[1].1, false);
    assert!(content(&world, first).contains("a2") && content(&world, second).contains("b1"));
    let third = world.ask(Asker::Call("b".to_owned()), &calls[1].1, false);
    assert_eq!(outcome(&world, third).0, Some(Outcome::Pending), "they are used up");
    assert!(world.file.is_some());

    // Those that fit nothing are not used, which the script sees.
    let mut world = self::world(HostMode::Print, &[]);
    world.history = crate::later::history::History::new();
    world.is_running = false;
    let line = Some(StartLine { has_prompt: true, ..StartLine::default() });
    world.begin(Begun { line, answers: Some(r#"["a", "b", "c"]"#.to_owned()) });
    world.history = std::mem::take(&mut world.history).prompt().calls("toolUse", vec![("call", one())]);
    let ticket = world.ask(call(), &one(), false);
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Pending));
    assert!(world.notices.iter().any(|notice| notice.starts_with("--answers was not used")), "{:?}", world.notices);
    assert!(world.done.contains(&"fail") && content(&world, ticket).contains("--answers was not used"));
}

/// A file that another process writes at the same time is written again, but not for ever.
#[test]
fn the_file_is_overtaken() {
    let mut world = world(HostMode::Print, &[("call", one())]);
    world.is_overtaken = true;
    let ticket = world.ask(call(), &one(), false);
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Pending));
    // Its text is never the one that the branch was read with.
    let mut world = self::world(HostMode::Print, &[("call", one())]);
    world.is_always_overtaken = true;
    let ticket = world.ask(call(), &one(), false);
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Unavailable));
    assert!(world.notices.iter().any(|notice| notice.contains("another process")), "{:?}", world.notices);
}

/// A message that no run has taken in is appended once, and one that a killed process has left is sent at the next start.
#[test]
fn messages_that_a_run_has_not_taken_in() {
    for is_killed in [false, true] {
        let mut world = world(HostMode::Tui, &[("old", one())]);
        world.is_running = false;
        world.begin(Begun::default());
        let late = *world.tickets.keys().next().expect("it is asked again");
        world.show(late);
        // Meanwhile, the user has begun a run.
        world.is_running = true;
        let answered = world.answered(late, "yes");
        world.reply(late, Seat::Own, Some(&answered));
        let told =
            |world: &World| world.history.entries.iter().filter(|entry| entry["type"] == "custom_message").count();
        assert_eq!(told(&world), 0, "the run takes it in later");
        world.steered.clear();
        if is_killed {
            world.crash();
            world.begin(Begun::default());
        } else {
            world.is_running = false;
            world.tell(&DeskEvent::Settled);
        }
        assert_eq!(told(&world), 1, "{}", world.text());
        world.tell(&DeskEvent::Settled);
        world.tell(&DeskEvent::Closing(CloseReason::Quit));
        world.tell(&DeskEvent::Closed(CloseReason::Quit));
        world.crash();
        world.begin(Begun::default());
        assert_eq!((told(&world), world.tickets.len()), (1, 0), "once");
    }
}

/// Calls that a run has not begun are closed if pi goes on, and asked again if it ends.
#[test]
fn calls_that_a_run_has_not_begun() {
    for ends in [false, true] {
        let mut world = world(HostMode::Tui, &[("call", one())]);
        world.is_running = false;
        world.tell(&run_without_result("call"));
        world.tell(&DeskEvent::Settled);
        assert!(world.done.contains(&"delay"));
        if ends {
            world.tell(&DeskEvent::Closing(CloseReason::Quit));
        }
        world.tell(&DeskEvent::Elapsed);
        let closed = json!({"closes": [(world.history.name("call"))]});
        let entry = world.history.entries.last().map(|entry| &entry["data"]);
        assert_eq!(entry == Some(&closed), !ends, "{entry:?}");
        world.crash();
        world.begin(Begun::default());
        assert_eq!(world.tickets.len(), usize::from(ends));
    }
}

/// A call has begun if it has a result with details. Only those of the last message with calls may have not.
#[test]
fn which_calls_a_run_has_not_begun() {
    let reply = |calls: &[&str]| RunMessage {
        stop_reason: Some("aborted".to_owned()),
        calls: Some(calls.iter().map(|id| (*id).to_owned()).collect()),
        begun: None,
    };
    let said = || RunMessage { calls: None, ..reply(&[]) };
    let begun = |call: &str| RunMessage { begun: Some(call.to_owned()), ..RunMessage::default() };
    let both = || reply(&["a", "b"]);
    for (messages, expected) in [
        (vec![both()], &["a", "b"] as &[&str]),
        (vec![both(), begun("a")], &["b"]),
        (vec![both(), begun("a"), RunMessage::default()], &["b"]),
        (vec![both(), begun("b"), begun("a")], &[]),
        (vec![both(), said()], &["a", "b"]),
        // It calls another tool.
        (vec![both(), reply(&[])], &[]),
        (vec![both(), begun("a"), begun("b"), reply(&["a"])], &["a"]),
        (Vec::new(), &[]),
    ] {
        let mut world = world(HostMode::Tui, &[("a", one()), ("b", one())]);
        world.is_running = false;
        world.tell(&DeskEvent::RunEnded(messages.clone()));
        world.tell(&DeskEvent::Settled);
        world.tell(&DeskEvent::Elapsed);
        let names: Vec<String> = expected.iter().map(|call| world.history.name(call)).collect();
        let entry = world.history.entries.last().and_then(|entry| entry["data"].get("closes"));
        assert_eq!(entry.cloned(), (!names.is_empty()).then(|| json!(names)), "{messages:?}");
    }
}

/// Some providers give calls of each message the same ids: the one that was not begun is closed, and no later one. A command
/// shows that pi goes on.
#[test]
fn calls_of_two_runs_have_one_id() {
    for event in [DeskEvent::Elapsed, DeskEvent::Command(String::new())] {
        let mut world = world(HostMode::Tui, &[("call", one())]);
        world.is_running = false;
        world.tell(&run_without_result("call"));
        world.tell(&DeskEvent::Settled);
        let other = json!({"questions": [{"id": "other", "prompt": "Another?"}]});
        world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("call", other)]);
        world.tell(&event);
        world.crash();
        world.begin(Begun::default());
        let prompts: Vec<&str> = world
            .tickets
            .values()
            .flat_map(|ticket| ticket.questionnaire.questions())
            .map(|it| it.prompt.as_str())
            .collect();
        assert_eq!(prompts, ["Another?"]);
    }
}

/// A command alone ends print mode, which would print an earlier reply; one that fails, with the code of a failure.
#[test]
fn how_a_command_ends_a_script() {
    for (line, has_prompt, expected) in [
        ("", false, vec!["list", "exit"]),
        ("clear", false, vec!["exit"]),
        ("what", false, vec!["fail", "exit"]),
        ("what", true, vec!["fail"]),
        ("", true, vec!["list"]),
    ] {
        let mut world = World::new(HostMode::Print);
        world.history = crate::later::history::History::new();
        world.begin(Begun { line: Some(StartLine { has_prompt, commands: 1, files: Vec::new() }), answers: None });
        world.tell(&DeskEvent::Command(line.to_owned()));
        assert_eq!(world.done, expected, "{line} {has_prompt}");
    }
}

/// A pending file that a prompt brings is renamed once the model has replied.
#[test]
fn a_prompt_brings_the_file() {
    let mut world = world(HostMode::Print, &[("call", one())]);
    let ticket = world.ask(call(), &one(), false);
    let details =
        serde_json::to_value(&world.finished[&ticket][0].0.as_ref().expect("a result").details).expect("JSON");
    world.history = std::mem::take(&mut world.history).result("call", details);
    world.crash();
    let text = world.file.clone();
    let files = vec![FileText { name: crate::later::history::FILE.to_owned(), text: text.clone() }];
    world.begin(Begun { line: Some(StartLine { has_prompt: true, commands: 0, files }), answers: None });
    let prompt = json!({"role": "user", "content": text});
    world.history = std::mem::take(&mut world.history).message(prompt);
    world.tell(&run_ended(false));
    assert!(world.file.is_some(), "the model has not replied");
    world.tell(&run_ended(true));
    assert!(world.file.is_none() && !world.retired.is_empty());
    world.crash();
    world.begin(Begun::default());
    assert_eq!(world.tickets.len(), 0, "its call is closed");
}

/// What another session has asked is noted with its name: whole if the user has entered anything, and else without what
/// would fill the session.
#[test]
fn what_another_session_has_asked_is_noted() {
    let long = "long ".repeat(20_000);
    let asked = json!({"questions": [{"prompt": long}, {"prompt": "Short?"}]});
    for (answers, ending, prompts) in
        [(true, None, 2), (false, Some(Ending::Cancelled { share: false }), 1), (false, Some(Ending::Stopped), 0)]
    {
        let mut world = world(HostMode::Tui, &[]);
        let scout = Asker::Session { subagent: json!({"name": "scout", "pid": 7}), id: "7:call".to_owned() };
        let ticket = world.ask(scout, &asked, false);
        world.show(ticket);
        let ended = match ending {
            Some(ending) => world.ended(ticket, &ending),
            None => world.answered(ticket, "from-here"),
        };
        world.reply(ticket, Seat::Own, Some(&ended));
        let notes: Vec<_> =
            world.history.entries.iter().filter(|entry| entry["data"]["subagent"]["pid"] == 7).collect();
        let questions = notes.iter().filter_map(|note| note["data"]["questions"].as_array()).flatten();
        assert_eq!((notes.len(), questions.count()), (usize::from(prompts > 0), prompts), "{answers}");
        assert_eq!(world.text().contains("from-here"), answers);
    }
}

/// The request of another session is handed to a program if it is short, or if the program knows nothing else.
#[test]
fn a_long_request_of_another_session_is_announced_only_alone() {
    let session = Asker::Session { subagent: json!({"pid": 7}), id: "7:call".to_owned() };
    for (asker, bytes, is_alone, is_announced) in [
        (call(), 100_000, false, true),
        (session.clone(), 64 * 1024, false, true),
        (session.clone(), 64 * 1024 + 1, false, false),
        (session, 64 * 1024 + 1, true, true),
    ] {
        let mut world = world(HostMode::Rpc, &[("call", one())]);
        let ticket = world.ask(asker, &one(), false);
        world.tell(&DeskEvent::Requested { ticket, bytes, is_alone });
        assert_eq!(world.done.contains(&"announce"), is_announced, "{bytes} {is_alone}");
    }
}
