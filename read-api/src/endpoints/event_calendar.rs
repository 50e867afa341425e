//! `/events/{id}/event.ics`: a public event as a calendar with one entry.

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::{integer, nothing};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::ViewKind;
use web::public::calendar;

use super::entry_of;
use super::events_calendar::CALENDAR;
use crate::answer;
use crate::call::Call;

/// The views that it is made from.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::PublicEvent];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_event_calendar",
    tag: Tag::Pages,
    summary: "Put a public event into a calendar",
    text: "The event as iCalendar (RFC 5545), with the same `UID` as in `/events.ics`. An event without a date is an empty \
           calendar.",
    parameters: &[],
    body: None,
    answer: Answer::Calendar,
};

/// Answers with the calendar.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let not_found = || nothing("event", call.param("id"));
    let id = integer(call.param("id")).ok_or_else(not_found)?;
    let event = call.find(OrganizationId::SHARED, ViewKind::PublicEvent, id).await?.ok_or_else(not_found)?;
    let address = call.shared.settings.public_url.trim_end_matches('/');
    let calendar = calendar::draw(address, &[event.body.to_vec()], call.shared.clock.now());
    answer::entry(&call.headers, &entry_of(calendar.map_err(Problem::internal)?.into()), CALENDAR).await
}
