//! Starts a round. The first round of play fixes the lists. A completed round can be reopened while nothing has
//! followed it: the players it eliminated are active again.

use domain::machines::{IllegalStep, ROUND};
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::entries_of;
use domain::tournament::{Phase, Round, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::vocabulary::{GenerationStatus, ProgressStatus, RegistrationStatus};

use super::add_round::status;
use super::obstacles::{NotRunning, UnknownRound, is_played, round_of};
use crate::commands::tournaments::list_revisions::{Undecided, due};
use crate::commands::tournaments::order::Order;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Starts a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartRound {
    /// The round.
    pub round_id: RoundId,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such round.
    #[error(transparent)]
    UnknownRound(#[from] UnknownRound),
    /// The event is not in progress.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round has no pairings.
    #[error("the pairings of round {number} are {pairings}; pair it first")]
    NotPaired {
        /// The round's number.
        number: i32,
        /// The status of its pairings.
        pairings: GenerationStatus,
    },
    /// The round is complete, and something followed it.
    #[error("round {number} is COMPLETE, and {followed_by} followed it; correct its results instead")]
    Followed {
        /// The round's number.
        number: i32,
        /// The round or cut that followed.
        followed_by: String,
    },
    /// The round's status does not allow the step.
    #[error(transparent)]
    Step(#[from] IllegalStep),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The round is in progress.
    Started,
    /// The round was complete and is in progress again.
    TakenUpAgain,
    /// The round was in progress before.
    Unchanged,
}

/// Decides the command; `fixed` fixes the lists that are not fixed yet.
///
/// # Errors
/// If there is no such round, it has no pairings, or it is complete and something followed it.
pub fn decide(
    tournament: &Tournament,
    command: &StartRound,
    fixed: &[TournamentEvent],
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let round_id = command.round_id;
    let (phase, round) = round_of(tournament, round_id)?;
    if round.status == ProgressStatus::InProgress {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    is_played(tournament)?;
    ROUND.check(round.status, ProgressStatus::InProgress)?;
    let (number, pairings) = (round.number, round.pairings_status);
    if pairings != GenerationStatus::Generated {
        return Err(Refusal::NotPaired { number, pairings });
    }
    if round.status == ProgressStatus::Complete {
        return taken_up_again(tournament, phase, round);
    }
    let mut events = if begins_play(tournament, round) { fixed.to_vec() } else { Vec::new() };
    events.push(TournamentEvent::RoundStarted { round_id });
    Ok(Decision::happens(events, Outcome::Started))
}

/// Returns whether the event's play begins with this round.
pub(crate) fn begins_play(tournament: &Tournament, round: &Round) -> bool {
    let begun = |other: &Round| other.number > 0 && other.status != ProgressStatus::Upcoming;
    round.number > 0 && !tournament.rounds().any(|(_, other)| begun(other))
}

fn taken_up_again(
    tournament: &Tournament,
    phase: &Phase,
    round: &Round,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let (number, round_id) = (round.number, round.id);
    let later = tournament.rounds().skip_while(|(_, other)| other.id != round_id).nth(1);
    let cut = tournament.cuts.iter().any(|cut| round.number > 0 && cut.after_round_number >= number);
    let followed_by = match later {
        Some((_, later)) => Some(format!("round {}", later.number)),
        None if cut => Some("a cut".to_owned()),
        None => None,
    };
    if let Some(followed_by) = followed_by {
        return Err(Refusal::Followed { number, followed_by });
    }
    let mut events = if phase.round_type.is_playoff() { back_in(tournament, number) } else { Vec::new() };
    events.push(TournamentEvent::RoundStarted { round_id });
    Ok(Decision::happens(events, Outcome::TakenUpAgain))
}

/// Returns the events that reactivate the players eliminated by a playoff round.
fn back_in(tournament: &Tournament, number: i32) -> Vec<TournamentEvent> {
    let losers = |number| Playoff::before(tournament, number).map(|playoff| playoff.losers).unwrap_or_default();
    let before = losers(number);
    let here = losers(number.saturating_add(1)).into_iter().filter(|loser| !before.contains(loser));
    let entries = here.flat_map(|loser| entries_of(tournament, loser));
    let is_out =
        |id: &_| tournament.registration(*id).is_some_and(|entry| entry.status == RegistrationStatus::Eliminated);
    entries.filter(is_out).map(|id| status(id, RegistrationStatus::Complete)).collect()
}

impl WriteApi {
    /// Starts a round.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn start_round(
        &self,
        order: &Order,
        command: &StartRound,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let known = self.tournament(order.tournament_id).await?;
        let known = known.ok_or(CommandError::NotFound(order.stream()))?;
        let round = known.state.round(command.round_id).map(|(_, round)| round);
        if !round.is_some_and(|round| begins_play(&known.state, round)) {
            let decide = |tournament: &Tournament| decide(tournament, command, &[]);
            return self.carry_out(order, Outcome::Started, decide).await;
        }
        self.carry_out_with_lists(order, Outcome::Started, |tournament, lists| {
            let fixed = due(tournament, lists)?;
            decide(tournament, command, &fixed).map_err(Undecided::Refused)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::RegistrationId;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::commands::rounds::add_round::RoundKind::{PlayerMeeting, Playoff, Swiss};
    use crate::commands::rounds::play::Played;

    fn started(played: &Played, round_id: RoundId) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        decide(&played.state(), &StartRound { round_id }, &[])
    }

    #[test]
    fn a_round_starts_once() {
        let mut played = Played::new(4);
        let round_id = played.add(Swiss);
        let decision = started(&played, round_id).unwrap();
        assert_eq!(decision, Decision::happens(vec![TournamentEvent::RoundStarted { round_id }], Outcome::Started));
        played.happen(decision.events);
        assert_eq!(started(&played, round_id).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn with_the_first_round_of_play_lists_are_fixed() {
        let fixed = [TournamentEvent::ListRevisionsFixed { revisions: Vec::new() }];
        let mut played = Played::new(4);
        let events =
            |played: &Played, round_id| decide(&played.state(), &StartRound { round_id }, &fixed).unwrap().events;
        let meeting = played.add(PlayerMeeting);
        assert_eq!(events(&played, meeting), [TournamentEvent::RoundStarted { round_id: meeting }]);
        played.start(meeting);
        played.complete(meeting);
        let first = played.add(Swiss);
        assert_eq!(events(&played, first), [fixed[0].clone(), TournamentEvent::RoundStarted { round_id: first }]);
        played.start(first);
        for (match_id, _) in played.open_matches() {
            played.report(match_id, 2, 0);
        }
        played.complete(first);
        let second = played.add(Swiss);
        assert_eq!(events(&played, second), [TournamentEvent::RoundStarted { round_id: second }]);
    }

    #[test]
    fn the_last_round_is_taken_up_again_while_nothing_followed() {
        let mut played = Played::new(4);
        let round_id = played.play(Swiss);
        let again = started(&played, round_id).unwrap();
        assert_eq!(again, Decision::happens(vec![TournamentEvent::RoundStarted { round_id }], Outcome::TakenUpAgain));
        let mut cut = played.clone();
        cut.cut(2);
        let followed_by = "a cut".to_owned();
        assert_eq!(started(&cut, round_id), Err(Refusal::Followed { number: 1, followed_by }));
        played.add(Swiss);
        let followed_by = "round 2".to_owned();
        assert_eq!(started(&played, round_id), Err(Refusal::Followed { number: 1, followed_by }));
    }

    #[test]
    fn who_was_out_by_a_final_is_back_when_it_is_taken_up_again() {
        let mut played = Played::new(4);
        played.play(Swiss);
        played.cut(2);
        let last = played.play(Playoff);
        let registration_id = RegistrationId(played.tables()[0].iter().copied().max().unwrap());
        assert_eq!(played.status(registration_id.0), RegistrationStatus::Eliminated);
        let back = TournamentEvent::RegistrationStatusChanged { registration_id, status: RegistrationStatus::Complete };
        assert_eq!(started(&played, last).unwrap().events, [back, TournamentEvent::RoundStarted { round_id: last }]);
    }

    #[test]
    fn a_round_without_pairings_does_not_start() {
        let mut played = Played::new(4);
        let round_id = played.add(Swiss);
        played.then(TournamentEvent::PairingsDiscarded { round_id });
        let pairings = GenerationStatus::NotGenerated;
        assert_eq!(started(&played, round_id), Err(Refusal::NotPaired { number: 1, pairings }));
    }

    #[test]
    fn rounds_start_while_the_event_is_in_progress() {
        let mut played = Played::at(LifecycleStatus::RegistrationClosed, 4);
        let round_id = played.add(Swiss);
        let (lifecycle, needed) = (LifecycleStatus::RegistrationClosed, LifecycleStatus::EventInProgress);
        assert_eq!(started(&played, round_id), Err(NotRunning { lifecycle, needed }.into()));
        assert_eq!(started(&played, RoundId(99)), Err(UnknownRound(RoundId(99)).into()));
    }
}
