//! The matches of teams in a round, for display: tables, teams with their points, and the seats won so far.

use std::collections::HashMap;

use domain::tournament::records::Record;
use domain::tournament::{Round, TeamMatch};
use proto_events::ids::{RegistrationId, TeamId};
use proto_events::vocabulary::ProgressStatus;

use crate::desk::event::Event;
use crate::texts::Texts;

/// A player or a team at a table.
pub(crate) struct TeamSeat {
    pub(crate) name: String,
    pub(crate) points: i32,
}

/// A match of teams.
pub(crate) struct TeamRow {
    /// Its tables: `4–6`; empty for a bye.
    pub(crate) tables: String,
    pub(crate) teams: Vec<TeamSeat>,
    /// The seats won so far, or `Bye`; empty before the first report.
    pub(crate) result: String,
    /// Whether the open seats can still change the winner.
    pub(crate) is_open: bool,
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
pub(crate) fn seats_won(texts: &Texts, team_match: &TeamMatch) -> String {
    match team_match.reported.and_then(|result| result.games).or_else(|| team_match.seats_won()) {
        _ if team_match.is_bye => texts.say("desk-bye"),
        Some(won) if won.drawn > 0 => format!("{}–{}–{}", won.first, won.second, won.drawn),
        Some(won) => format!("{}–{}", won.first, won.second),
        None => String::new(),
    }
}
