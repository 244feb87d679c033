//! Properties of everything that a user enters into any form: it is not lost, not made up, and can be undone.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use crate::common::any::{Event, action, event, form, new, plain};
use crate::common::play::{self, Place, abort, answers, early_ends, entered, highlighted_item, place, text_in, to_tab};
use crate::common::{Action, Played, draft, frame, result, submit, typed};
use proptest::prelude::*;
use proptest::sample::select;
use question_core::{Answer, Mode, Outcome, Pick, Question, QuestionRequest, Step, Target};
use question_core::{harmless, without_controls};

/// Returns a strategy for actions on plain forms, with distinct texts.
pub(super) fn plain_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        12 => action().prop_filter("texts have numbers", |action| !matches!(action, Action::Draft(_) | Action::Submit(_) | Action::Typed(_))),
        2 => (0_u8..=4).prop_map(Action::Digit),
        3 => (0..1000).prop_map(|number| draft(&format!("text{number}.\n"))),
        2 => (0..1000).prop_map(|number| submit(&format!("text{number}."))),
        1 => select(vec!["", " ", "a", "b1", "own default"]).prop_map(draft),
        2 => (0..1000).prop_map(|number| typed(&format!("text{number}."))),
        1 => select(vec!["", " ", "b1"]).prop_map(submit),
    ]
}

fn is_offered(question: &Question, index: usize, pick: &Pick) -> bool {
    let option = index.checked_sub(1).and_then(|at| question.options.get(at));
    option.is_some_and(|option| option.value == pick.value && option.label == pick.label)
}

fn check_answer(
    answer: &Answer,
    question: &Question,
    known: &HashSet<String>,
    is_final: bool,
) -> Result<(), TestCaseError> {
    prop_assert_eq!((answer.mode, &answer.prompt), (question.mode, &question.prompt));
    let picks = &answer.picks;
    for pick in picks {
        prop_assert!(!pick.was_custom() || pick.number().is_none());
        if let Some(index) = pick.number() {
            prop_assert!(is_offered(question, index, pick), "{pick:?} was not offered");
        } else {
            prop_assert_eq!(&pick.value, &pick.label);
            prop_assert!(question.allow_custom || !is_final, "{pick:?} where no text may be");
            let is_blank = pick.value.trim().is_empty();
            prop_assert!(!is_final || !is_blank || question.allow_empty, "{answer:?} is blank");
            prop_assert!(is_blank || known.contains(&pick.value), "{pick:?} was not typed");
        }
    }
    let indexes: Vec<usize> = picks.iter().map_while(Pick::number).collect();
    prop_assert!(indexes.is_sorted_by(|one, two| one < two), "{indexes:?}");
    prop_assert!(picks.iter().skip(indexes.len()).all(|pick| pick.number().is_none()), "texts come last: {picks:?}");
    let texts: HashSet<&String> = picks.iter().skip(indexes.len()).map(|pick| &pick.value).collect();
    prop_assert_eq!(texts.len(), picks.len() - indexes.len(), "no text twice: {:?}", picks);
    Ok(())
}

proptest! {
    #[test]
    fn answers_were_offered_or_typed(form in form(), actions in prop::collection::vec(action(), 0..40)) {
        let mut form = form;
        let mut known: HashSet<String> = HashSet::new();
        for question in &abort(&form).details.questions {
            let defaults = question.default_values.iter().chain(&question.default_value).cloned();
            // The editor shows a tab as four blanks.
            known.extend(defaults.map(|text| harmless(text).replace('\t', "    ")));
        }
        for action in actions {
            if let Action::Draft(text) | Action::Submit(text) = &action {
                known.insert(without_controls(text.clone()));
            }
            form.update(action);
            known.insert(form.draft().to_owned());
            let result = if form.is_ended() { result(&form) } else { abort(&form) };
            let details = result.details;
            let is_final = details.outcome == Outcome::Answered;
            let open = |question: &&Rc<Question>| details.answers.iter().all(|answer| answer.id != question.id);
            let is_any_open = details.questions.iter().any(|question| open(&question));
            prop_assert!(!is_final || is_any_open == result.content.contains("not decided: "), "{}", result.content);
            prop_assert_eq!(details.cancelled, !is_final);
            let mut questions = details.questions.iter();
            for answer in &details.answers {
                let question = questions.find(|question| question.id == answer.id);
                prop_assert!(question.is_some(), "{answer:?} is out of order");
                check_answer(answer, question.expect("it is there"), &known, is_final)?;
            }
        }
    }

    /// Looking around enters nothing, whatever the defaults are, so that Esc leaves at once.
    #[test]
    fn looking_around_enters_nothing(form in form(), events in prop::collection::vec(event(), 0..60)) {
        let mut form = form;
        for event in events {
            match event {
                Event::Act(action) => {
                    let is_looking = match &action {
                        Action::Confirm => is_on_review(&form),
                        Action::Digit(digit) => *digit == 0,
                        Action::Draft(_)
                        | Action::Typed(_)
                        | Action::Submit(_)
                        | Action::Click(Target::Item(_))
                        | Action::Fail(_) => false,
                        action => ![Action::Toggle, Action::ToggleAll, Action::Yes, Action::Abort].contains(action),
                    };
                    if is_looking {
                        form.update(action.clone());
                    }
                    if form.is_ended() {
                        let result = result(&form);
                        prop_assert!(matches!(action, Action::Cancel | Action::Leave), "{action:?}");
                        prop_assert_eq!(result.content, "Question was cancelled by user.");
                        return Ok(());
                    }
                }
                Event::Resize(viewport) => form.resize(viewport),
                Event::Grow(_) => {}
            }
            prop_assert_eq!(answers(&form), Vec::<String>::new());
            prop_assert!(!play::is_leaving(&form), "there is nothing to ask about");
        }
    }

    /// Moving, Esc, opening and leaving an editor, and resizing change no answer.
    #[test]
    fn nothing_chosen_is_lost(questions in plain(), events in prop::collection::vec(event(), 0..60)) {
        let mut form = new(questions);
        for event in events {
            let before = answers(&form);
            let is_passive = match &event {
                Event::Resize(_) | Event::Grow(_) => true,
                Event::Act(action) => match action {
                    Action::Draft(_) | Action::Typed(_) => false,
                    // A text that was submitted and then erased goes when it is left.
                    _ if form.is_editing() && form.draft().trim().is_empty() => false,
                    // Leaving an editor by tab submits its text, which changes nothing if that is the answer already.
                    Action::PrevTab | Action::NextTab => {
                        let answer = |at| format!("q{}={:?} (typed)", at + 1, form.draft());
                        let is_answer = |at| before.iter().any(|given| given.starts_with(&answer(at)));
                        !form.is_editing() || play::shown_question(&form).is_some_and(is_answer)
                    }
                    action => ![Action::Confirm, Action::Toggle, Action::ToggleAll, Action::Undo, Action::Redo, Action::Yes].contains(action)
                        && !matches!(action, Action::Digit(_) | Action::Click(_) | Action::Submit(_)),
                },
            };
            match event {
                Event::Act(action) => {
                    form.update(action);
                }
                Event::Resize(viewport) => form.resize(viewport),
                Event::Grow(_) => {}
            }
            if form.is_ended() {
                break;
            }
            prop_assert!(!is_passive || answers(&form) == before, "{before:?} is {:?} now", answers(&form));
        }
    }

    #[test]
    fn nothing_typed_is_lost(questions in plain(), actions in prop::collection::vec(plain_action(), 0..60)) {
        let is_multi: Vec<bool> = questions.iter().map(|question| question.mode == Some(Mode::Multi)).collect();
        let is_closed: Vec<bool> = questions.iter().map(|question| question.allow_custom == Some(false)).collect();
        let mut form = new(questions);
        let count = is_multi.len();
        let start = (0..count).map(|at| (Place::Answer(at), text_in(&form, Place::Answer(at)).unwrap_or_default()));
        let mut texts: BTreeMap<Place, String> = start.collect();
        let defaults = texts.clone();
        let mut added: HashSet<String> = HashSet::new();
        for action in actions.into_iter().filter(|action| !matches!(action, Action::Undo | Action::Redo)) {
            let here = place(&form.unrolled(200));
            let before = form.clone();
            form.update(action.clone());
            if let (true, Action::Submit(text) | Action::Draft(text)) = (is_added_open(&before), &action)
            {
                // The new text has replaced the old one, or it was erased.
                let kept = play::kept(&abort(&form));
                added.retain(|text| kept.contains(text.trim()));
                added.extend(Some(text.clone()).filter(|text| !text.trim().is_empty()));
            }
            if let (Some(here), Action::Draft(text) | Action::Submit(text)) = (here, &action) {
                texts.insert(here, text.clone());
                let is_gone_on = text.trim().is_empty() || !form.is_editing();
                let is_added = matches!(here, Place::Answer(at) if is_multi[at]) && is_gone_on;
                if matches!(action, Action::Submit(_)) && is_added {
                    added.extend(Some(text.clone()).filter(|text| !text.trim().is_empty()));
                    texts.insert(here, String::new());
                }
            }
            let now = place(&form.unrolled(200));
            // Words that only search a list are typed anew each time.
            if let Some(place @ Place::Answer(at)) = now && is_closed[at] && here != now {
                texts.insert(place, form.draft().to_owned());
            }
            if let Action::Typed(text) = &action && let Some(place) = now {
                prop_assert!(form.draft().ends_with(text.as_str()), "{text:?} is not typed");
                let is_on = before.is_editing();
                prop_assert!(!is_on || form.draft() == [before.draft(), text].concat(), "it goes on");
                texts.insert(place, form.draft().to_owned());
            }
            // Blanks are no words: once they are left, what was there before typing may be there again.
            for (place, text) in texts.iter_mut().filter(|(_, text)| text.trim().is_empty() && !form.is_ended()) {
                if now != Some(*place) {
                    *text = text_in(&form, *place).unwrap_or_default();
                }
            }
            // Words that have found the chosen option are spent.
            let is_search = |text: &str| text.trim().starts_with('a');
            for (place, text) in texts.iter_mut().filter(|(place, text)| is_search(text) && now != Some(**place)) {
                if !form.has_text() && !form.is_ended() && text_in(&form, *place).is_none_or(|text| text.is_empty()) {
                    text.clear();
                }
            }
            if let Some(place) = now.filter(|_| !form.is_ended()) {
                let expected = texts.entry(place).or_default();
                // A text that is begun anew is empty at first, and blanks are no words.
                let is_begun = form.draft().trim().is_empty();
                prop_assert!(is_begun || form.draft() == *expected, "{:?}, not {expected:?}, after {action:?} in {place:?}", form.draft());
            }
            if form.is_ended() {
                let outcome = result(&form).details.outcome;
                // Ctrl+C twice keeps everything; the page of keys may have covered the question in between.
                let kept = play::kept(&result(&form));
                let is_kept = |(place, text): (&Place, &String)| {
                    defaults.get(place) == Some(text) || kept.contains(text.trim())
                };
                if outcome == Outcome::Cancelled && !play::is_leaving(&before) {
                    let are_kept = texts.iter().all(is_kept) && added.iter().all(|text| kept.contains(text.trim()));
                    prop_assert!(are_kept, "{texts:?} is lost by {action:?}");
                }
                return Ok(());
            }
        }
        // A default's text is the model's, and goes when the user decides.
        texts.retain(|place, text| defaults.get(place) != Some(text));
        // Where the list has no row for them, words are kept without being shown again.
        let is_shown = |place: &Place| !matches!(place, Place::Answer(at) if is_closed[*at]);
        for (&place, text) in texts.iter().filter(|(place, text)| is_shown(place) && !text.trim().is_empty()) {
            prop_assert_eq!(text_in(&form, place).unwrap_or_default(), text.clone(), "in {:?}", place);
        }
        for (way, result) in early_ends(&form) {
            let kept = play::kept(&result);
            for text in texts.values().chain(&added).filter(|text| !text.trim().is_empty()) {
                prop_assert!(kept.contains(text.trim()), "{way}: {text:?} is not in {kept:?}");
            }
        }
    }

    #[test]
    fn everything_can_be_undone_and_redone(questions in plain(), actions in prop::collection::vec(plain_action(), 0..40)) {
        let is_closed = |question: &QuestionRequest| question.mode == Some(Mode::Input);
        prop_assume!(questions.len() > 1 || !questions.iter().all(is_closed));
        let count = questions.len();
        let mut form = new(questions);
        let start = entered(&form, count);
        for action in actions {
            let before = form.clone();
            form.update(action);
            if form.is_ended() {
                form = before;
            }
        }
        // An answer that is erased counts as taken back once its editor is left.
        form = to_tab(&form);
        let end = entered(&form, count);
        let steps = repeat(&mut form, &Action::Undo, usize::MAX);
        prop_assert_eq!(&entered(&form, count), &start, "undone in {} steps", steps);
        prop_assert_eq!(to_tab(&form).update(Action::Leave), Step::Finish, "there is nothing to ask about");
        prop_assert_eq!(repeat(&mut form, &Action::Redo, steps), steps);
        prop_assert_eq!(&entered(&form, count), &end, "made again in {} steps", steps);
        prop_assert_eq!(repeat(&mut form, &Action::Undo, usize::MAX), steps);
        prop_assert_eq!(&entered(&form, count), &start, "undone again in {} steps", steps);
    }
}

/// Returns whether the editor of an added text is open.
fn is_added_open(form: &Played) -> bool {
    let form = form.unrolled(2_000);
    form.is_editing()
        && frame(&form).lines.iter().any(|line| line.text().contains("(wrote)") && line.text().ends_with("✎"))
}

/// Undoes or redoes up to `limit` changes. Returns how many there were.
fn repeat(form: &mut Played, action: &Action, limit: usize) -> usize {
    for count in 0..limit {
        *form = to_tab(form);
        form.update(Action::No); // ends a notice, and nothing else
        if form.update(action.clone()) == Step::Idle {
            return count;
        }
    }
    limit
}

/// Returns whether Enter only leads from the review to a question.
fn is_on_review(form: &Played) -> bool {
    let count = abort(form).details.questions.len();
    let is_on_question = || highlighted_item(&frame(&form.unrolled(200))).is_some_and(|item| item < count);
    play::is_review(form) && is_on_question()
}
