use super::wysiwyg;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner, TestCaseError};
use std::collections::BTreeMap;
#[allow(clippy::all, clippy::pedantic, clippy::disallowed_methods)]
fn survey<S: Strategy>(strategy: S, play: impl Fn(&S::Value) -> Result<(), TestCaseError>) where S::Value: std::fmt::Debug {
    let n: usize = std::env::var("N").unwrap_or("3000".into()).parse().unwrap();
    let mut runner = TestRunner::new(Config::default());
    let mut found: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let kind = |value: &S::Value| -> Option<(String, String)> {
        let err = play(value).err()?;
        let text = format!("{err}").replace("Test case failed: ", "");
        let first = text.lines().next().unwrap_or_default().to_owned();
        let mut key: String = first.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
        if let Some(at) = key.find("Text(") { key.truncate(at); }
        let d = format!("{value:?}");
        let said = text.lines().find(|l| l.starts_with("said")).unwrap_or_default();
        let enter = said.split("enter: ").nth(1).unwrap_or_default().split(['(', ',']).next().unwrap_or_default().to_owned();
        let key = format!("{key} | {enter} editor={} | {} {}", said.contains("has_editor: true"), if d.contains("allowCustom") {"closed"} else {"open"}, if d.contains("multi") {"multi"} else {"single"});
        Some((key, text))
    };
    let mut failed = 0;
    for _ in 0..n {
        let mut tree = strategy.new_tree(&mut runner).unwrap();
        let Some((key, _)) = kind(&tree.current()) else { continue };
        failed += 1;
        if let Some((count, _)) = found.get_mut(&key) { *count += 1; continue; }
        for _ in 0..400 {
            if !tree.simplify() { break; }
            while kind(&tree.current()).is_none_or(|(k, _)| k != key) { if !tree.complicate() { break; } }
        }
        if let Some((k, text)) = kind(&tree.current()) { found.insert(key.clone(), (1, format!("[{k}]\n{:?}\n{text}", tree.current()))); }
    }
    println!("FAILED {failed} of {n}");
    for (key, (count, text)) in found { println!("##### {count} × {key}\n{text}"); }
}
#[test]
fn survey_wysiwyg() { survey(wysiwyg::case(), wysiwyg::play); }
