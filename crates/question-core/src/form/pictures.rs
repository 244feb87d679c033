//! Pictures in the texts of a form.

use crate::answer::pictures::TextOf;
use crate::form::Form;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::page::{Field, Page, Tab};

impl Form {
    /// Returns the marker of the picture at `path` in the open text, or `None` if it was not put there.
    #[must_use]
    pub fn marker(&self, path: &str) -> Option<String> {
        self.pictures.marker_in(&self.text_of(self.page.field()?)?, path)
    }

    /// Puts the picture at `path` into a text.
    pub(super) fn attach(&mut self, field: Field, path: String) -> Step {
        let Some(place) = self.text_of(field) else { return Step::Idle };
        let question = field.question().and_then(|at| self.entry(at)).map(|entry| &entry.question);
        let defaults = question.into_iter().flat_map(|it| it.default_value.iter().chain(&it.default_values));
        let text =
            std::iter::once(self.field_text(field)).chain(defaults.map(String::as_str)).collect::<Vec<_>>().concat();
        self.pictures.attach(path, place, &text);
        Step::Redraw
    }

    /// Returns whether the text of a field has a picture. Such a text is an answer of the user's own, whatever words it has.
    pub(crate) fn has_picture(&self, field: Field) -> bool {
        self.count_in(field) > 0
    }

    /// Returns the number of pictures in what the page shows: those of the open text, or those that Submit sends of the
    /// question, or, in the review, of all.
    pub(crate) fn count_pictures(&self) -> usize {
        match (self.page.field(), self.page) {
            (Some(field), _) => self.count_in(field),
            (None, Page::Tab(Tab::Review)) => self.count_sent(&self.entries),
            (None, _) => self.shown_entry().map_or(0, |(_, entry)| self.count_sent(std::slice::from_ref(entry))),
        }
    }

    fn count_in(&self, field: Field) -> usize {
        let text = self.text_of(field).filter(|_| !self.pictures.are_none());
        text.map_or(0, |place| self.pictures.used_in(&[(place, self.field_text(field))]).len())
    }

    /// Returns the number of pictures in what Submit sends of these questions.
    fn count_sent(&self, entries: &[Entry]) -> usize {
        if self.pictures.are_none() {
            return 0;
        }
        let mut count = Vec::new();
        for entry in entries {
            let id = &entry.question.id;
            let picks = entry.sheet().picks(&entry.question, |text| text).unwrap_or_default();
            let typed = picks.iter().filter(|pick| pick.was_custom());
            let mut texts: Vec<(TextOf, &str)> = typed.map(|pick| (TextOf::answer(id), pick.value.as_str())).collect();
            texts.extend(entry.sheet().note().map(|note| (TextOf::note(id), note)));
            count.extend(self.pictures.used_in(&texts).into_iter().map(|picture| picture.number));
        }
        count.sort_unstable();
        count.dedup();
        count.len()
    }

    fn text_of(&self, field: Field) -> Option<TextOf> {
        let id = |at: usize| self.entry(at).map(|entry| entry.question.id.as_str());
        match field {
            Field::Answer(at) | Field::Added(at, _) => id(at).map(TextOf::answer),
            Field::Note(at, _) => id(at).map(TextOf::note),
            Field::Discussion(_) => Some(TextOf::message()),
        }
    }
}
