//! Rounds and results in the words of the player's page.

use domain::tournament::{Match, Round};
use proto_events::tournament::{Games, Winner};
use proto_events::vocabulary::RoundType;

use crate::texts::Texts;

/// Returns the name of a round.
pub(crate) fn round_name(texts: &Texts, round: &Round) -> String {
    match (round.round_type, round.number) {
        (RoundType::DraftPod, _) => texts.say("player-draft"),
        (_, number) if number > 0 => texts.with("player-round", "number", number),
        _ => texts.say("player-meeting"),
    }
}

/// Writes games from the view of the player in this place: "You won 2–1".
pub(crate) fn outcome(texts: &Texts, games: Games, place: usize) -> String {
    let (own, other) = if place == 0 { (games.first, games.second) } else { (games.second, games.first) };
    let kind = match own.cmp(&other) {
        std::cmp::Ordering::Greater => "won",
        std::cmp::Ordering::Less => "lost",
        std::cmp::Ordering::Equal => "drew",
    };
    let score = if games.drawn > 0 { format!("{own}–{other}–{}", games.drawn) } else { format!("{own}–{other}") };
    texts.with_all("player-outcome", [("kind", kind.into()), ("score", score.into())])
}

/// Writes the result of a match from the view of the player in this place; `None` if there is none.
pub(crate) fn result(texts: &Texts, table: &Match, place: usize) -> Option<String> {
    let result = table.result?;
    if result.winner == Winner::Neither {
        return Some(texts.say("player-both-lost"));
    }
    let unknown = |first, second| Games { first, second, drawn: 0 };
    let games = result.games.unwrap_or(match result.winner {
        Winner::First => unknown(1, 0),
        Winner::Second => unknown(0, 1),
        Winner::Draw | Winner::Neither => unknown(0, 0),
    });
    Some(outcome(texts, games, place))
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{MatchId, RegistrationId};
    use proto_events::tournament::{MatchResult, Pairing, PairingKind};

    use super::*;
    use crate::texts::Language;

    #[test]
    fn each_side_reads_its_own_result() {
        let games = Games { first: 2, second: 1, drawn: 0 };
        assert_eq!(
            [0, 1].map(|place| outcome(Texts::of(Language::English), games, place)),
            ["You won 2–1", "You lost 1–2"]
        );
        let drawn = Games { first: 1, second: 1, drawn: 1 };
        assert_eq!(outcome(Texts::of(Language::English), drawn, 1), "You drew 1–1–1");
    }

    #[test]
    fn match_that_both_lose_reads_the_same_for_each() {
        let mut table = Match::new(Pairing {
            match_id: MatchId(1),
            kind: PairingKind::Versus,
            table_number: 1,
            pod_number: 0,
            players: vec![RegistrationId(1), RegistrationId(2)],
            is_ghost: false,
            is_consolation: false,
        });
        table.result = Some(MatchResult { winner: Winner::Neither, games: None });
        for place in [0, 1] {
            assert_eq!(result(Texts::of(Language::English), &table, place).as_deref(), Some("You both lost"));
        }
    }
}
