//! Puts a result right, also after its round is over. Standings from that round on follow by themselves. In a playoff who
//! advances may be somebody else: as long as the next round has not started, the two change places and its pairings are thrown
//! away; afterwards only what leaves the winner the winner can be corrected.

use domain::machines::EVENT;
use domain::pairing::EntrantId;
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::{entries_of, plays};
use domain::tournament::{Placed, Round, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::MatchId;
use proto_events::tournament::Winner;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, RegistrationStatus};

use super::report_result::needs_winner;
use super::score::Score;
use super::table::{NeedsWinner, NoContest, UnknownMatch, WrongMoment, at_moment, placed, players};
use crate::commands::rounds::add_round::status;
use crate::commands::rounds::obstacles::NotRunning;
use crate::commands::rounds::pair_round::discarded;
use crate::commands::tournaments::order::Order;
use crate::decision::{CommandError, Decision};
use crate::{Done, FieldErrors, WriteApi};

/// Puts a result right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectResult {
    /// The match.
    pub match_id: MatchId,
    /// Its games.
    pub score: Score,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such match.
    #[error(transparent)]
    UnknownMatch(#[from] UnknownMatch),
    /// Nobody plays an opponent there.
    #[error(transparent)]
    NoContest(#[from] NoContest),
    /// The games make no result.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event is not where results are put right.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round has not started.
    #[error(transparent)]
    WrongMoment(#[from] WrongMoment),
    /// Somebody must win.
    #[error(transparent)]
    NeedsWinner(#[from] NeedsWinner),
    /// Who won by the wrong result plays the next round already.
    #[error("somebody else would advance, and round {number} of the playoff is {status}")]
    PlayedOn {
        /// Number of the next round.
        number: i32,
        /// Where it stands.
        status: ProgressStatus,
    },
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is right now.
    Corrected,
    /// It was so before.
    Unchanged,
}

/// Decides.
///
/// # Errors
/// When there is no such match, its round has not started, or the playoff went on from the wrong result.
pub fn decide(tournament: &Tournament, command: &CorrectResult) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let match_id = command.match_id;
    let placed = placed(tournament, match_id)?;
    let result = command.score.result(players(&placed)?)?;
    is_corrected(tournament)?;
    at_moment(&placed, &[ProgressStatus::InProgress, ProgressStatus::Complete])?;
    if result.winner == Winner::Draw && needs_winner(&placed) {
        return Err(NeedsWinner.into());
    }
    if placed.table.result == Some(result) && placed.table.confirmed {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let mut events = vec![TournamentEvent::ResultCorrected { match_id, result }];
    if placed.phase.round_type.is_playoff() {
        events.extend(change_of_places(tournament, &placed, &events)?);
    }
    Ok(Decision::happens(events, Outcome::Corrected))
}

/// Results are put right while the event is played, and until its lists are being published.
fn is_corrected(tournament: &Tournament) -> Result<(), NotRunning> {
    let (lifecycle, needed) = (tournament.lifecycle, LifecycleStatus::EventInProgress);
    let is_fine = lifecycle == needed || EVENT.after(lifecycle).contains(&needed) && is_over(lifecycle);
    if is_fine { Ok(()) } else { Err(NotRunning { lifecycle, needed }) }
}

fn is_over(lifecycle: LifecycleStatus) -> bool {
    lifecycle == LifecycleStatus::EventFinished
}

/// What follows in a playoff from a correction that lets somebody else advance.
fn change_of_places(
    tournament: &Tournament,
    placed: &Placed<'_>,
    corrected: &[TournamentEvent],
) -> Result<Vec<TournamentEvent>, Refusal> {
    let round = placed.round;
    let losers_of = |tournament: &Tournament| -> Vec<EntrantId> {
        Playoff::before(tournament, round.number.saturating_add(1)).map(|it| it.losers).unwrap_or_default()
    };
    let before = losers_of(tournament);
    // What does not fold is not corrected at all: the append would refuse it.
    let after = tournament.foreseen(corrected).map(|after| losers_of(&after)).unwrap_or_default();
    let is_complete = round.status == ProgressStatus::Complete;
    if is_complete && after.len() < before.len() {
        return Err(NeedsWinner.into());
    }
    let back: Vec<EntrantId> = before.iter().filter(|id| !after.contains(id)).copied().collect();
    let out: Vec<EntrantId> = after.iter().filter(|id| !before.contains(id)).copied().collect();
    if !is_complete || (back.is_empty() && out.is_empty()) {
        return Ok(Vec::new());
    }
    let later: Vec<&Round> =
        tournament.rounds().map(|(_, later)| later).filter(|later| later.number > round.number).collect();
    if let Some(begun) = later.iter().find(|later| later.status != ProgressStatus::Upcoming) {
        return Err(Refusal::PlayedOn { number: begun.number, status: begun.status });
    }
    let entry = |id: &_| tournament.registration(*id);
    let is_out = |id: &_| entry(id).is_some_and(|entry| entry.status == RegistrationStatus::Eliminated);
    let returning: Vec<_> = back.iter().flat_map(|id| entries_of(tournament, *id)).filter(is_out).collect();
    // Who lost is out only once the next round, or the end, is decided.
    let leaving = if returning.is_empty() { &[][..] } else { &out[..] };
    let leaving = leaving.iter().flat_map(|id| entries_of(tournament, *id)).filter(|id| entry(id).is_some_and(plays));
    let mut events: Vec<TournamentEvent> =
        returning.iter().map(|id| status(*id, RegistrationStatus::Complete)).collect();
    events.extend(leaving.map(|id| status(id, RegistrationStatus::Eliminated)));
    events.extend(later.iter().flat_map(|later| discarded(later.id, later.pairings_status)));
    Ok(events)
}

impl WriteApi {
    /// Puts a result right.
    ///
    /// # Errors
    /// When it is refused, the event is not found, or the store fails.
    pub async fn correct_result(
        &self,
        order: &Order,
        command: &CorrectResult,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Corrected, |tournament: &Tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests;
