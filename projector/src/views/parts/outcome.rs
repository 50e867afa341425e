//! The outcome of a match: as reported, or by default where nothing is reported.

use domain::documents::OwnOutcome;
use domain::tournament::standings::{bye_points, match_points};
use domain::tournament::{Match, TeamMatch};
use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, PairingKind, StandingsRules, Winner};
use proto_events::vocabulary::ProgressStatus;

const NO_GAMES: Games = Games { first: 0, second: 0, drawn: 0 };
const GAMES_OF_A_BYE: Games = Games { first: 2, second: 0, drawn: 0 };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::views) enum Ending {
    /// It has not ended, or the pairing is only a seating.
    Open,
    /// The player in this place won; places count from 0 in player order.
    Won(usize),
    /// A draw: 0-0-3 by agreement, or another one. In a pod, players with another place than the first have lost.
    Drawn {
        intentional: bool,
    },
    BothLost,
    /// A round lost without a match.
    AssignedLoss,
}

/// The end of a match and its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::views) struct Outcome {
    pub(in crate::views) ending: Ending,
    /// Its games; 0-0-0 if they are not known.
    pub(in crate::views) games: Games,
    /// The scores of both sides, if the event counts them.
    pub(in crate::views) scores: Option<[i32; 2]>,
    /// The places of a pod's players by seat, once they are known.
    pub(in crate::views) places: Option<[u8; PODS_SEATS_MAX]>,
}

impl Outcome {
    /// Returns the outcome of a match in a round of this status.
    pub(in crate::views) fn of(table: &Match, round: ProgressStatus) -> Self {
        let begun = round != ProgressStatus::Upcoming;
        let reported = table.result.and_then(|result| result.games);
        match table.pairing.kind {
            PairingKind::Bye if begun => Self::ended(Ending::Won(0), reported.unwrap_or(GAMES_OF_A_BYE)),
            PairingKind::AssignedLoss if begun => Self::ended(Ending::AssignedLoss, NO_GAMES),
            PairingKind::Versus => Self::of_versus(table, round, reported.unwrap_or(NO_GAMES)),
            _ => Self::ended(Ending::Open, NO_GAMES),
        }
    }

    fn ended(ending: Ending, games: Games) -> Self {
        Self { ending, games, scores: None, places: None }
    }

    fn of_versus(table: &Match, round: ProgressStatus, games: Games) -> Self {
        let winner = table.result.map(|result| result.winner);
        let ending = match winner {
            Some(Winner::Neither) => Ending::BothLost,
            Some(Winner::Draw) => {
                let agreed = games == Games { first: 0, second: 0, drawn: 3 };
                Ending::Drawn { intentional: agreed }
            }
            None if round == ProgressStatus::Complete => Ending::Drawn { intentional: false },
            _ => winner.and_then(Winner::seat).map_or(Ending::Open, Ending::Won),
        };
        let (scores, places) = table.result.map_or((None, None), |result| (result.scores, result.places));
        Self { ending, games, scores, places }
    }

    /// Returns the outcome of a team match in a round of this status. Its games are its seats, or those of the match that
    /// the teams play together.
    pub(in crate::views) fn of_teams(team_match: &TeamMatch, round: ProgressStatus) -> Self {
        let result = team_match.result_in(round);
        let ending = match result.map(|result| result.winner) {
            Some(Winner::First) => Ending::Won(0),
            Some(Winner::Second) => Ending::Won(1),
            Some(Winner::Neither) => Ending::BothLost,
            None if team_match.is_bye && round != ProgressStatus::Upcoming => Ending::Won(0),
            None if round != ProgressStatus::Complete => Ending::Open,
            _ => Ending::Drawn { intentional: false },
        };
        Self::ended(ending, result.and_then(|result| result.games).unwrap_or(NO_GAMES))
    }

    /// Returns the games won by the player in this place.
    pub(in crate::views) fn games_won(&self, place: usize) -> i32 {
        match place {
            0 => self.games.first,
            1 => self.games.second,
            _ => 0,
        }
    }

    /// Returns how it ended for the player in this place; `None` while it is open.
    pub(in crate::views) fn of_player(&self, place: usize) -> Option<OwnOutcome> {
        Some(match self.ending {
            Ending::Open => return None,
            Ending::Won(winner) if winner == place => OwnOutcome::Won,
            Ending::Drawn { .. } if self.place_in_pod(place).is_none_or(|reached| reached == 1) => OwnOutcome::Drawn,
            Ending::Won(_) | Ending::Drawn { .. } | Ending::BothLost | Ending::AssignedLoss => OwnOutcome::Lost,
        })
    }

    /// Returns the place, from 1, that the player in this seat reached in a pod; `None` outside pods.
    pub(in crate::views) fn place_in_pod(&self, seat: usize) -> Option<u8> {
        self.places?.get(seat).copied().filter(|place| *place > 0)
    }

    /// Returns the match points that the player in this place gained. A practice match gives none.
    pub(in crate::views) fn points(&self, table: &Match, place: usize, rules: &StandingsRules) -> i32 {
        match (self.ending, table.pairing.kind) {
            _ if table.pairing.is_ghost => 0,
            (Ending::Open, _) => 0,
            (Ending::AssignedLoss, _) => rules.points_for_loss,
            (_, PairingKind::Bye) => bye_points(rules),
            _ => {
                let result = table.result.unwrap_or(MatchResult::new(Winner::Draw, None));
                match_points(rules, &result, place, table.pairing.players.len())
            }
        }
    }

    /// Returns the place of the winner in player order.
    pub(in crate::views) fn winner(&self) -> Option<usize> {
        match self.ending {
            Ending::Won(place) => Some(place),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::RegistrationId;
    use proto_events::tournament::Pairing;

    use super::*;

    type Reported = (Winner, Option<(i32, i32, i32)>);

    fn table(kind: PairingKind, result: Option<Reported>) -> Match {
        let players = match kind {
            PairingKind::Versus => vec![RegistrationId(1), RegistrationId(2)],
            _ => vec![RegistrationId(1)],
        };
        let mut table = Match::new(Pairing { kind, players, ..Pairing::default() });
        table.result = result.map(|(winner, games)| {
            MatchResult::new(winner, games.map(|(first, second, drawn)| Games { first, second, drawn }))
        });
        table
    }

    #[test]
    fn a_match_ends_as_reported_and_unreported_ones_with_the_round() {
        use ProgressStatus::{Complete, InProgress, Upcoming};
        let versus = |result| table(PairingKind::Versus, result);
        let drawn = |intentional| Ending::Drawn { intentional };
        for (table, round, ending) in [
            (versus(Some((Winner::First, Some((2, 1, 0))))), InProgress, Ending::Won(0)),
            (versus(Some((Winner::Second, None))), Complete, Ending::Won(1)),
            (versus(Some((Winner::Draw, Some((0, 0, 3))))), Complete, drawn(true)),
            (versus(Some((Winner::Draw, Some((1, 1, 1))))), Complete, drawn(false)),
            (versus(Some((Winner::Draw, None))), Complete, drawn(false)),
            (versus(Some((Winner::Neither, Some((0, 0, 0))))), InProgress, Ending::BothLost),
            (versus(None), InProgress, Ending::Open),
            (versus(None), Complete, drawn(false)),
            (table(PairingKind::Bye, None), InProgress, Ending::Won(0)),
            (table(PairingKind::Bye, None), Upcoming, Ending::Open),
            (table(PairingKind::AssignedLoss, None), InProgress, Ending::AssignedLoss),
            (table(PairingKind::Seating, None), Complete, Ending::Open),
        ] {
            assert_eq!(Outcome::of(&table, round).ending, ending, "{:?} {:?}", table.pairing.kind, table.result);
        }
    }

    #[test]
    fn pods_end_for_each_seat() {
        use OwnOutcome::{Drawn, Lost, Won};
        let pod = |winner: Winner, places: Option<[u8; 5]>| {
            let mut table = table(PairingKind::Versus, Some((winner, None)));
            table.pairing.players = (1..=4).map(RegistrationId).collect();
            table.result = Some(MatchResult { places, ..MatchResult::new(winner, None) });
            table
        };
        let rules = StandingsRules { points_for_win: 5, points_for_draw: 1, ..Default::default() };
        let by_place = StandingsRules { points_by_place: vec![7, 4, 2, 1], ..Default::default() };
        for (table, ended, points, places) in [
            (pod(Winner::Third, Some([2, 2, 1, 2, 0])), [Lost, Lost, Won, Lost], [0, 0, 5, 0], [2, 2, 7, 2]),
            (pod(Winner::Draw, Some([1, 3, 1, 3, 0])), [Drawn, Lost, Drawn, Lost], [1, 0, 1, 0], [5, 1, 5, 1]),
            (pod(Winner::Draw, Some([1, 1, 1, 1, 0])), [Drawn; 4], [1; 4], [3; 4]),
            (pod(Winner::Second, Some([3, 1, 4, 2, 0])), [Lost, Won, Lost, Lost], [0, 5, 0, 0], [2, 7, 1, 4]),
            (pod(Winner::Neither, None), [Lost; 4], [0; 4], [0; 4]),
        ] {
            let outcome = Outcome::of(&table, ProgressStatus::InProgress);
            assert_eq!([0, 1, 2, 3].map(|seat| outcome.of_player(seat).unwrap()), ended, "{:?}", table.result);
            assert_eq!([0, 1, 2, 3].map(|seat| outcome.points(&table, seat, &rules)), points, "{:?}", table.result);
            assert_eq!([0, 1, 2, 3].map(|seat| outcome.points(&table, seat, &by_place)), places, "{:?}", table.result);
        }
    }

    #[test]
    fn points_follow_the_rules_of_the_event() {
        let rules = StandingsRules { points_for_win: 5, points_for_draw: 2, points_for_loss: 1, ..Default::default() };
        let points = |table: &Match| {
            let outcome = Outcome::of(table, ProgressStatus::Complete);
            (outcome.points(table, 0, &rules), outcome.points(table, 1, &rules))
        };
        assert_eq!(points(&table(PairingKind::Versus, Some((Winner::Second, None)))), (1, 5));
        assert_eq!(points(&table(PairingKind::Versus, Some((Winner::Neither, None)))), (1, 1));
        assert_eq!(points(&table(PairingKind::Versus, None)), (2, 2));
        assert_eq!(points(&table(PairingKind::Bye, None)).0, 5);
        assert_eq!(points(&table(PairingKind::AssignedLoss, None)).0, 1);
        let mut practice = table(PairingKind::Versus, Some((Winner::First, None)));
        practice.pairing.is_ghost = true;
        assert_eq!(points(&practice), (0, 0));
    }
}
