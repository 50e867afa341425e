//! `/desk/events/{id}/status/`: steps of an event's lifecycle. Some take the first step of a round with them: closing
//! registration pairs the first round, and opening play starts it.

use axum::http::Method;
use axum::response::Response;
use proto_events::vocabulary::LifecycleStatus::{
    self, DecklistsPublished, DecklistsPublishing, EventFinished, EventInProgress, RegistrationClosed,
};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::Event;
use crate::desk::round::{self, TypedResults};
use crate::serving::interface::{Call, Refused};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Takes the step and goes to the page of the next one.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let faults = round::moved_on(&request, &session, &event).await?;
    if !faults.is_empty() {
        return round::answer(&request, &session, &event, TypedResults { faults, ..TypedResults::default() });
    }
    match steps(&request, &event).await {
        Ok(Some(page)) => request.redirect(&event.page(page)),
        Ok(None) => {
            let faults = vec![request.texts.say("desk-judges-unknown")];
            round::answer(&request, &session, &event, TypedResults { faults, ..TypedResults::default() })
        }
        Err(refusal) => {
            // A first step may have been taken.
            let event = Event::load(&request, &session).await?;
            round::answer(&request, &session, &event, TypedResults { faults: refusal.lines, ..TypedResults::default() })
        }
    }
}

/// Carries out the steps, and returns the page to go to. `None` for a step that this page does not have.
async fn steps(request: &PageRequest, event: &Event) -> Result<Option<&'static str>, Refused> {
    let step = request.form.exact("step");
    let post = |below: &str, body: Value| Call::new(Method::POST, event.address(below), body);
    Ok(Some(match step {
        "first-round" | "draft" | "new-pods" | "meeting" | "random-meeting" => {
            moved_to(request, event, RegistrationClosed).await?;
            let added = round::new_round(step).unwrap_or_default();
            post("rounds/", added).once(request.form.exact("form_id")).send(request).await?;
            "round"
        }
        "start" => {
            moved_to(request, event, EventInProgress).await?;
            let start = event.last_round().map(|round| post(&format!("rounds/{}/start/", round.id), Value::Null));
            if let Some(start) = start {
                start.send(request).await?;
            }
            "round"
        }
        "publish" => {
            if event.state().lifecycle != DecklistsPublishing {
                moved_to(request, event, DecklistsPublishing).await?;
            }
            moved_to(request, event, DecklistsPublished).await?;
            "lists"
        }
        "finish" => {
            moved_to(request, event, EventFinished).await?;
            "standings"
        }
        _ => return Ok(None),
    }))
}

async fn moved_to(request: &PageRequest, event: &Event, status: LifecycleStatus) -> Result<(), Refused> {
    let body = json!({ "status": status.wire_name() });
    Call::new(Method::POST, event.address("lifecycle/"), body).send(request).await.map(|_| ())
}
