//! Tables of the names that tools use for the fields of a question and an option.
//!
//! Each row names a tool that sends its names. They are in lower case and without separators, as they are compared:
//! `allowother` stands for `allowOther`, `allow_other` and `Allow-Other`. Rows are in order of precedence. Rows of `slip`
//! are names that models make up. Three families of names have a rule instead of rows: [`says_several`], [`says_one`]
//! and [`Limit`].

use serde_json::Value;

use crate::call::fields::as_flag;
use crate::call::names::{Limit, is_id, is_named, says_one, says_several};
use crate::call::request::Mode;

/// Names, separated by spaces, the kinds of field that they may stand for, and a tool that sends them. The first kind
/// that is free counts.
pub(super) type Alias = (&'static str, &'static [FieldKind], &'static str);

/// What a field of a question or of an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    // Fields of both
    Label,
    /// In an option, whether it is recommended.
    Recommended,
    /// Bookkeeping and display hints of other tools, which do not change what the user can answer: numbers, flags and
    /// ids.
    Ignored,
    // Fields of a question
    Id,
    Prompt,
    /// Text above the prompt. Takes any number of values.
    Above,
    /// A mode, or a type of answer: see [`TYPES`].
    Mode,
    /// Whether several options can be chosen: see [`says_several`].
    Multi,
    /// Whether only one option can be chosen: see [`says_one`].
    One,
    /// A limit of choices, which is shown below the prompt: see [`Limit`].
    Limit,
    Options,
    AllowCustom,
    CustomLabel,
    AllowEmpty,
    /// The negation of `AllowEmpty`.
    Required,
    Default,
    Placeholder,
    Secret,
    /// Data that is returned unchanged, if it is an object and a field of the call.
    Metadata,
    // Fields of an option
    Value,
    Description,
    Preview,
}

use FieldKind::{
    Above, AllowCustom, AllowEmpty, CustomLabel, Default, Description, Id, Ignored, Label, Metadata, Mode as OfMode,
    Options, Placeholder, Preview, Prompt, Recommended, Required, Secret, Value as OfValue,
};

impl FieldKind {
    pub(super) fn takes_several(self) -> bool {
        let in_question = matches!(self, Above | OfMode | Self::Multi | Self::One | Self::Limit | Default | Metadata);
        in_question || matches!(self, Ignored | Description)
    }

    /// Returns whether a field can be of the kind. Names of bookkeeping do not pass over a text to the user.
    pub(super) fn takes(self, name: &str, value: &Value) -> bool {
        match self {
            Ignored => is_id(value),
            Metadata => !value.is_string(),
            Id | OfValue => !is_named(name, "name") || is_id(value),
            _ => true,
        }
    }
}

pub(super) const QUESTION: &[Alias] = &[
    ("prompt", &[Prompt, Above], "question"),
    ("question", &[Prompt, Above], "Claude Code"),
    ("text", &[Prompt, Above], "Roo Code"),
    ("message", &[Prompt, Above], "VS Code"),
    ("inquire", &[Prompt, Above], "OpenManus"),
    ("label", &[Label, Above], "question"),
    ("header", &[Label, Above], "Claude Code"),
    ("title", &[Prompt, Label, Above], "ACP"),
    ("id", &[Id], "question"),
    ("name", &[Id], "slip"),
    ("context", &[Above], "pi-ask-user"),
    ("description details", &[Above], "slip"),
    ("mode", &[OfMode], "question"),
    ("type", &[OfMode], "Gemini CLI"),
    ("kind questiontype selectionmode selectiontype", &[OfMode], "slip"),
    ("options", &[Options], "question"),
    ("choices", &[Options], "Copilot"),
    ("suggestions", &[Options], "ask_user"),
    ("followup", &[Options], "Roo Code"),
    ("recommended recommendedvalue", &[Recommended], "question"),
    ("recommendedindex", &[Recommended], "Mistral Vibe"),
    ("allowcustom", &[AllowCustom], "question"),
    ("allowother", &[AllowCustom], "pi"),
    ("custom", &[AllowCustom], "OpenCode"),
    ("allowfreeform", &[AllowCustom], "Copilot"),
    ("allowfreeforminput", &[AllowCustom], "VS Code"),
    ("isother", &[AllowCustom], "Codex"),
    ("allowfreetext", &[AllowCustom], "slip"),
    ("customlabel", &[CustomLabel], "question"),
    ("allowempty", &[AllowEmpty], "question"),
    ("required", &[Required], "pi-ask"),
    ("defaultvalue defaultvalues", &[Default], "question"),
    ("default", &[Default], "slip"),
    ("defaultanswer", &[Default], "Continue"),
    ("initialvalues", &[Default], "clack"),
    ("placeholder", &[Placeholder], "Gemini CLI"),
    ("secret", &[Secret], "question"),
    ("issecret", &[Secret], "Codex"),
    ("metadata", &[Metadata], "question"),
    ("autoresolutionms", &[Ignored], "Codex"),
    ("toolcallid", &[Ignored], "Cursor"),
    ("blocking questionkey", &[Ignored], "Kilo Code"),
    ("timeoutseconds", &[Ignored], "OpenClaw"),
    ("timeout displaymode singleselectlayout overlaytogglekey commenttogglekey", &[Ignored], "pi-ask-user"),
    // A note can be added to each answer.
    ("allowcomment", &[Ignored], "pi-ask-user"),
    // Texts may have several lines.
    ("multiline ismultiline", &[Ignored], "slip"),
];

pub(super) const OPTION: &[Alias] = &[
    ("label", &[Label], "question"),
    ("title", &[Label, Description], "ACP"),
    ("text", &[Label, Description], "Roo Code"),
    ("suggest", &[Label], "Roo Code"),
    ("message", &[Label, Description], "Enquirer"),
    ("value", &[OfValue], "question"),
    ("id", &[OfValue], "Cursor"),
    ("name", &[Label, OfValue], "slip"),
    ("description", &[Description], "question"),
    ("hint", &[Description], "clack"),
    ("preview", &[Preview], "question"),
    ("recommended", &[Recommended], "VS Code"),
    ("mode", &[Ignored], "Roo Code"),
    ("labelkey", &[Ignored], "Kilo Code"),
];

/// Fields that may wrap a whole call, each with a tool that sends it. `arguments` is also the wrapper in which the
/// extension hands on a call that cannot be read.
pub(super) const WRAPPERS: [(&str, &str); 4] =
    [("arguments", "OpenAI"), ("function", "OpenAI"), ("input", "Anthropic"), ("args", "Gemini")];

/// Meaning of a type or mode that was sent for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Mode(Mode),
    /// A list of options, of which one can be chosen unless another field asks for several.
    List,
    /// A choice between yes and no.
    YesNo,
    /// A known type that says nothing about how to answer.
    Any,
}

const TYPES: &[(&str, Type, &str)] = &[
    ("single", Type::Mode(Mode::Single), "question"),
    ("multi", Type::Mode(Mode::Multi), "question"),
    ("input", Type::Mode(Mode::Input), "question"),
    ("choice", Type::List, "Gemini CLI"),
    ("select", Type::List, "slip"),
    ("yesno", Type::YesNo, "Gemini CLI"),
    ("confirm boolean", Type::YesNo, "slip"),
    ("singleselect selectone radio", Type::Mode(Mode::Single), "slip"),
    ("multiselect multiselection multichoice multiple multipleselect", Type::Mode(Mode::Multi), "slip"),
    ("multipleselection multipleanswers selectmultiple", Type::Mode(Mode::Multi), "slip"),
    ("many selectmany pickmany checkbox checkboxes checklist", Type::Mode(Mode::Multi), "slip"),
    ("text", Type::Mode(Mode::Input), "Gemini CLI"),
    ("textarea freetext freeform string", Type::Mode(Mode::Input), "slip"),
    ("preview", Type::Any, "pi-ask"),
    ("function", Type::Any, "OpenAI"),
    ("tooluse", Type::Any, "Anthropic"),
];

impl Type {
    pub(super) fn with_name(name: &str) -> Option<Self> {
        TYPES.iter().find(|(names, ..)| is_any(name, names)).map(|(_, kind, _)| *kind)
    }
}

/// Returns whether a sent name is one of several, which are separated by spaces.
pub(super) fn is_any(sent: &str, names: &str) -> bool {
    names.split(' ').any(|name| is_named(sent, name))
}

/// Returns the kind of a question's field that no row lists.
pub(super) fn of_family(name: &str, value: &Value) -> Option<FieldKind> {
    if Limit::is_name(name) {
        return Limit::read(name, value).map(|_| FieldKind::Limit);
    }
    if says_one(name) && as_flag(value).is_some() {
        return Some(FieldKind::One);
    }
    says_several(name).then_some(FieldKind::Multi)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{OPTION, QUESTION, TYPES, WRAPPERS, is_named};
    use crate::json::{Lenient, slips};

    /// Returns whether the value contains a field or a text with this name.
    fn has(value: &Value, name: &str) -> bool {
        match value {
            Value::Object(fields) => fields.iter().any(|(own, value)| is_named(own, name) || has(value, name)),
            Value::Array(items) => items.iter().any(|item| has(item, name)),
            Value::String(text) => {
                is_named(text, name) || slips::read(text).is_ok_and(|read| !read.is_string() && has(&read, name))
            }
            _ => false,
        }
    }

    #[test]
    fn each_name_occurs_in_a_call_of_its_tool() {
        let corpus: Value = crate::json::parse(include_str!("../../tests/calls.json")).unwrap_or_default();
        let fields = QUESTION.iter().chain(OPTION).map(|(names, _, from)| (*names, *from));
        let types = TYPES.iter().map(|(names, _, from)| (*names, *from));
        let all = fields.chain(types).chain(WRAPPERS);
        let mut all = all.flat_map(|(names, from)| names.split(' ').map(move |name| (name, from)));
        let is_sent = |(name, from): &(&str, &str)| {
            let is_from = |call: &&Value| call.field("source").text().starts_with(from);
            *from == "question" || corpus.list().iter().filter(is_from).any(|call| has(call.field("call"), name))
        };
        assert_eq!(all.find(|alias| !is_sent(alias)), None);
    }
}
