//! Pairs a round again before it starts, with the players who are active now and new random choices.

use super::checks::{is_paired, is_upcoming, round_of};
use super::create_round::by_attendance;
use super::document::{self, WrittenRound};
use super::pairing::{What, paired};
use super::publish_pairings::as_set;
use crate::in_play::discarded;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "pair_round",
    summary: "Pair a round again",
    text: "While the round is `UPCOMING`. The new pairings include players who joined and exclude those who left, and \
           draw new lots; they are hidden until they are published. With `rounds_by_attendance`, a Swiss round 1 plans \
           `swiss_rounds` anew. Every request pairs the round again: send an `Idempotency-Key` with a request that you may \
           have to repeat.",
    body: Some(body_schema::<PairRound>()),
    answer: Answer::of::<WrittenRound<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/rounds/{round_id}/pair/", Operation::RunRounds)
};

body! {
    /// How a round is paired again.
    pub struct PairRound as NewPairings of round_id: RoundId {
        /// Whether a Swiss round is paired by standings; by the event's setting if not given.
        by_standing: Option<bool>,
    }
}

impl EventCommand for PairRound {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, round_id) = (event.api(), self.round_id);
        let names = |event: Arc<Folded<Tournament>>| async move {
            let round_type = event.state.round(round_id).map(|(_, round)| round.round_type);
            let by_name = round_type == Some(RoundType::PlayerMeeting);
            Ok(if by_name { api.names_of_players(&event.state).await? } else { HashMap::new() })
        };
        let decide = |event: &Tournament, names: &HashMap<_, _>, ids: &mut Ids| decide(event, self, names, ids);
        Ok(api.change_pairings(&event.context, (event.stream(), None), names, decide).await?)
    }
}

answers!(PairRound => document::answer(round_id));

/// Decides the command; an alphabetical meeting is seated by these names. It is refused if there is no such round, it
/// has begun, or it cannot be paired.
pub(crate) fn decide(
    tournament: &Tournament,
    &PairRound { round_id, by_standing }: &PairRound,
    names: &HashMap<UserId, String>,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let (phase, round) = round_of(tournament, round_id)?;
    is_paired(tournament)?;
    is_upcoming(round)?;
    let what = What::of(tournament, phase, round, by_standing)?;
    let mut events: Vec<_> = as_set(tournament, round_id, round.is_published).into_iter().collect();
    let discarded = discarded(round_id, round.pairings_status);
    // Every further pairing makes new random choices, whether the earlier pairings are discarded now or were before.
    let times_before = round.times_discarded + u32::from(!discarded.is_empty());
    events.extend(discarded);
    let seats = what.seats(tournament, round.number, times_before, names)?;
    let planned = by_attendance(tournament, &what, round.number, &seats);
    events.extend(planned.map(|details| TournamentEvent::DetailsChanged { details }));
    events.extend(paired(tournament, round_id, &seats, what.playoff(), ids));
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::testing::*;
    use RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};

    #[test]
    fn a_round_is_paired_anew_by_other_lots() {
        let (mut played, round_id) = Played::new(16).paired();
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
        let (mut played, round_id) = Played::new(4).paired();
        played.drop(1);
        played.register(5);
        played.happen(played.try_pair(round_id).unwrap());
        let mut seated = played.tables().concat();
        seated.sort_unstable();
        assert_eq!(seated, [2, 3, 4, 5]);
    }

    #[test]
    fn the_first_round_plans_anew_for_those_who_are_here_now() {
        let (mut played, round_id) = Played::new(8).organized(|it| it.rounds_by_attendance = true).paired();
        assert_eq!(played.state().details.swiss_rounds, Some(3));
        played.register(9);
        played.happen(played.try_pair(round_id).unwrap());
        assert_eq!(played.state().details.swiss_rounds, Some(4));
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
            played.finish(round_id);
        }
        played.cut(4);
        let semifinals = played.add(Playoff);
        let before = played.tables();
        played.happen(played.try_pair(semifinals).unwrap());
        assert_eq!(played.tables(), before, "a bracket is not random");
    }

    #[test]
    fn who_drops_before_a_playoff_round_leaves_a_bye() {
        let mut played = Played::new(8).cut_to(4);
        let semifinals = played.add(Playoff);
        let best = played.tables()[0][0];
        played.drop(best);
        assert_eq!(played.status(best), S::Dropped);
        played.happen(played.try_pair(semifinals).unwrap());
        assert_eq!(played.tables()[0].len(), 1);
    }

    #[test]
    fn a_round_that_has_begun_keeps_its_pairings() {
        let (mut played, round_id) = Played::new(4).begun();
        assert_eq!(coded(played.try_pair(round_id)), "round-begun 1 IN_PROGRESS");
        played.finish(round_id);
        assert_eq!(coded(played.try_pair(round_id)), "round-begun 1 COMPLETE");
    }
}
