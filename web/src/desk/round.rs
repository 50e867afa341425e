//! `/desk/events/{id}/round/`, the round in work, and `/desk/events/{id}/rounds/{round_id}/`, any round. Before
//! it starts its pairings, then the entry of results, then the results. Its forms have addresses of their own for the clock,
//! results typed in one line, and steps of the event's lifecycle. Some of these take the first step of a round with them:
//! closing registration pairs the first round, and opening play starts it. A round can be completed and the next one paired
//! in one step.

use std::collections::{HashMap, HashSet};

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::phases::last_number;
use domain::tournament::records::{Record, records_before};
use domain::tournament::{Match, Round, TeamMatch, Tournament};
use proto_events::ids::{MatchId, RegistrationId, TeamId};
use proto_events::tournament::{PairingKind, RoundClock};
use proto_events::vocabulary::LifecycleStatus::{
    self, DecklistsPublished, DecklistsPublishing, EventFinished, EventInProgress, RegistrationClosed,
};
use proto_events::vocabulary::{ProgressStatus, RoundType};
use write_api::events::change_lifecycle::ChangeLifecycle;
use write_api::matches::report_result::ReportResult;
use write_api::matches::score::Score;
use write_api::rounds::change_clock::{ChangeClock, ClockAction};
use write_api::rounds::complete_round::{CompleteRound, Unreported};
use write_api::rounds::create_round::{NewRound, RoundKind};
use write_api::rounds::pair_round::PairRound;
use write_api::rounds::publish_pairings::PublishPairings;
use write_api::rounds::remove_round::RemoveRound;
use write_api::rounds::start_round::StartRound;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::next_step::{self, Button};
use crate::desk::paging::Paged;
use crate::desk::tables::{TableRow, points_in, seats_won, table_row, tables};
use crate::desk::words::{Entry, EntryForm, open_matches};
use crate::desk::{done, meanwhile, result};
use crate::parts::control::Choice;
use crate::parts::format::ShownClock;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::interface::Refused;

#[derive(Template)]
#[template(path = "desk/round.html")]
struct RoundPage<'a> {
    frame: EventFrame<'a>,
    round: Option<&'a Round>,
    clock: Option<ShownClock>,
    rows: Vec<TableRow>,
    /// The tables on this page of the list, as places in `rows`.
    page: Paged<usize>,
    /// The matches of teams by table; empty if single players play.
    team_matches: Vec<&'a TeamMatch>,
    records: HashMap<RegistrationId, Record>,
    rounds: Vec<Choice>,
    /// Other steps than the next one; empty while a round is open.
    ways: Vec<Button>,
    /// The match whose result was entered just now.
    entered: Option<TableRow>,
    typed: &'a str,
    /// The step that the page asks about before it is taken; empty if it asks nothing.
    asks: &'a str,
}

impl RoundPage<'_> {
    fn open(&self) -> Vec<&TableRow> {
        self.rows.iter().filter(|row| row.is_open).collect()
    }

    fn contested(&self) -> Vec<&TableRow> {
        self.rows.iter().filter(|row| row.is_contested).collect()
    }

    fn shown(&self) -> Vec<&TableRow> {
        self.page.rows.iter().filter_map(|place| self.rows.get(*place)).collect()
    }

    fn has_status(&self, status: ProgressStatus) -> bool {
        self.round.is_some_and(|round| round.status == status)
    }

    /// Whether players only sit, for a meeting or a draft.
    fn is_seating(&self) -> bool {
        self.round.is_some_and(|round| round.round_type != RoundType::PlayVsOpponent)
    }

    fn is_playoff(&self) -> bool {
        let placed = self.round.and_then(|round| self.frame.desk.state().round(round.id));
        placed.is_some_and(|(phase, _)| phase.round_type.is_playoff())
    }

    fn team_points(&self, team: TeamId) -> i32 {
        let captain = self.frame.desk.state().team(team).and_then(|team| team.members.first());
        captain.map_or(0, |captain| points_in(&self.records)(captain.registration_id))
    }

    fn is_working(&self) -> bool {
        self.round.map(|round| round.id) == self.frame.desk.working_round().map(|last| last.id)
    }
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let page = page(desk, desk.working_round(), "");
    desk.page(&RoundPage { frame: page.frame.after(done::said(desk).await?), ..page })
}

pub(crate) async fn show_one(desk: &Desk<'_>) -> PageResult {
    let (_, round) = desk.state().round(desk.id_of("round_id")?).ok_or_else(not_found)?;
    desk.page(&page(desk, Some(round), ""))
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    check_current(desk).await?;
    enter_losses(desk).await?;
    if let Some(asks) = asked(desk) {
        return desk.page(&page(desk, desk.working_round(), asks));
    }
    if !is_taken(desk).await? {
        return Err(desk.fault("desk-round-moved-on"));
    }
    desk.done_at("round").await
}

/// Enters a loss of both for the tables that were chosen so when the round was completed.
async fn enter_losses(desk: &Desk<'_>) -> Result<(), PageError> {
    for chosen in desk.form.all("lost") {
        let match_id = api_kit::path::integer(chosen).map(MatchId).ok_or_else(not_found)?;
        let score = Score { both_lose: Some(true), ..Score::default() };
        desk.run(desk.once(chosen), ReportResult { match_id, score }).await?;
    }
    Ok(())
}

/// Returns the step of the form if the page asks about it once: a round is completed although results are contested or
/// missing, or the first round is paired although players wait for approval.
fn asked<'a>(desk: &'a Desk<'_>) -> Option<&'a str> {
    let (step, event) = (desk.form.exact("step"), desk.state());
    let is_asked = if step.starts_with("complete") {
        step == "complete-draws" || desk.working_round()?.all_matches().any(|table| table.contested)
    } else {
        let is_first = last_number(event) == 0 && new_round(event, step).is_some();
        is_first && event.waiting_for_approval().next().is_some()
    };
    (is_asked && desk.form.exact("sure") != "yes").then_some(step)
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

/// Whether the desk still works on the round that the page showed, so that an old page does not act on the next round.
pub(crate) fn is_current(desk: &Desk<'_>) -> bool {
    let last = desk.working_round().map_or_else(String::new, |round| round.id.to_string());
    desk.form.exact("round") == last
}

/// Takes the step of the form. Returns false if it is about a round and there is none, or if it is not known.
async fn is_taken(desk: &Desk<'_>) -> Result<bool, Refused> {
    let (step, terms) = (desk.form.exact("step"), desk.terms().once(desk.form.exact("form_id")));
    let next = step.strip_prefix("complete-").and_then(|step| new_round(desk.state(), step));
    if let (Some(next), Some(round)) = (next, desk.working_round()) {
        desk.run(desk.once("complete"), CompleteRound { round_id: round.id, unreported: None }).await?;
        return desk.run(desk.once("next"), next).await.map(|_| true);
    }
    if let Some(added) = new_round(desk.state(), step) {
        return desk.run(terms, added).await.map(|_| true);
    }
    let Some(round_id) = desk.working_round().map(|round| round.id) else { return Ok(false) };
    let taken = match step {
        "publish" => desk.run(terms, PublishPairings { round_id }).await,
        "start" => desk.run(terms, StartRound { round_id }).await,
        "again" => desk.run(terms, PairRound { round_id, by_standing: None }).await,
        "remove" => desk.run(terms, RemoveRound { round_id }).await,
        "complete-draws" => desk.run(terms, CompleteRound { round_id, unreported: Some(Unreported::Draw) }).await,
        "complete" => desk.run(terms, CompleteRound { round_id, unreported: None }).await,
        _ => return Ok(false),
    };
    taken.map(|_| true)
}

pub(crate) fn new_round(event: &Tournament, step: &str) -> Option<NewRound> {
    Some(match step {
        "pair" | "first-round" => NewRound::of_kind(RoundKind::before_cut(event)),
        "draft" => NewRound::of_kind(RoundKind::DraftPod),
        "new-pods" => NewRound { new_pods: Some(true), ..NewRound::of_kind(RoundKind::DraftPod) },
        "meeting" => NewRound::of_kind(RoundKind::PlayerMeeting),
        "random-meeting" => NewRound::of_kind(RoundKind::RandomPlayerMeeting),
        "playoff" => NewRound::of_kind(RoundKind::Playoff),
        _ => return None,
    })
}

fn page<'a>(desk: &'a Desk<'a>, round: Option<&'a Round>, asks: &'a str) -> RoundPage<'a> {
    let records = round.map(|round| records_before(desk.state(), round.number)).unwrap_or_default();
    let seats = round.into_iter().flat_map(|round| round.all_matches().map(move |table| (round, table)));
    let mut rows: Vec<_> = seats.map(|(round, table)| table_row(desk, round, table, points_in(&records))).collect();
    rows.sort_by_key(|row| (!row.has_table, row.table));
    let open: HashSet<_> = round.into_iter().flat_map(open_matches).map(Match::id).collect();
    rows.iter_mut().for_each(|row| row.is_open = open.contains(&row.match_id));
    let mut team_matches: Vec<_> = round.into_iter().flat_map(|round| &round.team_matches).collect();
    team_matches.sort_by_key(|team_match| team_match.first_table_number);
    let names =
        |place: &usize| rows[*place].players.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(" ");
    let path = round.map_or_else(|| "round".to_owned(), |round| format!("rounds/{}", round.id));
    let page = desk.paged(&path, (0..rows.len()).collect(), names);
    let entered = desk.query_id("entered").and_then(|id| desk.state().placed(id));
    let frame = desk.frame("round");
    RoundPage {
        ways: next_step::other_ways(desk.state(), desk.texts, &frame.step, |operation| desk.may(operation)),
        frame,
        clock: round.and_then(|round| shown_clock(desk, round)),
        rows,
        page,
        team_matches,
        rounds: desk.round_choices(round.map(|round| round.id)),
        entered: entered.map(|placed| table_row(desk, placed.round, placed.table, points_in(&records))),
        typed: desk.typed().map_or("", |form| form.text("entry")),
        records,
        round,
        asks,
    }
}

fn shown_clock(desk: &Desk<'_>, round: &Round) -> Option<ShownClock> {
    let clock = round.clock.filter(|_| round.status == ProgressStatus::InProgress)?;
    Some(ShownClock::new(clock, desk.shared.clock.now(), |at| desk.moment(at)))
}

pub(crate) async fn change_clock(desk: &Desk<'_>) -> PageResult {
    let last = desk.working_round().filter(|_| is_current(desk));
    let last = last.ok_or_else(|| desk.fault("desk-round-moved-on"))?;
    let change = clock_change(desk, last.clock).ok_or_else(|| desk.fault("desk-clock-minutes-wrong"))?;
    let terms = desk.terms().once(desk.form.exact("form_id"));
    desk.run(terms, ChangeClock { round_id: last.id, ..change }).await?;
    desk.done_at("round").await
}

/// Returns the change of a round; `None` if the minutes are no number that a clock can have.
fn clock_change(desk: &Desk<'_>, clock: Option<RoundClock>) -> Option<ChangeClock> {
    let action = match desk.form.exact("clock") {
        "start" if clock.is_some() => Some(ClockAction::Start),
        "pause" => Some(ClockAction::Pause),
        "reset" => Some(ClockAction::Reset),
        _ => None,
    };
    if action.is_some() {
        return Some(ChangeClock { action, ..ChangeClock::default() });
    }
    let seconds = Some(desk.form.text("minutes").parse::<i32>().ok()?.checked_mul(60)?);
    Some(match clock {
        Some(_) => ChangeClock { add_seconds: seconds, ..ChangeClock::default() },
        None => ChangeClock { length_seconds: seconds, action: Some(ClockAction::Start), ..ChangeClock::default() },
    })
}

/// Enters the result, and shows the round again for the next one.
pub(crate) async fn enter_result(desk: &Desk<'_>) -> PageResult {
    let line = desk.form.text("entry");
    let playing = desk.working_round().filter(|round| is_current(desk) && round.status == ProgressStatus::InProgress);
    let playing = playing.ok_or_else(|| desk.fault("desk-round-moved-on"))?;
    let usual = EntryForm::usual(desk.state());
    let at = |number: i32| {
        let is_meant =
            |table: &&Match| table.pairing.table_number == number && table.pairing.kind == PairingKind::Versus;
        playing.all_matches().find(is_meant)
    };
    let form = |number: i32| at(number).map_or(usual, |table| EntryForm::of(desk.state(), table));
    // In a pod, `12` could be the number of a table without a result.
    let is_table =
        line.parse().is_ok_and(|number: i32| matches!(at(number).map(|_| form(number)), Some(EntryForm::Pod(_))));
    let entry = Entry::read(line, form).filter(|_| !is_table).ok_or_else(|| desk.fault(usual.unreadable()))?;
    let no_table = || PageError::line(desk.texts.with("desk-result-no-table", "table", entry.table));
    let match_id = at(entry.table).ok_or_else(no_table)?.id();
    result::enter(desk, match_id, line).await
}

pub(crate) async fn take_step(desk: &Desk<'_>) -> PageResult {
    check_current(desk).await?;
    if let Some(asks) = asked(desk) {
        return desk.page(&page(desk, desk.working_round(), asks));
    }
    let page = steps(desk).await?.ok_or_else(|| desk.fault("desk-judges-unknown"))?;
    desk.done_at(page).await
}

/// Carries out the steps, and returns the page to go to. `None` for a step that this page does not have.
async fn steps(desk: &Desk<'_>) -> Result<Option<&'static str>, Refused> {
    Ok(Some(match desk.form.exact("step") {
        "first-round" | "draft" | "new-pods" | "meeting" | "random-meeting" => {
            moved_to(desk, RegistrationClosed).await?;
            is_taken(desk).await?;
            "round"
        }
        "start" => {
            moved_to(desk, EventInProgress).await?;
            is_taken(desk).await?;
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
    desk.run(desk.terms(), ChangeLifecycle { status }).await.map(|_| ())
}
