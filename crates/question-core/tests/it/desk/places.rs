//! The places of a question: a form here, the person above, and the program that shows pi's forms.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::{Stage, World};
use super::scenes::{call, content, interrupted, notes, one, open, outcome, says, scout, two, world};
use crate::common::json;
use question_core::{Asker, DeskEvent, End, Ending, HostMode, Outcome, Seat, Way};

/// A program shows the form of a call, and the person above is asked, too.
fn both() -> (World, u32) {
    let mut world = world(HostMode::Rpc, &[("call", two())]);
    let ticket = world.ask(call(), &two(), true);
    world.show(ticket);
    (world, ticket)
}

/// The answer of the form here ends the question above.
#[test]
fn the_form_answers_first() {
    for is_part in [false, true] {
        let (mut world, ticket) = both();
        let answered = if is_part { world.part(ticket, "from-here") } else { world.answered(ticket, "from-here") };
        world.reply(ticket, Seat::Own, Some(&answered));
        assert!(content(&world, ticket).contains("from-here"));
        assert_eq!(notes(&world).len(), 0);
    }
}

/// The answer from above counts although the user has submitted the form at the same moment; what they have answered stays in
/// the session.
#[test]
fn both_answer_at_the_same_moment() {
    let (mut world, ticket) = both();
    let (above, here) = (world.answered(ticket, "from-above"), world.answered(ticket, "from-here"));
    world.reply(ticket, Seat::Above, Some(&above));
    assert_eq!(world.tickets[&ticket].places["own"], Stage::Closing);
    world.reply(ticket, Seat::Own, Some(&here));
    assert!(content(&world, ticket).contains("from-above"));
    assert_eq!(notes(&world).iter().map(|note| note["answers"][0]["value"].clone()).collect::<Vec<_>>(), ["from-here"]);
}

/// An answer from above ends a form that nobody has seen, or that has not opened yet, at once.
#[test]
fn the_person_above_answers_before_the_form_is_seen() {
    for is_waiting in [false, true] {
        let mut world = world(HostMode::Rpc, &[("call", two())]);
        if is_waiting {
            world.ask(scout("7:other"), &one(), false);
        }
        let ticket = world.ask(call(), &two(), true);
        let above = world.answered(ticket, "from-above");
        world.reply(ticket, Seat::Above, Some(&above));
        assert!(content(&world, ticket).contains("from-above"));
        assert_eq!((world.unseen.len(), world.tickets.len(), notes(&world).len()), (0, usize::from(is_waiting), 0));
    }
}

/// A form that has ended is not shown again: its call waits for nobody but the person above.
#[test]
fn a_form_is_shown_after_it_has_ended() {
    let (mut world, ticket) = both();
    let ended = world.ended(ticket, &Ending::Unasked(None));
    world.reply(ticket, Seat::Own, Some(&ended));
    world.tell(&DeskEvent::Shown(ticket));
    world.nobody_above(ticket, None);
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Unavailable));
}

/// The answer from above is the result of the call and nothing else: the session holds it once.
#[test]
fn the_answer_from_above_is_not_noted() {
    let (mut world, ticket) = both();
    let (above, ended) = (world.answered(ticket, "from-above"), world.ended(ticket, &Ending::Unasked(None)));
    world.reply(ticket, Seat::Own, Some(&ended));
    world.reply(ticket, Seat::Above, Some(&above));
    assert!(content(&world, ticket).contains("from-above"));
    assert_eq!(notes(&world).len(), 0);

    let mut world = world_above();
    let above = world.answered(1, "from-above");
    world.reply(1, Seat::Above, Some(&above));
    assert_eq!(notes(&world).len(), 0);

    // Nor is a form in which nothing was entered.
    let (mut world, ticket) = both();
    let above = world.answered(ticket, "from-above");
    world.reply(ticket, Seat::Above, Some(&above));
    let ended = world.ended(ticket, &Ending::Aborted);
    world.reply(ticket, Seat::Own, Some(&ended));
    assert_eq!((outcome(&world, ticket).0, notes(&world).len()), (Some(Outcome::Answered), 0));
}

fn world_above() -> World {
    let mut world = world(HostMode::Print, &[("call", two())]);
    world.ask(call(), &two(), true);
    world
}

/// While nobody above answers, the form here stays open. What comes from above after that is too late.
#[test]
fn nobody_above_answers() {
    let (mut world, ticket) = both();
    world.nobody_above(ticket, None);
    assert_eq!(world.tickets[&ticket].places["own"], Stage::Shown);
    let above = world.answered(ticket, "from-above");
    world.reply(ticket, Seat::Above, Some(&above));
    assert_eq!(world.tickets[&ticket].places["own"], Stage::Shown);
    let here = world.answered(ticket, "from-here");
    world.reply(ticket, Seat::Own, Some(&here));
    assert!(content(&world, ticket).contains("from-here"));
}

/// Dialogs stand in for a form that the host does not show. One that was told to end has ended, as one that nobody has seen.
#[test]
fn a_form_that_is_no_longer_shown() {
    let shown = || {
        let mut world = world(HostMode::Tui, &[("call", two())]);
        let ticket = world.ask(call(), &two(), false);
        world.show(ticket);
        (world, ticket)
    };
    let (mut world, ticket) = shown();
    let elsewhere = world.answered(ticket, "from-elsewhere");
    assert!(world.take_elsewhere(ticket, &elsewhere, false));
    world.unshow(ticket);
    assert!(content(&world, ticket).contains("from-elsewhere"));

    let (mut world, ticket) = shown();
    world.tell(&DeskEvent::Aborted(ticket));
    world.unshow(ticket);
    assert_eq!(world.unseen.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [ticket]);
    assert_eq!(world.carried.ways, [Way::Form]);

    let (mut world, ticket) = shown();
    world.unshow(ticket);
    assert_eq!((open(&world), world.finished.len()), (ticket, 0));
    assert_eq!(world.carried.ways, [Way::Form, Way::Dialogs(Some("no room".to_owned()))]);
    world.tell(&DeskEvent::Aborted(ticket));
    assert_eq!(world.unseen, [(ticket, End::Stop)]);
}

/// An abort closes what is shown, and what the form holds then is the result. An answer from above that has come before it
/// counts.
#[test]
fn an_abort_while_the_form_is_shown() {
    for has_answer in [false, true] {
        let (mut world, ticket) = both();
        let above = world.answered(ticket, "from-above");
        if has_answer {
            world.reply(ticket, Seat::Above, Some(&above));
        }
        world.tell(&DeskEvent::Aborted(ticket));
        assert_eq!(world.tickets[&ticket].places["own"], Stage::Closing);
        let ended = world.ended(ticket, &Ending::Aborted);
        world.reply(ticket, Seat::Own, Some(&ended));
        let expected = if has_answer { Outcome::Answered } else { Outcome::Aborted };
        assert_eq!((outcome(&world, ticket).0, world.unseen.len()), (Some(expected), 0));
    }
}

/// Where a session has no person and the one above is gone, the run that ends leaves nothing behind.
#[test]
fn what_comes_after_the_end_changes_nothing() {
    let mut world = world_above();
    let above = world.answered(1, "from-above");
    world.reply(1, Seat::Above, Some(&above));
    let (notices, entries) = (world.notices.len(), world.history.entries.len());
    for event in [
        DeskEvent::Aborted(1),
        DeskEvent::Shown(1),
        DeskEvent::Unshown { ticket: 1, reason: String::new() },
        DeskEvent::Failed(1),
        DeskEvent::Prepared(1),
        DeskEvent::Written { ticket: 1, fault: None },
        DeskEvent::Requested { ticket: 1, bytes: 1, is_alone: true },
    ] {
        world.tell(&event);
    }
    assert_eq!((world.finished[&1].len(), world.file.is_none(), world.done.len()), (1, true, 0));
    assert_eq!((world.notices.len(), world.history.entries.len()), (notices, entries));
}

/// A program's response goes to the form that is open. One for a form that waits, or has ended, or that no program shows, is
/// refused, and the program is told why.
#[test]
fn which_form_a_response_is_for() {
    let respond = |world: &mut World, id: &str| {
        let message = json!({"type": "ask_user_response", "requestId": id, "answers": []}).to_string();
        let (done, notices) = (world.done.len(), world.notices.len());
        world.tell(&DeskEvent::Responded(message));
        assert_eq!(world.done.len() - done + world.notices.len() - notices, 1);
        world.done.len() > done
    };
    let mut world = world(HostMode::Rpc, &[]);
    let first = world.ask(scout("7:first"), &one(), false);
    world.ask(scout("7:second"), &one(), false);
    let id = world.requests[&first].clone();
    assert_eq!(id, "s-1:7:first");
    assert!(respond(&mut world, &id));
    assert!(!respond(&mut world, "s-1:7:second") && says(&world, "waiting: s-1:7:first"));
    world.show(first);
    assert!(respond(&mut world, &id));
    let answered = world.answered(first, "yes");
    world.reply(first, Seat::Own, Some(&answered));
    assert!(!respond(&mut world, &id) && says(&world, "has ended"));
    assert!(respond(&mut world, "s-1:7:second"));
    world.tell(&DeskEvent::Responded("what".to_owned()));
    assert!(world.notices.last().is_some_and(|notice| notice.starts_with("ask_user_response was refused")));

    // A late form is named by its call, so the program knows it again the next time.
    let mut world = interrupted(HostMode::Rpc, &["old"]);
    let late = open(&world);
    assert_eq!(world.requests[&late], format!("s-1:{}", world.history.name("old")));
    assert!(respond(&mut world, "s-1:e2/old"));

    let mut world = self::world(HostMode::Tui, &[]);
    let ticket = world.ask(scout("7:first"), &one(), false);
    assert!(!respond(&mut world, "s-1:7:first") && says(&world, "no request waits for one"));
    world.notices.clear();
    world.show(ticket);
    let answered = world.answered(ticket, "yes");
    world.reply(ticket, Seat::Own, Some(&answered));
    assert!(!respond(&mut world, "s-1:7:first") && says(&world, "no request waits for one"));
}

/// A program that has gone is told to none of its forms: those in a terminal end like any other.
#[test]
fn how_shown_forms_are_closed() {
    for (mode, is_gone, asker) in [
        (HostMode::Rpc, true, call()),
        (HostMode::Rpc, false, call()),
        (HostMode::Tui, true, Asker::Call("call".to_owned())),
    ] {
        let mut world = world(mode, &[("call", one())]);
        let ticket = world.ask(asker, &one(), false);
        world.show(ticket);
        world.is_gone = is_gone;
        world.tell(&DeskEvent::Aborted(ticket));
        let expected = if mode == HostMode::Rpc && is_gone { End::Disconnect } else { End::Abort };
        assert_eq!(world.carried.closed, [(ticket, Seat::Own, expected)], "{mode:?} {is_gone}");
    }
}
