//! Renders the penalties of an event, and of each of its players, for the staff.

use std::collections::BTreeMap;

use domain::documents::PenaltyDocument;
use domain::tournament::PlayerPenalty;
use proto_events::ids::UserId;
use storage::ViewKind;

use super::output::Output;
use super::parts::{json, people};
use super::view::{Scope, TournamentContext};

/// Renders the penalties in the order in which they were issued. An event without penalties has no document.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    if tournament.penalties.is_empty() {
        return;
    }
    let document = |penalty| document(context, penalty);
    let documents: Vec<PenaltyDocument<'_>> = tournament.penalties.iter().map(document).collect();
    out.put(ViewKind::EventPenalties, tournament.id, String::new(), json::to_bytes(&documents));
    let mut of_players: BTreeMap<UserId, Vec<&PenaltyDocument<'_>>> = BTreeMap::new();
    for (penalty, document) in tournament.penalties.iter().zip(&documents) {
        if let Some(entry) = tournament.registration(penalty.issued.registration_id) {
            of_players.entry(entry.user_id).or_default().push(document);
        }
    }
    for (user_id, documents) in of_players {
        let key = format!("{user_id}/{}", tournament.id);
        out.put(ViewKind::PlayerPenalties, key, String::new(), json::to_bytes(&documents));
    }
}

fn document<'a>(context: &TournamentContext<'a>, penalty: &'a PlayerPenalty) -> PenaltyDocument<'a> {
    let entry = context.tournament.registration(penalty.issued.registration_id);
    let name = entry.map(|entry| people::name(context.people, entry.user_id)).unwrap_or_default();
    PenaltyDocument::new(context.tournament, penalty, name)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, judged, keys, swiss};
    use super::*;

    #[test]
    fn penalties_in_the_order_in_which_they_were_issued() {
        insta::assert_snapshot!(judged().body(render, ViewKind::EventPenalties, EVENT));
    }

    #[test]
    fn each_player_with_penalties_has_a_document_of_them() {
        let out = judged().render(render, &Scope::Everything);
        assert_eq!(keys(&out), ["event_penalties 40", "player_penalties 11/40", "player_penalties 13/40"]);
        assert!(String::from_utf8_lossy(&out.documents[2].body.for_everyone()).contains("Looking at extra cards"));
    }

    #[test]
    fn an_event_without_penalties_has_no_document() {
        assert!(swiss().render(render, &Scope::Everything).documents.is_empty());
    }
}
