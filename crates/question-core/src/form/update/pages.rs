//! Turns pages and tabs. It must not change what is entered, except that the text of a page that is left is settled.

use crate::answer::outcome::Ending;
use crate::form::Form;
use crate::form::action::Step;
use crate::form::entry::Entry;
use crate::form::page::{Field, Page, Tab};

impl Form {
    /// Goes this many tabs to the right, unless the keys are those of an open text; the first tab follows the last.
    pub(super) fn turn(&mut self, tabs: usize) -> Step {
        let review = self.entries.len();
        let here = self.tab().question().unwrap_or(review);
        match self.page {
            Page::Field(Field::Answer(at)) if self.starts_in_editor(at) => {}
            Page::Field(_) if !self.open_text().is_empty() => return Step::Idle,
            _ => {}
        }
        self.turn_to((here + tabs) % (review + 1))
    }

    /// Goes to the tab at this index, 0-based, from a page that has tabs.
    pub(super) fn turn_to(&mut self, tab: usize) -> Step {
        match self.page {
            Page::Tab(_) | Page::Options(_) | Page::Field(_) => self.show_closed(self.tab_at(tab)),
            Page::Zoom(..) | Page::Confirm(..) => Step::Idle,
        }
    }

    /// Continues after an answer with the next question or the review, or ends a form without a review. A question that
    /// was opened from the review leads back to it.
    pub(super) fn go_on(&mut self, at: usize) -> Step {
        if !self.has_review() {
            return self.end(Ending::Answered);
        }
        let is_picked = self.picked.take() == Some(at);
        self.show(if is_picked || self.is_revision() { Tab::Review } else { self.tab_at(at + 1) })
    }

    /// Returns the tab at this index, 0-based; the review follows the questions.
    fn tab_at(&self, at: usize) -> Tab {
        if at < self.entries.len() { Tab::Question(at) } else { Tab::Review }
    }

    /// Shows a tab. A question that takes only text shows its editor; the review highlights Submit.
    pub(in crate::form) fn show(&mut self, tab: Tab) -> Step {
        let page = match tab {
            Tab::Question(at) => self.entry(at).map_or(Page::Tab(tab), |entry| entry.page(at)),
            Tab::Review => {
                self.review_highlight = self.submit_row();
                Page::Tab(tab)
            }
        };
        self.turn_page(page)
    }

    /// Shows a tab that was reached from another. A text stays closed there, so that ← and → go on.
    pub(in crate::form) fn show_closed(&mut self, tab: Tab) -> Step {
        self.settle();
        match tab {
            Tab::Question(at) if self.entry(at).is_some_and(|entry| !entry.sheet().editor_text().trim().is_empty()) => {
                self.turn_page(Page::Tab(tab))
            }
            tab => self.show(tab),
        }
    }

    /// Shows a tab as it was left.
    pub(super) fn back_to(&mut self, tab: Tab) -> Step {
        match tab {
            Tab::Question(at) if self.is_only_editor(at) => self.open(Field::Answer(at)),
            tab => self.turn_page(Page::Tab(tab)),
        }
    }

    /// Opens the text editor.
    pub(super) fn open(&mut self, field: Field) -> Step {
        self.turn_page(Page::Field(field))
    }

    /// Shows a page. A text that is open on another one is settled.
    pub(super) fn turn_page(&mut self, page: Page) -> Step {
        let open = self.page.field();
        let is_same = page.field() == open;
        if !is_same {
            self.settle();
        }
        self.undo.end_typing();
        self.page = page;
        if is_same {
            return Step::Redraw;
        }
        if let Some(Field::Answer(at)) = open {
            self.entries.get_mut(at).into_iter().for_each(Entry::end_search);
        }
        if let Some(Field::Answer(at)) = page.field() {
            self.search(at);
        }
        if page.field().is_some() { Step::Edit } else { Step::Redraw }
    }
}
