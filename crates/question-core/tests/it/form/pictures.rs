//! Pictures in texts: their markers, and what a result has of them.

use crate::common::{Action, Played, TUI, after, form, frame, json, shown, submit};
use question_core::{
    Action as FormAction, Dialect, Form, Opening, Picture, Pictures, Questionnaire, Reading, Record, Settings,
};
use serde_json::Value;

fn questionnaire() -> Questionnaire {
    let arguments = json!({"questions": [
        {"id": "look", "label": "Look", "prompt": "Which look?", "options": ["Plain", "Bold"]},
        {"id": "name", "label": "Name", "prompt": "Which name?"},
    ]});
    Questionnaire::new(Reading::of(&arguments), &Settings::default()).expect("it can be asked")
}

fn opened(opening: Opening) -> Form {
    Form::new(questionnaire(), opening, &Settings::default())
}

/// Attaches pictures and returns their markers.
fn attached(form: &mut Form, paths: &[&str]) -> Vec<Option<String>> {
    for path in paths {
        form.update(FormAction::Attach((*path).to_owned()));
    }
    paths.iter().map(|path| form.marker(path)).collect()
}

/// Types a text of the user's own, submits it, and ends the form as a run that is aborted does.
fn answered(form: &mut Form, text: &str) -> Record {
    form.update(FormAction::OpenText);
    form.update(FormAction::Submit(text.to_owned()));
    form.update(FormAction::End(question_core::Ending::Aborted));
    form.result(TUI).expect("it has ended").details
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
fn only_what_the_user_attached_is_a_picture() {
    // A model, or a user, can write what looks like a marker.
    let mut form = opened(Opening::default());
    let record = answered(&mut form, "[picture 1: shot.png] and /home/a/shot.png");
    assert_eq!(record.pictures, None);
    // What was attached and erased again is none either.
    let mut form = opened(Opening::default());
    attached(&mut form, &["/a/shot.png"]);
    assert_eq!(answered(&mut form, "no").pictures, None);
}

#[test]
fn a_marker_of_an_earlier_picture_counts_where_the_user_writes_it() {
    let text = "as [picture 3: shot.png]";
    let earlier = || {
        let mut pictures = Pictures::default();
        pictures.extend([Picture { number: 3, path: "/a/shot.png".to_owned() }].iter());
        Opening { pictures, ..Opening::default() }
    };
    let mut form = opened(earlier());
    assert_eq!(
        attached(&mut form, &["/a/shot.png", "/a/new.png"]).last(),
        Some(&Some("[picture 4: new.png]".to_owned()))
    );
    let paths = |record: &Record| record.pictures.iter().flatten().map(|it| it.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&answered(&mut form, text)), ["/a/shot.png"]);
    // The model has written it: confirmed as it is, changed, or attached once more by the user.
    let arguments = json!({"questions": [{"prompt": "Which?", "defaultValue": text}]});
    let questionnaire = Questionnaire::new(Reading::of(&arguments), &Settings::default()).expect("it can be asked");
    for (sent, attach, expected) in [
        (text.to_owned(), None, vec![]),
        (format!("{text}!"), None, vec![]),
        (format!("{text} [picture 4: shot.png]"), Some("/a/shot.png"), vec!["/a/shot.png"]),
    ] {
        let mut form = Form::new(questionnaire.clone(), earlier(), &Settings::default());
        attached(&mut form, attach.as_slice());
        form.update(FormAction::Submit(sent.clone()));
        assert_eq!(paths(&form.result(TUI).expect("it has ended").details), expected, "{sent}");
    }
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
        let earlier: Vec<Picture> = earlier.into_iter().map(|(number, path)| Picture { number, path }).collect();
        let mut pictures = Pictures::default();
        pictures.extend(earlier.iter());
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
    attached(&mut form, &["/a/1.png", "/a/2.png", "/a/3.png"]);
    form.update(FormAction::OpenText);
    form.update(FormAction::Submit("[picture 2: 2.png], not [picture 1: 1.png] or [picture 2: 2.png]".to_owned()));
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

#[test]
fn the_review_and_the_transcript_count_pictures() {
    let ends = |form: &Played| shown(&frame(form)).lines().next().unwrap_or_default().to_owned();
    let form = form(&json!({"questions": [{"prompt": "A?"}, {"prompt": "B?"}]}));
    let texts = ["[picture 1: 1.png]", "[picture 2: 2.png] and [picture 1: 1.png]"];
    let with = |paths: &[&str]| {
        let attach = paths.iter().map(|path| Action::Attach((*path).to_owned()));
        let actions: Vec<Action> = attach.chain(texts.map(submit)).collect();
        after(form.clone(), &actions)
    };
    assert!(ends(&with(&["/a/1.png", "/a/2.png"])).contains("2 pictures"));
    assert!(ends(&with(&["/a/1.png"])).contains("1 picture⟨"));
    assert!(!ends(&with(&[])).contains("picture"));
    let sent = after(with(&["/a/1.png", "/a/2.png"]), &[Action::Confirm]).result(TUI).expect("it has ended");
    let details = serde_json::to_value(sent.in_dialect(Dialect::Question)).expect("it is JSON")["details"].clone();
    let lines = shown(&question_core::screen::result(&details, &sent.content, &Settings::default(), false, 80));
    assert!(lines.contains("2 pictures"), "{lines}");
}
