//! A round in short (13, 14).

use storage::ViewKind;

use super::parts::matches::RoundSummary;
use super::parts::player_status::Statuses;
use super::parts::{json, sort};
use super::{Output, Scope, TournamentContext};

/// Renders the rounds wanted.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    if !tournament.rounds().any(|(_, round)| scope.has_round(round.id)) {
        return;
    }
    let statuses = Statuses::of(context);
    let event = sort::start_and_id(tournament.details.start_datetime, tournament.id.0);
    for (phase, round) in tournament.rounds().filter(|(_, round)| scope.has_round(round.id)) {
        let (phase, number) = (i64::from(phase.order_in_phases), i64::from(round.number));
        let key = format!("{event}/{}/{}", sort::number(phase), sort::number(number));
        out.put(ViewKind::Round, round.id, key, json::to_bytes(&RoundSummary::new(context, &statuses, round)));
    }
}
