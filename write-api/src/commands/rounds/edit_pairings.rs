//! Replaces the pairings of a round that has not started by an organizer's. Unknown, inactive and doubly seated players
//! are refused; rematches and the like are for the organizer to decide.

use std::collections::{HashMap, HashSet};

use domain::pairing::EntrantId;
use domain::pairing::edit::{Problem, Severity};
use domain::tournament::to_pair::{Seats, pods};
use domain::tournament::{Phase, Round, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{GenerationStatus, PhaseType, RoundType};

use super::obstacles::{NotRunning, RoundBegun, UnknownRound, is_paired, is_upcoming, round_of};
use super::pair_round::discarded;
use super::pairing::paired;
use super::round_inputs::Outgrown;
use super::scrutiny::{problems_of, seats_of};
use crate::commands::tournaments::order::Order;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, Ids, WriteApi};

/// The maximum number of seats at a table; a pod is the largest.
pub const SEATS_MAX: usize = 20;

/// Replaces the pairings of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditPairings {
    /// The round.
    pub round_id: RoundId,
    /// All of its tables.
    pub tables: Vec<ProposedTable>,
}

/// A table as proposed by an organizer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedTable {
    /// Its number; `None` takes a free one.
    pub table_number: Option<i32>,
    /// Its draft pod; `None` takes the pod of the first entrant.
    pub pod_number: Option<i32>,
    /// The registrations at the table, or the teams in a match of teams. A single entrant has a bye.
    pub entrants: Vec<i64>,
    /// Whether the entrants are teams.
    pub of_teams: bool,
    /// Whether a single entrant has a loss instead of a bye.
    pub is_loss: bool,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such round.
    #[error(transparent)]
    UnknownRound(#[from] UnknownRound),
    /// The event's status does not allow pairing.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round has begun.
    #[error(transparent)]
    RoundBegun(#[from] RoundBegun),
    /// A table has too many or too few entrants, or a kind that this round does not have.
    #[error("{0}")]
    Malformed(&'static str),
    /// These pairings cannot be played.
    #[error("these pairings cannot be played: {0:?}")]
    Wrong(Vec<Problem>),
    /// Too few ids were reserved.
    #[error(transparent)]
    Outgrown(#[from] Outgrown),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The pairings were replaced.
    Changed,
    /// The round had these pairings before.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such round, it has begun, or the pairings cannot be played.
pub fn decide(
    tournament: &Tournament,
    command: &EditPairings,
    ids: &Ids,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let round_id = command.round_id;
    let (phase, round) = round_of(tournament, round_id)?;
    is_paired(tournament)?;
    is_upcoming(round)?;
    check_form(tournament, round, &command.tables)?;
    let seats = seats(phase, round, &command.tables);
    let mut wrong = problems_of(tournament, phase, round, &seats);
    wrong.retain(|problem| problem.severity() == Severity::Error);
    if !wrong.is_empty() {
        return Err(Refusal::Wrong(wrong));
    }
    if round.pairings_status == GenerationStatus::Generated && seats == seats_of(tournament, round) {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let mut ids = ids.clone();
    let mut events = discarded(round_id, round.pairings_status);
    events.extend(paired(tournament, round_id, &seats, &mut ids));
    ids.check().map_err(Outgrown)?;
    Ok(Decision::happens(events, Outcome::Changed))
}

fn check_form(tournament: &Tournament, round: &Round, tables: &[ProposedTable]) -> Result<(), Refusal> {
    let plays = round.round_type == RoundType::PlayVsOpponent;
    let by_team = plays && tournament.is_team_event();
    if tables.iter().any(|table| table.of_teams != by_team) {
        let said = if by_team { "Teams meet here: name `teams`." } else { "Players sit here: name `players`." };
        return Err(Refusal::Malformed(said));
    }
    let most = if plays { 2 } else { SEATS_MAX };
    if tables.iter().any(|table| table.entrants.is_empty() || table.entrants.len() > most) {
        let said = if plays { "A table has one or two players or teams." } else { "A table has 1 to 20 players." };
        return Err(Refusal::Malformed(said));
    }
    if tables.iter().any(|table| table.is_loss && (!plays || table.entrants.len() > 1)) {
        return Err(Refusal::Malformed("A loss without an opponent is for one player alone."));
    }
    if by_team && tables.iter().any(|table| table.is_loss) {
        return Err(Refusal::Malformed("A team cannot have a loss without an opponent."));
    }
    Ok(())
}

/// Assigns a number to each table: free ones in order where none is given, byes last.
fn seats(phase: &Phase, round: &Round, tables: &[ProposedTable]) -> Vec<Seats> {
    let taken: HashSet<i32> = tables.iter().filter_map(|table| table.table_number).collect();
    let pods: HashMap<EntrantId, i32> = if phase.round_type == PhaseType::DraftPod {
        let pods = pods(phase);
        pods.iter().flat_map(|pod| pod.seats.iter().map(|seat| (*seat, pod.number))).collect()
    } else {
        HashMap::new()
    };
    let mut free = (1..).filter(|number| !taken.contains(number));
    let (alone, together): (Vec<_>, Vec<_>) =
        tables.iter().partition(|table| round.round_type == RoundType::PlayVsOpponent && table.entrants.len() == 1);
    let mut seats = Vec::with_capacity(tables.len());
    for table in together.into_iter().chain(alone) {
        let entrants: Vec<EntrantId> = table.entrants.iter().map(|id| EntrantId(*id)).collect();
        let table_number = table.table_number.or_else(|| free.next()).unwrap_or(i32::MAX);
        let is_pod = round.round_type == RoundType::DraftPod;
        let pod = if is_pod { Some(table_number) } else { entrants.first().and_then(|first| pods.get(first)).copied() };
        seats.push(Seats {
            kind: kind(round, table),
            table_number,
            pod_number: table.pod_number.or(pod).unwrap_or(0),
            entrants,
        });
    }
    seats.sort_by_key(|table| table.table_number);
    seats
}

fn kind(round: &Round, table: &ProposedTable) -> PairingKind {
    match (round.round_type, table.entrants.len(), table.is_loss) {
        (RoundType::PlayVsOpponent, 1, true) => PairingKind::AssignedLoss,
        (RoundType::PlayVsOpponent, 1, false) => PairingKind::Bye,
        (RoundType::PlayVsOpponent, ..) => PairingKind::Versus,
        _ => PairingKind::Seating,
    }
}

impl WriteApi {
    /// Replaces the pairings of a round.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn edit_pairings(
        &self,
        order: &Order,
        command: &EditPairings,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let known = self.tournament(order.tournament_id).await?;
        let known = known.ok_or(CommandError::NotFound(order.stream()))?;
        let size = usize::try_from(known.state.details.team_size).unwrap_or(1).max(1);
        let teams = if known.state.is_team_event() { command.tables.len() } else { 0 };
        let ids = self.ids_for_tables(command.tables.len().saturating_mul(size), teams).await?;
        self.carry_out(order, Outcome::Changed, |tournament: &Tournament| decide(tournament, command, &ids)).await
    }
}

#[cfg(test)]
mod tests;
