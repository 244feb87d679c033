//! Commands of the host, which a form does not run: those of pi and its extensions, and lines for a shell. A text that is
//! one was probably meant for pi's prompt.

/// pi's own commands, without the slash.
const OF_PI: &str = include_str!("host_commands/pi.txt");
/// Words that begin a line for a shell: its own commands, and the programs that people run most.
const OF_SHELLS: &str = include_str!("host_commands/shell.txt");

/// Returns whether a text is a command: a slash with the name of a command of pi's, or among `others`, or an exclamation
/// mark with a word of a shell. A path is none.
pub(super) fn is_command(text: &str, others: &[String]) -> bool {
    let mut words = text.split_whitespace();
    let Some(first) = words.next().filter(|_| text.starts_with(['/', '!'])) else { return false };
    if let Some(name) = first.strip_prefix('/') {
        return has(OF_PI, name) || others.iter().any(|other| other == name);
    }
    let line = first.trim_start_matches('!');
    let word = if line.is_empty() { words.next().unwrap_or_default() } else { line };
    has(OF_SHELLS, word)
}

fn has(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|own| own == name)
}

#[cfg(test)]
mod tests {
    use super::is_command;

    #[test]
    fn commands_are_told_from_paths_and_words() {
        let others = ["questions".to_owned(), "skill:review".to_owned()];
        for (text, expected) in [
            ("/compact", true),
            ("/model anthropic/claude", true),
            ("/questions revise", true),
            ("/skill:review", true),
            ("/tmp", false),
            ("/model/weights.bin", false),
            ("/", false),
            ("compact", false),
            ("use /compact", false),
            ("!git status", true),
            ("!!ls", true),
            ("! npm test", true),
            ("!ready", false),
            ("!isReady", false),
            ("!", false),
        ] {
            assert_eq!(is_command(text, &others), expected, "{text:?}");
        }
    }
}
