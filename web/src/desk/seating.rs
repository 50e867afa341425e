//! The tables of a round that has not started, as the interface takes them when pairings are made by hand, and its
//! warnings in words.

use axum::http::Method;
use domain::pairing::EntrantId;
use domain::tournament::Round;
use domain::tournament::table_range::TableRange;
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{ProgressStatus, RoundType};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::bracket::entrant;
use crate::desk::event::Event;
use crate::serving::failures::not_found;
use crate::serving::interface::Call;

/// A table. In a team event it is a match of teams, unless players sit for a meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seated {
    /// Ids of its players or teams.
    pub(crate) entrants: Vec<i64>,
    /// Its number; `None` takes a free one.
    pub(crate) table: Option<i32>,
    /// Number of its draft pod; 0 outside drafts.
    pub(crate) pod: i32,
    /// Whether a single player has a loss instead of a bye.
    pub(crate) is_loss: bool,
}

/// Returns the round whose pairings can be changed.
pub(crate) fn to_change(event: &Event) -> Result<&Round, Problem> {
    event.last_round().filter(|round| round.status == ProgressStatus::Upcoming).ok_or_else(not_found)
}

/// Returns all tables of a round, by number.
pub(crate) fn seated(event: &Event, round: &Round) -> Vec<Seated> {
    let range = TableRange::of(event.state());
    let of_players = round.matches.iter().map(|table| Seated {
        entrants: table.pairing.players.iter().map(|id| id.0).collect(),
        table: Some(table.pairing.table_number),
        pod: table.pairing.pod_number,
        is_loss: table.pairing.kind == PairingKind::AssignedLoss,
    });
    let of_teams = round.team_matches.iter().zip(range.team_match_numbers(round)).map(|(team_match, number)| Seated {
        entrants: team_match.teams.iter().map(|id| id.0).collect(),
        table: Some(number),
        pod: 0,
        is_loss: false,
    });
    let mut tables: Vec<_> = of_players.chain(of_teams).collect();
    tables.sort_by_key(|table| table.table);
    tables
}

/// Returns the name of a player or team at a table of a round.
pub(crate) fn name(event: &Event, round: &Round, id: i64) -> String {
    if is_of_teams(event, round) { entrant(event, EntrantId(id)) } else { event.player(id.into()) }
}

/// Returns the request that replaces the pairings of a round by these tables.
pub(crate) fn replace(event: &Event, round: &Round, tables: &[Seated]) -> Call {
    let who = if is_of_teams(event, round) { "teams" } else { "players" };
    let table = |table: &Seated| {
        json!({ who: table.entrants, "table_number": table.table, "pod_number": table.pod,
            "match_is_loss": table.is_loss })
    };
    let body = json!({ "matches": tables.iter().map(table).collect::<Vec<_>>() });
    Call::new(Method::PUT, event.address(&format!("rounds/{}/pairings/", round.id)), body)
}

/// Returns the warnings of an answer in words: how these pairings differ from those that the service would make.
pub(crate) fn warnings(event: &Event, round: &Round, answer: &Value) -> Vec<String> {
    let texts = event.texts;
    let warning = |warning: &Value| {
        let ids = warning["ids"].as_array().into_iter().flatten().filter_map(Value::as_i64);
        let names: Vec<_> = ids.map(|id| name(event, round, id)).collect();
        let names = names.join(", ");
        match warning["code"].as_str().unwrap_or_default() {
            "rematch" => texts.with("desk-warn-rematch", "names", names),
            "another_bye" => texts.with("desk-warn-another-bye", "names", names),
            "awarded_bye_missing" => texts.with("desk-warn-bye-missing", "names", names),
            "left_out" => texts.with("desk-warn-left-out", "names", names),
            "away_from_fixed_seat" => texts.with("desk-warn-fixed-seat", "names", names),
            _ => warning["detail"].as_str().unwrap_or_default().to_owned(),
        }
    };
    answer["warnings"].as_array().into_iter().flatten().map(warning).collect()
}

fn is_of_teams(event: &Event, round: &Round) -> bool {
    event.state().is_team_event() && round.round_type == RoundType::PlayVsOpponent
}
