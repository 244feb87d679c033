//! What the client of an agent is asked, and what its replies come to.

mod any_reply;
mod forms;
mod question_requests;

use crate::common::dialogs::PlainDialogs;
use crate::common::json::{Parts, taken};
use crate::common::{Json, Played, TUI, asked, json, played, sent, settings};
use question_core::{AcpScope, AcpStep, Elicitation, Questionnaire, Replies, Request, Response, Settings, Style};

/// A client, and what it has been asked so far.
struct Client {
    questionnaire: Questionnaire,
    standing: Replies,
    elicitation: Elicitation,
    step: AcpStep,
}

const FORM: &str = r#"{"elicitation": {"form": {}}}"#;
const OWN: &str = r#"{"_meta": {"pi-question": {"questionRequest": true}}}"#;

impl Client {
    fn new(questions: &Json, capabilities: &str) -> Self {
        Self::of(asked(questions), &Settings::default(), capabilities, Replies::default())
    }

    fn with(questions: &Json, capabilities: &str, file: &str) -> Self {
        let settings = settings(file);
        let questionnaire = Questionnaire::new(Request::read(questions), &settings).expect("it can be asked");
        Self::of(questionnaire, &settings, capabilities, Replies::default())
    }

    fn of(questionnaire: Questionnaire, settings: &Settings, capabilities: &str, standing: Replies) -> Self {
        let form = question_core::Form::new(questionnaire.clone(), settings).begun(standing.clone());
        let scope = json!({"requestId": "s:c", "sessionId": "s", "toolCallId": "c"});
        let scope: AcpScope = question_core::parse(&scope.to_string()).expect("it is a scope");
        let elicitation = Elicitation::new(form, &sent(capabilities), scope);
        let step = elicitation.ask();
        Self { questionnaire, standing, elicitation, step }
    }

    /// The parameters of the request that waits.
    fn params(&self) -> Json {
        taken(&self.step).at("params").clone()
    }

    fn schema(&self) -> Json {
        self.params().at("requestedSchema").at("properties").clone()
    }

    fn reply(&mut self, reply: &Json) {
        self.step = self.elicitation.reply(reply);
    }

    /// What is to be done after these results, in words: what is asked for again, what the model is told, or what is wrong.
    fn after(mut self, results: &[&str]) -> String {
        for result in results {
            assert!(matches!(self.step, AcpStep::Ask { .. }), "{:?}", self.step);
            self.reply(&json!({"result": (sent(result))}));
        }
        self.told()
    }

    /// The form as it was before the client was asked.
    fn form(&self) -> Played {
        let form = played(&self.questionnaire);
        if self.standing.are_none() { form } else { form.begun(self.standing.clone()) }
    }

    fn told(&self) -> String {
        match &self.step {
            AcpStep::Ask { .. } => format!("? {}", self.params().at("message").string()),
            AcpStep::Respond { response } => {
                let response = Response::read(response, &self.questionnaire, &self.standing);
                let response = response.unwrap_or_else(|problem| panic!("{problem}"));
                self.form().responded(response).result(TUI).expect("it has ended").content
            }
            AcpStep::Refuse { problem, response } => {
                let mut form = PlainDialogs::new(&self.form(), Style::Select);
                form.enter(response, &self.questionnaire, &self.standing).expect("it is a response");
                form.fail(problem);
                let told = form.result(TUI).expect("it has ended").content;
                let told = told.strip_prefix("Error: The question form stopped working: ").expect("it failed");
                format!("! {}", told.replacen(". You can ask again.", "", 1))
            }
            AcpStep::Withdrawn => "withdrawn".to_owned(),
            AcpStep::Unsupported => "unsupported".to_owned(),
        }
    }
}

/// One question of each kind.
fn three() -> Json {
    sent(
        r#"{"questions": [
            {"id": "db", "label": "Database", "prompt": "Which database?", "recommended": "pg", "options": [
                {"value": "pg", "label": "PostgreSQL", "description": "the usual"}, {"value": "lite", "label": "SQLite"}]},
            {"id": "with", "label": "Extras", "prompt": "With what?", "mode": "multi", "options": ["Auth", "REST"]},
            {"id": "name", "prompt": "Which name?", "placeholder": "orders"}]}"#,
    )
}

/// One question of options without a text.
fn strict() -> Json {
    sent(r#"[{"id": "a", "prompt": "Deploy?", "options": ["Yes", "No"], "allowCustom": false}]"#)
}

#[test]
fn a_client_is_asked_in_the_best_way_that_it_knows() {
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
    // What it does not know after all is tried in the next way; what it has withdrawn is not.
    let mut client = Client::new(&three(), both);
    client.reply(&json!({"error": {"code": (-32601), "message": "?"}}));
    assert_eq!(taken(&client.step).at("method").string(), "_pi-question/question_request");
    client.reply(&json!({"error": {"code": (-32800), "message": "?"}}));
    assert_eq!(client.told(), "withdrawn");
    let mut client = Client::new(&three(), FORM);
    client.reply(&json!({"error": {"code": (-32603), "message": "?"}}));
    assert_eq!(client.told(), "unsupported");
    // What was said before is not lost by that.
    let mut client = Client::new(&three(), FORM);
    client.reply(&json!({"result": {"action": "accept", "content": {"q03": "shop"}}}));
    client.reply(&json!({"error": {"code": (-32603), "message": "?"}}));
    assert_eq!(
        client.told(),
        "! what was left blank could not be asked for again (error -32603)\n\
        Answers so far:\nWhich name? → shop (typed)\nNot answered: Database, Extras"
    );
}

/// No client lays Markdown out in what it is asked; the model is told what it has sent.
#[test]
fn marks_are_not_shown_where_nobody_lays_them_out() {
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
