//! `/desk/events/{id}/pairings/` and `/desk/events/{id}/swap/`: changes the pairings of a round that has not started: pairs
//! players by hand who have no match, removes matches, and exchanges two players or teams.

use std::collections::HashSet;

use askama::Template;
use domain::pairing::EntrantId;
use domain::pairing::edit::Problem as Trouble;
use domain::tournament::table_range::TableRange;
use domain::tournament::to_pair::plays_on;
use domain::tournament::{Round, Tournament};
use proto_events::tournament::{PODS_SEATS_MAX, PairingKind};
use proto_events::vocabulary::{ProgressStatus, RoundType};
use service_kit::problem::Problem;
use write_api::Written;
use write_api::rounds::replace_pairings::{ProposedTable, ReplacePairings};
use write_api::rounds::{PairingWarning, problems_with, seats_of};

use crate::desk::event::{Desk, EventFrame};
use crate::serving::failures::{PageError, PageResult, not_found};

/// How the form names a bye and a loss without an opponent.
const BYE: &str = "bye";
const LOSS: &str = "loss";

/// The fields for the third and later players of a pod.
const FURTHER: [&str; PODS_SEATS_MAX - 2] = ["third", "fourth", "fifth"];

#[derive(Template)]
#[template(path = "desk/by_hand.html")]
struct ByHandPage<'a> {
    frame: EventFrame<'a>,
    round: &'a Round,
    /// Players or teams without a match: ids and names.
    free: Vec<(i64, String)>,
    /// The fields for the further players of a pod; none in an event of matches.
    further: &'static [&'static str],
    /// Numbers by which the form removes matches, with their tables and the names at them.
    tables: Vec<(i32, i32, String)>,
    warnings: Vec<String>,
}

pub(crate) async fn by_hand_form(desk: &Desk<'_>) -> PageResult {
    by_hand_page(desk, Vec::new())
}

/// Adds a match or removes one. It is refused if the event has changed since the page was shown.
pub(crate) async fn pair_by_hand(desk: &Desk<'_>) -> PageResult {
    let round = play_to_change(desk)?;
    let tables = changed(desk, round).ok_or_else(|| desk.fault("desk-by-hand-two"))?;
    let warnings = replace(desk, round, tables).await?;
    by_hand_page(&Desk::load(desk.request).await?, warnings)
}

/// Returns the tables after the change of the form; `None` if it names no one who can be paired, or no table.
fn changed(desk: &Desk<'_>, round: &Round) -> Option<Vec<ProposedTable>> {
    let (form, mut tables) = (&desk.form, seated(desk, round));
    if let Ok(removed) = form.exact("table").parse::<i32>() {
        let at = tables.iter().position(|table| table.table_number == Some(removed))?;
        tables.remove(at);
        return Some(tables);
    }
    let free = free(desk, round);
    let chosen = |name: &str| form.id(name).filter(|id| free.contains(id));
    let one = chosen("one")?;
    let entrants = match form.exact("other") {
        BYE | LOSS => vec![one],
        _ => {
            let further = FURTHER.into_iter().filter(|name| !form.exact(name).is_empty());
            std::iter::once("other").chain(further).try_fold(vec![one], |mut seats, name| {
                seats.push(chosen(name).filter(|id| !seats.contains(id))?);
                Some(seats)
            })?
        }
    };
    let is_loss = form.exact("other") == LOSS;
    let of_teams = is_of_teams(desk, round);
    tables.push(ProposedTable { entrants, table_number: None, pod_number: None, of_teams, is_loss });
    Some(tables)
}

/// Returns the active players or teams without a match in the round.
fn free(desk: &Desk<'_>, round: &Round) -> Vec<i64> {
    let paired: HashSet<i64> = seated(desk, round).into_iter().flat_map(|table| table.entrants).collect();
    let is_free = |id: &EntrantId| plays_on(desk.state(), *id) && !paired.contains(&id.0);
    desk.state().field().filter(is_free).map(|id| id.0).collect()
}

fn play_to_change<'a>(desk: &'a Desk<'_>) -> Result<&'a Round, Problem> {
    Some(to_change(desk)?).filter(|round| round.round_type == RoundType::PlayVsOpponent).ok_or_else(not_found)
}

fn by_hand_page(desk: &Desk<'_>, warnings: Vec<String>) -> PageResult {
    let (texts, round) = (desk.texts, play_to_change(desk)?);
    let name = |id: i64| name_of(desk, round, id);
    let mut free: Vec<_> = free(desk, round).into_iter().map(|id| (id, name(id))).collect();
    free.sort_by_cached_key(|(_, name)| name.to_lowercase());
    let table = |table: ProposedTable| {
        let alone = if table.is_loss { texts.say("desk-assigned-loss") } else { texts.say("desk-bye") };
        let names = table.entrants.iter().map(|id| name(*id));
        let names: Vec<_> = names.chain((table.entrants.len() == 1).then_some(alone)).collect();
        (table.table_number.unwrap_or_default(), first_table(desk, &table), names.join(" – "))
    };
    let tables = seated(desk, round).into_iter().map(table).collect();
    let pods = usize::try_from(desk.state().details.pod_size).is_ok_and(|size| size > 2);
    let further = if pods { &FURTHER[..] } else { &[] };
    desk.page(&ByHandPage { frame: desk.frame("round"), round, free, further, tables, warnings })
}

#[derive(Template)]
#[template(path = "desk/swap.html")]
struct SwapPage<'a> {
    frame: EventFrame<'a>,
    round: &'a Round,
    /// The players or teams to choose from: ids and labels.
    seats: Vec<(i64, String)>,
    /// The ids of the two that are chosen.
    one: Option<i64>,
    other: Option<i64>,
    warnings: Vec<String>,
}

pub(crate) async fn swap_form(desk: &Desk<'_>) -> PageResult {
    swap_page(desk, Vec::new())
}

/// Exchanges the two. It is refused if the event has changed since the page was shown. Warnings are shown before the round.
pub(crate) async fn swap(desk: &Desk<'_>) -> PageResult {
    let round = to_change(desk)?;
    let mut tables = seated(desk, round);
    let is_seated = |id: &i64| tables.iter().any(|table| table.entrants.contains(id));
    let chosen = |name: &str| desk.form.id(name).filter(is_seated);
    let (Some(one), Some(other)) = (chosen("one"), chosen("other")) else {
        return Err(desk.fault("desk-swap-two"));
    };
    for id in tables.iter_mut().flat_map(|table| &mut table.entrants) {
        *id = match *id {
            id if id == one => other,
            id if id == other => one,
            id => id,
        };
    }
    let warnings = replace(desk, round, tables).await?;
    if warnings.is_empty() {
        return desk.goes_to("round");
    }
    swap_page(&Desk::load(desk.request).await?, warnings)
}

fn swap_page(desk: &Desk<'_>, warnings: Vec<String>) -> PageResult {
    let (texts, round) = (desk.texts, to_change(desk)?);
    let tables = seated(desk, round);
    let at_second_table = tables.get(1).and_then(|table| table.entrants.first()).copied();
    let other = if desk.form.exact("other").is_empty() { at_second_table } else { desk.form.id("other") };
    let label = |table: i32, id: i64| {
        let values = [("table", table.into()), ("name", name_of(desk, round, id).into())];
        (id, texts.with_all("desk-swap-seat", values))
    };
    let seats = tables.iter().flat_map(|table| {
        let first = first_table(desk, table);
        table.entrants.iter().map(move |id| (first, *id))
    });
    let seats = seats.map(|(table, id)| label(table, id)).collect();
    let one = desk.form.id("one");
    desk.page(&SwapPage { frame: desk.frame("round"), round, seats, one, other, warnings })
}

/// Returns the round whose pairings can be changed.
fn to_change<'a>(desk: &'a Desk<'_>) -> Result<&'a Round, Problem> {
    desk.working_round().filter(|round| round.status == ProgressStatus::Upcoming).ok_or_else(not_found)
}

/// Returns all tables of a round, by number. In a team event they are matches of teams, unless players sit for a meeting.
fn seated(desk: &Desk<'_>, round: &Round) -> Vec<ProposedTable> {
    let of_teams = is_of_teams(desk, round);
    let tables = seats_of(desk.state(), round).into_iter().map(|table| ProposedTable {
        entrants: table.entrants.iter().map(|id| id.0).collect(),
        table_number: Some(table.table_number),
        pod_number: Some(table.pod_number),
        of_teams,
        is_loss: table.kind == PairingKind::AssignedLoss,
    });
    tables.collect()
}

/// Returns the number of a table, or of the first table of a match of teams.
fn first_table(desk: &Desk<'_>, table: &ProposedTable) -> i32 {
    let number = table.table_number.unwrap_or_default();
    if table.of_teams { TableRange::of(desk.state()).table_of_team_match(number) } else { number }
}

fn name_of(desk: &Desk<'_>, round: &Round, id: i64) -> String {
    if is_of_teams(desk, round) { desk.entrant(EntrantId(id)) } else { desk.player(id.into()) }
}

/// Replaces the pairings of a round by these tables, if the event is as the page showed it, and returns warnings.
async fn replace(desk: &Desk<'_>, round: &Round, tables: Vec<ProposedTable>) -> Result<Vec<String>, PageError> {
    let command = ReplacePairings { round_id: round.id, tables };
    let written = desk.run(desk.terms().at_version(desk.version_of_form()), command).await;
    let written = written.map_err(|refusal| refusal.or_changed(desk.fault("desk-swap-changed")))?;
    Ok(warnings(desk, round, &written))
}

/// Returns in words how the pairings differ from those that the service would make.
fn warnings(event: &Desk<'_>, round: &Round, written: &Written<Tournament>) -> Vec<String> {
    let (texts, after) = (event.texts, &written.folded.state);
    let warning = |trouble: Trouble| {
        let name = |id: EntrantId| name_of(event, round, id.0);
        let (key, names) = match trouble {
            Trouble::Rematch { players: [one, other], .. } => {
                ("desk-warn-rematch", [name(one), name(other)].join(", "))
            }
            Trouble::NeverMeet(pair) => ("desk-warn-never-meet", pair.map(name).join(", ")),
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

fn is_of_teams(event: &Desk<'_>, round: &Round) -> bool {
    event.state().is_team_event() && round.round_type == RoundType::PlayVsOpponent
}
