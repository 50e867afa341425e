//! `/events/{id}/archetypes/`: the public page of the archetypes of an event.

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::integer;
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{PublicArchetypes, ViewKind};
use web::public::archetypes;

use super::language::LANGUAGE;
use super::pages::{is_drawn, nothing};
use crate::answer;
use crate::call::Call;
use crate::drawing::Sources;
use crate::form::Form;
use crate::own_events::read;

/// The views that the page is drawn from, and the one that says that everyone may see it.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::PublicArchetypes, ViewKind::Archetypes, ViewKind::EventPage];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_archetypes_page",
    tag: Tag::Pages,
    summary: "Show the archetypes of an event",
    text: "The share of each archetype, and the results of archetypes against each other with 95 % confidence intervals, \
           once the event has published its lists. Unlisted events, and events of unlisted conventions, have no page.",
    parameters: &[LANGUAGE],
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let language = call.language();
    let Some(id) = integer(call.param("id")) else { return Ok(nothing(language)) };
    let public = call.find(OrganizationId::SHARED, ViewKind::PublicArchetypes, id).await?;
    let Some(public) = public else { return Ok(nothing(language)) };
    let PublicArchetypes { organization_id } = read(&public)?;
    let data = call.find(organization_id, ViewKind::Archetypes, id).await?;
    let event = call.find(OrganizationId::SHARED, ViewKind::EventPage, id).await?;
    let (Some(data), Some(event)) = (data, event.filter(|event| !is_drawn(event))) else {
        return Ok(nothing(language));
    };
    let sources = Sources::new(ViewKind::Archetypes, language, &data, [Some(&event), None]);
    let base = call.shared.settings.base_path().to_owned();
    let draw = move || archetypes::draw(language, &base, &data.body, &event.body);
    let page = call.shared.drawings.get(sources, draw).await?;
    answer::entry(&call.headers, &page, Form::PUBLIC_PAGE.in_language(language)).await
}
