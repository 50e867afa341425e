//! The tables of a round for display, and its matches of teams: tables, teams with their points, and the seats won so far.

use std::collections::HashMap;

use domain::tournament::records::Record;
use domain::tournament::{Match, Round, TeamMatch};
use proto_events::ids::{MatchId, RegistrationId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{PhaseType, ProgressStatus, RegistrationStatus};

use crate::desk::event::Desk;
use crate::desk::words::{has_table, score};
use crate::parts::format::games_won;
use crate::texts::Texts;

/// A player, two who play together, or a team at a table.
pub(crate) struct Seat {
    pub(crate) name: String,
    pub(crate) points: i32,
}

pub(crate) struct TableRow {
    pub(crate) match_id: MatchId,
    pub(crate) table: i32,
    /// Whether the players go to this table: not with a bye or an assigned loss.
    pub(crate) has_table: bool,
    pub(crate) players: Vec<Seat>,
    pub(crate) have_all_left: bool,
    /// Whether the players play a match there, which gets a result.
    pub(crate) is_contest: bool,
    /// The name of the draft pod or of the pool; empty without either.
    pub(crate) pod: String,
    /// The result in words: `2–1`, `bye`; empty while there is none.
    pub(crate) result: String,
    /// The player who won, by place at the table.
    pub(crate) winner: Option<usize>,
    /// Whether the round waits for its result.
    pub(crate) is_open: bool,
    pub(crate) is_contested: bool,
    pub(crate) reported_by: String,
}

impl TableRow {
    /// Whether more than two players play against each other.
    pub(crate) fn is_of_pod(&self) -> bool {
        self.is_contest && self.players.len() > 2
    }

    /// Returns the players with the class of their names: the winner stands out.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (&Seat, &'static str)> {
        let class = |place| if self.winner == Some(place) { "won" } else { "" };
        self.players.iter().enumerate().map(move |(place, seat)| (seat, class(place)))
    }
}

fn has_left(event: &Desk<'_>, player: RegistrationId) -> bool {
    let entry = event.state().registration(player);
    entry.is_some_and(|entry| matches!(entry.status, RegistrationStatus::Dropped | RegistrationStatus::Disqualified))
}

/// Returns a table for display. `points` returns the match points of a player.
pub(crate) fn table_row(
    event: &Desk<'_>,
    round: &Round,
    table: &Match,
    points: impl Fn(RegistrationId) -> i32,
) -> TableRow {
    let seat = |(side, id): (usize, &RegistrationId)| Seat { name: event.side(table, side), points: points(*id) };
    let players: Vec<_> = table.pairing.players.iter().enumerate().map(seat).collect();
    let winner = table.result.and_then(|result| result.winner.seat());
    // In a pod, the winner's name says more than the seat. Where losers are ranked, too, their places are the result.
    let is_of_winner = players.len() > 2 && table.result.is_some_and(|result| !result.ranks_losers());
    TableRow {
        match_id: table.id(),
        table: table.pairing.table_number,
        has_table: has_table(table.pairing.kind),
        have_all_left: table.seated().all(|(_, id)| has_left(event, id)),
        is_contest: table.pairing.kind == PairingKind::Versus,
        pod: pod(event, round, table.pairing.pod_number),
        result: match winner.and_then(|seat| players.get(seat)).filter(|_| is_of_winner) {
            Some(seat) => event.texts.with("player-other-won", "name", seat.name.as_str()),
            None => result(event.texts, round.status == ProgressStatus::Complete, table),
        },
        winner,
        players,
        is_open: false,
        is_contested: table.contested,
        reported_by: event.reported_by(table),
    }
}

/// Writes the result of a table; empty while there is none. `is_over` says whether the round is complete.
fn result(texts: &Texts, is_over: bool, table: &Match) -> String {
    match (table.pairing.kind, table.result) {
        (PairingKind::Bye, _) => texts.say("desk-bye"),
        (PairingKind::AssignedLoss, _) => texts.say("desk-assigned-loss"),
        (PairingKind::Seating, _) => String::new(),
        (PairingKind::Versus, Some(result)) => score(texts, &result),
        (PairingKind::Versus, None) if is_over => texts.say("desk-unreported"),
        (PairingKind::Versus, None) => String::new(),
    }
}

/// Returns the name of a draft pod or of a pool; empty without either.
fn pod(event: &Desk<'_>, round: &Round, number: i32) -> String {
    let is_pool = || event.state().round(round.id).is_some_and(|(phase, _)| phase.round_type == PhaseType::RoundRobin);
    match number {
        0 => String::new(),
        _ => event.texts.with(if is_pool() { "term-pool" } else { "public-at-pod" }, "number", number),
    }
}

pub(crate) fn points_in(records: &HashMap<RegistrationId, Record>) -> impl Fn(RegistrationId) -> i32 {
    |id| records.get(&id).map_or(0, |record| record.points)
}

/// Returns the tables of a match of teams: `4–6`, or `4`; empty for a bye.
pub(crate) fn tables(team_match: &TeamMatch) -> String {
    let numbers = || team_match.seats.iter().map(|seat| seat.pairing.table_number);
    match (numbers().min(), numbers().max()) {
        (Some(first), Some(last)) if first < last => format!("{first}–{last}"),
        (Some(table), _) => table.to_string(),
        _ => String::new(),
    }
}

/// Returns the key of what [`seats_won`] writes for these matches.
pub(crate) fn won(team_matches: &[&TeamMatch]) -> &'static str {
    if team_matches.iter().any(|it| it.is_played_together()) { "desk-result" } else { "desk-seats-won" }
}

/// Writes the seats won so far by the first team, by the second, and drawn ones; empty before the first report. Of teams
/// that play together, the result of their match.
pub(crate) fn seats_won(texts: &Texts, is_over: bool, team_match: &TeamMatch) -> String {
    if let [together] = &team_match.seats[..] {
        return result(texts, is_over, together);
    }
    match team_match.reported.and_then(|result| result.games).or_else(|| team_match.seats_won()) {
        _ if team_match.is_bye => texts.say("desk-bye"),
        Some(won) => games_won(won.first, won.second, won.drawn),
        None => String::new(),
    }
}
