//! Pictures in texts: their markers, where these attach, and what a result has of them.

use crate::common::{Action, Json, Played, TUI, after, draft, form, frame, json, shown, submit};
use question_core::{
    Action as FormAction, Dialect, Form, Opening, Picture, Pictures, Questionnaire, Reading, Record, Settings, TextOf,
};
use serde_json::Value;

fn questionnaire() -> Questionnaire {
    let arguments = json!({"questions": [
        {"id": "look", "label": "Look", "prompt": "Which look?", "options": ["Plain", "Bold"]},
        {"id": "name", "label": "Name", "prompt": "Which name?"},
    ]});
    Questionnaire::new(Reading::of(&arguments), &Settings::default()).expect("it can be asked")
}

/// Returns a form whose first text is open.
fn opened(opening: Opening) -> Form {
    let mut form = Form::new(questionnaire(), opening, &Settings::default());
    form.update(FormAction::OpenText);
    form
}

/// Puts pictures into the open text and returns their markers.
fn attached(form: &mut Form, paths: &[&str]) -> Vec<Option<String>> {
    for path in paths {
        form.update(FormAction::Attach((*path).to_owned()));
    }
    paths.iter().map(|path| form.marker(path)).collect()
}

/// Submits the open text, and ends the form as a run that is aborted does.
fn answered(form: &mut Form, text: &str) -> Record {
    form.update(FormAction::Submit(text.to_owned()));
    form.update(FormAction::End(question_core::Ending::Aborted));
    form.result(TUI).expect("it has ended").details
}

/// Returns the paths of the pictures that a result brings.
fn sent(form: &Played) -> Vec<String> {
    let result = form.result(TUI).expect("it has ended");
    let sent = serde_json::to_value(result.in_dialect(Dialect::Question)).expect("it is JSON");
    let pictures = sent.get("pictures").and_then(Value::as_array).into_iter().flatten();
    pictures.filter_map(|picture| Some(picture.get("path")?.as_str()?.to_owned())).collect()
}

fn attach(path: &str) -> Action {
    Action::Attach(path.to_owned())
}

#[test]
fn a_marker_has_a_number_and_the_name_of_the_file() {
    for (path, expected) in [
        ("/home/a/shot.png", "[picture 1: shot.png]"),
        ("C:\\Users\\a\\shot.png", "[picture 1: shot.png]"),
        ("/a/two  blanks.png", "[picture 1: two blanks.png]"),
        ("/a/[x] \"y\".png", "[picture 1: x y .png]"),
        ("/a/画面.png", "[picture 1: 画面.png]"),
        (
            "/a/Screenshot 2026-11-27 at 10.00.00 of the second window.png",
            "[picture 1: Screenshot 2026-11-27 at 10…d window.png]",
        ),
    ] {
        let mut form = opened(Opening::default());
        assert_eq!(attached(&mut form, &[path]), [Some(expected.to_owned())], "{path}");
    }
}

#[test]
fn a_path_that_a_terminal_would_obey_is_none() {
    for path in ["/a/\u{1b}[31m.png", "/a/\n.png", "/a/\u{202e}gnp.png", "/a/\t.png"] {
        let mut form = opened(Opening::default());
        assert_eq!(attached(&mut form, &[path]), [None], "{path:?}");
    }
}

#[test]
fn a_file_keeps_its_marker_and_numbers_go_on_through_a_session() {
    let mut form = opened(Opening::default());
    let markers = attached(&mut form, &["/a/1.png", "/b/1.png", "/a/1.png"]);
    let [one, two, again] = markers.as_slice() else { panic!("{markers:?}") };
    assert_eq!(one, again);
    assert_ne!(one, two);
    let text = markers.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    let record = answered(&mut form, &text);
    let paths: Vec<_> = record.pictures.iter().flatten().map(|picture| picture.path.as_str()).collect();
    assert_eq!(paths, ["/a/1.png", "/b/1.png"]);
}

#[test]
fn a_marker_attaches_only_in_the_text_that_its_picture_was_put_into() {
    use Action::{Cancel, Confirm, CursorDown, Digit, Discuss, First, Note, Redo, Type, Undo};
    const MARKER: &str = "[picture 1: a.png]";
    let one = |question: Json| json!({"questions": [question]});
    let asks = |prompt: &str, options: [&str; 2]| one(json!({"prompt": prompt, "options": options}));
    let plain = || asks("Which?", ["Yes", "No"]);
    let puts = || vec![Type, attach("/a.png"), draft(MARKER)];
    let takes_back = |rest: &[Action]| [&[Type, attach("/a.png"), draft(MARKER), Cancel], rest].concat();
    let and = |actions: Vec<Action>, more: &[Action]| [actions.as_slice(), more].concat();
    let two = json!({"questions": [{"prompt": "A?"}, {"prompt": "B?"}]});
    let with_default = || one(json!({"prompt": "Which?", "defaultValue": MARKER}));
    let boxes = one(json!({"prompt": "Which?", "options": ["Yes", "No"], "mode": "multi"}));
    let rows: Vec<(&str, Json, Vec<Action>, usize)> = vec![
        ("an answer", plain(), and(puts(), &[submit(MARKER)]), 1),
        ("a note", plain(), vec![Note, attach("/a.png"), submit(MARKER), Digit(1)], 1),
        ("a message", plain(), vec![Discuss, attach("/a.png"), submit(MARKER)], 1),
        ("an added text", boxes, and(puts(), &[submit(MARKER), CursorDown, CursorDown, Confirm, Confirm]), 1),
        ("undone, and done again", plain(), and(puts(), &[Cancel, Undo, Redo, Type, submit(MARKER)]), 1),
        ("the model's prompt", asks(MARKER, ["Yes", "No"]), takes_back(&[First, Digit(1)]), 0),
        ("the model's option", asks("Which?", [MARKER, "No"]), takes_back(&[First, Digit(1)]), 0),
        ("an option of its name", asks("Which?", ["Picture 1: a.png", "No"]), and(puts(), &[submit(MARKER)]), 1),
        ("a default", with_default(), vec![Note, attach("/a.png"), draft("[picture 1: a.png]"), Cancel, Confirm], 0),
        ("a changed default", with_default(), vec![attach("/a.png"), submit("so: [picture 1: a.png]")], 0),
        (
            "a default beside it",
            with_default(),
            vec![attach("/a.png"), submit("[picture 1: a.png] [picture 2: a.png]")],
            1,
        ),
        ("another question", two, vec![attach("/a.png"), submit("no"), submit(MARKER), Confirm], 0),
        ("the note beside it", plain(), takes_back(&[Note, submit(MARKER), First, Digit(1)]), 0),
        ("typed by hand", plain(), vec![Type, draft(MARKER), submit(MARKER)], 0),
        ("not whole", plain(), and(puts(), &[submit("[picture 1: a.pn]")]), 0),
        ("not submitted", plain(), takes_back(&[First, Digit(2)]), 0),
    ];
    for (why, arguments, actions, expected) in rows {
        let form = after(form(&arguments), &actions);
        assert_eq!(sent(&form).len(), expected, "{why}");
        let has_paths = form.result(TUI).expect("it has ended").content.contains("/a.png");
        assert_eq!(has_paths, expected > 0, "{why}");
    }
}

#[test]
fn an_earlier_picture_keeps_its_number_unless_the_text_has_its_marker() {
    let earlier = Picture { number: 3, path: "/a/shot.png".to_owned(), places: Vec::new(), fault: None };
    let mut pictures = Pictures::default();
    pictures.add(earlier);
    let mut form = opened(Opening { pictures, ..Opening::default() });
    let markers = |form: &mut Form| attached(form, &["/a/new.png", "/a/shot.png"]);
    let expected = |number: usize| Some(format!("[picture {number}: shot.png]"));
    assert_eq!(markers(&mut form), [Some("[picture 4: new.png]".to_owned()), expected(3)]);
    // In the next text the user has typed it.
    form.update(FormAction::Submit("so".to_owned()));
    form.update(FormAction::Write("as [picture 3: shot.png]".to_owned()));
    assert_eq!(markers(&mut form), [Some("[picture 4: new.png]".to_owned()), expected(5)]);
    assert_eq!(answered(&mut form, "as [picture 3: shot.png]").pictures, None);
}

#[test]
fn pictures_of_earlier_forms_are_checked_and_bounded() {
    let shot = |at: usize| (at, format!("/a/{at}.png"));
    let own = |number: usize, path: &str| (number, path.to_owned());
    let all: Vec<_> = (1..=200).map(shot).collect();
    let more: Vec<_> = (1..=201).map(shot).collect();
    // The pictures, the paths that are known of the first and the last of them, and the number of the next.
    for (earlier, are_known, next) in [
        (vec![own(1, "/a/\u{1b}[31m.png"), own(2, "/a/2.png")], [false, true], 3),
        (vec![own(1, "/a/1.png"), own(1_000_000, "/a/2.png")], [true, true], 1_000_001),
        (vec![own(1, "/a/1.png"), own(1_000_001, "/a/2.png")], [true, false], 2),
        // of two with the same marker, the later counts
        (vec![own(3, "/a/shot.png"), own(3, "/b/shot.png")], [false, true], 4),
        (vec![own(3, "/a/shot.png"), own(3, "/a/other.png")], [true, true], 4),
        (vec![own(3, "/a/shot.png"), own(4, "/b/shot.png")], [true, true], 5),
        (all, [true, true], 201),
        (more, [false, true], 202),
    ] {
        let places = || vec![TextOf::answer("look")];
        let all = earlier.into_iter().map(|(number, path)| Picture { number, path, places: places(), fault: None });
        let earlier: Vec<Picture> = all.collect();
        let mut pictures = Pictures::default();
        earlier.iter().cloned().for_each(|picture| pictures.add(picture));
        let mut form = opened(Opening { pictures, ..Opening::default() });
        let [Some(first), Some(last)] = [earlier.first(), earlier.last()] else { panic!("there are some") };
        let known = [first, last].map(|picture| form.marker(&picture.path).is_some());
        assert_eq!(known, are_known, "{first:?}, {last:?}");
        assert_eq!(attached(&mut form, &["/new.png"]), [Some(format!("[picture {next}: new.png]"))], "{last:?}");
    }
}

#[test]
fn the_model_gets_pictures_in_the_order_of_the_text_with_their_paths() {
    let mut form = opened(Opening::default());
    attached(&mut form, &["/a/1.png", "/a/2.png"]);
    form.update(FormAction::Submit("[picture 2: 2.png], not [picture 1: 1.png] or [picture 2: 2.png]".to_owned()));
    attached(&mut form, &["/a/3.png"]);
    form.update(FormAction::Submit("as in [picture 3: 3.png]".to_owned()));
    form.update(FormAction::Do(question_core::Command::Confirm));
    let result = form.result(TUI).expect("it has ended");
    assert_eq!(
        result.content,
        "Which look? → [picture 2: 2.png], not [picture 1: 1.png] or [picture 2: 2.png] (typed)\n\
         Which name? → as in [picture 3: 3.png] (typed)\n\
         Pictures:\n[picture 2: 2.png] /a/2.png\n[picture 1: 1.png] /a/1.png\n[picture 3: 3.png] /a/3.png"
    );
    for dialect in [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser] {
        let sent = serde_json::to_value(result.in_dialect(dialect)).expect("it is JSON");
        let paths: Vec<&Value> = sent["pictures"].as_array().expect("a list").iter().map(|it| &it["path"]).collect();
        assert_eq!(paths, ["/a/2.png", "/a/1.png", "/a/3.png"]);
    }
}

/// Ten pictures are attached to a result, and the model is told of the others by their paths.
#[test]
fn at_most_ten_pictures_are_attached() {
    let paths: Vec<String> = (1..=12).map(|number| format!("/a/{number}.png")).collect();
    let mut form = opened(Opening::default());
    let markers = attached(&mut form, &paths.iter().map(String::as_str).collect::<Vec<_>>());
    form.update(FormAction::Submit(markers.into_iter().flatten().collect()));
    form.update(FormAction::Submit("a name".to_owned()));
    form.update(FormAction::Do(question_core::Command::Confirm));
    let result = form.result(TUI).expect("it has ended");
    let sent = serde_json::to_value(result.in_dialect(Dialect::Question)).expect("it is JSON");
    let faults: Vec<&Value> = sent["pictures"].as_array().expect("a list").iter().map(|it| &it["fault"]).collect();
    let why = json!("10 are the most");
    assert_eq!(faults, [vec![&Value::Null; 10], vec![&why; 2]].concat());
    assert!(result.content.ends_with("[picture 12: 12.png] /a/12.png"), "{}", result.content);
}

#[test]
fn a_text_the_review_and_the_transcript_count_the_pictures_that_are_whole() {
    let border = |form: &Played| shown(&frame(form)).lines().next().unwrap_or_default().to_owned();
    let text = |text: &str| draft(text);
    let first = after(form(&json!({"questions": [{"prompt": "A?"}, {"prompt": "B?"}]})), &[attach("/a/1.png")]);
    let after = |actions: &[Action]| after(first.clone(), actions);
    assert!(border(&after(&[text("[picture 1: 1.png]")])).contains("1 picture⟨"));
    assert!(!border(&after(&[text("[picture 1: 1.png]"), text("[picture 1: 1.pn]")])).contains("picture"));
    let second = [submit("[picture 1: 1.png]"), attach("/a/2.png"), attach("/a/1.png")];
    let both = after(&[second.as_slice(), &[submit("[picture 2: 2.png] and [picture 1: 1.png]")]].concat());
    assert!(border(&both).contains("2 pictures"));
    let mut sent = crate::common::after(both, &[Action::Confirm]).result(TUI).expect("it has ended");
    let fault = "the file is gone";
    for picture in sent.details.pictures.iter_mut().flatten().filter(|picture| picture.number == 2) {
        picture.fault = Some(fault.to_owned());
    }
    let details = serde_json::to_value(sent.in_dialect(Dialect::Question)).expect("it is JSON")["details"].clone();
    let lines = shown(&question_core::transcript::result(&details, &sent.content, &Settings::default(), false, 80));
    assert!(lines.contains("2 pictures"), "{lines}");
    assert!(lines.contains("[picture 2: 2.png]: the file is gone"), "{lines}");
}

/// Version 0.3 kept no places.
#[test]
fn a_record_of_version_0_3_has_its_pictures_in_the_texts_with_their_markers() {
    let arguments = json!({"questions": [{"id": "q", "prompt": "[picture 1: a.png]?", "options": ["Yes", "No"]}]});
    let record = |typed: &str| {
        let answers = json!([crate::common::typed_answer("q", typed)]);
        let fields = json!({"outcome": "answered", "answers": answers, "pictures": [{"number": 1, "path": "/a.png"}]});
        Record::read(&crate::common::kept(&arguments, fields)).expect("it is a record")
    };
    let places = |typed: &str| {
        record(typed).pictures.unwrap_or_default().into_iter().flat_map(|it| it.places).collect::<Vec<_>>()
    };
    assert_eq!(places("as [picture 1: a.png]"), [TextOf::answer("q")]);
    assert_eq!(places("no"), []);
}

/// The text has a line for each picture that could not be read, and the record a reason for each that the model has not seen.
#[test]
fn what_the_model_has_not_seen_is_told() {
    let pictures = json!([
        {"marker": "[picture 1: a.png]", "path": "/a.png"},
        {"marker": "[picture 2: b.png]", "path": "/b.png", "fault": "the file is gone"},
        {"marker": "[picture 3: c.png]", "path": "/c.png", "fault": "10 are the most"},
    ]);
    let told = "so\n[picture 2: b.png] is not attached: the file is gone.\n[picture 3: c.png] is not attached: 10 are the most.";
    let noted = json!([
        {"number": 1, "path": "/a.png", "own": 1}, {"number": 2, "path": "/b.png"}, {"number": 3, "path": "/c.png"},
        {"number": 4, "path": "/unsent.png"},
    ]);
    let (gone, most) = ("not attached, the file is gone", "not attached, 10 are the most");
    for (unseen, first) in [(None, None), (Some("it takes none"), Some("it takes none"))] {
        let all = question_core::attached("so".to_owned(), &pictures, noted.clone(), unseen);
        let [text, Value::Array(found)] = all.as_array().map_or(&[] as &[_], Vec::as_slice) else { panic!("{all}") };
        assert_eq!(text, told);
        let faults: Vec<_> = found.iter().map(|one| one.get("fault").and_then(Value::as_str)).collect();
        assert_eq!(faults, [first, Some(gone), Some(most), None]);
        assert_eq!(found.first().and_then(|one| one.get("own")), Some(&json!(1)), "what another version writes stays");
    }
    for odd in [Value::Null, json!(7), json!([7, null]), json!({"path": "/b.png"})] {
        let all = question_core::attached("so".to_owned(), &pictures, odd.clone(), None);
        assert_eq!(all, json!([told, (odd.clone())]));
        assert_eq!(question_core::attached("so".to_owned(), &odd, Value::Null, None), json!(["so", null]));
    }
}
