//! Drops a team and its members. The record stays.

use super::document::{self, WrittenTeam};
use crate::prelude::*;
use crate::registrations::entries::check_not_over;
use crate::registrations::joining::team_over;

pub(crate) const ROUTE: Route = Route {
    id: "drop_team",
    summary: "Drop a team",
    text: "Its members leave with it: those who are `COMPLETE` become `DROPPED`. The team's results stay.",
    answer: Answer::of::<WrittenTeam<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/teams/{team_id}/drop/", Operation::ManageRegistrations)
};

step! {
    /// Drops a team.
    DropTeam of team_id: TeamId,
    |command, tournament, _, _| decide(tournament, command.team_id) => document::answer(team_id)
}

/// Decides the command, which is refused if there is no such team, or the event is over.
pub(crate) fn decide(tournament: &Tournament, team_id: TeamId) -> Result<Vec<TournamentEvent>, Refusal> {
    let team = tournament.team(team_id).ok_or_else(|| Refusal::unknown("team", team_id))?;
    if team.is_dropped {
        return Ok(Vec::new());
    }
    check_not_over(tournament, team_over)?;
    Ok(vec![TournamentEvent::TeamDropped { team_id }])
}
