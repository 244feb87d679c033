//! What holds for any form, any text, any terminal and anything that a user does.

mod common;

use std::collections::HashSet;

use common::any::{Event, action, event, form, new, question, viewport};
use common::{TUI, has_marker, highlighted, result, tab};
use proptest::prelude::*;
use question_core::view::{self, Editor};
use question_core::{
    Action, Clean, Form, Frame, Line, OptionRequest, Outcome, Question, QuestionRequest, Role, Step, ToolResult,
    Viewport, width,
};

fn draw(form: &Form, editor: Editor) -> Frame<'_> {
    view::form(form, if form.is_editing() { editor } else { Editor::default() })
}

/// Resized to a terminal in which nothing has to scroll.
fn unrolled(form: &Form, columns: usize) -> Form {
    let mut form = form.clone();
    form.resize(Viewport { columns, rows: 1_000_000 });
    form
}

/// Rows of the highlighted item in full, with its description.
fn highlighted_rows(form: &Form, columns: usize) -> usize {
    let form = unrolled(form, columns);
    let lines = draw(&form, Editor::default()).lines;
    let after = lines.iter().skip_while(|line| !has_marker(line)).skip(1);
    // Rows that go on with an item are indented deeper than its marker; a gap or the hints follow the last one.
    1 + after.take_while(|line| line.indent > 1).count()
}

/// Whether the prompt is being read: Enter goes to the list then.
fn is_reading(form: &Form) -> bool {
    let mut form = form.clone();
    form.update(Action::Digit(u8::MAX)); // does nothing, but ends a notice in the place of the hints
    let frame = draw(&form, Editor::default());
    let is_review = tab(&frame).is_some_and(|tab| tab.starts_with("[✓"));
    !is_review && frame.lines.iter().any(|line| line.text().contains("enter to t"))
}

fn check_frame(form: &Form, viewport: Viewport, editor: Editor) -> Result<(), TestCaseError> {
    let Viewport { columns, rows } = viewport;
    let frame = draw(form, editor);
    for line in &frame.lines {
        let text = line.text();
        // A keycap on the space before it counts as two columns here, and as the space's one in pi.
        let joined = width(&text.replace('\u{20e3}', ""));
        prop_assert!(line.width() <= columns && joined <= columns, "{text:?} is wider than {columns}");
        let is_harmful =
            |char: char| char.is_control() || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        prop_assert!(!text.contains(is_harmful), "{text:?}");
    }
    let cap = (rows * 7 / 10).max(rows.min(8));
    let height = frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows);
    prop_assert!((1..=cap).contains(&height), "{height} rows of {cap}");
    prop_assert_eq!(frame.slot.is_some(), form.is_editing());
    if let Some(slot) = frame.slot {
        prop_assert!(slot.row <= frame.lines.len() && slot.first + slot.rows <= editor.rows, "{slot:?} {editor:?}");
        prop_assert!((slot.first..slot.first + slot.rows).contains(&editor.cursor), "{slot:?} hides {editor:?}");
    }
    let has_focus = !form.is_editing() && columns >= 12 && rows >= 8;
    if has_focus && !frame.lines.iter().any(has_marker) && !is_reading(form) {
        // Only further down in an item that alone is taller than the window between its arrows.
        let starts_item = |line: &Line| line.spans.first().is_some_and(|span| span.text.as_str() == "  ");
        let is_arrow = |line: &Line| line.text().trim_start().starts_with(['↑', '↓']) && line.text().contains(" more");
        let is_in_window = |line: &&Line| line.indent > 1 || starts_item(line) || is_arrow(line);
        let window = frame.lines.iter().filter(is_in_window).count();
        prop_assert!(highlighted_rows(form, columns) + 2 > window, "no marker:\n{}", common::shown(&frame));
    }
    Ok(())
}

fn abort(form: &Form) -> ToolResult {
    let mut form = form.clone();
    form.update(Action::Abort);
    result(&form)
}

fn is_offered(question: &Question, index: usize, value: &str, label: &str) -> bool {
    let option = index.checked_sub(1).and_then(|at| question.options.get(at));
    option.is_some_and(|option| option.value == value && option.label == label)
}

proptest! {
    #[test]
    fn every_frame_fits_and_is_harmless(form in form(), events in prop::collection::vec(event(), 0..30)) {
        let mut form = form;
        let (mut size, mut editor) = (Viewport { columns: 80, rows: 24 }, Editor { rows: 3, cursor: 2 });
        check_frame(&form, size, editor)?;
        for event in events {
            match event {
                Event::Act(action) => {
                    let before = form.clone();
                    let step = form.update(action.clone());
                    prop_assert_eq!(step == Step::Finish || before.is_ended(), form.is_ended());
                    prop_assert_eq!(form.result(TUI).is_some(), form.is_ended());
                    if step == Step::Idle {
                        let is_same = draw(&before, editor) == draw(&form, editor);
                        prop_assert!(is_same && before.draft() == form.draft(), "{action:?} changed something");
                    }
                }
                Event::Resize(viewport) => {
                    size = viewport;
                    form.resize(viewport);
                }
                Event::Grow(other) => editor = other,
            }
            check_frame(&form, size, editor)?;
        }
    }

    #[test]
    fn answers_were_offered_or_typed(form in form(), actions in prop::collection::vec(action(), 0..40)) {
        let mut form = form;
        let mut typed: HashSet<String> = HashSet::new();
        let mut submitted: HashSet<String> = HashSet::new();
        for action in actions {
            if let Action::Draft(text) = &action {
                typed.insert(text.clone());
            }
            if let Action::Submit(text) = &action {
                submitted.insert(text.clone());
            }
            form.update(action);
            let details = if form.is_ended() { result(&form) } else { abort(&form) }.details;
            let is_answered = details.outcome == Outcome::Answered;
            prop_assert!(!is_answered || details.answers.len() == details.questions.len());
            let mut questions = details.questions.iter();
            for answer in details.answers {
                let question = questions.find(|question| question.id == answer.id);
                prop_assert!(question.is_some(), "{answer:?} is out of order");
                prop_assert_eq!(answer.was_custom, answer.index.is_none());
                let is_known = match (answer.index, question) {
                    (Some(index), Some(question)) => is_offered(question, index, &answer.value, &answer.label),
                    _ => submitted.contains(&answer.value) || (!is_answered && typed.contains(&answer.value)),
                };
                prop_assert!(is_known && !answer.value.trim().is_empty() || answer.index.is_some(), "{answer:?}");
            }
        }
    }

    #[test]
    fn nothing_typed_is_lost(
        options in prop::collection::vec(1_usize..4, 1..=5),
        events in prop::collection::vec(event(), 0..60),
    ) {
        let plain = |count| QuestionRequest {
            prompt: "Which?".to_owned(),
            options: (0..count).map(|at| OptionRequest { label: format!("o{at}"), ..OptionRequest::default() }).collect(),
            ..QuestionRequest::default()
        };
        let mut form = new(options.iter().map(|&count| plain(count)).collect());
        let count = options.len();
        let mut drafts = vec![String::new(); count];
        let mut submitted: Vec<Option<String>> = vec![None; count];
        for event in events {
            let at = shown_question(&form).filter(|_| form.is_editing());
            match (&event, at) {
                (Event::Act(Action::Draft(text)), Some(at)) => drafts[at].clone_from(text),
                (Event::Act(Action::Submit(text)), Some(at)) if !text.trim().is_empty() => {
                    drafts[at].clone_from(text);
                    submitted[at] = Some(text.clone());
                }
                _ => {}
            }
            match event {
                Event::Act(action) => drop(form.update(action)),
                Event::Resize(viewport) => form.resize(viewport),
                Event::Grow(_) => {}
            }
            if form.is_ended() {
                break;
            }
        }
        let ends = if form.is_ended() { vec![result(&form)] } else { vec![abort(&form), send(&form)] };
        for ToolResult { details, content } in ends {
            if details.outcome == Outcome::Cancelled && details.answers.is_empty() && form.is_ended() {
                continue; // discarded, or nothing entered
            }
            for at in (0..count).filter(|&at| !drafts[at].trim().is_empty()) {
                let id = format!("q{}", at + 1);
                let answer = details.answers.iter().find(|answer| answer.id == id);
                prop_assert!(answer.is_some(), "{:?} of {id} is not in {details:?}", drafts[at]);
                let expected = submitted[at].as_ref().unwrap_or(&drafts[at]);
                let is_kept = |value: &String| value == expected && content.contains(value.as_str());
                let is_right = answer.is_some_and(|answer| answer.index.is_some() || is_kept(&answer.value));
                prop_assert!(is_right, "{expected:?} of {id} is not in {content:?}");
            }
        }
        if !form.is_ended() {
            for (at, draft) in drafts.iter().enumerate() {
                let form = reopened(&form, at);
                prop_assert_eq!(form.draft(), draft);
            }
        }
    }

    #[test]
    fn all_can_be_reached_by_scrolling(
        (options, prompt) in (prop::collection::vec((1_usize..40, 0_usize..20), 1..=20), 1_usize..120),
        questions in 1_usize..=3,
        size in viewport(12, 8),
    ) {
        let words = |name: String, count: usize| (0..count).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(" ");
        let option = |at: usize, (label, description): (usize, usize)| OptionRequest {
            value: None,
            label: words(format!("{at}l"), label),
            description: Some(words(format!("{at}d"), description)),
        };
        let options: Vec<_> = options.into_iter().enumerate().map(|(at, counts)| option(at, counts)).collect();
        let texts = options.iter().flat_map(|option| [option.label.clone(), option.description.clone().unwrap_or_default()]);
        let expected: HashSet<String> =
            texts.chain([words("p".to_owned(), prompt)]).flat_map(|text| text.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
        let numbers: Vec<usize> = (1..=options.len()).chain([0]).collect();
        let question = QuestionRequest { prompt: words("p".to_owned(), prompt), options, ..QuestionRequest::default() };
        let mut form = new(vec![question; questions]);
        form.resize(size);
        let (down, _) = walk(&mut form, &Action::CursorDown)?;
        prop_assert_eq!(&down, &numbers, "from the start");
        let (up, seen_up) = walk(&mut form, &Action::CursorUp)?;
        prop_assert_eq!(&up, &numbers.iter().rev().copied().collect::<Vec<_>>(), "up");
        let (down, seen_down) = walk(&mut form, &Action::CursorDown)?;
        prop_assert_eq!(&down, &numbers, "down");
        let seen: HashSet<&str> = seen_up.iter().chain(&seen_down).flat_map(|line| line.split_whitespace()).collect();
        let missing: Vec<&String> = expected.iter().filter(|word| !word.is_empty() && !seen.contains(word.as_str())).collect();
        prop_assert!(missing.is_empty(), "never shown: {missing:?}");
    }

    #[test]
    fn every_row_of_hard_text_can_be_reached(question in question(), size in viewport(12, 8)) {
        let labels: Vec<String> = question.options.iter().map(|option| letters(Clean::line(&option.label).as_str())).collect();
        let mut form = new(vec![question]);
        form.resize(size);
        let (_, down) = walk(&mut form, &Action::CursorDown)?;
        let (_, up) = walk(&mut form, &Action::CursorUp)?;
        let unrolled = unrolled(&form, size.columns);
        let whole = draw(&unrolled, Editor::default());
        let is_text = |role: Role| matches!(role, Role::Text | Role::Accent | Role::Muted);
        let rows = whole.lines.iter().filter(|line| line.spans.first().is_some_and(|span| is_text(span.role)));
        let rows: Vec<String> = rows.map(|line| unmarked(&line.text())).collect();
        for row in rows.iter().filter(|row| !row.trim().is_empty()) {
            prop_assert!(down.contains(row) || up.contains(row), "never shown: {row:?}");
        }
        let all = letters(&rows.concat());
        for label in labels {
            prop_assert!(all.contains(&label), "{label:?} is not in {rows:#?}");
        }
    }
}

/// Position of the question that is shown; none on the review.
fn shown_question(form: &Form) -> Option<usize> {
    let form = unrolled(form, 200);
    let Some(tab) = tab(&draw(&form, Editor { rows: 1, cursor: 0 })) else { return Some(0) };
    let (_, number) = tab.trim_end_matches(']').split_once('Q')?;
    number.parse::<usize>().ok()?.checked_sub(1)
}

/// The form on a page that Esc leaves it from.
fn back(form: &Form) -> Form {
    let mut form = unrolled(form, 200);
    let is_leaving =
        draw(&form, Editor { rows: 1, cursor: 0 }).lines.iter().any(|line| line.text().contains("Leave without"));
    if form.is_editing() || is_leaving {
        form.update(Action::Cancel);
    }
    form
}

/// Esc, and "Send what I have" where that is asked.
fn send(form: &Form) -> ToolResult {
    let mut form = back(form);
    for action in [Action::Cancel, Action::CursorDown, Action::Confirm] {
        form.update(action);
    }
    result(&form)
}

/// The form with the editor of a question open.
fn reopened(form: &Form, question: usize) -> Form {
    let mut form = back(form);
    while shown_question(&form) != Some(question) {
        form.update(Action::NextTab);
    }
    form.update(Action::Digit(0));
    form
}

/// Repeats an action until nothing happens; gives the numbers of the rows in the order they were highlighted, and all
/// lines that were shown.
fn walk(form: &mut Form, action: &Action) -> Result<(Vec<usize>, HashSet<String>), TestCaseError> {
    let mut numbers = Vec::new();
    let mut lines = HashSet::new();
    for _ in 0..20_000 {
        let frame = view::form(form, Editor::default());
        lines.extend(frame.lines.iter().map(|line| unmarked(&line.text())));
        if let Some(row) = highlighted(&frame) {
            let number = row.trim_start().split('.').next().and_then(|number| number.parse().ok());
            numbers.push(number.ok_or_else(|| TestCaseError::fail(format!("{row:?} has no number")))?);
        }
        if form.update(action.clone()) == Step::Idle {
            numbers.dedup();
            return Ok((numbers, lines));
        }
    }
    Err(TestCaseError::fail("this has no end"))
}

fn unmarked(line: &str) -> String {
    match line.trim_start().strip_prefix("> ") {
        Some(row) => format!("{:>1$}{row}", "", line.len() - row.len()),
        None => line.to_owned(),
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace()).collect()
}
