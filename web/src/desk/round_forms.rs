//! The forms on the page of a round that have addresses of their own: the clock, results typed in one line, and steps of
//! the event's lifecycle. Some of these take the first step of a round with them: closing registration pairs the first
//! round, and opening play starts it.

use axum::http::Method;
use domain::tournament::{Match, Round};
use proto_events::tournament::{PairingKind, RoundClock};
use proto_events::vocabulary::LifecycleStatus::{
    self, DecklistsPublished, DecklistsPublishing, EventFinished, EventInProgress, RegistrationClosed,
};
use proto_events::vocabulary::ProgressStatus;
use serde_json::{Value, json};

use crate::desk::entry::Entry;
use crate::desk::event::Desk;
use crate::desk::{result, round};
use crate::serving::failures::{PageError, PageResult};
use crate::serving::interface::{Call, Refused};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;

/// Changes the clock of the round that the page showed.
pub(crate) async fn change_clock(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let Some(last) = desk.last_round().filter(|_| round::is_current(&desk)) else {
        return Err(PageError::line(request.texts.say("desk-round-moved-on")));
    };
    let Some(body) = clock_change(request, last.clock) else {
        return Err(PageError::line(request.texts.say("desk-clock-minutes-wrong")));
    };
    let call = Call::new(Method::POST, desk.address(&format!("rounds/{}/clock/", last.id)), body);
    call.once(request.form.exact("form_id")).send(request).await?;
    request.redirect(&desk.page("round"))
}

/// Returns the body of the request; `None` if the minutes are no number that a clock can have.
fn clock_change(request: &PageRequest, clock: Option<RoundClock>) -> Option<Value> {
    let action = request.form.exact("clock");
    if action == "start" && clock.is_some() || action == "pause" || action == "reset" {
        return Some(json!({ "action": action }));
    }
    let seconds = request.form.text("minutes").parse::<i32>().ok()?.checked_mul(60)?;
    Some(match clock {
        Some(_) => json!({ "add_seconds": seconds }),
        None => json!({ "length_seconds": seconds, "action": "start" }),
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
    let last = desk.last_round().filter(|_| round::is_current(desk));
    last.filter(|round| round.status == ProgressStatus::InProgress)
}

/// Takes the step and goes to the page of the next one.
pub(crate) async fn take_step(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    round::check_current(&desk).await?;
    match steps(&desk).await? {
        Some(page) => request.redirect(&desk.page(page)),
        None => Err(PageError::line(request.texts.say("desk-judges-unknown"))),
    }
}

/// Carries out the steps, and returns the page to go to. `None` for a step that this page does not have.
async fn steps(desk: &Desk<'_>) -> Result<Option<&'static str>, Refused> {
    let step = desk.request.form.exact("step");
    let post = |below: &str, body: Value| Call::new(Method::POST, desk.address(below), body);
    Ok(Some(match step {
        "first-round" | "draft" | "new-pods" | "meeting" | "random-meeting" => {
            moved_to(desk, RegistrationClosed).await?;
            let added = round::new_round(step).unwrap_or_default();
            post("rounds/", added).once(desk.request.form.exact("form_id")).send(desk.request).await?;
            "round"
        }
        "start" => {
            moved_to(desk, EventInProgress).await?;
            let start = desk.last_round().map(|round| post(&format!("rounds/{}/start/", round.id), Value::Null));
            if let Some(start) = start {
                start.send(desk.request).await?;
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
    let body = json!({ "status": status.wire_name() });
    Call::new(Method::POST, desk.address("lifecycle/"), body).send(desk.request).await.map(|_| ())
}
