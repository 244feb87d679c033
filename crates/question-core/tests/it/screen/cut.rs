//! What is cut says so, and what a row says of the rest is true.

use std::collections::{BTreeMap, HashSet};

use crate::common::any::{new, viewport};
use crate::common::play::highlighted_item;
use crate::common::{Action, Played};
use proptest::prelude::*;
use question_core::{Editor, Frame, Line, Mode, OptionRequest, QuestionRequest, Step};

/// Words that name their place in a text.
fn words(name: &str, count: usize) -> String {
    (0..count).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(" ")
}

fn tokens(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// All words of a frame.
fn on(frame: &Frame) -> HashSet<String> {
    frame.lines.iter().flat_map(|line| tokens(&line.text())).collect()
}

/// What the row with an arrow says: how many, and of what; nothing of what where there is no room for it.
fn said(frame: &Frame, arrow: &str) -> Option<(usize, String)> {
    let is_list = |text: &String| {
        !text.starts_with(" ←") && text.contains(arrow) && !text.contains('•') && !text.contains("move")
    };
    let text = frame.lines.iter().map(Line::text).find(is_list)?;
    let mut rest = text.split_once(arrow)?.1.split_whitespace();
    let count = rest.next()?.replace(',', "").parse().ok()?;
    // A row for both arrows counts lines, even where there is no room to say so.
    if text.contains('↑') && text.contains('↓') {
        return Some((count, "line".to_owned()));
    }
    Some((count, rest.take(2).last().unwrap_or_default().trim_end_matches(['s', '…']).to_owned()))
}

/// The row that says how much is left out of the middle of a prompt.
fn left_out(frame: &Frame) -> bool {
    frame.lines.iter().any(|line| {
        let text = line.text();
        let count =
            text.trim_start().strip_prefix("… ").map(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
        count == Some(true)
    })
}

proptest! {
    /// A prompt above an editor is read by keys and by the wheel, and no row of it is hidden without a mark; meanwhile the
    /// frame is as tall as it was.
    #[test]
    fn a_prompt_above_a_text_can_be_read(
        (prompt, asked, behind) in (1_usize..300, 0_usize..40, 0_usize..80),
        questions in 1_usize..=3,
        options in 0_usize..4,
        opening in prop::sample::select(vec![Action::Digit(0), Action::Note, Action::Discuss]),
        rows in 1_usize..20,
        typed in prop::option::of("[a-z]{1,9}"),
        size in viewport(12, 8),
    ) {
        let mut prompt = words("p", prompt);
        if asked > 0 {
            prompt = format!("{prompt}.\n\n{}?", words("q", asked));
        }
        if asked > 0 && behind > 0 {
            prompt = format!("{prompt}\n\n{}.", words("b", behind));
        }
        let option = |at: usize| OptionRequest { label: format!("o{at}"), ..OptionRequest::default() };
        let options: Vec<OptionRequest> = (0..options).map(option).collect();
        let question = QuestionRequest { prompt: prompt.clone(), options, ..QuestionRequest::default() };
        let mut form = new(vec![question; questions]);
        form.resize(size);
        if !form.is_editing() {
            form.update(opening);
        }
        let typed = typed.unwrap_or_default();
        form.update(Action::Draft(typed.clone()));
        form.set_editor_rows(rows);
        let editor = Editor { rows, cursor: 0 };
        let expected = tokens(&prompt);
        let wheel = [Action::WheelDown, Action::WheelUp].map(|way| way(question_core::Target::Nothing)).into();
        let mut ways = vec![(Action::ReadDown, Action::ReadUp), wheel];
        if typed.is_empty() {
            ways.push((Action::PreviewDown, Action::PreviewUp));
        }
        let height = |frame: &Frame| frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows);
        for (down, up) in ways {
            let mut form = form.clone();
            let lines = |form: &Played| form.drawn(editor).lines.iter().map(Line::text).collect::<Vec<_>>();
            let (start, tall) = (lines(&form), height(&form.drawn(editor)));
            let mut seen = HashSet::new();
            let mut passed = false;
            for (leg, way) in [&up, &down, &up, &down].into_iter().enumerate() {
                loop {
                    let frame = form.drawn(editor);
                    prop_assert!(frame.slot.is_some_and(|slot| slot.rows > 0), "no room for the text");
                    prop_assert_eq!(height(&frame), tall, "{:?}", lines(&form));
                    let shown = on(&frame);
                    let is_shown = |token: Option<&String>| token.is_some_and(|token| shown.contains(token));
                    if !is_shown(expected.last()) {
                        prop_assert!(said(&frame, "↓").is_some() || left_out(&frame), "cut below without a mark: {shown:?}");
                    }
                    if !is_shown(expected.first()) {
                        prop_assert!(said(&frame, "↑").is_some() || left_out(&frame), "cut above without a mark: {shown:?}");
                    }
                    let before = lines(&form);
                    passed |= leg > 1 && before == start;
                    seen.extend(shown);
                    form.update(way.clone());
                    if lines(&form) == before {
                        break;
                    }
                }
            }
            let missing: Vec<&String> = expected.iter().filter(|token| !seen.contains(*token)).collect();
            prop_assert!(missing.is_empty(), "never shown by {down:?}: {missing:?}");
            prop_assert!(passed, "not back at the start by {down:?}: {start:?}");
            prop_assert_eq!(form.draft(), &typed);
        }
    }

    /// Each option in sight shows its label, and arrows count one thing, all of it, and say which.
    #[test]
    fn arrows_are_true(
        (options, prompt) in (prop::collection::vec((1_usize..30, 0_usize..20), 1..=12), 1_usize..120),
        questions in 1_usize..=2,
        is_multi in any::<bool>(),
        size in viewport(24, 8),
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
            loop {
                arrows_hold(&form, &prompt, &items)?;
                if form.update(way.clone()) == Step::Idle {
                    break;
                }
            }
        }
    }
}

fn arrows_hold(form: &Played, prompt: &[String], items: &[Vec<String>]) -> Result<(), TestCaseError> {
    let frame = form.drawn(Editor::default());
    let shown = on(&frame);
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
    let (above, below) = (said(&frame, "↑"), said(&frame, "↓"));
    let first = rows.keys().next().copied().unwrap_or_default();
    let hidden = (items.len() - first).saturating_sub(rows.len());
    let is_reading = focus.is_none();
    if !is_reading && !is_whole(prompt) {
        prop_assert!(above.is_some() || left_out(&frame), "nothing says that the prompt is cut: {text:#?}");
    }
    prop_assert!(above.is_some() || first == 0 || is_reading, "nothing says what is above: {text:#?}");
    prop_assert!(below.is_some() || hidden == 0, "nothing says what is below: {text:#?}");
    if let Some((count, what)) = &above {
        if what.starts_with("choice") {
            prop_assert_eq!(*count, first, "{:#?}", text);
            prop_assert!(is_whole(prompt) || left_out(&frame), "the prompt is cut: {text:#?}");
        } else {
            prop_assert!(what.starts_with("line"), "{what:?}: {text:#?}");
            prop_assert!(!is_whole(prompt), "options are no lines: {text:#?}");
        }
    }
    if let Some((count, what)) = &below {
        if what.starts_with("choice") {
            prop_assert_eq!(*count, hidden, "{:#?}", text);
        } else {
            prop_assert!(what.starts_with("line") && is_reading, "{what:?}: {text:#?}");
        }
    }
    Ok(())
}
