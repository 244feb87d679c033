//! Puts the mutants of a file into its text. Adds no line, so that lines keep their numbers.

use std::collections::HashSet;
use std::ops::Range;

/// A part of a text that is replaced.
pub(crate) struct Edit {
    /// Place in the text as it was: bytes, 0-based. Empty for an insertion.
    pub(crate) place: Range<usize>,
    pub(crate) text: String,
}

/// A place in a file with one or more mutants, which are put in together.
pub(crate) struct Site {
    /// Line, 1-based.
    pub(crate) line: usize,
    /// Number and words of each mutant.
    pub(crate) mutants: Vec<(usize, String)>,
    /// Edits from left to right. Of edits at the same place, the first found comes first.
    pub(crate) edits: Vec<(usize, Edit)>,
}

/// A mutant in the rewritten text.
pub(crate) struct Mutant {
    pub(crate) number: usize,
    pub(crate) line: usize,
    pub(crate) says: String,
    /// Place of the whole site in the rewritten text.
    pub(crate) place: Range<usize>,
}

/// Returns the text with all sites but those that are skipped, and the mutants in it.
pub(crate) fn apply(text: &str, sites: Vec<Site>, skipped: &HashSet<usize>) -> (String, Vec<Mutant>) {
    let is_kept = |site: &Site| site.mutants.iter().all(|(number, _)| !skipped.contains(number));
    let sites: Vec<Site> = sites.into_iter().filter(is_kept).collect();
    let mut edits: Vec<(usize, usize, &Edit)> = Vec::new();
    for (site, found) in sites.iter().enumerate() {
        edits.extend(found.edits.iter().map(|(order, edit)| (*order, site, edit)));
    }
    edits.sort_by_key(|(order, _, edit)| (edit.place.start, *order));
    let mut places: Vec<Option<Range<usize>>> = vec![None; sites.len()];
    let mut rewritten = String::new();
    let mut copied = 0;
    for (_, site, edit) in edits {
        rewritten.push_str(&text[copied..edit.place.start]);
        let start = rewritten.len();
        rewritten.push_str(&edit.text);
        copied = edit.place.end;
        let place = places[site].get_or_insert(start..start);
        place.end = rewritten.len();
    }
    rewritten.push_str(&text[copied..]);
    let placed = sites.into_iter().zip(places);
    let mutants = placed.flat_map(|(site, place)| {
        let place = place.unwrap_or_default();
        site.mutants.into_iter().map(move |(number, says)| Mutant {
            number,
            line: site.line,
            says,
            place: place.clone(),
        })
    });
    (rewritten, mutants.collect())
}
