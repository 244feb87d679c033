//! Strings made from others. All of it is out of line: what std puts in place of each call costs kilobytes.

/// A text of its own.
pub(crate) trait Owned {
    fn owned(&self) -> String;
}

impl Owned for str {
    #[inline(never)]
    fn owned(&self) -> String {
        self.to_owned()
    }
}

/// The texts, one behind the other.
#[inline(never)]
pub(crate) fn concat(texts: &[&str]) -> String {
    texts.concat()
}

/// A number as it is written.
#[inline(never)]
pub(crate) fn decimal(number: usize) -> String {
    number.to_string()
}
