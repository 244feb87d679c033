//! What tools and models call things: tables, each with the declared name first. To understand one more, add a word.
//!
//! Names are written as [`super::fields`] compares them, in lower case and without what joins words: `allowmultiple` stands
//! for `allowMultiple`, `allow_multiple` and `Allow-Multiple`. Where several fields of one thing hold something, the one
//! that is named first in its table counts.

pub(crate) type Names = &'static [&'static str];

/// What a question has under names that the tools of the dialects declare, as they are written. In a file, what has another
/// name is a person's own.
pub(crate) const DECLARED: Names = &[
    "id",
    "label",
    "header",
    "prompt",
    "question",
    "message",
    "title",
    "mode",
    "type",
    "multi",
    "multiSelect",
    "multiple",
    "allowMultiple",
    "options",
    "choices",
    "suggestions",
    "recommended",
    "allowCustom",
    "customLabel",
    "allowEmpty",
    "defaultValue",
    "defaultValues",
    "kind",
    "secret",
    "placeholder",
    "metadata",
];

// A call.

pub(super) const QUESTIONS: Names =
    &["questions", "questionlist", "clarifyingquestions", "followupquestions", "prompts", "queries"];
/// What a whole call may be wrapped in.
pub(super) const WRAPPERS: Names = &[
    "input",
    "arguments",
    "args",
    "params",
    "parameters",
    "toolinput",
    "toolargs",
    "payload",
    "request",
    "data",
    "actionrequest",
    "toolcall",
    "function",
    "raw",
    "rawarguments",
    "rawinput",
    "json",
    "body",
    "form",
    "questionnaire",
    "spec",
];
/// A JSON Schema of the answers, with a property for each question.
pub(super) const SCHEMA: Names =
    &["requestedschema", "schema", "jsonschema", "inputschema", "formschema", "responseschema"];
pub(super) const TITLE: Names = &["title", "heading", "header", "formtitle"];
/// Only results have these. Their texts are not for the user to read again.
pub(super) const OF_RESULTS: Names = &["outcome", "cancelled", "answered"];
/// What reading a call had to say of it, which it says once.
pub(super) const NOTES: Names = &["readingnotes"];
pub(super) const UNREAD: Names = &["unread"];

/// Questions as a form has them, whose labels are what is asked.
pub(super) const FIELDS: Names = &["fields", "formfields", "inputs"];
/// What a call has for its own tool. Nobody misses it here.
pub(super) const SILENT: Names = &[
    "metadata",
    "meta",
    "schemaversion",
    "version",
    "source",
    "jsonrpc",
    "method",
    "action",
    "tool",
    "toolname",
    "toolcallid",
    "callid",
    "requestid",
    "sessionid",
    "threadid",
    "turnid",
    "elicitationid",
    "taskprogress",
    "toolsummary",
    "toolaction",
    "isbackground",
    "multiline",
    "additionalproperties",
    "required",
    "properties",
    "definitions",
    "defs",
    "ref",
    "index",
    "order",
    "number",
    "icon",
    "emoji",
    "labelkey",
    "descriptionkey",
    "questionkey",
    "headerkey",
    "blocking",
    "answers",
    "response",
    "uniqueitems",
    "wascustom",
];
/// What may hold what is said of a question.
pub(super) const SETTINGS: Names =
    &["config", "configuration", "settings", "constraints", "behavior", "ui", "props", "extra"];

// Parts of the names of fields that no table has: see `unnamed`.

pub(super) const PARTS_OF_MULTI: Names = &["multi", "many"];
/// What only sounds like several, or like one.
pub(super) const PARTS_OF_OTHERS: Names = &["multiline", "multistep", "multipart", "multilingual", "singleline"];
/// What the types of tools are made of, beside a word for several: `pick-many`, `checkbox_group`, `multiple_answers`.
pub(super) const PARTS_OF_TYPE: Names = &[
    "multiple",
    "multi",
    "many",
    "autocomplete",
    "enum",
    "checkbox",
    "check",
    "box",
    "selection",
    "select",
    "choice",
    "choose",
    "pick",
    "answer",
    "option",
    "response",
    "question",
    "group",
    "list",
    "input",
    "field",
    "of",
    "ed",
    "es",
    "s",
];
/// `false` says the same.
pub(super) const PARTS_OF_ONE: Names = &["single", "exclusive"];
/// What a prompt says that means several, where nothing else says anything.
pub(super) const PROMPTS_OF_MULTI: &[&str] =
    &["all that apply", "(multi)", "(multiple)", "(multi-select)", "(multiselect)", "(select multiple)"];
pub(super) const PARTS_OF_CUSTOM: Names = &["custom", "other", "freeform", "freetext", "userinput", "typing"];
/// A name that begins so says the contrary.
pub(super) const PARTS_OF_NO: Names = &["no", "hide", "disable", "exclude", "without", "forbid"];
pub(super) const PARTS_OF_OPTIONS: Names = &["option", "choice", "suggest"];
/// What the options are called behind a word for what they are.
pub(super) const PARTS_OF_NAMED: Names = &[
    "ed",
    "ation",
    "option",
    "choice",
    "answer",
    "value",
    "selection",
    "select",
    "item",
    "label",
    "text",
    "response",
    "checked",
    "index",
    "indices",
    "indexes",
    "yes",
    "id",
    "es",
    "s",
];
pub(super) const PARTS_OF_DEFAULT: Names = &["default", "initial", "preselect", "prefill"];

// A question.

pub(super) const ID: Names = &["id", "questionid", "key", "name", "field", "fieldname", "slug"];
pub(super) const PROMPT: Names = &[
    "prompt",
    "question",
    "questiontext",
    "prompttext",
    "text",
    "query",
    "ask",
    "message",
    "q",
    "questionbody",
    "promptmessage",
    "userrequest",
    "questiontemplate",
    "inquire",
    "inquiry",
    "msg",
    "usermessage",
];
/// What is the question where nothing is called one.
pub(super) const PROMPT_ELSE: Names =
    &["title", "description", "details", "detail", "body", "content", "context", "instructions", "markdown", "hint"];
pub(super) const LABEL: Names = &[
    "label",
    "header",
    "tab",
    "tablabel",
    "shortlabel",
    "shorttitle",
    "short",
    "chip",
    "topic",
    "category",
    "tabtitle",
    "tabname",
    "shortname",
];
/// The label where nothing is called one, unless it is the question.
pub(super) const LABEL_ELSE: Names = &["title", "heading"];
/// What the user has to read as well: it goes below the prompt, in this order.
pub(super) const BELOW: Names = &[
    "message",
    "context",
    "contentpreview",
    "description",
    "details",
    "detail",
    "explanation",
    "background",
    "reason",
    "rationale",
    "purpose",
    "body",
    "content",
    "instructions",
    "markdown",
    "preview",
    "examples",
    "example",
    "help",
    "helptext",
    "hint",
    "subtitle",
    "url",
    "link",
    "note",
    "notes",
    "info",
    "information",
    "additionalinfo",
    "additionalcontext",
    "questioncontext",
    "longdescription",
    "intro",
    "introduction",
    "warning",
    "disclaimer",
    "summary",
    "reasoning",
    "why",
    "motivation",
    "impact",
    "consequence",
    "consequences",
    "remark",
    "remarks",
    "explain",
    "guidance",
    "comment",
    "caption",
    "footer",
    "tip",
    "tooltip",
    "helpertext",
    "subtext",
    "code",
    "snippet",
    "diff",
    "footernote",
];
pub(super) const PLACEHOLDER: Names = &["placeholder", "inputplaceholder", "placeholdertext"];
/// Whatever tells how it is answered: see [`TYPES`].
pub(super) const MODE: Names = &[
    "mode",
    "type",
    "kind",
    "questiontype",
    "inputtype",
    "fieldtype",
    "answertype",
    "responsetype",
    "selectionmode",
    "selectiontype",
    "selectmode",
    "selecttype",
    "choicetype",
    "widget",
    "control",
    "datatype",
    "valuetype",
    "format",
];
pub(super) const IS_MULTI: Names = &["multi", "multiselect", "multiple", "allowmultiple"];
/// How many may, or have to, be chosen; from two on, several.
pub(super) const MOST: Names = &[
    "maxselections",
    "maxselected",
    "maxselect",
    "maxchoices",
    "maxanswers",
    "selectionlimit",
    "limit",
    "minselections",
    "minselected",
    "minchoices",
    "maxitems",
    "minitems",
    "max",
    "min",
    "maxcount",
    "requiredcount",
    "numselections",
    "selectcount",
    "choose",
    "pick",
];
pub(super) const OPTIONS: Names = &[
    "options",
    "suggestions",
    "choices",
    "followup",
    "followups",
    "suggestedanswers",
    "suggestedoptions",
    "suggestedresponses",
    "suggest",
    "predefinedoptions",
    "predefinedanswers",
    "possibleanswers",
    "answeroptions",
    "alternatives",
    "candidates",
    "enum",
    "oneof",
    "anyof",
    "quickreplies",
    "buttons",
    "optionlist",
    "availableoptions",
    "opts",
    "variants",
    "menu",
    "proposals",
    "responseoptions",
    "optiongroups",
    "optgroups",
];
/// The same of a question alone: beside a list of questions, these are something else.
pub(super) const OPTIONS_WITHIN: Names = &[
    "items",
    "values",
    "answers",
    "option",
    "choice",
    "list",
    "entries",
    "responses",
    "selections",
    "picks",
    "allowedvalues",
    "possiblevalues",
    "groups",
];
/// Labels of options that are listed by their values.
pub(super) const OPTION_LABELS: Names =
    &["enumnames", "enumlabels", "optionlabels", "labels", "xenumnames", "choicelabels"];
/// The same of what stands below them.
pub(super) const OPTION_DESCRIPTIONS: Names =
    &["descriptions", "optiondescriptions", "choicedescriptions", "enumdescriptions"];
pub(super) const RECOMMENDED: Names = &[
    "recommended",
    "recommendedoption",
    "recommendedoptions",
    "recommendedvalue",
    "recommendedvalues",
    "recommendation",
    "recommendations",
    "preferred",
    "suggested",
    "recommend",
];
/// Positions, from 0.
pub(super) const RECOMMENDED_INDEX: Names =
    &["recommendedindex", "recommendedindices", "recommendedindexes", "recommendedoptionindex"];
pub(super) const ALLOW_CUSTOM: Names = &[
    "allowcustom",
    "allowother",
    "custom",
    "allowfreeform",
    "allowfreeforminput",
    "allowfreetext",
    "allowcustominput",
    "allowcustomanswer",
    "allowcustomresponse",
    "allowtext",
    "allowtextinput",
    "allowtyping",
    "isother",
    "hasother",
    "includeother",
    "enableother",
    "showother",
    "other",
    "freeform",
    "freetext",
    "creatable",
    "allowcreate",
];
/// Of these, a text is what the row is called.
pub(super) const CUSTOM_OR_LABEL: Names = &["other", "custom", "freeform", "freetext"];
pub(super) const NO_CUSTOM: Names = &[
    "hideother",
    "disablecustom",
    "disableother",
    "nocustom",
    "noother",
    "optionsonly",
    "restricttooptions",
    "strict",
    "closed",
    "closedlist",
    "restricted",
    "onlyoptions",
];
pub(super) const CUSTOM_LABEL: Names =
    &["customlabel", "otherlabel", "customoptionlabel", "otheroptionlabel", "freeformlabel", "freetextlabel"];
pub(super) const ALLOW_EMPTY: Names =
    &["allowempty", "optional", "isoptional", "skippable", "allowskip", "canskip", "allowblank", "nullable"];
pub(super) const REQUIRED: Names = &["required", "isrequired", "mandatory"];
pub(super) const IS_SECRET: Names = &[
    "secret",
    "issecret",
    "sensitive",
    "issensitive",
    "ispassword",
    "masked",
    "private",
    "isprivate",
    "confidential",
    "maskinput",
    "mask",
];
pub(super) const DEFAULT: Names = &[
    "defaultvalue",
    "default",
    "defaultanswer",
    "defaultoption",
    "defaultchoice",
    "defaultselection",
    "initialvalue",
    "initial",
    "preselected",
    "prefill",
    "selected",
    "selectedvalue",
    "value",
    "currentvalue",
];
pub(super) const DEFAULTS: Names =
    &["defaultvalues", "defaults", "defaultoptions", "defaultselections", "initialvalues", "selectedvalues", "checked"];
/// Positions, from 0.
pub(super) const DEFAULT_INDEX: Names = &[
    "defaultindex",
    "defaultoptionindex",
    "defaultindices",
    "defaultindexes",
    "initialindex",
    "selectedindex",
    "selectedindices",
];
pub(super) const YES_LABEL: Names = &[
    "yeslabel",
    "truelabel",
    "confirmlabel",
    "approvelabel",
    "oklabel",
    "yestext",
    "truetext",
    "confirmtext",
    "affirmative",
    "yes",
    "approvetext",
    "acceptlabel",
    "accepttext",
    "oktext",
    "active",
];
pub(super) const NO_LABEL: Names = &[
    "nolabel",
    "falselabel",
    "cancellabel",
    "denylabel",
    "rejectlabel",
    "notext",
    "falsetext",
    "canceltext",
    "negative",
    "no",
    "denytext",
    "rejecttext",
    "declinelabel",
    "declinetext",
    "inactive",
];
/// What a form cannot do; the model is told so.
pub(super) const NO_EFFECT: Names = &[
    "minlength",
    "maxlength",
    "minimum",
    "maximum",
    "min",
    "max",
    "step",
    "pattern",
    "regex",
    "validate",
    "validation",
    "minitems",
    "maxitems",
    "minselections",
    "minselected",
    "minchoices",
    "maxselections",
    "maxselected",
    "maxselect",
    "maxchoices",
    "maxanswers",
    "selectionlimit",
    "limit",
    "showif",
    "when",
    "condition",
    "dependson",
    "timeout",
    "timeoutseconds",
    "autoresolutionms",
    "choose",
    "pick",
    "requiredcount",
    "numselections",
    "selectcount",
    "maxcount",
];

// An option.

pub(super) const OPTION_LABEL: Names = &[
    "label",
    "title",
    "text",
    "name",
    "option",
    "display",
    "displayname",
    "displaytext",
    "content",
    "answer",
    "choice",
    "suggestion",
    "suggest",
    "question",
    "optionlabel",
    "optiontext",
    "labeltext",
    "item",
    "response",
    "heading",
    "header",
    "prompt",
    "choicetext",
];
pub(super) const OPTION_VALUE: Names =
    &["value", "id", "key", "const", "slug", "optionvalue", "optionid", "choicevalue"];
pub(super) const OPTION_BELOW: Names = &[
    "description",
    "detail",
    "details",
    "explanation",
    "hint",
    "help",
    "helptext",
    "subtitle",
    "subtext",
    "summary",
    "rationale",
    "reason",
    "tooltip",
    "context",
    "message",
    "note",
    "notes",
    "info",
    "comment",
    "caption",
    "sublabel",
    "recommendation",
    "warning",
    "badge",
    "tag",
    "disabledreason",
];
pub(super) const OPTION_PREVIEW: Names =
    &["preview", "markdown", "code", "snippet", "mockup", "diff", "body", "example"];
/// A preview where something else is the label.
pub(super) const OPTION_PREVIEW_ELSE: Names = &["content"];
pub(super) const OPTION_RECOMMENDED: Names = &["recommended", "isrecommended", "preferred", "suggested"];
pub(super) const OPTION_DEFAULT: Names =
    &["default", "isdefault", "checked", "ischecked", "defaultchecked", "selected", "isselected", "preselected"];
/// The same, of which the name has to be read as well.
pub(super) const OPTION_BELOW_NAMED: Names = &[
    "pros",
    "cons",
    "advantages",
    "disadvantages",
    "tradeoff",
    "tradeoffs",
    "risk",
    "risks",
    "impact",
    "consequence",
    "consequences",
    "effort",
    "cost",
    "price",
    "duration",
    "bestfor",
    "whentouse",
    "items",
    "features",
    "includes",
    "contents",
];
/// Elements of XML that a list of options is written in.
pub(super) const OPTION_TAGS: Names = &["suggest", "option", "choice", "suggestion", "item", "answer"];

/// Types of items in a list of options that are none.
pub(super) const SEPARATORS: Names = &["separator", "divider"];

// Values.

/// A text in the place of a list that was not sent.
pub(super) const NONE: Names = &["null", "none", "na", "undefined", "nil"];
pub(super) const YES: Names = &["true", "yes", "y", "on", "1", "1.0", "enabled", "always"];
pub(super) const NO: Names = &["false", "no", "n", "off", "0", "0.0", "disabled", "never"];
/// What a flag with more to it says.
pub(super) const ENABLED: Names = &["enabled", "allowed", "allow", "value"];

/// Whether a name as it was sent is the one of a table.
pub(super) fn is_named(sent: &str, name: &str) -> bool {
    // Most are told apart by their lengths: what joins words only makes a name longer.
    if sent.len() <= name.len() {
        return sent.eq_ignore_ascii_case(name);
    }
    let letters = sent.bytes().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    letters.map(|byte| byte.to_ascii_lowercase()).eq(name.bytes())
}

/// Whether a name as it was sent is one of a table.
#[inline(never)] // It is asked so often that it would be a tenth of all the reading.
pub(super) fn is_any(sent: &str, names: Names) -> bool {
    names.iter().any(|name| is_named(sent, name))
}
