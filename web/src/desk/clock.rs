//! `/desk/events/{id}/clock/`: the clock of the round in progress, on the page of the round: start, pause, more time for
//! everyone.

use axum::http::Method;
use axum::response::Response;
use proto_events::tournament::RoundClock;
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::Event;
use crate::desk::round::{self, TypedResults};
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Changes the clock of the round that the page showed.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let refused = |line: String| {
        let typed = TypedResults { faults: vec![line], ..TypedResults::default() };
        round::answer(&request, &session, &event, typed)
    };
    let Some(last) = event.last_round().filter(|_| round::is_current(&request, &event)) else {
        return refused(request.texts.say("desk-round-moved-on"));
    };
    let Some(body) = change(&request, last.clock) else {
        return refused(request.texts.say("desk-clock-minutes-wrong"));
    };
    let call = Call::new(Method::POST, event.address(&format!("rounds/{}/clock/", last.id)), body);
    match call.once(request.form.exact("form_id")).send(&request).await {
        Ok(_) => request.redirect(&event.page("round")),
        Err(refusal) => {
            round::answer(&request, &session, &event, TypedResults { faults: refusal.lines, ..TypedResults::default() })
        }
    }
}

/// Returns the body of the request; `None` if the minutes are no number that a clock can have.
fn change(request: &PageRequest, clock: Option<RoundClock>) -> Option<Value> {
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
