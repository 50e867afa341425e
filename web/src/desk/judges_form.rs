//! Carries out the forms of judges, which are on several pages. A button names its step and the id that it is about; the
//! other forms are known by their fields.

use api_kit::spelling::is_same;
use domain::tournament::{Match, Round, Tournament};
use proto_events::ids::{CallId, MatchId, PenaltyId, RegistrationId, RoundId};
use proto_events::vocabulary::Penalty;
use write_api::Terms;
use write_api::judging::answer_call::AnswerCall;
use write_api::judging::call_judge::NewJudgeCall;
use write_api::judging::close_call::CloseCall;
use write_api::judging::issue_penalty::NewPenalty;
use write_api::judging::restore_penalty::RestorePenalty;
use write_api::judging::withdraw_penalty::WithdrawPenalty;
use write_api::matches::change_match::{ChangeMatch, MatchChange};
use write_api::rounds::draw_deck_checks::{DrawDeckChecks, NewDeckChecks};

use crate::desk::event::{Desk, Event};
use crate::serving::failures::PageError;
use crate::serving::interface::{ATTEMPTS, Refused};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;

const SECONDS_PER_MINUTE: i32 = 60;

/// The names of the buttons.
const STEPS: [&str; 9] =
    ["take", "close", "withdraw", "restore", "check", "checked", "uncheck", "feature", "unfeature"];

/// Carries out the form that was sent, and returns the address of the page that follows.
pub(crate) async fn run(desk: Desk<'_>) -> Result<String, PageError> {
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

/// Takes the step of a button.
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

/// Returns the id in a field.
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

/// Returns the match of a player in a round.
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
