//! Renders the penalties of an event, for its staff.

use domain::documents::PenaltyDocument;
use domain::tournament::PlayerPenalty;
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
}

fn document<'a>(context: &TournamentContext<'a>, penalty: &'a PlayerPenalty) -> PenaltyDocument<'a> {
    let entry = context.tournament.registration(penalty.issued.registration_id);
    let name = entry.map(|entry| people::name(context.people, entry.user_id)).unwrap_or_default();
    PenaltyDocument::new(context.tournament, penalty, name)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, judged, swiss};
    use super::*;

    #[test]
    fn penalties_in_the_order_in_which_they_were_issued() {
        insta::assert_snapshot!(judged().body(render, ViewKind::EventPenalties, EVENT));
    }

    #[test]
    fn an_event_without_penalties_has_no_document() {
        assert!(swiss().render(render, &Scope::Everything).documents.is_empty());
    }
}
