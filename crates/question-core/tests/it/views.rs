//! The faces, held against the views: what a page says is on the screen and in the dialogs, and what an answer holds is in
//! the transcript, in the text for the model, and in the form of a client.

use crate::common::any;
use crate::common::dialogs::{PlainDialogs, seen};
use crate::common::json::{Parts, taken};
use crate::common::{Action, Json, Played, TUI, entry, frame, json, sent};
use proptest::prelude::*;
use proptest::sample::select;
use question_core::{
    AcpScope, AcpStep, AnswerView, Clean, DialogStyle, Elicitation, Focus, Opening, PageView, QuestionRequest,
    Questionnaire, Replies, Request, Settings, Shape,
};

/// Returns the start of a text without blanks, which wrapping changes.
fn start(text: &str, letters: usize) -> String {
    Clean::text(text).as_str().chars().filter(|char| !char.is_whitespace()).take(letters).collect()
}

fn letters(text: &str) -> String {
    start(text, usize::MAX)
}

/// Returns all rows of a form in a terminal that has room for everything, without blanks.
fn on_screen(form: &Played) -> String {
    frame(&form.unrolled(70)).lines.iter().map(|line| letters(&line.text())).collect()
}

/// Returns what a row has to show: its sign and label, and the mark behind them.
fn row_on_screen(row: &Json) -> (String, &'static str) {
    let kind = row.at("kind").string();
    let sign = match (kind, row.at("isChecked").as_bool(), row.at("standing").string()) {
        (_, Some(true), _) => "[x]",
        (_, Some(false), _) => "[]",
        ("answer", None, "decided") => "✓",
        ("answer", None, "proposed") => "◪",
        ("answer", None, _) => "□",
        ("discussion", ..) => "✎",
        _ => "",
    };
    let mark = match (kind, row.at("isChecked").as_bool(), row.at("standing").string()) {
        ("option", None, "decided") => "✓",
        ("option", _, "proposed") => "◪",
        _ => "",
    };
    let label = [row.at("label").string(), row.at("recommended").as_str().unwrap_or_default()].concat();
    ([sign, &start(&label, 60)].concat(), mark)
}

/// Returns the texts beside a row: of an answer and of a choice, and on its row.
fn beside_row(row: &Json) -> Vec<&str> {
    let asides = row.at("asides").items().iter().chain(row.at("answer").at("asides").items());
    asides.chain(row.at("texts").items().iter().take(1)).map(|aside| aside.at("text").string()).collect()
}

/// Returns questions with descriptions and previews.
fn questions() -> impl Strategy<Value = Vec<QuestionRequest>> {
    any::plain().prop_map(|mut questions| {
        for (at, option) in questions.iter_mut().flat_map(|question| &mut question.options).enumerate() {
            option.description = (at % 2 == 0).then(|| format!("about number {at}"));
            option.preview = (at % 3 == 0).then(|| format!("the preview of number {at}"));
        }
        questions
    })
}

proptest! {
    #[test]
    fn what_a_page_says_is_on_the_screen_and_in_the_dialogs(
        questions in questions(),
        actions in prop::collection::vec(any::action(), 0..40),
    ) {
        let mut form = any::new(questions);
        for action in actions.into_iter().filter(|action| !matches!(action, Action::Help | Action::Fold)) {
            form.update(action);
            if form.is_ended() {
                break;
            }
            let core = form.to_form();
            let page = taken(&PageView::of(&core));
            let rows = page.at("rows").items();
            let screen = on_screen(&form);
            let has_list = form.focus() == Focus::List && !rows.is_empty();
            for row in rows {
                let (label, mark) = row_on_screen(row);
                let is_shown = ["", "▤"].iter().any(|preview| screen.contains(&format!("{label}{preview}{mark}")));
                prop_assert!(is_shown, "{label} with {mark} of {row} is not in {screen}");
                for text in beside_row(row).into_iter().chain(row.at("description").as_str()) {
                    prop_assert!(screen.contains(&start(text, 15)), "{text} of {row} is not in {screen}");
                }
            }
            let caption = page.at("caption").as_str().unwrap_or_default().trim_end_matches("[Y/n]");
            prop_assert!(screen.contains(&start(caption, 60)), "{caption} is not in {screen}");
            let notice = page.at("notice").at("text").as_str().unwrap_or_default();
            prop_assert!(screen.contains(&start(notice, 50)), "{notice} is not in {screen}");
            if let (true, true, [first, ..]) = (has_list, notice.is_empty(), page.at("beside").items()) {
                let text = first.at("text").string();
                prop_assert!(screen.contains(&start(text, 15)), "{text} is not in {screen}");
            }
            let mut keys = form.clone();
            keys.update(Action::Help);
            if keys.focus() == Focus::Help {
                let keys = on_screen(&keys);
                for offer in page.at("offers").items().iter().filter_map(Json::as_str) {
                    prop_assert!(keys.contains(&letters(offer)), "{offer} is not in {keys}");
                }
            }
            for style in [DialogStyle::Select, DialogStyle::Numbers] {
                let dialog = letters(&seen(&PlainDialogs::new(&form, style)));
                prop_assert!(dialog.contains(&letters(caption)), "{caption} is not in {dialog}");
                if page.at("notice").at("kind").as_str() != Some("news") {
                    prop_assert!(dialog.contains(&letters(notice)), "{notice} is not in {dialog}");
                }
                for row in rows.iter().filter(|_| has_list) {
                    let label = row.at("label").string();
                    prop_assert!(dialog.contains(&start(label, 60)), "{label} is not in {dialog}");
                    // What a choice sends is shortened.
                    let length = if row.at("kind").as_str() == Some("choice") { 12 } else { 60 };
                    let texts = beside_row(row).into_iter().chain(row.at("description").as_str());
                    for text in texts.chain(page.at("beside").items().iter().map(|aside| aside.at("text").string())) {
                        prop_assert!(dialog.contains(&start(text, length)), "{text} is not in {dialog}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_an_answer_holds_is_in_the_transcript_the_text_for_the_model_and_a_client(
        questions in questions(),
        picks in prop::collection::vec((select(&["a0", "a1", "own words", "of\ntwo lines"][..]), any::<bool>()), 4),
    ) {
        let request = Request { questions, ..Request::default() };
        let questionnaire = Questionnaire::new(request, &Settings::default()).expect("they can be asked");
        let items = questionnaire.questions().iter().zip(&picks).map(|(question, (text, has_note))| {
            let note = has_note.then(|| format!("a note on {}", question.id));
            let value = if question.mode == question_core::Mode::Multi { json!([text, "a0"]) } else { json!(text) };
            json!({"id": question.id, "value": value, "note": note})
        });
        let answers = Json::Array(items.collect()).to_string();
        // Not every question takes every text.
        let Ok(result) = Opening::default().answered(&questionnaire, Some(&answers), TUI) else { return Ok(()) };
        let details = taken(&result.details);
        let drawn = entry(&details, &result.content, true, 79);
        let drawn: String = drawn.lines.iter().map(|line| letters(&line.text())).collect();
        let given = Replies::parse(&answers, &questionnaire).expect("they were accepted");
        let opening = Opening { given, ..Opening::default() };
        let scope = AcpScope::of_value(&json!({"requestId": "s:c", "sessionId": "s"})).expect("it is a scope");
        let capabilities = sent(r#"{"elicitation": {"form": {}}}"#);
        let client = Elicitation::new(&questionnaire, &opening, &Settings::default(), &capabilities, scope);
        let AcpStep::Ask { params, .. } = client.ask() else { panic!("the client can be asked") };
        let texts: String = params.at("requestedSchema").at("properties").fields().iter()
            .map(|(_, property)| letters(property.at("description").as_str().unwrap_or_default()))
            .collect();
        for answer in &result.details.answers {
            let view = taken(&AnswerView::of_record(Clean::line(&answer.id), Some(answer)));
            for pick in view.at("picks").items() {
                let label = letters(pick.at("label").string());
                prop_assert!(drawn.contains(&label), "{label} is not in {drawn}");
                prop_assert!(letters(&result.content).contains(&label), "{label} is not in {}", result.content);
                prop_assert!(texts.contains(&label), "{label} is not in {texts}");
            }
            for aside in view.at("asides").items() {
                let text = letters(aside.at("text").string());
                prop_assert!(drawn.contains(&text), "{text} is not in {drawn}");
                prop_assert!(letters(&result.content).contains(&text), "{text} is not in {}", result.content);
            }
        }
    }
}
