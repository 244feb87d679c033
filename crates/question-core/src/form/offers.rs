//! What a page offers, in one table with the words for it. The order is the same on every page: what is needed most
//! comes first. The line of hints names the first offers; the page of keys names all except those that other keys do as
//! well.
//!
//! The form refuses a command that its page does not offer.

use std::ops::RangeInclusive;

use crate::answer::given::Row;
use crate::answer::result::Occasion;
use crate::call::request::Mode;
use crate::form::command::Command;
use crate::form::entry::Entry;
use crate::form::page::{Confirmation, Field, Page, Tab};
use crate::form::{Form, Unfinished};

/// Something that the user can do on a page.
pub(crate) struct Offer {
    pub(crate) told: Told,
    pub(crate) by: OfferBy,
    pub(crate) does: &'static str,
}

/// Where the user is told of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// In the line of hints if there is room, and on the page of keys.
    InHints,
    OnKeysPage,
    /// Nowhere: other keys do the same, or the page shows it.
    Nowhere,
}

/// What the user presses.
#[derive(Clone, Debug)]
pub(crate) enum OfferBy {
    /// The keys of one command, or of two that form a pair.
    Keys(&'static [Command]),
    /// The digits of these numbers.
    Digits(RangeInclusive<usize>),
    /// The key that submits the text in the editor.
    Submit,
    /// The key that inserts a line break in the editor.
    NewLine,
    /// Any keys that type.
    Typing,
}

/// What a page has beyond what it shows as it is drawn.
// Each is a fact of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    /// The highlighted option or the prompt is cut, or the option has a preview.
    pub(crate) zoom_shows_more: bool,
    /// The prompt scrolls.
    pub(crate) prompt: bool,
    /// The list scrolls.
    pub(crate) list: bool,
    /// The preview scrolls, or the text that is zoomed.
    pub(crate) preview_or_zoom: bool,
}

impl Form {
    pub(crate) fn has_offer(&self, command: Command) -> bool {
        let is_by = |offer: &Offer| matches!(offer.by, OfferBy::Keys(commands) if commands.contains(&command));
        self.offers(Cut { zoom_shows_more: true, prompt: true, list: true, preview_or_zoom: true }).iter().any(is_by)
    }

    /// Returns what the page offers. The last offer leads to the page of keys.
    pub(crate) fn offers(&self, cut: Cut) -> Vec<Offer> {
        use Command::{
            Cancel, Confirm, CursorDown, CursorUp, Discuss, DiscussText, Edit, External, First, Fold, Help, Last,
            Later, Leave, NextTab, No, Note, PageDown, PageUp, PrevTab, PreviewDown, PreviewUp, Queue, ReadDown,
            ReadUp, Redo, Toggle, ToggleAll, Undo, Yes, Zoom,
        };
        use OfferBy::{Digits, Keys, NewLine, Submit, Typing};
        use Told::{InHints, Nowhere, OnKeysPage};

        let (page, words, number) = (self.page, self.words, self.number_so_far());
        let (is_tab, is_beside) = (matches!(page, Page::Tab(_)), matches!(page, Page::Options(_)));
        let (is_text, is_zoomed) = (matches!(page, Page::Field(_)), matches!(page, Page::Zoom(..)));
        let is_leaving = matches!(page, Page::Confirm(Confirmation::Leave(_), _));
        let is_queue = matches!(page, Page::Confirm(Confirmation::Queue(_), _));
        let is_review = page == Page::Tab(Tab::Review);
        let answer = if let Page::Field(Field::Answer(at)) = page { Some(at) } else { None };
        let listed = self.listed_entry().map(|(_, entry)| entry);
        let row = listed.and_then(Entry::highlighted_row);
        let (is_list, is_custom) = (listed.is_some(), row == Some(Row::Custom));
        let asked = listed.or_else(|| self.shown_entry().filter(|_| is_zoomed).map(|(_, entry)| entry));
        let options = asked.map_or(0, |entry| entry.question.options.len());
        let has_own = asked.is_some_and(|entry| entry.question.allow_custom);
        let has_boxes = asked.is_some_and(|entry| entry.question.mode.has_boxes());
        let choose = if has_boxes { words.to_check } else { words.to_choose };
        let moves = if is_zoomed { cut.preview_or_zoom } else { !is_text && self.rows() != Some(0) };
        let hint = |is_hint: bool| if is_hint { InHints } else { OnKeysPage };

        let mut offers = Vec::with_capacity(24);
        let mut add = |applies: bool, told: Told, by: OfferBy, does: &'static str| {
            if applies {
                offers.push(Offer { told, by, does });
            }
        };
        if let Some(does) = self.does_confirm() {
            add(true, InHints, if is_text { Submit } else { Keys(&[Confirm]) }, does);
        }
        let finds = |entry: &Entry| !entry.search().found().is_empty();
        let has_found = matches!(page, Page::Field(field) if self.list_beside(field).is_some_and(finds));
        add(has_found, InHints, Keys(&[CursorUp, CursorDown]), words.to_move);
        // A blank on another row types, or shows the option.
        let told = if has_boxes && !is_custom { InHints } else { Nowhere };
        add(is_list && !is_beside, told, Keys(&[Toggle]), words.to_check);
        // On the row for words, a digit is text.
        add(is_tab && options > 0 && !is_custom, hint(number.is_some()), Digits(numbers(number, options)), choose);
        add(is_zoomed && options > 0, InHints, Digits(numbers(number, options)), choose);
        add(is_review, hint(number.is_some()), Digits(numbers(number, self.entries.len())), words.to_edit);
        let can_read = is_list || (is_text && page.tab().question().is_some());
        add(can_read, hint(cut.zoom_shows_more), Keys(&[Zoom]), words.to_read);
        let asks = || self.confirm_discard && self.has_input();
        let back = match self.leaves(self.unfinished) {
            true if asks() || self.occasion == Occasion::Later => words.to_leave,
            true => words.to_cancel,
            false => words.to_go_back,
        };
        // In the zoom, confirming goes back as well.
        add(true, InHints, Keys(if is_zoomed { &[Confirm, Cancel] } else { &[Cancel] }), back);
        if let Page::Confirm(asked, _) = page {
            add(true, OnKeysPage, Digits(1..=asked.count(self.waiting.len())), words.to_choose);
        }
        add(is_leaving, InHints, Keys(&[Leave]), words.to_answer_later);
        add(is_tab && options > 0 && has_own && !is_custom, OnKeysPage, Digits(0..=0), words.to_type);
        add(matches!(page, Page::Confirm(Confirmation::Long(_), _)), InHints, Keys(&[Yes, No]), words.yes_no);
        let has_answer =
            is_list || is_zoomed || (is_review && self.highlight().is_some_and(|row| row < self.entries.len()));
        add(has_answer, hint(is_tab), Keys(&[Note]), words.to_note);
        let types = if has_own { words.just_type } else { words.to_find };
        add(is_tab && options > 0, hint(number.is_none()), Typing, types);
        add(is_zoomed && options > 0, InHints, Keys(&[PrevTab, NextTab]), words.to_switch);
        add(self.has_review() && is_tab, hint(self.has_tabs()), Keys(&[PrevTab, NextTab]), words.to_switch);
        add(self.has_review() && is_beside, OnKeysPage, Keys(&[PrevTab, NextTab]), words.to_switch);
        // In a text editor, these are keys that type nothing.
        let is_input = answer.is_some_and(|at| self.starts_in_editor(at));
        let closes = is_text && self.has_review() && (is_input || self.open_text().is_empty());
        add(closes, if self.has_tabs() { hint(is_input) } else { Nowhere }, Keys(&[NextTab]), words.to_switch);
        add(closes, Nowhere, Keys(&[PrevTab]), words.to_switch);
        add(is_text && (cut.prompt || cut.preview_or_zoom), InHints, Keys(&[ReadUp, ReadDown]), words.to_scroll);
        add(is_text, InHints, NewLine, words.to_new_line);
        add(is_text, InHints, Keys(&[External]), words.to_edit_outside);
        add(answer.is_some(), OnKeysPage, Keys(&[DiscussText]), words.to_discuss);
        add(is_tab || is_beside || is_zoomed, hint(is_tab), Keys(&[Discuss]), words.to_discuss);
        // The text of an only question is all that is said about it.
        let takes_note = matches!(page, Page::Field(Field::Answer(_) | Field::Added(..)));
        add(takes_note && (!is_input || self.has_tabs()), OnKeysPage, Keys(&[Note]), words.to_note);
        add(is_list && cut.preview_or_zoom, InHints, Keys(&[PreviewUp, PreviewDown]), words.to_scroll);
        add(moves, InHints, Keys(&[CursorUp, CursorDown]), if is_zoomed { words.to_scroll } else { words.to_move });
        let pages = if cut.prompt { words.to_scroll } else { words.to_page };
        add(moves && (is_zoomed || cut.prompt || cut.list), OnKeysPage, Keys(&[PageUp, PageDown]), pages);
        add(moves, OnKeysPage, Keys(&[First, Last]), words.to_ends);
        add(is_list && has_boxes, OnKeysPage, Keys(&[ToggleAll]), words.to_check_all);
        let told = if matches!(row, Some(Row::Typed(_))) { OnKeysPage } else { Nowhere };
        add(is_list, told, Keys(&[Edit]), words.to_edit);
        add(is_zoomed, OnKeysPage, Keys(&[Zoom]), words.to_go_back);
        add(is_tab, OnKeysPage, Keys(&[Undo]), words.to_undo);
        add(is_tab, OnKeysPage, Keys(&[Redo]), words.to_redo);
        add(!is_leaving, hint(is_queue), Keys(&[Leave]), words.to_leave);
        add(true, hint(is_queue), Keys(&[Later]), words.to_answer_later);
        add(!is_queue && !self.waiting.is_empty(), OnKeysPage, Keys(&[Queue]), words.to_see_queue);
        add(true, OnKeysPage, Keys(&[Fold]), words.to_fold);
        add(true, InHints, Keys(&[Help]), words.to_help);
        offers
    }

    pub(crate) fn number_so_far(&self) -> Option<usize> {
        self.unfinished.and_then(Unfinished::number)
    }

    /// Describes what confirming does on the current page; in a text editor, what submitting the text does.
    fn does_confirm(&self) -> Option<&'static str> {
        let words = self.words;
        let mode = self.shown_entry().map_or(Mode::Single, |(_, entry)| entry.question.mode);
        let choose = if mode.has_boxes() { words.to_check } else { words.to_choose };
        Some(match self.page {
            Page::Tab(Tab::Review) => {
                let is_submit = self.highlight() == Some(self.submit_row());
                if is_submit { words.to_submit } else { words.to_edit }
            }
            Page::Options(_) => choose,
            Page::Tab(Tab::Question(at)) => {
                let entry = self.entry(at).filter(|entry| entry.row_count() > 0)?;
                // Confirming a checkbox goes on, unless a number has been typed.
                let goes_on = mode.has_boxes() && self.number_so_far().is_none();
                match entry.highlighted_row()? {
                    Row::Custom if !goes_on || entry.sheet().has_words() => words.to_type,
                    _ if goes_on => words.to_next,
                    _ => choose,
                }
            }
            Page::Zoom(..) => return None,
            Page::Confirm(..) => words.to_choose,
            Page::Field(Field::Note(..) | Field::Added(..)) => words.to_keep,
            Page::Field(Field::Answer(_)) if mode.has_boxes() && self.open_text().trim().is_empty() => words.to_next,
            Page::Field(field)
                if let Some(entry) =
                    self.list_beside(field).filter(|entry| entry.highlighted_row() != Some(Row::Custom)) =>
            {
                entry.highlighted_row().map(|_| choose)?
            }
            Page::Field(Field::Answer(_)) if mode.has_boxes() => words.to_add,
            Page::Field(Field::Answer(_)) if self.has_review() => words.to_next,
            Page::Field(Field::Answer(_)) => words.to_submit,
            Page::Field(Field::Discussion(_)) => words.to_send,
        })
    }
}

/// Returns the numbers up to `last` that can be typed, or that the next digit completes.
fn numbers(number: Option<usize>, last: usize) -> RangeInclusive<usize> {
    number.map_or(1..=last, |number| number * 10..=(number * 10 + 9).min(last))
}
