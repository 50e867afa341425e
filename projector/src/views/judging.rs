//! Renders the work of judges at an event, for its staff: penalties and calls.

use std::collections::BTreeMap;

use domain::documents::{JudgeCallDocument, PenaltyDocument};
use domain::tournament::{JudgeCall, PlayerPenalty};
use proto_events::ids::UserId;
use storage::ViewKind;

use super::output::Output;
use super::parts::{json, people};
use super::view::{Scope, TournamentContext};

pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    render_penalties(context, out);
    render_calls(context, out);
}

/// Renders the penalties in the order in which they were issued. An event without penalties has no document.
fn render_penalties<'a>(context: &TournamentContext<'a>, out: &mut Output) {
    let tournament = context.tournament;
    if tournament.penalties.is_empty() {
        return;
    }
    let document = |penalty: &'a PlayerPenalty| {
        let name = people::name_of_player(context, penalty.issued.registration_id);
        PenaltyDocument::new(tournament, penalty, name)
    };
    let documents: Vec<PenaltyDocument<'_>> = tournament.penalties.iter().map(document).collect();
    out.put(ViewKind::EventPenalties, tournament.id, json::to_bytes(&documents));
    let mut of_players: BTreeMap<UserId, Vec<&PenaltyDocument<'_>>> = BTreeMap::new();
    for (penalty, document) in tournament.penalties.iter().zip(&documents) {
        if let Some(entry) = tournament.registration(penalty.issued.registration_id) {
            of_players.entry(entry.user_id).or_default().push(document);
        }
    }
    for (user_id, documents) in of_players {
        let key = format!("{user_id}/{}", tournament.id);
        out.put(ViewKind::PlayerPenalties, key, json::to_bytes(&documents));
    }
}

/// Renders the calls in the order in which judges work: those that are not closed first. An event without calls has no
/// document.
fn render_calls<'a>(context: &TournamentContext<'a>, out: &mut Output) {
    let tournament = context.tournament;
    if tournament.calls.is_empty() {
        return;
    }
    let document = |call: &'a JudgeCall| {
        let name = call.call.registration_id.map(|player| people::name_of_player(context, player));
        JudgeCallDocument::new(tournament, call, name.unwrap_or_default())
    };
    let documents: Vec<JudgeCallDocument<'_>> = tournament.calls_in_order().into_iter().map(document).collect();
    out.put(ViewKind::JudgeCalls, tournament.id, json::to_bytes(&documents));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{judged, keys, swiss};
    use super::*;

    #[test]
    fn each_player_with_penalties_has_a_document_of_them() {
        let out = judged().part(render_penalties);
        assert_eq!(keys(&out), ["event_penalties 40", "player_penalties 11/40", "player_penalties 13/40"]);
        assert!(String::from_utf8_lossy(&out.documents[2].body.for_everyone()).contains("Looking at extra cards"));
    }

    #[test]
    fn an_event_without_penalties_and_calls_has_no_document() {
        assert!(swiss().render(render, &Scope::Everything).documents.is_empty());
    }
}
