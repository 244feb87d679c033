//! Which mutant is on, by the environment: `MUTANT` is its number. With `MUTANTS_REACHED`, the numbers of all that are
//! asked for are added to that file.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{LazyLock, Mutex};

static ON: LazyLock<Option<u32>> = LazyLock::new(|| std::env::var("MUTANT").ok()?.parse().ok());

static REACHED: LazyLock<Option<Mutex<(HashSet<u32>, File)>>> = LazyLock::new(|| {
    let path = std::env::var_os("MUTANTS_REACHED")?;
    let file = OpenOptions::new().create(true).append(true).open(path).ok()?;
    Some(Mutex::new((HashSet::new(), file)))
});

/// Returns whether a mutant is on.
pub fn is(number: u32) -> bool {
    if let Some(reached) = &*REACHED
        && let Ok(mut reached) = reached.lock()
        && reached.0.insert(number)
    {
        let _ = writeln!(reached.1, "{number}");
    }
    *ON == Some(number)
}
