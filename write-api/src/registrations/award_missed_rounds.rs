//! Awards a bye or a loss for rounds that a late player missed. The round gets a match of one player. Standings of
//! finished rounds list the players who were registered then, so they change only for a player who was registered and
//! not paired.

use domain::tournament::pools::done_before;
use domain::tournament::to_pair::plays;
use proto_events::tournament::{Pairing, PairingKind};

use super::document;
use super::entries::{check_not_over, entry_of, over};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "award_missed_rounds",
    summary: "Give a late player byes or losses for missed rounds",
    text: "For rounds that are in progress or complete, and in which the player has no match. Each gets a match of this \
           player alone: a bye, or a loss without an opponent. It counts for pairings and standings from then on. \
           Standings of rounds that ended before the player was registered do not list the player and stay as they \
           are; those that list the player, who was not paired then, change with the award. For rounds to come, award \
           byes by `has_byes_for_round_numbers` of the registration. Not in team events, and not after a cut. The same request again changes nothing.",
    body: Some(body_schema::<AwardMissedRounds>()),
    answer: Answer::json(200, "Registration"),
    ..Route::at(
        "POST",
        "/api/v1/magic-events/{id}/registrations/{registration_id}/late/",
        Operation::ManageRegistrations,
    )
};

body! {
    /// The rounds that a late player missed, and what each of them counts as.
    pub struct AwardMissedRounds as MissedRounds of registration_id: RegistrationId
        such as r#"{"rounds": [{"round_number": 1, "award": "LOSS"}]}"# containing MissedRound {
        /// The rounds, each once. For a round that is not named, the player gets nothing.
        rounds: Vec<MissedRound>,
    }
}

body! {
    /// A round that a late player missed.
    pub struct MissedRound {
        /// Number of the round.
        round_number: i32 => 1..=i32::MAX,
        /// The award: `BYE`, a match won without an opponent, or `LOSS`, a match lost without one.
        award: Award,
    }
}

choices! {
    /// What a missed round counts as.
    pub enum Award {
        /// A match won without an opponent.
        Bye = "BYE",
        /// A match lost without an opponent.
        Loss = "LOSS",
    }
}

impl Award {
    fn kind(self) -> PairingKind {
        match self {
            Self::Bye => PairingKind::Bye,
            Self::Loss => PairingKind::AssignedLoss,
        }
    }
}

decided_by_event!(
    AwardMissedRounds,
    |command, tournament, _, ids| decide(tournament, command, ids) => document::answer(registration_id)
);

/// Decides the command, which is refused if the event has no such registration, is over, is a team event or was cut; if
/// the player is not active; or if a round has not begun or has a match of the player.
pub(crate) fn decide(
    tournament: &Tournament,
    AwardMissedRounds { registration_id, rounds }: &AwardMissedRounds,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let registration_id = *registration_id;
    let entry = entry_of(tournament, registration_id)?;
    check_not_over(tournament, over)?;
    if tournament.is_team_event() {
        return Err(Refusal::conflict(message!(
            "registration-teams-miss-rounds",
            "This is a team event: a team that is formed late plays from the next round on."
        )));
    }
    if !plays(entry) {
        return Err(Refusal::conflict(message!(
            "registration-not-in-play",
            "The registration is {value}: only a player who is COMPLETE gets byes or losses for missed rounds.",
            value = entry.status
        )));
    }
    if let Some(cut) = tournament.cuts.last() {
        return Err(Refusal::conflict(message!(
            "registration-after-cut",
            "The field was cut after round {value}: earlier rounds can no longer change.",
            value = cut.after_round_number
        )));
    }
    let (mut events, mut named) = (Vec::new(), HashSet::new());
    for MissedRound { round_number: number, award } in rounds {
        if !named.insert(*number) {
            let said = message!("round-named-twice", "Round {number} is named twice.", number);
            return Err(Refusal::at_field("rounds", said));
        }
        let (phase, round) = begun(tournament, *number)?;
        let own = round.matches.iter().find(|table| table.pairing.players.contains(&registration_id));
        match own.map(|table| &table.pairing) {
            Some(pairing) if pairing.kind == award.kind() => {}
            Some(pairing) => {
                return Err(Refusal::conflict(message!(
                    "registration-has-match",
                    "The player has a match in round {round} already, at table {table}.",
                    round = number,
                    table = pairing.table_number
                )));
            }
            None if done_before(phase, *number).contains(&registration_id.into()) => {
                return Err(Refusal::conflict(message!(
                    "registration-pool-done",
                    "The pool of the player has no round {round}: it has played all of its rounds before.",
                    round = number
                )));
            }
            None => events.extend(awarded(round, registration_id, *award, ids)),
        }
    }
    Ok(events)
}

/// Returns the round of play with this number, which has begun.
fn begun(tournament: &Tournament, number: i32) -> Result<(&Phase, &Round), Refusal> {
    let is_meant = |round: &Round| round.number == number && round.round_type == RoundType::PlayVsOpponent;
    let round = tournament.rounds().find(|(_, round)| is_meant(round));
    round.filter(|(_, round)| round.status != ProgressStatus::Upcoming).ok_or_else(|| {
        Refusal::conflict(message!(
            "registration-round-not-begun",
            "Round {value} has not begun. For rounds to come, award byes with has_byes_for_round_numbers.",
            value = number
        ))
    })
}

/// Returns the events that add a match of one player to a round, after its other tables.
fn awarded(round: &Round, player: RegistrationId, award: Award, ids: &mut Ids) -> [TournamentEvent; 2] {
    let last = round.matches.iter().map(|table| table.pairing.table_number).max().unwrap_or(0);
    let pairing = Pairing {
        match_id: MatchId(ids.next(Sequence::Match)),
        kind: award.kind(),
        table_number: last.saturating_add(1),
        pod_number: 0,
        players: vec![player],
        is_ghost: false,
        is_consolation: false,
    };
    let round_id = round.id;
    [
        TournamentEvent::MatchesPaired { round_id, pairings: vec![pairing] },
        TournamentEvent::PairingsCompleted { round_id },
    ]
}

#[cfg(test)]
mod tests {
    use domain::tournament::records::records;

    use super::*;
    use crate::rounds::testing::*;
    use RoundKind::{RoundRobin, Swiss};

    const LATE: RegistrationId = RegistrationId(50);

    /// Two rounds of four players are complete, the third is in progress, and one more player has come.
    fn late() -> Played {
        let (mut played, _) = Played::new(4).after_a_round().after_a_round().begun();
        played.register(LATE.0);
        played
    }

    fn decided(played: &Played, awards: &[(i32, Award)]) -> Result<Vec<TournamentEvent>, Refusal> {
        decided_for(LATE, played, awards)
    }

    fn decided_for(
        registration_id: RegistrationId,
        played: &Played,
        awards: &[(i32, Award)],
    ) -> Result<Vec<E>, Refusal> {
        let rounds = awards.iter().map(|&(round_number, award)| MissedRound { round_number, award }).collect();
        let mut later_ids = next_ids(&[(Sequence::Match, 501)]);
        decide(&played.state(), &AwardMissedRounds { registration_id, rounds }, &mut later_ids)
    }

    #[test]
    fn byes_and_losses_count_from_now_on_and_finished_standings_stay() {
        let mut played = late();
        let before = standings_after(&played.state(), RoundId(1)).unwrap();
        let awards = [(1, Award::Loss), (2, Award::Bye), (3, Award::Bye)];
        played.happen(decided(&played, &awards).unwrap());
        let record = records(&played.state())[&LATE];
        assert_eq!((record.wins, record.losses, record.points), (2, 1, 6));
        assert_eq!(standings_after(&played.state(), RoundId(1)).unwrap(), before);
        assert_eq!(decided(&played, &awards).unwrap(), [], "the same again changes nothing");
    }

    #[test]
    fn standings_that_list_the_player_change() {
        let mut played = Played::new(4).organized(|it| it.check_in_required = true);
        played.register(LATE.0);
        (1..=4).for_each(|id| played.then(check_in_changed(id, Q::CheckedIn)));
        played.play(Swiss);
        let points = |played: &Played| {
            let standings = standings_after(&played.state(), RoundId(1)).unwrap();
            let own = standings.iter().find(|line| line.competitor == LATE.into());
            own.map(|line| line.score.points)
        };
        assert_eq!(points(&played), Some(0), "registered, and not paired");
        played.happen(decided(&played, &[(1, Award::Bye)]).unwrap());
        assert_eq!(points(&played), Some(3));
    }

    #[test]
    fn a_player_has_one_match_in_a_round() {
        let mut played = late();
        played.happen(decided(&played, &[(1, Award::Loss)]).unwrap());
        assert_eq!(coded(decided(&played, &[(1, Award::Bye)])), "registration-has-match 1 3");
        assert_eq!(decided(&played, &[(2, Award::Bye), (2, Award::Loss)]).unwrap_err().code(), "round-named-twice");
    }

    #[test]
    fn a_pool_that_is_done_misses_no_round() {
        let mut played = Played::new(9).with(TournamentDetails { pool_size: 5, ..planned(0, 0) });
        (0..4).for_each(|_| _ = played.play(RoundRobin));
        let seated = played.tables().concat();
        let id = RegistrationId((1..=9).find(|player| !seated.contains(player)).unwrap());
        assert_eq!(coded(decided_for(id, &played, &[(4, Award::Bye)])), "registration-pool-done 4");
        played.register(LATE.0);
        assert!(decided(&played, &[(4, Award::Bye)]).is_ok(), "a late player is in no pool");
    }

    #[test]
    fn rounds_to_come_have_byes_of_their_own() {
        assert_eq!(coded(decided(&late(), &[(4, Award::Bye)])), "registration-round-not-begun 4");
        let (played, _) = Played::new(4).paired();
        assert_eq!(coded(decided_for(ENTRY, &played, &[(1, Award::Loss)])), "registration-round-not-begun 1");
    }

    #[test]
    fn a_cut_or_the_end_closes_the_field() {
        let played = Played::new(4).cut_to(2);
        let advancing = played.state().cuts[0].advancing[0];
        let out = played.state().registrations.iter().find(|entry| !plays(entry)).map(|entry| entry.id).unwrap();
        let over = played.clone().and(reached(L::EventFinished));
        for (played, id, code) in [
            (&played, advancing, "registration-after-cut 1"),
            (&played, out, "registration-not-in-play ELIMINATED"),
            (&played, RegistrationId(99), "not-found registration 99"),
            (&over, advancing, "registration-over EVENT_FINISHED"),
            (&Played::of_teams(4).after_a_round(), ENTRY, "registration-teams-miss-rounds"),
        ] {
            assert_eq!(coded(decided_for(id, played, &[(1, Award::Bye)])), code);
        }
    }
}
