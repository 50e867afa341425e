//! The player's match on the page: table, opponent, result, the steps that the player can take, and the clock of the round.

use chrono::{DateTime, Utc};
use domain::possible_results::choices;
use domain::tournament::{Match, Placed, Round, Tournament};
use proto_events::ids::{MatchId, RegistrationId, UserId};
use proto_events::tournament::{Games, PairingKind, RoundClock, Winner};
use proto_events::vocabulary::ProgressStatus;

use crate::parts::control::Choice;
use crate::parts::format::{Moment, ShownClock, games_won, round_name};
use crate::texts::Texts;

pub(crate) struct OwnMatch {
    pub(crate) id: MatchId,
    pub(crate) round: String,
    pub(crate) table: i32,
    /// Whether the player goes to this table: not with a bye or an assigned loss.
    pub(crate) has_table: bool,
    /// A bye, a loss without an opponent, or a seat: there is nothing to report.
    pub(crate) alone: Option<String>,
    /// The other players at the table.
    pub(crate) opponents: Vec<String>,
    /// The result from the player's view; none if it was not reported.
    pub(crate) result: Option<String>,
    /// What became of the result, in words.
    pub(crate) state: String,
    /// Results to report.
    pub(crate) choices: Vec<Choice>,
    pub(crate) may_confirm: bool,
    pub(crate) may_contest: bool,
    pub(crate) may_call: bool,
    /// Whether a judge is called and has not closed the call.
    pub(crate) is_called: bool,
}

/// Returns these matches of a player, the last one first, each with the player's place in it.
pub(crate) fn matches_of<'a>(
    event: &'a Tournament,
    player: RegistrationId,
    matches: &[MatchId],
) -> Vec<(Placed<'a>, usize)> {
    let place = |id: &MatchId| {
        let placed = event.placed(*id)?;
        let place = placed.table.pairing.players.iter().position(|seated| *seated == player)?;
        Some((placed, place))
    };
    matches.iter().rev().filter_map(place).collect()
}

impl OwnMatch {
    /// Returns the match for the page. `name_of` names people.
    pub(crate) fn of(
        texts: &Texts,
        event: &Tournament,
        (placed, place): (Placed<'_>, usize),
        name_of: impl Fn(UserId) -> String,
    ) -> Self {
        let (table, pairing) = (placed.table, &placed.table.pairing);
        // In a pod or at a meeting, everyone at the table is no opponent.
        let is_versus = pairing.kind == PairingKind::Versus;
        let others = pairing.players.iter().enumerate().filter(|(other, _)| is_versus && *other != place);
        let opponents = others.filter_map(|(_, id)| event.registration(*id)).map(|entry| name_of(entry.user_id));
        let own = event.registration(pairing.players[place]).map(|entry| entry.user_id);
        let reporter = reporter(event, &placed);
        let is_played = is_versus && !pairing.is_ghost && pairing.players.len() == 2;
        let is_open = is_played && placed.round.status == ProgressStatus::InProgress;
        let is_reported = table.result.is_some();
        let is_theirs = is_reported && reporter != Reporter::Side(place);
        let may_report = is_open && (!is_reported || (!table.confirmed && is_own_report(table, own)));
        Self {
            id: table.id(),
            round: round_name(texts, placed.round),
            table: pairing.table_number,
            has_table: matches!(pairing.kind, PairingKind::Versus | PairingKind::Seating),
            alone: alone(texts, table),
            opponents: opponents.collect(),
            result: result(texts, table, place),
            state: state(texts, table, reporter, place),
            choices: if may_report { results(texts, event, &placed) } else { Vec::new() },
            may_confirm: is_open && is_theirs && !table.confirmed,
            may_contest: is_open && is_theirs && !table.confirmed && !table.contested,
            may_call: placed.round.status != ProgressStatus::Complete,
            is_called: is_called(event, table.id(), pairing.players[place]),
        }
    }
}

/// Who reported a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reporter {
    Side(usize),
    Staff,
}

fn reporter(event: &Tournament, placed: &Placed<'_>) -> Reporter {
    let person = placed.table.reported_by.as_ref().and_then(proto_events::Actor::person);
    person.and_then(|person| event.side_of(placed, person)).map_or(Reporter::Staff, Reporter::Side)
}

fn is_own_report(table: &Match, own: Option<UserId>) -> bool {
    own.is_some() && table.reported_by.as_ref().and_then(proto_events::Actor::person) == own
}

fn alone(texts: &Texts, table: &Match) -> Option<String> {
    match table.pairing.kind {
        PairingKind::Versus => None,
        PairingKind::Bye => Some(texts.say("player-bye")),
        PairingKind::AssignedLoss => Some(texts.say("player-loss")),
        PairingKind::Seating => Some(texts.say("player-seat")),
    }
}

fn state(texts: &Texts, table: &Match, reporter: Reporter, place: usize) -> String {
    let key = match (table.result, table.confirmed, table.contested, reporter) {
        (None, ..) => return String::new(),
        (_, true, ..) => "player-result-confirmed",
        (_, _, true, _) => "player-result-contested",
        (.., Reporter::Side(side)) if side == place => "player-result-yours",
        (.., Reporter::Side(_)) => "player-result-theirs",
        (.., Reporter::Staff) => "player-result-staffs",
    };
    texts.say(key)
}

/// Returns the results to choose from, the player's games first.
fn results(texts: &Texts, event: &Tournament, placed: &Placed<'_>) -> Vec<Choice> {
    let needs_winner = placed.phase.round_type.is_playoff() && placed.team_match.is_none();
    let possible = choices(event.details.best_of).into_iter();
    let possible = possible.filter(|games| !needs_winner || games.first != games.second);
    let value = |games: Games| format!("{}-{}-{}", games.first, games.second, games.drawn);
    possible.map(|games| Choice::new(value(games), outcome(texts, games, 0), false)).collect()
}

fn is_called(event: &Tournament, match_id: MatchId, player: RegistrationId) -> bool {
    let mut open = event.calls.iter().filter(|call| call.closed.is_none());
    open.any(|call| (call.call.match_id, call.call.registration_id) == (Some(match_id), Some(player)))
}

/// Returns the clock of a round, with the extension of one's own match.
pub(crate) fn clock(
    texts: &Texts,
    round: &Round,
    extension: i32,
    now: DateTime<Utc>,
    moment: impl Fn(DateTime<Utc>) -> Moment,
) -> Option<ShownClock> {
    let clock = round.clock?;
    let extended = RoundClock { length_seconds: clock.length_seconds.saturating_add(extension.max(0)), ..clock };
    let left = |seconds: i32| texts.with("player-clock-left", "minutes", (seconds + 59) / 60);
    Some(ShownClock::new(extended, now, left, moment))
}

/// Writes games from the view of the player in this place: "You won 2–1".
fn outcome(texts: &Texts, games: Games, place: usize) -> String {
    let (own, other) = if place == 0 { (games.first, games.second) } else { (games.second, games.first) };
    let kind = match own.cmp(&other) {
        std::cmp::Ordering::Greater => "won",
        std::cmp::Ordering::Less => "lost",
        std::cmp::Ordering::Equal => "drew",
    };
    let score = games_won(own, other, games.drawn);
    texts.with_all("player-outcome", [("kind", kind.into()), ("score", score.into())])
}

/// Writes the result of a match from the view of the player in this place; `None` if there is none.
fn result(texts: &Texts, table: &Match, place: usize) -> Option<String> {
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
