//! What holds for the ways through any form: all that is cut can be reached, by keys and by the mouse.

use std::collections::{BTreeSet, HashSet};

use crate::common::any::{Event, event, form, new, plain, viewport};
use crate::common::play::{highlighted_item, to_tab};
use crate::common::{self, Action, Played, frame, highlighted, seen, words};
use proptest::prelude::*;
use question_core::Editor;
use question_core::{Focus, Line, Mode, OptionRequest, QuestionRequest, Span, Step, Target};

proptest! {
    /// Down and up go over every item, and every word is shown on the way or over the whole terminal.
    #[test]
    fn all_can_be_reached_by_scrolling(
        (options, prompt) in (prop::collection::vec((1_usize..40, 0_usize..20), 1..=20), 1_usize..120),
        questions in 1_usize..=3,
        mode in prop::sample::select(vec![Mode::Single, Mode::Multi]),
        size in viewport(12, 8),
    ) {
        let option = |at: usize, (label, description): (usize, usize)| OptionRequest {
            value: None,
            label: words(&format!("{at}l"), label),
            description: Some(words(&format!("{at}d"), description)),
            preview: None,
        };
        let options: Vec<_> = options.into_iter().enumerate().map(|(at, counts)| option(at, counts)).collect();
        let texts = options.iter().flat_map(|option| [option.label.clone(), option.description.clone().unwrap_or_default()]);
        let expected: HashSet<String> =
            texts.chain([words("p", prompt)]).flat_map(|text| text.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
        let numbers: Vec<usize> = (1..=options.len()).chain([0]).collect();
        let question = QuestionRequest { prompt: words("p", prompt), mode: Some(mode), options, ..QuestionRequest::default() };
        let mut form = new(vec![question; questions]);
        form.resize(size);
        let (down, _) = walk(&mut form, &Action::CursorDown, numbers.len())?;
        prop_assert_eq!(&down, &numbers, "from the start");
        prop_assert_eq!(highlighted_item(&frame(&form)), Some(0), "round");
        form.update(Action::CursorUp);
        let (up, seen_up) = walk(&mut form, &Action::CursorUp, numbers.len())?;
        prop_assert_eq!(&up, &numbers.iter().rev().copied().collect::<Vec<_>>(), "up");
        // What has no room on the page is read over the whole terminal.
        let seen_zoomed = zoomed(&form);
        let seen: HashSet<&str> = seen_up.iter().chain(&seen_zoomed).flat_map(|line| line.split_whitespace()).collect();
        let missing: Vec<&String> = expected.iter().filter(|word| !word.is_empty() && !seen.contains(word.as_str())).collect();
        prop_assert!(missing.is_empty(), "never shown: {missing:?}");
    }

    /// A click on a row of an item does what choosing this item by keys does.
    #[test]
    fn a_click_is_a_choice(questions in plain(), events in prop::collection::vec(event(), 0..25), size in viewport(20, 8)) {
        let mut form = new(questions);
        play_on(&mut form, events);
        form.resize(size);
        form.update(Action::No); // ends a notice, or the form, where it asks what becomes of texts
        prop_assume!(form.result(common::TUI).is_none());
        let editor = form.editor(common::EDITOR);
        let rows = form.drawn(editor).lines.len() + 3;
        let targets = (0..rows).map(|row| form.target(editor, row, size.columns / 2));
        let items: BTreeSet<usize> = targets.filter_map(|target| if let Target::Item(item) = target { Some(item) } else { None }).collect();
        for item in items {
            let mut clicked = form.clone();
            clicked.update(Action::Click(Target::Item(item)));
            // Beside a text, a click on its row changes nothing.
            if form.is_editing() {
                continue;
            }
            let mut chosen = form.clone();
            let mut steps = 0..100;
            while highlighted_item(&frame(&chosen)) != Some(item) && steps.next().is_some() {
                chosen.update(Action::CursorDown);
            }
            if highlighted_item(&frame(&chosen)) != Some(item) {
                // Beside words that find options, the arrows lead to these alone.
                prop_assert_eq!(form.focus(), Focus::Options, "no way to {}", item);
                continue;
            }
            let is_box = matches!(chosen.focus(), Focus::List | Focus::Options) && highlighted(&frame(&chosen)).is_some_and(|row| {
                let text = row.trim_start_matches(|char: char| char == ' ' || char == '.' || char.is_ascii_digit());
                text.starts_with("[ ]") || text.starts_with("[x]")
            });
            // Beside boxes, Enter on the row for words goes on.
            let is_for_words = highlighted(&frame(&chosen)).is_some_and(|row| row.contains("[+]"));
            let key = if is_for_words { Action::Digit(0) } else { Action::Confirm };
            if is_for_words {
                // On the row for words, a digit would be text.
                chosen.update(Action::First);
            }
            // Beside a text, a blank is typed, and Enter checks the box.
            let is_beside_text = chosen.focus() == Focus::Options;
            if is_beside_text && highlighted(&frame(&chosen)).is_some_and(|row| row.contains("[x]")) {
                continue;
            }
            chosen.update(if is_box && !is_beside_text { Action::Toggle } else { key });
            // Where a text is scrolled is not the same, as one has been there by keys.
            let [clicked, chosen] = [clicked, chosen].map(|form| seen(&form.unrolled(size.columns)));
            prop_assert_eq!(clicked, chosen, "item {} of {}", item, seen(&form));
        }
    }

    /// The form does not jump while the user moves on a page.
    #[test]
    fn a_page_is_as_tall_wherever_the_highlight_is(form in form(), events in prop::collection::vec(event(), 0..30), size in viewport(1, 1)) {
        let mut form = form;
        play_on(&mut form, events);
        form.resize(size);
        let mut form = to_tab(&form);
        form.update(Action::No); // ends a notice
        if form.is_editing() || form.is_ended() {
            return Ok(());
        }
        let first = frame(&form).lines.len();
        for way in [Action::CursorUp, Action::CursorDown, Action::PageUp] {
            for _ in 0..30 {
                form.update(way.clone());
                let height = frame(&form).lines.len();
                prop_assert_eq!(height, first, "{:?}:\n{}", way, common::shown(&frame(&form)));
            }
        }
    }
}

/// The arrow keys go round, and nothing else does. A count at the end of a row chooses nothing.
#[test]
fn keys_go_round() {
    let options: Vec<String> = (1..=40).map(|at| format!("Option {at}")).collect();
    let new = |count: usize| {
        common::form(&common::json!({"questions": [{"prompt": "Which?", "options": (options[..count].to_vec())}]}))
    };
    let at = |form: &Played| highlighted_item(&frame(form));
    for count in [2, 40] {
        for (way, from, to) in [
            (Action::CursorUp, 0, count),
            (Action::CursorDown, count, 0),
            (Action::WheelUp(Target::Item(0)), 0, 0),
            (Action::WheelDown(Target::Item(0)), count, count),
            (Action::PageUp, 0, 0),
            (Action::PageDown, count, count),
        ] {
            let start = if from == 0 { Action::First } else { Action::Last };
            let form = common::after(new(count), &[start, way.clone()]);
            assert_eq!(at(&form), Some(to), "{way:?} of {count}");
        }
    }
    let form = new(40);
    let lines: Vec<String> = frame(&form).lines.iter().map(Line::text).collect();
    let row = lines.iter().position(|line| line.ends_with("↓ 26 more")).expect("a count");
    let targets = [3, 60, 70, 71, 79].map(|column| form.target(Editor::default(), row, column));
    let item = Target::Item(13);
    assert_eq!(targets, [item, item, item, Target::Nothing, Target::Nothing], "{lines:#?}");
}

/// Lets happen what does not end the form.
fn play_on(form: &mut Played, events: Vec<Event>) {
    for event in events {
        match event {
            Event::Act(action) => {
                let mut next = form.clone();
                next.update(action);
                if !next.is_ended() {
                    *form = next;
                }
            }
            Event::Resize(viewport) => form.resize(viewport),
            Event::Grow(_) => {}
        }
    }
}

/// Repeats an action so many times; gives the numbers of the rows in the order they were highlighted, and all lines that
/// were shown.
fn walk(form: &mut Played, action: &Action, steps: usize) -> Result<(Vec<usize>, HashSet<String>), TestCaseError> {
    let mut numbers = Vec::new();
    let mut lines = HashSet::new();
    for _ in 0..steps {
        let frame = form.drawn(Editor::default());
        lines.extend(frame.lines.iter().map(own_text));
        if let Some(row) = highlighted(&frame) {
            let number = row.trim_start().split('.').next().and_then(|number| number.parse::<usize>().ok());
            // Texts that were added to boxes have none.
            let is_added = row.trim_start().starts_with(['[', '(']);
            prop_assert!(number.is_some() || is_added || row.starts_with('↑'), "{row:?} has no number");
            numbers.extend(number);
        }
        form.update(action.clone());
    }
    Ok((numbers, lines))
}

/// All lines that are shown of a question's texts over the whole terminal.
fn zoomed(form: &Played) -> HashSet<String> {
    let mut form = form.clone();
    let mut lines = HashSet::new();
    form.update(Action::Zoom);
    while form.update(Action::PrevTab) != Step::Idle {}
    loop {
        loop {
            lines.extend(frame(&form).lines.iter().map(own_text));
            if form.update(Action::PageDown) == Step::Idle {
                break;
            }
        }
        if form.update(Action::NextTab) == Step::Idle {
            return lines;
        }
    }
}

/// The text of a line without its marker, and without the line down to a preview beside it and what is there.
fn own_text(line: &Line) -> String {
    let is_own = |span: &&Span| span.text.as_str() != " │ ";
    let own = Line { spans: line.spans.iter().take_while(is_own).cloned().collect(), ..line.clone() };
    unmarked(own.text().trim_end())
}

fn unmarked(line: &str) -> String {
    // Further in, it is a text's own.
    let margin = line.len() - line.trim_start().len();
    match line.trim_start().strip_prefix("→ ").filter(|_| margin <= 1) {
        Some(row) => format!("{:>1$}{row}", "", line.chars().count() - row.chars().count()),
        None => line.to_owned(),
    }
}
