//! Finds addresses in a text that a click may open. An address leads where it says, so what is shown is the target.
//!
//! Stands in for `linkify`, which accepts other schemes, names before a host, and letters that look like others.

use std::ops::Range;
use std::rc::Rc;

use crate::text::class::Class;

/// Maximum length of an address, in bytes. Terminals ignore longer ones, and one that is cut leads elsewhere.
const MAX_BYTES: usize = 2_000;
/// Schemes that programs open without running anything.
const SCHEMES: [&str; 3] = ["https", "http", MAIL];
const MAIL: &str = "mailto";
/// Punctuation of the sentence behind an address.
const PUNCTUATION: &[char] = &['.', ',', ':', ';', '!', '?', '\'', '*', '_', '~'];

/// An address in a text: printable ASCII without blanks, quotes, backslashes and brackets other than round ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Byte range of the address in the text.
    pub(super) range: Range<usize>,
    pub(super) address: Rc<str>,
}

pub(super) fn find_all(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let mut end = 0;
    for (colon, _) in text.match_indices(':') {
        if colon < end {
            continue;
        }
        let Some(start) = start_of_scheme(text, colon) else { continue };
        let rest = text.get(start..).unwrap_or_default();
        let written = rest.get(..length(rest)).unwrap_or_default();
        end = start + written.len();
        let behind = text.get(end..).unwrap_or_default().chars().next();
        let is_in_link = behind == Some(')') && text.get(..start).unwrap_or_default().ends_with("](");
        let address = if is_in_link { written } else { written.trim_end_matches(PUNCTUATION) };
        if address.len() <= MAX_BYTES && !behind.is_some_and(continues) && leads_somewhere(address) {
            links.push(Link { range: start..start + address.len(), address: address.into() });
        }
    }
    links
}

/// Returns the start of the scheme that ends before the colon at byte `colon`.
fn start_of_scheme(text: &str, colon: usize) -> Option<usize> {
    let before = text.as_bytes().get(..colon)?;
    let starts = SCHEMES.iter().filter_map(|scheme| {
        let start = colon.checked_sub(scheme.len())?;
        let is_whole = !start.checked_sub(1).and_then(|at| before.get(at)).is_some_and(|byte| is_of_scheme(*byte));
        (is_whole && before.get(start..)?.eq_ignore_ascii_case(scheme.as_bytes())).then_some(start)
    });
    starts.min()
}

fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

/// Returns the length of the address that a text begins with. It ends before a round bracket that it has not opened.
fn length(text: &str) -> usize {
    let mut depth = 0_usize;
    let is_part = |byte: &u8| match byte {
        b'(' => {
            depth += 1;
            true
        }
        b')' => depth.checked_sub(1).map(|outer| depth = outer).is_some(),
        byte => byte.is_ascii_graphic() && !b"\"<>[\\]^`{|}".contains(byte),
    };
    text.bytes().take_while(is_part).count()
}

/// Returns whether a character behind an address may belong to it for the reader: a letter that has to be encoded, or
/// one that is not seen.
fn continues(char: char) -> bool {
    !char.is_ascii() && (char.is_alphanumeric() || !Class::of(char).stands_alone())
}

/// Returns whether an address has a host or a mailbox. A name before the host is refused, because it looks like one.
fn leads_somewhere(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once(':') else { return false };
    if scheme.eq_ignore_ascii_case(MAIL) {
        return rest.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
    }
    let host = rest.strip_prefix("//").and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    let is_of_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte);
    host.starts_with(|char: char| char.is_ascii_alphanumeric()) && host.bytes().all(is_of_host)
}

#[cfg(test)]
mod tests {
    use super::{MAX_BYTES, find_all};

    fn addresses(text: &str) -> Vec<String> {
        find_all(text).into_iter().map(|link| link.address.to_string()).collect()
    }

    #[test]
    fn addresses_are_found() {
        for (text, expected) in [
            ("see https://a.example/b?c=d;e&f=%20#g, then", &["https://a.example/b?c=d;e&f=%20#g"] as &[_]),
            ("HTTP://localhost:3000. <https://a.example>", &["HTTP://localhost:3000", "https://a.example"]),
            ("mail mailto:me@a.example!", &["mailto:me@a.example"]),
            ("(https://a.example/b_(c)) (https://a.example)/d", &["https://a.example/b_(c)", "https://a.example"]),
            ("[name](https://a.example/b.) [c](http://d)", &["https://a.example/b.", "http://d"]),
            ("[https://good.example](https://evil.example)", &["https://good.example", "https://evil.example"]),
            ("https://a.example/?to=https://b.example", &["https://a.example/?to=https://b.example"]),
            ("见https://a.example。「https://b.example」", &["https://a.example", "https://b.example"]),
            ("\"https://a.example\" 'https://b.example'", &["https://a.example", "https://b.example"]),
            // other schemes, and none
            ("file:///etc/passwd javascript:alert(1) data:text/html,x ftp://a vscode://b", &[]),
            ("xhttps://a.example git+https://a.example https:a.example www.a.example me@a.example", &[]),
            ("https:// https://? https://.. mailto: mailto:me mailto:@a http://[::1]/", &[]),
            // what looks like another address
            ("https://good.example@evil.example/ https://good.example:x@evil.example", &[]),
            ("https://g\u{43e}od.example https://good.example\u{200b}.evil.example", &[]),
            ("https://a.example/K\u{f6}ln https://a.example/Ko\u{308}ln https://a.example/\u{200f}b", &[]),
            // what a terminal would obey, as it is written and as it is shown
            ("https://a.example\u{1b}]8;;https://b.example\u{7}", &["https://a.example", "https://b.example"]),
            ("https://a.example\u{241b}\\x https://b.example\\c", &["https://a.example", "https://b.example"]),
        ] {
            assert_eq!(addresses(text), expected, "{text:?}");
        }
    }

    #[test]
    fn an_address_is_short_enough_or_none() {
        let longest = format!("https://a.example/{}", "b".repeat(MAX_BYTES - 18));
        assert_eq!(addresses(&longest), [longest.as_str()]);
        assert!(addresses(&format!("{longest}b")).is_empty());
        assert!(addresses(&format!("http://a/{}", ")(http://a".repeat(100_000))).len() > 1_000);
    }

    proptest::proptest! {
        #[test]
        fn an_address_is_what_is_shown(
            text in "([ -~]|https?://|mailto:|[a-z]\\.example|@|\\PC|[\0-\u{1f}\u{7f}-\u{9f}\u{200b}-\u{2069}]){0,60}",
        ) {
            let mut end = 0;
            for link in find_all(&text) {
                proptest::prop_assert_eq!(text.get(link.range.clone()), Some(&*link.address));
                proptest::prop_assert!(link.address.bytes().all(|byte| byte.is_ascii_graphic()));
                proptest::prop_assert!(link.range.start >= end);
                end = link.range.end;
            }
        }
    }
}
