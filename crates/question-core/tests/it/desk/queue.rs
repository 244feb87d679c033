//! Who waits: which questions are answered first, and those that are put off or left without being seen.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::{Stage, World};
use super::scenes::{about, call, content, notes, one, open, outcome, scout, start, two, with_unsent, world};
use crate::common::Json;
use crate::common::json::Parts as _;
use question_core::{CloseReason, DeskEvent, Ending, HostMode, Outcome, QueueAct, Seat, Waiter};

/// The form of a call is shown. Two subagents wait.
fn crowd() -> (World, u32, [u32; 2]) {
    let mut world = world(HostMode::Tui, &[("call", two())]);
    let ticket = world.ask(call(), &two(), false);
    world.show(ticket);
    let others = [scout("7:a"), scout("7:b")].map(|asker| world.ask(asker, &one(), false));
    (world, ticket, others)
}

fn want(world: &mut World, act: QueueAct) {
    let ticket = open(world);
    world.tell(&DeskEvent::Queued { ticket, act });
}

/// The form of this ticket ends as the host was told, with this text typed and not sent.
fn close_with(world: &mut World, ticket: u32, unsent: &str) {
    let ended = with_unsent(&world.ended(ticket, &Ending::Aborted), unsent);
    world.reply(ticket, Seat::Own, Some(&ended));
}

fn waiting(world: &World) -> Vec<u32> {
    world.carried.waiters.iter().map(|waiter| waiter.ticket).collect()
}

/// Who waits is told with their names, and since when.
#[test]
fn the_form_is_told_who_waits() {
    let (world, _, others) = crowd();
    assert_eq!(waiting(&world), others);
    let Waiter { subagent, since, about, .. } = &world.carried.waiters[0];
    assert_eq!(about, "Which?");
    assert_eq!(subagent.as_ref().and_then(|asks| asks.name.as_deref()), Some("scout"));
    assert_eq!(since, "14:05");
}

/// One of those that wait is answered first. The form that was open comes after it, with what was entered in it; those
/// between them keep their order.
#[test]
fn one_is_answered_first() {
    let (mut world, ticket, [first, second]) = crowd();
    want(&mut world, QueueAct::First(second));
    assert_eq!(world.tickets[&ticket].places["own"], Stage::Closing);
    close_with(&mut world, ticket, "half a thought");
    assert_eq!((open(&world), waiting(&world)), (second, vec![ticket, first]));
    assert!(world.finished.is_empty(), "nobody is told anything");
    // The user has asked for it.
    assert_eq!(world.carried.opened.last(), Some(&(second, true, true)));
    world.show(second);
    let answered = world.answered(second, "yes");
    world.reply(second, Seat::Own, Some(&answered));
    assert_eq!((open(&world), waiting(&world)), (ticket, vec![first]));
    let drafts = format!("{:?}", world.tickets[&ticket].opening.drafts);
    assert!(drafts.contains("half a thought"), "{drafts}");
    world.show(ticket);
    let answered = world.answered(ticket, "w1x");
    world.reply(ticket, Seat::Own, Some(&answered));
    assert!(content(&world, ticket).contains("w1x"));
    assert_eq!(open(&world), first);
}

/// What a subagent was being told comes back with its form, too, and so does that of late questions.
#[test]
fn whatever_gives_way_comes_back() {
    let mut world = World::new(HostMode::Tui);
    world.history = std::mem::take(&mut world.history).calls("toolUse", vec![("late", about("Late?"))]);
    world.begin(question_core::Begun::default());
    let late = open(&world);
    world.show(late);
    let [first, second] = [scout("7:a"), scout("7:b")].map(|asker| world.ask(asker, &two(), false));
    for (ticket, other, text) in [(late, first, "about the late one"), (first, second, "about the first one")] {
        want(&mut world, QueueAct::First(other));
        close_with(&mut world, ticket, text);
        assert_eq!(open(&world), other);
        world.show(other);
    }
    for (ticket, text) in [(second, ""), (first, "about the first one"), (late, "about the late one")] {
        assert_eq!(open(&world), ticket);
        let opening = format!("{:?}", world.tickets[&ticket].opening);
        assert!(opening.contains(text), "{opening}");
        world.show(ticket);
        let answered = world.answered(ticket, "w1x");
        world.reply(ticket, Seat::Own, Some(&answered));
    }
    assert_eq!(world.tickets.len(), 0);
    assert!(super::scenes::messages(&world)[0].contains("w1x"), "the late one is late all the same");
}

/// What the user submits while the form gives way counts, and the form does not come back.
#[test]
fn an_answer_overtakes() {
    let (mut world, ticket, [first, second]) = crowd();
    want(&mut world, QueueAct::First(second));
    let answered = world.answered(ticket, "w1x");
    world.reply(ticket, Seat::Own, Some(&answered));
    assert!(content(&world, ticket).contains("w1x"));
    assert_eq!((open(&world), waiting(&world)), (first, vec![second]));
}

/// One that is gone when the form has closed keeps nobody waiting.
#[test]
fn who_was_chosen_is_gone() {
    let (mut world, ticket, [first, second]) = crowd();
    want(&mut world, QueueAct::First(second));
    world.tell(&DeskEvent::Aborted(second));
    close_with(&mut world, ticket, "x");
    assert_eq!((open(&world), waiting(&world)), (ticket, vec![first]));
    // Nor does one that never was there.
    world.show(ticket);
    want(&mut world, QueueAct::First(99));
    assert_eq!(world.tickets[&ticket].places["own"], Stage::Shown);
}

/// The session closes while a form gives way: each has one end.
#[test]
fn the_session_closes_meanwhile() {
    let (mut world, ticket, others) = crowd();
    want(&mut world, QueueAct::First(others[1]));
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    close_with(&mut world, ticket, "x");
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Aborted));
    assert!(others.iter().all(|other| world.finished[other].len() == 1));
}

/// A question that is put off unseen waits as any other: the subagent is told, and the row counts it.
#[test]
fn one_is_put_off_unseen() {
    let (mut world, ticket, [first, second]) = crowd();
    start(&mut world, true, None);
    want(&mut world, QueueAct::PutOff(first));
    assert_eq!(outcome(&world, first).0, Some(Outcome::Pending));
    assert!(content(&world, first).contains("later"), "{}", content(&world, first));
    assert_eq!((open(&world), waiting(&world)), (ticket, vec![second]));
    assert_eq!(world.carried.row.as_deref(), Some("◔ 1 question waits • /questions answer"));
    assert_eq!(notes(&world)[0]["subagent"]["name"], "scout");
}

/// Those that are left are told that the user has cancelled. The form that is open stays.
#[test]
fn some_are_left_unseen() {
    for act in [None, Some(QueueAct::LeaveAll)] {
        let (mut world, ticket, [first, second]) = crowd();
        want(&mut world, act.unwrap_or(QueueAct::Leave(second)));
        let left: Vec<u32> = if act.is_some() { vec![first, second] } else { vec![second] };
        for other in &left {
            assert_eq!(outcome(&world, *other).0, Some(Outcome::Cancelled));
        }
        let rest = if act.is_some() { vec![] } else { vec![first] };
        assert_eq!((open(&world), waiting(&world)), (ticket, rest));
        assert_eq!(world.tickets[&ticket].places["own"], Stage::Shown);
    }
}

/// A form that has given way is not left unseen: it opens first, and asks what becomes of what was entered.
#[test]
fn what_gave_way_is_not_left_unseen() {
    let (mut world, ticket, [first, second]) = crowd();
    want(&mut world, QueueAct::First(first));
    close_with(&mut world, ticket, "half a thought");
    world.show(first);
    want(&mut world, QueueAct::LeaveAll);
    assert_eq!((open(&world), waiting(&world)), (first, vec![ticket]));
    assert_eq!(outcome(&world, second).0, Some(Outcome::Cancelled));
    want(&mut world, QueueAct::Leave(ticket));
    close_with(&mut world, first, "x");
    assert_eq!((open(&world), waiting(&world)), (ticket, vec![first]));
    world.show(ticket);
    want(&mut world, QueueAct::PutOffAll);
    assert_eq!(outcome(&world, first).0, Some(Outcome::Pending));
}

/// What was entered in a form that has given way is kept if the user puts that off then.
#[test]
fn what_gave_way_is_put_off() {
    let (mut world, ticket, [first, _]) = crowd();
    want(&mut world, QueueAct::First(first));
    close_with(&mut world, ticket, "half a thought");
    world.show(first);
    want(&mut world, QueueAct::PutOff(ticket));
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Pending));
    let result: Json =
        serde_json::to_value(&world.finished[&ticket][0].0.as_ref().expect("it has one").details).unwrap_or_default();
    assert!(result.at("unsent").to_string().contains("half a thought"), "{result}");
}
