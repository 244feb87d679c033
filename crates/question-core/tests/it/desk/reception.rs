//! Whom the sessions without a person ask, in which order, and how much may wait.

use proptest::prelude::*;
use question_core::{Person, Reception, ReceptionAct as Act, ReceptionEvent as Event, ReceptionOrder as Order};

const MIB: usize = 1024 * 1024;

fn person(host: u32, distance: Option<u32>, is_running: bool) -> Person {
    Person { host, distance, is_running }
}

fn brought(ticket: u32, id: &str, bytes: usize, persons: &[Person]) -> Event {
    Event::Brought { ticket, id: id.to_owned(), bytes, persons: persons.to_vec() }
}

fn one(ticket: u32, act: Act) -> Vec<Order> {
    vec![Order { ticket, act }]
}

fn asks(host: u32) -> Act {
    Act::Ask { host, is_shared: false }
}

/// The numbers of those that are asked.
fn asked(orders: &[Order]) -> Vec<u32> {
    orders.iter().filter(|order| matches!(order.act, Act::Ask { .. })).map(|order| order.ticket).collect()
}

/// Only one person is asked for all folders. Of several, the nearest above the folder, and there the one whose tool call runs.
#[test]
fn whom_a_session_asks() {
    for (persons, expected) in [
        (vec![(7, None, false)], Some(7)),
        (vec![(1, Some(0), false), (2, None, true)], Some(1)),
        (vec![(1, Some(0), false), (2, Some(1), true)], Some(1)),
        (vec![(1, Some(3), false), (2, Some(2), false), (3, None, false)], Some(2)),
        (vec![(1, Some(1), false), (2, Some(1), true), (3, Some(1), false)], Some(2)),
        (vec![(1, Some(1), true), (2, Some(1), true)], Some(2)),
        (vec![(1, Some(1), false), (2, Some(1), false)], Some(2)),
        (vec![(1, None, false), (2, None, true)], None),
    ] {
        let is_shared = persons.len() > 1;
        let persons: Vec<Person> = persons.into_iter().map(|(host, at, runs)| person(host, at, runs)).collect();
        let mut reception = Reception::default();
        let orders = reception.handle(brought(1, "a", 1, &persons), 0);
        if let Some(host) = expected {
            assert_eq!(orders, one(1, Act::Ask { host, is_shared }), "{persons:?}");
        } else {
            let [Order { act: Act::Refuse(problem), .. }] = orders.as_slice() else { panic!("{orders:?}") };
            assert!(problem.contains("none is in a folder that holds"), "{problem}");
            assert_eq!(reception, Reception::default());
        }
    }
}

/// A result counts while its session is there, and one of a person always. Else the questions are brought again.
#[test]
fn which_result_counts() {
    for (has_result, is_by_user, is_there, act) in [
        (true, true, true, Act::Finish),
        (true, true, false, Act::Finish),
        (true, false, true, Act::Finish),
        (true, false, false, Act::Again),
        (false, false, true, Act::Leave),
        (false, false, false, Act::Again),
    ] {
        let mut reception = Reception::default();
        reception.handle(brought(1, "a", 1, &[person(1, None, false)]), 0);
        let orders = reception.handle(Event::Replied { ticket: 1, has_result, is_by_user, is_there }, 0);
        assert_eq!(orders, one(1, act.clone()), "{has_result} {is_by_user} {is_there}");
        assert_eq!(reception == Reception::default(), act != Act::Again);
    }
}

/// Those that were asked first are asked first in the next session, in whichever order they come back, and new ones after them.
/// One that does not come back is waited for, but not for long.
#[test]
fn questions_come_back_in_their_order() {
    let (first, next) = ([person(1, None, false)], [person(2, None, false)]);
    let mut reception = Reception::default();
    for (ticket, id) in [(1, "a"), (2, "lost"), (3, "b"), (4, "c")] {
        assert_eq!(reception.handle(brought(ticket, id, 1, &first), 0), one(ticket, asks(1)), "all at once");
    }
    assert_eq!(reception.handle(Event::Left(1), 0), []);
    assert_eq!(reception.handle(brought(4, "c", 1, &[]), 0), one(4, Act::Leave), "nobody is here");
    for (ticket, id) in [(5, "new"), (6, "c"), (7, "b")] {
        assert_eq!(reception.handle(brought(ticket, id, 1, &next), 10), one(ticket, Act::Delay(1000)), "{id}");
    }
    let back = reception.handle(brought(8, "a", 1, &next), 10);
    assert_eq!(back, one(8, asks(2)), "the others wait for the lost one");
    assert_eq!(asked(&reception.handle(Event::Elapsed(7), 1010)), [7, 6, 5]);
    // Then one that was lost is new.
    assert_eq!(reception.handle(brought(9, "lost", 1, &next), 1020), one(9, asks(2)));
}

/// One that has waited long enough passes over those before it that are lost, and over no other.
#[test]
fn what_is_lost_behind_one_that_waits() {
    let mut reception = Reception::default();
    let person = [person(1, None, false)];
    for (ticket, id, persons) in
        [(1, "before", &[][..]), (2, "waits", &person), (3, "behind", &[]), (4, "last", &person)]
    {
        let expected = if persons.is_empty() { Act::Leave } else { Act::Delay(1000) };
        assert_eq!(reception.handle(brought(ticket, id, 1, persons), 0), one(ticket, expected), "{id}");
    }
    assert_eq!(asked(&reception.handle(Event::Elapsed(2), 1000)), [2]);
    assert_eq!(
        reception.handle(brought(5, "behind", 1, &person), 1000),
        [Order { ticket: 5, act: asks(1) }, Order { ticket: 4, act: asks(1) },]
    );
}

/// Questions whose asker never comes back hold nobody up for more than five seconds.
#[test]
fn a_place_is_kept_for_five_seconds() {
    let person = [person(1, None, false)];
    for (now, act) in [(4999, Act::Delay(1000)), (5001, asks(1))] {
        let mut reception = Reception::default();
        reception.handle(brought(1, "a", 1, &[]), 0);
        assert_eq!(reception.handle(brought(2, "b", 1, &person), now), one(2, act), "{now}");
    }
}

#[test]
fn how_much_may_wait() {
    let persons = [person(1, None, false)];
    let problem = |orders: &[Order]| match orders {
        [Order { act: Act::Refuse(problem), .. }] => problem.clone(),
        _ => String::new(),
    };
    let mut reception = Reception::default();
    for ticket in 0..128 {
        assert_eq!(problem(&reception.handle(brought(ticket, &ticket.to_string(), 1, &persons), 0)), "");
    }
    let refused = reception.handle(brought(200, "200", 1, &persons), 0);
    assert_eq!(problem(&refused), "128 questions wait for the user already, and no more can");
    let ended = Event::Replied { ticket: 5, has_result: true, is_by_user: true, is_there: true };
    reception.handle(ended, 0);
    assert_eq!(problem(&reception.handle(brought(201, "201", 1, &persons), 0)), "");

    let mut reception = Reception::default();
    reception.handle(brought(1, "1", 60 * MIB, &persons), 0);
    let refused = problem(&reception.handle(brought(2, "2", 5 * MIB + MIB * 23 / 50, &persons), 0));
    assert!(refused.contains("room for 4.0 MiB, and these have 5.5 MiB; shorter ones can be asked"), "{refused}");
    assert_eq!(problem(&reception.handle(brought(3, "3", 4 * MIB, &persons), 0)), "", "it fits exactly");
    // Those that come back need no room.
    reception.handle(Event::Left(1), 0);
    assert_eq!(problem(&reception.handle(brought(4, "1", 60 * MIB, &persons), 0)), "");
}

proptest! {
    /// Whatever comes, in any order, with sessions that end at any time: whoever waits is asked, refused or told to come
    /// back, once the delays have passed.
    #[test]
    fn nobody_waits_for_ever(steps in proptest::collection::vec((0_u32..6, 0_u32..4, any::<bool>()), 1..60)) {
        let mut reception = Reception::default();
        let mut waits = std::collections::BTreeMap::new();
        let mut now = 0;
        for (id, what, flag) in steps {
            now += 300;
            let ticket = 10 * id;
            let persons: Vec<Person> = if flag { vec![person(1, None, false)] } else { vec![] };
            let orders = match what {
                0 if !waits.contains_key(&ticket) => {
                    waits.insert(ticket, Act::Again);
                    reception.handle(brought(ticket, &id.to_string(), 1, &persons), now)
                }
                1 => reception.handle(Event::Left(1), now),
                2 if matches!(waits.get(&ticket), Some(Act::Ask { .. })) => {
                    let reply = Event::Replied { ticket, has_result: flag, is_by_user: flag, is_there: false };
                    reception.handle(reply, now)
                }
                _ => vec![],
            };
            for Order { ticket, act } in orders {
                let before = waits.insert(ticket, act.clone());
                prop_assert!(before.is_some(), "{ticket} has ended");
                prop_assert!(!matches!((&before, &act), (Some(Act::Ask { .. }), Act::Ask { .. })), "{ticket} is asked twice");
                if matches!(act, Act::Finish | Act::Leave | Act::Again | Act::Refuse(_)) {
                    waits.remove(&ticket);
                }
            }
        }
        let late: Vec<u32> = waits.iter().filter(|(_, act)| matches!(act, Act::Delay(_))).map(|(id, _)| *id).collect();
        for ticket in late {
            for Order { ticket, act } in reception.handle(Event::Elapsed(ticket), now) {
                waits.insert(ticket, act);
            }
        }
        prop_assert!(waits.values().all(|act| matches!(act, Act::Ask { .. })), "{waits:?}");
    }
}
