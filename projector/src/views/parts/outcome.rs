//! The outcome of a match: as reported, or by default where nothing is reported.

use domain::tournament::{Match, TeamMatch};
use proto_events::tournament::{Games, PairingKind, StandingsRules, Winner};
use proto_events::vocabulary::ProgressStatus;

const NO_GAMES: Games = Games { first: 0, second: 0, drawn: 0 };
const GAMES_OF_A_BYE: Games = Games { first: 2, second: 0, drawn: 0 };

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::views) enum Ending {
    /// It has not ended, or the pairing is only a seating.
    Open,
    /// The player in this place won; places count from 0 in player order.
    Won(usize),
    /// A draw: 0-0-3 by agreement, or another one.
    Drawn {
        /// Whether the players agreed on it.
        intentional: bool,
    },
    BothLost,
    /// A round lost without a match.
    AssignedLoss,
}

/// The end of a match and its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::views) struct Outcome {
    /// How it ended.
    pub(in crate::views) ending: Ending,
    /// Its games; 0-0-0 if they are not known.
    pub(in crate::views) games: Games,
}

impl Outcome {
    /// Returns the outcome of a match in a round of this status.
    pub(in crate::views) fn of(table: &Match, round: ProgressStatus) -> Self {
        let begun = round != ProgressStatus::Upcoming;
        let reported = table.result.and_then(|result| result.games);
        match table.pairing.kind {
            PairingKind::Bye if begun => Self { ending: Ending::Won(0), games: reported.unwrap_or(GAMES_OF_A_BYE) },
            PairingKind::AssignedLoss if begun => Self { ending: Ending::AssignedLoss, games: NO_GAMES },
            PairingKind::Versus => Self::of_versus(table, round, reported.unwrap_or(NO_GAMES)),
            _ => Self { ending: Ending::Open, games: NO_GAMES },
        }
    }

    fn of_versus(table: &Match, round: ProgressStatus, games: Games) -> Self {
        let ending = match table.result.map(|result| result.winner) {
            Some(Winner::First) => Ending::Won(0),
            Some(Winner::Second) => Ending::Won(1),
            Some(Winner::Neither) => Ending::BothLost,
            Some(Winner::Draw) => {
                let agreed = games == Games { first: 0, second: 0, drawn: 3 };
                Ending::Drawn { intentional: agreed }
            }
            None if round == ProgressStatus::Complete => Ending::Drawn { intentional: false },
            None => Ending::Open,
        };
        Self { ending, games }
    }

    /// Returns the outcome of a team match in a round of this status. Its games are its seats.
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
        Self { ending, games: result.and_then(|result| result.games).unwrap_or(NO_GAMES) }
    }

    /// Returns the games won by the player in this place.
    pub(in crate::views) fn games_won(&self, place: usize) -> i32 {
        match place {
            0 => self.games.first,
            1 => self.games.second,
            _ => 0,
        }
    }

    /// Returns the match points that the player in this place gained. A practice match gives none.
    pub(in crate::views) fn points(&self, table: &Match, place: usize, rules: &StandingsRules) -> i32 {
        if table.pairing.is_ghost {
            return 0;
        }
        match self.ending {
            Ending::Open => 0,
            Ending::Won(winner) if winner == place => rules.points_for_win,
            Ending::Won(_) | Ending::BothLost | Ending::AssignedLoss => rules.points_for_loss,
            Ending::Drawn { .. } => rules.points_for_draw,
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
    use proto_events::ids::{MatchId, RegistrationId};
    use proto_events::tournament::{MatchResult, Pairing};

    use super::*;

    type Reported = (Winner, Option<(i32, i32, i32)>);

    fn table(kind: PairingKind, result: Option<Reported>) -> Match {
        let players = match kind {
            PairingKind::Versus => vec![RegistrationId(1), RegistrationId(2)],
            _ => vec![RegistrationId(1)],
        };
        let mut table = Match::new(Pairing {
            match_id: MatchId(1),
            kind,
            table_number: 1,
            pod_number: 0,
            players,
            is_ghost: false,
            is_consolation: false,
        });
        table.result = result.map(|(winner, games)| MatchResult {
            winner,
            games: games.map(|(first, second, drawn)| Games { first, second, drawn }),
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
