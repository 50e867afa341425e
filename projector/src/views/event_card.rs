//! Renders an event's card, which the projector splices into the convention's document, and the facts by which lists are
//! filtered.

use domain::documents::{ListedEvent, MagicEventBasic};
use storage::ViewKind;

use super::output::Output;
use super::parts::{json, sort};
use super::view::{Scope, TournamentContext};

/// Renders both documents.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let (id, details) = (context.tournament.id, &context.tournament.details);
    let key = sort::start_and_id(details.start_datetime, id.0);
    out.put(ViewKind::EventCard, id, key.clone(), json::to_bytes(&MagicEventBasic::of(context.tournament)));
    // It is JSON that was just written.
    out.put(ViewKind::ListedEvent, id, key, json::to_bytes(&ListedEvent::of(context.tournament).ok()));
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
    fn lists_are_filtered_by_what_everybody_may_see() {
        let body = swiss().body(render, ViewKind::ListedEvent, EVENT);
        let event: serde_json::Value = serde_json::from_str(&body).unwrap();
        let summary: Vec<_> = event["summary"].as_object().unwrap().keys().collect();
        let expected = ["current_round_number", "enrolled_player_count", "event_format", "id", "name", "settings"];
        assert!(expected.iter().all(|name| summary.contains(&&(*name).to_owned())), "{summary:?}");
        assert_eq!((summary.len(), &event["id"]), (7, &event["summary"]["id"]));
        let rounds = event["rounds"].as_array().unwrap();
        assert!(rounds.len() > 1 && rounds.iter().all(|round| round.as_object().unwrap().len() == 3), "{rounds:?}");
    }

    #[test]
    fn a_card_without_a_date_comes_last() {
        let key =
            |scene: super::super::testing::Scene| scene.render(render, &Scope::Everything).documents[0].sort.clone();
        assert!(key(swiss()) < key(announced()));
    }
}
