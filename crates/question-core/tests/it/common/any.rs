//! Strategies for any form, text, terminal, action and event.

use super::Action;
use super::Played;
use proptest::prelude::*;
use proptest::sample::select;
use question_core::Editor;
use question_core::{Clean, Mode, OptionRequest, QuestionRequest, Questionnaire, Request, Settings, Size, Target};

/// Returns a strategy for texts that are hard to lay out, or meant to do harm.
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
    let maybe = || prop::option::of(nasty());
    (nasty_or("label"), maybe(), maybe(), prop::option::weighted(0.2, nasty()))
        .prop_map(|(label, value, description, preview)| OptionRequest { value, label, description, preview })
}

/// Returns a strategy for questions of any mode, with any fields.
pub(crate) fn question() -> impl Strategy<Value = QuestionRequest> {
    let mode = prop_oneof![4 => Just(Mode::Single), 4 => Just(Mode::Multi), 1 => Just(Mode::Input)];
    let flags = (prop::option::of(any::<bool>()), prop::option::of(any::<bool>()));
    // A prompt without visible text would be refused.
    let is_seen = |text: &str| text.split_whitespace().any(|word| Clean::line(word).columns() > 0);
    let prompt = nasty().prop_map(move |text| if is_seen(&text) { text } else { "Which?".to_owned() });
    let texts = (prop::option::of(nasty()), prompt, prop::option::weighted(0.2, nasty()));
    let defaults = (prop::option::weighted(0.3, nasty()), any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (texts, mode, prop::collection::vec(option(), 1..=20), flags, defaults).prop_map(
        |((label, prompt, custom_label), mode, options, (allow_custom, allow_empty), (typed, default, recommended))| {
            let value = |at: prop::sample::Index| {
                options.get(at.index(options.len() * 3)).and_then(|option| option.value.clone())
            };
            let default_value = value(default).or(typed);
            QuestionRequest {
                id: None,
                label,
                prompt,
                mode: Some(mode),
                allow_custom,
                custom_label,
                allow_empty,
                default_values: default_value.clone().map(|value| vec![value]),
                default_value,
                recommended: value(recommended).map(serde_json::Value::from),
                options: if mode == Mode::Input { Vec::new() } else { options },
                ..QuestionRequest::default()
            }
        },
    )
}

/// Returns a strategy for forms, with the default limit of texts or one that some texts exceed.
pub(crate) fn form() -> impl Strategy<Value = Played> {
    let limit = select([2000, 12].as_slice());
    let title = prop::option::weighted(0.2, nasty());
    (title, prop::collection::vec(question(), 1..=5), limit).prop_map(|(title, questions, limit)| {
        let settings = super::settings(&format!(r#"{{"softLimit": {limit}}}"#));
        let request = Request { title, questions, ..Request::default() };
        Played::new(&Questionnaire::new(request, &settings).expect("the questions can be asked"), &settings)
    })
}

/// Returns a strategy for questions of any mode that are easy to read, with few options: `a0`, `a1`, …
pub(crate) fn plain() -> impl Strategy<Value = Vec<QuestionRequest>> {
    let mode = prop_oneof![3 => Just(Mode::Single), 3 => Just(Mode::Multi), 2 => Just(Mode::Input)];
    let flags = (prop::option::of(any::<bool>()), prop::option::of(any::<bool>()));
    let default = prop::option::weighted(0.2, prop_oneof![Just("a1".to_owned()), Just("own default".to_owned())]);
    let question =
        (mode, 1_usize..=4, flags, default).prop_map(|(mode, count, (allow_custom, allow_empty), default)| {
            let option = |at| OptionRequest { label: format!("a{at}"), ..OptionRequest::default() };
            QuestionRequest {
                prompt: "Which?".to_owned(),
                mode: Some(mode),
                options: if mode == Mode::Input { Vec::new() } else { (0..count).map(option).collect() },
                allow_custom,
                allow_empty,
                default_value: default,
                ..QuestionRequest::default()
            }
        });
    prop::collection::vec(question, 1..=4)
}

/// Creates a form of these questions, each with its number as the label if it has none.
pub(crate) fn new(mut questions: Vec<QuestionRequest>) -> Played {
    for (number, question) in (1..).zip(&mut questions) {
        question.label.get_or_insert_with(|| format!("No. {number}"));
    }
    let (request, settings) = (Request { questions, ..Request::default() }, Settings::default());
    Played::new(&Questionnaire::new(request, &settings).expect("the questions can be asked"), &settings)
}

pub(crate) fn viewport(min_columns: usize, min_rows: usize) -> impl Strategy<Value = Size> {
    let columns = prop_oneof![min_columns..=40, min_columns..=200];
    let rows = prop_oneof![min_rows..=24, min_rows..=80];
    (columns, rows).prop_map(|(columns, rows)| Size { columns, rows, taken: 0 })
}

/// Returns a terminal of any size, of which others may take a part.
fn shared_viewport() -> impl Strategy<Value = Size> {
    let taken = prop_oneof![Just(0), 0_usize..30];
    (viewport(1, 1), taken).prop_map(|(size, taken)| Size { taken, ..size })
}

pub(crate) fn action() -> impl Strategy<Value = Action> {
    use Action::{
        Cancel, Click, Confirm, CursorDown, CursorUp, Digit, Discuss, Draft, Edit, External, First, Help, Last, Leave,
        NextTab, No, Note, PageDown, PageUp, PrevTab, PreviewDown, PreviewUp, Redo, Submit, Toggle, ToggleAll, Undo,
        WheelDown, WheelUp, Yes, Zoom,
    };
    const MOVES: [Action; 10] =
        [CursorUp, CursorDown, CursorDown, PageUp, PageDown, First, Last, PrevTab, NextTab, Cancel];
    const OTHERS: [Action; 16] = [
        Toggle,
        ToggleAll,
        Note,
        Edit,
        Action::Type,
        Discuss,
        Undo,
        Redo,
        Zoom,
        PreviewUp,
        PreviewDown,
        Leave,
        External,
        Help,
        Yes,
        No,
    ];
    let target = prop_oneof![
        (0_usize..25).prop_map(Target::Item),
        (0_usize..7).prop_map(Target::Tab),
        Just(Target::Prompt),
        Just(Target::Preview),
        Just(Target::Nothing),
    ];
    let pointer = (0..3, target).prop_map(|(kind, target)| match kind {
        0 => Click(target),
        1 => WheelUp(target),
        _ => WheelDown(target),
    });
    prop_oneof![
        6 => select(MOVES.as_slice()),
        3 => select(OTHERS.as_slice()),
        1 => pointer,
        2 => Just(Toggle),
        2 => Just(Confirm),
        1 => (0_u8..=21).prop_map(Digit),
        2 => Just(Digit(0)),
        2 => nasty().prop_map(Draft),
        1 => "[a-o]".prop_map(Draft),
        2 => "[a-oy ]{1,3}".prop_map(Action::Typed),
        1 => nasty().prop_map(Submit),
    ]
}

/// An event while a form is open.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Act(Action),
    Resize(Size),
    Grow(Editor),
}

pub(crate) fn event() -> impl Strategy<Value = Event> {
    let end = prop_oneof![Just(Action::Abort), nasty().prop_map(Action::Fail)];
    let editor = (1_usize..=30).prop_flat_map(|rows| (Just(rows), 0..rows));
    prop_oneof![
        40 => action().prop_map(Event::Act),
        8 => shared_viewport().prop_map(Event::Resize),
        4 => editor.prop_map(|(rows, cursor)| Event::Grow(Editor { rows, cursor })),
        1 => end.prop_map(Event::Act),
    ]
}
