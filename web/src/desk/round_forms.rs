//! The forms on the page of a round that have addresses of their own: the clock, results typed in one line, and steps of
//! the event's lifecycle. Some of these take the first step of a round with them: closing registration pairs the first
//! round, and opening play starts it.

use domain::tournament::{Match, Round};
use proto_events::tournament::{PairingKind, RoundClock};
use proto_events::vocabulary::LifecycleStatus::{
    self, DecklistsPublished, DecklistsPublishing, EventFinished, EventInProgress, RegistrationClosed,
};
use proto_events::vocabulary::ProgressStatus;
use write_api::events::change_lifecycle::ChangeLifecycle;
use write_api::rounds::change_clock::{ChangeClock, ClockAction, ClockChange};
use write_api::rounds::start_round::StartRound;

use crate::desk::entry::Entry;
use crate::desk::event::Desk;
use crate::desk::{result, round};
use crate::serving::failures::{PageError, PageResult};
use crate::serving::interface::Refused;
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;

/// Changes the clock of the round that the page showed.
pub(crate) async fn change_clock(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let Some(last) = desk.last_round().filter(|_| round::is_current(&desk)) else {
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
    Ok(Some(match step {
        "first-round" | "draft" | "new-pods" | "meeting" | "random-meeting" => {
            moved_to(desk, RegistrationClosed).await?;
            if let Some(added) = round::new_round(step) {
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
