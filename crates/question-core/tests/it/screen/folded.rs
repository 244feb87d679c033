//! A list folds so that all of its options are in sight, and moving in it changes nothing but the highlight.

use std::collections::BTreeMap;

use crate::common::play::highlighted_item;
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{self, Action, Json, Played, after, form, json, settings, shown, words};
use proptest::prelude::*;
use question_core::{Frame, Line, Role, Step};

/// A description of exactly two rows at 80 columns, and at 100.
const TWO_ROWS: &str = "Keeps everything in one place that every service can reach, at the price of a cluster that \
    somebody has to run, to patch and to back up";

/// A form with tabs, of which the first question has so many options.
fn tabs(options: usize) -> Played {
    let option = |at: usize| json!({"label": (format!("Option {at}")), "description": TWO_ROWS});
    let options: Vec<Json> = (1..=options).map(option).collect();
    form(&json!({"questions": [
        {"label": "Store", "prompt": "Where should the sessions be stored?", "options": options},
        {"label": "Name", "prompt": "Which name?"}]}))
}

/// The rows of each item in sight.
fn rows_of_items(frame: &Frame) -> BTreeMap<usize, Vec<String>> {
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (item, line) in frame.lines.iter().filter_map(|line| Some((line.item?, line))) {
        rows.entry(item).or_default().push(line.text());
    }
    rows
}

fn height(form: &Played) -> usize {
    common::frame(form).lines.len()
}

#[test]
fn all_options_are_in_sight() {
    let mut sheet = Sheet::default();
    for (columns, rows, options) in [(80, 24, 4), (100, 30, 6), (40, 24, 4), (80, 40, 4), (40, 12, 4)] {
        let mut form = tabs(options).sized(columns, rows);
        let tall = height(&form);
        for at in 0..=options {
            let frame = common::frame(&form);
            let about = format!("{options} options in {columns} × {rows}, {at} down:\n{}", shown(&frame));
            let items: Vec<usize> = rows_of_items(&frame).into_keys().collect();
            assert_eq!(items, (0..=options).collect::<Vec<_>>(), "{about}");
            assert_eq!(highlighted_item(&frame), Some(at), "{about}");
            assert_eq!(height(&form), tall, "{about}");
            form.update(Action::CursorDown);
        }
        assert_eq!(form.update(Action::CursorDown), Step::Idle);
        let form = after(form, &[Action::First]);
        sheet.add(&format!("{options} options, {columns} × {rows}"), &shown(&common::frame(&form)));
        let form = after(form, &[Action::CursorDown]);
        sheet.add(&format!("{options} options, {columns} × {rows}, down"), &shown(&common::frame(&form)));
    }
    let form = after(tabs(4).sized(10, 4), &[Action::CursorDown]);
    sheet.add("4 options, 10 × 4, down", &shown(&common::frame(&form)));
    snapshot!("folded", sheet);
}

/// What stands behind a label stays with it in a row of its own.
#[test]
fn a_folded_label_keeps_its_marks() {
    let long = "a label that is a good deal longer than a row of this terminal can be, as models write them";
    let options: Vec<Json> = (1..=5).map(|at| json!({"label": (format!("{at} {long}"))})).collect();
    let question = json!({"prompt": "Which?", "options": options, "recommended": (format!("2 {long}")),
        "defaultValue": (format!("2 {long}"))});
    let form = after(form(&json!({"questions": [question]})).sized(60, 20), &[Action::First]);
    let rows = rows_of_items(&common::frame(&form));
    let second = rows.get(&1).and_then(|rows| rows.first()).map_or("", String::as_str);
    assert!(second.ends_with("… (Recommended) ◪ (default)"), "{rows:#?}");
}

/// How many rows a list takes in each step of folding, as a terminal of any height shows it.
fn steps(whole: &Frame) -> [usize; 3] {
    let mut heights: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (item, line) in whole.lines.iter().filter_map(|line| Some((line.item?, line))) {
        let (rows, below) = heights.entry(item).or_default();
        *rows += 1;
        *below += usize::from(line.spans.first().is_some_and(|span| span.role == Role::Muted));
    }
    let own = heights.len() - 1;
    let folded: [&dyn Fn(usize, (usize, usize)) -> usize; 3] =
        [&|_, (rows, _)| rows, &|_, (rows, below)| rows - below + below.min(1), &|item, (rows, _)| {
            if item == own { rows } else { 1 }
        }];
    folded.map(|folded| {
        let rows: usize = heights.iter().map(|(item, height)| folded(*item, *height)).sum();
        rows + heights.iter().map(|(item, height)| height.0 - folded(*item, *height)).max().unwrap_or_default()
    })
}

proptest! {
    /// The first step in which all options fit is taken, and blank rows stay only where they fit beside it.
    #[test]
    fn the_first_step_that_fits_is_taken(
        options in prop::collection::vec((1_usize..40, 0_usize..120), 1..12),
        is_multi in any::<bool>(),
        // In fewer columns, the hints may take a second row.
        columns in 80_usize..140,
        rows in 24_usize..70,
    ) {
        let option = |(at, (label, below)): (usize, (usize, usize))| {
            let label = words(&format!("{at}l"), label);
            if below == 0 { json!({"label": label}) } else { json!({"label": label, "description": (words("d", below))}) }
        };
        let options: Vec<Json> = options.into_iter().enumerate().map(option).collect();
        let count = options.len();
        let mode = if is_multi { "multi" } else { "single" };
        let questions = [json!({"prompt": "Which?", "mode": mode, "options": options}), json!({"prompt": "Why?"})];
        let mut form = form(&json!({"questions": (questions.to_vec())})).sized(columns, rows);
        form.update(Action::First);
        let own = after(form.clone(), &[Action::Last]);
        let whole = own.unrolled(columns);
        let whole = common::frame(&whole);
        let steps = steps(&whole);
        // Below the tabs, below the prompt, and above the hints.
        let gaps = 3;
        let room = common::cap(rows, 70) + steps[0] + gaps - whole.lines.len();
        let step = |room: usize| steps.iter().position(|wanted| *wanted <= room);
        let frame = common::frame(&own);
        let seen = rows_of_items(&frame);
        let about = format!("{steps:?} in {room} rows:\n{}", shown(&frame));
        // The row above the hints is the first to stay, then that below the prompt.
        let has_gap = step(room).is_some() && step(room) == step(room - 2);
        prop_assert_eq!(about.contains("Which?⟨/⟩\n\n"), has_gap, "{}", about);
        if step(room).is_some() {
            prop_assert_eq!(seen.len(), count + 1, "{}", about);
        }
        let options = seen.iter().filter(|(item, _)| **item < count);
        for (item, rows) in options {
            let whole: Vec<&Line> = whole.lines.iter().filter(|line| line.item == Some(*item)).collect();
            let is_below = |line: &&&Line| line.spans.first().is_some_and(|span| span.role == Role::Muted);
            let below = whole.iter().filter(is_below).count();
            let wanted = match step(room) {
                Some(0) => whole.len(),
                Some(1) => whole.len() - below + below.min(1),
                _ => 1,
            };
            prop_assert_eq!(rows.len(), wanted, "{}", about);
        }
        // Nothing of that depends on the highlight.
        let tall = height(&own);
        for _ in 0..=count {
            prop_assert_eq!(height(&form), tall, "{}", shown(&common::frame(&form)));
            form.update(Action::CursorDown);
        }
    }
    /// A notice that is to be expected changes neither the height nor the folding of a list that does not scroll.
    #[test]
    fn a_notice_folds_nothing(
        options in prop::collection::vec(0_usize..30, 1..9),
        locale in prop::sample::select(vec!["en", "de"]),
        columns in 30_usize..100,
        rows in 18_usize..50,
    ) {
        let option = |(at, below): (usize, usize)| json!({"label": (format!("Option {at}")), "description": (words("d", below + 1))});
        let options: Vec<Json> = options.into_iter().enumerate().map(option).collect();
        let boxes = json!({"prompt": "Which?", "mode": "multi", "options": options});
        let questions = json!({"questions": [boxes, {"prompt": "Why?"}]});
        let locale = settings(&format!(r#"{{"locale": "{locale}"}}"#));
        let before = common::form_with(&questions, &locale).sized(columns, rows);
        let told = after(before.clone(), &[Action::Confirm]);
        prop_assert_eq!(height(&told), height(&before));
        let [before, told] = [before, told].map(|form| {
            let frame = common::frame(&form);
            let items = rows_of_items(&frame);
            let has_arrow = frame.lines.iter().any(|line| line.text().contains(" more"));
            let is_cut = items.get(&0).and_then(|rows| rows.last()).is_some_and(|row| row.ends_with('…'));
            (has_arrow || is_cut, items, shown(&frame))
        });
        prop_assert!(before.0 || told.0 || before.1 == told.1, "{}{}", before.2, told.2);
    }
}
