//! `/events.ics`: public events as a calendar.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use chrono::{NaiveDate, TimeDelta};
use service_kit::problem::Problem;
use storage::{Stage, ViewKind};
use web::public::calendar;
use web::texts::Language;

use super::index_page::{AFTER, BEFORE, FORMAT, STORE, sources};
use crate::answer;
use crate::call::Call;
use crate::form::Form;
use crate::public_lists::Choice;

/// The views that it is made from.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::PublicEvent];

/// Days before today from which a calendar without `after` begins.
const DAYS: TimeDelta = TimeDelta::days(90);
/// Seconds for which a calendar stays the same while the events do.
const HOUR: i64 = 60 * 60;
/// Maximum number of events of each stage.
const MOST: usize = 500;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_calendar",
    tag: Tag::Pages,
    summary: "Subscribe to the public events as a calendar",
    text: "The events of `/events/` with the same filters, as iCalendar (RFC 5545): at most 500 that run, 500 that are \
           upcoming and 500 that are finished. Without `after`, it begins 90 days ago. Events without a date are left out. \
           An event keeps its `UID`; a canceled one has the status `CANCELLED`. Times are in UTC.",
    parameters: &[STORE, FORMAT, AFTER, BEFORE],
    body: None,
    answer: Answer::Calendar,
};

/// The headers of calendars.
pub(super) const CALENDAR: Form = Form {
    content_type: "text/calendar; charset=utf-8",
    vary: "Accept-Encoding, Consistency-Token",
    language: None,
    content_security_policy: None,
    ..Form::PUBLIC_PAGE
};

/// Answers with the calendar.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let now = call.shared.clock.now();
    let mut choice = Choice::of(&call.query());
    (choice.after_running, choice.after_upcoming, choice.after_finished) = (None, None, None);
    let since: NaiveDate = (now - DAYS).date_naive();
    let begin = *choice.filter.after.get_or_insert(since);
    let begin = begin.and_hms_opt(0, 0, 0).map_or(now, |time| time.and_utc()) - TimeDelta::days(1);
    let (views, drawings) = (&*call.shared.views, &call.shared.drawings);
    let hour = now.timestamp().div_euclid(HOUR);
    let sources = sources(&call, Language::English, &format!("calendar {choice:?} {hour}")).await?;
    if let Some(calendar) = drawings.at_hand(&sources) {
        return answer::entry(&call.headers, &calendar, CALENDAR).await;
    }
    let mut events = choice.latest(views, Stage::Running, MOST).await?.events;
    events.extend(choice.upcoming(views, begin, MOST).await?.events);
    events.extend(choice.latest(views, Stage::Finished, MOST).await?.events);
    let address = call.shared.settings.public_url.trim_end_matches('/').to_owned();
    let calendar = drawings.get(sources, move || calendar::draw(&address, &events, now)).await?;
    answer::entry(&call.headers, &calendar, CALENDAR).await
}
