//! Requests to an agent's client, and the results of its replies.

mod any_reply;
mod forms;
mod question_requests;

use crate::common::json::{Parts, taken};
use crate::common::{Json, TUI, asked, json, sent, settings};
use question_core::{
    AcpScope, AcpStep, Action, Elicitation, Ending, Form, Opening, Outcome, Questionnaire, Reading, Replies, Settings,
    Shape,
};

/// A client with the request that it was sent.
struct Client {
    questionnaire: Questionnaire,
    elicitation: Elicitation,
    step: AcpStep,
    /// The form that the replies are entered into.
    entered: Form,
}

const FORM: &str = r#"{"elicitation": {"form": {}}}"#;
const OWN: &str = r#"{"_meta": {"pi-question": {"questionRequest": true}}}"#;

impl Client {
    fn new(questions: &Json, capabilities: &str) -> Self {
        Self::of(asked(questions), &Settings::default(), capabilities, Replies::default())
    }

    fn with(questions: &Json, capabilities: &str, file: &str) -> Self {
        let settings = settings(file);
        let questionnaire = Questionnaire::new(Reading::of(questions), &settings).expect("it can be asked");
        Self::of(questionnaire, &settings, capabilities, Replies::default())
    }

    fn of(questionnaire: Questionnaire, settings: &Settings, capabilities: &str, standing: Replies) -> Self {
        let opening = Opening { given: standing, ..Opening::default() };
        let scope = json!({"requestId": "s:c", "sessionId": "s", "toolCallId": "c"});
        let scope = AcpScope::of_value(&scope).expect("it is a scope");
        let elicitation = Elicitation::new(&questionnaire, &opening, settings, &sent(capabilities), scope);
        let step = elicitation.ask();
        let entered = Form::new(questionnaire.clone(), opening, settings);
        Self { questionnaire, elicitation, step, entered }
    }

    /// Returns the parameters of the current request.
    fn params(&self) -> Json {
        taken(&self.step).at("params").clone()
    }

    fn schema(&self) -> Json {
        self.params().at("requestedSchema").at("properties").clone()
    }

    fn reply(&mut self, reply: &Json) {
        self.step = self.elicitation.take(&mut self.entered, Some(reply), false);
        let is_over = !matches!(self.step, AcpStep::Ask { .. } | AcpStep::Unsupported);
        assert_eq!(self.entered.result(TUI).is_some(), is_over, "{:?}", self.step);
    }

    /// Returns the outcome of these results as text: the heading of the next request, the text for the model, or the
    /// fault.
    fn after(mut self, results: &[&str]) -> String {
        for result in results {
            assert!(matches!(self.step, AcpStep::Ask { .. }), "{:?}", self.step);
            self.reply(&json!({"result": (sent(result))}));
        }
        self.told()
    }

    fn told(&self) -> String {
        match &self.step {
            AcpStep::Ask { .. } => format!("? {}", self.params().at("message").string()),
            AcpStep::Respond { .. } => self.entered.result(TUI).expect("it has ended").content,
            AcpStep::Refuse { .. } => {
                let told = self.entered.result(TUI).expect("it has ended").content;
                let lead = "Error: The question form stopped working: the client's answer was refused: ";
                let told = told.strip_prefix(lead).expect("it failed");
                format!("! {}", told.replacen(". Nothing is decided. Ask the same once more, what was entered is kept. If that fails, put the question into your reply and end your turn.", "", 1))
            }
            AcpStep::Withdrawn => "withdrawn".to_owned(),
            AcpStep::Unsupported => "unsupported".to_owned(),
        }
    }
}

/// Returns one question of each mode.
fn three() -> Json {
    sent(
        r#"{"questions": [
            {"id": "db", "label": "Database", "prompt": "Which database?", "recommended": "pg", "options": [
                {"value": "pg", "label": "PostgreSQL", "description": "the usual"}, {"value": "lite", "label": "SQLite"}]},
            {"id": "with", "label": "Extras", "prompt": "With what?", "mode": "multi", "options": ["Auth", "REST"]},
            {"id": "name", "prompt": "Which name?", "placeholder": "orders"}]}"#,
    )
}

/// Returns a question without a row for free text.
fn strict() -> Json {
    sent(r#"[{"id": "a", "prompt": "Deploy?", "options": ["Yes", "No"], "allowCustom": false}]"#)
}

#[test]
fn a_client_is_asked_in_the_first_way_that_it_supports() {
    let both = r#"{"elicitation": {"form": {}}, "_meta": {"pi-question": {"questionRequest": {}}}}"#;
    for (capabilities, method) in [
        (FORM, "elicitation/create"),
        (both, "elicitation/create"),
        (OWN, "_pi-question/question_request"),
        (r#"{"elicitation": {}}"#, ""),
        (r#"{"elicitation": {"form": null, "url": {}}}"#, ""),
        (r#"{"elicitation": {"form": false}}"#, ""),
        (
            r#"{"elicitation": {"form": "no"}, "_meta": {"pi-question": {"questionRequest": true}}}"#,
            "_pi-question/question_request",
        ),
        (r#"{"_meta": {"pi-question": {"questionRequest": false}}}"#, ""),
        ("null", ""),
    ] {
        let step = taken(&Client::new(&three(), capabilities).step);
        assert_eq!(step.at("method").string(), method, "{capabilities}");
        assert_eq!(step.at("step").string(), if method.is_empty() { "unsupported" } else { "ask" });
    }
    // After an error the next way is tried, unless the request was withdrawn.
    let mut client = Client::new(&three(), both);
    client.reply(&json!({"error": {"code": (-32601), "message": "?"}}));
    assert_eq!(taken(&client.step).at("method").string(), "_pi-question/question_request");
    client.reply(&json!({"error": {"code": (-32800), "message": "?"}}));
    assert_eq!(client.told(), "withdrawn");
    assert_eq!(client.entered.result(TUI).expect("it has ended").details.outcome, Outcome::Aborted);
    let mut client = Client::new(&three(), FORM);
    client.reply(&json!({"error": {"code": (-32603), "message": "?"}}));
    assert_eq!(client.told(), "unsupported");
    // Earlier answers are kept.
    let mut client = Client::new(&three(), FORM);
    client.reply(&json!({"result": {"action": "accept", "content": {"q03": "shop"}}}));
    client.reply(&json!({"error": {"code": (-32603), "message": "?"}}));
    assert_eq!(
        client.told(),
        "! what was left blank could not be asked for again (error -32603)\n\
        Entered so far, not final:\nWhich name? → shop (typed)\nNot answered yet: Database, Extras"
    );
}

/// A client gets plain text, because none lays out Markdown. The model reads the labels as it sent them.
#[test]
fn clients_get_text_without_marks() {
    let preview = r"## Setup\n\n```ts\nconst port = 5432;\n```\n\n- **fast**\n- `kept`";
    let option = format!(
        r#"{{"value": "pg", "label": "**Postgres** `16`", "description": "the *usual*", "preview": "{preview}"}}"#
    );
    let questions =
        sent(&format!(r#"[{{"prompt": "Which _database_?", "default": "pg", "options": [{option}, "Other"]}}]"#));
    let plain = "the *usual*\n\nSetup\n\nconst port = 5432;\n\n- fast\n- kept";
    let form = Client::new(&questions, FORM);
    let field = form.schema().at("q01").clone();
    assert_eq!(field.at("oneOf").items()[0].at("title").string(), "Postgres 16");
    assert_eq!(field.at("oneOf").items()[0].at("description").string(), plain);
    assert_eq!(field.at("description").string(), "If left empty: Postgres 16");
    let own = Client::new(&questions, OWN).params().at("questions").items()[0].clone();
    assert_eq!(own.at("descriptions").items()[0].string(), plain);
    assert!(form.after(&[r#"{"action": "accept", "content": {}}"#]).contains("**Postgres** `16`"));
}

/// A client that is gone leaves what it has answered. A form that is about to end from outside ends in that way, unless the
/// client has answered all.
#[test]
fn a_client_that_is_gone_or_interrupted() {
    let part = json!({"result": {"action": "accept", "content": {"q03": "shop"}}});
    let all = json!({"result": {"action": "accept", "content": {"q01": "pg", "q02": ["Auth"]}}});
    let withdrawn = json!({"error": {"code": (-32800), "message": "?"}});
    let refused = json!({"result": {"action": "what"}});
    for (reply, is_interrupted, expected) in [
        (None, false, Some(Outcome::ConnectionLost)),
        (None, true, None),
        (Some(&withdrawn), true, None),
        (Some(&refused), true, None),
        (Some(&refused), false, Some(Outcome::Failed)),
        (Some(&all), true, Some(Outcome::Answered)),
    ] {
        let mut client = Client::new(&three(), FORM);
        client.reply(&part);
        let Client { elicitation, entered, .. } = &mut client;
        elicitation.take(entered, reply, is_interrupted);
        assert_eq!(entered.result(TUI).map(|result| result.details.outcome), expected, "{reply:?} {is_interrupted}");
        entered.update(Action::End(Ending::Aborted));
        let told = entered.result(TUI).expect("it has ended").content;
        assert!(told.contains("shop"), "{reply:?} {is_interrupted}: {told}");
    }
}
