//! The notice above the hints: why input had no effect, or the note on the current question.

use super::Screen;
use super::item::cut_rows;
use crate::faces::frame::{Line, Role};
use crate::form::command::Command;
use crate::form::page::Notice;
use crate::form::{Focus, Form, Unfinished};
use crate::text::{Clean, Wrap};
use crate::view::{self, Aside, AsideKind, start};

/// Draws the notice in at most `room` rows beside the hints. If there are none, it takes the row of the hints, unless
/// it can be read in the review.
pub(super) fn lines(screen: &Screen, columns: usize, room: usize) -> Vec<Line<'static>> {
    let form = &screen.form;
    let notice = view::notice(form);
    let room = room.max(usize::from(notice.is_some()));
    let role = notice.as_ref().map(|notice| if notice.kind == AsideKind::News { Role::Muted } else { Role::Warning });
    let more =
        || beside(form).filter(|_| form.notice() == Some(&Notice::Restored)).map(|texts| ["  ", &texts].concat());
    let line = |notice: Aside| notice.line(form.words()) + &missing_key(screen) + &more().unwrap_or_default();
    let text = notice.map(line).or_else(|| beside(form).filter(|_| room > 0));
    let Some(text) = text else { return Vec::new() };
    let mut lines = wrapped(text, role.unwrap_or(Role::Muted), columns, room + 1);
    cut_rows(0, room, columns, &mut lines);
    lines
}

fn wrapped(text: String, role: Role, columns: usize, most: usize) -> Vec<Line<'static>> {
    Wrap::new(Clean::composed(text), columns).take(most).map(|row| Line::of(role, row)).collect()
}

/// Returns the rows of a notice about the last input, 0 if there is none.
pub(super) fn rows(screen: &Screen, columns: usize) -> usize {
    let form = &screen.form;
    let is_said = form.notice().is_some() || form.unfinished().is_some() || form.asks_to_pause();
    if is_said && view::notice(form).is_some() { lines(screen, columns, screen.size.rows).len() } else { 0 }
}

/// Returns the key that checks a box, where none is checked.
fn missing_key(screen: &Screen) -> String {
    let key = screen.keys.first(Focus::List, Command::Toggle).name();
    let is_missing = screen.form.unfinished() == Some(Unfinished::NoneChecked) && key.columns() > 0;
    if is_missing { format!(" ({} {})", key.as_str(), screen.form.words().to_check) } else { String::new() }
}

/// Returns the rows of texts that no other row of the page shows, up to `most`. They keep their rows while something else is
/// said there.
pub(super) fn lasting_rows(screen: &Screen, columns: usize, most: usize) -> usize {
    beside(&screen.form).map_or(0, |texts| wrapped(texts, Role::Muted, columns, most).len())
}

/// Returns the texts of the user that no row of a list shows. While a text is open, they would come and go with the focus.
fn beside(form: &Form) -> Option<String> {
    let (_, entry) = form.listed_entry().filter(|_| form.page().field().is_none())?;
    let texts: Vec<String> = view::beside(form, entry, start).map(|aside| aside.line(form.words())).collect();
    (!texts.is_empty()).then(|| texts.join("  "))
}
