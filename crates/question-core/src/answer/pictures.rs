//! Pictures in texts of the user's: a marker stands in the text, and a list knows the path of the file.
//!
//! A marker attaches its picture only in the text that the picture was put into. Anywhere else, and where it is not whole,
//! it is text, whoever has written it. This module must not open files: what a path leads to is known by the host.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::answer::result::{Outcome, Record};
use crate::answer::sheet::Unsent;
use crate::json::Lenient as _;
use crate::text::{is_harmless_text, start_of};

/// Beginning of every marker.
const START: &str = "[picture ";
/// Maximum number of characters of a file's name in a marker.
const NAME_LIMIT: usize = 40;
/// Number of characters of a longer name that are kept at its end, with the extension.
const NAME_END: usize = 12;

/// Maximum number of pictures that are attached to a result.
const MAX_ATTACHED: usize = 10;
/// Maximum number of pictures of earlier forms.
const MAX_KNOWN: usize = 200;
/// Maximum number of a picture of an earlier form. A higher one is none that this tool has given.
const MAX_NUMBER: usize = 1_000_000;

/// Name of a text of the user's that may hold pictures: "answer q1", "note q1", or "message" for that of a user who wants to
/// talk first. Questions are given by their ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(transparent)]
pub struct TextOf(String);

impl TextOf {
    /// Returns the name of the answer to a question, which may be several texts.
    #[must_use]
    pub fn answer(id: &str) -> Self {
        Self(["answer ", id].concat())
    }

    pub(crate) fn note(id: &str) -> Self {
        Self(["note ", id].concat())
    }

    pub(crate) fn message() -> Self {
        Self("message".to_owned())
    }

    /// Returns the kind of the text, and the id of its question if it has one.
    pub(crate) fn parts(&self) -> (&str, Option<&str>) {
        self.0.split_once(' ').map_or((&self.0, None), |(kind, id)| (kind, Some(id)))
    }

    /// Returns the name of the text of the same kind at another question.
    pub(crate) fn at(&self, id: &str) -> Self {
        Self([self.parts().0, " ", id].concat())
    }
}

/// A picture that the user has attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(optional_fields)]
pub struct Picture {
    /// Number in the marker, 1-based. No other picture of the session has it.
    pub number: usize,
    /// Path of the file.
    pub path: String,
    /// The texts that it was put into. Records of version 0.3 lack them.
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<TextOf>>")]
    pub places: Vec<TextOf>,
    /// Why the model has not seen it, according to the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A picture as the host attaches it to a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(optional_fields)]
pub struct Attachment {
    /// What stands for the picture in the text.
    pub marker: String,
    /// Path of the file.
    pub path: String,
    /// Why it is not attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The pictures that texts of a form may hold, in the order in which they were attached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pictures {
    pub(super) all: Vec<Picture>,
    /// The highest number in the session.
    last: usize,
}

impl Picture {
    /// Reads a picture of a record. Returns `None` if it cannot be read.
    fn read(kept: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Some(Self {
            number: usize::try_from(kept.field("number").as_u64()?).ok()?,
            path: text(kept.field("path"))?,
            places: kept.field("in").list().iter().filter_map(text).map(TextOf).collect(),
            fault: text(kept.field("fault")),
        })
    }

    /// Returns what stands for the picture in a text: "[picture 1: shot.png]". It is not translated, as pi's own markers of
    /// pastes are not.
    pub(crate) fn marker(&self) -> String {
        marker(self.number, &self.path)
    }

    /// Returns whether a text has the picture, and not only what looks like its marker.
    fn is_in(&self, place: &TextOf, text: &str) -> bool {
        self.places.contains(place) && text.contains(&self.marker())
    }

    /// Returns whether nothing in the path is special to a terminal.
    fn is_harmless(&self) -> bool {
        is_harmless_text(&self.path) && !self.path.contains(['\n', '\t'])
    }
}

impl Pictures {
    /// Reads a list of pictures, without those that cannot be read.
    pub(super) fn of_value(pictures: &Value) -> Self {
        Self { all: pictures.list().iter().filter_map(Picture::read).collect(), last: 0 }
    }

    /// Adds a picture of an earlier form, the oldest first, with the texts of the new form that it was put into. Of two files
    /// with the same marker, the later counts. Only the last ones are kept.
    pub fn add(&mut self, mut picture: Picture) {
        if !picture.is_harmless() || picture.number > MAX_NUMBER {
            return;
        }
        let is_it = |known: &Picture| known.number == picture.number && known.marker() == picture.marker();
        if let Some(at) = self.all.iter().position(is_it) {
            let known = self.all.remove(at);
            picture.places.extend(known.places.into_iter().filter(|_| known.path == picture.path));
        }
        self.last = self.last.max(picture.number);
        self.all.push(picture);
        if self.all.len() > MAX_KNOWN {
            self.all.remove(0);
        }
    }

    /// Puts the picture at `path` into a text, unless something in the path is special to a terminal. It gets a new number
    /// if the text, or what the model has written there, has its marker already.
    pub(crate) fn attach(&mut self, path: String, place: TextOf, text: &str) {
        let is_taken = |number| text.contains(&marker(number, &path));
        let can_be =
            |known: &&mut Picture| known.path == path && (known.places.contains(&place) || !is_taken(known.number));
        if let Some(known) = self.all.iter_mut().find(can_be) {
            if !known.places.contains(&place) {
                known.places.push(place);
            }
            return;
        }
        let mut number = self.last.saturating_add(1);
        while is_taken(number) {
            number += 1;
        }
        let picture = Picture { number, path, places: vec![place], fault: None };
        if picture.is_harmless() {
            self.last = number;
            self.all.push(picture);
        }
    }

    /// Returns the marker of the picture at `path` in a text, or `None` if it was not put there.
    pub(crate) fn marker_in(&self, place: &TextOf, path: &str) -> Option<String> {
        self.all.iter().find(|picture| picture.path == path && picture.places.contains(place)).map(Picture::marker)
    }

    /// Returns whether there is none. Most forms have none, and need not read their texts.
    pub(crate) fn are_none(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the pictures in these texts, each with those of the texts that have it.
    pub(crate) fn used_in(&self, texts: &[(TextOf, &str)]) -> Vec<Picture> {
        let mut used = Vec::new();
        for picture in &self.all {
            let has_it = |place: &&TextOf| texts.iter().any(|(own, text)| own == *place && picture.is_in(place, text));
            let places: Vec<TextOf> = picture.places.iter().filter(has_it).cloned().collect();
            if !places.is_empty() {
                used.push(Picture { places, ..picture.clone() });
            }
        }
        used
    }
}

impl Record {
    /// Returns the texts that the user has written, with whether the model reads them, in its order.
    pub(crate) fn texts(&self) -> Vec<(TextOf, &str, bool)> {
        let mut all = Vec::new();
        if let Some(message) = self.message.as_deref().filter(|_| self.outcome == Outcome::Discuss) {
            all.push((TextOf::message(), message, true));
        }
        for (answers, is_sent) in [(Some(&self.answers), true), (self.unsent_answers.as_ref(), false)] {
            for answer in answers.into_iter().flatten() {
                all.extend(answer.typed().map(|text| (TextOf::answer(&answer.id), text, is_sent)));
                all.extend(answer.note.as_deref().map(|text| (TextOf::note(&answer.id), text, is_sent)));
            }
        }
        for Unsent { id, text, note } in self.unsent.iter().flatten() {
            let of = |kind: fn(&str) -> TextOf| id.as_deref().map_or_else(TextOf::message, kind);
            all.extend(text.as_deref().map(|text| (of(TextOf::answer), text, false)));
            all.extend(note.as_deref().map(|note| (of(TextOf::note), note, self.unsent_answers.is_none())));
        }
        all
    }

    /// Returns the pictures in what the model reads, in its order.
    pub(crate) fn attachments(&self) -> Vec<Attachment> {
        let mut found: Vec<Attachment> = Vec::new();
        let pictures = self.pictures.as_deref().unwrap_or_default();
        let texts = if pictures.is_empty() { Vec::new() } else { self.texts() };
        for (place, text, _) in texts.into_iter().filter(|(.., is_sent)| *is_sent) {
            for rest in text.match_indices(START).filter_map(|(at, _)| text.get(at..)) {
                let is_it = |it: &&Picture| it.places.contains(&place) && rest.starts_with(&it.marker());
                let new = pictures.iter().find(is_it).filter(|it| found.iter().all(|known| known.path != it.path));
                let fault = (found.len() >= MAX_ATTACHED).then(|| format!("{MAX_ATTACHED} are the most"));
                found.extend(new.map(|it| Attachment { marker: it.marker(), path: it.path.clone(), fault }));
            }
        }
        found
    }

    /// Puts the pictures of a record of version 0.3 into the texts that have their markers.
    pub(super) fn place_pictures(&mut self) {
        let Some(mut pictures) = self.pictures.take() else { return };
        for picture in pictures.iter_mut().filter(|picture| picture.places.is_empty()) {
            let marker = picture.marker();
            picture.places = self
                .texts()
                .into_iter()
                .filter(|(_, text, _)| text.contains(&marker))
                .map(|(place, ..)| place)
                .collect();
        }
        self.pictures = Some(pictures);
    }
}

/// Tells what reading the pictures of a result came to: the model, in lines after its text, which ones are not attached, and
/// the record, whose pictures are `noted`, why the model has not seen one. A picture that could not be read has a `fault`;
/// `unseen` is why the model would not see any. Another version may have written both lists. Returns the text and the list.
#[must_use]
pub fn attached(content: String, pictures: &Value, mut noted: Value, unseen: Option<&str>) -> Value {
    let mut told = content;
    for picture in pictures.list() {
        let fault = picture.field("fault").as_str();
        if let Some(fault) = fault {
            told.extend(["\n", picture.field("marker").text(), " is not attached: ", fault, "."]);
        }
        let Some(why) = fault.map(|fault| ["not attached, ", fault].concat()).or(unseen.map(str::to_owned)) else {
            continue;
        };
        let is_it = |note: &&mut Value| note.get("path") == picture.get("path");
        for note in noted.as_array_mut().into_iter().flatten().filter(is_it) {
            if let Some(fields) = note.as_object_mut() {
                fields.insert("fault".to_owned(), Value::from(why.as_str()));
            }
        }
    }
    Value::from(vec![Value::from(told), noted])
}

/// Appends the paths of the pictures in a text for the model.
pub(crate) fn push_paths(content: &mut String, attachments: &[Attachment]) {
    if !attachments.is_empty() {
        content.push_str("\nPictures:");
    }
    for Attachment { marker, path, .. } in attachments {
        content.extend(["\n", marker, " ", path]);
    }
}

fn marker(number: usize, path: &str) -> String {
    [START, &number.to_string(), ": ", &name(path), "]"].concat()
}

/// Returns the name of a file as a marker shows it: on one line, without what would end the marker or be quoted, and not
/// too long.
fn name(path: &str) -> String {
    let last = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let mut name = String::new();
    for char in last.chars() {
        if !char.is_whitespace() && !matches!(char, '[' | ']' | '"') {
            name.push(char);
        } else if !name.ends_with(' ') {
            name.push(' ');
        }
    }
    let name = name.trim();
    let end = name.char_indices().rev().nth(NAME_END - 1);
    match end.and_then(|(at, _)| name.get(at..)) {
        Some(end) if name.chars().nth(NAME_LIMIT).is_some() => {
            [start_of(name, NAME_LIMIT - NAME_END - 1), "…", end].concat()
        }
        _ => name.to_owned(),
    }
}

/// Reads the pictures of a record, without those that cannot be read.
pub(super) fn read_lenient<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Picture>>, D::Error> {
    let Pictures { all, .. } = Pictures::of_value(&Value::deserialize(deserializer)?);
    Ok(Some(all).filter(|pictures| !pictures.is_empty()))
}
