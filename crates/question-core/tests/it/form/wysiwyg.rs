//! What Enter takes is what the screen shows.
//!
//! Before each Enter a [`reader`] sees the lines of the frame, knows what was asked, and says what Enter will do. It knows
//! nothing of the form.

use crate::common::lists::{self, List, Words};
use crate::common::play::abort;
use crate::common::reader::{self, Enter, Read};
use crate::common::{Action, Played, result};
use proptest::prelude::*;
use proptest::sample::select;
use question_core::{Answer, Pick, PickOrigin, Size};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Numbers of frames that were read, and of those whose highlighted label names several options.
static READ: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// What a user does.
#[derive(Clone, PartialEq)]
enum Key {
    /// Letters, one by one.
    Types(String),
    /// Letters that come in one piece.
    Piece(String),
    Does(Action),
    Backspace(usize),
    Resize(usize, usize),
}

impl fmt::Debug for Key {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Types(text) => write!(form, "{text:?}"),
            Self::Piece(text) => write!(form, "piece {text:?}"),
            Self::Does(action) => write!(form, "{action:?}"),
            Self::Backspace(times) => write!(form, "{times} × Backspace"),
            Self::Resize(columns, rows) => write!(form, "{columns} × {rows}"),
        }
    }
}

/// A key that is not yet made for a list.
#[derive(Clone, Debug)]
enum Plan {
    Types(Words),
    Piece(Words),
    Key(Key),
}

fn plan() -> impl Strategy<Value = Plan> {
    use Action::{Cancel, Confirm, CursorDown, CursorUp, First, Last, NextTab, PageDown, PageUp, PrevTab, Toggle};
    let moves = vec![CursorDown, CursorUp, PageDown, PageUp, First, Last, NextTab, PrevTab, Cancel];
    let letters = prop_oneof![
        3 => "[0-9]",
        2 => select(vec!["y", "n", "a", "b", "j", " ", ".", ",", "!", "*", "é", "д", "は", "ｙ"]).prop_map(str::to_owned),
    ];
    prop_oneof![
        5 => lists::words().prop_map(Plan::Types),
        4 => lists::words().prop_map(Plan::Piece),
        3 => letters.prop_map(|text| Plan::Key(Key::Types(text))),
        3 => select(moves).prop_map(|action| Plan::Key(Key::Does(action))),
        2 => select(vec![CursorUp, CursorDown]).prop_map(|action| Plan::Key(Key::Does(action))),
        1 => Just(Plan::Key(Key::Does(Toggle))),
        2 => Just(Plan::Key(Key::Does(Confirm))),
        2 => (1_usize..8).prop_map(|times| Plan::Key(Key::Backspace(times))),
        1 => size().prop_map(|(columns, rows)| Plan::Key(Key::Resize(columns, rows))),
    ]
}

/// Columns and rows.
fn size() -> impl Strategy<Value = (usize, usize)> {
    prop_oneof![2 => Just((80, 24)), 1 => (20_usize..=120, 10_usize..=40), 1 => (20_usize..=40, 10_usize..=40)]
}

/// A form, and what is done with it.
#[derive(Clone)]
pub(super) struct Case {
    language: &'static str,
    size: (usize, usize),
    lists: Vec<List>,
    keys: Vec<Key>,
}

impl fmt::Debug for Case {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = self.size;
        writeln!(form, "{columns} × {rows}, in {}", self.language)?;
        for List { is_multi, takes_words, recommended, default, options } in &self.lists {
            let mode = if *is_multi { "multi" } else { "single" };
            let own = if *takes_words { "" } else { ", allowCustom: false" };
            let of = |name, index: &Option<_>| index.map(|at| format!(", {name} {at:?}")).unwrap_or_default();
            let presets = of("recommended", &recommended.map(Ok)) + of("default", default).as_str();
            writeln!(form, "  {mode}{own}{presets}: {options:?}")?;
        }
        write!(form, "  keys: {:?}", self.keys)
    }
}

pub(super) fn case() -> impl Strategy<Value = Case> {
    let lists =
        prop_oneof![3 => prop::collection::vec(lists::list(), 1), 1 => prop::collection::vec(lists::list(), 2..4)];
    (lists::language(), size(), lists, prop::collection::vec(plan(), 1..9)).prop_map(
        |(language, size, lists, plans)| {
            let labels: Vec<&str> = lists.iter().flat_map(List::labels).collect();
            let key = |plan| match plan {
                Plan::Types(words) => Key::Types(words.text(&labels)),
                Plan::Piece(words) => Key::Piece(words.text(&labels)),
                Plan::Key(key) => key,
            };
            let keys = plans.into_iter().map(key).collect();
            Case { language, size, lists, keys }
        },
    )
}

/// Does to a form what a key does.
fn press(form: &mut Played, key: &Key) {
    match key {
        Key::Types(text) => {
            for char in text.chars() {
                press_letter(form, char);
            }
        }
        // Numbers alone are no text in a list of boxes.
        Key::Piece(text) if form.has_text() || text.contains(char::is_alphabetic) => {
            form.update(Action::Typed(text.clone()));
        }
        Key::Piece(_) => {}
        // Where there are no boxes, the key shows an option alone.
        Key::Does(Action::Toggle) if !has_boxes(form) => {}
        Key::Does(Action::Toggle) if form.has_text() => press_letter(form, ' '),
        Key::Does(Action::Confirm) => enter(form),
        Key::Does(action) => {
            form.update(action.clone());
        }
        Key::Backspace(times) => {
            for _ in 0..*times {
                let mut text = form.draft().to_owned();
                if form.has_text() && text.pop().is_some() {
                    form.update(Action::Draft(text));
                }
            }
        }
        Key::Resize(columns, rows) => form.resize(Size { columns: *columns, rows: *rows, taken: 0 }),
    }
}

fn press_letter(form: &mut Played, char: char) {
    let digit = char.to_digit(10).and_then(|digit| digit.try_into().ok());
    match digit {
        _ if form.has_text() => form.update(Action::Typed(char.to_string())),
        Some(digit) => form.update(Action::Digit(digit)),
        None if char != ' ' => form.update(Action::Typed(char.to_string())),
        None if has_boxes(form) => form.update(Action::Toggle),
        None => return,
    };
}

fn has_boxes(form: &Played) -> bool {
    reader::lines(form).iter().any(|line| line.contains("[ ] ") || line.contains("[x] ") || line.contains("[+] "))
}

/// Presses Enter: in a text, the host's editor passes it on with the text. A command of the host is sent by a second one.
fn enter(form: &mut Played) {
    let text = form.draft().to_owned();
    let is_command = text.trim_start().starts_with(['!', '/']);
    form.update(if form.is_editing() { Action::Submit(text.clone()) } else { Action::Confirm });
    if is_command && form.is_editing() && form.draft() == text {
        form.update(Action::Submit(text));
    }
}

/// What a question is answered with: options by their index, and texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Given {
    Option(usize),
    Text(String),
}

/// Returns what each question is answered with; `None` for one that has no answer.
fn given(form: &Played, questions: usize) -> Vec<Option<BTreeSet<Given>>> {
    let ended = if form.is_ended() { result(form) } else { abort(form) };
    let of = |Pick { value, origin, .. }: &Pick| match origin {
        PickOrigin::Option(number) => Given::Option(number - 1),
        PickOrigin::Typed | PickOrigin::Default => Given::Text(value.trim().to_owned()),
    };
    let answers = &ended.details.answers;
    let answer = |at: usize| answers.iter().find(|Answer { id, .. }| *id == format!("q{}", at + 1));
    (0..questions).map(|at| answer(at).map(|answer| answer.picks.iter().map(of).collect())).collect()
}

/// What Enter would do to a form, and what the reader says about that.
struct Tried {
    before: Vec<Option<BTreeSet<Given>>>,
    after: Vec<Option<BTreeSet<Given>>>,
    is_ended: bool,
    text: String,
    /// What the whole form shows before.
    shown: Vec<String>,
}

/// Says what is wrong with what came, if the list is that of one question.
fn fault(read: &Read, at: usize, list: &List, tried: &Tried) -> Option<String> {
    let Tried { before, after, text, .. } = tried;
    let others = |given: &[Option<BTreeSet<Given>>]| {
        given.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, given)| given.clone()).collect::<Vec<_>>()
    };
    if others(before) != others(after) {
        return Some("another question is answered".to_owned());
    }
    let (was, is) = (before.get(at)?, after.get(at)?);
    let text = Given::Text(text.trim().to_owned());
    let has_words = read.has_editor && text != Given::Text(String::new());
    let unchanged = || (was != is).then(|| "something is taken".to_owned());
    if !list.is_multi {
        let wanted = match read.enter {
            Enter::Takes(option) => Given::Option(option),
            Enter::Words | Enter::Added if has_words => text,
            _ => return unchanged(),
        };
        return (*is != Some(BTreeSet::from([wanted.clone()]))).then(|| format!("{wanted:?} is not taken"));
    }
    let shown = &tried.shown;
    let had = was.clone().unwrap_or_default();
    let is_set = |extra: Option<Given>| {
        let Some(is) = is else { return false };
        // Who touches one of several boxes decides the set that is shown, and so does Enter that goes on.
        let is_shown = |given: &Given| is_checked(list, shown, given);
        let is_new = |given: &&Given| extra.as_ref() != Some(*given) && !had.contains(*given);
        let may_be_new = was.is_none() && list.has_default();
        had.is_subset(is)
            && extra.iter().all(|extra| is.contains(extra))
            && is.iter().filter(is_new).all(|given| may_be_new && is_shown(given))
    };
    let goes_on = is == was || is_set(None);
    let is_right = match read.enter {
        Enter::Takes(option) if read.has_editor => is_set(Some(Given::Option(option))),
        // After a digit, Enter does what the digit alone does where no other can follow; else it goes on.
        Enter::Takes(option) => {
            let less: BTreeSet<Given> = had.iter().filter(|given| **given != Given::Option(option)).cloned().collect();
            goes_on || is_set(Some(Given::Option(option))) || is.clone().unwrap_or_default() == less
        }
        Enter::Words if has_words => is_set(Some(text)),
        Enter::Words => goes_on,
        Enter::Added => {
            let new = is.clone().unwrap_or_default();
            let is_edited = new.difference(&had).all(|given| *given == text) && had.difference(&new).count() == 1;
            // The box of an added text is checked again.
            let is_shown = |text: &str| shown.iter().any(|row| row.trim_start().starts_with('→') && row.contains(text));
            let gained: Vec<&Given> = new.difference(&had).collect();
            let is_checked = had.is_subset(&new) && matches!(gained.as_slice(), [Given::Text(text)] if is_shown(text));
            goes_on || (read.has_editor && (is_edited || is_checked))
        }
        // With an empty search, Enter goes on with the boxes.
        Enter::Nothing if !has_words => goes_on,
        Enter::Nothing => return unchanged(),
    };
    (!is_right).then(|| "the boxes are not those".to_owned())
}

/// Returns whether a list shows a box as checked.
fn is_checked(list: &List, lines: &[String], given: &Given) -> bool {
    match given {
        Given::Option(option) => {
            reader::read(lines, std::slice::from_ref(list)).is_ok_and(|read| read.boxes.contains(&(*option, true)))
        }
        Given::Text(text) => {
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            lines.iter().any(|line| line.contains("[x]") && squeezed(line).contains(&squeezed(text)))
        }
    }
}

/// Reads the frame, presses Enter in a copy of the form, and compares.
#[allow(clippy::print_stdout)]
fn check(form: &Played, lists: &[List]) -> Result<(), TestCaseError> {
    let lines = reader::lines(form);
    let mut entered = form.clone();
    enter(&mut entered);
    let tried = Tried {
        before: given(form, lists.len()),
        after: given(&entered, lists.len()),
        is_ended: entered.is_ended(),
        text: form.draft().to_owned(),
        shown: reader::lines(&form.unrolled(500)),
    };
    let failed = |said: &str, why: &str| {
        let Tried { before, after, text, .. } = &tried;
        let came = if tried.is_ended { "the form ends with" } else { "then it has" };
        let frame = lines.join("\n");
        let editor = if form.has_text() { format!("editor: {text:?}\n") } else { String::new() };
        TestCaseError::fail(format!("{why}\n{frame}\n{editor}said: {said}\nwas: {before:?}\n{came}: {after:?}\n"))
    };
    let read = reader::read(&lines, lists).map_err(|why| failed("", &why))?;
    let said = format!("{read:?}");
    for (counter, counts) in READ.iter().zip([true, read.is_ambiguous]) {
        counter.fetch_add(usize::from(counts), Ordering::Relaxed);
    }
    let count = READ.each_ref().map(|counter| counter.load(Ordering::Relaxed));
    if let [all, ambiguous] = count
        && all.is_multiple_of(1_000)
    {
        println!("{all} actions");
        println!("of these {ambiguous} with labels that do not tell the option");
    }
    if read.questions.is_empty() {
        // Another page, such as the review: nothing is decided there but defaults, by its end.
        let is_kept = |(was, is): (&Option<_>, &Option<_>)| was == is || (tried.is_ended && was.is_none());
        let is_left = tried.is_ended && tried.after.iter().all(Option::is_none);
        let is_right = is_left || tried.before.iter().zip(&tried.after).all(is_kept);
        return if is_right { Ok(()) } else { Err(failed(&said, "another page takes something")) };
    }
    let of = |at: &usize| lists.get(*at).map(|list| (*at, list));
    let all: Vec<(usize, &List)> = read.questions.iter().filter_map(of).collect();
    let may_lack = all.iter().any(|(_, list)| !list.takes_words) && read.has_editor;
    if read.enter == Enter::Nothing && !may_lack {
        return Err(failed(&said, "nothing is highlighted"));
    }
    let faults: Vec<Option<String>> = all.iter().map(|(at, list)| fault(&read, *at, list, &tried)).collect();
    match faults.into_iter().collect::<Option<Vec<String>>>() {
        None => Ok(()),
        Some(faults) => Err(failed(&said, &faults.join(", or "))),
    }
}

/// Plays a case, and checks each frame.
pub(super) fn play(case: &Case) -> Result<(), TestCaseError> {
    let Case { language, size: (columns, rows), lists, keys } = case;
    let mut form = lists::opened(lists, language).sized(*columns, *rows);
    check(&form, lists)?;
    for key in keys {
        press(&mut form, key);
        if form.is_ended() {
            break;
        }
        check(&form, lists)?;
    }
    Ok(())
}

/// Returns the number of cases: that of the environment, as for other properties, or else more, because a case is small.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: 2_000, ..config } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_enter_takes_is_what_the_screen_shows(case in case()) {
        play(&case)?;
    }
}
