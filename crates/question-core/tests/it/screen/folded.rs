//! A list folds so that all of its options are in sight, and moving in it changes nothing but the highlight.

use std::collections::BTreeMap;

use crate::common::any::viewport;
use crate::common::play::highlighted_item;
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{self, Action, Json, Played, after, form, json, settings, shown, tokens, words, words_of};
use proptest::prelude::*;
use question_core::{Editor, Frame, Line, Role};

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
        assert_eq!(highlighted_item(&common::frame(&form)), Some(0), "round");
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
    let form = after(form(&json!({"questions": [question]})).sized(60, 13), &[Action::First]);
    let rows = rows_of_items(&common::frame(&form));
    let second = rows.get(&1).and_then(|rows| rows.first()).map_or("", String::as_str);
    assert!(second.ends_with("… (Recommended) ◪ (default)"), "{rows:#?}");
}

proptest! {
    /// Where labels of all options fit, all are in sight, and the highlighted one is whole before others have more than
    /// their labels. Then each has a row of its description, before any has more. No text is cut while a row of the form is
    /// blank, and the height depends on the highlight in nothing.
    #[test]
    fn rows_go_to_texts(
        options in prop::collection::vec((1_usize..40, 0_usize..120), 1..12),
        prompt in 1_usize..150,
        is_multi in any::<bool>(),
        opening in prop::sample::select(vec![None, Some(Action::Digit(0)), Some(Action::Note)]),
        questions in 1_usize..=2,
        size in viewport(24, 8),
    ) {
        let texts: Vec<(String, String)> = options.into_iter().enumerate()
            .map(|(at, (label, below))| (words(&format!("{at}l"), label), words(&format!("{at}d"), below))).collect();
        let option = |(label, below): &(String, String)| json!({"label": label, "description": below});
        let options: Vec<Json> = texts.iter().map(option).collect();
        let mode = if is_multi { "multi" } else { "single" };
        let question = json!({"prompt": (words("p", prompt)), "mode": mode, "options": options});
        let mut form = form(&json!({"questions": (vec![question; questions])})).sized(size.columns, size.rows);
        if let Some(opening) = &opening {
            form.update(opening.clone());
        }
        let editor = form.editor(Editor { rows: 3, cursor: 1 });
        let tall = form.drawn(editor).lines.len();
        for at in 0..=texts.len() {
            let frame = form.drawn(editor);
            let about = shown(&frame);
            prop_assert_eq!(frame.lines.len(), tall, "{}", about);
            let seen = words_of(&frame);
            let is_seen = |text: &str| tokens(text).iter().all(|token| seen.contains(token));
            let all = || texts.iter().all(|(label, below)| is_seen(label) && is_seen(below)) && is_seen(&words("p", prompt));
            let is_blank = |line: &Line| line.text().trim().is_empty();
            prop_assert!(!frame.lines.iter().any(is_blank) || all(), "a blank row, and text is cut:\n{about}");
            let rows: BTreeMap<usize, usize> = rows_of_items(&frame).iter().map(|(item, rows)| (*item, rows.len())).collect();
            let items = texts.len() + 1;
            let is_cut = |item: usize| texts.get(item).is_some_and(|(label, below)| !is_seen(label) || !is_seen(below));
            let highlight = highlighted_item(&frame);
            prop_assert!(opening.is_some() || highlight == Some(at), "{about}");
            if rows.len() == items {
                let others = rows.iter().filter(|(item, _)| Some(**item) != highlight);
                prop_assert!(!highlight.is_some_and(is_cut) || others.clone().all(|(_, rows)| *rows == 1), "{about}");
                let below = |item: usize| frame.lines.iter().filter(|line| line.item == Some(item))
                    .filter(|line| line.spans.first().is_some_and(|span| span.role == Role::Muted)).count();
                let most = others.clone().map(|(item, _)| below(*item)).max().unwrap_or(0);
                let has_brief = |item: usize| below(item) > 0 || texts.get(item).is_none_or(|(_, below)| below.is_empty());
                prop_assert!(most < 2 || others.clone().all(|(item, _)| has_brief(*item)), "{about}");
            }
            if opening.is_none() {
                form.update(Action::CursorDown);
            }
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
