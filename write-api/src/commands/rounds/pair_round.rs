//! Pairs a round again before it starts, with the players who are active now and new random choices.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::vocabulary::{GenerationStatus, RoundType};

use super::obstacles::{NotRunning, RoundBegun, UnknownRound, is_paired, is_upcoming, round_of};
use super::pairing::{CannotPair, What, paired};
use super::round_inputs::{Outgrown, RoundInputs};
use crate::commands::tournaments::order::Order;
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Pairs a round again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairRound {
    /// The round.
    pub round_id: RoundId,
    /// Whether a Swiss round is paired by standing; `None` follows the event's settings.
    pub by_standing: Option<bool>,
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
    /// The round has new pairings.
    Paired,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command.
///
/// # Errors
/// If there is no such round, it has begun, or it cannot be paired.
pub fn decide(
    tournament: &Tournament,
    command: &PairRound,
    means: &RoundInputs,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let round_id = command.round_id;
    let (phase, round) = round_of(tournament, round_id)?;
    is_paired(tournament)?;
    is_upcoming(round)?;
    let what = What::of(tournament, phase, round, command.by_standing)?;
    let mut events = discarded(round_id, round.pairings_status);
    // Every further pairing makes new random choices, whether the earlier pairings are discarded now or were before.
    let times_before = round.times_discarded + u32::from(!events.is_empty());
    let seats = what.seats(tournament, round.number, times_before, &means.names)?;
    let mut ids = means.ids.clone();
    events.extend(paired(tournament, round_id, &seats, &mut ids));
    ids.check().map_err(Outgrown)?;
    Ok(Decision::happens(events, Outcome::Paired))
}

/// Returns the event that discards the pairings of a round, if it has any.
pub(crate) fn discarded(round_id: RoundId, pairings: GenerationStatus) -> Vec<TournamentEvent> {
    match pairings {
        GenerationStatus::NotGenerated => Vec::new(),
        GenerationStatus::Generating | GenerationStatus::Generated => {
            vec![TournamentEvent::PairingsDiscarded { round_id }]
        }
    }
}

impl WriteApi {
    /// Pairs a round again; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn pair_round(
        &self,
        order: &Order,
        command: &PairRound,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        for _ in 0..ATTEMPTS {
            let known = self.tournament(order.tournament_id).await?;
            let known = known.ok_or(CommandError::NotFound(order.stream()))?;
            let round = known.state.round(command.round_id).map(|(_, round)| round.round_type);
            let means = self.round_inputs(&known.state, round == Some(RoundType::PlayerMeeting)).await?;
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
mod tests {
    use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, RegistrationStatus};

    use super::*;
    use crate::Ids;
    use crate::commands::rounds::add_round::RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};
    use crate::commands::rounds::play::Played;

    #[test]
    fn a_round_is_paired_anew_by_other_lots() {
        let mut played = Played::new(16);
        let round_id = played.add(Swiss);
        let before = played.tables();
        let events = played.try_pair(round_id).unwrap();
        assert_eq!(events[0], TournamentEvent::PairingsDiscarded { round_id });
        assert_eq!(played.try_pair(round_id).unwrap(), events, "the pairings can be reproduced");
        played.happen(events);
        let second = played.tables();
        assert_ne!(second, before);
        played.happen(played.try_pair(round_id).unwrap());
        assert!(played.tables() != second && played.tables() != before);
        assert_eq!(played.last_round().times_discarded, 2);
    }

    #[test]
    fn who_came_and_left_meanwhile_counts() {
        let mut played = Played::new(4);
        let round_id = played.add(Swiss);
        played.drop(1);
        played.register(5);
        played.happen(played.try_pair(round_id).unwrap());
        let mut seated = played.tables().concat();
        seated.sort_unstable();
        assert_eq!(seated, [2, 3, 4, 5]);
    }

    #[test]
    fn every_kind_of_round_can_be_paired_anew() {
        let mut played = Played::new(8);
        for kind in [PlayerMeeting, RandomPlayerMeeting, DraftPod, DraftPod, Swiss] {
            let round_id = played.add(kind);
            let (before, round_type) = (played.tables().concat().len(), played.last_round().round_type);
            played.happen(played.try_pair(round_id).unwrap());
            let round = played.last_round();
            assert_eq!((played.tables().concat().len(), round.round_type), (before, round_type), "{kind}");
            played.start(round_id);
            for (match_id, _) in played.open_matches() {
                played.report(match_id, 2, 0);
            }
            played.complete(round_id);
        }
        played.cut(4);
        let semifinals = played.add(Playoff);
        let before = played.tables();
        played.happen(played.try_pair(semifinals).unwrap());
        assert_eq!(played.tables(), before, "a bracket is not random");
    }

    #[test]
    fn who_drops_before_a_playoff_round_leaves_a_bye() {
        let mut played = Played::new(8);
        played.play(Swiss);
        played.cut(4);
        let semifinals = played.add(Playoff);
        let best = played.tables()[0][0];
        played.drop(best);
        assert_eq!(played.status(best), RegistrationStatus::Dropped);
        played.happen(played.try_pair(semifinals).unwrap());
        assert_eq!(played.tables()[0].len(), 1);
    }

    #[test]
    fn a_round_that_has_begun_keeps_its_pairings() {
        let mut played = Played::new(4);
        let round_id = played.begin(Swiss);
        let begun = |status| Err(RoundBegun { number: 1, status }.into());
        assert_eq!(played.try_pair(round_id), begun(ProgressStatus::InProgress));
        for (match_id, _) in played.open_matches() {
            played.report(match_id, 2, 0);
        }
        played.complete(round_id);
        assert_eq!(played.try_pair(round_id), begun(ProgressStatus::Complete));
    }

    #[test]
    fn what_cannot_be_paired_is_told() {
        let mut played = Played::new(2);
        let round_id = played.add(Swiss);
        assert_eq!(played.try_pair(RoundId(99)), Err(UnknownRound(RoundId(99)).into()));
        let few = RoundInputs { ids: Ids::imagined(&[]), ..RoundInputs::default() };
        let command = PairRound { round_id, by_standing: None };
        assert!(matches!(decide(&played.state(), &command, &few), Err(Refusal::Outgrown(_))));
        played.drop(1);
        assert_eq!(played.try_pair(round_id), Err(CannotPair::TooFew { playing: 1 }.into()));
        played.then(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished });
        assert!(matches!(played.try_pair(round_id), Err(Refusal::NotRunning(_))));
    }
}
