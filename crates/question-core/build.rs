//! Makes the type `Words` and a value of it for each language from `src/words/words.toml`.
//!
//! Fails if a text lacks a language, or has a field that is none.

#![allow(clippy::disallowed_methods)] // I/O is what a build script is for

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const SOURCE: &str = "src/words/words.toml";
/// Languages by the code that a locale begins with, in the order in which they are listed.
const LANGUAGES: [&str; 10] = ["en", "de", "es", "fr", "pt", "ja", "zh", "ko", "ru", "uk"];
/// The field that says how a text is used.
const ABOUT: &str = "about";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SOURCE}");
    let texts: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(&fs::read_to_string(SOURCE)?)?;
    let mut code = "/// All texts of the form.\n#[derive(Debug, PartialEq, Eq)]\n\
                    #[allow(missing_docs)] // each is named after what it says in English\npub struct Words {\n"
        .to_owned();
    for (name, text) in &texts {
        if let Some(about) = text.get(ABOUT) {
            writeln!(code, "    /// {about}")?;
        }
        writeln!(code, "    pub {name}: &'static str,")?;
        if let Some(other) = text.keys().find(|field| *field != ABOUT && !LANGUAGES.contains(&field.as_str())) {
            return Err(format!("{SOURCE}: \"{other}\" of {name} is no language").into());
        }
    }
    code += "}\n\n";
    let mut listed = String::new();
    for language in LANGUAGES {
        let constant = language.to_uppercase();
        writeln!(code, "static {constant}: Words = Words {{")?;
        for (name, text) in &texts {
            let text = text.get(language).ok_or_else(|| format!("{SOURCE}: {name} has no \"{language}\""))?;
            writeln!(code, "    {name}: {text:?},")?;
        }
        code += "};\n\n";
        writeln!(listed, "    (\"{language}\", &{constant}),")?;
    }
    write!(
        code,
        "/// Languages by the code that a locale begins with.\nstatic LANGUAGES: [(&str, &Words); {}] = [\n{listed}];\n",
        LANGUAGES.len()
    )?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("words.rs"), code)?;
    Ok(())
}
