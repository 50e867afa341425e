//! Starts a round. The first round of play fixes the lists. A completed round can be reopened while nothing has
//! followed it: the players it eliminated are active again.

use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::entries_of;

use super::change_clock::with_start;
use super::checks::{not_paired, round_of};
use super::document::{self, WrittenRound};
use crate::in_play::{is_eliminated, is_played, status};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "start_round",
    summary: "Start a round",
    text: "The event must be `EVENT_IN_PROGRESS`. Starting the first round of play fixes the lists: of each list, \
           the last revision that was in time or made by staff. A round that is `COMPLETE` is resumed as long as \
           nothing followed it. Starting a round that is in progress changes nothing. With the event's setting \
           `round_minutes`, the round's clock starts too.",
    answer: Answer::of::<WrittenRound<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/rounds/{round_id}/start/", Operation::RunRounds)
};

body! {
    /// Starts a round.
    pub struct StartRound of round_id: RoundId {}
}

impl EventCommand for StartRound {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, round_id, now) = (event.api(), self.round_id, event.arrived_at);
        let fixed = |event: Arc<Folded<Tournament>>| async move {
            let round = event.state.round(round_id).map(|(_, round)| round);
            let begins = round.is_some_and(|round| begins_play(&event.state, round));
            Ok(if begins { api.lists_to_fix(&event, |_| true).await? } else { Vec::new() })
        };
        event.change_with(fixed, |tournament, fixed, _| decide(tournament, round_id, fixed, now)).await
    }
}

answers!(StartRound => document::answer(round_id));

/// Decides the command; `fixed` fixes the lists that are not fixed yet. It is refused if there is no such round, it has
/// no pairings, or it is complete and something followed it.
pub(crate) fn decide(
    tournament: &Tournament,
    round_id: RoundId,
    fixed: &[TournamentEvent],
    now: DateTime<Utc>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let (phase, round) = round_of(tournament, round_id)?;
    if round.status == ProgressStatus::InProgress {
        return Ok(Vec::new());
    }
    is_played(tournament)?;
    ROUND.check(round.status, ProgressStatus::InProgress)?;
    if round.pairings_status != GenerationStatus::Generated {
        return Err(not_paired(round));
    }
    if round.status == ProgressStatus::Complete {
        return taken_up_again(tournament, phase, round);
    }
    let mut events = if begins_play(tournament, round) { fixed.to_vec() } else { Vec::new() };
    events.push(TournamentEvent::RoundStarted { round_id });
    events.extend(with_start(tournament, round, now));
    Ok(events)
}

/// Returns whether the event's play begins with this round.
pub(crate) fn begins_play(tournament: &Tournament, round: &Round) -> bool {
    round.number > 0 && !tournament.play_has_begun()
}

fn taken_up_again(tournament: &Tournament, phase: &Phase, round: &Round) -> Result<Vec<TournamentEvent>, Refusal> {
    let (number, round_id) = (round.number, round.id);
    let later = tournament.rounds().skip_while(|(_, other)| other.id != round_id).nth(1);
    let cut = tournament.cuts.iter().any(|cut| round.number > 0 && cut.after_round_number >= number);
    if later.is_some() || cut {
        return Err(Refusal::conflict(followed(number, later.map(|(_, later)| later.number))));
    }
    let mut events = if phase.round_type.is_playoff() { back_in(tournament, round) } else { Vec::new() };
    events.push(TournamentEvent::RoundStarted { round_id });
    Ok(events)
}

/// Returns the events that reactivate the players eliminated by a playoff round, or after its match for third place.
fn back_in(tournament: &Tournament, round: &Round) -> Vec<TournamentEvent> {
    let number = round.number;
    let losers = |number| Playoff::before(tournament, number).map(|playoff| playoff.losers).unwrap_or_default();
    let before = losers(number);
    let here = losers(number.saturating_add(1)).into_iter().filter(|loser| !before.contains(loser));
    let for_third = round.all_matches().filter(|table| table.pairing.is_consolation);
    let for_third = for_third.flat_map(|table| table.seated().map(|(_, player)| player));
    let entries = here.flat_map(|loser| entries_of(tournament, loser)).chain(for_third);
    entries.filter(|id| is_eliminated(tournament, *id)).map(|id| status(id, RegistrationStatus::Complete)).collect()
}

/// Returns why a round that was followed by another one, or by a cut, stays complete.
fn followed(number: i32, next: Option<i32>) -> Message {
    match next {
        Some(next) => message!(
            "round-followed",
            "Round {number} is COMPLETE, and round {next} followed it; correct its results instead.",
            number,
            next
        ),
        None => message!(
            "round-followed-by-a-cut",
            "Round {number} is COMPLETE, and a cut followed it; correct its results instead.",
            number
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::testing::*;
    use RoundKind::{PlayerMeeting, Playoff, Swiss};

    fn started(played: &Played, round_id: RoundId) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(&played.state(), round_id, &[], noon())
    }

    #[test]
    fn with_the_first_round_of_play_lists_are_fixed() {
        let fixed = [TournamentEvent::ListRevisionsFixed { revisions: Vec::new() }];
        let mut played = Played::new(4);
        let events = |played: &Played, round_id| decide(&played.state(), round_id, &fixed, noon()).unwrap();
        let meeting = played.add(PlayerMeeting);
        assert_eq!(events(&played, meeting), [TournamentEvent::RoundStarted { round_id: meeting }]);
        played.start(meeting);
        played.complete(meeting);
        let first = played.add(Swiss);
        assert_eq!(events(&played, first), [fixed[0].clone(), TournamentEvent::RoundStarted { round_id: first }]);
        played.start(first);
        played.finish(first);
        let second = played.add(Swiss);
        assert_eq!(events(&played, second), [TournamentEvent::RoundStarted { round_id: second }]);
    }

    #[test]
    fn the_last_round_is_taken_up_again_while_nothing_followed() {
        let mut played = Played::new(4);
        let round_id = played.play(Swiss);
        assert_eq!(started(&played, round_id).unwrap(), vec![TournamentEvent::RoundStarted { round_id }]);
        let mut cut = played.clone();
        cut.cut(2);
        assert_eq!(coded(started(&cut, round_id)), "round-followed-by-a-cut 1");
        played.add(Swiss);
        assert_eq!(coded(started(&played, round_id)), "round-followed 1 2");
    }

    #[test]
    fn who_was_out_by_a_final_is_back_when_it_is_taken_up_again() {
        let mut played = Played::new(4).cut_to(2);
        let last = played.play(Playoff);
        let loser = played.tables()[0].iter().copied().max().unwrap();
        assert_eq!(played.status(loser), S::Eliminated);
        let back = status_changed(loser, S::Complete);
        assert_eq!(started(&played, last).unwrap(), [back, TournamentEvent::RoundStarted { round_id: last }]);
    }

    #[test]
    fn a_round_without_pairings_does_not_start() {
        let (mut played, round_id) = Played::new(4).paired();
        played.then(TournamentEvent::PairingsDiscarded { round_id });
        assert_eq!(coded(started(&played, round_id)), "round-not-paired 1 NOT_GENERATED");
    }
}
