//! What the host keeps of a form, in case that it loses it: it comes to the same as what the form itself would say.

use crate::common::any::{action, form};
use crate::common::filled::{filled, plan};
use crate::common::json::taken;
use crate::common::{TUI, after, fail, result};
use proptest::prelude::*;
use question_core::{Asked, Dialect, Opening};

proptest! {
    #[test]
    fn what_is_kept_of_a_form_makes_the_result_that_the_form_would_make(
        form in form(),
        occasion in 0..4,
        plans in prop::collection::vec(plan(), 4),
        actions in prop::collection::vec(action(), 0..30),
    ) {
        let asked = result(&after(form.clone(), &[fail()])).details;
        let questionnaire = asked.questionnaire().expect("it was asked");
        let before = result(&filled(form.clone(), asked.questions.len(), &plans)).details.replies(&questionnaire);
        let mut form = match occasion {
            0 => form,
            1 => form.later(before),
            2 => form.revision(before),
            _ => form.opened(Opening { drafts: before, ..Opening::default() }),
        };
        let asked = taken(&form.asked(Dialect::Question, TUI)).to_string();
        let mut left = None;
        for action in std::iter::once(None).chain(actions.into_iter().map(Some)) {
            if let Some(action) = action {
                form.update(action);
            }
            if form.is_ended() {
                break;
            }
            left = form.left().map(|left| taken(&left).to_string()).or(left);
            let (kept, _) = Asked::failed(&asked, left.as_deref(), "trap".to_owned()).expect("it is of this tool");
            prop_assert_eq!(kept, result(&after(form.clone(), &[fail()])));
        }
    }
}
