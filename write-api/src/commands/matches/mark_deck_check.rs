//! Records the progress of a match's deck check.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::MatchId;
use proto_events::vocabulary::ProgressStatus;

use super::table::{NoContest, UnknownMatch, WrongMoment, at_moment, placed, players};
use crate::decision::Decision;

/// Records the progress of a deck check. `None` keeps a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkDeckCheck {
    /// The match.
    pub match_id: MatchId,
    /// Whether it has started.
    pub started: Option<bool>,
    /// Whether it is completed.
    pub completed: Option<bool>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such match.
    #[error(transparent)]
    UnknownMatch(#[from] UnknownMatch),
    /// The match is not played between two opponents.
    #[error(transparent)]
    NoContest(#[from] NoContest),
    /// A completed check must have started.
    #[error("a completed deck check must have started")]
    NotStarted,
    /// The round is over.
    #[error(transparent)]
    WrongMoment(#[from] WrongMoment),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The change was made.
    Changed,
    /// Nothing had to change.
    Unchanged,
}

/// Decides the command. A completed check counts as started; a check that has not started is not completed.
///
/// # Errors
/// If there is no such match, it is not played between two opponents, or its round is over.
pub fn decide(tournament: &Tournament, command: &MarkDeckCheck) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let match_id = command.match_id;
    let placed = placed(tournament, match_id)?;
    players(&placed)?;
    let table = placed.table;
    let (started, completed) = match (command.started, command.completed) {
        (Some(false), Some(true)) => return Err(Refusal::NotStarted),
        (Some(false), _) => (false, false),
        (_, Some(true)) => (true, true),
        (started, completed) => {
            (started.unwrap_or(table.deck_check_started), completed.unwrap_or(table.deck_check_completed))
        }
    };
    if (table.deck_check_started, table.deck_check_completed) == (started, completed) {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    at_moment(&placed, &[ProgressStatus::Upcoming, ProgressStatus::InProgress])?;
    Ok(Decision::happens(vec![TournamentEvent::DeckCheckMarked { match_id, started, completed }], Outcome::Changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::matches::table::tests::{BYE, MATCH, over, playing};

    fn marked(started: bool, completed: bool) -> TournamentEvent {
        TournamentEvent::DeckCheckMarked { match_id: MATCH, started, completed }
    }

    fn to(started: Option<bool>, completed: Option<bool>) -> MarkDeckCheck {
        MarkDeckCheck { match_id: MATCH, started, completed }
    }

    #[test]
    fn a_deck_check_starts_and_ends() {
        let events = |before: &[TournamentEvent], command| decide(&playing(before), &command).unwrap().events;
        assert_eq!(events(&[], to(Some(true), None)), [marked(true, false)]);
        assert_eq!(events(&[], to(None, Some(true))), [marked(true, true)]);
        assert_eq!(events(&[marked(true, false)], to(None, Some(true))), [marked(true, true)]);
        assert_eq!(events(&[marked(true, true)], to(Some(false), None)), [marked(false, false)]);
        assert_eq!(events(&[marked(true, true)], to(None, Some(false))), [marked(true, false)]);
        let again = decide(&playing(&[marked(true, true)]), &to(Some(true), Some(true))).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn decks_are_checked_where_and_while_somebody_plays() {
        assert_eq!(decide(&playing(&[]), &to(Some(false), Some(true))), Err(Refusal::NotStarted));
        assert!(matches!(decide(&over(), &to(Some(true), None)), Err(Refusal::WrongMoment(_))));
        let bye = MarkDeckCheck { match_id: BYE, ..to(Some(true), None) };
        assert_eq!(decide(&playing(&[]), &bye), Err(NoContest(BYE).into()));
        let unknown = MarkDeckCheck { match_id: MatchId(99), ..bye };
        assert_eq!(decide(&playing(&[]), &unknown), Err(UnknownMatch(MatchId(99)).into()));
    }
}
