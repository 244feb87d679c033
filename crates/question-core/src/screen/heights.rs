//! How tall the pages with a tab are, so that the form keeps its height while the user goes from one to another.
//!
//! The one thing that the screen remembers of layouts: of twenty questions, a change makes one page be measured again,
//! and the review.

use super::layout::Layout;
use super::{Screen, Viewport};
use crate::form::entry::Entry;
use crate::form::page::{Base, Page};

/// Rows of the pages with a tab.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    viewport: Option<Viewport>,
    /// The page that was shown when they were measured.
    page: Option<Page>,
    /// For each question the revision of its draft, and the rows of its page.
    questions: Vec<(usize, usize)>,
    review: usize,
}

impl Heights {
    /// Rows of the tallest.
    pub(super) fn tallest(&self) -> usize {
        self.questions.iter().map(|&(_, rows)| rows).max().unwrap_or(0).max(self.review)
    }
}

impl Screen {
    /// Measures the pages that have changed, unless the user is at a text: then the form stays as it is.
    pub(super) fn measure(&mut self) {
        if !self.form.has_tabs() {
            return;
        }
        let is_resized = self.heights.viewport != Some(self.viewport);
        let page = Some(self.form.page());
        let is_at_text = match self.form.page() {
            Page::Field(_) => self.heights.page == page,
            Page::Long { .. } => true,
            Page::Base(_) | Page::Filter(_) | Page::Preview(_) | Page::Leave { .. } | Page::Unsent(_) => false,
        };
        if !is_resized && is_at_text {
            return;
        }
        let revisions: Vec<usize> = self.form.entries().iter().map(Entry::revision).collect();
        let known = |at: usize| self.heights.questions.get(at).filter(|_| !is_resized);
        let rows = |base| Layout::at_rest(self, Page::Base(base)).rows();
        let mut is_changed = is_resized;
        let questions = (0..).zip(revisions).map(|(at, revision)| match known(at) {
            Some(&(earlier, rows)) if earlier == revision => (revision, rows),
            _ => {
                is_changed = true;
                (revision, rows(Base::Question(at)))
            }
        });
        let questions = questions.collect();
        let review = if is_changed { rows(Base::Review) } else { self.heights.review };
        self.heights = Heights { viewport: Some(self.viewport), page, questions, review };
    }
}
