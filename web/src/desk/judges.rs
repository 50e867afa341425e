//! `/desk/events/{id}/judges/`: calls for a judge, penalties, deck checks and extra time. `judging.rs` has the parts
//! that the pages of players and matches show, too. Their forms are carried out here as well: a button names its step and the
//! id that it is about; the other forms are known by their fields.

use api_kit::spelling::is_same;
use askama::Template;
use domain::permissions::Operation;
use domain::tournament::deck_checks::is_checked;
use domain::tournament::{JudgeCall, Match, PlayerPenalty, Round, Tournament};
use proto_events::ids::{CallId, MatchId, PenaltyId, RegistrationId, RoundId};
use proto_events::vocabulary::{Penalty, ProgressStatus};
use write_api::judging::answer_call::AnswerCall;
use write_api::judging::call_judge::NewJudgeCall;
use write_api::judging::close_call::CloseCall;
use write_api::judging::issue_penalty::NewPenalty;
use write_api::judging::restore_penalty::RestorePenalty;
use write_api::judging::withdraw_penalty::WithdrawPenalty;
use write_api::matches::change_match::ChangeMatch;
use write_api::rounds::draw_deck_checks::DrawDeckChecks;

use crate::desk::done;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::floor::{OpenCall, open_calls};
use crate::desk::judging::{PenaltyForm, by, extension, infraction_of, lost_match, said_of};
use crate::desk::penalties::place_of;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::interface::Refused;

#[derive(Template)]
#[template(path = "desk/judges.html")]
struct JudgesPage<'a> {
    frame: EventFrame<'a>,
    /// The penalty that was issued just now.
    issued: Option<&'a PlayerPenalty>,
    calls: Vec<OpenCall<'a>>,
    form: PenaltyForm,
    penalties: Vec<&'a PlayerPenalty>,
    /// The round whose tables can be drawn.
    round: Option<&'a Round>,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let state = desk.state();
    let round = desk.working_round().filter(|round| round.status != ProgressStatus::Complete);
    let mut calls = open_calls(desk, &[state], desk.shared.clock.now()).await?;
    calls.sort_by_key(|open| open.call.by.at);
    desk.page(&JudgesPage {
        frame: desk.frame("judges").after(done::said(desk).await?),
        issued: desk.query_id("issued").and_then(|id| state.penalty(id)),
        calls,
        form: PenaltyForm::new(desk, &[]),
        penalties: state.penalties.iter().rev().collect(),
        round,
    })
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let page = run(desk).await?;
    if page.contains('?') || page.starts_with(FLOOR) {
        return desk.redirect(&page);
    }
    desk.done_at_address(&page).await
}

fn place(desk: &Desk<'_>, call: &JudgeCall) -> String {
    call.call.table_number.map_or_else(String::new, |table| desk.texts.with("desk-table-number", "table", table))
}

/// Returns a round's deck checks with the players: those that are not done first.
fn checks<'a>(event: &'a Desk<'a>, round: &'a Round) -> Vec<(&'a Match, String)> {
    let mut checks = with_players(event, round, is_checked);
    checks.sort_by_key(|(table, _)| (table.deck_check_completed, table.pairing.table_number));
    checks
}

/// Returns a round's tables with extra time, with the players.
fn extensions<'a>(event: &'a Desk<'a>, round: &'a Round) -> Vec<(&'a Match, String)> {
    with_players(event, round, |table| table.time_extension_seconds > 0)
}

/// Returns those matches of a round that are meant, by table, with their players.
fn with_players<'a>(
    event: &'a Desk<'a>,
    round: &'a Round,
    is_meant: impl Fn(&Match) -> bool,
) -> Vec<(&'a Match, String)> {
    let players = |table: &Match| {
        let sides: Vec<_> = (0..table.pairing.players.len()).map(|side| event.side(table, side)).collect();
        sides.join(" · ")
    };
    let mut meant: Vec<_> = round.all_matches().filter(|table| is_meant(table)).collect();
    meant.sort_by_key(|table| table.pairing.table_number);
    meant.into_iter().map(|table| (table, players(table))).collect()
}

const SECONDS_PER_MINUTE: i32 = 60;

const STEPS: [&str; 9] =
    ["take", "close", "withdraw", "restore", "check", "checked", "uncheck", "feature", "unfeature"];

async fn run(desk: &Desk<'_>) -> Result<String, PageError> {
    let (form, judges, back) = (&desk.form, desk.address("judges"), back(desk));
    if let Some(step) = STEPS.into_iter().find(|name| form.is_checked(name)) {
        take(desk, step, id(desk, step)?).await?;
        return Ok(back);
    }
    if form.is_checked("infraction") {
        let written = desk.run(desk.once("penalty"), penalty(desk)?).await?;
        let page = if form.exact("from") == "match" { back } else { judges };
        let issued = written.folded.state.penalties.last().map(|penalty| format!("{page}?issued={}", penalty.id));
        return Ok(issued.unwrap_or(page));
    }
    if form.is_checked("minutes") {
        extend(desk).await?;
        return Ok(back);
    }
    if form.is_checked("count") {
        let command = DrawDeckChecks { round_id: id(desk, "round")?, count: Some(number(form.text("count"))) };
        desk.run(desk.once("draw"), command).await?;
        return Ok(judges);
    }
    if form.is_checked("call") {
        let (table, note) = (form.text("table"), Some(form.text("note").to_owned()));
        let table = (!table.is_empty()).then(|| number(table));
        let match_id = if form.is_checked("match") { Some(id(desk, "match")?) } else { None };
        desk.run(desk.once("call"), NewJudgeCall { match_id, table, note }).await?;
        return Ok(back);
    }
    Err(unknown(desk))
}

/// The page of all running events.
const FLOOR: &str = "/desk/floor/";

/// Returns the address of the page that the form is on. The floor may be that of a convention: `floor-12`.
fn back(desk: &Desk<'_>) -> String {
    let form = &desk.form;
    if let Some(convention) = form.exact("from").strip_prefix("floor") {
        let convention = convention.strip_prefix('-').and_then(api_kit::path::integer);
        return convention.map_or_else(|| FLOOR.to_owned(), |id| format!("{FLOOR}?convention={id}"));
    }
    match (form.exact("from"), form.id::<MatchId>("match"), form.id::<RegistrationId>("registration")) {
        ("match", Some(id), _) => desk.address(&format!("matches/{id}")),
        ("player", _, Some(id)) => desk.address(&format!("players/{id}")),
        _ => desk.address("judges"),
    }
}

async fn take(desk: &Desk<'_>, step: &str, id: i64) -> Result<(), Refused> {
    let terms = desk.terms();
    let (call_id, penalty_id) = (CallId(id), PenaltyId(id));
    let same = ChangeMatch { match_id: MatchId(id), ..ChangeMatch::default() };
    let taken = match step {
        "take" => desk.run(terms, AnswerCall { call_id }).await,
        "close" => desk.run(terms, CloseCall { call_id }).await,
        "withdraw" => desk.run(terms, WithdrawPenalty { penalty_id }).await,
        "restore" => desk.run(terms, RestorePenalty { penalty_id }).await,
        "check" => desk.run(terms, ChangeMatch { deck_check_started: Some(true), ..same }).await,
        "checked" => desk.run(terms, ChangeMatch { deck_check_completed: Some(true), ..same }).await,
        "uncheck" => desk.run(terms, ChangeMatch { deck_check_started: Some(false), ..same }).await,
        _ => desk.run(terms, ChangeMatch { is_feature_match: Some(step == "feature"), ..same }).await,
    };
    taken.map(|_| ())
}

fn id<I: From<i64>>(desk: &Desk<'_>, name: &str) -> Result<I, PageError> {
    desk.form.id(name).ok_or_else(|| unknown(desk))
}

fn unknown(desk: &Desk<'_>) -> PageError {
    desk.fault("desk-judges-unknown")
}

/// Reads a number from 1 on. Anything else is refused as 0 is.
fn number(text: &str) -> i32 {
    text.parse().unwrap_or_default()
}

fn penalty(desk: &Desk<'_>) -> Result<NewPenalty, PageError> {
    let form = &desk.form;
    let registration_id = match form.exact("registration") {
        "" => named(desk, form.text("player")).map_err(PageError::line)?,
        _ => id(desk, "registration")?,
    };
    let round_id = if form.exact("round").is_empty() { None } else { Some(id(desk, "round")?) };
    let match_id = round_id.and_then(|round| match_of(desk.state(), round, registration_id));
    Ok(NewPenalty {
        registration_id,
        round_id,
        match_id,
        infraction: infraction_of(desk).to_owned(),
        penalty: Penalty::from_wire_name(form.exact("penalty")).ok_or_else(|| unknown(desk))?,
        note: Some(form.text("note").to_owned()),
    })
}

fn named(event: &Desk<'_>, name: &str) -> Result<RegistrationId, String> {
    let texts = event.texts;
    let mut found = event.state().registrations.iter().filter(|entry| is_same(&event.name_of(entry.user_id), name));
    match (found.next(), found.next()) {
        (None, _) => Err(texts.with("desk-judges-no-player", "name", name)),
        (Some(entry), None) => Ok(entry.id),
        (Some(_), Some(_)) => Err(texts.with("desk-judges-two-players", "name", name)),
    }
}

fn match_of(state: &Tournament, round: RoundId, player: RegistrationId) -> Option<MatchId> {
    let (_, round) = state.round(round)?;
    round.all_matches().find(|table| table.side(player).is_some()).map(Match::id)
}

/// Adds minutes to the extension of a match. The sum is that of the state which the command expects, so extensions by two
/// judges are both counted. A form that is sent again is known by the match and the minutes in its key, and adds nothing.
async fn extend(desk: &Desk<'_>) -> Result<(), PageError> {
    let match_id = match_to_extend(desk)?;
    let minutes: i32 = desk.form.text("minutes").parse().map_err(|_| desk.fault("desk-judges-minutes"))?;
    let now = desk.state().placed(match_id).map_or(0, |placed| placed.table.time_extension_seconds);
    let seconds = minutes.saturating_mul(SECONDS_PER_MINUTE).saturating_add(now).max(0);
    let change = ChangeMatch { match_id, time_extension_seconds: Some(seconds), ..ChangeMatch::default() };
    let terms = desk.once(&format!("extension-{match_id}-{minutes}")).at_version(desk.version());
    match desk.run(terms, change).await {
        // With a reused key, the extension was shorter the first time that this form was sent.
        Err(refusal) if !refusal.is_key_reused() => Err(refusal.or_again()),
        _ => Ok(()),
    }
}

/// Returns the match of an extension, which is given by its id or by its table in the last round.
fn match_to_extend(desk: &Desk<'_>) -> Result<MatchId, PageError> {
    let form = &desk.form;
    if !form.exact("match").is_empty() {
        return id(desk, "match");
    }
    let table = form.text("table");
    let mut tables = desk.working_round().into_iter().flat_map(Round::all_matches);
    let found = tables.find(|known| known.pairing.table_number.to_string() == table);
    let fault = || PageError::line(desk.texts.with("desk-result-no-table", "table", table));
    found.map(Match::id).ok_or_else(fault)
}
