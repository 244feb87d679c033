//! Late questions: sequences of forms, and commands.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::World;
use super::scenes::{
    LEFT, about, answer, call, close, end, interrupted, messages, notes, one, open, says, scout, sendings, start,
    with_history, with_unsent,
};
use crate::later::history::{History, both_left, left, two_questions};
use question_core::{Begun, CloseReason, DeskEvent, Ending, HostMode, Seat, Sending, Severity, Until};

fn command(world: &mut World, line: &str) {
    world.tell(&DeskEvent::Command(line.to_owned()));
}

/// Two calls wait in the file, and the user has asked for their forms.
fn requested(mode: HostMode) -> World {
    let mut world = with_history(mode, both_left());
    command(&mut world, "answer");
    world
}

/// The user is told of questions of other sessions when a session begins, and when they ask for what waits.
#[test]
fn which_files_matter() {
    let command = |line: &str| DeskEvent::Command(line.to_owned());
    for (event, needs_all) in [
        (DeskEvent::Begun(Begun::default()), true),
        (command("answer"), true),
        (command(" answer "), true),
        (command("list"), false),
        (DeskEvent::Settled, false),
    ] {
        assert_eq!(event.needs_all_files(), needs_all, "{event:?}");
    }
}

/// Notices at the start of pi are news that wait until it has drawn the conversation. When pi switches to another session,
/// they are warnings at once, because pi's own notice would replace them.
#[test]
fn notices_at_the_beginning_of_a_session() {
    for (is_start, severity) in [(true, Severity::Info), (false, Severity::Warning)] {
        let mut world = with_history(HostMode::Tui, left());
        world.file = Some(world.history.file(&[("a", "null")]));
        if is_start {
            start(&mut world, false, None);
        } else {
            world.begin(Begun::default());
        }
        let [(text, is, waits)] = world.carried.said.as_slice() else { panic!("{:?}", world.carried.said) };
        assert!(text.contains("1 question waits"), "{text}");
        assert_eq!((*is, *waits), (severity, is_start));
    }
}

/// A form that opens at the start of pi waits until pi sends its events; one of a command, or a later one, does not.
#[test]
fn forms_at_the_beginning_of_a_session() {
    let mut world = interrupted(HostMode::Tui, &["first", "second"]);
    answer(&mut world, "yes");
    assert_eq!(world.carried.asked_at_start, [true, false]);
    assert_eq!(requested(HostMode::Tui).carried.asked_at_start, [false]);
}

/// A file that is done with is renamed at the start of a session. If that fails, the run goes on.
#[test]
fn a_file_that_is_done_with_at_the_beginning() {
    for is_start in [true, false] {
        let mut world = with_history(HostMode::Print, left().told(&["a"], &["yes"]));
        world.file = Some(world.history.file(&[("a", "null")]));
        if is_start {
            start(&mut world, true, None);
        } else {
            world.begin(Begun::default());
        }
        assert_eq!(world.carried.renamed, [(is_start, false)]);
    }
}

/// The user puts the file aside with a command. If that fails, a script fails, but neither a session with a person nor one
/// inside another.
#[test]
fn the_file_is_put_aside() {
    for (mode, is_nested, is_required) in [
        (HostMode::Tui, false, false),
        (HostMode::Rpc, false, false),
        (HostMode::Print, false, true),
        (HostMode::Json, false, true),
        (HostMode::Print, true, false),
    ] {
        let mut world = with_history(mode, left());
        world.file = Some(world.history.file(&[("a", "null")]));
        world.is_nested = is_nested;
        command(&mut world, "clear");
        assert_eq!(world.carried.renamed, [(false, is_required)], "{mode:?} {is_nested}");
    }
}

/// The form that the user has just asked for with a command takes their keys at once. All others wait for a key that is meant
/// for them. A call begins with what was entered for the same questions before; late questions bring that.
#[test]
fn which_forms_the_user_expects() {
    let mut world = requested(HostMode::Tui);
    let (first, second) = (answer(&mut world, "yes"), answer(&mut world, "yes"));
    assert_eq!(world.carried.opened, [(first, true, false), (second, false, false)]);

    let mut world = interrupted(HostMode::Tui, &["first", "second"]);
    let (first, second) = (answer(&mut world, "yes"), answer(&mut world, "yes"));
    assert_eq!(world.carried.opened, [(first, false, false), (second, false, false)]);

    for asker in [call(), scout("7:call")] {
        let mut world = super::scenes::world(HostMode::Tui, &[("call", one())]);
        let ticket = world.ask(asker, &one(), false);
        assert_eq!(world.carried.opened, [(ticket, false, true)]);
    }
}

/// The model goes on once the last of several forms has ended, if the user has said anything in one of them.
#[test]
fn a_run_starts_after_the_last_form() {
    let (steer, run) = (Sending::Steer, Sending::Run);
    for (is_requested, says_first, says_second, expected) in [
        (false, true, true, vec![steer, run]),
        (false, true, false, vec![steer, run]),
        (false, false, true, vec![steer, run]),
        (false, false, false, vec![steer, steer]),
        (true, true, true, vec![steer, run]),
        (true, true, false, vec![steer, run]),
        (true, false, true, vec![run]),
        (true, false, false, Vec::new()),
    ] {
        let about = format!("{is_requested} {says_first} {says_second}");
        let mut world =
            if is_requested { requested(HostMode::Tui) } else { interrupted(HostMode::Tui, &["first", "second"]) };
        for says in [says_first, says_second] {
            assert!(!world.is_running, "{about}");
            if says {
                answer(&mut world, "yes")
            } else {
                end(&mut world, &LEFT)
            };
        }
        assert_eq!(sendings(&world), expected, "{about}");
        assert_eq!(world.is_running, says_first || says_second, "{about}");
        assert_eq!((world.holds.len(), world.tickets.len()), (0, 0), "{about}");
    }
}

/// The model goes on with what was said in the first form also if the second brings nothing.
#[test]
fn a_run_starts_where_the_last_form_brings_nothing() {
    for how in ["failed", "aborted", "core", "unreadable", "closed"] {
        let mut world = requested(HostMode::Tui);
        answer(&mut world, "yes");
        assert!(!world.is_running, "{how}");
        match how {
            "failed" => _ = end(&mut world, &Ending::Failed("why".to_owned())),
            "aborted" => _ = end(&mut world, &Ending::Aborted),
            "core" => {
                let late = open(&world);
                world.tickets.remove(&late);
                world.tell(&DeskEvent::Failed(late));
            }
            "unreadable" => {
                world.problem = Some("the session cannot be read".to_owned());
                answer(&mut world, "yes");
            }
            _ => close(&mut world, CloseReason::Reload),
        }
        assert_eq!(world.is_running, how != "closed", "{how}");
    }
    let mut world = requested(HostMode::Tui);
    world.history = std::mem::take(&mut world.history).answered_in_words(&["b"]);
    answer(&mut world, "yes");
    assert!(world.is_running, "the second cannot be asked any more");
}

/// The forms of a sequence open one after another, unless one is closed from outside: then the others are asked the next time.
/// That a form has failed is said.
#[test]
fn when_the_next_form_opens() {
    for (ending, goes_on, is_said) in [
        (LEFT, true, false),
        (Ending::Undecided, true, false),
        (Ending::Unasked(None), true, false),
        (Ending::Failed("why-it-failed".to_owned()), true, true),
        (Ending::Aborted, false, false),
        (Ending::Disconnected, false, false),
    ] {
        let mut world = requested(HostMode::Tui);
        assert_eq!(world.holds, [Until::Sequence(1)], "{ending:?}");
        end(&mut world, &ending);
        assert_eq!(world.tickets.len(), usize::from(goes_on), "{ending:?}");
        assert_eq!(world.holds, Vec::from_iter(goes_on.then_some(Until::Sequence(1))), "{ending:?}");
        let errors: Vec<_> =
            world.carried.said.iter().filter(|(_, severity, _)| *severity == Severity::Error).collect();
        assert_eq!(errors.len(), usize::from(is_said), "{ending:?}");
        assert!(errors.iter().all(|(text, ..)| text.contains("why-it-failed")), "{errors:?}");
        if !goes_on {
            command(&mut world, "answer");
            assert_eq!(world.tickets.len(), 1, "{ending:?}: it is asked the next time");
        }
    }
}

/// While an answer is revised, the user can ask for the questions that wait: their form follows. Each command ends with its
/// own form, and the answers of both are sent.
#[test]
fn two_commands_at_a_time() {
    for mode in [HostMode::Tui, HostMode::Rpc] {
        let history =
            History::new().prompt().asks_and_leaves(&["z"]).told(&["z"], &["yes"]).reply().asks_and_leaves(&["a"]);
        let mut world = with_history(mode, history);
        command(&mut world, "revise");
        command(&mut world, "answer");
        let both = vec![Until::Sequence(1), Until::Sequence(2)];
        assert_eq!((world.tickets.len(), &world.holds), (2, &both));

        for line in ["answer", "revise"] {
            command(&mut world, line);
            assert_eq!(
                world.carried.said.pop(),
                Some(("These questions are open already.".to_owned(), Severity::Info, false))
            );
            assert_eq!((world.tickets.len(), &world.holds), (2, &both), "{line}");
        }

        let revision = answer(&mut world, "no");
        assert_eq!(world.holds, [Until::Sequence(2)]);
        assert_eq!(messages(&world).len(), 2, "{:?}", messages(&world));
        world.is_running = false;
        let late = answer(&mut world, "yes");
        assert_eq!((messages(&world).len(), world.holds.len()), (3, 0), "{:?}", messages(&world));
        assert_eq!(world.carried.opened, [(revision, true, false), (late, true, false)]);
    }
}

/// A command asks only what is not open already.
#[test]
fn a_command_asks_what_is_not_open() {
    let mut world = with_history(HostMode::Tui, History::new().prompt().asks_and_leaves(&["b"]).asks(&["a"]));
    world.begin(Begun::default());
    command(&mut world, "answer");
    let prompts: Vec<&str> =
        world.tickets.values().map(|ticket| ticket.questionnaire.questions()[0].prompt.as_str()).collect();
    assert_eq!(prompts, ["a?", "b?"]);
}

/// Questions that were answered meanwhile are not asked: the sequence ends, and the user is told why.
#[test]
fn questions_that_cannot_be_asked_any_more() {
    let mut world = requested(HostMode::Tui);
    world.history = std::mem::take(&mut world.history).answered_in_words(&["b"]);
    answer(&mut world, "yes");
    assert_eq!((world.tickets.len(), world.holds.len()), (0, 0));
    assert_eq!(world.carried.said.last(), Some(&("closed".to_owned(), Severity::Error, false)));
    // The same of one among others.
    let mut world = requested(HostMode::Tui);
    let shown = open(&world);
    world.tell(&DeskEvent::Unopened { sequence: 7, problem: "another".to_owned() });
    assert_eq!((open(&world), &world.holds), (shown, &vec![Until::Sequence(1)]));
}

/// If the session cannot be read when a form ends, nothing is sent. What was entered stays in the session, the user is told
/// why, and no other form opens. The next form begins with what was entered.
#[test]
fn the_session_cannot_be_read_when_a_form_ends() {
    for is_submitted in [false, true] {
        let history = History::new().prompt().asks_with("a", two_questions()).left("a").reply();
        let mut world = with_history(HostMode::Tui, history.asks_and_leaves(&["b"]));
        command(&mut world, "answer");
        let late = open(&world);
        world.show(late);
        let result = if is_submitted { world.answered(late, "yes") } else { world.part(late, "yes") };
        world.problem = Some("the session cannot be read".to_owned());
        world.reply(late, Seat::Own, Some(&result));
        assert_eq!((world.tickets.len(), world.holds.len(), messages(&world).len()), (0, 0, 0));
        assert_eq!(world.carried.said, [("the session cannot be read".to_owned(), Severity::Error, false)]);
        let kept: Vec<_> = notes(&world).into_iter().map(|note| &note["answers"][0]["value"]).collect();
        assert_eq!(kept, ["yes"]);
        world.problem = None;
        command(&mut world, "answer");
        assert_eq!(world.tickets.len(), 1, "the questions wait");
        assert!(!world.tickets[&open(&world)].opening.drafts.are_none(), "what was entered is there again");
    }
}

/// What was typed in a late form that is closed from outside is there again the next time.
#[test]
fn what_was_typed_in_a_late_form() {
    let mut world = interrupted(HostMode::Tui, &["old"]);
    let late = open(&world);
    world.show(late);
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    let result = with_unsent(&world.ended(late, &Ending::Aborted), "typed-here");
    world.reply(late, Seat::Own, Some(&result));
    world.tell(&DeskEvent::Closed(CloseReason::Quit));
    assert_eq!(notes(&world).len(), 1);
    world.crash();
    world.begin(Begun::default());
    let late = open(&world);
    let again = world.ended(late, &Ending::Aborted);
    assert!(format!("{:?}", again.details.unsent).contains("typed-here"), "{:?}", again.details);
}

/// A late form that nobody has seen ends its sequence when it is closed, so that the command ends.
#[test]
fn a_late_form_that_nobody_has_seen_is_closed() {
    let mut world = requested(HostMode::Rpc);
    world.history = std::mem::take(&mut world.history).prompt().calls("toolUse", vec![("call", about("Now?"))]);
    world.is_running = true;
    let ticket = world.ask(call(), &about("Now?"), false);
    assert_eq!((open(&world), world.tickets.len(), world.holds.len()), (ticket, 1, 0));
    answer(&mut world, "yes");
    world.is_running = false;
    command(&mut world, "answer");
    assert_eq!(world.tickets.len(), 1);
}

/// If the core fails for a late form, the command that has opened it ends.
#[test]
fn the_core_fails_for_a_late_form() {
    let mut world = requested(HostMode::Tui);
    let late = open(&world);
    world.tickets.remove(&late);
    world.tell(&DeskEvent::Failed(late));
    assert_eq!(world.holds, []);
}

/// A command that opens nothing is over at once.
#[test]
fn a_command_without_questions() {
    for line in ["answer", "revise", "clear", ""] {
        let mut world = with_history(HostMode::Tui, History::new().prompt().reply());
        command(&mut world, line);
        assert_eq!((world.carried.held.len(), world.tickets.len()), (0, 0), "{line}");
        assert_eq!(world.notices.is_empty(), line.is_empty(), "{line}: it says why");
    }
    let mut world = requested(HostMode::Print);
    assert_eq!((world.carried.held.len(), world.tickets.len()), (0, 0));
    assert!(says(&world, "Nobody can be asked here") && world.done.contains(&"fail"));
    close(&mut world, CloseReason::Quit);
    assert_eq!(world.tickets.len(), 0);
}
