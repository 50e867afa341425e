//! A player's public page within an organization, if the player shows it.

use std::cmp::Reverse;
use std::sync::Arc;

use api_kit::own_registrations::own_registrations;
use api_kit::path::integer;
use axum::response::Response;
use domain::documents::{PublicRegistration, to_json};
use proto_events::ids::OrganizationId;
use serde::Serialize;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::{DocumentKey, PlayerPageRecord, ViewKind};
use web::public::player;

use super::event_pages::nothing;
use crate::cache::Entry;
use crate::call::{Call, LANGUAGE};
use crate::drawing::Sources;
use crate::endpoint::{Endpoint, Handler};
use crate::own_events::read;

pub(crate) static ENDPOINTS: &[Endpoint] = &[Endpoint {
    template: "/players/{id}/",
    handler: Handler::Open(|call| Box::pin(answer(call))),
    source_views: &[ViewKind::PlayerPage, ViewKind::OwnRegistration, ViewKind::MergedAccount],
    id: "show_player_page",
    summary: "Show the page of a player",
    text: "The player's public events of one organization, with places, records and published lists. `id` is that of \
           the player within the organization. A page is hidden until the player shows it; a hidden page is answered \
           like one that does not exist.",
    parameters: &[LANGUAGE],
    ..Endpoint::NEW
}];

/// The data of the page, which is read as [`domain::documents::PlayerPageData`].
#[derive(Serialize)]
struct PageData<'a> {
    name: &'a str,
    events: Vec<Event<'a>>,
}

#[derive(Serialize)]
struct Event<'a> {
    registration: &'a RawValue,
    public: &'a PublicRegistration,
    matches: &'a RawValue,
}

async fn answer(call: Call) -> Result<Response, Problem> {
    let language = call.language();
    let Some(id) = integer(call.param("id")) else { return Ok(nothing(&call)) };
    let Some(found) = call.find(OrganizationId::SHARED, ViewKind::PlayerPage, id).await? else {
        return Ok(nothing(&call));
    };
    let record: PlayerPageRecord = read(&found)?;
    let data = data(&call, &record).await?;
    let store = DocumentKey::new(OrganizationId::SHARED, ViewKind::StorePage, record.organization_id);
    let store = call.at(Some(store)).await?;
    let sources = Sources::new(ViewKind::PlayerPage, language, &data, &[store.as_deref()]);
    let [address, base] = call.addresses();
    let draw = move || {
        let store = store.as_ref().map(|store| &*store.body);
        player::draw(language, [&address, &base], id, &data.body, store)
    };
    let page = call.shared.drawings.get(sources, draw).await?;
    call.answer_page(&page).await
}

/// Returns the data of a page: the player's public events of its organization, the latest first.
async fn data(call: &Call, page: &PlayerPageRecord) -> Result<Arc<Entry>, Problem> {
    let mut own = own_registrations(&*call.shared.views, page.user_id).await?;
    own.retain(|record| record.organization_id == page.organization_id);
    own.sort_by_key(|record| (record.starts.is_none(), Reverse(record.starts), Reverse(record.tournament_id)));
    let events = own.iter().filter_map(|record| {
        let public = record.public.as_ref()?;
        Some(Event { registration: &record.registration, public, matches: &record.matches })
    });
    let events = events.collect();
    let body = to_json(&PageData { name: &page.name, events }).map_err(Problem::internal)?;
    Ok(Arc::new(Entry::made(body.into(), false)))
}
