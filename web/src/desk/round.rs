//! `/desk/events/{id}/round/`, the last round, and `/desk/events/{id}/rounds/{round_id}/`, any round. Before
//! it starts its pairings, then the entry of results, then the results. Its forms have addresses of their own for the clock,
//! results typed in one line, and steps of the event's lifecycle. Some of these take the first step of a round with them:
//! closing registration pairs the first round, and opening play starts it.

use std::collections::HashMap;

use askama::Template;
use chrono::{DateTime, Utc};
use domain::permissions::Operation;
use domain::tournament::records::{Record, records_before};
use domain::tournament::{Match, Round};
use proto_events::ids::{MatchId, RegistrationId};
use proto_events::tournament::{PairingKind, RoundClock};
use proto_events::vocabulary::LifecycleStatus::{
    self, DecklistsPublished, DecklistsPublishing, EventFinished, EventInProgress, RegistrationClosed,
};
use proto_events::vocabulary::{ProgressStatus, RoundType};
use write_api::events::change_lifecycle::ChangeLifecycle;
use write_api::matches::report_result::ReportResult;
use write_api::matches::score::Score;
use write_api::rounds::change_clock::{ChangeClock, ClockAction, ClockChange};
use write_api::rounds::complete_round::{CompleteRound, Unreported};
use write_api::rounds::create_round::{NewRound, RoundKind};
use write_api::rounds::pair_round::{NewPairings, PairRound};
use write_api::rounds::publish_pairings::PublishPairings;
use write_api::rounds::remove_round::RemoveRound;
use write_api::rounds::start_round::StartRound;

use crate::desk::entry::Entry;
use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::next_step::{self, Button};
use crate::desk::tables::{TableRow, TeamRow, table_row, team_rows};
use crate::desk::words::open_matches;
use crate::desk::{meanwhile, result};
use crate::parts::control::Choice;
use crate::parts::format::{ShownClock, round_name};
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::interface::Refused;
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/round.html")]
struct RoundPage {
    frame: EventFrame,
    round: Option<ShownRound>,
    /// The other rounds.
    rounds: Vec<Choice>,
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
    /// The event's rule for the end of a round; may be empty.
    rule: String,
    open: Vec<TableRow>,
    /// Tables whose result a player contests.
    contested: Vec<TableRow>,
    rows: Vec<TableRow>,
    /// The matches of teams; empty if single players play.
    team_matches: Vec<TeamRow>,
}

pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    request.page(&page(&desk, desk.last_round(), ""))
}

pub(crate) async fn show_one(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let (_, round) = desk.state().round(request.id_of("round_id")?).ok_or_else(not_found)?;
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
    let records = round.map(|round| records_before(desk.state(), round.number)).unwrap_or_default();
    let clock = round.and_then(|round| shown_clock(desk, round, desk.request.shared.clock.now()));
    let shown = round.map(|round| ShownRound { clock, ..shown(desk, round, &records) });
    let entered = desk.request.query("entered").and_then(|id| api_kit::path::integer(&id));
    let entered = entered.and_then(|id| desk.state().placed(MatchId(id)));
    let entered = entered.map(|placed| table_row(desk, placed.round, placed.table, &records));
    let frame = desk.frame("round");
    let ways = next_step::other_ways(desk.state(), texts, &frame.head.step, |operation| desk.request.may(operation));
    RoundPage {
        frame,
        ways,
        round: shown,
        rounds: desk.round_choices(round.map(|round| round.id)),
        may_run: desk.request.may(Operation::RunRounds),
        entered,
        typed: desk.request.typed().map_or_else(String::new, |form| form.text("entry").to_owned()),
        asks,
        screen: desk.is_public.then(|| format!("/events/{}/screen/", desk.state().id)),
    }
}

fn shown(event: &Event, round: &Round, records: &HashMap<RegistrationId, Record>) -> ShownRound {
    let row = |table: &Match| table_row(event, round, table, records);
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
        rule: event.state().details.end_of_round_rule.clone(),
        is_last: event.last_round().is_some_and(|last| last.id == round.id),
        open,
        contested,
        rows,
        team_matches: team_rows(event, round, records),
    }
}

/// Returns the clock of a round in progress, if it has one.
fn shown_clock(event: &Event, round: &Round, now: DateTime<Utc>) -> Option<ShownClock> {
    let clock = round.clock.filter(|_| round.status == ProgressStatus::InProgress)?;
    let left = |seconds: i32| format!("{}:{:02}", seconds / 60, seconds % 60);
    Some(ShownClock::new(clock, now, left, |at| event.moment(at)))
}

/// Changes the clock of the round that the page showed.
pub(crate) async fn change_clock(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let Some(last) = desk.last_round().filter(|_| is_current(&desk)) else {
        return Err(PageError::line(request.texts.say("desk-round-moved-on")));
    };
    let Some(change) = clock_change(request, last.clock) else {
        return Err(PageError::line(request.texts.say("desk-clock-minutes-wrong")));
    };
    let terms = request.terms().once(request.form.exact("form_id"));
    desk.run(terms, ChangeClock { round_id: last.id, change }).await?;
    request.redirect(&desk.page("round"))
}

/// Returns the change; `None` if the minutes are no number that a clock can have.
fn clock_change(request: &PageRequest, clock: Option<RoundClock>) -> Option<ClockChange> {
    let action = match request.form.exact("clock") {
        "start" if clock.is_some() => Some(ClockAction::Start),
        "pause" => Some(ClockAction::Pause),
        "reset" => Some(ClockAction::Reset),
        _ => None,
    };
    if action.is_some() {
        return Some(ClockChange { action, ..ClockChange::default() });
    }
    let seconds = Some(request.form.text("minutes").parse::<i32>().ok()?.checked_mul(60)?);
    Some(match clock {
        Some(_) => ClockChange { add_seconds: seconds, ..ClockChange::default() },
        None => ClockChange { length_seconds: seconds, action: Some(ClockAction::Start), ..ClockChange::default() },
    })
}

/// Enters the result, and shows the round again for the next one.
pub(crate) async fn enter_result(request: &UserRequest) -> PageResult {
    let (desk, texts) = (Desk::load(request).await?, request.texts);
    let line = request.form.text("entry");
    let refused = |fault: String| Err(PageError::line(fault));
    let Some(playing) = round_in_play(&desk) else { return refused(texts.say("desk-round-moved-on")) };
    let Some(entry) = Entry::read(line) else { return refused(texts.say("desk-result-unreadable")) };
    let is_meant =
        |table: &&Match| table.pairing.table_number == entry.table && table.pairing.kind == PairingKind::Versus;
    let Some(table) = playing.all_matches().find(is_meant) else {
        return refused(texts.with("desk-result-no-table", "table", entry.table));
    };
    let match_id = table.id();
    result::enter(desk, match_id, line).await
}

/// Returns the round in progress, if it is the one that the page showed.
fn round_in_play<'a>(desk: &'a Desk<'_>) -> Option<&'a Round> {
    let last = desk.last_round().filter(|_| is_current(desk));
    last.filter(|round| round.status == ProgressStatus::InProgress)
}

/// Takes the step and goes to the page of the next one.
pub(crate) async fn take_step(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    check_current(&desk).await?;
    match steps(&desk).await? {
        Some(page) => request.redirect(&desk.page(page)),
        None => Err(PageError::line(request.texts.say("desk-judges-unknown"))),
    }
}

/// Carries out the steps, and returns the page to go to. `None` for a step that this page does not have.
async fn steps(desk: &Desk<'_>) -> Result<Option<&'static str>, Refused> {
    let step = desk.request.form.exact("step");
    Ok(Some(match step {
        "first-round" | "draft" | "new-pods" | "meeting" | "random-meeting" => {
            moved_to(desk, RegistrationClosed).await?;
            if let Some(added) = new_round(step) {
                desk.run(desk.request.terms().once(desk.request.form.exact("form_id")), added).await?;
            }
            "round"
        }
        "start" => {
            moved_to(desk, EventInProgress).await?;
            if let Some(round) = desk.last_round() {
                desk.run(desk.request.terms(), StartRound { round_id: round.id }).await?;
            }
            "round"
        }
        "publish" => {
            if desk.state().lifecycle != DecklistsPublishing {
                moved_to(desk, DecklistsPublishing).await?;
            }
            moved_to(desk, DecklistsPublished).await?;
            "lists"
        }
        "finish" => {
            moved_to(desk, EventFinished).await?;
            "standings"
        }
        _ => return Ok(None),
    }))
}

async fn moved_to(desk: &Desk<'_>, status: LifecycleStatus) -> Result<(), Refused> {
    desk.run(desk.request.terms(), ChangeLifecycle { status }).await.map(|_| ())
}
