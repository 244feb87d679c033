//! Words name an option by one rule, in a form, in plain dialogs and in answers from a file or the command line.
//!
//! The rule stands in [`naming`](crate::common::naming), written from the contract alone.

use crate::common::dialogs::{PlainDialogs, replied};
use crate::common::lists::{self, Choice, List};
use crate::common::naming::{Right, finds, fold, named, named_in_full};
use crate::common::reader::{self, Enter};
use crate::common::{Action, Played, TUI, result};
use proptest::prelude::*;
use question_core::DialogStyle::{Numbers, Select};
use question_core::{Pick, PickOrigin, Replies, Response, ToolResult};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Numbers of words that were typed, and of those for which several things are right.
static TYPED: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// Words for one question.
#[derive(Clone)]
pub(super) struct Case {
    language: &'static str,
    list: List,
    typed: String,
}

impl fmt::Debug for Case {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { language, list: List { is_multi, takes_words, options, .. }, typed } = self;
        let mode = if *is_multi { "multi" } else { "single" };
        let own = if *takes_words { "" } else { ", allowCustom: false" };
        write!(form, "{typed:?}, in {language}\n  {mode}{own}: {options:?}")
    }
}

impl Case {
    fn opened(&self) -> Played {
        lists::opened(std::slice::from_ref(&self.list), self.language)
    }

    fn right(&self) -> Right {
        named(&self.list.labels(), &self.typed, self.language)
    }

    /// Returns the options whose labels are the words, as far as that counts.
    fn same(&self) -> Vec<usize> {
        named_in_full(&self.list.labels(), &self.typed, self.language)
    }
}

/// Returns a strategy for words in a list of so many options.
pub(super) fn case(options: impl Strategy<Value = Vec<Choice>>) -> impl Strategy<Value = Case> {
    let flags = (prop::bool::weighted(0.25), prop::bool::weighted(0.75));
    (lists::language(), flags, options, lists::words()).prop_map(
        |(language, (is_multi, takes_words), options, words)| {
            let typed = words.text(&options.iter().map(|option| option.label.as_str()).collect::<Vec<_>>());
            let list = List { is_multi, takes_words, recommended: None, default: None, options };
            Case { language, list, typed }
        },
    )
}

pub(super) fn whole() -> impl Strategy<Value = Case> {
    case(lists::options(2..10))
}

/// Returns a strategy for words in lists that are too long for a terminal of 24 rows.
pub(super) fn searched() -> impl Strategy<Value = Case> {
    case(lists::options(26..=60))
}

/// What came of words.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Came {
    Option(usize),
    Words,
    Nothing,
}

/// Returns what a result holds of the one question.
fn came(result: Option<ToolResult>, typed: &str) -> Result<Came, String> {
    let picks = result.map(|result| result.details.answers.into_iter().flat_map(|answer| answer.picks).collect());
    let picks: Vec<Pick> = picks.unwrap_or_default();
    match picks.as_slice() {
        [] => Ok(Came::Nothing),
        [Pick { origin: PickOrigin::Option(number), .. }] => Ok(Came::Option(number - 1)),
        [Pick { value, origin: PickOrigin::Typed, .. }] if value.trim() == typed.trim() => Ok(Came::Words),
        other => Err(format!("{other:?}")),
    }
}

/// Counts words, and prints each full thousand.
#[allow(clippy::print_stdout)]
fn count(right: &Right) {
    for (counter, counts) in TYPED.iter().zip([true, right.len() > 1]) {
        counter.fetch_add(usize::from(counts), Ordering::Relaxed);
    }
    let [all, open] = TYPED.each_ref().map(|counter| counter.load(Ordering::Relaxed));
    if all.is_multiple_of(1_000) {
        println!("{all} actions");
        println!("of these {open} of which several readings are right");
    }
}

fn fail(why: &str, right: &Right, came: &impl fmt::Debug, lines: &[String]) -> TestCaseError {
    TestCaseError::fail(format!("{why}\n{}\nright: {right:?}\ncame: {came:?}\n", lines.join("\n")))
}

/// Returns whether words may be a command of the host, which is sent by a second Enter.
fn is_command(typed: &str) -> bool {
    typed.trim().starts_with(['!', '/'])
}

/// Types words into a list, compares what is highlighted, and then what Enter takes.
fn typed_into(case: &Case, mut form: Played, right: &Right) -> Result<(), TestCaseError> {
    let Case { list, typed, .. } = case;
    form.update(Action::Typed(typed.clone()));
    let lines = reader::lines(&form);
    let read = reader::read(&lines, std::slice::from_ref(list)).map_err(|why| fail(&why, right, &"", &lines))?;
    let highlighted = match read.enter {
        Enter::Takes(option) => Some(option),
        Enter::Words if list.takes_words => None,
        Enter::Nothing if !list.takes_words => None,
        other => return Err(fail("another row is highlighted", right, &other, &lines)),
    };
    if !right.contains(&highlighted) {
        return Err(fail("another option is highlighted", right, &highlighted, &lines));
    }
    form.update(Action::Submit(typed.clone()));
    if is_command(typed) {
        form.update(Action::Submit(typed.clone()));
    }
    let result = if form.is_ended() { result(&form) } else { crate::common::play::abort(&form) };
    let wanted = match highlighted {
        Some(option) => Came::Option(option),
        None if list.takes_words && !typed.trim().is_empty() => Came::Words,
        None => Came::Nothing,
    };
    match came(Some(result), typed) {
        Ok(own) if own == wanted => Ok(()),
        own => Err(fail("Enter takes another thing than is highlighted", right, &own, &lines)),
    }
}

/// Returns the options that words find for sure, and those that they may find.
fn found(case: &Case) -> [Vec<usize>; 2] {
    let Case { language, list, typed } = case;
    let of = |option: &Choice| finds(&option.label, option.description, typed, language);
    let all: Vec<Option<bool>> = list.options.iter().map(of).collect();
    [Some(true), None].map(|wanted| (0..all.len()).filter(|at| all.get(*at) == Some(&wanted)).collect())
}

/// In a list that is whole, the named option is highlighted, or the words. Without own answers, one that is left is.
pub(super) fn in_whole_lists(case: &Case) -> Result<(), TestCaseError> {
    if is_numbers(&case.typed) {
        return Ok(());
    }
    let mut right = case.right();
    if !case.list.takes_words && right.remove(&None) {
        let [sure, perhaps] = found(case);
        match (sure.as_slice(), perhaps.as_slice()) {
            ([one], []) => right.insert(Some(*one)),
            (_, []) => right.insert(None),
            _ => {
                right.extend(sure.iter().chain(&perhaps).map(|at| Some(*at)));
                right.insert(None)
            }
        };
    }
    count(&right);
    typed_into(case, case.opened().sized(200, 80), &right)
}

/// Returns whether a piece is no word in a list: a digit alone, or numbers of boxes.
fn is_numbers(typed: &str) -> bool {
    typed.chars().all(|char| char.is_numeric() || matches!(char, ' ' | ',' | '，' | '、' | '\u{3000}'))
}

/// In a list that is searched, the named option is highlighted, else the first match, else the words.
pub(super) fn in_searched_lists(case: &Case) -> Result<(), TestCaseError> {
    if is_numbers(&case.typed) {
        return Ok(());
    }
    let mut right = case.right();
    if right.remove(&None) {
        let [sure, perhaps] = found(case);
        let first = sure.first().copied();
        right.extend(perhaps.iter().filter(|at| first.is_none_or(|first| **at < first)).map(|at| Some(*at)));
        right.insert(first);
    }
    count(&right);
    typed_into(case, case.opened().sized(80, 24), &right)
}

/// Returns whether words are the number of an option, or a command of a dialog.
fn has_other_meaning(typed: &str) -> bool {
    !typed.contains(char::is_alphabetic)
        || typed.trim_start().starts_with([':', '：', '-'])
        || typed.contains(char::is_numeric)
}

/// In plain dialogs, words that are typed are an option that they name, or an answer.
pub(super) fn in_dialogs(case: &Case) -> Result<(), TestCaseError> {
    let Case { list, typed, .. } = case;
    if list.is_multi || has_other_meaning(typed) {
        return Ok(());
    }
    let right = case.right();
    let same = case.same();
    count(&right);
    let replies: &[(_, &[&str])] = &[(Select, &["0", typed]), (Numbers, &[typed]), (Numbers, &["0", typed])];
    for (style, replies) in replies {
        if !list.takes_words && replies.len() > 1 {
            continue;
        }
        let mut walk = PlainDialogs::new(&case.opened(), *style);
        if replies.len() > 1 {
            walk = replied(walk, &["0"]);
        }
        walk.reply(Some(typed));
        if is_command(typed) {
            walk.reply(Some(typed));
        }
        let own = came(walk.result(TUI), typed);
        let is_right = match &own {
            // Of several with the same label and value, the first is taken.
            Ok(Came::Option(option)) => right.contains(&Some(*option)) || (same.len() > 1 && same.contains(option)),
            Ok(Came::Words) => list.takes_words && right.contains(&None),
            // Which of several with the same label is meant is asked.
            Ok(Came::Nothing) => right.contains(&None) && (!list.takes_words || same.len() > 1),
            Err(_) => false,
        };
        if !is_right {
            return Err(fail(&format!("{style:?}, {replies:?}"), &right, &own, &[]));
        }
    }
    Ok(())
}

/// In answers from outside: by a number with a period, by an exact value, then by the rule of names, then by number; else typed.
pub(super) fn in_answers(case: &Case) -> Result<(), TestCaseError> {
    let Case { list, typed, language } = case;
    let mut right = case.right();
    let values: Vec<usize> = (0..list.options.len()).filter(|at| list.value(*at).trim() == typed.trim()).collect();
    // In digits of any width.
    let digits = fold(typed.trim());
    let number = digits.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let listed = digits.strip_suffix('.').and_then(|number| number.parse().ok());
    let listed = listed.and_then(|number: usize| number.checked_sub(1)).filter(|at| *at < list.options.len());
    match values.as_slice() {
        // As a list is numbered.
        _ if listed.is_some() => right = Right::from([listed]),
        [] => {
            if right.contains(&None)
                && let Some(number) = number.filter(|at| *at < list.options.len())
            {
                right.remove(&None);
                right.insert(Some(number));
            }
        }
        [one] => right = Right::from([Some(*one)]),
        // Which of several that share a value is meant cannot be told.
        several => right.extend(several.iter().map(|at| Some(*at))),
    }
    // Nor which of several with one label, so such an answer may be refused, or be one of those that share a value.
    let same = case.same();
    // Quotes around the words and marks after them do not count.
    let is_quote = |char: char| "\"'“”„‘’‚«»「」『』".contains(char);
    let is_end = |char: char| is_quote(char) || char.is_whitespace() || ".,;:…!．，；：！。、".contains(char);
    let spoken = typed.trim().trim_start_matches(is_quote).trim_end_matches(is_end).trim();
    let labels = list.options.iter().map(|option| option.label.trim()).enumerate();
    let exactly: Vec<usize> =
        labels.filter(|(_, label)| [typed.trim(), spoken].contains(label)).map(|(at, _)| at).collect();
    let may_be_refused = same.len() > 1 || exactly.len() > 1;
    for alike in [&same, &exactly].into_iter().filter(|alike| alike.len() > 1) {
        if alike.iter().all(|at| alike.first().is_some_and(|first| list.value(*at) == list.value(*first))) {
            right.extend(alike.iter().map(|at| Some(*at)));
        }
    }
    count(&right);
    let (questionnaire, _) = lists::asked(std::slice::from_ref(list), language);
    let quoted = serde_json::to_string(typed).expect("it is a text");
    let answer = if list.is_multi { format!("[[{quoted}]]") } else { format!("[{quoted}]") };
    let replies = Replies::parse(&answer, &questionnaire);
    let own = match replies {
        Err(fault) => Err(fault.in_english()),
        Ok(replies) => {
            let response = Response::answered(replies, &questionnaire).map_err(|fault| fault.in_english());
            response.map(|response| came(case.opened().responded(response).result(TUI), typed)).and_then(|own| own)
        }
    };
    let is_right = match &own {
        Ok(Came::Option(option)) => right.contains(&Some(*option)),
        Ok(Came::Words) => list.takes_words && right.contains(&None),
        // Which of several may be meant is asked.
        Err(_) if right.len() > 1 && right.contains(&None) => true,
        Ok(Came::Nothing) | Err(_) => {
            may_be_refused || (right.contains(&None) && (!list.takes_words || typed.trim().is_empty()))
        }
    };
    if is_right { Ok(()) } else { Err(fail("an answer means another thing", &right, &own, &[])) }
}

/// Returns the number of cases: that of the environment, as for other properties, or else more, because a case is small.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: 2_000, ..config } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn words_name_what_is_highlighted_in_a_whole_list(case in whole()) {
        in_whole_lists(&case)?;
    }

    #[test]
    fn words_name_what_is_highlighted_in_a_searched_list(case in searched()) {
        in_searched_lists(&case)?;
    }

    #[test]
    fn words_name_the_same_in_dialogs(case in whole()) {
        in_dialogs(&case)?;
    }

    #[test]
    fn words_name_the_same_in_answers(case in whole()) {
        in_answers(&case)?;
    }
}
