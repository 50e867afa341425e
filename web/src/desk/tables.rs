//! The tables of a round for display, and its matches of teams: tables, teams with their points, and the seats won so far.

use std::collections::HashMap;

use domain::tournament::records::Record;
use domain::tournament::{Match, Round, TeamMatch};
use proto_events::ids::{MatchId, RegistrationId, TeamId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus};

use crate::desk::event::Event;
use crate::desk::words::{has_table, score};
use crate::parts::format::games_won;
use crate::texts::Texts;

/// A player or a team at a table.
pub(crate) struct TeamSeat {
    pub(crate) name: String,
    pub(crate) points: i32,
}

pub(crate) struct TeamRow {
    /// Its tables: `4–6`; empty for a bye.
    pub(crate) tables: String,
    pub(crate) teams: Vec<TeamSeat>,
    /// The seats won so far, or `Bye`; empty before the first report.
    pub(crate) result: String,
    /// Whether the open seats can still change the winner.
    pub(crate) is_open: bool,
}

pub(crate) struct TableRow {
    pub(crate) match_id: MatchId,
    pub(crate) table: i32,
    /// Whether the players go to this table: not with a bye or an assigned loss.
    pub(crate) has_table: bool,
    pub(crate) players: Vec<TeamSeat>,
    /// Whether all its players have left the event.
    pub(crate) have_all_left: bool,
    /// Whether two players play a match there, which gets a result.
    pub(crate) is_contest: bool,
    /// Number of the draft pod; 0 outside drafts.
    pub(crate) pod: i32,
    /// The result in words: `2–1`, `bye`; empty while there is none.
    pub(crate) result: String,
    /// Whether a player contests the result.
    pub(crate) is_contested: bool,
    pub(crate) reported_by: String,
}

/// Returns whether a player has left the event: dropped, or was disqualified.
fn has_left(event: &Event, player: RegistrationId) -> bool {
    let entry = event.state().registration(player);
    entry.is_some_and(|entry| matches!(entry.status, RegistrationStatus::Dropped | RegistrationStatus::Disqualified))
}

pub(crate) fn table_row(
    event: &Event,
    round: &Round,
    table: &Match,
    records: &HashMap<RegistrationId, Record>,
) -> TableRow {
    let texts = event.texts;
    let seat = |id: &RegistrationId| TeamSeat {
        name: event.player(*id),
        points: records.get(id).map_or(0, |record| record.points),
    };
    let result = match (table.pairing.kind, table.result) {
        (PairingKind::Bye, _) => texts.say("desk-bye"),
        (PairingKind::AssignedLoss, _) => texts.say("desk-assigned-loss"),
        (PairingKind::Seating, _) => String::new(),
        (PairingKind::Versus, Some(result)) => score(&result),
        (PairingKind::Versus, None) if round.status == ProgressStatus::Complete => texts.say("desk-unreported"),
        (PairingKind::Versus, None) => String::new(),
    };
    TableRow {
        match_id: table.id(),
        table: table.pairing.table_number,
        has_table: has_table(table.pairing.kind),
        have_all_left: table.pairing.players.iter().all(|id| has_left(event, *id)),
        players: table.pairing.players.iter().map(seat).collect(),
        is_contest: table.pairing.kind == PairingKind::Versus,
        pod: table.pairing.pod_number,
        result,
        is_contested: table.contested,
        reported_by: event.reported_by(table),
    }
}

/// Returns the matches of teams in a round, by table.
pub(crate) fn team_rows(event: &Event, round: &Round, records: &HashMap<RegistrationId, Record>) -> Vec<TeamRow> {
    let seat = |id: &TeamId| {
        let captain = event.state().team(*id).and_then(|team| team.members.first());
        let points =
            captain.and_then(|captain| records.get(&captain.registration_id)).map_or(0, |record| record.points);
        TeamSeat { name: event.team(*id), points }
    };
    let row = |team_match: &TeamMatch| TeamRow {
        tables: tables(team_match),
        teams: team_match.teams.iter().map(seat).collect(),
        result: seats_won(event.texts, team_match),
        is_open: round.status == ProgressStatus::InProgress && team_match.decided().is_none(),
    };
    let mut matches: Vec<_> = round.team_matches.iter().collect();
    matches.sort_by_key(|team_match| team_match.first_table_number);
    matches.into_iter().map(row).collect()
}

fn tables(team_match: &TeamMatch) -> String {
    let numbers = || team_match.seats.iter().map(|seat| seat.pairing.table_number);
    match (numbers().min(), numbers().max()) {
        (Some(first), Some(last)) => format!("{first}–{last}"),
        _ => String::new(),
    }
}

/// Writes the seats won by the first team, by the second, and drawn ones.
fn seats_won(texts: &Texts, team_match: &TeamMatch) -> String {
    match team_match.reported.and_then(|result| result.games).or_else(|| team_match.seats_won()) {
        _ if team_match.is_bye => texts.say("desk-bye"),
        Some(won) => games_won(won.first, won.second, won.drawn),
        None => String::new(),
    }
}
