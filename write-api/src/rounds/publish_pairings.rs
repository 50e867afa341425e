//! Publishes the pairings of a round before it starts: players and all other readers see them. A round that starts is
//! published with it.

use super::checks::{is_paired, not_paired, round_of};
use super::document::{self, WrittenRound};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "publish_pairings",
    summary: "Publish the pairings of a round",
    text: "Until then, or until the round starts, only roles that may read registrations see its pairings; on public \
           pages and for other keys the round has no matches. Pairing the round again hides them again; an exchange by \
           hand does not. Publishing published pairings changes nothing. With the event's setting \
           `publish_when_paired`, pairings are published as soon as they are made.",
    answer: Answer::of::<WrittenRound<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/rounds/{round_id}/publish/", Operation::RunRounds)
};

step! {
    /// Publishes the pairings of a round.
    PublishPairings of round_id: RoundId,
    |command, tournament, _, _| decide(tournament, command.round_id) => document::answer(round_id)
}

/// Decides the command, which is refused if there is no such round, or it has no pairings.
pub(crate) fn decide(tournament: &Tournament, round_id: RoundId) -> Result<Vec<TournamentEvent>, Refusal> {
    let (_, round) = round_of(tournament, round_id)?;
    if round.is_published {
        return Ok(Vec::new());
    }
    is_paired(tournament)?;
    if round.pairings_status != GenerationStatus::Generated {
        return Err(not_paired(round));
    }
    Ok(vec![TournamentEvent::PairingsPublished { round_id }])
}

/// Returns the event that hides or publishes new pairings of a round, as the event's settings say; none if they are
/// hidden already. New pairings that are published always have an event, so that webhooks can announce them.
pub(super) fn as_set(tournament: &Tournament, round_id: RoundId, is_published: bool) -> Option<TournamentEvent> {
    match (tournament.organizing.publish_when_paired, is_published) {
        (false, true) => Some(TournamentEvent::PairingsHidden { round_id }),
        (true, _) => Some(TournamentEvent::PairingsPublished { round_id }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::testing::*;

    fn publish(played: &mut Played, round_id: RoundId) {
        played.happen(decide(&played.state(), round_id).unwrap());
    }

    #[test]
    fn pairings_are_hidden_until_they_are_published_and_again_when_they_are_made_anew() {
        let (mut played, round_id) = Played::new(8).paired();
        assert!(!played.last_round().is_published);
        publish(&mut played, round_id);
        assert!(played.last_round().is_published);
        assert_eq!(decide(&played.state(), round_id), Ok(Vec::new()), "once is enough");
        played.happen(played.try_pair(round_id).unwrap());
        assert!(!played.last_round().is_published);
        publish(&mut played, round_id);
        assert!(played.last_round().is_published);
    }

    #[test]
    fn a_round_that_starts_is_published_and_one_that_is_paired_if_the_event_says_so() {
        let (played, round_id) = Played::new(4).begun();
        assert!(played.last_round().is_published);
        assert_eq!(decide(&played.state(), round_id), Ok(Vec::new()));
        let (mut played, round_id) = Played::new(4).organized(|it| it.publish_when_paired = true).paired();
        assert!(played.last_round().is_published);
        played.happen(played.try_pair(round_id).unwrap());
        assert!(played.last_round().is_published);
    }

    #[test]
    fn only_pairings_that_are_there_are_published() {
        let (mut played, round_id) = Played::new(4).paired();
        assert_eq!(coded(decide(&played.state(), RoundId(99))), "not-found round 99");
        played.then(TournamentEvent::PairingsDiscarded { round_id });
        assert_eq!(coded(decide(&played.state(), round_id)), "round-not-paired 1 NOT_GENERATED");
        played.then(reached(L::EventFinished));
        assert_eq!(decide(&played.state(), round_id).unwrap_err().code(), "event-not-running");
    }
}
