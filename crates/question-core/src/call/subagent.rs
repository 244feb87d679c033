//! The session without a person that questions come from, such as that of a subagent.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use ts_rs::TS;

use crate::text::{Clean, cut_inside, is_seen, truncate};
use crate::words::{Words, fill};

/// Width of a folder, and of the beginning of a task, in the line that says who asks, in columns.
const DETAIL_COLUMNS: usize = 28;

/// Width of the names of the sessions through which one asks, in columns.
const THROUGH_COLUMNS: usize = 16;

/// A session without a person, whose questions another session asks.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default, rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Subagent {
    /// Name of the agent.
    pub name: Option<String>,
    /// What it was told to do.
    pub task: Option<String>,
    /// Names of the sessions between this one and that of the person, the outermost first. Blank where one has none.
    pub through: Option<Vec<String>>,
    /// Its folder.
    pub cwd: String,
    /// Whether it could have been another person that is asked, so that the folder is always shown.
    pub names_folder: Option<bool>,
    /// Id of its process.
    pub pid: u32,
    /// Whether it is another extension of the same session, which waits for the result.
    pub is_extension: Option<bool>,
    /// Id under which it has asked. A session is told an answer that comes later by it.
    pub ask: Option<String>,
}

impl Subagent {
    /// Returns whether two sessions are the same subagent, or the same one started again. Another process has another id.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.name, &self.task, &self.cwd) == (&other.name, &other.task, &other.cwd)
    }

    /// Returns a line that says who asks: its name, its folder if that decides, and the beginning of its task, which tells
    /// it from others of the name.
    pub(crate) fn asks(&self, words: &Words) -> Clean<'static> {
        let folder = self.names_folder.filter(|names| *names).map(|_| plain(&self.cwd));
        let folder = cut_inside(Clean::line(folder.as_deref().unwrap_or_default()), DETAIL_COLUMNS);
        let task = self.task.as_deref().and_then(|task| task.lines().map(plain).find(|line| is_seen(line)));
        let task = truncate(Clean::line(task.as_deref().unwrap_or_default()), DETAIL_COLUMNS);
        let details = match (folder.as_str(), task.as_str()) {
            ("", "") => String::new(),
            (folder, task) => {
                let colon = if folder.is_empty() || task.is_empty() { "" } else { ": " };
                [" (", folder, colon, task, ")"].concat()
            }
        };
        self.asks_with(&details, words)
    }

    /// Returns a line that names who asks, for little room.
    pub(crate) fn asks_briefly(&self, words: &Words) -> Clean<'static> {
        self.asks_with("", words)
    }

    /// Returns a line that says who asks and where, and what it was told to do.
    pub(crate) fn about(&self, words: &Words) -> Clean<'static> {
        let task = self.task.as_deref().unwrap_or_default().trim();
        let line = [self.asks_with("", words).as_str(), " · ", Clean::line(&self.cwd).as_str()].concat();
        Clean::text([line.as_str(), task].join("\n").trim_end()).into_owned()
    }

    /// Returns the question who is to read answers that it cannot read any more.
    pub(crate) fn has_ended(&self, words: &Words) -> String {
        fill(words.has_ended, &self.named(words))
    }

    fn asks_with(&self, details: &str, words: &Words) -> Clean<'static> {
        Clean::line(&fill(words.asks, &[self.named(words).as_str(), details].concat())).into_owned()
    }

    /// Returns its name, after those of the sessions through which it asks.
    fn named(&self, words: &Words) -> String {
        let name_of = |name: Option<&str>| {
            let name = name.map(plain).filter(|name| is_seen(name));
            name.map_or_else(|| words.a_subagent.to_owned(), |name| quoted(&name))
        };
        // No name has this sign. The way is cut, so that the name is seen.
        let through: Vec<String> = self.through.iter().flatten().map(|name| name_of(Some(name))).collect();
        let through = cut_inside(Clean::line(&through.join(" › ")), THROUGH_COLUMNS).as_str().to_owned();
        let name = name_of(self.name.as_deref());
        if through.is_empty() { name } else { [&through, " › ", &name].concat() }
    }
}

/// Returns a text of another session without what a border consists of, so that it cannot look like more of the border
/// than its own place: lines, dots and other signs that are no letters, and round brackets.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for char in Clean::line(text).as_str().chars() {
        let char = match char {
            '(' => '[',
            ')' => ']',
            '"' => '\'',
            _ if is_sign(char) || char.is_whitespace() => ' ',
            _ => char,
        };
        // Of blanks and of dashes, one at a time.
        if !matches!(char, ' ' | '-') || !plain.ends_with(char) {
            plain.push(char);
        }
    }
    plain.trim().to_owned()
}

/// Returns whether a character can look like a piece of a border, or like a dot between two texts.
fn is_sign(char: char) -> bool {
    let is_like = matches!(
        char,
        '|' | '¦' | '¯' | '·' | '\u{387}' | '\u{2010}'..='\u{2018}' | '\u{201a}'..='\u{23ff}' | '\u{2440}'..='\u{2bff}'
            | '\u{2e00}'..='\u{303f}' | '\u{30fb}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff0d}' | '\u{ff3f}' | '\u{ff5c}'
            | '\u{ff65}' | '\u{ffe3}'..='\u{ffee}'
    );
    // Of the letters, those that are a mere line.
    is_like && !char.is_alphanumeric() || matches!(char, '\u{1173}' | '\u{3161}')
}

/// Returns a name in quotes, unless it is a single word.
fn quoted(name: &str) -> String {
    let is_word = name.chars().all(|char| char.is_alphanumeric() || matches!(char, '-' | '_' | '.' | '@' | '/' | '#'));
    if is_word { name.to_owned() } else { ["\"", name, "\""].concat() }
}
