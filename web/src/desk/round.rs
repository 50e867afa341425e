//! `/desk/events/{id}/round/`, the last round, and `/desk/events/{id}/rounds/{round_id}/`, any round. Before it starts its pairings, then the entry of results, then the results.

use std::collections::HashMap;

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use domain::permissions::Operation;
use domain::tournament::clock::{ends_at, remaining_seconds};
use domain::tournament::records::{Record, records_before};
use domain::tournament::{Match, Round};
use proto_events::ids::{MatchId, RegistrationId, RoundId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus, RoundType};
use write_api::matches::report_result::ReportResult;
use write_api::matches::score::Score;
use write_api::rounds::complete_round::{CompleteRound, Unreported};
use write_api::rounds::create_round::{NewRound, RoundKind};
use write_api::rounds::pair_round::{NewPairings, PairRound};
use write_api::rounds::publish_pairings::PublishPairings;
use write_api::rounds::remove_round::RemoveRound;
use write_api::rounds::start_round::StartRound;

use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::meanwhile;
use crate::desk::next_step::{self, Button};
use crate::desk::team_rows::{TeamRow, TeamSeat, team_rows};
use crate::desk::words::{has_table, open_matches, round_name, score};
use crate::parts::format::Moment;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::interface::Refused;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/round.html")]
struct RoundPage {
    frame: EventFrame,
    round: Option<ShownRound>,
    /// The other rounds.
    rounds: Vec<RoundLink>,
    may_run: bool,
    /// Other steps than the next one; empty while a round is open.
    ways: Vec<Button>,
    /// The match whose result was entered just now.
    entered: Option<TableRow>,
    /// The typed line, if it was refused.
    typed: String,
    /// The step that the page asks about before it is taken; empty if it asks nothing.
    asks: &'static str,
    /// The address of the page of this event on the wall, if it has public pages.
    screen: Option<String>,
}

/// The round that is shown.
struct ShownRound {
    id: i64,
    name: String,
    is_upcoming: bool,
    /// Whether players only sit, for a meeting or a draft.
    is_seating: bool,
    is_in_progress: bool,
    is_published: bool,
    is_last: bool,
    clock: Option<ShownClock>,
    open: Vec<TableRow>,
    /// Tables whose result a player contests.
    contested: Vec<TableRow>,
    rows: Vec<TableRow>,
    /// The matches of teams; empty if single players play.
    team_matches: Vec<TeamRow>,
}

struct RoundLink {
    id: i64,
    name: String,
    current: bool,
}

/// A table of the round.
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

/// Shows the last round.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    request.page(&page(&desk, desk.last_round(), ""))
}

/// Shows the round in the path.
pub(crate) async fn show_one(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let id = api_kit::path::integer(request.param("round_id")).map(RoundId).ok_or_else(not_found)?;
    let (_, round) = desk.state().round(id).ok_or_else(not_found)?;
    request.page(&page(&desk, Some(round), ""))
}

/// Takes a step of a round.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    check_current(&desk).await?;
    enter_losses(&desk).await?;
    if let Some(asks) = asked(&desk) {
        return request.page(&page(&desk, desk.last_round(), asks));
    }
    if !is_taken(&desk).await? {
        return Err(PageError::line(request.texts.say("desk-round-moved-on")));
    }
    request.redirect(&desk.page("round"))
}

/// Enters a loss of both for the tables that were chosen so when the round was completed.
async fn enter_losses(desk: &Desk<'_>) -> Result<(), PageError> {
    let form_id = desk.request.form.exact("form_id");
    for chosen in desk.request.form.all("lost") {
        let id = api_kit::path::integer(chosen).map(MatchId).ok_or_else(not_found)?;
        let score = Score { both_lose: true, ..Score::default() };
        let terms = desk.request.terms().once(&format!("{form_id}-{id}"));
        desk.run(terms, ReportResult { match_id: id, score }).await?;
    }
    Ok(())
}

/// Returns the step of the form if the page asks about it once: a round is completed although results are contested or
/// missing.
fn asked(desk: &Desk<'_>) -> Option<&'static str> {
    let step = ["complete", "complete-draws"].into_iter().find(|step| *step == desk.request.form.exact("step"))?;
    let is_contested = desk.last_round()?.all_matches().any(|table| table.contested);
    ((is_contested || step == "complete-draws") && desk.request.form.exact("sure") != "yes").then_some(step)
}

/// Refuses the form if others took a step since its page was shown, and says which.
pub(crate) async fn check_current(desk: &Desk<'_>) -> Result<(), PageError> {
    let steps = meanwhile::happened(desk, meanwhile::is_step).await?;
    if is_current(desk) && steps.is_empty() {
        return Ok(());
    }
    let moved_on = desk.texts.say("desk-round-moved-on");
    Err(PageError::Form(std::iter::once(moved_on).chain(steps).collect::<Vec<_>>().into()))
}

/// Whether the round that the page showed is still the last one, so that an old page does not act on the next round.
pub(crate) fn is_current(desk: &Desk<'_>) -> bool {
    let last = desk.last_round().map_or_else(String::new, |round| round.id.to_string());
    desk.request.form.exact("round") == last
}

/// Takes the step of the form. Returns false if it is about a round and there is none, or if it is not known.
async fn is_taken(desk: &Desk<'_>) -> Result<bool, Refused> {
    let (step, terms) =
        (desk.request.form.exact("step"), desk.request.terms().once(desk.request.form.exact("form_id")));
    if let Some(added) = new_round(step) {
        return desk.run(terms, added).await.map(|_| true);
    }
    let Some(round_id) = desk.last_round().map(|last| last.id) else { return Ok(false) };
    let taken = match step {
        "publish" => desk.run(terms, PublishPairings { round_id }).await,
        "start" => desk.run(terms, StartRound { round_id }).await,
        "again" => desk.run(terms, PairRound { round_id, how: NewPairings::default() }).await,
        "remove" => desk.run(terms, RemoveRound { round_id }).await,
        "complete-draws" => desk.run(terms, CompleteRound { round_id, unreported: Some(Unreported::Draw) }).await,
        "complete" => desk.run(terms, CompleteRound { round_id, unreported: None }).await,
        _ => return Ok(false),
    };
    taken.map(|_| true)
}

/// Returns the new round, if the step adds one.
pub(crate) fn new_round(step: &str) -> Option<NewRound> {
    Some(match step {
        "pair" | "first-round" => NewRound::of_kind(RoundKind::Swiss),
        "draft" => NewRound::of_kind(RoundKind::DraftPod),
        "new-pods" => NewRound { new_pods: Some(true), ..NewRound::of_kind(RoundKind::DraftPod) },
        "meeting" => NewRound::of_kind(RoundKind::PlayerMeeting),
        "random-meeting" => NewRound::of_kind(RoundKind::RandomPlayerMeeting),
        "playoff" => NewRound::of_kind(RoundKind::Playoff),
        _ => return None,
    })
}

fn page(desk: &Desk<'_>, round: Option<&Round>, asks: &'static str) -> RoundPage {
    let texts = desk.texts;
    let link = |other: &Round| RoundLink {
        id: other.id.0,
        name: round_name(texts, other),
        current: round.is_some_and(|round| round.id == other.id),
    };
    let records = round.map(|round| records_before(desk.state(), round.number)).unwrap_or_default();
    let clock = round.and_then(|round| ShownClock::of(desk, round, desk.request.shared.clock.now()));
    let shown = round.map(|round| ShownRound { clock, ..shown(desk, round, &records) });
    let entered = desk.request.query("entered").and_then(|id| api_kit::path::integer(&id));
    let entered = entered.and_then(|id| desk.state().placed(MatchId(id)));
    let entered = entered.map(|placed| row(desk, placed.round, placed.table, &records));
    let frame = desk.frame("round");
    let ways = next_step::other_ways(desk.state(), texts, &frame.head.step, |operation| desk.request.may(operation));
    RoundPage {
        frame,
        ways,
        round: shown,
        rounds: desk.state().rounds().map(|(_, round)| link(round)).collect(),
        may_run: desk.request.may(Operation::RunRounds),
        entered,
        typed: desk.request.typed().map_or_else(String::new, |form| form.text("entry").to_owned()),
        asks,
        screen: desk.is_public.then(|| format!("/events/{}/screen/", desk.state().id)),
    }
}

fn shown(event: &Event, round: &Round, records: &HashMap<RegistrationId, Record>) -> ShownRound {
    let row = |table: &Match| row(event, round, table, records);
    let mut rows: Vec<_> = round.all_matches().map(row).collect();
    rows.sort_by_key(|row| (!row.has_table, row.table));
    let mut open: Vec<_> = open_matches(round).map(row).collect();
    open.sort_by_key(|row| row.table);
    let mut contested: Vec<_> = round.all_matches().filter(|table| table.contested).map(row).collect();
    contested.sort_by_key(|row| row.table);
    ShownRound {
        id: round.id.0,
        name: round_name(event.texts, round),
        is_seating: round.round_type != RoundType::PlayVsOpponent,
        is_upcoming: round.status == ProgressStatus::Upcoming,
        is_in_progress: round.status == ProgressStatus::InProgress,
        is_published: round.is_published,
        clock: None,
        is_last: event.last_round().is_some_and(|last| last.id == round.id),
        open,
        contested,
        rows,
        team_matches: team_rows(event, round, records),
    }
}

/// Returns whether a player has left the event: dropped, or was disqualified.
fn has_left(event: &Event, player: RegistrationId) -> bool {
    let entry = event.state().registration(player);
    entry.is_some_and(|entry| matches!(entry.status, RegistrationStatus::Dropped | RegistrationStatus::Disqualified))
}

/// Returns a table for display.
pub(crate) fn row(event: &Event, round: &Round, table: &Match, records: &HashMap<RegistrationId, Record>) -> TableRow {
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

/// The clock of a round for display.
struct ShownClock {
    /// The time that is left, such as `38:05`.
    left: String,
    /// When it reaches zero; `None` while it is paused.
    ends: Option<Moment>,
    /// The exact time at which the page was made, so that a script can correct the clock of its computer.
    now: String,
    is_over: bool,
    /// The event's rule for the end of a round; may be empty.
    rule: String,
}

impl ShownClock {
    /// Returns the clock of a round in progress, if it has one.
    fn of(event: &Event, round: &Round, now: DateTime<Utc>) -> Option<Self> {
        let clock = round.clock.filter(|_| round.status == ProgressStatus::InProgress)?;
        let left = remaining_seconds(clock, now);
        Some(Self {
            left: format!("{}:{:02}", left / 60, left % 60),
            ends: ends_at(clock).map(|at| event.moment(at)),
            now: now.to_rfc3339_opts(SecondsFormat::Millis, true),
            is_over: left == 0,
            rule: event.state().details.end_of_round_rule.clone(),
        })
    }
}
