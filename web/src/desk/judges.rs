//! `/desk/events/{id}/judges/`: calls for a judge, penalties, deck checks and time extensions. `judging.rs` has the parts
//! that the pages of players and matches show, too. Their forms are carried out here as well: a button names its step and the
//! id that it is about; the other forms are known by their fields.

use api_kit::spelling::is_same;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::permissions::Operation;
use domain::tournament::deck_checks::is_checked;
use domain::tournament::{JudgeCall, Match, Round, Tournament};
use proto_events::ids::{CallId, MatchId, PenaltyId, RegistrationId, RoundId};
use proto_events::vocabulary::{Penalty, ProgressStatus};
use write_api::Terms;
use write_api::judging::answer_call::AnswerCall;
use write_api::judging::call_judge::NewJudgeCall;
use write_api::judging::close_call::CloseCall;
use write_api::judging::issue_penalty::NewPenalty;
use write_api::judging::restore_penalty::RestorePenalty;
use write_api::judging::withdraw_penalty::WithdrawPenalty;
use write_api::matches::change_match::{ChangeMatch, MatchChange};
use write_api::rounds::draw_deck_checks::{DrawDeckChecks, NewDeckChecks};

use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::judging::{PenaltyForm, PenaltyRow, by, penalty_row};
use crate::parts::format::round_name;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::interface::{ATTEMPTS, Refused};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/judges.html")]
struct JudgesPage<'a> {
    frame: EventFrame,
    /// What follows from the penalty that was issued just now.
    issued: Option<Issued>,
    calls: Vec<CallRow>,
    closed_calls: usize,
    form: PenaltyForm,
    penalties: Vec<PenaltyRow<'a>>,
    /// The round whose tables can be drawn.
    round: Option<&'a Round>,
    /// Its deck checks with the players: those that are not done first.
    checks: Vec<(&'a Match, String)>,
    is_over: bool,
}

/// A penalty that was issued just now, and the step that it calls for.
struct Issued {
    text: String,
    /// The match where a lost game is entered.
    match_id: Option<i64>,
    /// The registration to disqualify, if the person may.
    disqualify: Option<i64>,
}

struct CallRow {
    id: i64,
    place: String,
    caller: String,
    note: String,
    waiting: String,
    taken_by: String,
    match_id: Option<i64>,
}

pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (state, now) = (desk.state(), request.shared.clock.now());
    let is_waiting = |call: &&JudgeCall| call.closed.is_none();
    let issued = request.query("issued").and_then(|id| api_kit::path::integer(&id));
    let penalties = state.penalties.iter().rev();
    let round = desk.last_round().filter(|round| round.status != ProgressStatus::Complete);
    request.page(&JudgesPage {
        frame: desk.frame("judges"),
        issued: issued.and_then(|id| issued_now(desk, PenaltyId(id))),
        calls: state.calls.iter().filter(is_waiting).map(|call| call_row(desk, call, now)).collect(),
        closed_calls: state.calls.iter().filter(|call| call.closed.is_some()).count(),
        form: PenaltyForm::new(desk),
        penalties: penalties.map(|penalty| penalty_row(desk, penalty)).collect(),
        checks: round.map(|round| checks(desk, round)).unwrap_or_default(),
        round,
        is_over: state.lifecycle.is_finished(),
    })
}

/// Carries out one of the forms of judges, and goes to the page that follows.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let page = run(Desk::load(request).await?).await?;
    request.redirect(&page)
}

fn issued_now(desk: &Desk<'_>, id: PenaltyId) -> Option<Issued> {
    let (texts, penalty) = (desk.texts, &desk.state().penalty(id)?.issued);
    let key = match penalty.penalty {
        Penalty::Caution | Penalty::Warning => "desk-issued-recorded",
        Penalty::GameLoss | Penalty::MatchLoss => "desk-issued-loss",
        Penalty::Disqualification => "desk-issued-disqualification",
    };
    let name = desk.player(penalty.registration_id);
    let values = [("penalty", texts.term(penalty.penalty).into()), ("player", name.into())];
    let is_loss = matches!(penalty.penalty, Penalty::GameLoss | Penalty::MatchLoss);
    let disqualifies = penalty.penalty == Penalty::Disqualification;
    let may = desk.request.may(Operation::ManageRegistrations);
    Some(Issued {
        text: texts.with_all(key, values),
        match_id: penalty.match_id.filter(|_| is_loss).map(|id| id.0),
        disqualify: (disqualifies && may).then_some(penalty.registration_id.0),
    })
}

fn call_row(event: &Event, call: &JudgeCall, now: DateTime<Utc>) -> CallRow {
    let texts = event.texts;
    let table = call.call.table_number;
    let placed = call.call.match_id.and_then(|id| event.state().placed(id));
    CallRow {
        id: call.id.0,
        place: table.map_or_else(String::new, |table| texts.with("desk-table-number", "table", table)),
        caller: match call.call.registration_id {
            Some(player) => event.player(player),
            None => by(event, &call.by),
        },
        note: call.call.note.clone(),
        waiting: texts.with("desk-call-minutes", "minutes", (now - call.by.at).num_minutes().max(0)),
        taken_by: call.answered.as_ref().map_or_else(String::new, |answered| by(event, answered)),
        match_id: placed.map(|placed| placed.table.id().0),
    }
}

/// Returns a round's deck checks with the players: those that are not done first.
fn checks<'a>(event: &'a Event, round: &'a Round) -> Vec<(&'a Match, String)> {
    let players = |table: &Match| {
        let players: Vec<_> = table.pairing.players.iter().map(|player| event.player(*player)).collect();
        players.join(" · ")
    };
    let checked = round.all_matches().filter(|table| is_checked(table));
    let mut checks: Vec<_> = checked.map(|table| (table, players(table))).collect();
    checks.sort_by_key(|(table, _)| (table.deck_check_completed, table.pairing.table_number));
    checks
}

const SECONDS_PER_MINUTE: i32 = 60;

/// The names of the buttons.
const STEPS: [&str; 9] =
    ["take", "close", "withdraw", "restore", "check", "checked", "uncheck", "feature", "unfeature"];

/// Carries out the form that was sent, and returns the address of the page that follows.
async fn run(desk: Desk<'_>) -> Result<String, PageError> {
    let (request, judges, back) = (desk.request, desk.page("judges"), back(&desk));
    let form = &request.form;
    if let Some(step) = STEPS.into_iter().find(|name| form.is_checked(name)) {
        take(&desk, step, id(request, step)?).await?;
        return Ok(back);
    }
    if form.is_checked("infraction") {
        let terms = once(request, "penalty");
        let written = desk.run(terms, penalty(&desk)?).await?;
        let issued = written.folded.state.penalties.last().map(|penalty| format!("{judges}?issued={}", penalty.id));
        return Ok(issued.unwrap_or(judges));
    }
    if form.is_checked("minutes") {
        extend(desk).await?;
        return Ok(back);
    }
    if form.is_checked("count") {
        let drawn = NewDeckChecks { count: Some(number(form.text("count"))) };
        let command = DrawDeckChecks { round_id: RoundId(id(request, "round")?), drawn };
        desk.run(once(request, "draw"), command).await?;
        return Ok(judges);
    }
    if form.is_checked("call") {
        let (table, note) = (form.text("table"), Some(form.text("note").to_owned()));
        let table = (!table.is_empty()).then(|| number(table));
        desk.run(once(request, "call"), NewJudgeCall { match_id: None, table, note }).await?;
        return Ok(judges);
    }
    Err(unknown(request))
}

/// Returns the address of the page that the form is on.
fn back(desk: &Desk<'_>) -> String {
    let form = &desk.request.form;
    let id = |name| api_kit::path::integer(form.exact(name));
    match (form.exact("from"), id("match"), id("registration")) {
        ("match", Some(id), _) => desk.page(&format!("matches/{}", MatchId(id))),
        ("player", _, Some(id)) => desk.page(&format!("players/{}", RegistrationId(id))),
        _ => desk.page("judges"),
    }
}

async fn take(desk: &Desk<'_>, step: &str, id: i64) -> Result<(), Refused> {
    let terms = desk.request.terms();
    let (call_id, penalty_id, match_id) = (CallId(id), PenaltyId(id), MatchId(id));
    let taken = match step {
        "take" => desk.run(terms, AnswerCall { call_id }).await,
        "close" => desk.run(terms, CloseCall { call_id }).await,
        "withdraw" => desk.run(terms, WithdrawPenalty { penalty_id }).await,
        "restore" => desk.run(terms, RestorePenalty { penalty_id }).await,
        _ => desk.run(terms, ChangeMatch { match_id, change: change(step) }).await,
    };
    taken.map(|_| ())
}

/// Returns the change of a match by a button.
fn change(step: &str) -> MatchChange {
    let same = MatchChange::default();
    match step {
        "check" => MatchChange { deck_check_started: Some(true), ..same },
        "checked" => MatchChange { deck_check_completed: Some(true), ..same },
        "uncheck" => MatchChange { deck_check_started: Some(false), ..same },
        "feature" => MatchChange { is_feature_match: Some(true), ..same },
        "unfeature" => MatchChange { is_feature_match: Some(false), ..same },
        _ => same,
    }
}

fn id(request: &PageRequest, name: &str) -> Result<i64, PageError> {
    api_kit::path::integer(request.form.exact(name)).ok_or_else(|| unknown(request))
}

fn unknown(request: &PageRequest) -> PageError {
    PageError::line(request.texts.say("desk-judges-unknown"))
}

/// Reads a number from 1 on. Anything else is refused as 0 is.
fn number(text: &str) -> i32 {
    text.parse().unwrap_or_default()
}

/// Returns the terms of a command that is carried out once, whatever other forms of the same page were sent.
fn once(request: &UserRequest, what: &str) -> Terms {
    let form_id = request.form.exact("form_id");
    let key = if form_id.is_empty() { String::new() } else { format!("{form_id}-{what}") };
    request.terms().once(&key)
}

fn penalty(desk: &Desk<'_>) -> Result<NewPenalty, PageError> {
    let (request, form) = (desk.request, &desk.request.form);
    let player = match form.exact("registration") {
        "" => named(desk, form.text("player")).map_err(PageError::line)?,
        _ => RegistrationId(id(request, "registration")?),
    };
    let round_id = match form.exact("round") {
        "" => None,
        _ => Some(id(request, "round")?),
    };
    let match_id = round_id.and_then(|round| match_of(desk.state(), RoundId(round), player));
    Ok(NewPenalty {
        registration_id: player.0,
        round_id,
        match_id: match_id.map(|id| id.0),
        infraction: form.text("infraction").to_owned(),
        penalty: Penalty::from_wire_name(form.exact("penalty")).ok_or_else(|| unknown(request))?,
        note: Some(form.text("note").to_owned()),
    })
}

/// Returns the player with this name.
fn named(event: &Event, name: &str) -> Result<RegistrationId, String> {
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
    round.all_matches().find(|table| table.pairing.players.contains(&player)).map(Match::id)
}

/// Adds minutes to the extension of a match. The sum is that of the state which the command expects, so extensions by two
/// judges are both counted. A form that is sent again is known by the match and the minutes in its key, and adds nothing.
async fn extend(mut desk: Desk<'_>) -> Result<(), PageError> {
    let (request, texts) = (desk.request, desk.texts);
    let match_id = match_to_extend(&desk)?;
    let minutes = request.form.text("minutes").parse::<i32>();
    let minutes = minutes.map_err(|_| PageError::line(texts.say("desk-judges-minutes")))?;
    let terms = once(request, &format!("extension-{match_id}-{minutes}"));
    for _ in 0..ATTEMPTS {
        let now = desk.state().placed(match_id).map_or(0, |placed| placed.table.time_extension_seconds);
        let seconds = minutes.saturating_mul(SECONDS_PER_MINUTE).saturating_add(now).max(0);
        let change = MatchChange { time_extension_seconds: Some(seconds), ..MatchChange::default() };
        let version = desk.version();
        match desk.run(terms.clone().at_version(version), ChangeMatch { match_id, change }).await {
            Ok(_) => return Ok(()),
            // The first time that this form was sent, the extension was shorter.
            Err(refusal) if refusal.is_key_reused() => return Ok(()),
            Err(refusal) if refusal.is_stale() => desk = Desk::load(request).await?,
            Err(refusal) => return Err(refusal.into()),
        }
    }
    Err(PageError::line(texts.say("desk-judges-busy")))
}

/// Returns the match of an extension, which is given by its id or by its table in the last round.
fn match_to_extend(desk: &Desk<'_>) -> Result<MatchId, PageError> {
    let form = &desk.request.form;
    if !form.exact("match").is_empty() {
        return Ok(MatchId(id(desk.request, "match")?));
    }
    let table = form.text("table");
    let mut tables = desk.last_round().into_iter().flat_map(Round::all_matches);
    let found = tables.find(|known| known.pairing.table_number.to_string() == table);
    let fault = || PageError::line(desk.texts.with("desk-result-no-table", "table", table));
    found.map(Match::id).ok_or_else(fault)
}
