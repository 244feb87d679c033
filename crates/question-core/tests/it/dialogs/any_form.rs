//! Properties of the dialogs of any form, with any text and any replies.

use crate::common::any::{self, nasty};
use crate::common::dialogs::{CLOSE, PlainDialogs, replied, seen};
use crate::common::play::{Place, is_leaving, is_review, kept, place};
use crate::common::{self, Action, Played, TUI, after, frame, highlighted, notice, submit};
use proptest::prelude::*;
use proptest::sample::Index;
use question_core::{Dialog, DialogStyle, Target};

/// Returns whether a terminal would obey a character. Newlines of a title are fine.
fn is_harmful(char: char) -> bool {
    char.is_control() || matches!(char, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn check_dialog(dialog: &Dialog) -> Result<(), TestCaseError> {
    let Dialog { title, options } = dialog;
    prop_assert!(!title.trim().is_empty(), "no title: {dialog:?}");
    prop_assert!(!title.replace('\n', "").contains(is_harmful), "{title:?}");
    for (at, option) in options.iter().enumerate() {
        prop_assert!(!option.contains(is_harmful) && !option.trim().is_empty(), "{option:?}");
        prop_assert!(!options.iter().skip(at + 1).any(|other| other == option), "twice: {option:?}");
    }
    Ok(())
}

#[derive(Clone, Debug)]
enum Reply {
    Close,
    /// One of the offers.
    Offer(Index),
    Text(String),
}

fn reply() -> impl Strategy<Value = Reply> {
    let text = prop_oneof![
        "[0-9npbt:]",
        "[:：](n|t|b|p|note|talk|back|preview|wq|[0-9])( [a-z0-9]{1,3})?",
        "[0-5](,[0-5]){0,3}",
        "",
        "[yYnN]",
        nasty(),
        "[a-z ]{0,20}"
    ];
    prop_oneof![
        1 => Just(Reply::Close),
        6 => any::<Index>().prop_map(Reply::Offer),
        5 => text.prop_map(Reply::Text),
    ]
}

/// Returns the keys of a dialog's offers, in either style.
fn keys(dialog: &Dialog) -> Vec<&str> {
    let key = |line| -> Option<&str> {
        if let Some((number, _)) = str::split_once(line, ". ") {
            return (!number.is_empty() && number.chars().all(|char| char.is_ascii_digit())).then_some(number);
        }
        let (key, _) = str::split_once(line, ' ')?;
        ["✓", ":p", ":n", ":t", ":b"].contains(&key).then_some(key)
    };
    dialog.title.lines().chain(dialog.options.iter().map(String::as_str)).filter_map(key).collect()
}

impl Reply {
    fn to(&self, dialog: &Dialog) -> Option<String> {
        let option = |at: &Index| match (dialog.options.as_slice(), keys(dialog).as_slice()) {
            ([], []) => "own text".to_owned(),
            ([], keys) => (*at.get(keys)).to_owned(),
            (options, _) => at.get(options).clone(),
        };
        match self {
            Self::Close => None,
            Self::Offer(at) => Some(option(at)),
            Self::Text(text) => Some(text.clone()),
        }
    }
}

fn style() -> impl Strategy<Value = DialogStyle> {
    prop_oneof![Just(DialogStyle::Select), Just(DialogStyle::Numbers)]
}

proptest! {
    #[test]
    fn dialogs_of_any_form(form in any::form(), style in style(), replies in prop::collection::vec(reply(), 0..30)) {
        let mut walk = PlainDialogs::new(&form, style);
        for reply in &replies {
            let Some(dialog) = walk.dialog() else { break };
            prop_assert!(walk.result(TUI).is_none());
            check_dialog(&dialog)?;
            prop_assert!(style == DialogStyle::Select || dialog.options.is_empty());
            // one more reply, if a long text has to be confirmed
            let is_long = dialog.title.contains("anyway? [Y/n]");
            let closed = replied(walk.clone(), if is_long { &[CLOSE; 5] } else { &[CLOSE; 4] });
            prop_assert!(closed.dialog().is_none(), "closing does not end {dialog:?}: {}", seen(&closed));
            walk.reply(reply.to(&dialog).as_deref());
        }
        prop_assert_eq!(walk.dialog().is_none(), walk.result(TUI).is_some());
    }

    /// Each reply does what the keys of the form do, no text is lost before the end, and every answer was offered or
    /// typed.
    #[test]
    fn dialogs_do_what_the_form_does(
        questions in any::plain(),
        style in style(),
        replies in prop::collection::vec(reply(), 0..40),
    ) {
        let mut form = any::new(questions);
        let mut walk = PlainDialogs::new(&form, style);
        let mut typed: Vec<(Option<Place>, String)> = Vec::new();
        for (at, reply) in replies.iter().enumerate() {
            let Some(dialog) = walk.dialog() else { break };
            let is_word = matches!(reply, Reply::Text(text) if text.trim().chars().nth(1).is_some_and(char::is_alphabetic));
            let mut reply = reply.to(&dialog);
            let is_command = reply.as_ref().is_some_and(|reply| reply.starts_with(':') && keys(&dialog).contains(&&**reply));
            let is_text = form.is_editing() && reply.as_ref().is_some_and(|reply| !reply.trim().is_empty()) && !is_command;
            // A line that is typed at a list is added to it.
            let is_line = is_word && dialog.options.is_empty() && dialog.title.contains("Any other text");
            if is_text || is_line {
                reply = Some(format!("text {at}"));
                let mut editor = form.clone();
                if is_line {
                    editor.update(Action::Digit(0));
                }
                let place = place(&editor);
                // texts that were added to boxes stay
                let is_boxes = place.is_some_and(|place| matches!(place, Place::Answer(_)) && is_boxes(&form));
                typed.retain(|(other, _)| is_boxes || *other != place);
                typed.push((place, format!("text {at}")));
                if is_line {
                    form = editor;
                }
            }
            if !act(&mut form, &dialog, reply.as_deref()) {
                continue;
            }
            walk.reply(reply.as_deref());
            // A dialog shows no closed text.
            let opened = walk.dialog().is_some_and(|dialog| dialog.title.contains("\nType your answer."));
            if opened && !form.is_editing() {
                form.update(Action::Confirm);
            }
            let ends = [Action::Abort, Action::Fail("trap".to_owned())];
            for (end, expected) in ends.iter().map(|end| (end, after(form.clone(), std::slice::from_ref(end)))) {
                let mut ended = walk.clone();
                match end {
                    Action::Abort => ended.abort(),
                    _ => ended.fail("trap"),
                }
                let result = ended.result(TUI).expect("it has ended");
                prop_assert_eq!(&result, &common::result(&expected), "{:?} to {:?}", reply, dialog);
                let is_open = walk.dialog().is_some();
                let kept = kept(&result);
                let lost = typed.iter().find(|(_, text)| is_open && !kept.contains(text.as_str()));
                prop_assert!(lost.is_none(), "{lost:?} is lost in {kept}");
            }
        }
        for answer in walk.result(TUI).iter().flat_map(|result| &result.details.answers) {
            for pick in &answer.picks {
                let is_typed = pick.value.starts_with("text ") || ["own default", "a1", ""].contains(&pick.value.trim());
                prop_assert!(pick.number().map_or(is_typed, |index| pick.label == format!("a{}", index - 1)), "{pick:?}");
            }
        }
    }
}

fn is_boxes(form: &Played) -> bool {
    let mut form = form.clone();
    form.update(Action::Cancel);
    frame(&form).lines.iter().any(|line| line.text().contains("[ ] ") || line.text().contains("[x] "))
}

/// Does to a form what a reply means. Returns false for a reply that means nothing, or is not compared here.
fn act(form: &mut Played, dialog: &Dialog, reply: Option<&str>) -> bool {
    let item = |at: usize| Action::Click(Target::Item(at));
    let has_commands = keys(dialog).iter().any(|key| key.starts_with(':'));
    let Some(reply) = reply else {
        if is_leaving(form) {
            form.update(Action::Leave);
            return true;
        }
        // The text of a question without options is left together with the form.
        let is_input = form.is_editing() && has_commands;
        form.update(Action::Cancel);
        if is_input && !form.is_ended() && !is_leaving(form) {
            form.update(Action::Cancel);
        }
        return true;
    };
    let is_command = reply.starts_with(':') && has_commands;
    if form.is_editing() && !is_command {
        let text = if reply.trim().is_empty() { form.draft().to_owned() } else { reply.to_owned() };
        if !text.trim().is_empty() {
            form.update(Action::Draft(text.clone()));
        }
        form.update(submit(&text));
        return true;
    }
    let boxes: Vec<Box> = if dialog.title.contains("Leave empty to keep what is checked.") {
        dialog.title.lines().filter_map(Box::read).collect()
    } else {
        Vec::new()
    };
    let wanted = |number: &str| number.parse().ok().filter(|number| (1..=boxes.len()).contains(number));
    let wanted: Option<Vec<usize>> = reply.split(',').map(wanted).collect();
    match (reply, wanted) {
        ("", _) if !boxes.is_empty() => confirm(form),
        ("-", _) | (_, Some(_)) if !boxes.is_empty() => {
            let wanted: Vec<usize> = reply.split(',').filter_map(|number| number.parse().ok()).collect();
            for (at, row) in boxes.into_iter().enumerate() {
                let stays = row.is_typed && row.is_checked && reply != "-";
                if row.is_checked != (wanted.contains(&(at + 1)) || stays) {
                    form.update(item(at));
                }
            }
            confirm(form);
            if notice(&frame(form)).is_some_and(|notice| reply == "-" && notice.starts_with("Nothing checked")) {
                confirm(form);
            }
        }
        _ => {
            let key =
                if dialog.options.is_empty() { reply } else { reply.split([' ', '.']).next().unwrap_or_default() };
            let is_offered = keys(dialog).contains(&key)
                && (dialog.options.is_empty() || dialog.options.iter().any(|option| option == reply));
            if is_offered && key == ":n" && form.is_editing() {
                form.update(Action::Cancel);
            }
            // On the row for words, a digit is text.
            if is_offered && key == "0" && !is_review(form) {
                form.update(Action::First);
            }
            form.update(match key {
                _ if !is_offered => return false,
                "✓" => {
                    confirm(form);
                    return true;
                }
                "0" if is_review(form) => {
                    let is_answer = |key: &&&str| key.parse().is_ok_and(|number: usize| number > 0);
                    item(keys(dialog).iter().filter(is_answer).count())
                }
                "0" => Action::Digit(0),
                ":n" => Action::Note,
                ":t" if form.is_editing() => Action::DiscussText,
                ":t" => Action::Discuss,
                ":b" => Action::PrevTab,
                number => item(number.parse::<usize>().map_or(0, |number| number - 1)),
            });
        }
    }
    true
}

/// A row of a list of boxes.
struct Box {
    is_checked: bool,
    is_typed: bool,
}

impl Box {
    /// Reads a line of a dialog, or returns `None` if it is no box.
    fn read(line: &str) -> Option<Self> {
        let (number, rest) = line.split_once(". ")?;
        let is_box = number.parse().is_ok_and(|number: usize| number > 0);
        is_box.then(|| Self { is_checked: rest.ends_with("(checked)"), is_typed: rest.starts_with("(wrote)") })
    }
}

/// Presses Enter on the boxes, not on a text below them, unless the form waits for a second Enter.
fn confirm(form: &mut Played) {
    let is_on_text = |row: String| row.starts_with("0.") || row.contains("(wrote)");
    while notice(&frame(form)).is_none() && highlighted(&frame(form)).is_some_and(is_on_text) {
        form.update(Action::CursorUp);
    }
    form.update(Action::Confirm);
}
