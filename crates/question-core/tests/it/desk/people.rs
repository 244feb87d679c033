//! What people do at the places of a question: they see it, answer it, or leave it.

// A shape that is not as expected may stop the test.
#![allow(clippy::indexing_slicing)]

use super::host::{Stage, Ticket, World, name};
use crate::common::json;
use crate::common::json::{Parts as _, taken};
use question_core::{DeskEvent, Dialect, Ending, PlaceReply, PlaceResult, Response, Seat, Settings, ToolResult, Way};

/// What the desk is told of a result.
pub(super) fn place_result(result: &ToolResult) -> PlaceResult {
    let host = taken(&result.in_dialect(Dialect::Question));
    PlaceResult {
        record: host.at("details").clone(),
        content: result.content.clone(),
        is_said: host.at("isSaid") == &json!(true),
        is_entered: host.at("isEntered") == &json!(true),
        is_by_user: host.at("isByUser") == &json!(true),
        has_pictures: host.at("pictures") != &json!([]),
    }
}

impl World {
    /// A place ends with a result, or without one.
    pub(super) fn reply(&mut self, ticket: u32, seat: Seat, result: Option<&ToolResult>) {
        let Some(asked) = self.tickets.get_mut(&ticket) else { return };
        asked.places.remove(name(seat));
        if seat == Seat::Own {
            self.requests.remove(&ticket);
        }
        if let Some(result) = result {
            asked.results.insert(name(seat), result.clone());
        }
        let result = result.map(place_result);
        let problem = self.problem.clone();
        self.tell_in(&DeskEvent::Replied(PlaceReply { ticket, seat, result, problem }), Some(ticket));
    }

    /// Nobody above has answered; why, if there is somebody.
    pub(super) fn nobody_above(&mut self, ticket: u32, problem: Option<&str>) {
        let Some(asked) = self.tickets.get_mut(&ticket) else { return };
        asked.places.remove("above");
        let problem = problem.map(str::to_owned);
        let replied = PlaceReply { ticket, seat: Seat::Above, result: None, problem };
        self.tell_in(&DeskEvent::Replied(replied), Some(ticket));
    }

    /// Marks a place as shown.
    pub(super) fn show(&mut self, ticket: u32) {
        self.tickets.get_mut(&ticket).expect("it is asked").places.insert("own", Stage::Shown);
        self.tell(&DeskEvent::Shown(ticket));
    }

    /// The host does not show the form of a place, if that is one.
    pub(super) fn unshow(&mut self, ticket: u32) {
        let mut opened = self.carried.opened.iter().zip(&self.carried.ways).rev();
        let last = opened.find_map(|((other, ..), way)| (*other == ticket).then_some(way));
        if last != Some(&Way::Form) {
            return;
        }
        self.tickets.get_mut(&ticket).expect("it is asked").places.remove("own");
        self.tell(&DeskEvent::Unshown { ticket, reason: "no room".to_owned() });
    }

    /// The result of a person who has answered all questions of a ticket with a word.
    pub(super) fn answered(&self, ticket: u32, word: &str) -> ToolResult {
        let Ticket { questionnaire, opening, .. } = &self.tickets[&ticket];
        let words = json!(vec![word; questionnaire.questions().len()]).to_string();
        opening.answered(questionnaire, Some(&words), self.facts()).expect("they fit")
    }

    /// The result of a form that was ended in this way with nothing entered.
    pub(super) fn ended(&self, ticket: u32, ending: &Ending) -> ToolResult {
        let Ticket { questionnaire, opening, .. } = &self.tickets[&ticket];
        opening.result(questionnaire, ending, self.facts())
    }

    /// The result of a person who has answered the first question and leaves.
    pub(super) fn part(&self, ticket: u32, word: &str) -> ToolResult {
        let Ticket { questionnaire, opening, .. } = &self.tickets[&ticket];
        let id = &questionnaire.questions()[0].id;
        let message =
            json!({"type": "ask_user_response", "requestId": "r", "cancelled": true, "answers": {(id.as_str()): word}});
        let response =
            Response::read(&message.to_string(), questionnaire, &question_core::Replies::default()).expect("it is one");
        let settings = Settings::default();
        let mut form = question_core::Form::new(questionnaire.clone(), opening.clone(), &settings);
        form.update(question_core::Action::Respond(response));
        form.result(self.facts()).expect("it has ended")
    }
}
