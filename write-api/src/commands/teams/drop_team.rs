//! Drops a team and its members. The record stays.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::TeamId;

use crate::commands::tournaments::field::{Over, check_not_over};
use crate::commands::tournaments::order::Order;
pub use crate::commands::tournaments::outcome::Outcome;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Drops a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DropTeam {
    /// The team.
    pub team_id: TeamId,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such team.
    #[error("the event has no team {0}")]
    UnknownTeam(TeamId),
    /// The event is over.
    #[error(transparent)]
    Over(#[from] Over),
}

/// Decides the command.
///
/// # Errors
/// If there is no such team, or the event is over.
pub fn decide(tournament: &Tournament, command: &DropTeam) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let team_id = command.team_id;
    let team = tournament.team(team_id).ok_or(Refusal::UnknownTeam(team_id))?;
    if team.is_dropped {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    check_not_over(tournament)?;
    Ok(Decision::happens(vec![TournamentEvent::TeamDropped { team_id }], Outcome::Changed))
}

impl WriteApi {
    /// Drops a team.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn drop_team(
        &self,
        order: &Order,
        command: &DropTeam,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{happened, team};
    use TournamentEvent as E;

    const TEAM: TeamId = TeamId(1);
    const DROP: DropTeam = DropTeam { team_id: TEAM };

    #[test]
    fn a_team_leaves_once() {
        let dropped = E::TeamDropped { team_id: TEAM };
        let decision = decide(&team(), &DROP).unwrap();
        assert_eq!(decision, Decision::happens(vec![dropped.clone()], Outcome::Changed));
        let over = E::LifecycleChanged { status: LifecycleStatus::EventFinished };
        let again = decide(&happened(team(), &[dropped, over]), &DROP).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn no_team_leaves_what_is_over() {
        let status = LifecycleStatus::EventFinished;
        let over = happened(team(), &[E::LifecycleChanged { status }]);
        assert_eq!(decide(&over, &DROP), Err(Refusal::Over(Over(status))));
    }

    #[test]
    fn a_team_that_is_not_there_is_refused() {
        let team_id = TeamId(99);
        assert_eq!(decide(&team(), &DropTeam { team_id }), Err(Refusal::UnknownTeam(team_id)));
    }
}
