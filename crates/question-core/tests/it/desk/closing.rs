//! Ends: of turns, of runs, of sessions, and of pi.

use super::host::World;
use super::scenes::{
    LEFT, about, answer, call, close, end, interrupted, messages, one, open, outcome, run_ended, says, scout, start,
    two, with_history, world,
};
use crate::later::history::{History, left};
use question_core::{
    Asker, Begun, CloseReason, DeskEvent, End, Ending, HostMode, Outcome, Seat, Severity, StartLine, Until,
};

const MODES: [HostMode; 4] = [HostMode::Tui, HostMode::Rpc, HostMode::Print, HostMode::Json];
const REASONS: [CloseReason; 3] = [CloseReason::Quit, CloseReason::Reload, CloseReason::Other];

/// pi starts with a prompt in a new session, and with these answers.
fn prompted(mode: HostMode, answers: &str) -> World {
    let mut world = with_history(mode, History::new());
    start(&mut world, true, Some(answers));
    world
}

/// Answers that were given to one of the calls of a message are not used for the calls of a later message.
#[test]
fn the_rest_of_divided_answers_ends_with_the_turn() {
    for (ends_turn, expected) in [(false, Outcome::Answered), (true, Outcome::Pending)] {
        let mut world = prompted(HostMode::Print, r#"["a1", "a2", "b1"]"#);
        let calls = vec![("a", two()), ("b", about("Where?"))];
        world.history = std::mem::take(&mut world.history).prompt().calls("toolUse", calls);
        world.is_running = true;
        world.ask(Asker::Call("a".to_owned()), &two(), false);
        if ends_turn {
            world.tell(&DeskEvent::TurnEnded);
        }
        let second = world.ask(Asker::Call("b".to_owned()), &about("Where?"), false);
        assert_eq!(outcome(&world, second).0, Some(expected), "{ends_turn}");
    }
}

/// Answers that no call has used yet wait for the first call, however many turns there are before it.
#[test]
fn answers_wait_for_the_first_call() {
    let mut world = prompted(HostMode::Print, r#"["yes"]"#);
    world.is_running = true;
    world.tell(&DeskEvent::TurnEnded);
    world.history = std::mem::take(&mut world.history).prompt().calls("toolUse", vec![("call", one())]);
    let ticket = world.ask(call(), &one(), false);
    assert_eq!(outcome(&world, ticket).0, Some(Outcome::Answered));
}

/// A script that ends is told that its answers were not used. pi keeps them while it reloads its extensions.
#[test]
fn answers_that_no_call_has_used_when_the_session_closes() {
    for mode in MODES {
        for reason in REASONS {
            let mut world = prompted(mode, r#"["yes"]"#);
            close(&mut world, reason);
            let is_told = reason == CloseReason::Quit && matches!(mode, HostMode::Print | HostMode::Json);
            let notice = ("--answers was not used: nothing was asked.".to_owned(), Severity::Warning, false);
            assert_eq!(world.carried.said, Vec::from_iter(is_told.then_some(notice)), "{mode:?} {reason:?}");
            let kept = Some(r#"["yes"]"#.to_owned()).filter(|_| reason == CloseReason::Reload);
            assert_eq!(world.carried.answers, kept, "{mode:?} {reason:?}");
        }
    }
}

/// When pi ends, it waits until the turn has ended, which writes the results of its calls. Outside a run, and in a session
/// that another one follows, it waits until the forms have ended. It does not wait if nothing is asked.
#[test]
fn what_the_end_of_a_session_waits_for() {
    for is_running in [true, false] {
        for reason in REASONS {
            let about = format!("{is_running} {reason:?}");
            let expected = match (is_running, reason) {
                (true, CloseReason::Quit) => vec![Until::Turn],
                (true, _) => Vec::new(),
                (false, _) => vec![Until::Unasked],
            };
            let ask = || {
                let mut world = world(HostMode::Tui, &[]);
                world.is_running = is_running;
                let shown = world.ask(scout("7:first"), &one(), false);
                world.show(shown);
                world.ask(scout("7:second"), &one(), false);
                world.tell(&DeskEvent::Closing(reason));
                (world, shown)
            };
            let (mut world, shown) = ask();
            assert_eq!(world.holds, expected, "{about}");
            let aborted = world.ended(shown, &Ending::Aborted);
            world.reply(shown, Seat::Own, Some(&aborted));
            world.tell(&DeskEvent::TurnEnded);
            assert_eq!(world.holds, [], "{about}");

            // A form that does not end is not waited for longer.
            let (mut world, _) = ask();
            world.tell(&DeskEvent::Closed(reason));
            assert_eq!(world.holds, [], "{about}");

            let mut world = self::world(HostMode::Tui, &[]);
            world.is_running = is_running;
            close(&mut world, reason);
            assert_eq!(world.carried.held, [], "{about}");
        }
    }
}

/// The end of a form lets nothing go on that waits for the turn, and the end of the turn nothing that waits for forms.
#[test]
fn each_end_lets_its_own_go_on() {
    let mut world = world(HostMode::Tui, &[("call", one())]);
    let ticket = world.ask(call(), &one(), false);
    world.show(ticket);
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    end_shown(&mut world, ticket);
    assert_eq!(world.holds, [Until::Turn]);

    let mut world = interrupted(HostMode::Tui, &["old"]);
    let late = open(&world);
    world.show(late);
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    world.tell(&DeskEvent::TurnEnded);
    world.tell(&DeskEvent::Settled);
    assert_eq!(world.holds, [Until::Unasked]);
    end_shown(&mut world, late);
    assert_eq!(world.holds, []);
}

fn end_shown(world: &mut World, ticket: u32) {
    let aborted = world.ended(ticket, &Ending::Aborted);
    world.reply(ticket, Seat::Own, Some(&aborted));
}

/// A script that has sent answers with a prompt, and ends before the model has replied, is told so and fails.
#[test]
fn answers_that_the_model_has_not_heard() {
    let yes = Some(r#"["yes"]"#);
    for (mode, has_prompt, answers, has_replied, reason, is_told) in [
        (HostMode::Print, true, yes, false, CloseReason::Quit, true),
        (HostMode::Json, true, yes, false, CloseReason::Quit, true),
        (HostMode::Print, true, yes, true, CloseReason::Quit, false),
        (HostMode::Json, true, yes, true, CloseReason::Quit, false),
        (HostMode::Print, true, yes, false, CloseReason::Reload, false),
        (HostMode::Print, true, yes, false, CloseReason::Other, false),
        (HostMode::Print, true, None, false, CloseReason::Quit, false),
        // A run has begun.
        (HostMode::Print, false, yes, false, CloseReason::Quit, false),
        (HostMode::Tui, true, yes, false, CloseReason::Quit, false),
        (HostMode::Rpc, true, yes, false, CloseReason::Quit, false),
    ] {
        let about = format!("{mode:?} {has_prompt} {answers:?} {has_replied} {reason:?}");
        let mut world = with_history(mode, left());
        start(&mut world, has_prompt, answers);
        if has_replied {
            world.tell(&DeskEvent::Replying);
        }
        close(&mut world, reason);
        assert_eq!(says(&world, "has not acted on the answers"), is_told, "{about}: {:?}", world.notices);
        assert_eq!(world.done.contains(&"fail"), is_told, "{about}");
        assert_eq!(messages(&world).len(), usize::from(answers.is_some()), "{about}: the model has them the next time");
    }
}

/// Answers that a prompt follows in the session have been heard.
#[test]
fn a_prompt_has_brought_the_answers() {
    for mode in [HostMode::Print, HostMode::Json] {
        let mut world = with_history(mode, left());
        start(&mut world, true, Some(r#"["yes"]"#));
        for message in std::mem::take(&mut world.steered) {
            world.add(message);
        }
        world.history = std::mem::take(&mut world.history).prompt();
        close(&mut world, CloseReason::Quit);
        assert_eq!((world.notices.len(), messages(&world).len()), (0, 1), "{mode:?}: {:?}", world.notices);
        assert!(!world.done.contains(&"fail"));
    }
}

/// A call that ends because pi ends tells that to pi, which stops the run. Late forms and those of other sessions do not,
/// and neither do calls in a session that has no person.
#[test]
fn which_result_is_the_last_one() {
    for (mode, is_gone, is_quit, asker, has_above, expected) in [
        (HostMode::Tui, false, true, call(), false, true),
        (HostMode::Rpc, false, true, call(), false, true),
        (HostMode::Rpc, true, false, call(), false, true),
        (HostMode::Tui, true, false, call(), false, false),
        (HostMode::Rpc, false, false, call(), false, false),
        (HostMode::Print, false, true, call(), true, false),
        (HostMode::Tui, false, true, scout("7:call"), false, false),
        (HostMode::Rpc, true, false, scout("7:call"), false, false),
    ] {
        let about = format!("{mode:?} {is_gone} {is_quit} {asker:?}");
        let mut world = world(mode, &[("call", one())]);
        let ticket = world.ask(asker, &one(), has_above);
        world.is_gone = is_gone;
        world.tell(&if is_quit { DeskEvent::Closing(CloseReason::Quit) } else { DeskEvent::Aborted(ticket) });
        assert_eq!(world.finished[&ticket][0].1, expected, "{about}");
    }
    let mut world = interrupted(HostMode::Tui, &["old"]);
    let late = open(&world);
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    assert_eq!(outcome(&world, late), (Some(Outcome::Aborted), false));
}

/// A call is not asked once the program that asks the user has gone. In a terminal, no program is needed.
#[test]
fn a_call_after_the_program_has_gone() {
    for (mode, is_gone) in
        [(HostMode::Rpc, true), (HostMode::Rpc, false), (HostMode::Tui, true), (HostMode::Tui, false)]
    {
        let mut world = world(mode, &[("call", one())]);
        world.is_gone = is_gone;
        let ticket = world.ask(call(), &one(), false);
        if mode == HostMode::Rpc && is_gone {
            assert_eq!(world.unseen, [(ticket, End::Disconnect)]);
            assert_eq!(outcome(&world, ticket), (Some(Outcome::ConnectionLost), true));
        } else {
            assert_eq!(open(&world), ticket, "{mode:?} {is_gone}");
        }
    }
}

/// Where no person is asked, questions are left in the file although pi ends: nobody is kept waiting.
#[test]
fn a_call_of_a_script_that_ends() {
    let mut world = world(HostMode::Print, &[("call", one())]);
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    let ticket = world.ask(call(), &one(), false);
    assert_eq!(outcome(&world, ticket), (Some(Outcome::Pending), false));
    assert!(world.file.is_some());
}

/// What was asked while the session closes is asked again the next time: the user has not stopped it.
#[test]
fn what_is_asked_while_the_session_closes() {
    for reason in [CloseReason::Reload, CloseReason::Other] {
        let mut world = world(HostMode::Tui, &[("a", one()), ("b", one())]);
        let shown = world.ask(Asker::Call("a".to_owned()), &one(), false);
        world.show(shown);
        let other = world.ask(scout("7:call"), &one(), false);
        world.tell(&DeskEvent::Closing(reason));
        let waits = world.ask(Asker::Call("b".to_owned()), &one(), false);
        world.tell(&DeskEvent::Aborted(waits));
        assert_eq!(world.unseen, [(other, End::Abort), (waits, End::Abort)], "{reason:?}");
    }
    // The last form has ended, or there was none.
    for asks in [true, false] {
        let mut world = world(HostMode::Tui, &[("a", one()), ("b", one())]);
        let shown = asks.then(|| world.ask(Asker::Call("a".to_owned()), &one(), false));
        if let Some(shown) = shown {
            world.show(shown);
        }
        world.tell(&DeskEvent::Closing(CloseReason::Reload));
        if let Some(shown) = shown {
            let ended = world.ended(shown, &Ending::Aborted);
            world.reply(shown, Seat::Own, Some(&ended));
        }
        let waits = world.ask(Asker::Call("b".to_owned()), &one(), false);
        world.tell(&DeskEvent::Aborted(waits));
        assert_eq!(world.unseen, [(waits, End::Abort)], "{asks}");
    }
    // Nothing is left that is closing, but pi ends.
    let mut world = world(HostMode::Tui, &[]);
    world.tell(&DeskEvent::Closing(CloseReason::Quit));
    let other = world.ask(scout("7:call"), &one(), false);
    world.tell(&DeskEvent::Aborted(other));
    assert_eq!(world.unseen, [(other, End::Abort)]);
    // A session that has closed and gone on is one like any other.
    let mut world = self::world(HostMode::Tui, &[("a", one())]);
    let shown = world.ask(Asker::Call("a".to_owned()), &one(), false);
    world.show(shown);
    close(&mut world, CloseReason::Reload);
    let other = world.ask(scout("7:call"), &one(), false);
    world.tell(&DeskEvent::Aborted(other));
    assert_eq!(world.unseen, [(other, End::Stop)]);
}

/// pi may tell twice that a session begins. It begins again only after it was closed.
#[test]
fn a_session_that_begins_twice() {
    let mut world = interrupted(HostMode::Rpc, &["old"]);
    world.begin(Begun::default());
    assert_eq!(world.tickets.len(), 1);
    end(&mut world, &Ending::Aborted);
    world.begin(Begun::default());
    assert_eq!(world.tickets.len(), 0);
    close(&mut world, CloseReason::Other);
    world.begin(Begun::default());
    assert_eq!(world.tickets.len(), 1);
}

/// A script whose answers start a run waits for its end, because pi would end before. With a prompt or a person, pi goes on
/// by itself.
#[test]
fn a_script_waits_for_the_run_of_its_answers() {
    for (mode, has_prompt, is_held) in [
        (HostMode::Print, false, true),
        (HostMode::Print, true, false),
        (HostMode::Tui, false, false),
        (HostMode::Rpc, false, false),
    ] {
        let mut world = with_history(mode, left());
        start(&mut world, has_prompt, Some(r#"["yes"]"#));
        let expected = Vec::from_iter(is_held.then_some(Until::Run));
        assert_eq!(world.holds, expected, "{mode:?} {has_prompt}");
        world.tell(&DeskEvent::TurnEnded);
        world.tell(&run_ended(true));
        assert_eq!(world.holds, expected, "another run may follow");
        world.is_running = false;
        world.tell(&DeskEvent::Settled);
        assert_eq!(world.holds, []);
    }
}

/// A command alone ends print mode once all commands have run, unless the model has replied.
#[test]
fn when_commands_end_a_script() {
    for (mode, commands, has_replied, expected) in [
        (HostMode::Print, 1, false, [true, false]),
        (HostMode::Print, 2, false, [false, true]),
        (HostMode::Print, 3, false, [false, false]),
        (HostMode::Print, 1, true, [false, false]),
        (HostMode::Json, 1, false, [false, false]),
        (HostMode::Tui, 1, false, [false, false]),
    ] {
        let mut world = with_history(mode, History::new());
        world.begin(Begun { line: Some(StartLine { has_prompt: false, commands, files: Vec::new() }), answers: None });
        if has_replied {
            world.tell(&DeskEvent::Replying);
        }
        let ends = [(); 2].map(|()| {
            world.done.clear();
            world.tell(&DeskEvent::Command(String::new()));
            world.done.contains(&"exit")
        });
        assert_eq!(ends, expected, "{mode:?} {commands} {has_replied}");
    }
}

/// A command that fails makes a script fail, but neither a session with a person nor one inside another.
#[test]
fn a_command_that_fails() {
    for (mode, is_nested, expected) in [
        (HostMode::Print, false, true),
        (HostMode::Json, false, true),
        (HostMode::Print, true, false),
        (HostMode::Tui, false, false),
        (HostMode::Rpc, false, false),
    ] {
        let mut world = with_history(mode, History::new());
        world.is_nested = is_nested;
        world.tell(&DeskEvent::Command("what".to_owned()));
        assert!(says(&world, "/questions what is not known"));
        assert_eq!(world.done.contains(&"fail"), expected, "{mode:?} {is_nested}");
    }
}

/// The questions that a run has left in the file are named once, when no run follows.
#[test]
fn a_run_has_left_questions_in_the_file() {
    let mut world = world(HostMode::Print, &[("call", one())]);
    let ticket = world.ask(call(), &one(), false);
    let result = world.finished[&ticket][0].0.clone().expect("a result");
    let details = crate::common::json::taken(&result.details);
    world.history = std::mem::take(&mut world.history).result("call", details).reply();
    assert_eq!(world.notices.len(), 0);
    world.is_running = false;
    world.tell(&DeskEvent::Settled);
    world.tell(&DeskEvent::Settled);
    assert!(says(&world, "1 question waits") && !world.done.contains(&"delay"));
    assert_eq!(world.notices.len(), 1, "{:?}", world.notices);
}

/// A form that the user leaves lets the session go on: the next one opens.
#[test]
fn the_next_form_opens_when_one_ends() {
    let mut world = world(HostMode::Tui, &[("call", one())]);
    let first = world.ask(call(), &one(), false);
    let second = world.ask(scout("7:call"), &one(), false);
    assert_eq!((open(&world), world.carried.waiting.get(&first)), (first, Some(&1)));
    end(&mut world, &LEFT);
    assert_eq!((open(&world), world.carried.waiting.get(&second)), (second, Some(&0)));
    answer(&mut world, "yes");
    assert!(world.tickets.is_empty());
}
