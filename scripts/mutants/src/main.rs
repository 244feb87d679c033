//! Writes sources in which every mutant is present and off.
//!
//! `mutants FOLDER,FOLDER SKIPPED…` rewrites the Rust files below the folders. Mutants are numbered from 1; those whose
//! numbers follow are left out. Prints one JSON object a line for each other one: its number, the file, the line, what it
//! changes, and its place in the rewritten text (bytes, 0-based).
//!
//! It stands in for cargo-mutants, which compiles once for each mutant: here that takes minutes, and there are more than a
//! thousand. This program compiles all of them at once, and `crate::mutants::is(number)` switches one on. The kinds of
//! mutants are those of cargo-mutants.

mod edits;
mod sites;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, error, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut arguments = env::args().skip(1);
    let folders = arguments.next().ok_or("usage: mutants FOLDER,FOLDER SKIPPED…")?;
    let skipped: HashSet<usize> = arguments.map(|number| number.parse()).collect::<Result<_, _>>()?;
    let mut next = 1;
    for folder in folders.split(',') {
        for path in rust_files(Path::new(folder))? {
            let text = fs::read_to_string(&path)?;
            let sites = sites::find(&text, &mut next).map_err(|error| format!("{}: {error}", path.display()))?;
            let (rewritten, mutants) = edits::apply(&text, sites, &skipped);
            fs::write(&path, rewritten)?;
            for mutant in mutants {
                let file = path.to_string_lossy();
                println!(
                    "{}",
                    serde_json::json!({
                        "number": mutant.number,
                        "file": file,
                        "line": mutant.line,
                        "says": mutant.says,
                        "start": mutant.place.start,
                        "end": mutant.place.end,
                    })
                );
            }
        }
    }
    Ok(())
}

/// Returns the Rust files below a folder, by name, so that numbers are the same in each run.
fn rust_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}
