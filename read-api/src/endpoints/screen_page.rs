//! `/events/{id}/screen/`: the page of an event for the wall.

use std::sync::Arc;

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::integer;
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::ViewKind;
use web::public::screen;

use super::language::LANGUAGE;
use super::pages::nothing;
use crate::answer;
use crate::cache::Entry;
use crate::call::Call;
use crate::drawing::Sources;
use crate::form::Form;
use crate::live::id_of_screen;
use crate::page_standings::standings_of;

/// The views that the page is drawn from.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::EventPage, ViewKind::RoundPage];

/// Tells this page from the other drawings of the data of an event's page.
const FORM: u8 = u8::MAX;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_event_screen",
    tag: Tag::Pages,
    summary: "Show the page of an event for the wall",
    text: "In large letters: the clock of the round, its pairings by name, the tables that still play, and the standings \
           between rounds.",
    parameters: &[LANGUAGE],
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let page = match integer(call.param("id")) {
        Some(id) => find(&call, id).await?,
        None => None,
    };
    match page {
        Some(entry) => answer::entry(&call.headers, &entry, Form::PUBLIC_PAGE.in_language(call.language())).await,
        None => Ok(nothing(call.language())),
    }
}

/// Returns the page, if the event has one.
async fn find(call: &Call, id: i64) -> Result<Option<Arc<Entry>>, Problem> {
    let event = call.find(OrganizationId::SHARED, ViewKind::EventPage, id).await?;
    // Views of earlier versions hold pages until they are rendered again.
    let Some(event) = event.filter(|event| !event.body.starts_with(b"<")) else { return Ok(None) };
    let standings = match standings_of(&event) {
        Some(key) => call.shared.cache.get(key, call.audience).await?,
        None => None,
    };
    let round = shown_round(call, id, &event).await?;
    let (language, base) = (call.language(), call.shared.settings.base_path().to_owned());
    let others = [round.as_ref().map(|(_, round)| &**round), standings.as_deref()];
    let sources = Sources::new(ViewKind::EventPage, language, &event, others).in_form(FORM);
    let draw = move || {
        let shown = round.as_ref().map(|(number, round)| (*number, &**round));
        let live_id = id_of_screen(id, &event, shown, standings.as_deref())?;
        let round = shown.map(|(_, round)| &*round.body);
        screen::draw(language, &base, &event.body, round, standings.as_ref().map(|lines| &*lines.body), &live_id)
    };
    call.shared.drawings.get(sources, draw).await.map(Some)
}

/// Returns the last round whose pairings are published, with its number.
async fn shown_round(call: &Call, id: i64, event: &Entry) -> Result<Option<(i64, Arc<Entry>)>, Problem> {
    for number in screen::rounds(&event.body).map_err(Problem::internal)? {
        let round = call.find(OrganizationId::SHARED, ViewKind::RoundPage, format!("{id}/{number}")).await?;
        let Some(round) = round.filter(|round| !round.body.starts_with(b"<")) else { continue };
        if screen::has_pairings(&round.body).map_err(Problem::internal)? {
            return Ok(Some((number.into(), round)));
        }
    }
    Ok(None)
}
