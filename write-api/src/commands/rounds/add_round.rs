//! Adds a round after the others and pairs it, in a new phase where one begins. Before the next round of a playoff, the
//! losers of the previous one are eliminated.

use std::fmt;

use domain::pairing::ENGINE;
use domain::pairing::meeting::MeetingOrder;
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::{Seats, draft_phase, entries_of, plays, pods};
use domain::tournament::{Phase, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{PhaseId, RegistrationId, RoundId, Sequence};
use proto_events::vocabulary::{PhaseType, RegistrationStatus};

use super::obstacles::{NotRunning, RoundOpen, all_over, is_paired, last_number};
use super::pairing::{CannotPair, What, paired, swiss_way};
use super::round_inputs::{Outgrown, RoundInputs};
use crate::commands::tournaments::order::Order;
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Rounds that pods play before the next draft.
const ROUNDS_IN_PODS: usize = 3;

/// The kind of a new round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundKind {
    /// All players, paired by score.
    Swiss,
    /// All players, seated alphabetically.
    PlayerMeeting,
    /// All players, seated at random.
    RandomPlayerMeeting,
    /// The next step of a draft: pods are seated, then play their rounds.
    DraftPod,
    /// The next round of the playoff after a cut.
    Playoff,
}

impl RoundKind {
    /// All kinds.
    pub const ALL: &'static [Self] =
        &[Self::Swiss, Self::PlayerMeeting, Self::RandomPlayerMeeting, Self::DraftPod, Self::Playoff];
}

impl fmt::Display for RoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Swiss => "swiss",
            Self::PlayerMeeting => "player_meeting",
            Self::RandomPlayerMeeting => "random_player_meeting",
            Self::DraftPod => "draft_pod",
            Self::Playoff => "playoff",
        })
    }
}

/// Adds a round and pairs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddRound {
    /// The kind of round.
    pub kind: RoundKind,
    /// Whether a Swiss round is paired by standing; `None` follows the event's settings.
    pub by_standing: Option<bool>,
    /// Whether new pods are drafted even if the current ones have rounds left.
    pub new_pods: bool,
    /// Whether it is the final round; `None` follows the event's plan.
    pub final_round: Option<bool>,
}

impl AddRound {
    /// Returns a command for a round of this kind with the event's settings.
    pub fn new(kind: RoundKind) -> Self {
        Self { kind, by_standing: None, new_pods: false, final_round: None }
    }
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event's status does not allow pairing.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// Another round is not complete.
    #[error(transparent)]
    RoundOpen(#[from] RoundOpen),
    /// The playoff has begun, and no other rounds can follow.
    #[error("the playoff has begun; only playoff rounds can follow")]
    PlayoffBegun,
    /// The round cannot be paired.
    #[error(transparent)]
    CannotPair(#[from] CannotPair),
    /// Too few ids were reserved.
    #[error(transparent)]
    Outgrown(#[from] Outgrown),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The round was added.
    Added,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// The next round.
struct Next<'a> {
    what: What,
    number: i32,
    /// Its phase, if that exists.
    phase: Option<&'a Phase>,
    /// The type of a new phase.
    phase_type: PhaseType,
}

/// Decides the command.
///
/// # Errors
/// If the event's status does not allow pairing, another round is not complete, or the round cannot be paired.
pub fn decide(
    tournament: &Tournament,
    command: &AddRound,
    means: &RoundInputs,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    is_paired(tournament)?;
    all_over(tournament)?;
    let next = next(tournament, command)?;
    let seats = next.what.seats(tournament, next.number, 0, &means.names)?;
    let mut ids = means.ids.clone();
    let mut events = eliminations(tournament, &next.what);
    let phase_id = next.phase.map(|phase| phase.id).unwrap_or_else(|| {
        let phase_id = PhaseId(ids.next(Sequence::Phase));
        let order_in_phases = i32::try_from(tournament.phases.len()).unwrap_or(i32::MAX).saturating_add(1);
        events.push(TournamentEvent::PhaseAdded { phase_id, order_in_phases, round_type: next.phase_type });
        phase_id
    });
    let round_id = RoundId(ids.next(Sequence::Round));
    events.push(TournamentEvent::RoundAdded {
        round_id,
        phase_id,
        round_number: next.number,
        round_type: next.what.round_type(),
        final_round_in_event: command.final_round.unwrap_or_else(|| is_final(tournament, &next, &seats)),
        use_old_pairings: false,
        pairingengine_url: ENGINE.to_owned(),
    });
    events.extend(paired(tournament, round_id, &seats, &mut ids));
    ids.check().map_err(Outgrown)?;
    Ok(Decision::happens(events, Outcome::Added))
}

fn next<'a>(tournament: &'a Tournament, command: &AddRound) -> Result<Next<'a>, Refusal> {
    let number = last_number(tournament).saturating_add(1);
    let last = tournament.phases.last();
    let has_playoff = last.is_some_and(|phase| phase.round_type.is_playoff());
    if has_playoff && command.kind != RoundKind::Playoff {
        return Err(Refusal::PlayoffBegun);
    }
    let open = last.filter(|phase| !was_cut(tournament, phase));
    let swiss = open.filter(|phase| phase.round_type == PhaseType::Swiss);
    let meeting = |order| Next {
        what: What::Meeting(order),
        number: seating_number(tournament),
        phase: open,
        phase_type: PhaseType::Swiss,
    };
    Ok(match command.kind {
        RoundKind::PlayerMeeting => meeting(MeetingOrder::Alphabetical),
        RoundKind::RandomPlayerMeeting => meeting(MeetingOrder::Random),
        RoundKind::Swiss => {
            let what = What::Swiss(swiss_way(tournament, number, command.by_standing));
            Next { what, number, phase: swiss, phase_type: PhaseType::Swiss }
        }
        RoundKind::DraftPod => match drafted(tournament).filter(|_| !command.new_pods) {
            Some(phase) => {
                let what = What::in_pods(phase, number);
                Next { what, number, phase: Some(phase), phase_type: PhaseType::DraftPod }
            }
            None => {
                let number = seating_number(tournament);
                Next { what: What::Draft, number, phase: None, phase_type: PhaseType::DraftPod }
            }
        },
        RoundKind::Playoff => {
            let playoff = Playoff::before(tournament, number).ok_or(CannotPair::NoCut)?;
            let (phase, phase_type) = (last.filter(|_| has_playoff), playoff.phase_type());
            Next { what: What::Playoff(Box::new(playoff)), number, phase, phase_type }
        }
    })
}

/// Returns whether a cut followed the last round of a phase. The next round then begins another phase.
fn was_cut(tournament: &Tournament, phase: &Phase) -> bool {
    let last = phase.rounds.iter().map(|round| round.number).filter(|number| *number > 0).max();
    last.is_some_and(|last| tournament.cuts.iter().any(|cut| cut.after_round_number >= last))
}

/// Returns the draft phase in progress: its pods have drafted and have rounds left.
fn drafted(tournament: &Tournament) -> Option<&Phase> {
    let phase = draft_phase(tournament).filter(|phase| !was_cut(tournament, phase) && !pods(phase).is_empty())?;
    let played = phase.rounds.iter().filter(|round| round.number > 0).count();
    (played < ROUNDS_IN_PODS).then_some(phase)
}

/// Returns the number of a round that only seats players: -1, then 0, so that both precede round 1; later ones count
/// down from there.
fn seating_number(tournament: &Tournament) -> i32 {
    let is_taken = |number: i32| tournament.rounds().any(|(_, round)| round.number == number);
    let lowest = tournament.rounds().map(|(_, round)| round.number).min().unwrap_or(0);
    [-1, 0].into_iter().find(|number| !is_taken(*number)).unwrap_or(lowest.saturating_sub(1))
}

/// Returns whether the event's plan ends with this round: the final of a playoff, or the last Swiss round without a
/// cut.
fn is_final(tournament: &Tournament, next: &Next<'_>, seats: &[Seats]) -> bool {
    let details = &tournament.details;
    match next.what {
        What::Playoff(_) => seats.len() == 1,
        What::Swiss(_) | What::InPods { .. } => details.top_cut == 0 && details.swiss_rounds == Some(next.number),
        What::Meeting(_) | What::Draft => false,
    }
}

/// Returns the events that eliminate the losers of the playoff so far.
fn eliminations(tournament: &Tournament, what: &What) -> Vec<TournamentEvent> {
    let What::Playoff(playoff) = what else { return Vec::new() };
    eliminated(tournament, playoff).map(|id| status(id, RegistrationStatus::Eliminated)).collect()
}

/// Returns the registrations of a playoff's losers that are still active.
pub(crate) fn eliminated<'a>(
    tournament: &'a Tournament,
    playoff: &'a Playoff,
) -> impl Iterator<Item = RegistrationId> + use<'a> {
    let entries = playoff.losers.iter().flat_map(|loser| entries_of(tournament, *loser));
    entries.filter(|id| tournament.registration(*id).is_some_and(plays))
}

/// Returns the event that changes a registration's status.
pub(crate) fn status(registration_id: RegistrationId, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::RegistrationStatusChanged { registration_id, status }
}

impl WriteApi {
    /// Adds a round and pairs it; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn add_round(
        &self,
        order: &Order,
        command: &AddRound,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let named = command.kind == RoundKind::PlayerMeeting;
        for _ in 0..ATTEMPTS {
            let known = self.tournament(order.tournament_id).await?;
            let known = known.ok_or(CommandError::NotFound(order.stream()))?;
            let means = self.round_inputs(&known.state, named).await?;
            let decide = |tournament: &Tournament| decide(tournament, command, &means);
            match self.carry_out(order, Outcome::Repeated, decide).await {
                Err(CommandError::Refused(Refusal::Outgrown(_))) => {}
                done => return done,
            }
        }
        Err(CommandError::Busy(order.stream()))
    }
}

#[cfg(test)]
mod tests;
