//! Questions that are written as lines, each with a mark of what it is: `1. [question] …`, `[topic] …`, `[option] …`.

use serde_json::{Map, Value};

use crate::call::names;

/// The questions of a text whose first line is marked as one; `None` where it is any other text.
pub(super) fn questions(text: &str) -> Option<Value> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    marked(lines.peek()?).filter(|(mark, _)| names::is_any(mark, names::PROMPT))?;
    let mut questions: Vec<Map<String, Value>> = Vec::new();
    // Where a line without a mark goes on.
    let mut place = "";
    for line in lines {
        let (mark, text) = marked(line).unwrap_or(("", line));
        let said = |name: &str, text: &str| Map::from_iter([(name.to_owned(), Value::from(text))]);
        if names::is_any(mark, names::PROMPT) {
            place = "prompt";
            let bare = names::PROMPTS_OF_MULTI.iter().find_map(|says| text.strip_suffix(says));
            let mut question = said(place, bare.map_or(text, str::trim_end));
            if bare.is_some() {
                question.insert("multi".to_owned(), Value::Bool(true));
            }
            questions.push(question);
            continue;
        }
        let Some(question) = questions.last_mut() else { continue };
        if names::is_any(mark, names::LABEL) || names::is_any(mark, names::LABEL_ELSE) {
            place = "label";
            question.extend(said(place, text));
        } else if names::is_any(mark, names::OPTION_TAGS) {
            place = "options";
            push(question, said("label", text));
        } else if let (true, Some(Value::Array(options))) = (place == "options", question.get_mut("options")) {
            append(options.last_mut().and_then(Value::as_object_mut), "description", text);
        } else {
            append(Some(question), "prompt", text);
        }
    }
    Some(Value::Array(questions.into_iter().map(Value::Object).collect()))
}

fn push(question: &mut Map<String, Value>, option: Map<String, Value>) {
    if let Value::Array(options) = question.entry("options").or_insert_with(|| Value::Array(Vec::new())) {
        options.push(Value::Object(option));
    }
}

/// Puts a line below the text of a field.
fn append(fields: Option<&mut Map<String, Value>>, name: &str, line: &str) {
    let Some(fields) = fields else { return };
    match fields.entry(name).or_insert(Value::Null) {
        Value::String(text) => text.extend(["\n", line]),
        value => *value = Value::from(line),
    }
}

/// The mark of a line, and what stands behind it: `2. [option] Red`.
fn marked(line: &str) -> Option<(&str, &str)> {
    let line =
        line.trim_start_matches(|char: char| char.is_ascii_digit() || matches!(char, '.' | ')' | '-' | '*' | ' '));
    let (mark, text) = line.strip_prefix('[')?.split_once(']')?;
    let is_word = !mark.is_empty() && mark.chars().all(|char| char.is_ascii_alphabetic());
    is_word.then(|| (mark, text.trim_start_matches(':').trim()))
}

/// Whether a text is a list of fields in another language than JSON: a line for the question, and one for something else of it.
pub(super) fn is_fields(text: &str) -> bool {
    let name = |line: &str| {
        let (name, _) = line.trim_start_matches(['-', ' ', '\t']).split_once(':')?;
        let of =
            [names::PROMPT, names::OPTIONS, names::LABEL].into_iter().position(|of| names::is_any(name.trim(), of));
        of.filter(|_| !name.contains(' '))
    };
    // Lines within brackets are those of JSON.
    let mut depth = 0_usize;
    let mut outside = |line: &&str| {
        let is_outside = depth == 0;
        for char in line.chars() {
            match char {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        is_outside
    };
    let named: Vec<usize> = text.lines().filter(|line| outside(line)).filter_map(name).collect();
    named.first().is_some_and(|first| named.contains(&0) && named.iter().any(|other| other != first))
}
