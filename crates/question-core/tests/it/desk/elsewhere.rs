//! Answers from elsewhere: the first one counts, and who is typing is not stopped by anything else than answers.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::{Stage, World};
use super::scenes::{
    about, call, content, interrupted, messages, notes, one, outcome, says, scout, two, with_unsent, world,
};
use question_core::{DeskEvent, End, Ending, HostMode, Outcome, Seat, answered_from};

/// The place is named by who has entered the answer, and the terminal of the process. One of which nobody knows that it is not
/// below the pi that asks does not answer, whatever it says.
#[test]
fn who_may_answer_from_elsewhere() {
    let extension = |name: Option<&str>| answered_from(None, name.map(str::to_owned), None, None);
    assert_eq!(extension(Some("the chat")).as_deref(), Ok("the chat"));
    assert_eq!(extension(None).as_deref(), Ok("another extension"));
    for (kind, place, on_terminal) in [
        ("page", "the page", "the page"),
        ("script", "a command", "a command, pts/3"),
        ("person", "another terminal", "another terminal, pts/3"),
        ("extension", "another terminal", "another terminal, pts/3"),
        ("", "another terminal", "another terminal, pts/3"),
    ] {
        let answer = |is_below, fault| {
            [None, Some("pts/3")].map(|name| answered_from(Some(kind), name.map(str::to_owned), is_below, fault))
        };
        let named = [place, on_terminal].map(|place| Ok(place.to_owned()));
        assert_eq!(answer(Some(false), None), named, "{kind}");
        for (is_below, fault, why) in [
            (
                Some(true),
                None,
                "it comes from a process below the pi that asks, and an agent must not answer its own questions",
            ),
            (None, None, "the answer does not say which process it comes from"),
            (None, Some("the process 7 cannot be found"), "the process 7 cannot be found; answer in pi"),
        ] {
            assert_eq!(answer(is_below, fault), [(); 2].map(|()| Err(why.to_owned())), "{kind}");
        }
    }
}

fn asked() -> (World, u32) {
    let mut world = world(HostMode::Tui, &[("call", two())]);
    let ticket = world.ask(call(), &two(), false);
    (world, ticket)
}

/// An untouched form takes any answer. The user is told where it is from.
#[test]
fn an_untouched_form() {
    for ending in [None, Some(Ending::Cancelled { share: false }), Some(Ending::Later), Some(Ending::Discussed)] {
        let (mut world, ticket) = asked();
        world.show(ticket);
        let result = match &ending {
            None => world.answered(ticket, "w1x"),
            Some(ending) => world.ended(ticket, ending),
        };
        assert!(world.take_elsewhere(ticket, &result, false));
        assert_eq!(world.carried.closed, [(ticket, Seat::Own, End::Taken)]);
        assert!(world.finished.is_empty(), "its form has not ended yet");
        let ended = world.ended(ticket, &Ending::Aborted);
        world.reply(ticket, Seat::Own, Some(&ended));
        assert_eq!(outcome(&world, ticket).0, Some(result.details.outcome));
        let said = match &ending {
            None => "Answered from another terminal.",
            Some(Ending::Later) => "Put off from another terminal.",
            Some(Ending::Discussed) => "Answered with a message from another terminal.",
            Some(_) => "Cancelled from another terminal.",
        };
        assert!(says(&world, said), "{:?}", world.notices);
        assert!(notes(&world).is_empty());
    }
}

/// A form in which something is entered is ended by answers alone. What was entered stays in the session.
#[test]
fn a_touched_form() {
    let (mut world, ticket) = asked();
    world.show(ticket);
    for ending in [Ending::Cancelled { share: false }, Ending::Later, Ending::Discussed] {
        let result = world.ended(ticket, &ending);
        assert!(!world.take_elsewhere(ticket, &result, true));
        assert!(world.carried.refused.last().is_some_and(|(_, why)| why.contains("at the terminal")));
    }
    assert_eq!(world.tickets[&ticket].places["own"], Stage::Shown);
    let answered = world.answered(ticket, "w1x");
    assert!(world.take_elsewhere(ticket, &answered, true));
    let ended = with_unsent(&world.ended(ticket, &Ending::Aborted), "half a thought");
    world.reply(ticket, Seat::Own, Some(&ended));
    assert!(content(&world, ticket).contains("w1x"));
    assert!(notes(&world)[0].to_string().contains("half a thought"));
    assert!(says(&world, "What you had entered is kept, and is there if the same is asked again."));
}

/// What waits, or has not opened yet, is answered at once.
#[test]
fn a_question_that_nobody_sees() {
    let (mut world, ticket) = asked();
    let waiting = world.ask(scout("7:a"), &one(), false);
    for (ticket, word) in [(waiting, "yes"), (ticket, "w1x")] {
        let answered = world.answered(ticket, word);
        assert!(world.take_elsewhere(ticket, &answered, false));
        assert!(content(&world, ticket).contains(word));
    }
    assert_eq!(notes(&world)[0]["subagent"]["name"], "scout");
    assert_eq!(world.tickets.len(), 0);
}

/// The first answer counts, wherever it is from. Those who were too late are told.
#[test]
fn two_answer_at_once() {
    let (mut world, ticket) = asked();
    world.show(ticket);
    let [one, other, here] = ["w1x", "w2x", "w3x"].map(|word| world.answered(ticket, word));
    assert!(world.take_elsewhere(ticket, &one, false));
    assert!(!world.take_elsewhere(ticket, &other, false));
    world.reply(ticket, Seat::Own, Some(&here));
    assert!(content(&world, ticket).contains("w1x"));
    // What was submitted at the same moment is kept.
    assert!(notes(&world)[0].to_string().contains("w3x"));
    assert!(!world.take_elsewhere(ticket, &other, false), "it has ended");
    assert!(world.carried.refused.iter().all(|(_, why)| why.contains("answered or withdrawn before")));
}

/// One that is withdrawn ends so, and one that was answered before keeps its answer.
#[test]
fn a_run_is_aborted_meanwhile() {
    let (mut world, ticket) = asked();
    world.show(ticket);
    let answered = world.answered(ticket, "w1x");
    assert!(world.take_elsewhere(ticket, &answered, false));
    world.tell(&DeskEvent::Aborted(ticket));
    let ended = world.ended(ticket, &Ending::Aborted);
    world.reply(ticket, Seat::Own, Some(&ended));
    assert!(content(&world, ticket).contains("w1x"));

    let (mut world, ticket) = asked();
    world.show(ticket);
    let answered = world.answered(ticket, "w1x");
    world.tell(&DeskEvent::Aborted(ticket));
    assert!(!world.take_elsewhere(ticket, &answered, false));
    let ended = world.ended(ticket, &Ending::Aborted);
    world.reply(ticket, Seat::Own, Some(&ended));
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Aborted));
}

/// Late questions that are answered from elsewhere go to the model once, and the next of them opens.
#[test]
fn late_questions() {
    let mut world = interrupted(HostMode::Tui, &["First?", "Second?"]);
    for (ticket, word) in [(1, "w1x"), (2, "w2x")] {
        world.show(ticket);
        let answered = world.answered(ticket, word);
        assert!(world.take_elsewhere(ticket, &answered, false));
        let ended = world.ended(ticket, &Ending::Aborted);
        world.reply(ticket, Seat::Own, Some(&ended));
    }
    let told = messages(&world).concat();
    assert_eq!((told.matches("w1x").count(), told.matches("w2x").count()), (1, 1), "{told}");
    assert_eq!(world.tickets.len(), 0);
    assert_eq!(about("First?")["questions"][0]["prompt"], "First?");
}

/// What was being typed when the answer came is there again if the same is asked again, although it was answered since.
#[test]
fn what_was_typed_comes_back() {
    let (mut world, ticket) = asked();
    world.show(ticket);
    let mut answered = world.answered(ticket, "w1x");
    answered.details.answered_from = Some("another terminal".to_owned());
    assert!(world.take_elsewhere(ticket, &answered, true));
    let ended = with_unsent(&world.ended(ticket, &Ending::Aborted), "half a thought");
    world.reply(ticket, Seat::Own, Some(&ended));
    world.take_result(ticket, "call");
    let again = world.ask(call(), &two(), false);
    let opening = format!("{:?}", world.tickets[&again].opening.drafts);
    assert!(opening.contains("half a thought"), "{opening}");
}

/// Answers that came with "later" from elsewhere are there when the questions are opened.
#[test]
fn what_was_put_off_elsewhere_is_kept() {
    let (mut world, ticket) = asked();
    world.show(ticket);
    let message =
        r#"{"type": "ask_user_response", "requestId": "r", "later": true, "answers": ["a long answer", null]}"#;
    let asked = &world.tickets[&ticket];
    let from = "another terminal";
    let result = asked.opening.responded(&asked.questionnaire, (message, from), world.facts()).expect("it fits");
    assert!(world.take_elsewhere(ticket, &result, false));
    let ended = world.ended(ticket, &Ending::Aborted);
    world.reply(ticket, Seat::Own, Some(&ended));
    world.take_result(ticket, "call");
    world.is_running = false;
    world.tell(&DeskEvent::Command("answer".to_owned()));
    let opening = format!("{:?}", world.tickets[&super::scenes::open(&world)].opening.drafts);
    assert!(opening.contains("a long answer"), "{opening}");
}
