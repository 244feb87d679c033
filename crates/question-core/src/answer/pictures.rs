//! Pictures in texts of the user's: a marker stands in the text, and a list knows the path of the file.
//!
//! The list holds what the user has attached in this session, so that a marker that a model writes attaches nothing. This
//! module must not open files: what a path leads to is known by the host.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::json::Lenient as _;
use crate::text::{is_harmless_text, start_of};

/// Beginning of every marker.
const START: &str = "[picture ";
/// Maximum number of characters of a file's name in a marker.
const NAME_LIMIT: usize = 40;
/// Number of characters of a longer name that are kept at its end, with the extension.
const NAME_END: usize = 12;

/// Maximum number of pictures of earlier forms.
const MAX_KNOWN: usize = 200;
/// Maximum number of a picture of an earlier form. A higher one is none that this tool has given.
const MAX_NUMBER: usize = 1_000_000;

/// A picture that the user has attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Picture {
    /// Number in the marker, 1-based. No other picture of the session has it.
    pub number: usize,
    /// Path of the file.
    pub path: String,
}

/// A picture as the host attaches it to a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Attachment<'a> {
    /// What stands for the picture in the text.
    pub marker: String,
    /// Path of the file.
    pub path: &'a str,
}

/// The pictures that texts of a form may hold, in the order in which they were attached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pictures {
    all: Vec<Picture>,
    /// The highest number in the session.
    last: usize,
}

impl Picture {
    /// Returns what stands for the picture in a text: "[picture 1: shot.png]". It is not translated, as pi's own markers of
    /// pastes are not.
    pub(crate) fn marker(&self) -> String {
        [START, &self.number.to_string(), ": ", &name(&self.path), "]"].concat()
    }

    /// Returns whether nothing in the path is special to a terminal.
    fn is_harmless(&self) -> bool {
        is_harmless_text(&self.path) && !self.path.contains(['\n', '\t'])
    }
}

impl Pictures {
    /// Adds pictures of earlier forms. Of two with the same marker, the later counts. Only the last ones are kept.
    pub fn extend<'a>(&mut self, earlier: impl Iterator<Item = &'a Picture>) {
        for picture in earlier.filter(|picture| picture.is_harmless() && picture.number <= MAX_NUMBER) {
            self.all.retain(|known| known.number != picture.number || known.marker() != picture.marker());
            self.all.push(picture.clone());
            self.last = self.last.max(picture.number);
            if self.all.len() > MAX_KNOWN {
                self.all.remove(0);
            }
        }
    }

    /// Drops the pictures whose markers stand in a text of the model's, because the user has not attached them to it.
    pub(crate) fn forget(&mut self, text: &str) {
        self.all.retain(|picture| !text.contains(&picture.marker()));
    }

    /// Adds the picture at `path`, unless it is known, or something in the path is special to a terminal.
    pub(crate) fn attach(&mut self, path: String) {
        let picture = Picture { number: self.last.saturating_add(1), path };
        if picture.is_harmless() && self.marker(&picture.path).is_none() {
            self.last = picture.number;
            self.all.push(picture);
        }
    }

    /// Returns the markers of all pictures.
    pub(crate) fn markers(&self) -> impl Iterator<Item = String> {
        self.all.iter().map(Picture::marker)
    }

    /// Returns the marker of the picture at `path`, or `None` if it was not attached.
    pub(crate) fn marker(&self, path: &str) -> Option<String> {
        self.all.iter().find(|picture| picture.path == path).map(Picture::marker)
    }

    /// Returns whether the marker of a picture stands in a text.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        self.all.iter().any(|picture| text.contains(&picture.marker()))
    }

    /// Returns the pictures whose markers stand in a text. Most forms have no pictures, and make no text.
    pub(crate) fn used_in(&self, text: impl FnOnce() -> String) -> Vec<Picture> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let text = text();
        self.all.iter().filter(|picture| text.contains(&picture.marker())).cloned().collect()
    }
}

/// Returns the pictures whose markers stand in a text for the model, in its order.
pub(crate) fn attachments<'a>(pictures: &'a [Picture], content: &str) -> Vec<Attachment<'a>> {
    let mut found: Vec<Attachment<'a>> = Vec::new();
    let starts = content.match_indices(START).filter(|_| !pictures.is_empty());
    for rest in starts.filter_map(|(at, _)| content.get(at..)) {
        let placed = pictures.iter().map(|Picture { path, .. }| path).zip(pictures.iter().map(Picture::marker));
        let mut placed = placed.filter(|(_, marker)| rest.starts_with(marker));
        let new = placed.next().filter(|(path, _)| found.iter().all(|known| known.path != *path));
        found.extend(new.map(|(path, marker)| Attachment { marker, path }));
    }
    found
}

/// Appends the paths of the pictures in a text for the model.
pub(crate) fn push_paths(content: &mut String, pictures: &[Picture]) {
    let attachments = attachments(pictures, content);
    if !attachments.is_empty() {
        content.push_str("\nPictures:");
    }
    for Attachment { marker, path } in attachments {
        content.extend(["\n", &marker, " ", path]);
    }
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
    let pictures = Value::deserialize(deserializer)?;
    let pictures: Vec<Picture> = pictures.list().iter().filter_map(|it| Picture::deserialize(it).ok()).collect();
    Ok(Some(pictures).filter(|pictures| !pictures.is_empty()))
}
