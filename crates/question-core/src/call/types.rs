//! What a question's type says of it: a table of types by the names that tools and models give them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::names::{Names, PARTS_OF_MULTI, PARTS_OF_TYPE, is_any};

/// What a type says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// Of several options one.
    Single,
    Multi,
    /// The same, and in an order, which a form does not know.
    Ranking,
    /// A text, whatever else is there.
    Input,
    /// A text, unless there are options.
    Text,
    /// The same, and it has to be of some kind.
    Kind(Kind),
    Secret,
    YesNo,
    /// The same, with the values of a boolean.
    Boolean,
    /// Says nothing of how it is answered.
    Any,
}

/// What a text has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Any number.
    Number,
    /// A whole number.
    Integer,
    /// A day.
    Date,
    /// A time of day.
    Time,
    /// Both.
    DateTime,
    /// An email address.
    Email,
    /// The address of a page.
    Url,
    /// Of a file or a folder.
    Path,
    /// Any number of things.
    List,
    /// Something with parts.
    Json,
}

/// Types by name. "Multiple choice" is one of many: deepagents and most people mean that.
pub(super) const TYPES: &[(Type, Names)] = &[
    (
        Type::Single,
        &[
            "single",
            "select",
            "choice",
            "radio",
            "singleselect",
            "singlechoice",
            "selectone",
            "one",
            "dropdown",
            "enum",
            "options",
            "multiplechoice",
            "buttons",
            "choices",
            "autocomplete",
            "combobox",
            "rawlist",
            "expand",
            "search",
        ],
    ),
    (
        Type::Multi,
        &[
            "multi",
            "multiple",
            "multiselect",
            "checkbox",
            "checkboxes",
            "checklist",
            "multichoice",
            "multipleselect",
            "multipleselection",
            "multiselection",
            "selectmultiple",
            "selectmany",
            "many",
            "anyof",
            "allthatapply",
        ],
    ),
    (Type::Ranking, &["rank", "ranked", "ranking", "rankpriorities", "rankedchoice", "sort", "sorting", "ordering"]),
    (
        Type::Input,
        &[
            "input",
            "text",
            "freeform",
            "freetext",
            "open",
            "openended",
            "textarea",
            "multiline",
            "longtext",
            "shorttext",
            "textinput",
            "editor",
            "textfield",
            "freeformtext",
            "tel",
            "phone",
            "paragraph",
            "shortanswer",
            "longanswer",
            "openquestion",
            "singleline",
            "freeresponse",
        ],
    ),
    (Type::Text, &["string"]),
    (
        Type::Any,
        &[
            "question",
            "questions",
            "prompt",
            "ask",
            "form",
            "preview",
            "clarification",
            "null",
            "default",
            "auto",
            "askuser",
            "askuserquestion",
            "tooluse",
            "toolcall",
            "function",
            "interrupt",
            "elicitation",
            "userinput",
            "request",
            "message",
            "markdown",
            "plaintext",
            "custom",
        ],
    ),
    (Type::YesNo, &["yesno", "yesorno", "confirm", "confirmation", "approval", "yn", "confirmenum", "approve"]),
    (Type::Boolean, &["boolean", "bool", "toggle", "switch", "truefalse"]),
    (Type::Secret, &["password", "secret"]),
    (
        Type::Kind(Kind::Number),
        &[
            "number",
            "numeric",
            "float",
            "decimal",
            "slider",
            "range",
            "rating",
            "scale",
            "currency",
            "percentage",
            "percent",
            "likert",
        ],
    ),
    (Type::Kind(Kind::Integer), &["integer", "int", "year"]),
    (Type::Kind(Kind::Date), &["date"]),
    (Type::Kind(Kind::Time), &["time"]),
    (Type::Kind(Kind::DateTime), &["datetime", "timestamp", "datetimelocal"]),
    (Type::Kind(Kind::Email), &["email"]),
    (Type::Kind(Kind::Url), &["url", "uri", "link"]),
    (Type::Kind(Kind::Path), &["path", "file", "filepath", "folder", "directory"]),
    (Type::Kind(Kind::List), &["list", "array", "tags", "set"]),
    (Type::Kind(Kind::Json), &["json", "object", "dict"]),
];

impl Type {
    /// A type by its name; `None` for any other word, which says nothing.
    #[inline(never)]
    pub(super) fn named(sent: &str) -> Option<Self> {
        TYPES.iter().find(|(_, names)| is_any(sent, names)).map(|(kind, _)| *kind)
    }

    /// The same of a word that stands where a type does: made of words that types are made of, with one for several.
    #[inline(never)]
    pub(super) fn meant(sent: &str) -> Option<Self> {
        Self::named(sent).or_else(|| {
            let name: String =
                sent.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
            // That is one of many.
            let name = name.replace("multiplechoice", "");
            let is_many = PARTS_OF_MULTI.iter().chain(&["checkbox"]).any(|part| name.contains(part));
            let mut rest = name.as_str();
            while let Some(shorter) = PARTS_OF_TYPE.iter().find_map(|part| rest.strip_prefix(part)) {
                rest = shorter;
            }
            (is_many && rest.is_empty()).then_some(Self::Multi)
        })
    }
}
