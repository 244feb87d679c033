//! One question as it was sent, under any of the names of `aliases` → question request: each value is brought to the type of
//! its place. What cannot be is told in a note; where something else would be asked then, the question is refused.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::call::aliases::{Alias, FLAGS, OPTION, OptionPlace, Place, QUESTION, SEVERAL, Type, is_empty, is_named};
use crate::call::naming::{RECOMMENDED_MARK, is_seen, without_mark};
use crate::call::request::{Mode, OptionRequest, QuestionRequest, position};
use crate::call::unwrap::{Reading, is_json, joined, unpacked};
use crate::json::slips;

/// Names of unknown fields that are told at once, and how long they may be in characters.
const MAX_UNKNOWN: usize = 5;
const MAX_NAME: usize = 40;

/// The fields of an object by their places. What holds nothing is not among them.
pub(super) struct Sent<'a, P> {
    fields: Vec<(P, &'a str, &'a Value)>,
    /// The places of the fields, each once: one field may be spelled in any number of ways.
    taken: Vec<P>,
    /// Fields whose place another one has taken.
    doubled: Vec<(P, &'a str, &'a Value)>,
    unknown: Vec<(&'a str, &'a Value)>,
}

/// A place of a table of aliases.
pub(super) trait HasRoom: Copy + PartialEq {
    /// Whether any number of fields may take it.
    fn has_room(self) -> bool;
}

impl<'a, P: HasRoom> Sent<'a, P> {
    pub(super) fn of(object: &'a Map<String, Value>, aliases: &[Alias<P>]) -> Self {
        let mut known: Vec<(usize, &[P], &str, &Value)> = Vec::new();
        let mut unknown = Vec::new();
        for (name, value) in object.iter().filter(|(_, value)| !is_empty(value)) {
            match aliases.iter().enumerate().find(|(_, (own, ..))| is_named(name, own)) {
                Some((order, (_, places, _))) => known.push((order, places, name, value)),
                None => unknown.push((name.as_str(), value)),
            }
        }
        known.sort_by_key(|(order, ..)| *order);
        let mut sent = Self { fields: Vec::new(), taken: Vec::new(), doubled: Vec::new(), unknown };
        for (_, places, name, value) in known {
            let free = places.iter().find(|place| !sent.taken.contains(place));
            sent.put(free.or(places.last()).copied(), name, value);
        }
        sent
    }

    /// Puts a field into a place, if that is free or has room.
    fn put(&mut self, place: Option<P>, name: &'a str, value: &'a Value) {
        let Some(place) = place else { return };
        let is_taken = self.taken.contains(&place);
        if is_taken && !place.has_room() {
            self.doubled.push((place, name, value));
            return;
        }
        self.fields.push((place, name, value));
        if !is_taken {
            self.taken.push(place);
        }
    }

    /// All fields that a table names.
    pub(super) fn all(&self) -> impl Iterator<Item = (P, &'a str, &'a Value)> {
        self.fields.iter().chain(&self.doubled).copied()
    }

    fn all_of(&self, place: P) -> Vec<(&'a str, &'a Value)> {
        let own = self.fields.iter().filter(|(own, ..)| *own == place);
        own.map(|(_, name, value)| (*name, *value)).collect()
    }

    fn get(&self, place: P) -> Option<(&'a str, &'a Value)> {
        self.fields.iter().find(|(own, ..)| *own == place).map(|(_, name, value)| (*name, *value))
    }

    /// The names of all fields that no table names.
    pub(super) fn unknown(&self) -> impl Iterator<Item = &'a str> {
        self.unknown.iter().map(|(name, _)| *name)
    }

    /// Tells what no table names.
    pub(super) fn note_unknown(&self, about: &str, reading: &mut Reading) {
        let names: Vec<&str> = self.unknown().collect();
        note_left_out(about, "unknown", &names, reading);
    }
}

impl Sent<'_, Place> {
    /// Adds what stands beside an only question. A second prompt or label is a text above it.
    pub(super) fn join(&mut self, beside: &Self) {
        for (place, name, value) in beside.all() {
            let is_second = [Place::Prompt, Place::Label].contains(&place) && self.taken.contains(&place);
            self.put(Some(if is_second { Place::Above } else { place }), name, value);
        }
        self.unknown.extend(&beside.unknown);
    }
}

/// A name that was sent, as far as it is told.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.chars().take(MAX_NAME).collect::<String>())
}

/// Tells that fields were left out, which are of this `kind`.
fn note_left_out(about: &str, kind: &str, names: &[&str], reading: &mut Reading) {
    let first: Vec<String> = names.iter().take(MAX_UNKNOWN).map(|name| quoted(name)).collect();
    let more = if names.len() > MAX_UNKNOWN { " and others" } else { "" };
    match first.as_slice() {
        [] => {}
        [name] => reading.note(&format!("{about}: the {kind} field {name} was left out.")),
        all => reading.note(&format!("{about}: the {kind} fields {}{more} were left out.", all.join(", "))),
    }
}

/// A text. Numbers and booleans count as the text they are written as, which is how models send ports and flags.
pub(crate) fn own_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A position, from 0.
fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|at| usize::try_from(at).ok())
}

/// A boolean, or a word for one.
pub(super) fn flag(value: &Value) -> Option<bool> {
    let word = own_text(value)?;
    FLAGS.iter().find(|(name, _)| word.trim().eq_ignore_ascii_case(name)).map(|(_, flag)| *flag)
}

/// A question while its fields are read.
struct Reader<'a, 'r> {
    sent: &'a Sent<'a, Place>,
    number: usize,
    reading: &'r mut Reading,
}

impl QuestionRequest {
    /// Reads a question; `number` counts from 1. Of one that is refused, what it asks is left, in which nothing is missing.
    pub(super) fn read(sent: &Sent<'_, Place>, number: usize, reading: &mut Reading) -> Self {
        let before = reading.refused();
        let question = Reader { sent, number, reading }.question();
        if reading.refused() == before {
            return question;
        }
        let Self { id, label, prompt, .. } = question;
        Self { id, label, prompt: if is_seen(&prompt) { prompt } else { "…".to_owned() }, ..Self::default() }
    }
}

impl Reader<'_, '_> {
    fn note(&mut self, what: &str) {
        self.reading.note(&format!("Question {}: {what}", self.number));
    }

    fn refuse(&mut self, what: &str) {
        self.reading.refuse(&format!("Question {}: {what}", self.number));
    }

    fn text(&mut self, place: Place) -> Option<String> {
        let (name, value) = self.sent.get(place)?;
        self.texted(name, value)
    }

    fn texted(&mut self, name: &str, value: &Value) -> Option<String> {
        let text = own_text(value);
        if text.is_none() {
            self.note(&format!("\"{name}\" has to be a text, and was left out."));
        }
        text
    }

    fn prompt(&mut self) -> Option<String> {
        let (name, value) = self.sent.get(Place::Prompt)?;
        let prompt = own_text(value);
        if prompt.is_none() {
            self.refuse(&format!("\"{name}\" has to be a text, the full question."));
        }
        prompt
    }

    fn flag(&mut self, place: Place) -> Option<bool> {
        let (name, value) = self.sent.get(place)?;
        let flag = flag(value);
        if flag.is_none() {
            self.note(&format!("\"{name}\" has to be true or false, and was left out."));
        }
        flag
    }

    /// Whether several can be chosen, if anything says so.
    fn is_multi(&mut self) -> Option<bool> {
        let mut is_multi = None;
        for (name, value) in self.sent.all_of(Place::Multi) {
            match flag(value) {
                Some(flag) => is_multi = Some(flag || is_multi == Some(true)),
                // Several must not become one.
                None => self.refuse(&format!("\"{name}\" has to be true or false.")),
            }
        }
        is_multi
    }

    /// What the types say: of several, one that is for several; else the first that says anything.
    fn kind(&mut self) -> Option<Type> {
        let mut kinds = Vec::new();
        for (name, value) in self.sent.all_of(Place::Mode) {
            let kind = value.as_str().and_then(Type::named);
            kinds.extend(kind.filter(|kind| *kind != Type::Any));
            if kind.is_some() {
                continue;
            }
            let about = format!("\"{name}\": {value} is not known");
            if self.sent.get(Place::Options).is_some() {
                self.refuse(&format!("{about}. Send \"mode\": \"single\", \"multi\" or \"input\"."));
            } else {
                self.note(&format!("{about}, and was left out."));
            }
        }
        let multi = kinds.iter().find(|kind| **kind == Type::Mode(Mode::Multi));
        multi.or(kinds.first()).copied()
    }

    fn question(mut self) -> QuestionRequest {
        let above = self.sent.all_of(Place::Above).into_iter();
        let mut above: Vec<Option<String>> = above.map(|(name, value)| self.texted(name, value)).collect();
        let (prompt, label) = (self.prompt(), self.text(Place::Label));
        // Some tools say the same twice.
        above.retain(|text| *text != prompt && *text != label);
        let mut question = QuestionRequest {
            id: self.text(Place::Id),
            label,
            prompt: joined(above.into_iter().chain([prompt])).unwrap_or_default(),
            custom_label: self.text(Place::CustomLabel),
            placeholder: self.text(Place::Placeholder),
            allow_custom: self.flag(Place::AllowCustom).or_else(|| self.flag(Place::NoCustom).map(|no| !no)),
            allow_empty: self.flag(Place::AllowEmpty).or_else(|| self.flag(Place::Required).map(|must| !must)),
            secret: self.flag(Place::Secret).filter(|is_secret| *is_secret),
            ..QuestionRequest::default()
        };
        let checked = self.options(&mut question);
        self.mode(&mut question);
        self.recommended(&mut question);
        self.defaults(&mut question, checked);
        self.doubled();
        self.unknown(&question);
        question
    }

    /// Tells of what stands there twice. Of two lists of options, nobody knows which is meant.
    fn doubled(&mut self) {
        for (place, name, value) in &self.sent.doubled {
            let Some((first, taken)) = self.sent.get(*place).filter(|(_, taken)| taken != value) else { continue };
            if *place == Place::Options && taken != *value {
                self.refuse(&format!("\"{name}\" stands beside \"{first}\". Send one of them."));
            } else {
                self.note(&format!("\"{name}\" was left out, because \"{first}\" stands for the same."));
            }
        }
    }

    /// Tells what no table names. What may well say what can be chosen, or that several can, is refused.
    fn unknown(&mut self, question: &QuestionRequest) {
        let is_about = |(name, value): &&(&str, &Value)| match question.mode {
            _ if question.options.is_empty() => value.is_array() || value.is_object(),
            Some(Mode::Multi) => false,
            _ => is_about_several(name, value),
        };
        let send = if question.options.is_empty() {
            "Send what can be chosen as \"options\", or leave it out"
        } else {
            "Send \"mode\": \"multi\" if several can be chosen, or leave it out"
        };
        match self.sent.unknown.iter().find(is_about) {
            Some((name, _)) => self.refuse(&format!("{} is an unknown field. {send}.", quoted(name))),
            None => self.sent.note_unknown(&format!("Question {}", self.number), self.reading),
        }
    }

    /// Reads the options; returns the names of those that are chosen from the start.
    fn options(&mut self, question: &mut QuestionRequest) -> Vec<String> {
        let Some((name, sent)) = self.sent.get(Place::Options) else { return Vec::new() };
        let sent = unpacked(sent);
        let items = match sent.as_deref() {
            Ok(Value::Array(items)) => items,
            Ok(Value::Null) => return Vec::new(),
            wrong => {
                let wrong = wrong.map_or_else(Clone::clone, |_| "is no list".to_owned());
                self.refuse(&format!("\"{name}\" {wrong}. Send a list of objects: [{{\"label\": \"…\"}}, …]."));
                return Vec::new();
            }
        };
        let mut checked = Vec::new();
        let mut left: [BTreeSet<String>; 2] = Default::default();
        for item in items.iter().filter(|item| !item.is_null() && !is_separator(item)) {
            let item = unstrung(item);
            let Value::Object(fields) = &*item else {
                question.options.push(OptionRequest::labeled(&own_text(&item).unwrap_or_default()));
                continue;
            };
            if let Some((group, _)) = fields.iter().find(|(name, value)| is_group(name, value)) {
                self.refuse(&format!("\"{group}\" is a list in an option. Send all options in one list."));
                return Vec::new();
            }
            let (option, is_checked, more) = read_option(fields);
            checked.extend(is_checked.then(|| option.name().to_owned()));
            // A few names are enough, however many options there are.
            for (left, more) in left.iter_mut().zip(more).filter(|(left, _)| left.len() <= MAX_UNKNOWN) {
                left.extend(more.into_iter().map(str::to_owned));
            }
            question.options.push(option);
        }
        for (kind, left) in ["unknown", "unreadable"].into_iter().zip(left) {
            let names: Vec<&str> = left.iter().map(String::as_str).collect();
            note_left_out(&format!("Question {}, options", self.number), kind, &names, self.reading);
        }
        self.other(question);
        checked
    }

    /// Takes an option "Other" behind others for the row for free text, which is there anyway.
    fn other(&mut self, question: &mut QuestionRequest) {
        let is_other =
            |option: &OptionRequest| option.label.trim().trim_end_matches(['.', '…']).eq_ignore_ascii_case("other");
        if question.allow_custom == Some(false) || question.options.len() < 2 {
            return;
        }
        if let Some(other) = question.options.pop_if(|option| is_other(option)) {
            self.note(&format!(
                "its option \"{}\" was taken for the free-text row, which the list has anyway.",
                other.label
            ));
            question.placeholder = question.placeholder.take().or(other.description);
            question.custom_label = question.custom_label.take().or(Some(other.label));
        }
    }

    /// How it is answered. Several stay several, whatever else is said.
    fn mode(&mut self, question: &mut QuestionRequest) {
        let has_options = !question.options.is_empty();
        let (is_multi, kind) = (self.is_multi(), self.kind());
        question.mode = match kind {
            Some(Type::YesNo | Type::Boolean) if !has_options => {
                question.options = yes_and_no(kind == Some(Type::Boolean));
                Some(Mode::Single)
            }
            Some(Type::Mode(Mode::Input)) if !has_options => Some(Mode::Input),
            _ if is_multi == Some(true) => Some(Mode::Multi),
            Some(Type::Mode(mode)) => Some(mode),
            Some(Type::Kind(_) | Type::Secret) if !has_options => Some(Mode::Input),
            _ if has_options && is_multi.is_none() && says_several(&question.prompt) => {
                self.note("several can be chosen, because its prompt says so.");
                Some(Mode::Multi)
            }
            _ => None,
        };
        question.kind = match kind {
            Some(Type::Kind(kind)) if !has_options => Some(kind),
            _ => None,
        };
        if kind == Some(Type::Secret) {
            question.secret = Some(true);
        }
    }

    /// What is recommended: a value or a label, or a number that is no name of an option and so an index from 0.
    fn recommended(&mut self, question: &mut QuestionRequest) {
        let at = match (self.sent.get(Place::Recommended), self.sent.get(Place::RecommendedIndex)) {
            (Some((_, value @ Value::Number(number))), _) => {
                position(&question.options, &number.to_string()).or_else(|| index(value))
            }
            (Some((name, value)), _) => {
                question.recommended = self.texted(name, value);
                return;
            }
            (None, Some((_, value))) => index(value),
            (None, None) => return,
        };
        match at.filter(|at| *at < question.options.len()) {
            Some(at) => question.recommend(at),
            None if question.options.is_empty() => {}
            None => self.note("what is recommended is out of range, and was left out; 0 is the first option."),
        }
    }

    /// A default: a text, or a number that is no name of an option and so an index from 0, as Inquirer has it.
    fn default(&mut self, name: &str, value: &Value, question: &QuestionRequest) -> Option<String> {
        let text = self.texted(name, value)?;
        if question.custom_label.as_ref().is_some_and(|label| label.trim().eq_ignore_ascii_case(text.trim())) {
            // The row for free text, in which nothing is typed yet.
            return None;
        }
        if value.is_string() || question.options.is_empty() || position(&question.options, &text).is_some() {
            return Some(text);
        }
        // Of options that are made of a type, none was sent that could be counted.
        let is_made = self.sent.get(Place::Options).is_none();
        let meant = flag(value).filter(|_| is_made || value.is_boolean());
        let says = |option: &&OptionRequest| flag(&Value::from(option.label.as_str())) == meant;
        let option = match meant {
            Some(_) => question.options.iter().find(says),
            None => index(value).and_then(|at| question.options.get(at)),
        };
        if option.is_none() {
            self.note(&format!("\"{name}\": {text} is none of its options, and was left out."));
        }
        option.map(|option| option.name().to_owned())
    }

    /// What is chosen or typed from the start; `checked` are options that say so themselves.
    fn defaults(&mut self, question: &mut QuestionRequest, checked: Vec<String>) {
        let takes_many = question.mode.is_some_and(Mode::takes_many);
        let unpack = |value| unpacked(value).ok().filter(|list| takes_many && list.is_array());
        let mut all: Vec<String> = Vec::new();
        for (name, value) in self.sent.all_of(Place::Default) {
            match unpack(value).as_deref().unwrap_or(value) {
                Value::Array(items) => all.extend(items.iter().filter_map(|item| self.default(name, item, question))),
                value => all.extend(self.default(name, value, question)),
            }
        }
        if all.is_empty() {
            all = checked;
        }
        if takes_many {
            question.default_values = Some(all).filter(|all| !all.is_empty());
        } else {
            if all.len() > 1 {
                self.note("of its defaults the first counts; it takes one answer.");
            }
            question.default_value = all.into_iter().next();
        }
    }
}

/// Whether a prompt says that several options can be chosen.
fn says_several(prompt: &str) -> bool {
    let prompt = prompt.to_ascii_lowercase();
    SEVERAL.iter().any(|words| prompt.contains(words))
}

/// Whether an unknown field may say that several options can be chosen: by a word of its name, or by its value.
fn is_about_several(name: &str, value: &Value) -> bool {
    const WORDS: [&str; 5] = ["multi", "multiple", "many", "several", "checkbox"];
    let is_one = |word: &str| WORDS.iter().any(|own| word.eq_ignore_ascii_case(own));
    let kind = value.as_str();
    let is_type = |kind: &str| is_one(kind) || Type::named(kind) == Some(Type::Mode(Mode::Multi));
    (words(name).into_iter().any(is_one) && flag(value) != Some(false)) || kind.is_some_and(is_type)
}

/// The words that a name is made of: `can`, `Pick` and `Many` of `canPickMany`.
fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in name.split(|char: char| !char.is_alphanumeric()) {
        let mut rest = part;
        while let Some((at, _)) = rest.char_indices().skip(1).find(|(_, char)| char.is_uppercase()) {
            let (word, more) = rest.split_at_checked(at).unwrap_or((rest, ""));
            words.push(word);
            rest = more;
        }
        words.push(rest);
    }
    words
}

/// Whether an unknown field of an option holds more options.
fn is_group(name: &str, value: &Value) -> bool {
    let has_place = |(own, places, _): &Alias<Place>| places.contains(&Place::Options) && is_named(name, own);
    value.is_array() && (is_named(name, "items") || QUESTION.iter().any(has_place))
}

/// An option, or the object that one of a text is.
fn unstrung(item: &Value) -> Cow<'_, Value> {
    let read = item.as_str().filter(|text| is_json(text)).and_then(|text| slips::read(text).ok());
    let is_option = |fields: &Map<String, Value>| Sent::of(fields, OPTION).get(OptionPlace::Label).is_some();
    match read {
        Some(read) if read.as_object().is_some_and(is_option) => Cow::Owned(read),
        _ => Cow::Borrowed(item),
    }
}

/// What Inquirer has between options.
fn is_separator(item: &Value) -> bool {
    item.get("type").and_then(Value::as_str) == Some("separator")
}

/// An option under any of the names for its fields, whether it is chosen from the start, and the names of what is unknown and
/// of what cannot be read in it.
fn read_option(fields: &Map<String, Value>) -> (OptionRequest, bool, [Vec<&str>; 2]) {
    let sent = Sent::of(fields, OPTION);
    let mut option = OptionRequest::default();
    let unknown: Vec<&str> = sent.unknown().collect();
    let mut unread: Vec<&str> = sent.doubled.iter().map(|(_, name, _)| *name).collect();
    let mut is_checked = false;
    let mut is_recommended = false;
    for (place, name, value) in sent.fields {
        // pi-questionnaire's previews have a type.
        let value = if place == OptionPlace::Preview { value.get("content").unwrap_or(value) } else { value };
        let (text, is_set) = (own_text(value), flag(value));
        let is_read = match place {
            OptionPlace::Recommended | OptionPlace::Default => is_set.is_some(),
            OptionPlace::Ignored => true,
            _ => text.is_some(),
        };
        if !is_read {
            unread.push(name);
        }
        match place {
            OptionPlace::Label => option.label = text.unwrap_or_default(),
            OptionPlace::Value => option.value = text,
            OptionPlace::Description => option.description = joined_lines(option.description.take(), text),
            OptionPlace::Preview => option.preview = text,
            OptionPlace::Recommended => is_recommended = is_set == Some(true),
            OptionPlace::Default => is_checked = is_set == Some(true),
            OptionPlace::Ignored => {}
        }
    }
    if is_recommended && !option.label.trim().is_empty() {
        option.label = [without_mark(&option.label), RECOMMENDED_MARK].concat();
    }
    (option, is_checked, [unknown, unread])
}

fn joined_lines(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some([one, other].join("\n")),
        (one, other) => one.or(other),
    }
}

fn yes_and_no(is_boolean: bool) -> Vec<OptionRequest> {
    let option = |label: &str, value: &str| OptionRequest {
        value: is_boolean.then(|| value.to_owned()),
        ..OptionRequest::labeled(label)
    };
    vec![option("Yes", "true"), option("No", "false")]
}
