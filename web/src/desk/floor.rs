//! `/desk/floor/`: all tables of all running events, for judges on their phones, with open calls and the last tables.
//!
//! The query narrows it: `convention` to the events of one convention, `state` to tables in a state. `table` goes to the
//! match at a table; if several events have such a table, they are shown. The page is loaded again every few seconds: a browser
//! opens too few connections to follow each event.

use std::sync::Arc;

use askama::Template;
use chrono::{DateTime, Utc};
use domain::permissions::Operation::ReadDesk;
use domain::tournament::clock::elapsed_seconds;
use domain::tournament::{JudgeCall, Match, Tournament};
use proto_events::ids::{ConventionId, MatchId, TournamentId, UserId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};
use service_kit::problem::Problem;
use write_api::Folded;

use crate::desk::next_step::working_round;
use crate::desk::words::open_matches;
use crate::parts::format::{Moment, ShownClock, round_name, time_left};
use crate::parts::frame::Frame;
use crate::serving::documents::KnownEvent;
use crate::serving::failures::{PageResult, failed};
use crate::serving::request::UserRequest;
use crate::texts::Texts;

/// Maximum number of events that are read: the last to start.
const EVENTS: i64 = 1000;
/// A table without a result is one of the last when so many seconds of the round are left.
const LAST_SECONDS: i32 = 300;

/// A state of a table: its name in addresses and in the style sheet, the sign by which it differs from others without
/// colours, and the key of its label.
type State = (&'static str, &'static str, &'static str);

/// The states. A table can be in several.
static STATES: [State; 8] = [
    ("call", "!", "desk-floor-call"),
    ("contested", "≠", "desk-floor-contested"),
    ("over", "0", "desk-floor-over"),
    ("reported", "?", "desk-floor-reported"),
    ("check", "#", "desk-floor-check"),
    ("extension", "+", "desk-floor-extension"),
    ("playing", "·", "desk-floor-playing"),
    ("done", "✓", "desk-floor-done"),
];

/// A table in the grid.
#[derive(Clone)]
struct Tile<'a> {
    table: &'a Match,
    states: Vec<&'static State>,
    is_open: bool,
    /// Seconds that are left with the extra time, negative when they are over; 0 without a clock.
    left: i64,
}

/// An event with the tables of its round in progress.
struct EventTables<'a> {
    event: &'a Tournament,
    /// The name of the round; empty between rounds.
    round: String,
    clock: Option<ShownClock>,
    is_ending: bool,
    tiles: Vec<Tile<'a>>,
}

pub(super) struct OpenCall<'a> {
    pub(super) event: &'a Tournament,
    pub(super) call: &'a JudgeCall,
    pub(super) match_id: Option<MatchId>,
    pub(super) caller: String,
    pub(super) judge: Option<String>,
    /// For how many minutes it has been waiting.
    pub(super) minutes: i64,
}

#[derive(Template)]
#[template(path = "desk/floor.html")]
struct FloorPage<'a> {
    frame: Frame,
    convention: Option<ConventionId>,
    /// The state that is shown, and the number of a table, as typed; empty for all.
    state: String,
    table: String,
    calls: Vec<OpenCall<'a>>,
    /// Tables without a result at the end of a round, with their events.
    last: Vec<(&'a Tournament, Tile<'a>)>,
    counts: Vec<(&'static State, usize)>,
    events: Vec<EventTables<'a>>,
}

impl Tile<'_> {
    fn number(&self) -> i32 {
        self.table.pairing.table_number
    }
}

impl FloorPage<'_> {
    /// Returns the address of the page with a state; with all tables for an empty name.
    fn link(&self, state: &str) -> String {
        let convention = self.convention.map_or_else(String::new, |id| format!("convention={id}&"));
        format!("{}/desk/floor/?{convention}state={state}", self.frame.base)
    }

    fn is_narrowed(&self) -> bool {
        !self.state.is_empty() || !self.table.is_empty()
    }
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let now = request.shared.clock.now();
    let running = running(request).await?;
    let convention: Option<ConventionId> = request.query_id("convention");
    let is_meant = |event: &&Tournament| convention.is_none() || event.details.convention_id == convention;
    let shown: Vec<_> = running.iter().map(|event| &event.state).filter(is_meant).collect();
    let mut events: Vec<_> = shown.iter().map(|event| tables_of(request.texts, event, now)).collect();
    let tiles = || events.iter().flat_map(|it| it.tiles.iter().map(move |tile| (it, tile)));
    let query = |name: &str| request.query(name).map(|value| value.trim().to_owned()).unwrap_or_default();
    let (state, table) = (query("state"), query("table"));
    let at_table: Vec<_> = tiles().filter(|(_, tile)| tile.number().to_string() == table).collect();
    if let [(it, tile)] = &at_table[..] {
        return request.redirect(&format!("/desk/events/{}/matches/{}/?from=floor", it.event.id, tile.table.id()));
    }
    let count = |state| (state, tiles().filter(|(_, tile)| tile.states.contains(&state)).count());
    let counts = STATES.iter().map(count).collect();
    let ending = tiles().filter(|(it, tile)| it.is_ending && tile.is_open);
    let mut last: Vec<_> = ending.map(|(it, tile)| (it.event, tile.clone())).collect();
    last.sort_by_key(|(_, tile)| (tile.left, tile.number()));
    for event in &mut events {
        event.tiles.retain(|tile| state.is_empty() || tile.states.iter().any(|known| known.0 == state));
        event.tiles.retain(|tile| table.is_empty() || tile.number().to_string() == table);
    }
    events.retain(|event| (state.is_empty() && table.is_empty()) || !event.tiles.is_empty());
    request.page(&FloorPage {
        frame: request.frame(),
        convention,
        state,
        table,
        calls: open_calls(request, &shown, now).await?,
        last,
        counts,
        events,
    })
}

/// Returns the newest states of the running events by start; for a person who may not see the desk of the organization, of
/// those with a role.
async fn running(request: &UserRequest<'_>) -> Result<Vec<Arc<Folded<Tournament>>>, Problem> {
    let (organization_id, shared) = (request.session.organization_id()?, &request.shared);
    let is_running = |event: &Tournament| {
        let is_on = event.lifecycle == LifecycleStatus::EventInProgress && !event.details.is_canceled;
        let is_seen = request.session.caller.in_event(event).may(ReadDesk);
        is_on && is_seen && event.organization_id == organization_id && !event.is_deleted
    };
    let mut running = Vec::new();
    for known in KnownEvent::newest(&*shared.views, organization_id, EVENTS).await? {
        if known.lifecycle_status == LifecycleStatus::EventInProgress {
            let event = shared.commands.tournament(TournamentId(known.id)).await.map_err(failed)?;
            running.extend(event.filter(|event| is_running(&event.state)));
        }
    }
    running.sort_by_key(|event| (event.state.details.start_datetime, event.state.id));
    Ok(running)
}

fn tables_of<'a>(texts: &Texts, event: &'a Tournament, now: DateTime<Utc>) -> EventTables<'a> {
    let empty = EventTables { event, round: String::new(), clock: None, is_ending: false, tiles: Vec::new() };
    let working = working_round(event).filter(|(_, round)| round.status == ProgressStatus::InProgress);
    let Some((phase, round)) = working else { return empty };
    let left = round.clock.map(|clock| clock.length_seconds.saturating_sub(elapsed_seconds(clock, now)));
    let open: Vec<_> = open_matches(round).map(Match::id).collect();
    let is_called =
        |table: &Match| event.calls.iter().any(|call| call.closed.is_none() && call.call.match_id == Some(table.id()));
    let tile = |table: &'a Match| {
        let left = left.map(|left| i64::from(left) + i64::from(table.time_extension_seconds));
        let is_open = open.contains(&table.id());
        Tile { table, states: states(table, is_open, is_called(table), left), is_open, left: left.unwrap_or_default() }
    };
    let played = round.all_matches().filter(|table| table.pairing.kind == PairingKind::Versus);
    let mut tiles: Vec<_> = played.map(tile).collect();
    tiles.sort_by_key(Tile::number);
    let clock = |clock| ShownClock::new(clock, now, |at| Moment::of_event(texts, event, at));
    EventTables {
        round: round_name(texts, event, phase, round),
        clock: round.clock.map(clock),
        is_ending: left.is_some_and(|left| left <= LAST_SECONDS),
        tiles,
        ..empty
    }
}

/// Returns the states of a table. `left` are the seconds that it has left, if its round has a clock.
fn states(table: &Match, is_open: bool, is_called: bool, left: Option<i64>) -> Vec<&'static State> {
    let is_reported = table.is_unconfirmed() && !table.contested;
    let is_in = [
        is_called,
        table.contested,
        is_open && left.is_some_and(|left| left <= 0),
        is_reported,
        table.deck_check_started && !table.deck_check_completed,
        is_open && table.time_extension_seconds > 0,
        is_open,
        !is_open && !is_reported && !table.contested,
    ];
    STATES.iter().zip(is_in).filter(|(_, is_in)| *is_in).map(|(state, _)| state).collect()
}

/// Returns the open calls of these events: those that wait first, then by time.
pub(super) async fn open_calls<'a>(
    request: &UserRequest<'_>,
    events: &[&'a Tournament],
    now: DateTime<Utc>,
) -> Result<Vec<OpenCall<'a>>, Problem> {
    let mut calls: Vec<(&'a Tournament, &'a JudgeCall)> =
        events.iter().flat_map(|event| event.calls.iter().map(|call| (*event, call))).collect();
    calls.retain(|(_, call)| call.closed.is_none());
    calls.sort_by_key(|(_, call)| (call.answered.is_some(), call.by.at));
    let caller = |event: &Tournament, call: &JudgeCall| -> Option<UserId> {
        let player = call.call.registration_id.and_then(|id| event.registration(id));
        player.map(|player| player.user_id).or_else(|| call.by.by.person())
    };
    let judge = |call: &JudgeCall| call.answered.as_ref().map(|step| step.by.person());
    let people = calls.iter().flat_map(|(event, call)| [caller(event, call), judge(call).flatten()]);
    let people: Vec<_> = people.flatten().collect();
    let names = request.shared.commands.names_of(&people).await.map_err(failed)?;
    let name = |person: Option<UserId>| {
        person.and_then(|id| names.get(&id).cloned()).unwrap_or_else(|| request.texts.say("desk-a-program"))
    };
    let open = |(event, call): (&'a Tournament, &'a JudgeCall)| OpenCall {
        event,
        call,
        match_id: call.call.match_id.filter(|id| event.placed(*id).is_some()),
        caller: name(caller(event, call)),
        judge: judge(call).map(&name),
        minutes: (now - call.by.at).num_minutes().max(0),
    };
    Ok(calls.into_iter().map(open).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proto_events::tournament::{Games, Pairing};

    use super::*;

    fn table(has_result: bool) -> Match {
        let result = has_result.then(|| Games { first: 2, second: 0, drawn: 0 }.into());
        let mut table = Match::new(Pairing::default());
        table.result = result;
        table
    }

    fn names(table: &Match, is_open: bool, is_called: bool, left: Option<i64>) -> Vec<&'static str> {
        states(table, is_open, is_called, left).into_iter().map(|state| state.0).collect()
    }

    #[test]
    fn states_are_those_of_the_table_the_most_urgent_first() {
        assert_eq!(names(&table(false), true, false, None), ["playing"]);
        assert_eq!(names(&table(false), true, false, Some(-1)), ["over", "playing"]);
        assert_eq!(names(&table(true), false, false, Some(-1)), ["done"]);
        let mut reported = table(true);
        reported.reported_by_player = true;
        assert_eq!(names(&reported, false, true, None), ["call", "reported"]);
        reported.contested = true;
        assert_eq!(names(&reported, false, false, None), ["contested"]);
        let mut checked = table(false);
        (checked.deck_check_started, checked.time_extension_seconds) = (true, 60);
        assert_eq!(names(&checked, true, false, Some(9)), ["check", "extension", "playing"]);
    }

    #[test]
    fn each_state_has_a_name_and_a_sign_of_its_own() {
        for of in [|state: &State| state.0, |state: &State| state.1, |state: &State| state.2] {
            assert_eq!(STATES.iter().map(of).collect::<BTreeSet<_>>().len(), STATES.len());
        }
    }
}
