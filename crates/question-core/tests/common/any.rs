//! Any form, any text, any terminal, and anything that can happen to them.

use proptest::prelude::*;
use proptest::sample::select;
use question_core::view::Editor;
use question_core::{Action, Form, OptionRequest, QuestionRequest, Questionnaire, Request, Viewport};

use super::keys;

/// Text that is hard to lay out, or meant to do harm.
pub(crate) fn nasty() -> impl Strategy<Value = String> {
    const ODD: [&str; 32] = [
        "👩‍👩‍👧‍👦",
        "👍🏽",
        "🇩🇪",
        "🇩",
        "☝\u{fe0f}",
        "1\u{fe0f}\u{20e3}",
        "\u{20e3}",
        "\u{fe0f}",
        "e\u{301}\u{302}",
        "\u{301}",
        "\u{200b}",
        "\u{200d}",
        "\u{ad}",
        "\u{202e}",
        "\u{2067}",
        "\u{2028}",
        "\u{e33}",
        "नि",
        "க்ஷ",
        "ﾀﾞ",
        "가",
        "\u{1100}\u{1161}",
        "שלום",
        "مرحبا",
        "\n",
        "\r\n",
        "\t",
        "\u{1b}]52;c;aGk=\u{7}",
        "\u{1b}[2J",
        "\u{9b}31m",
        "   ",
        "…",
    ];
    let piece = prop_oneof![
        4 => "[a-z]{1,9} ",
        2 => select(ODD.as_slice()).prop_map(str::to_owned),
        1 => "[ -~]{1,12}",
        1 => "[日本語한ｱ、]{1,14}",
        1 => "[\u{0}-\u{1f}\u{7f}-\u{9f}]{1,3}",
        1 => "[\u{900}-\u{97f}]{1,6}",
        1 => "[a-z]{30,90}",
        1 => "\\PC{1,4}",
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

pub(crate) fn nasty_or(fallback: &'static str) -> impl Strategy<Value = String> {
    nasty().prop_map(move |text| if text.trim().is_empty() { fallback.to_owned() } else { text })
}

pub(crate) fn option() -> impl Strategy<Value = OptionRequest> {
    (nasty_or("label"), prop::option::of(nasty()), prop::option::of(nasty()))
        .prop_map(|(label, value, description)| OptionRequest { value, label, description })
}

pub(crate) fn question() -> impl Strategy<Value = QuestionRequest> {
    (prop::option::of(nasty()), nasty_or("Which?"), prop::collection::vec(option(), 1..=20))
        .prop_map(|(label, prompt, options)| QuestionRequest { id: None, label, prompt, options })
}

pub(crate) fn form() -> impl Strategy<Value = Form> {
    prop::collection::vec(question(), 1..=5).prop_map(new)
}

pub(crate) fn new(questions: Vec<QuestionRequest>) -> Form {
    Form::new(Questionnaire::try_from(Request { questions }).expect("the questions can be asked"), keys())
}

pub(crate) fn viewport(min_columns: usize, min_rows: usize) -> impl Strategy<Value = Viewport> {
    let columns = prop_oneof![min_columns..=40, min_columns..=200];
    let rows = prop_oneof![min_rows..=24, min_rows..=80];
    (columns, rows).prop_map(|(columns, rows)| Viewport { columns, rows })
}

pub(crate) fn action() -> impl Strategy<Value = Action> {
    use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, Draft, NextTab, PageDown, PageUp, PrevTab, Submit};
    const MOVES: [Action; 8] = [CursorUp, CursorDown, CursorDown, PageUp, PageDown, PrevTab, NextTab, Cancel];
    prop_oneof![
        6 => select(MOVES.as_slice()),
        2 => Just(Confirm),
        1 => (0_u8..=21).prop_map(Digit),
        2 => Just(Digit(0)),
        2 => nasty().prop_map(Draft),
        1 => nasty().prop_map(Submit),
    ]
}

/// What can happen while a form is open.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Act(Action),
    Resize(Viewport),
    Grow(Editor),
}

pub(crate) fn event() -> impl Strategy<Value = Event> {
    let end = prop_oneof![Just(Action::Abort), nasty().prop_map(Action::Fail)];
    let editor = (1_usize..=30).prop_flat_map(|rows| (Just(rows), 0..rows));
    prop_oneof![
        40 => action().prop_map(Event::Act),
        8 => viewport(1, 1).prop_map(Event::Resize),
        4 => editor.prop_map(|(rows, cursor)| Event::Grow(Editor { rows, cursor })),
        1 => end.prop_map(Event::Act),
    ]
}
