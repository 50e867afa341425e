//! Renders an event's card. The projector splices these cards into the convention's document.

use domain::documents::MagicEventBasic;
use storage::ViewKind;

use super::output::Output;
use super::parts::{json, sort};
use super::view::{Scope, TournamentContext};

/// Renders the card.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let (id, details) = (context.tournament.id, &context.tournament.details);
    let key = sort::start_and_id(details.start_datetime, id.0);
    out.put(ViewKind::EventCard, id, key, json::to_bytes(&MagicEventBasic::of(context.tournament)));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, announced, swiss};
    use super::*;

    #[test]
    fn a_card_names_the_event() {
        insta::assert_snapshot!(swiss().body(render, ViewKind::EventCard, EVENT));
    }

    #[test]
    fn a_card_without_a_date_comes_last() {
        let key =
            |scene: super::super::testing::Scene| scene.render(render, &Scope::Everything).documents[0].sort.clone();
        assert!(key(swiss()) < key(announced()));
    }
}
