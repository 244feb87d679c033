//! Tables of the names that tools use for the fields of a call, a question and an option.
//!
//! Each row names a tool that sends the name. Names are in lower case and without separators, as they are compared:
//! `allowother` stands for `allowOther`, `allow_other` and `Allow-Other`. Rows are in order of precedence. Rows of `slip`
//! are names that models make up. Two families of names have a rule instead of rows: [`says_several`] and [`Limit`].

use serde_json::Value;

use crate::call::names::{Limit, is_named, says_several};
use crate::call::request::{Kind, Mode};

/// A name, the kinds of field that it may stand for, and a tool that sends it. The first kind that is free counts.
pub(super) type Alias = (&'static str, &'static [FieldKind], &'static str);

/// What a field of a question or of an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FieldKind {
    // Fields of both
    Label,
    /// In an option, whether it is recommended.
    Recommended,
    /// In an option, whether it is chosen by default.
    Default,
    /// Bookkeeping and display hints of other tools, which do not change what the user can answer.
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
    /// A limit, which is shown below the prompt: see [`Limit`].
    Limit,
    /// A flag or a number that is shown below the prompt by its name.
    Shown,
    Options,
    RecommendedIndex,
    AllowCustom,
    /// The negation of `AllowCustom`.
    NoCustom,
    CustomLabel,
    AllowEmpty,
    /// The negation of `AllowEmpty`.
    Required,
    Placeholder,
    Secret,
    // Fields of an option
    Value,
    Description,
    Preview,
}

use FieldKind::{
    Above, AllowCustom, AllowEmpty, CustomLabel, Default, Description, Id, Ignored, Label, Mode as OfMode, NoCustom,
    Options, Placeholder, Preview, Prompt, Recommended, RecommendedIndex, Required, Secret, Shown, Value as OfValue,
};

impl FieldKind {
    /// Returns whether the kind takes any number of values.
    pub(super) fn has_room(self) -> bool {
        matches!(self, Above | OfMode | Self::Multi | Self::Limit | Shown | Default | Ignored | Description)
    }
}

pub(super) const QUESTION: &[Alias] = &[
    ("prompt", &[Prompt, Above], "question"),
    ("question", &[Prompt, Above], "Claude Code"),
    ("text", &[Prompt, Above], "Roo Code"),
    ("msg", &[Prompt, Above], "HumanLayer"),
    ("inquire", &[Prompt, Above], "OpenManus"),
    ("message", &[Prompt, Above], "Inquirer"),
    ("label", &[Label, Above], "question"),
    ("header", &[Label, Above], "Claude Code"),
    ("title", &[Prompt, Label, Above], "ACP"),
    ("id", &[Id], "question"),
    ("name", &[Id], "Inquirer"),
    ("context", &[Above], "pi-ask-user"),
    ("details", &[Above], "LangGraph"),
    ("description", &[Above], "LangGraph"),
    ("contentpreview", &[Above], "Mistral Vibe"),
    ("footernote", &[Above], "Mistral Vibe"),
    ("url", &[Above], "MCP"),
    ("mode", &[OfMode], "question"),
    ("type", &[OfMode], "Gemini CLI"),
    ("kind", &[OfMode], "slip"),
    ("questiontype", &[OfMode], "slip"),
    ("selectionmode", &[OfMode], "slip"),
    ("selectiontype", &[OfMode], "slip"),
    ("isdangerous", &[Shown], "pi-questionnaire"),
    ("options", &[Options], "question"),
    ("choices", &[Options], "deepagents"),
    ("suggestions", &[Options], "ask_user"),
    ("followup", &[Options], "Roo Code"),
    ("responseoptions", &[Options], "HumanLayer"),
    ("recommended", &[Recommended], "question"),
    ("recommendedvalue", &[Recommended], "question"),
    ("recommendedindex", &[RecommendedIndex], "Mistral Vibe"),
    ("allowcustom", &[AllowCustom], "question"),
    ("allowother", &[AllowCustom], "pi"),
    ("custom", &[AllowCustom], "OpenCode"),
    ("allowfreeform", &[AllowCustom], "Copilot"),
    ("allowfreeforminput", &[AllowCustom], "VS Code"),
    ("allowfreetext", &[AllowCustom], "Zed"),
    ("isother", &[AllowCustom], "Codex"),
    ("hideother", &[NoCustom], "Mistral Vibe"),
    ("customlabel", &[CustomLabel], "question"),
    ("allowempty", &[AllowEmpty], "question"),
    ("required", &[Required], "deepagents"),
    ("defaultvalue", &[Default], "question"),
    ("defaultvalues", &[Default], "question"),
    ("default", &[Default], "Inquirer"),
    ("defaultanswer", &[Default], "Continue"),
    ("initialvalue", &[Default], "clack"),
    ("initialvalues", &[Default], "clack"),
    ("placeholder", &[Placeholder], "Gemini CLI"),
    ("secret", &[Secret], "question"),
    ("issecret", &[Secret], "Codex"),
    ("metadata", &[Ignored], "question"),
    ("taskprogress", &[Ignored], "Cline"),
    ("autoresolutionms", &[Ignored], "Codex"),
    ("timeoutseconds", &[Ignored], "OpenClaw"),
    ("timeout", &[Ignored], "pi-ask-user"),
    ("displaymode", &[Ignored], "pi-ask-user"),
    ("singleselectlayout", &[Ignored], "pi-ask-user"),
    ("overlaytogglekey", &[Ignored], "pi-ask-user"),
    ("commenttogglekey", &[Ignored], "pi-ask-user"),
    // A note can be added to each answer.
    ("allowcomment", &[Ignored], "pi-ask-user"),
    // Texts may have several lines.
    ("multiline", &[Ignored], "pi-questionnaire"),
    ("ismultiline", &[Ignored], "slip"),
    ("toolcallid", &[Ignored], "Cursor"),
    ("questionkey", &[Ignored], "Kilo Code"),
    ("blocking", &[Ignored], "Kilo Code"),
    ("jsonrpc", &[Ignored], "MCP"),
    ("method", &[Ignored], "MCP"),
    ("elicitationid", &[Ignored], "MCP"),
    ("action", &[Ignored], "LangGraph"),
    ("config", &[Ignored], "LangGraph"),
];

pub(super) const OPTION: &[Alias] = &[
    ("label", &[Label], "question"),
    ("title", &[Label, Description], "ACP"),
    ("text", &[Label, Description], "Roo Code"),
    ("suggest", &[Label], "Roo Code"),
    ("message", &[Label, Description], "Enquirer"),
    ("value", &[OfValue], "question"),
    ("id", &[OfValue], "Cursor"),
    ("const", &[OfValue], "MCP"),
    // Inquirer sends the label as `name`. HumanLayer sends the value as `name` and the label as `title`.
    ("name", &[Label, OfValue], "Inquirer"),
    ("description", &[Description], "question"),
    ("hint", &[Description], "clack"),
    ("preview", &[Preview], "question"),
    ("recommended", &[Recommended], "VS Code"),
    ("checked", &[Default], "Inquirer"),
    ("mode", &[Ignored], "Roo Code"),
    ("labelkey", &[Ignored], "Kilo Code"),
];

/// Fields that may wrap a whole call, each with a tool that sends it.
pub(super) const WRAPPERS: [(&str, &str); 7] = [
    ("arguments", "OpenAI"),
    ("input", "Anthropic"),
    ("params", "MCP"),
    ("actionrequest", "LangGraph"),
    ("args", "LangGraph"),
    ("function", "OpenAI"),
    ("spec", "HumanLayer"),
];

/// Meaning of a type or mode that was sent for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// A mode.
    Mode(Mode),
    /// A list of options, of which one can be chosen unless another field asks for several.
    List,
    /// An expected format of typed text.
    Kind(Kind),
    /// A choice between yes and no.
    YesNo,
    /// A choice between yes and no, with the values `true` and `false`.
    Boolean,
    /// Typed text that is secret.
    Secret,
    /// A known type that says nothing about how to answer.
    Any,
}

const TYPES: &[(&str, Type, &str)] = &[
    ("single", Type::Mode(Mode::Single), "question"),
    ("multi", Type::Mode(Mode::Multi), "question"),
    ("input", Type::Mode(Mode::Input), "question"),
    ("singleselect", Type::Mode(Mode::Single), "Claude.ai"),
    ("choice", Type::List, "Gemini CLI"),
    ("text", Type::Mode(Mode::Input), "Gemini CLI"),
    ("yesno", Type::YesNo, "Gemini CLI"),
    ("multiplechoice", Type::List, "deepagents"),
    ("list", Type::List, "Inquirer"),
    ("rawlist", Type::List, "Inquirer"),
    ("select", Type::List, "Inquirer"),
    ("checkbox", Type::Mode(Mode::Multi), "Inquirer"),
    ("confirm", Type::YesNo, "Inquirer"),
    ("editor", Type::Mode(Mode::Input), "Inquirer"),
    ("password", Type::Secret, "Inquirer"),
    ("multiselect", Type::Mode(Mode::Multi), "clack"),
    ("multiple", Type::Mode(Mode::Multi), "slip"),
    ("many", Type::Mode(Mode::Multi), "slip"),
    ("multichoice", Type::Mode(Mode::Multi), "slip"),
    ("multiselection", Type::Mode(Mode::Multi), "slip"),
    ("multipleselect", Type::Mode(Mode::Multi), "slip"),
    ("multipleselection", Type::Mode(Mode::Multi), "slip"),
    ("multipleanswers", Type::Mode(Mode::Multi), "slip"),
    ("checkboxes", Type::Mode(Mode::Multi), "slip"),
    ("checklist", Type::Mode(Mode::Multi), "slip"),
    ("selectmultiple", Type::Mode(Mode::Multi), "slip"),
    ("pickmany", Type::Mode(Mode::Multi), "slip"),
    ("radio", Type::Mode(Mode::Single), "slip"),
    ("textarea", Type::Mode(Mode::Input), "slip"),
    ("freeform", Type::Mode(Mode::Input), "slip"),
    ("selectone", Type::Mode(Mode::Single), "pi-questionnaire"),
    ("selectmany", Type::Mode(Mode::Multi), "pi-questionnaire"),
    ("confirmenum", Type::YesNo, "pi-questionnaire"),
    ("freetext", Type::Mode(Mode::Input), "pi-questionnaire"),
    ("preview", Type::Any, "pi-ask"),
    ("form", Type::Any, "MCP"),
    ("url", Type::Any, "MCP"),
    ("string", Type::Any, "MCP"),
    ("boolean", Type::Boolean, "MCP"),
    ("number", Type::Kind(Kind::Number), "MCP"),
    ("integer", Type::Kind(Kind::Integer), "MCP"),
    ("date", Type::Kind(Kind::Date), "MCP"),
    ("datetime", Type::Kind(Kind::DateTime), "MCP"),
    ("email", Type::Kind(Kind::Email), "MCP"),
    ("uri", Type::Kind(Kind::Url), "MCP"),
];

impl Type {
    /// Returns the type with this name, or `None` for an unknown one.
    pub(super) fn named(name: &str) -> Option<Self> {
        TYPES.iter().find(|(own, ..)| is_named(name, own)).map(|(_, kind, _)| *kind)
    }
}

/// Returns the order and the kinds of a question's field with this name.
pub(super) fn of_question(name: &str, value: &Value) -> Option<(usize, &'static [FieldKind])> {
    row(name, QUESTION).or_else(|| {
        let kinds: &[FieldKind] = match name {
            _ if Limit::read(name, value).is_some() => &[FieldKind::Limit],
            _ if says_several(name) => &[FieldKind::Multi],
            _ => return None,
        };
        Some((QUESTION.len(), kinds))
    })
}

/// Returns the order and the kinds of an option's field with this name.
pub(super) fn of_option(name: &str, _: &Value) -> Option<(usize, &'static [FieldKind])> {
    row(name, OPTION)
}

fn row(name: &str, aliases: &'static [Alias]) -> Option<(usize, &'static [FieldKind])> {
    let at = aliases.iter().position(|(own, ..)| is_named(name, own))?;
    aliases.get(at).map(|(_, kinds, _)| (at, *kinds))
}

/// Fields of a call itself.
pub(super) const CALL: [&str; 3] = ["title", "metadata", "questions"];

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
        let questions = QUESTION.iter().map(|(name, _, from)| (*name, *from));
        let options = OPTION.iter().map(|(name, _, from)| (*name, *from));
        let types = TYPES.iter().map(|(name, _, from)| (*name, *from));
        let is_sent = |(name, from): &(&str, &str)| {
            let is_from = |call: &&Value| call.field("source").text().starts_with(from);
            *from == "question" || corpus.list().iter().filter(is_from).any(|call| has(call.field("call"), name))
        };
        let all = questions.chain(options).chain(types).chain(WRAPPERS);
        let unsent: Vec<(&str, &str)> = all.filter(|alias| !is_sent(alias)).collect();
        assert_eq!(unsent, []);
    }
}
