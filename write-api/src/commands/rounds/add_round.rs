//! Adds a round behind the others, in a phase of its own where one begins, and pairs it. Before the next round of a playoff,
//! who lost in it is eliminated.

use std::fmt;

use domain::pairing::ENGINE;
use domain::pairing::meeting::MeetingOrder;
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::{Seats, draft_phase, entries_of, plays, pods};
use domain::tournament::{Phase, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{PhaseId, RegistrationId, RoundId, Sequence};
use proto_events::vocabulary::{PhaseType, RegistrationStatus};

use super::means::{Means, Outgrown};
use super::obstacles::{NotRunning, RoundOpen, all_over, is_paired, last_number};
use super::pairing::{CannotPair, What, paired, swiss_way};
use crate::commands::tournaments::order::Order;
use crate::decision::{ATTEMPTS, CommandError, Decision};
use crate::{Done, WriteApi};

/// Rounds that are played in pods before new ones are drafted.
const ROUNDS_IN_PODS: usize = 3;

/// What kind of round is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundKind {
    /// Everybody against somebody, by score.
    Swiss,
    /// Everybody sits down by the alphabet.
    PlayerMeeting,
    /// Everybody sits down at random.
    RandomPlayerMeeting,
    /// The next step of a draft: pods are seated, and then play their rounds inside.
    DraftPod,
    /// The next round of the playoff that a cut was made to.
    Playoff,
}

impl RoundKind {
    /// Every kind.
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
    /// What kind of round.
    pub kind: RoundKind,
    /// Whether a Swiss round is paired by standing; without it, as the event says.
    pub by_standing: Option<bool>,
    /// Whether pods are drafted anew although those that there are have rounds left.
    pub new_pods: bool,
    /// Whether none follows; without it, as the event's plan says.
    pub final_round: Option<bool>,
}

impl AddRound {
    /// A round of this kind, as the event says.
    pub fn new(kind: RoundKind) -> Self {
        Self { kind, by_standing: None, new_pods: false, final_round: None }
    }
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event is not where rounds are paired.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// Another round is not over.
    #[error(transparent)]
    RoundOpen(#[from] RoundOpen),
    /// A playoff has begun, after which there is nothing else.
    #[error("the playoff has begun, and only its own rounds follow")]
    PlayoffBegun,
    /// There is nothing to be paired, or nobody.
    #[error(transparent)]
    CannotPair(#[from] CannotPair),
    /// The ids reserved were too few.
    #[error(transparent)]
    Outgrown(#[from] Outgrown),
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is a round more: the last one.
    Added,
    /// Its idempotency key came before: there is one.
    Repeated,
}

/// A round that comes next.
struct Next<'a> {
    what: What,
    number: i32,
    /// The phase that it belongs to, if that is there already.
    phase: Option<&'a Phase>,
    /// How it is paired otherwise.
    phase_type: PhaseType,
}

/// Decides.
///
/// # Errors
/// When the event is not where rounds are paired, another round is open, or there is nothing to be paired.
pub fn decide(
    tournament: &Tournament,
    command: &AddRound,
    means: &Means,
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

/// Whether a cut followed the last round that was played in a phase: what comes then is another phase.
fn was_cut(tournament: &Tournament, phase: &Phase) -> bool {
    let last = phase.rounds.iter().map(|round| round.number).filter(|number| *number > 0).max();
    last.is_some_and(|last| tournament.cuts.iter().any(|cut| cut.after_round_number >= last))
}

/// The phase whose pods go on: they have drafted, and have rounds left.
fn drafted(tournament: &Tournament) -> Option<&Phase> {
    let phase = draft_phase(tournament).filter(|phase| !was_cut(tournament, phase) && !pods(phase).is_empty())?;
    let played = phase.rounds.iter().filter(|round| round.number > 0).count();
    (played < ROUNDS_IN_PODS).then_some(phase)
}

/// The number of a round in which everybody only sits down: -1, then 0, so that two of them ascend to the first round; later
/// ones count down from there.
fn seating_number(tournament: &Tournament) -> i32 {
    let is_taken = |number: i32| tournament.rounds().any(|(_, round)| round.number == number);
    let lowest = tournament.rounds().map(|(_, round)| round.number).min().unwrap_or(0);
    [-1, 0].into_iter().find(|number| !is_taken(*number)).unwrap_or(lowest.saturating_sub(1))
}

/// Whether no round follows by the event's plan: the final of a playoff, the last Swiss round where nothing is cut.
fn is_final(tournament: &Tournament, next: &Next<'_>, seats: &[Seats]) -> bool {
    let details = &tournament.details;
    match next.what {
        What::Playoff(_) => seats.len() == 1,
        What::Swiss(_) | What::InPods { .. } => details.top_cut == 0 && details.swiss_rounds == Some(next.number),
        What::Meeting(_) | What::Draft => false,
    }
}

/// Who lost in the playoff so far is out.
fn eliminations(tournament: &Tournament, what: &What) -> Vec<TournamentEvent> {
    let What::Playoff(playoff) = what else { return Vec::new() };
    eliminated(tournament, playoff).map(|id| status(id, RegistrationStatus::Eliminated)).collect()
}

/// The entries of those who lost in a playoff, as far as they are not out yet.
pub(crate) fn eliminated<'a>(
    tournament: &'a Tournament,
    playoff: &'a Playoff,
) -> impl Iterator<Item = RegistrationId> + use<'a> {
    let entries = playoff.losers.iter().flat_map(|loser| entries_of(tournament, *loser));
    entries.filter(|id| tournament.registration(*id).is_some_and(plays))
}

/// An entry moves on.
pub(crate) fn status(registration_id: RegistrationId, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::RegistrationStatusChanged { registration_id, status }
}

impl WriteApi {
    /// Adds a round and pairs it; with a key once, however often it is asked for.
    ///
    /// # Errors
    /// When it is refused, the event is not found, or the store fails.
    pub async fn add_round(
        &self,
        order: &Order,
        command: &AddRound,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let named = command.kind == RoundKind::PlayerMeeting;
        for _ in 0..ATTEMPTS {
            let known = self.tournament(order.tournament_id).await?;
            let known = known.ok_or(CommandError::NotFound(order.stream()))?;
            let means = self.means(&known.state, named).await?;
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
