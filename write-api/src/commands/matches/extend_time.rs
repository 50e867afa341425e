//! Sets a match's time extension: the sum of all extensions.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::MatchId;
use proto_events::vocabulary::ProgressStatus;

use super::table::{UnknownMatch, WrongMoment, at_moment, placed};
use crate::decision::Decision;

/// The longest extension: two hours.
pub const EXTENSION_SECONDS_MAX: i32 = 7_200;

/// Sets a match's time extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtendTime {
    /// The match.
    pub match_id: MatchId,
    /// Seconds beyond the end of the round, from 0 to [`EXTENSION_SECONDS_MAX`].
    pub time_extension_seconds: i32,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such match.
    #[error(transparent)]
    UnknownMatch(#[from] UnknownMatch),
    /// The round is over.
    #[error(transparent)]
    WrongMoment(#[from] WrongMoment),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The extension was set.
    Changed,
    /// The match had this extension before.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such match, or its round is over.
pub fn decide(tournament: &Tournament, command: &ExtendTime) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let ExtendTime { match_id, time_extension_seconds } = *command;
    let placed = placed(tournament, match_id)?;
    if placed.table.time_extension_seconds == time_extension_seconds {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    at_moment(&placed, &[ProgressStatus::Upcoming, ProgressStatus::InProgress])?;
    Ok(Decision::happens(vec![TournamentEvent::TimeExtended { match_id, time_extension_seconds }], Outcome::Changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::matches::table::tests::{MATCH, over, playing};

    const THREE_MINUTES: ExtendTime = ExtendTime { match_id: MATCH, time_extension_seconds: 180 };

    #[test]
    fn a_match_gets_more_time_once() {
        let extended = TournamentEvent::TimeExtended { match_id: MATCH, time_extension_seconds: 180 };
        let decision = decide(&playing(&[]), &THREE_MINUTES).unwrap();
        assert_eq!(decision, Decision::happens(vec![extended.clone()], Outcome::Changed));
        let again = decide(&playing(&[extended]), &THREE_MINUTES).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn a_match_that_is_over_or_not_there_gets_none() {
        assert!(matches!(decide(&over(), &THREE_MINUTES), Err(Refusal::WrongMoment(_))));
        let unknown = ExtendTime { match_id: MatchId(99), ..THREE_MINUTES };
        assert_eq!(decide(&playing(&[]), &unknown), Err(UnknownMatch(MatchId(99)).into()));
    }
}
