//! What other sessions ask here.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::World;
use super::scenes::{LEFT, end, notes, one, outcome, scout, with_unsent, world};
use crate::common::json::Parts as _;
use crate::common::{Json, json};
use question_core::{CloseReason, DeskEvent, End, Ending, HostMode, Outcome, Seat};

/// Bytes of what is noted of questions for which nothing was entered, at most.
const BOUND: usize = 64 * 1024;

/// Another session asks this, and the form is shown.
fn shown(arguments: &Json) -> (World, u32) {
    let mut world = world(HostMode::Tui, &[]);
    let ticket = world.ask(scout("7:call"), arguments, false);
    world.show(ticket);
    (world, ticket)
}

/// If this session closes first, the questions of another go on to the next one: there is no result, and only what was
/// entered here is noted.
#[test]
fn this_session_closes_before_the_form_ends() {
    for (closes, is_entered, is_noted) in
        [(true, false, false), (true, true, true), (false, false, true), (false, true, true)]
    {
        let about = format!("{closes} {is_entered}");
        let (mut world, ticket) = shown(&one());
        if closes {
            world.tell(&DeskEvent::Closing(CloseReason::Other));
        }
        let ended = world.ended(ticket, &Ending::Aborted);
        let ended = if is_entered { with_unsent(&ended, "typed-here") } else { ended };
        world.reply(ticket, Seat::Own, Some(&ended));
        let expected = Some(Outcome::Aborted).filter(|_| !closes);
        assert_eq!(outcome(&world, ticket), (expected, false), "{about}");
        let notes = notes(&world);
        assert_eq!(notes.len(), usize::from(is_noted), "{about}");
        assert!(notes.iter().all(|note| note["subagent"]["name"] == "scout" && note["questions"].items().len() == 1));
        assert_eq!(world.text().contains("typed-here"), is_entered, "{about}");
    }
    // Nobody has seen the questions, so they can be asked elsewhere, and nothing is noted.
    let mut world = world(HostMode::Tui, &[]);
    let ticket = world.ask(scout("7:call"), &one(), false);
    world.tell(&DeskEvent::Closing(CloseReason::Other));
    assert_eq!((world.unseen.as_slice(), notes(&world).len()), (&[(ticket, End::Abort)] as &[_], 0));
}

/// What the user has entered is noted with all of its questions, however long they are.
#[test]
fn what_was_entered_is_noted_with_long_questions() {
    let arguments = json!({"questions": [{"prompt": ("long ".repeat(20_000))}, {"prompt": "Short?"}]});
    for (how, prompts) in [("answered", 2), ("typed", 2), ("discussed", 2), ("nothing", 1)] {
        let (mut world, ticket) = shown(&arguments);
        let ended = match how {
            "answered" => world.answered(ticket, "yes"),
            "typed" => with_unsent(&world.ended(ticket, &Ending::Aborted), "typed-here"),
            "discussed" => world.ended(ticket, &Ending::Discussed),
            _ => world.ended(ticket, &LEFT),
        };
        world.reply(ticket, Seat::Own, Some(&ended));
        let counts: Vec<usize> = notes(&world).iter().map(|note| note["questions"].items().len()).collect();
        assert_eq!(counts, [prompts], "{how}");
    }
}

/// The note of questions with these prompts, which the user has left.
fn noted(prompts: &[String]) -> Json {
    let questions: Vec<Json> = prompts.iter().map(|prompt| json!({"prompt": prompt})).collect();
    let mut world = world(HostMode::Tui, &[]);
    world.ask(scout("7:call"), &json!({"questions": questions}), false);
    end(&mut world, &LEFT);
    let [note] = notes(&world)[..] else { panic!("it is noted once") };
    for field in ["answers", "cancelled", "outcome", "mode", "subagent"] {
        assert!(!note[field].is_null(), "{field} is missing");
    }
    note.clone()
}

fn bytes(value: &Json) -> usize {
    serde_json::to_string(value).expect("it can be written").len()
}

/// A note without input is whole up to 64 KiB. One byte more, and the question that makes it too long is left out.
#[test]
fn the_longest_note_that_is_whole() {
    let rest = bytes(&noted(&["x".repeat(1000)])) - 1000;
    for (more, count) in [(0, 1), (1, 0)] {
        let note = noted(&["x".repeat(BOUND - rest + more)]);
        assert_eq!(note["questions"].items().len(), count, "{more}");
        assert_eq!(bytes(&note) == BOUND, more == 0);
    }
}

/// Questions that are too long leave their room to the shorter ones beside them, up to 64 KiB.
#[test]
fn the_longest_note_without_questions_that_are_too_long() {
    let long = "long ".repeat(20_000);
    let beside = |bytes: usize| [long.clone(), "x".repeat(bytes)];
    let rest = bytes(&noted(&beside(1000))) - 1000;
    // The list takes up to two bytes more than it needs.
    for (size, count) in [(BOUND - 2, 1), (BOUND + 1, 0)] {
        for is_reversed in [false, true] {
            let mut prompts = beside(size - rest);
            if is_reversed {
                prompts.reverse();
            }
            let note = noted(&prompts);
            assert_eq!(note["questions"].items().len(), count, "{size} {is_reversed}");
            assert!(bytes(&note) <= BOUND);
            assert!(count == 0 || bytes(&note) == size, "{}", bytes(&note));
        }
    }
}

/// A note holds as many of the first questions as fit into 64 KiB.
#[test]
fn a_note_of_many_questions() {
    for length in [10, 200, 3000] {
        let prompts: Vec<String> =
            (0..).map(|at| format!("{at:0>length$}")).take(BOUND.div_ceil(length + 10) + 20).collect();
        let note = noted(&prompts);
        let kept = note["questions"].items();
        assert!(kept.iter().zip(&prompts).all(|(question, prompt)| question["prompt"] == json!(prompt)));
        let next = kept.last().map_or(0, bytes) + 1;
        assert!(kept.len() < prompts.len() && bytes(&note) <= BOUND, "{length}");
        assert!(bytes(&note) + next + 4 > BOUND, "{length}: {} and {next}", bytes(&note));
    }
}
