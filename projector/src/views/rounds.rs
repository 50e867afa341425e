//! Renders the summary of a round (13, 14), and the event that it belongs to.

use storage::{RoundEvent, ViewKind};

use super::output::Output;
use super::parts::matches::RoundSummary;
use super::parts::{json, sort};
use super::view::{Scope, TournamentContext};

pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    scope.remove_rounds(tournament, &[ViewKind::Round, ViewKind::RoundEvent], out);
    let event = sort::start_and_id(tournament.details.start_datetime, tournament.id.0);
    for (phase, round) in tournament.rounds().filter(|(_, round)| scope.has_round(round.id)) {
        let (phase, number) = (i64::from(phase.order_in_phases), i64::from(round.number));
        let key = format!("{event}/{}/{}", sort::number(phase), sort::number(number));
        let versions = json::to_versions(|redactor| RoundSummary::new(context, redactor, round));
        out.put_versions(ViewKind::Round, round.id, &versions).sort = key;
        let event = RoundEvent { event: tournament.id };
        out.put(ViewKind::RoundEvent, round.id, json::to_bytes(&event));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{draft, finished};
    use super::*;

    #[test]
    fn rounds_sort_as_they_are_played() {
        for scene in [draft(), finished()] {
            let out = scene.render(render, &Scope::Everything);
            let rounds = out.documents.iter().filter(|document| document.key.kind == ViewKind::Round);
            assert_eq!(rounds.clone().count(), 3);
            assert!(rounds.map(|document| &document.sort).is_sorted_by(|a, b| a < b));
        }
    }
}
