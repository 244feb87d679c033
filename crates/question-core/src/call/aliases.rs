//! The table of the names that tools use for the fields of a question and an option.
//!
//! Each row names a tool that sends its names; a name that no tool is known to send stands in no row. Names are in lower
//! case and without separators, as they are compared: `allowother` stands for `allowOther`, `allow_other` and
//! `Allow-Other`. Rows are in order of precedence.

use serde_json::Value;

use crate::call::fields::{is_id, is_named};
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
    /// Text for the user that follows the prompt as a paragraph of its own. Takes any number of values.
    Below,
    /// A mode, or a type of answer: see [`TYPES`].
    Mode,
    /// Whether several options can be chosen.
    Multi,
    Options,
    AllowCustom,
    /// The negation of `AllowCustom`.
    HideCustom,
    CustomLabel,
    AllowEmpty,
    /// The negation of `AllowEmpty`.
    Required,
    Default,
    Placeholder,
    Secret,
    /// Whether the tool waits for the answers, with the value that says so: it always waits.
    Waits(bool),
    /// The answers to a call, which its tool keeps with it.
    Kept,
    /// Data that is returned unchanged, if it is an object and a field of the call.
    Metadata,
    // Fields of an option
    Value,
    Description,
    Preview,
}

use FieldKind::{
    Above, AllowCustom, AllowEmpty, Below, CustomLabel, Default, Description, HideCustom, Id, Ignored, Kept, Label,
    Metadata, Mode as OfMode, Multi, Options, Placeholder, Preview, Prompt, Recommended, Required, Secret,
    Value as OfValue, Waits,
};

impl FieldKind {
    pub(super) fn takes_several(self) -> bool {
        matches!(self, Above | Below | OfMode | Multi | Default | Metadata | Ignored | Kept | Description | Waits(_))
    }

    /// Returns whether a field can be of the kind. Names of bookkeeping do not pass over a text to the user.
    pub(super) fn takes(self, name: &str, value: &Value) -> bool {
        match self {
            Ignored => is_id(value),
            Metadata => !value.is_string(),
            Kept => value.is_object(),
            Id | OfValue => !is_named(name, "name") || is_id(value),
            _ => true,
        }
    }
}

pub(super) const QUESTION: &[Alias] = &[
    ("prompt", &[Prompt, Above], "question"),
    ("question", &[Prompt, Above], "Claude Code"),
    ("text", &[Prompt, Above], "Roo Code"),
    ("message", &[Prompt, Below], "VS Code"),
    ("inquire", &[Prompt, Above], "OpenManus"),
    ("label", &[Label, Above], "question"),
    ("header", &[Label, Above], "Claude Code"),
    ("title", &[Prompt, Label, Above], "ACP"),
    ("id", &[Id], "question"),
    ("name", &[Id], "Inquirer"),
    ("context", &[Above], "pi-ask-user"),
    ("contentpreview", &[Above], "Mistral Vibe"),
    ("footernote", &[Below], "Mistral Vibe"),
    ("taskprogress", &[Below], "Cline"),
    ("mode", &[OfMode], "question"),
    ("type", &[OfMode], "Gemini CLI"),
    ("multi", &[Multi], "oh-my-pi"),
    ("multiselect", &[Multi], "Claude Code"),
    ("multiple", &[Multi], "OpenCode"),
    ("allowmultiple", &[Multi], "Cursor"),
    ("canpickmany", &[Multi], "VS Code"),
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
    ("allowfreetext", &[AllowCustom], "Zed"),
    ("hideother", &[HideCustom], "Mistral Vibe"),
    ("customlabel", &[CustomLabel], "question"),
    ("allowempty", &[AllowEmpty], "question"),
    ("required", &[Required], "clack"),
    ("defaultvalue defaultvalues", &[Default], "question"),
    ("default", &[Default], "Inquirer"),
    ("defaultanswer", &[Default], "Continue"),
    ("initialvalue initialvalues", &[Default], "clack"),
    ("placeholder", &[Placeholder], "Gemini CLI"),
    ("secret", &[Secret], "question"),
    ("issecret", &[Secret], "Codex"),
    ("waitforanswer", &[Waits(true)], "senpi"),
    ("isblocking", &[Waits(true)], "Codex"),
    ("background", &[Waits(false)], "Kimi Code"),
    ("runasync", &[Waits(false)], "Cursor"),
    ("metadata", &[Metadata], "question"),
    ("answers", &[Kept], "Claude Code"),
    ("autoresolutionms threadid turnid itemid", &[Ignored], "Codex"),
    ("toolcallid asyncoriginaltoolcallid", &[Ignored], "Cursor"),
    // Whether the question covers the prompt; Kilo waits in any case.
    ("blocking questionkey headerkey", &[Ignored], "Kilo Code"),
    ("timeoutseconds", &[Ignored], "OpenClaw"),
    ("timeout displaymode singleselectlayout overlaytogglekey commenttogglekey", &[Ignored], "pi-ask-user"),
    // A note can be added to each answer.
    ("allowcomment", &[Ignored], "pi-ask-user"),
];

pub(super) const OPTION: &[Alias] = &[
    ("label", &[Label], "question"),
    ("title", &[Label, Description], "ACP"),
    ("text", &[Label, Description], "Roo Code"),
    ("suggest", &[Label], "Roo Code"),
    ("message", &[Label, Description], "Enquirer"),
    ("value", &[OfValue], "question"),
    ("id", &[OfValue], "Cursor"),
    ("name", &[Label, OfValue], "Inquirer"),
    ("description", &[Description], "question"),
    ("hint", &[Description], "clack"),
    ("preview", &[Preview], "question"),
    ("markdown", &[Preview], "Claude Code"),
    ("recommended", &[Recommended], "VS Code"),
    ("mode", &[Ignored], "Roo Code"),
    ("labelkey descriptionkey", &[Ignored], "Kilo Code"),
];

/// Meaning of a type or mode that was sent for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Mode(Mode),
    /// A list of options, of which one can be chosen unless another field asks for several.
    List,
    /// A choice between yes and no.
    YesNo,
    /// A text that is secret.
    Secret,
    /// An order of the options, which cannot be asked.
    Order,
    /// A known type that says nothing about how to answer.
    Any,
}

const TYPES: &[(&str, Type, &str)] = &[
    ("single", Type::Mode(Mode::Single), "question"),
    ("multi", Type::Mode(Mode::Multi), "question"),
    ("input", Type::Mode(Mode::Input), "question"),
    ("choice", Type::List, "Gemini CLI"),
    ("select", Type::List, "Enquirer"),
    ("list", Type::List, "Inquirer"),
    ("yesno", Type::YesNo, "Gemini CLI"),
    ("confirm", Type::YesNo, "Inquirer"),
    ("boolean", Type::YesNo, "MCP"),
    ("singleselect", Type::Mode(Mode::Single), "Claude.ai"),
    ("selectone", Type::Mode(Mode::Single), "pi-questionnaire"),
    ("multiselect", Type::Mode(Mode::Multi), "Claude.ai"),
    ("selectmany", Type::Mode(Mode::Multi), "pi-questionnaire"),
    ("checkbox", Type::Mode(Mode::Multi), "Inquirer"),
    ("text", Type::Mode(Mode::Input), "Gemini CLI"),
    ("string", Type::Mode(Mode::Input), "MCP"),
    ("password", Type::Secret, "Inquirer"),
    ("secret", Type::Secret, "slip"),
    ("ranking rankpriorities", Type::Order, "slip"),
    ("preview", Type::Any, "pi-ask"),
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{OPTION, QUESTION, TYPES, is_named};
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
        let mut all = fields.chain(types).flat_map(|(names, from)| names.split(' ').map(move |name| (name, from)));
        let is_sent = |(name, from): &(&str, &str)| {
            let is_from = |call: &&Value| call.field("source").text().starts_with(from);
            *from == "question" || corpus.list().iter().filter(is_from).any(|call| has(call.field("call"), name))
        };
        assert_eq!(all.find(|alias| !is_sent(alias)), None);
    }
}
