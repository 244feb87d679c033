//! Words typed into a list: an option that they name, an answer of the user's own, or nothing.

use super::{boxes, mixed};
use crate::common::{Action, after, check, draft, form, json, one, submit, three, typed};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, Edit, First, NextTab, Note, PrevTab, Redo, Toggle, Undo};

#[test]
fn enter_sends_words_or_the_option_that_they_name() {
    check(
        one,
        &[
            (&[typed("sql")], r#"→ 0. Something else… ✎ editor "sql""#),
            (&[typed("sqlite")], r#"→ 2. SQLite editor "sqlite""#),
            (&[typed("sqlite"), submit("sqlite")], "answered: db=lite (2)"),
            (&[typed("SQLite "), submit("SQLite")], "answered: db=lite (2)"),
            (&[typed("sqlite"), typed("!!x")], r#"→ 0. Something else… ✎ editor "sqlite!!x""#),
            (&[typed("no, use MySQL"), submit("no, use MySQL")], r#"answered: db="no, use MySQL" (typed)"#),
            (&[typed("neither"), submit("neither")], r#"answered: db="neither" (typed)"#),
            (&[typed("my"), submit("my")], r#"answered: db="my" (typed)"#),
            // on the row of the text, the words are sent
            (&[typed("sqlite"), CursorDown, CursorDown, submit("sqlite")], r#"answered: db="sqlite" (typed)"#),
            // also after a key that has not changed them, and without the blanks at their end
            (
                &[typed("sqlite "), CursorDown, CursorDown, draft("sqlite "), submit("sqlite")],
                r#"answered: db="sqlite" (typed)"#,
            ),
            // words that nobody has seen are not sent, if they highlight another row
            (&[typed("sq"), submit("sqlite")], r#"→ 2. SQLite editor "sqlite""#),
            // a letter alone ends nothing
            (&[typed("y")], r#"→ 0. Something else… ✎ editor "y""#),
        ],
    );
}

#[test]
fn the_list_is_above_the_text() {
    check(
        one,
        &[
            (&[typed("my"), CursorUp], r#"→ 3. MySQL editor "my""#),
            // the arrows lead to all options
            (&[typed("my"), CursorUp, CursorUp], r#"→ 2. SQLite editor "my""#),
            (&[typed("my"), CursorDown, Confirm], "answered: db=pg (1)"),
            (&[typed("zz"), CursorUp, CursorUp, Confirm], "answered: db=lite (2)"),
            (&[typed("zz"), CursorDown], r#"→ 1. PostgreSQL editor "zz""#),
            (&[typed("zz"), CursorDown, CursorUp], r#"→ 0. Something else… ✎ editor "zz""#),
            (&[typed("my"), CursorUp, CursorDown], r#"→ 0. Something else… ✎ editor "my""#),
            // typing goes on in the text, also with digits, and so does Backspace
            (&[typed("my"), CursorUp, typed("sql")], r#"→ 3. MySQL editor "mysql""#),
            (&[typed("my"), CursorUp, Digit(1)], r#"→ 0. Something else… ✎ editor "my""#),
            (&[typed("my"), CursorUp, Edit], r#"→ 0. Something else… ✎ editor "my""#),
            (&[typed("my"), CursorUp, Cancel], "→ 0. Something else… ✎ my"),
            // a text without words is closed where it is left
            (&[Digit(0), CursorUp], "→ 3. MySQL"),
        ],
    );
    let cities: Vec<String> =
        (1..=40).map(|at| if at == 28 { "Berlin".to_owned() } else { format!("City {at}") }).collect();
    let cities = || form(&json!({"questions": [{"id": "to", "prompt": "Where to?", "options": cities.clone()}]}));
    check(
        cities,
        &[
            // a list that does not fit is searched
            (&[typed("berl")], r#"→ 28. Berlin editor "berl""#),
            (&[typed("berl"), submit("berl")], "answered: to=Berlin (28)"),
            (&[typed("berl"), CursorUp], r#"→  0. Answer "berl" in these words editor "berl""#),
            (&[typed("berl"), CursorDown], r#"→  0. Answer "berl" in these words editor "berl""#),
            (&[typed("berl"), CursorDown, submit("berl")], r#"answered: to="berl" (typed)"#),
            (&[typed("city 1")], r#"→  1. City 1 editor "city 1""#),
            (&[typed("city 1"), CursorDown], r#"→ 10. City 10 editor "city 1""#),
            (&[typed("city 1"), CursorDown, Confirm], "answered: to=City 10 (10)"),
            (&[typed("zzz"), CursorUp], r#"→  0. Answer "zzz" in these words editor "zzz""#),
            (&[typed("zzz"), submit("zzz")], r#"answered: to="zzz" (typed)"#),
            (&[typed("berl"), Cancel], "→  0. Something else… ✎ berl"),
            (&[typed("berl"), Cancel, CursorUp], "→ 40. City 40"),
        ],
    );
}

#[test]
fn words_stay_on_their_row() {
    check(
        three,
        &[
            (&[typed("my o"), Cancel], "[□ DB] → 0. Something else… ✎ my o"),
            (&[typed("my o"), Cancel, NextTab, PrevTab], "[□ DB] → 0. Something else… ✎ my o"),
            (&[typed("my o"), Cancel, typed("wn")], r#"[□ DB] → 0. Something else… ✎ editor "my own""#),
            (&[typed("my o"), Cancel, Edit], r#"[□ DB] → 0. Something else… ✎ editor "my o""#),
            (&[typed("my o"), CursorUp, NextTab, PrevTab], "[□ DB] → 0. Something else… ✎ my o"),
            // on their row, a digit and a blank go on with them
            (&[typed("my o"), Cancel, Digit(1)], r#"[□ DB] → 0. Something else… ✎ editor "my o""#),
            (&[typed("my o"), Cancel, typed("2 weeks")], r#"[□ DB] → 0. Something else… ✎ editor "my o2 weeks""#),
            (&[typed("my o"), Cancel, Toggle], r#"[□ DB] → 0. Something else… ✎ editor "my o""#),
            // and after a choice as well, which leaves them
            (&[typed("my o"), Cancel, First, Digit(1), PrevTab], "[■ DB] → 1. PostgreSQL ✓"),
            (&[typed("my o"), Cancel, First, Digit(1), PrevTab, CursorUp], "[■ DB] → 0. Something else… ✎ my o"),
            (
                &[typed("my o"), Cancel, First, Digit(1), PrevTab, typed("wn")],
                r#"[■ DB] → 0. Something else… ✎ editor "my own""#,
            ),
            // words that were submitted are left by a choice, too
            (
                &[typed("own"), submit("own"), PrevTab, First, Digit(1), PrevTab, CursorUp],
                "[■ DB] → 0. Something else… ✎ own",
            ),
            // an answer in words is replaced by typing, and edited from its end by Backspace
            (&[typed("own"), submit("own"), PrevTab, typed("x")], r#"[■ DB] → 0. Something else… ✎ editor "x""#),
            (&[typed("own"), submit("own"), PrevTab, typed("x"), draft("")], "[■ DB] → 0. Something else… ✓ own"),
            (&[typed("own"), submit("own"), PrevTab, Edit], r#"[■ DB] → 0. Something else… ✎ editor "own""#),
            (&[typed("own"), submit("own"), PrevTab, Edit, draft("")], "[□ DB] → 0. Something else…"),
        ],
    );
}

#[test]
fn backspace_to_nothing_closes_the_text_as_if_nothing_had_been() {
    check(
        three,
        &[
            (&[typed("x"), draft("")], "[□ DB] → 1. PostgreSQL"),
            (&[CursorDown, typed("x"), draft("")], "[□ DB] → 2. SQLite"),
            (&[typed("x"), draft(""), Undo], "[□ DB] → 0. Something else… ✎ x"),
            // all that was erased comes back at once
            (&[typed("two words"), draft("two"), draft(""), Undo], "[□ DB] → 0. Something else… ✎ two words"),
            (&[typed("two words"), draft(""), Undo, Redo], "[□ DB] → 0. Something else…"),
            (&[typed("x"), draft(""), Cancel], "[□ DB] → 1. PostgreSQL"),
            (&[typed("x"), draft(""), Cancel, Cancel], "cancelled:"),
            // a choice stays
            (&[typed("a"), Cancel, First, Digit(1), PrevTab, typed("x"), draft("")], "[■ DB] → 1. PostgreSQL ✓"),
            // a key that is held erases no other text
            (
                &[typed("own"), submit("own"), PrevTab, typed("x"), draft(""), Edit, Edit],
                "[■ DB] → 0. Something else… ✓ own",
            ),
            // nor does an editor that keeps the key
            (&[typed("own"), submit("own"), PrevTab, Digit(9), CursorUp, Toggle, Cancel], "[■ DB] → 2. SQLite"),
            // blanks are nothing, also when one goes on to the note
            (
                &[typed("own"), submit("own"), PrevTab, typed("x"), draft(" "), CursorUp, Note, Cancel],
                "[■ DB] → 2. SQLite",
            ),
            // a draft is erased, which can be undone
            (&[typed("a"), Cancel, typed("b"), draft("")], "[□ DB] → 0. Something else…"),
        ],
    );
    let default = || {
        form(&json!({"questions": [
            {"id": "a", "prompt": "A?", "options": ["One", "Two"], "defaultValue": "own default"}, {"prompt": "B?"}]}))
    };
    check(
        default,
        &[
            (&[], "[◪ A?] → 0. Something else… ◪ own default"),
            (&[typed("two")], r#"[□ A?] → 2. Two editor "two""#),
            (&[typed("two"), draft("")], "[◪ A?] → 0. Something else… ◪ own default"),
        ],
    );
}

#[test]
fn words_in_boxes() {
    check(
        boxes,
        &[
            (&[typed("sqlite"), submit("sqlite")], "→ 2. [x] SQLite"),
            (&[typed("sqlite"), submit("sqlite"), typed("sqlite"), submit("sqlite")], "→ 2. [x] SQLite"),
            (&[typed("dark mode"), submit("dark mode")], "→    [x] (wrote) dark mode"),
            (&[typed("dark mode"), submit("dark mode"), Confirm], "→ Submit"),
            (
                &[typed("sqlite"), submit("sqlite"), typed("x y"), submit("x y"), Confirm, Confirm],
                r#"answered: db=[lite (2), "x y" (typed)]"#,
            ),
            // words that have not found the box stay on their row
            (&[typed("my own"), CursorUp, Confirm, CursorUp, CursorUp, CursorUp], "→ 0. [+] Something else… ✎ my own"),
            // Enter on a found option checks it, and a blank is typed
            (&[typed("sqli"), CursorUp, CursorUp, Confirm], "→ 2. [x] SQLite"),
            (&[typed("sqli"), CursorUp, CursorUp, typed(" ")], r#"→ 0. [+] Something else… ✎ editor "sqli ""#),
            // on the empty row, Enter goes on, with words there it opens them
            (&[Digit(1), CursorUp, Confirm], "→ Submit"),
            (&[Digit(1), typed("z"), Cancel, Confirm], r#"→ 0. [+] Something else… ✎ editor "z""#),
            (&[Digit(1), Digit(0), submit("")], "→ Submit"),
            // the row of the text is the last one, below what was added
            (&[typed("x y"), submit("x y"), typed("zz"), Cancel], "→ 0. [+] Something else… ✎ zz"),
            // an added text is edited from its end
            (&[typed("zz"), submit("zz"), Edit], r#"→    [x] (wrote) ✎ editor "zz""#),
            // if it is another added text then, that one stays, and is checked
            (
                &[typed("xx"), submit("xx"), typed("yy"), submit("yy"), Edit, submit("xx"), Confirm, Confirm],
                r#"answered: db=["xx" (typed)]"#,
            ),
            (
                &[
                    typed("xx"),
                    submit("xx"),
                    typed("yy"),
                    submit("yy"),
                    Toggle,
                    CursorUp,
                    Edit,
                    submit("yy"),
                    Confirm,
                    Confirm,
                ],
                r#"answered: db=["yy" (typed)]"#,
            ),
        ],
    );
}

#[test]
fn without_own_answers_words_only_find() {
    let closed = || {
        form(
            &json!({"questions": [{"id": "a", "prompt": "A?", "allowCustom": false, "options": ["Java", "JavaScript", "Rust", "Go"]}]}),
        )
    };
    check(
        closed,
        &[
            (&[typed("ru"), submit("ru")], "answered: a=Rust (3)"),
            (&[typed("java"), submit("java")], "answered: a=Java (1)"),
            (&[typed("jav")], r#"editor "jav""#),
            (&[typed("jav"), submit("jav")], r#"editor "jav" ! These words name no single option."#),
            (&[typed("c"), submit("c"), draft(""), Digit(4)], "answered: a=Go (4)"),
            (&[typed("g"), Cancel, typed("ru")], r#"→ 3. Rust editor "ru""#),
            (&[typed("ru")], r#"→ 3. Rust editor "ru""#),
            (&[CursorDown, typed("g"), draft("gx")], r#"editor "gx""#),
            (&[CursorDown, typed("g"), draft("gx"), CursorDown], r#"→ 1. Java editor "gx""#),
            (&[CursorDown, typed("g"), draft("gx"), Cancel], "→ 2. JavaScript"),
            (&[Digit(0)], r#"editor """#),
        ],
    );
}

#[test]
fn undo_takes_a_choice_by_words_back() {
    check(
        mixed,
        &[
            (&[typed("no"), submit("no"), PrevTab], "[■ Go] → 2. No ✓"),
            (&[typed("no"), submit("no"), Undo], "[□ Go] → 2. No"),
            (&[typed("no"), submit("no"), Undo, Redo], "[■ Go] → 2. No ✓"),
        ],
    );
    let again = after(one(), &[typed("x"), Cancel, Undo]);
    check(|| again.clone(), &[(&[], "→ 0. Something else…"), (&[typed("y")], r#"→ 0. Something else… ✎ editor "y""#)]);
}
