//! Messages that bring answers to the model after the call is over.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::World;
use super::scenes::{
    LEFT, answer, close, end, interrupted, messages, notes, open, sendings, start, with_history, with_picture,
};
use crate::later::history::{History, left, two_questions};
use question_core::{CloseReason, DeskEvent, Ending, HostMode, Seat, Sending};

/// The run takes in what was sent to it.
fn take_in(world: &mut World) {
    for message in std::mem::take(&mut world.steered) {
        world.add(message);
    }
}

/// Answers of the command line start a run, or go with the prompt. In rpc mode, only the program starts runs. In json mode,
/// messages before the first run are missing from the stream, so they are sent with the prompt.
#[test]
fn how_answers_of_the_command_line_are_sent() {
    for (mode, has_prompt, expected) in [
        (HostMode::Tui, false, Some(Sending::Run)),
        (HostMode::Tui, true, Some(Sending::Steer)),
        (HostMode::Rpc, false, Some(Sending::Steer)),
        (HostMode::Rpc, true, Some(Sending::Steer)),
        (HostMode::Print, false, Some(Sending::Run)),
        (HostMode::Print, true, Some(Sending::Steer)),
        (HostMode::Json, false, None),
        (HostMode::Json, true, Some(Sending::NextTurn)),
    ] {
        let mut world = with_history(mode, left());
        start(&mut world, has_prompt, Some(r#"["yes"]"#));
        assert_eq!(sendings(&world), Vec::from_iter(expected), "{mode:?} {has_prompt}");
        assert_eq!(world.is_running, expected == Some(Sending::Run), "{mode:?} {has_prompt}");
    }
}

/// With a prompt, the model is told which questions the user has begun to answer in the file. That starts no run.
#[test]
fn how_the_model_is_told_what_still_waits() {
    for (mode, is_running, expected) in [
        (HostMode::Print, false, Sending::Steer),
        (HostMode::Tui, false, Sending::Steer),
        (HostMode::Json, false, Sending::NextTurn),
        (HostMode::Json, true, Sending::Steer),
    ] {
        let history = History::new().prompt().asks_with("a", two_questions()).left("a").reply();
        let mut world = with_history(mode, history);
        world.file = Some(world.history.file(&[("a", r#""yes""#), ("why", "null")]));
        world.is_running = is_running;
        start(&mut world, true, None);
        assert_eq!(world.carried.told, [expected], "{mode:?}");
    }
}

/// A message goes into the run, or starts one if the user has said anything. The host keeps it until it is in the session,
/// and notes it in the session if a run may drop it, or if its pictures are to be read first.
#[test]
fn how_the_answers_of_a_form_are_sent() {
    for (is_running, is_answered, has_picture, how, is_kept, is_noted) in [
        (false, true, false, Some(Sending::Run), true, false),
        (false, false, false, Some(Sending::Steer), false, false),
        (true, true, false, Some(Sending::Run), true, true),
        (true, false, false, Some(Sending::Steer), true, true),
        (false, true, true, None, true, true),
        (true, true, true, None, true, true),
    ] {
        let about = format!("{is_running} {is_answered} {has_picture}");
        let mut world = interrupted(HostMode::Tui, &["old"]);
        let late = open(&world);
        world.show(late);
        world.is_running = is_running;
        let result = match (is_answered, has_picture) {
            (_, true) => with_picture(&world, late, ""),
            (true, false) => world.answered(late, "yes"),
            (false, false) => world.ended(late, &LEFT),
        };
        world.reply(late, Seat::Own, Some(&result));
        assert_eq!(sendings(&world), Vec::from_iter(how), "{about}");
        let is_told = world.notices.iter().any(|text| text.starts_with("The model reads your answers as soon as"));
        assert_eq!(is_told, is_running, "{about}");
        assert_eq!(world.carried.attaching.len(), usize::from(has_picture), "{about}");
        assert_eq!(
            (world.messages.len(), notes(&world).len()),
            (usize::from(is_kept), usize::from(is_noted)),
            "{about}"
        );

        // Its pictures are read, the run takes it in, and it is there once.
        if let Some(id) = world.carried.attaching.first().cloned() {
            world.tell(&DeskEvent::Attached(id));
            assert_eq!(sendings(&world), [Sending::Run], "{about}");
        }
        take_in(&mut world);
        world.is_running = false;
        world.tell(&DeskEvent::Settled);
        assert_eq!((messages(&world).len(), world.messages.len()), (1, 0), "{about}");
        close(&mut world, CloseReason::Quit);
        assert_eq!(messages(&world).len(), 1, "{about}");
    }
}

/// A message whose pictures are still being read is not appended when the run ends, but when the session closes; it is not
/// sent again when they were read.
#[test]
fn a_message_whose_pictures_are_being_read() {
    for closes in [false, true] {
        let mut world = interrupted(HostMode::Tui, &["old"]);
        let late = open(&world);
        world.show(late);
        let result = with_picture(&world, late, "");
        world.reply(late, Seat::Own, Some(&result));
        world.tell(&DeskEvent::Settled);
        assert_eq!(messages(&world).len(), 0);
        if closes {
            close(&mut world, CloseReason::Other);
            assert_eq!((sendings(&world), messages(&world).len()), (vec![Sending::Append], 1));
        }
        let id = world.carried.attaching[0].clone();
        world.tell(&DeskEvent::Attached(id));
        assert_eq!(sendings(&world), [if closes { Sending::Append } else { Sending::Run }]);
        assert_eq!(messages(&world).len(), 1);
    }
}

/// A message that was sent with its pictures, and that the run has dropped, is appended like any other.
#[test]
fn a_message_with_pictures_that_a_run_has_dropped() {
    let mut world = interrupted(HostMode::Tui, &["old"]);
    let late = open(&world);
    world.show(late);
    world.is_running = true;
    let result = with_picture(&world, late, "");
    world.reply(late, Seat::Own, Some(&result));
    let id = world.carried.attaching[0].clone();
    world.tell(&DeskEvent::Attached(id));
    world.steered.clear();
    world.is_running = false;
    world.tell(&DeskEvent::Settled);
    assert_eq!(sendings(&world), [Sending::Run, Sending::Append]);
    assert_eq!((messages(&world).len(), world.messages.len()), (1, 0));
}

/// The pictures of two messages may be read in any order. Each message is sent when its own were read, and only the last one
/// starts a run.
#[test]
fn pictures_of_two_messages() {
    for order in [[0, 1], [1, 0]] {
        let mut world = interrupted(HostMode::Tui, &["first", "second"]);
        for _ in 0..2 {
            let late = open(&world);
            world.show(late);
            let result = with_picture(&world, late, "");
            world.reply(late, Seat::Own, Some(&result));
        }
        let ids = world.carried.attaching.clone();
        for at in order {
            world.tell(&DeskEvent::Attached(ids[at].clone()));
        }
        let expected = order.map(|at| (ids[at].clone(), if at == 1 { Sending::Run } else { Sending::Steer }));
        assert_eq!(world.carried.sent, expected);
        world.tell(&DeskEvent::Attached("another".to_owned()));
        assert_eq!(world.carried.sent.len(), 2);
    }
}

/// A message that the run has dropped is appended when no run follows. In rpc mode, pi keeps it for the next run, so it is
/// appended when the session closes.
#[test]
fn a_message_that_a_run_has_dropped() {
    for (mode, expected) in [(HostMode::Tui, 1), (HostMode::Rpc, 0)] {
        let mut world = interrupted(mode, &["old"]);
        world.is_running = true;
        answer(&mut world, "from-here");
        world.steered.clear();
        world.is_running = false;
        world.tell(&DeskEvent::Settled);
        assert_eq!(messages(&world).len(), expected, "{mode:?}");
        let unread = world.notices.iter().filter(|text| text.starts_with("The model has not read the answers above"));
        assert_eq!(unread.count(), expected, "{mode:?}");
        let said = world.notices.len();
        world.tell(&DeskEvent::Settled);
        assert_eq!(world.notices.len(), said, "{mode:?}");
        close(&mut world, CloseReason::Quit);
        assert_eq!((messages(&world).len(), world.messages.len()), (1, 0), "{mode:?}");
        assert!(messages(&world)[0].contains("from-here"));
    }
}

/// Of several messages, those that the run has dropped are appended, and no other.
#[test]
fn messages_of_which_a_run_has_taken_in_one() {
    for (taken, words) in [(0, ["word-1", "word-2"]), (1, ["word-2", "word-1"])] {
        let mut world = interrupted(HostMode::Tui, &["first", "second"]);
        world.history = std::mem::take(&mut world.history).prompt();
        world.is_running = true;
        answer(&mut world, "word-1");
        answer(&mut world, "word-2");
        let message = world.steered.remove(taken);
        world.steered.clear();
        world.add(message);
        world.is_running = false;
        world.tell(&DeskEvent::Settled);
        let texts = messages(&world);
        assert_eq!(texts.len(), 2);
        assert!(texts.iter().zip(words).all(|(text, word)| text.contains(word)), "{texts:?}");
    }
}

/// A form that has opened by itself, and that the user leaves, is told to the model with the next prompt, and its questions
/// are not asked again. One that the user has opened with a command stays as it was.
#[test]
fn a_form_that_the_user_leaves() {
    let mut world = interrupted(HostMode::Tui, &["old"]);
    end(&mut world, &LEFT);
    assert_eq!((sendings(&world), world.is_running), (vec![Sending::Steer], false));
    assert_eq!(messages(&world).len(), 1);
    world.crash();
    world.begin(question_core::Begun::default());
    world.tell(&DeskEvent::Command("answer".to_owned()));
    assert_eq!(world.tickets.len(), 0);

    let mut world = interrupted(HostMode::Tui, &["old"]);
    end(&mut world, &Ending::Aborted);
    world.tell(&DeskEvent::Command("answer".to_owned()));
    end(&mut world, &LEFT);
    assert_eq!((sendings(&world), messages(&world).len()), (Vec::new(), 0));
    world.tell(&DeskEvent::Command("answer".to_owned()));
    assert_eq!(world.tickets.len(), 1);
}
