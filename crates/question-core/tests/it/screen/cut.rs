//! What is cut says so, and what a row says of the rest is true.

use std::collections::BTreeMap;

use crate::common::any::{new, viewport};
use crate::common::play::highlighted_item;
use crate::common::{Action, Played, tokens, words, words_of};
use proptest::prelude::*;
use question_core::{Editor, Frame, Line, Mode, OptionRequest, QuestionRequest, Role};

/// What an arrow at the end of a row of the list says: how many.
fn said(frame: &Frame, arrow: &str) -> Option<usize> {
    let text =
        frame.lines.iter().filter(|line| line.item.is_some()).map(Line::text).find(|text| text.contains(arrow))?;
    text.split_once(arrow)?.1.split_whitespace().next()?.replace(',', "").parse().ok()
}

/// Whether a row says that some of the prompt is hidden, or a hint how to read it.
fn tells_of_prompt(frame: &Frame) -> bool {
    let is_cut = |line: &Line, text: &str| {
        text.ends_with('…') && line.spans.first().is_some_and(|span| span.role == Role::Prompt)
    };
    let tells = |line: &Line, text: &str| text.contains(" more line") || text.contains("p read") || is_cut(line, text);
    frame.lines.iter().any(|line| tells(line, &line.text()))
}

proptest! {
    /// Each option in sight shows its label, and arrows count one thing, all of it, and say which.
    #[test]
    fn arrows_are_true(
        (options, prompt) in (prop::collection::vec((1_usize..30, 0_usize..20), 1..=12), 1_usize..120),
        questions in 1_usize..=2,
        is_multi in any::<bool>(),
        size in viewport(40, 12),
    ) {
        let texts: Vec<(String, String)> = options.iter().enumerate().map(|(at, &(label, description))| {
            (words(&format!("{at}l"), label), words(&format!("{at}d"), description))
        }).collect();
        let option = |(label, description): &(String, String)| OptionRequest {
            label: label.clone(),
            description: Some(description.clone()),
            ..OptionRequest::default()
        };
        let prompt = words("p", prompt);
        let question = QuestionRequest {
            prompt: prompt.clone(),
            options: texts.iter().map(option).collect(),
            mode: Some(if is_multi { Mode::Multi } else { Mode::Single }),
            ..QuestionRequest::default()
        };
        let prompt = tokens(&prompt);
        let mut items: Vec<Vec<String>> = texts.iter().map(|(label, description)| tokens(&format!("{label} {description}"))).collect();
        items.push(tokens("Something else…"));
        let mut form = new(vec![question; questions]);
        form.resize(size);
        for way in [Action::CursorDown, Action::CursorUp, Action::PageDown, Action::PageUp] {
            for _ in 0..items.len() {
                arrows_hold(&form, &prompt, &items)?;
                form.update(way.clone());
            }
        }
    }
}

fn arrows_hold(form: &Played, prompt: &[String], items: &[Vec<String>]) -> Result<(), TestCaseError> {
    let frame = form.drawn(Editor::default());
    let shown = words_of(&frame);
    let text: Vec<String> = frame.lines.iter().map(Line::text).collect();
    let is_whole = |texts: &[String]| texts.iter().all(|token| shown.contains(token));
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for line in &frame.lines {
        rows.extend(line.item.map(|item| (item, Vec::new())).filter(|(item, _)| !rows.contains_key(item)));
        line.item.and_then(|item| rows.get_mut(&item)).into_iter().for_each(|rows| rows.push(line.text()));
    }
    let focus = highlighted_item(&frame);
    for (item, rows) in &rows {
        let label = items.get(*item).and_then(|tokens| tokens.first()).map_or("", String::as_str);
        // Where there is hardly any room, it is cut itself.
        let is_labeled = rows.first().is_some_and(|row| row.contains(label) || row.contains('…'));
        prop_assert!(is_labeled, "starts within {item}: {text:#?}");
        let is_cut = items.get(*item).is_some_and(|tokens| !is_whole(tokens));
        let has_ellipsis = rows.last().is_some_and(|row| row.ends_with('…'));
        prop_assert!(focus != Some(*item) || !is_cut || has_ellipsis, "cut without a mark: {text:#?}");
    }
    prop_assert!(is_whole(prompt) || tells_of_prompt(&frame), "nothing says that the prompt is cut: {text:#?}");
    let first = rows.keys().next().copied().unwrap_or_default();
    let hidden = (items.len() - first).saturating_sub(rows.len());
    for (arrow, count) in [("↑", first), ("↓", hidden)] {
        prop_assert_eq!(said(&frame, arrow).unwrap_or_default(), count, "{}: {:#?}", arrow, text);
    }
    Ok(())
}
