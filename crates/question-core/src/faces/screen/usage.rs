//! Usages: what the page offers, with the keys for it as the user has bound them. The line of hints names the first
//! ones, the page of keys names all.

use std::ops::RangeInclusive;

use super::Screen;
use super::keys::{Digits, KeyName, Keys};
use super::layout::Layout;
use super::{preview, window, zoom};
use crate::form::Focus;
use crate::form::command::Command;
use crate::form::offers::{Cut, OfferBy, Told};
use crate::form::page::Page;

/// What can be done on the current page, and how.
pub(super) struct Usage<'a> {
    pub(super) trigger: Trigger<'a>,
    pub(super) does: &'static str,
}

/// What the user presses.
pub(super) enum Trigger<'a> {
    /// Keys of one command, or of two that form a pair.
    Keys([&'a [KeyName]; 2]),
    /// The digits of these numbers, as far as they choose options.
    Digits(Digits, RangeInclusive<usize>),
    /// Any keys that type.
    Typing,
}

/// Returns the usages of the current page, those without a bound key left out. The last one leads to the page of keys.
pub(super) fn all<'a>(screen: &'a Screen, layout: &Layout) -> Vec<Usage<'a>> {
    told(screen, layout, |told| told != Told::Nowhere).collect()
}

/// Returns the usages that the line of hints names if there is room.
pub(super) fn hints<'a>(screen: &'a Screen, layout: &Layout) -> impl Iterator<Item = Usage<'a>> + use<'a> {
    told(screen, layout, |told| told == Told::InHints)
}

fn told<'a>(
    screen: &'a Screen,
    layout: &Layout,
    is_told: fn(Told) -> bool,
) -> impl Iterator<Item = Usage<'a>> + use<'a> {
    let (form, keys) = (&screen.form, &screen.keys);
    let focus = form.focus();
    let trigger = move |by: OfferBy| match by {
        OfferBy::Keys(commands) => {
            let keys = |at: usize| commands.get(at).map_or(&[][..], |command| keys.all(focus, *command));
            Trigger::Keys([keys(0), keys(1)])
        }
        OfferBy::Submit => Trigger::Keys([&keys.submit, &[]]),
        OfferBy::NewLine => Trigger::Keys([&keys.new_line, &[]]),
        OfferBy::Digits(numbers) => Trigger::Digits(keys.digits(focus), numbers),
        OfferBy::Typing => Trigger::Typing,
    };
    let is_bound = |usage: &Usage| match &usage.trigger {
        Trigger::Keys(keys) => keys.iter().any(|keys| !keys.is_empty()),
        Trigger::Digits(digits, numbers) => numbers.clone().any(|number| digits.can_type(number)),
        Trigger::Typing => true,
    };
    let told = form.offers(cut(screen, layout)).into_iter().filter(move |offer| is_told(offer.told));
    told.map(move |offer| Usage { trigger: trigger(offer.by), does: offer.does }).filter(is_bound)
}

fn cut(screen: &Screen, layout: &Layout) -> Cut {
    let (form, page) = (&screen.form, screen.form.page());
    let (is_list, highlighted) = (page.list().is_some(), form.highlighted());
    let has_preview = highlighted.is_some_and(|(at, _)| form.preview(at).is_some());
    let is_option_cut = || highlighted.is_some() && window::is_highlight_cut(screen, layout);
    let text = match page {
        Page::Zoom(at, zoomed) => Some(zoom::scrolled(screen, layout, (at, zoomed))),
        _ if form.is_editing() => preview::scrolled_by_text(screen, layout),
        _ => preview::scrolled(screen, layout),
    };
    Cut {
        zoom_shows_more: is_list && (has_preview || layout.head.is_cut() || is_option_cut()),
        prompt: layout.head.scrolls(),
        list: !layout.is_list_whole(),
        preview_or_zoom: text.is_some_and(|text| text.view.is_cut()),
    }
}

/// Returns whether the keys for a long text are bound as the text of its question names them.
pub(super) fn has_keys_of_long(keys: &Keys) -> bool {
    [(Command::Yes, "y"), (Command::No, "n")]
        .into_iter()
        .all(|(command, key)| keys.first(Focus::Confirm, command).name().as_str() == key)
}
