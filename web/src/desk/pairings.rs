//! `/desk/events/{id}/pairings/` and `/desk/events/{id}/swap/`: changes the pairings of a round that has not started: pairs
//! players by hand who have no match, removes matches, and exchanges two players or teams.

use askama::Template;
use domain::pairing::EntrantId;
use domain::pairing::edit::Problem as Trouble;
use domain::tournament::table_range::TableRange;
use domain::tournament::to_pair::plays_on;
use domain::tournament::{Round, Tournament};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{ProgressStatus, RoundType};
use service_kit::problem::Problem;
use write_api::Written;
use write_api::rounds::replace_pairings::{ProposedTable, ReplacePairings};
use write_api::rounds::{PairingWarning, problems_with};

use crate::desk::event::{Desk, Event, EventFrame};
use crate::parts::format::round_name;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::interface::Refused;
use crate::serving::session::UserRequest;

/// How the form names a bye and a loss without an opponent.
const BYE: &str = "bye";
const LOSS: &str = "loss";

#[derive(Template)]
#[template(path = "desk/by_hand.html")]
struct ByHandPage {
    frame: EventFrame,
    round: String,
    /// Players or teams without a match: ids and names.
    free: Vec<(i64, String)>,
    /// Whether a single player can get a loss. Teams cannot.
    has_losses: bool,
    /// Numbers of tables, and the names at them.
    tables: Vec<(i32, String)>,
    warnings: Vec<String>,
}

/// Shows the form to pair players by hand.
pub(crate) async fn by_hand_form(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    request.page(&by_hand_page(&desk, Vec::new())?)
}

/// Adds a match or removes one. It is refused if the event has changed since the page was shown.
pub(crate) async fn pair_by_hand(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let round = play_to_change(&desk)?;
    let Some(tables) = changed(&desk, round) else {
        return Err(PageError::line(request.texts.say("desk-by-hand-two")));
    };
    match replace(&desk, round, tables).await {
        Ok(warnings) => {
            let desk = Desk::load(request).await?;
            request.page(&by_hand_page(&desk, warnings)?)
        }
        Err(refusal) if refusal.is_stale() => Err(PageError::line(request.texts.say("desk-swap-changed"))),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Returns the tables after the change of the form; `None` if it names no one who can be paired, or no table.
fn changed(desk: &Desk<'_>, round: &Round) -> Option<Vec<Seated>> {
    let mut tables = seated(desk, round);
    if let Ok(removed) = desk.request.form.exact("table").parse::<i32>() {
        let at = tables.iter().position(|table| table.table == Some(removed))?;
        tables.remove(at);
        return Some(tables);
    }
    let free = free(desk, round);
    let chosen = |name: &str| api_kit::path::integer(desk.request.form.exact(name)).filter(|id| free.contains(id));
    let one = chosen("one")?;
    let entrants = match desk.request.form.exact("other") {
        BYE | LOSS => vec![one],
        _ => vec![one, chosen("other").filter(|other| *other != one)?],
    };
    tables.push(Seated { entrants, table: None, pod: 0, is_loss: desk.request.form.exact("other") == LOSS });
    Some(tables)
}

/// Returns the active players or teams without a match in the round.
fn free(event: &Event, round: &Round) -> Vec<i64> {
    let state = event.state();
    let all: Vec<i64> = if state.is_team_event() {
        state.teams.iter().map(|team| team.id.0).collect()
    } else {
        state.registrations.iter().map(|entry| entry.id.0).collect()
    };
    let paired: std::collections::HashSet<i64> =
        seated(event, round).into_iter().flat_map(|table| table.entrants).collect();
    all.into_iter().filter(|id| plays_on(state, domain::pairing::EntrantId(*id)) && !paired.contains(id)).collect()
}

fn play_to_change(event: &Event) -> Result<&Round, Problem> {
    Some(to_change(event)?).filter(|round| round.round_type == RoundType::PlayVsOpponent).ok_or_else(not_found)
}

fn by_hand_page(desk: &Desk<'_>, warnings: Vec<String>) -> Result<ByHandPage, Problem> {
    let (texts, round) = (desk.texts, play_to_change(desk)?);
    let name = |id: i64| name_of(desk, round, id);
    let mut free: Vec<_> = free(desk, round).into_iter().map(|id| (id, name(id))).collect();
    free.sort_by_cached_key(|(_, name)| name.to_lowercase());
    let table = |table: Seated| {
        let alone = if table.is_loss { texts.say("desk-assigned-loss") } else { texts.say("desk-bye") };
        let names = table.entrants.iter().map(|id| name(*id));
        let names: Vec<_> = names.chain((table.entrants.len() == 1).then_some(alone)).collect();
        (table.table.unwrap_or_default(), names.join(" – "))
    };
    Ok(ByHandPage {
        frame: desk.frame("round"),
        round: round_name(texts, round),
        free,
        has_losses: !desk.state().is_team_event(),
        tables: seated(desk, round).into_iter().map(table).collect(),
        warnings,
    })
}

#[derive(Template)]
#[template(path = "desk/swap.html")]
struct SwapPage {
    frame: EventFrame,
    round: String,
    options: Vec<SeatOption>,
    warnings: Vec<String>,
}

/// A player to choose.
struct SeatOption {
    id: i64,
    label: String,
    is_first: bool,
    is_second: bool,
}

/// Shows the form to exchange two players.
pub(crate) async fn swap_form(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    request.page(&swap_page(&desk, Vec::new())?)
}

/// Exchanges the two. It is refused if the event has changed since the page was shown. Warnings are shown before the round.
pub(crate) async fn swap(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let round = to_change(&desk)?;
    let mut tables = seated(&desk, round);
    let is_seated = |id: &i64| tables.iter().any(|table| table.entrants.contains(id));
    let chosen = |name: &str| api_kit::path::integer(request.form.exact(name)).filter(is_seated);
    let (one, other) = (chosen("one"), chosen("other"));
    let (Some(one), Some(other)) = (one, other) else {
        return Err(PageError::line(request.texts.say("desk-swap-two")));
    };
    for id in tables.iter_mut().flat_map(|table| &mut table.entrants) {
        *id = match *id {
            id if id == one => other,
            id if id == other => one,
            id => id,
        };
    }
    match replace(&desk, round, tables).await {
        Ok(warnings) if warnings.is_empty() => request.redirect(&desk.page("round")),
        Ok(warnings) => {
            let desk = Desk::load(request).await?;
            request.page(&swap_page(&desk, warnings)?)
        }
        Err(refusal) if refusal.is_stale() => Err(PageError::line(request.texts.say("desk-swap-changed"))),
        Err(refusal) => Err(refusal.into()),
    }
}

fn swap_page(desk: &Desk<'_>, warnings: Vec<String>) -> Result<SwapPage, Problem> {
    let (texts, round) = (desk.texts, to_change(desk)?);
    let tables = seated(desk, round);
    let at_second_table = tables.get(1).and_then(|table| table.entrants.first()).copied();
    let chosen = |name: &str, id: i64| desk.request.form.exact(name) == id.to_string();
    let is_second = |id: i64| match desk.request.form.exact("other") {
        "" => at_second_table == Some(id),
        _ => chosen("other", id),
    };
    let option = |table: i32, id: i64| {
        let values = [("table", table.into()), ("name", name_of(desk, round, id).into())];
        let label = texts.with_all("desk-swap-seat", values);
        SeatOption { id, label, is_first: chosen("one", id), is_second: is_second(id) }
    };
    let seats = tables.iter().flat_map(|table| {
        let number = table.table.unwrap_or_default();
        table.entrants.iter().map(move |id| option(number, *id))
    });
    Ok(SwapPage { frame: desk.frame("round"), round: round_name(texts, round), options: seats.collect(), warnings })
}

/// A table. In a team event it is a match of teams, unless players sit for a meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seated {
    /// Ids of its players or teams.
    entrants: Vec<i64>,
    /// Its number; `None` takes a free one.
    table: Option<i32>,
    /// Number of its draft pod; 0 outside drafts.
    pod: i32,
    /// Whether a single player has a loss instead of a bye.
    is_loss: bool,
}

/// Returns the round whose pairings can be changed.
fn to_change(event: &Event) -> Result<&Round, Problem> {
    event.last_round().filter(|round| round.status == ProgressStatus::Upcoming).ok_or_else(not_found)
}

/// Returns all tables of a round, by number.
fn seated(event: &Event, round: &Round) -> Vec<Seated> {
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
fn name_of(event: &Event, round: &Round, id: i64) -> String {
    if is_of_teams(event, round) { event.entrant(EntrantId(id)) } else { event.player(id.into()) }
}

/// Replaces the pairings of a round by these tables, if the event is as the page showed it, and returns warnings.
async fn replace(desk: &Desk<'_>, round: &Round, tables: Vec<Seated>) -> Result<Vec<String>, Refused> {
    let of_teams = is_of_teams(desk, round);
    let proposed = |Seated { entrants, table, pod, is_loss }| ProposedTable {
        table_number: table,
        pod_number: Some(pod),
        entrants,
        of_teams,
        is_loss,
    };
    let command = ReplacePairings { round_id: round.id, tables: tables.into_iter().map(proposed).collect() };
    let version = desk.request.form.exact("version").parse().unwrap_or_default();
    let written = desk.run(desk.request.terms().at_version(version), command).await?;
    Ok(warnings(desk, round, &written))
}

/// Returns in words how the pairings differ from those that the service would make.
fn warnings(event: &Event, round: &Round, written: &Written<Tournament>) -> Vec<String> {
    let (texts, after) = (event.texts, &written.folded.state);
    let warning = |trouble: Trouble| {
        let name = |id: EntrantId| name_of(event, round, id.0);
        let (key, names) = match trouble {
            Trouble::Rematch { players: [one, other], .. } => {
                ("desk-warn-rematch", [name(one), name(other)].join(", "))
            }
            Trouble::AnotherBye { entrant, .. } => ("desk-warn-another-bye", name(entrant)),
            Trouble::AwardedByeMissing(id) => ("desk-warn-bye-missing", name(id)),
            Trouble::LeftOut(id) => ("desk-warn-left-out", name(id)),
            Trouble::AwayFromFixedSeat(id) => ("desk-warn-fixed-seat", name(id)),
            other => return texts.message(PairingWarning::of(other).message()),
        };
        texts.with(key, "names", names)
    };
    let found = after.round(round.id).map(|(phase, round)| problems_with(after, phase, round));
    found.unwrap_or_default().into_iter().map(warning).collect()
}

fn is_of_teams(event: &Event, round: &Round) -> bool {
    event.state().is_team_event() && round.round_type == RoundType::PlayVsOpponent
}
