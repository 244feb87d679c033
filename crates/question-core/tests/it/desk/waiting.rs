//! Questions that the user answers later: the row above the prompt, what opens them, and where they go.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::World;
use super::scenes::{
    about, answer, call, close, content, end, messages, notes, one, open, outcome, scout, sendings, start, two, world,
};
use crate::common::Json;
use crate::common::json::Parts as _;
use crate::later::history::SESSION;
use question_core::{Asker, Begun, CloseReason, DeskEvent, Ending, HostMode, Outcome, Seat, Sending, Severity};

/// The model asks in a call of its own message, and the user puts that off. The turn goes on.
fn put_off(world: &mut World, id: &str, questions: &Json) {
    world.history = std::mem::take(&mut world.history).calls("toolUse", vec![(id, questions.clone())]);
    world.is_running = true;
    let ticket = world.ask(Asker::Call(id.to_owned()), questions, false);
    end(world, &Ending::Later);
    world.take_result(ticket, id);
    world.tell(&DeskEvent::TurnEnded);
}

/// The run ends, and no other follows.
fn settle(world: &mut World) {
    world.is_running = false;
    world.tell(&DeskEvent::Settled);
}

fn answered_later(world: &mut World, text: &str) {
    world.tell(&DeskEvent::Command("answer".to_owned()));
    answer(world, text);
}

fn row(world: &World) -> &str {
    world.carried.row.as_deref().unwrap_or_default()
}

/// The model is told at once. The row says what waits until the model has the answers, which go into the run that goes on, or
/// start one.
#[test]
fn answers_that_come_later() {
    for is_running in [true, false] {
        let mut world = World::new(HostMode::Tui);
        start(&mut world, true, None);
        put_off(&mut world, "call", &two());
        let (told, _) = outcome(&world, 1);
        assert_eq!(told, Some(Outcome::Pending));
        assert!(content(&world, 1).starts_with("The user will answer later. Nothing is decided: go on only with what"));
        assert_eq!(row(&world), "◔ 2 questions wait • /questions answer");
        if !is_running {
            settle(&mut world);
        }
        answered_later(&mut world, "w1x");
        assert_eq!(sendings(&world), [Sending::Run], "{is_running}");
        for message in std::mem::take(&mut world.steered) {
            world.add(message);
        }
        world.tell(&DeskEvent::Replying);
        assert_eq!(row(&world), "", "{is_running}");
        assert_eq!(messages(&world).len(), 1);
        world.tell(&DeskEvent::Command("answer".to_owned()));
        assert_eq!(world.notices.last().map(String::as_str), Some("No questions are pending."));
    }
}

/// Nobody sees a row outside of a terminal, and a session inside another has none.
#[test]
fn where_there_is_a_row() {
    for (mode, is_nested) in [(HostMode::Rpc, false), (HostMode::Tui, true)] {
        let mut world = World::new(mode);
        world.is_nested = is_nested;
        start(&mut world, true, None);
        if !is_nested {
            put_off(&mut world, "call", &one());
        }
        assert_eq!(row(&world), "");
    }
}

/// Several are asked one after the other, oldest first, and may be put off again, so they are answered in any order.
#[test]
fn several_that_wait() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    put_off(&mut world, "first", &about("First?"));
    put_off(&mut world, "second", &about("Second?"));
    settle(&mut world);
    assert_eq!(row(&world), "◔ 2 questions wait • /questions answer");
    world.tell(&DeskEvent::Command("answer".to_owned()));
    end(&mut world, &Ending::Later);
    answer(&mut world, "w2x");
    world.tell(&DeskEvent::Replying);
    assert_eq!(row(&world), "◔ 1 question waits • /questions answer");
    settle(&mut world);
    answered_later(&mut world, "w1x");
    world.tell(&DeskEvent::Replying);
    assert_eq!(row(&world), "");
    let told = messages(&world);
    assert!(told[0].contains("Second? → w2x") && told[1].contains("First? → w1x"), "{told:?}");
}

/// A subagent is told to put its question into its reply when it is done. Its user finds the question where their own are, and the answer goes to
/// the model of their session, once; unless the subagent itself has asked again meanwhile.
#[test]
fn what_a_subagent_has_asked() {
    for is_asked_again in [false, true] {
        let mut world = World::new(HostMode::Tui);
        start(&mut world, true, None);
        let ticket = world.ask(scout("7:a"), &about("Deploy?"), false);
        end(&mut world, &Ending::Later);
        assert!(content(&world, ticket).contains("put the question into your reply"), "{}", content(&world, ticket));
        assert_eq!(row(&world), "◔ 1 question waits • /questions answer");
        if is_asked_again {
            world.ask(scout("7:b"), &about("Deploy?"), false);
            answer(&mut world, "w1x");
            world.tell(&DeskEvent::Moved);
        } else {
            answered_later(&mut world, "w1x");
            answer(&mut world, "model");
            world.tell(&DeskEvent::Replying);
            let expected = "A subagent (scout) had asked this. The user has answered the pending \
                            questions:\nDeploy? → w1x (typed)";
            assert_eq!(messages(&world), [expected]);
            assert_eq!(sendings(&world), [Sending::Run]);
        }
        assert_eq!(row(&world), "", "{is_asked_again}");
    }
}

/// Whoever has answered a subagent that has ended says who reads that. Until then it waits, with what was entered.
#[test]
fn who_reads_what_a_subagent_has_asked() {
    for reader in ["nobody", "", "model"] {
        let mut world = World::new(HostMode::Tui);
        start(&mut world, true, None);
        for prompt in ["Deploy?", "When?"] {
            world.ask(scout("7:a"), &about(prompt), false);
            end(&mut world, &Ending::Later);
        }
        answered_later(&mut world, "w1x");
        let asked = world.tickets[&open(&world)].questionnaire.questions()[0].prompt.clone();
        assert_eq!(asked, "scout has ended. Who is to read your answers?");
        assert_eq!(row(&world), "◔ 2 questions wait • /questions answer");
        if reader.is_empty() {
            end(&mut world, &Ending::Cancelled { share: false });
        } else {
            answer(&mut world, reader);
        }
        assert!(sendings(&world).is_empty() == (reader != "model"), "{reader}");
        end(&mut world, &Ending::Cancelled { share: false });
        let is_waiting = if reader.is_empty() { 2 } else { 1 };
        assert!(row(&world).contains(&format!("{is_waiting} question")), "{reader}: {}", row(&world));
        let noted = notes(&world).into_iter().filter(|data| data.at("closes").is_array()).count();
        assert_eq!(noted, usize::from(reader == "nobody"));
        assert_eq!(sendings(&world).last(), Some(&Sending::Run).filter(|_| reader == "model"));
        if reader.is_empty() {
            world.tell(&DeskEvent::Command("answer".to_owned()));
            let asked = &world.tickets[&open(&world)];
            assert!(format!("{:?}", asked.opening).contains("w1x"), "{:?}", asked.opening);
        }
    }
}

/// A subagent that still works gets the answer, part by part, and nobody else does; what the person has entered is noted. If it
/// ends before it has taken it, the questions wait as before. What the own model has asked starts a run, in whichever order.
#[test]
fn what_a_subagent_that_works_has_asked() {
    for (is_deaf, is_after) in [(false, false), (false, true), (true, false)] {
        let mut world = World::new(HostMode::Tui);
        start(&mut world, true, None);
        if is_after {
            put_off(&mut world, "call", &about("Own?"));
            settle(&mut world);
        }
        world.ask(scout("7:a"), &two(), false);
        end(&mut world, &Ending::Later);
        (world.listening, world.is_deaf) = (vec!["7:a".to_owned()], is_deaf);
        world.tell(&DeskEvent::Command("answer".to_owned()));
        if is_after {
            answer(&mut world, "w0x");
            assert_eq!(sendings(&world), [Sending::Steer]);
        }
        let ticket = open(&world);
        world.show(ticket);
        let part = world.part(ticket, "w1x");
        world.reply(ticket, Seat::Own, Some(&part));
        let read = "About the pending questions: The user left the form.\nEntered so far, not final:\nWhich? → w1x \
                    (typed)\nNot answered yet: \"Why?\"";
        if is_deaf {
            assert!(world.carried.passed.is_empty());
            assert!(
                world.notices.iter().any(|text| text.contains("before it read your answer")),
                "{:?}",
                world.notices
            );
            assert_eq!(row(&world), "◔ 2 questions wait • /questions answer");
            world.listening.clear();
            answered_later(&mut world, "w3x");
            assert!(world.tickets[&open(&world)].questionnaire.questions()[0].prompt.starts_with("scout has ended."));
            continue;
        }
        assert_eq!(world.carried.passed, [("7:a".to_owned(), read.to_owned())]);
        assert_eq!(world.carried.told.len(), usize::from(is_after), "the own model goes on with its own");
        assert_eq!(row(&world), "◔ 1 question waits • /questions answer");
        answered_later(&mut world, "w2x");
        assert_eq!(world.carried.passed[1].1, "The user has answered the pending questions:\nWhy? → w2x (typed)");
        assert_eq!(row(&world), "");
        assert!(messages(&world).iter().all(|text| text.contains("w0x")), "{:?}", messages(&world));
        assert!(world.text().contains("w2x"));
    }
}

/// What the own model reads of a subagent that has ended is there once, also if pi is killed before the run takes it in.
#[test]
fn what_a_subagent_that_has_ended_has_asked() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    world.ask(scout("7:a"), &one(), false);
    end(&mut world, &Ending::Later);
    world.is_running = true;
    answered_later(&mut world, "w1x");
    answer(&mut world, "model");
    assert_eq!((sendings(&world), messages(&world).len()), (vec![Sending::Run], 0));
    world.crash();
    world.is_running = false;
    world.carried.said.clear();
    start(&mut world, false, None);
    let [text] = *messages(&world) else { panic!("{:?}", messages(&world)) };
    assert!(text.contains("w1x"), "{text}");
    let unread = |(text, severity, _): &(String, Severity, bool)| {
        text.starts_with("The model has not read the answers above") && *severity == Severity::Warning
    };
    assert!(world.carried.said.iter().any(unread), "{:?}", world.carried.said);
}

/// Whoever wants to talk about what a subagent has asked talks with the own model, also while the subagent listens.
#[test]
fn what_the_user_wants_to_talk_about() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    world.ask(scout("7:a"), &one(), false);
    end(&mut world, &Ending::Later);
    world.listening = vec!["7:a".to_owned()];
    world.tell(&DeskEvent::Command("answer".to_owned()));
    end(&mut world, &Ending::Discussed);
    assert!(world.carried.passed.is_empty(), "{:?}", world.carried.passed);
    assert_eq!(sendings(&world), [Sending::Run]);
}

/// The session of a subagent listens for what was put off until its run ends, and takes an answer into the run, also with
/// pictures. Nothing waits in it.
#[test]
fn what_the_person_above_answers_later() {
    for is_pictured in [false, true] {
        let mut world = World::new(HostMode::Print);
        start(&mut world, true, None);
        world.is_running = true;
        world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("call", one())]);
        let ticket = world.ask(call(), &one(), true);
        let mut put_off = world.ended(ticket, &Ending::Later);
        put_off.details.waits_above = Some(true);
        let asked = world.tickets[&ticket].clone();
        world.reply(ticket, Seat::Above, Some(&put_off));
        assert_eq!(world.carried.listens, Some(ticket));
        world.take_result(ticket, "call");
        let heard = DeskEvent::Heard { ticket, has_pictures: is_pictured };
        world.tickets.insert(ticket, asked);
        let result = world.answered(ticket, "w1x");
        world.tickets.get_mut(&ticket).expect("it is there").results.insert("own", result);
        world.tell(&heard);
        assert_eq!(world.carried.attaching.len(), usize::from(is_pictured));
        assert_eq!(sendings(&world), if is_pictured { vec![] } else { vec![Sending::Steer] });
        assert!(world.text().contains("w1x"), "an entry stands for it");
        assert!(world.carried.refused.is_empty());
        settle(&mut world);
        assert_eq!(world.carried.listens, None);
        world.tell(&heard);
        // Nor does another run listen.
        world.is_running = true;
        world.tell(&heard);
        assert_eq!(world.carried.refused, [(); 2].map(|()| (ticket, "no run goes on".to_owned())));
        world.is_running = false;
        world.tickets.clear();
        close(&mut world, CloseReason::Quit);
        assert_eq!(world.file, None, "it waits above");
    }
}

/// What is asked again meanwhile is answered once, in whichever form.
#[test]
fn one_answer_closes_what_was_asked_twice() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    put_off(&mut world, "first", &about("Which?"));
    put_off(&mut world, "again", &about("Which?"));
    answered_later(&mut world, "w1x");
    assert!(world.tickets.is_empty(), "the other one has no form any more");
    assert!(world.notices.iter().all(|text| text.starts_with("The model reads your answers")), "{:?}", world.notices);
    for message in std::mem::take(&mut world.steered) {
        world.add(message);
    }
    settle(&mut world);
    world.tell(&DeskEvent::Moved);
    assert_eq!(row(&world), "");
}

/// Whoever leaves the session finds the questions in the file, whether they quit, go on with another session, or were killed; not
/// if pi only reloads the extension. There they are answered once, too.
#[test]
fn the_file_of_a_session_that_is_left() {
    for (reason, has_file) in [
        (Some(CloseReason::Quit), true),
        (Some(CloseReason::Other), true),
        (Some(CloseReason::Reload), false),
        (None, true),
    ] {
        // One that is kept in no file has nobody who comes back to it.
        let mut world = World::new(HostMode::Tui);
        world.is_kept = false;
        start(&mut world, true, None);
        put_off(&mut world, "call", &one());
        settle(&mut world);
        close(&mut world, reason.unwrap_or(CloseReason::Quit));
        assert_eq!(world.file, None, "{reason:?}");

        let mut world = World::new(HostMode::Tui);
        start(&mut world, true, None);
        put_off(&mut world, "call", &one());
        settle(&mut world);
        assert_eq!(world.file, None);
        if let Some(reason) = reason {
            close(&mut world, reason);
        } else {
            world.crash();
            start(&mut world, false, None);
        }
        assert_eq!(world.file.is_some(), has_file, "{reason:?}");
        if reason.is_some() {
            world.crash();
            world.begin(Begun::default());
            assert_eq!(world.file.is_some(), has_file, "{reason:?}");
        }
        assert_eq!(row(&world), "◔ 1 question waits • /questions answer", "{reason:?}");
        answered_later(&mut world, "yes");
        world.tell(&DeskEvent::Replying);
        assert_eq!((row(&world), world.file.as_ref()), ("", None), "{reason:?}");
    }
}

/// The file is there before the forms of the session have ended: a terminal that is gone takes pi with it.
#[test]
fn the_file_of_a_session_whose_form_is_open() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    put_off(&mut world, "call", &one());
    settle(&mut world);
    world.tell(&DeskEvent::Command("answer".to_owned()));
    world.show(2);
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    assert!(world.file.is_some());
}

/// What is asked and answered again takes the row away.
#[test]
fn the_row_after_the_same_was_asked_again() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    put_off(&mut world, "call", &one());
    world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("again", one())]);
    let ticket = world.ask(Asker::Call("again".to_owned()), &one(), false);
    answer(&mut world, "yes");
    world.take_result(ticket, "again");
    world.tell(&DeskEvent::TurnEnded);
    assert_eq!(row(&world), "");
}

/// The file of another session is that one's: it is named, and nothing becomes of it.
#[test]
fn the_file_of_another_session() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    put_off(&mut world, "call", &one());
    close(&mut world, CloseReason::Quit);
    let file = world.file.take().expect("it is written").replace(SESSION, "t-1");
    let mut other = World::new(HostMode::Tui);
    other.file = Some(file.clone());
    start(&mut other, true, None);
    for command in ["answer", "clear"] {
        other.tell(&DeskEvent::Command(command.to_owned()));
        assert_eq!(other.file.as_ref(), Some(&file), "{command}: {:?}", other.notices);
    }
    assert!(other.notices.iter().any(|text| text.contains("pi --session t-1")), "{:?}", other.notices);
}

/// `clear` drops what waits, wherever it stands, and the model is told.
#[test]
fn what_is_cleared() {
    let mut world = World::new(HostMode::Tui);
    start(&mut world, true, None);
    put_off(&mut world, "call", &two());
    settle(&mut world);
    close(&mut world, CloseReason::Other);
    world.begin(Begun::default());
    world.tell(&DeskEvent::Command("clear".to_owned()));
    assert_eq!((row(&world), world.file.as_ref()), ("", None));
    assert!(world.notices.contains(&"2 questions wait no longer.".to_owned()), "{:?}", world.notices);
    assert!(world.notices.iter().any(|text| text.starts_with("The user has dropped")), "{:?}", world.notices);
    world.tell(&DeskEvent::Command("answer".to_owned()));
    assert_eq!(world.notices.last().map(String::as_str), Some("No questions are pending."));
}

/// The user takes the tool from the model for the session, also if pi starts again with it, and gives it back, as by having it
/// ask what it has written.
#[test]
fn who_may_ask() {
    for back in ["on", "ask"] {
        let mut world = world(HostMode::Tui, &[("call", one())]);
        start(&mut world, true, None);
        assert_eq!(world.carried.is_offered, None);
        world.tell(&DeskEvent::Command("off".to_owned()));
        assert_eq!(world.carried.is_offered.take(), Some(false));
        world.crash();
        world.begin(Begun::default());
        assert_eq!(world.carried.is_offered.take(), Some(false));
        world.tell(&DeskEvent::Command(back.to_owned()));
        assert_eq!(world.carried.is_offered.take(), Some(true), "{back}");
        assert_eq!(world.carried.prompted.len(), usize::from(back == "ask"));
        world.crash();
        world.begin(Begun::default());
        assert_eq!(world.carried.is_offered, None);
    }
}
