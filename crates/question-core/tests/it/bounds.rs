//! Running times: linear in the size of the input, and independent of what is not visible.
//!
//! Each test compares the best of several times with another one, so that a busy machine does not matter.

// These tests are hosts, which tell the time.
#![allow(clippy::disallowed_methods, clippy::type_complexity)]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::common::any::new;
use crate::common::{Action, Played, TUI, form, json, played, result};
use crate::later::history::{History, SESSION, file_of};
use question_core::{
    Dialect, Editor, Mode, OptionRequest, QuestionRequest, Questionnaire, Reading, Replies, Request, Response,
    Settings, Size, Step, Target, transcript,
};

/// Factor between the two sizes compared. Linear work then takes 8 times as long, and quadratic work 64 times.
const TIMES: usize = 8;
const AT_MOST: u32 = 40;

/// Checks that the time of `work` is linear in the size of its input, which `make` builds.
fn is_linear<T>(name: &str, size: usize, make: impl Fn(usize) -> T, work: impl Fn(&mut T)) {
    let best = |size: usize| {
        let time = || {
            let mut input = make(size);
            let start = Instant::now();
            work(&mut input);
            start.elapsed()
        };
        (0..3).map(|_| time()).min().unwrap_or_default()
    };
    let mut tries = Vec::new();
    for _ in 0..8 {
        let (few, many) = (best(size), best(size * TIMES));
        // The ratio of very short times is noise.
        if many <= few.max(Duration::from_micros(200)) * AT_MOST {
            return;
        }
        tries.push((few, many));
    }
    panic!("{name}: {TIMES} times as much takes too long: {tries:?}");
}

fn option(at: usize) -> OptionRequest {
    OptionRequest {
        label: format!("Option {at}"),
        value: Some(format!("value-{at}")),
        description: Some(format!("What comes of {at}")),
        ..OptionRequest::default()
    }
}

fn boxes(options: usize) -> QuestionRequest {
    QuestionRequest {
        prompt: "Which?".to_owned(),
        options: (0..options).map(option).collect(),
        mode: Some(Mode::Multi),
        ..QuestionRequest::default()
    }
}

fn texts(count: usize, id: impl Fn(usize) -> Option<String>, prompt: impl Fn(usize) -> String) -> Vec<QuestionRequest> {
    let question = |at| QuestionRequest { id: id(at), prompt: prompt(at), ..QuestionRequest::default() };
    (0..count).map(question).collect()
}

fn asked(questions: Vec<QuestionRequest>) -> Questionnaire {
    let request = Request { questions, ..Request::default() };
    Questionnaire::new(request, &Settings::default()).expect("it can be asked")
}

fn list(items: impl Iterator<Item = String>) -> String {
    let quoted: Vec<String> = items.map(|item| format!("{item:?}")).collect();
    format!("[{}]", quoted.join(","))
}

fn prose(characters: usize) -> String {
    let mut text = String::with_capacity(characters + 20);
    while text.len() < characters {
        let _ = write!(text, "word{} ", text.len());
    }
    text
}

#[test]
fn ids_are_made_unique_in_linear_time() {
    let long = "i".repeat(100);
    let ids: [(&str, &dyn Fn(usize) -> Option<String>); 5] = [
        ("one id", &|_| Some("b".to_owned())),
        ("a long one", &|_| Some(long.clone())),
        ("none", &|_| None),
        ("those of others", &|at| Some(if at % 2 == 0 { "b".to_owned() } else { format!("b-{at}") })),
        ("names of the unnamed", &|at| (at % 2 == 0).then(|| format!("q{}", at + 2))),
    ];
    for (name, id) in ids {
        is_linear(
            name,
            1_250,
            |size| texts(size, id, |_| "Which?".to_owned()),
            |questions| {
                asked(std::mem::take(questions));
            },
        );
    }
}

/// The ids in the file are those of the call, others, or those of the call in reverse order.
#[test]
fn questions_of_a_file_are_found_in_linear_time() {
    for (name, from) in [("its ids", "q"), ("other ids", "x"), ("ids backwards", "back")] {
        let make = |size: usize| {
            let id = |at: usize| if from == "back" { format!("q{}", size - at) } else { format!("{from}{}", at + 1) };
            let entry = |at: usize| format!(r#"{{"id": "{}", "call": "c", "question": "Which?"}}"#, id(at));
            let entries: Vec<String> = (0..size).map(entry).collect();
            let asked = History::new().asks_with("c", json!({"questions": (vec!["Which?"; size])}));
            (asked, file_of(SESSION, &entries.join(",")))
        };
        is_linear(name, 600, make, |(asked, text)| {
            let open = asked.with_file(text).open_call("c").expect("it is open");
            assert_eq!(Played::of_open(&open, &Settings::default()).result(TUI), None);
        });
    }
}

#[test]
fn answers_are_read_in_linear_time() {
    let question = |size| asked(vec![boxes(size)]);
    let answers: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("typed", &|at| format!("my own {at}")),
        ("in another case", &|at| format!("OPTION {at}")),
        ("the same", &|_| "my own".to_owned()),
        ("joined", &|at| format!("Option {at}, value-{at}")),
    ];
    for (name, answer) in answers {
        let make = |size| (question(size), format!("[{}]", list((0..size).map(answer))));
        is_linear(name, 500, make, |(questionnaire, answers)| {
            Replies::parse(answers, questionnaire).expect("they are answers");
        });
    }
    let names: [(&str, &dyn Fn(usize) -> String); 2] =
        [("prompt", &|at| format!("Which of {at}?")), ("id", &|at| format!("id-{at}"))];
    for (name, called) in names {
        let make = |size| {
            let questions = texts(size, |at| Some(format!("id-{at}")), |at| format!("Which of {at}?"));
            let items: Vec<String> = (0..size).rev().map(|at| format!("{:?}:\"x\"", called(at))).collect();
            (asked(questions), format!("{{{}}}", items.join(",")))
        };
        is_linear(name, 1_250, make, |(questionnaire, answers)| {
            Replies::parse(answers, questionnaire).expect("they are answers");
        });
    }
}

#[test]
fn defaults_are_found_in_linear_time() {
    for name in ["value-", "Option ", "my own "] {
        let make = |size: usize| {
            let default_values = Some((0..size).rev().map(|at| format!("{name}{at}")).collect());
            vec![QuestionRequest { default_values, ..boxes(size) }]
        };
        is_linear(name, 1_000, make, |questions| {
            new(std::mem::take(questions)).frame();
        });
    }
}

/// Returns a form that was answered from outside.
fn answered(questionnaire: &Questionnaire, answers: &str) -> Played {
    let replies = Replies::parse(answers, questionnaire).expect("they are answers");
    let response = Response::answered(replies, questionnaire).expect("they are all");
    played(questionnaire).responded(response)
}

/// Forms with many options or questions are opened, moved in and answered.
#[test]
fn forms_are_played_in_linear_time() {
    let play = |form: &mut Played| {
        use Action::{Confirm, CursorDown, CursorUp, PageDown, Toggle, ToggleAll};
        for action in
            [ToggleAll, CursorDown, Toggle, CursorUp, PageDown, Action::Typed("5".to_owned()), CursorUp, Confirm]
        {
            form.update(action);
            form.frame();
        }
    };
    is_linear("options", 1_250, |size| vec![boxes(size)], |questions| play(&mut new(std::mem::take(questions))));
    let some = |size| texts(size, |_| None, |at| format!("What of {at}?"));
    is_linear("questions", 500, some, |questions| {
        new(std::mem::take(questions)).frame();
    });
    is_linear(
        "questions, a key",
        500,
        |size| new(some(size)),
        |form| {
            form.update(Action::Draft("x".to_owned()));
            form.frame();
            form.update(Action::Submit("x".to_owned()));
            form.frame();
        },
    );
}

#[test]
fn results_are_made_and_drawn_in_linear_time() {
    let make = |size: usize| {
        let questionnaire = asked(vec![boxes(size)]);
        let answers = list((0..size).map(|at| if at % 2 == 0 { format!("my {at}") } else { format!("value-{at}") }));
        (answered(&questionnaire, &format!("[{answers}]")), Settings::default())
    };
    is_linear("a result", 1_000, make, |(form, settings)| {
        let result = result(form);
        for dialect in [Dialect::Question, Dialect::AskUserQuestion] {
            let details = serde_json::to_value(result.details.in_dialect(dialect)).expect("it is JSON");
            let _ = transcript::result(&details, &result.content, settings, true, 80);
        }
    });
    let make = |size: usize| {
        let questionnaire = asked(texts(size, |_| None, |_| "What?".to_owned()));
        answered(&questionnaire, &list((0..size).map(|at| format!("my {at}"))))
    };
    is_linear("answers", 1_000, make, |form| {
        let result = result(form);
        serde_json::to_value(result.details.in_dialect(Dialect::AskUserQuestion)).expect("it is JSON");
    });
}

/// A key takes less than a tenth of the time of opening the form, which reads the whole prompt.
#[test]
fn keys_cost_no_more_than_the_visible_rows() {
    for mode in [Mode::Multi, Mode::Input] {
        let options = if mode == Mode::Input { Vec::new() } else { (0..5).map(option).collect() };
        let question =
            QuestionRequest { prompt: prose(4_000_000), mode: Some(mode), options, ..QuestionRequest::default() };
        let start = Instant::now();
        let mut form = new(vec![question]);
        form.set_editor_rows(3);
        let editor = Editor { rows: 3, cursor: 0 };
        form.frame_with(editor);
        // To the end of the prompt.
        form.update(Action::CursorUp);
        form.frame_with(editor);
        let opening = start.elapsed();
        for action in [
            Action::WheelUp(Target::Nothing),
            Action::WheelDown(Target::Nothing),
            Action::CursorUp,
            Action::PageUp,
            Action::ReadDown,
            Action::Draft("x".to_owned()),
        ] {
            let key = |form: &mut Played| {
                let start = Instant::now();
                form.update(action.clone());
                form.frame_with(form.editor(editor));
                start.elapsed()
            };
            let best = (0..5).map(|_| key(&mut form)).min().unwrap_or_default();
            assert!(best < opening / 10, "{action:?} in {mode:?}: {best:?} of {opening:?}");
        }
    }
}

/// A key takes about the same time whether an answer, an unsent text or a note is short or long.
#[test]
fn long_answers_cost_no_more_than_short_ones() {
    use Action::{CursorUp, Digit, NextTab, Note, PrevTab, Yes};
    let ways: [(&str, Mode, &[Action], &[Action]); 5] = [
        ("an answer in the review", Mode::Input, &[], &[Yes]),
        ("an unsent text in the review", Mode::Input, &[], &[Action::No, NextTab]),
        ("a typed choice", Mode::Single, &[Digit(0)], &[Yes, PrevTab]),
        ("an added text", Mode::Multi, &[Digit(0)], &[Yes]),
        ("a note", Mode::Single, &[Note], &[Yes]),
    ];
    for (name, mode, first, then) in ways {
        let key = |characters: usize| {
            let options = if mode == Mode::Input { Vec::new() } else { (0..3).map(option).collect() };
            let prompt = "Which?".to_owned();
            let question = QuestionRequest { prompt, mode: Some(mode), options, ..QuestionRequest::default() };
            let other = QuestionRequest { prompt: "And?".to_owned(), ..QuestionRequest::default() };
            let mut form = new(vec![other, question]);
            let text = prose(characters);
            let actions = std::iter::once(&NextTab).chain(first).cloned();
            let typed = [Action::Draft(text.clone()), Action::Submit(text)];
            for action in actions.chain(typed).chain(then.iter().cloned()) {
                form.update(action);
            }
            let key = |form: &mut Played| {
                let start = Instant::now();
                form.update(CursorUp);
                form.frame();
                start.elapsed()
            };
            (0..5).map(|_| key(&mut form)).min().unwrap_or_default()
        };
        let (few, many) = (key(50_000), key(5_000_000));
        assert!(
            many < few.max(Duration::from_micros(200)) * 10,
            "{name}: {few:?}, and of a hundred times as much {many:?}"
        );
    }
}

/// Undo restores all changes of small texts. Of large texts it keeps fewer, because its memory is limited.
#[test]
fn undo_is_limited_by_memory() {
    for (characters, least, most) in [(10, 100, 200), (1_000_000, 5, 40), (40_000_000, 1, 2)] {
        let mut form = new(texts(2, |_| None, |at| format!("What of {at}?")));
        let text = prose(characters);
        let edits = if characters > 1_000_000 { 3 } else { 100 };
        for edit in 0..edits {
            form.update(Action::Draft(format!("{text}{edit}")));
            form.update(Action::NextTab);
            form.update(Action::PrevTab);
            // Opens a text that is still to be confirmed, because it is long.
            form.update(Action::Confirm);
        }
        form.update(Action::NextTab);
        form.update(Action::NextTab);
        let undone = (0..200).take_while(|_| form.update(Action::Undo) != Step::Idle).count();
        assert!((least..=most).contains(&undone), "{characters}: {undone}");
    }
    // An added text counts.
    let mut form = form(&json!([{"prompt": "Which?", "mode": "multi", "options": ["A"]}]));
    let text = prose(500_000);
    let added = [Action::Digit(0), Action::Submit(text.clone()), Action::Yes, Action::Edit, Action::Draft(text + "!")];
    let toggled = [Action::Cancel].into_iter().chain(vec![Action::Toggle; 100]);
    for action in added.into_iter().chain(toggled) {
        form.update(action);
    }
    let undone = (0..200).take_while(|_| form.update(Action::Undo) != Step::Idle).count();
    assert!((5..=80).contains(&undone), "{undone}");
}

/// Fragments that are repeated to build hostile texts.
const HOSTILE: [&[&str]; 2] = [
    &[
        "*a ", "**a ", "__a ", "*", "*a* ", "**a** ", "*a**b ", "[a", "![", "[a](", "[a](b) ", "[a]: b\n", "[[a]](b",
        "`a", "`a` ", "<a>", "<!--", "> ", "> a\n", "> - ", "- ", "- a\n", "1. a\n", "|a|b|\n", "|-|-|\n", "# a\n",
        "a\n=\n", "---\n", "~~~\n", "```a\n", "    a\n", "\\", "\\\\", "$$\n", "\\(", "&amp;", "http://a", "://", "a",
        "a\n\n", "\n", "\u{1b}[m", "\u{202e}", "e\u{301}", "\u{301}", "「", "🇩", "\u{1100}", "क्", "?", "a? ",
        "Which? ", "？", "ok? no. ", "Please. ", "\"", "“a” ", "a or b, ", "{\"a\":", "<b>a", "a: b\n", "1) a ",
        "\u{200b}", "\u{3164}",
    ],
    &[
        "日本語、",
        "한국어 ",
        "は**「a」**",
        "*a _b c_ d* ",
        "[a]: b\n[a]\n",
        "- - - a\n",
        "+ * - a\n",
        "    - a\n",
        "https://a.b ",
        "| aaaa | bbbb |\n|---|---|\n",
        "| aaaa | bbbb |\n",
        "https://a.b/は（",
        "👩\u{200d}",
        "(Recommended) ",
        "\u{17000}",
    ],
];

/// Reading and drawing a text takes linear time, whatever the text consists of and wherever it is shown.
#[test]
fn hostile_texts_are_drawn_in_linear_time() {
    type Ask = fn(String) -> QuestionRequest;
    let places: &[(&str, Ask)] = &[
        ("prompt", |prompt| QuestionRequest { prompt, ..boxes(2) }),
        ("label", |label| {
            let options = vec![OptionRequest { label, ..OptionRequest::default() }, option(1)];
            QuestionRequest { options, ..boxes(0) }
        }),
        ("description", |text| {
            let options = vec![OptionRequest { description: Some(text), ..option(0) }, option(1)];
            QuestionRequest { options, ..boxes(0) }
        }),
        ("preview", |text| {
            let options = vec![OptionRequest { preview: Some(text), ..option(0) }, option(1)];
            QuestionRequest { mode: Some(Mode::Single), options, ..boxes(0) }
        }),
    ];
    for (place, ask) in places {
        for part in HOSTILE.concat() {
            let make = |size: usize| vec![ask(part.repeat(size / part.len()) + "x?")];
            is_linear(&format!("{part:?} in a {place}"), 2_000, make, |questions| {
                let mut form = new(std::mem::take(questions));
                form.frame();
                form.update(Action::CursorDown);
                form.frame();
                form.resize(Size { columns: 1, rows: 24, taken: 0 });
                form.frame();
            });
        }
    }
}

/// Reading a call takes linear time, by serde as well as by the tolerant pass.
#[test]
fn calls_are_read_in_linear_time() {
    fn repeated(count: usize, item: impl Fn(usize) -> String) -> String {
        (0..count).map(item).collect::<Vec<_>>().join(",")
    }
    fn escaped(text: &str) -> String {
        serde_json::to_string(text).expect("it is a text")
    }
    fn questions(count: usize) -> String {
        format!("[{}]", repeated(count, |at| format!(r#"{{"message": "Which of {at}?", "choices": ["a", "b"]}}"#)))
    }
    fn options(count: usize, option: impl Fn(usize) -> String) -> String {
        format!(r#"{{"question": "Which?", "choices": [{}]}}"#, repeated(count, option))
    }
    /// Sizes for calls of up to 12,000 questions and 200,000 options.
    const QUESTIONS: usize = 1_500;
    const OPTIONS: usize = 25_000;
    let calls: [(&str, usize, &dyn Fn(usize) -> String); 8] = [
        ("declared questions", QUESTIONS, &|size| {
            format!(r#"{{"questions": [{}]}}"#, repeated(size, |at| format!(r#"{{"prompt": "Which of {at}?"}}"#)))
        }),
        ("renamed questions", QUESTIONS, &|size| format!(r#"{{"questions": {}}}"#, questions(size))),
        ("questions in a text, with a slip", QUESTIONS, &|size| {
            format!(r#"{{"questions": {}}}"#, escaped(&questions(size).replace("]}]", "],}]")))
        }),
        ("unknown fields", QUESTIONS, &|size| {
            format!(r#"{{"question": "Which?", {}}}"#, repeated(size, |at| format!(r#""unknown{at}": "{at}""#)))
        }),
        ("unknown fields of options", OPTIONS, &|size| {
            options(size, |at| format!(r#"{{"label": "{at}", "icon{at}": "1"}}"#))
        }),
        ("one name in many spellings", QUESTIONS, &|size| {
            let spelled = |at: usize| {
                let letters = "recommendedvalue".chars().enumerate();
                let in_case = |(bit, letter): (usize, char)| {
                    if at >> bit & 1 == 1 { letter.to_ascii_uppercase() } else { letter }
                };
                format!(r#""{}": 0"#, letters.map(in_case).collect::<String>())
            };
            format!(r#"{{"question": "Which?", {}}}"#, repeated(size, spelled))
        }),
        ("recommended twins", OPTIONS, &|size| options(size, |_| r#""Twin (Recommended)""#.to_owned())),
        ("a slip in a text of options", OPTIONS, &|size| {
            let texts = format!("[{},]", repeated(size, |at| format!("'Option {at}'")));
            format!(r#"{{"question": "Which?", "options": {}}}"#, escaped(&texts))
        }),
    ];
    for (name, size, call) in calls {
        is_linear(name, size, call, |text| {
            let asked = Questionnaire::new(Reading::parse(text), &Settings::default());
            assert_eq!(asked.is_err(), name.starts_with("unknown"), "{name}");
        });
    }
}

#[test]
fn calls_beyond_the_limits_are_refused_in_words() {
    let told = |text: &str| {
        let refusal = Questionnaire::new(Reading::parse(text), &Settings::default()).expect_err("nobody reads it");
        refusal.to_string()
    };
    for (open, close) in [("[", "]"), ("{\"questions\":", "}"), ("{\"metadata\":[", "]}")] {
        let deep = [open.repeat(100_000), close.repeat(100_000)].concat();
        assert!(told(&deep).contains("nested too deeply"), "{open}");
    }
    for length in [17_000_000, 40_000_000] {
        let long = format!(r#"{{"questions": [{{"prompt": "{}"}}]}}"#, prose(length));
        assert!(told(&long).contains("too long"), "{length}");
    }
    // Deeply nested metadata.
    let call = |levels: usize| {
        let metadata = ["[".repeat(levels), "]".repeat(levels)].concat();
        format!(r#"{{"questions": [{{"prompt": "Which?"}}], "metadata": {metadata}}}"#)
    };
    assert_eq!(Reading::parse(&call(126)).problems, [""; 0]);
    assert!(told(&call(127)).contains("nested too deeply (more than 127 levels)"));
}

#[test]
fn answers_beyond_the_limit_are_refused() {
    let questionnaire = asked(texts(2, |_| None, |_| "What?".to_owned()));
    let long = |length| Replies::parse(&format!("[\"short\", \"{}\"]", "é".repeat(length)), &questionnaire);
    assert!(long(1_000_000).is_ok());
    let fault = long(1_000_001).expect_err("this is too long");
    assert_eq!(
        fault.in_english(),
        "question 2 (\"What?\"): holds more than 1,000,000 characters. Write them into a file, and answer with its name"
    );
}
