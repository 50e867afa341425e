//! Corrects a result, also after its round is complete. Later standings follow. If a correction in a playoff changes
//! who advances, the two players swap and the next round's pairings are discarded. Once that round has started, only
//! corrections that keep the winner are allowed.

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

/// Corrects a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectResult {
    /// The match.
    pub match_id: MatchId,
    /// Its games.
    pub score: Score,
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
    /// The games form no valid result.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event's status does not allow corrections.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round has not started.
    #[error(transparent)]
    WrongMoment(#[from] WrongMoment),
    /// A playoff match needs a winner.
    #[error(transparent)]
    NeedsWinner(#[from] NeedsWinner),
    /// Another player would advance, but the next round has started.
    #[error("another player would advance, but round {number} of the playoff is {status}")]
    PlayedOn {
        /// Number of the next round.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The result is corrected.
    Corrected,
    /// Nothing had to change.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such match, the result is invalid, or its round or the next one does not allow the correction.
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

/// Checks that the event is in progress or finished. Once its lists are being published, results cannot change.
fn is_corrected(tournament: &Tournament) -> Result<(), NotRunning> {
    let (lifecycle, needed) = (tournament.lifecycle, LifecycleStatus::EventInProgress);
    let is_fine = lifecycle == needed || EVENT.after(lifecycle).contains(&needed) && is_over(lifecycle);
    if is_fine { Ok(()) } else { Err(NotRunning { lifecycle, needed }) }
}

fn is_over(lifecycle: LifecycleStatus) -> bool {
    lifecycle == LifecycleStatus::EventFinished
}

/// Returns the further events of a playoff correction that changes who advances.
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
    // A correction that does not fold is refused by the append.
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
    // Losers are eliminated only once the next round, or the end, is decided.
    let leaving = if returning.is_empty() { &[][..] } else { &out[..] };
    let leaving = leaving.iter().flat_map(|id| entries_of(tournament, *id)).filter(|id| entry(id).is_some_and(plays));
    let mut events: Vec<TournamentEvent> =
        returning.iter().map(|id| status(*id, RegistrationStatus::Complete)).collect();
    events.extend(leaving.map(|id| status(id, RegistrationStatus::Eliminated)));
    events.extend(later.iter().flat_map(|later| discarded(later.id, later.pairings_status)));
    Ok(events)
}

impl WriteApi {
    /// Corrects a result.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
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
