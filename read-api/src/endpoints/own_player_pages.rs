//! `GET /api/v1/account/player-pages/`: the caller's player pages, shown or hidden.

use std::collections::BTreeMap;

use api_kit::description::{Answer, Description, Tag};
use api_kit::own_registrations::own_registrations;
use axum::response::Response;
use domain::documents::OwnPlayerPageDocument;
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::{OwnPlayerPage, ViewKind};

use super::made;
use crate::call::{Call, Caller};
use crate::links::base_url;
use crate::own::records_of;

/// The views that it reads.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::OwnPlayerPage, ViewKind::OwnRegistration, ViewKind::MergedAccount];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_own_player_pages",
    tag: Tag::Members,
    summary: "List your player pages",
    text: "One for each organization in whose events you are registered, by the id of the organization. A page is hidden \
           until you show it.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("OwnPlayerPage"),
};

/// The part of a registration that names the organization.
#[derive(Deserialize)]
struct Own {
    magic_event: OwnEvent,
}

#[derive(Deserialize)]
struct OwnEvent {
    store_name: String,
}

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let pages: Vec<OwnPlayerPage> = records_of(&call, ViewKind::OwnPlayerPage, caller.user_id).await?;
    let mut stores = BTreeMap::new();
    for record in own_registrations(&*call.shared.views, caller.user_id).await? {
        let Own { magic_event } = serde_json::from_str(record.registration.get()).map_err(Problem::internal)?;
        stores.insert(record.organization_id, magic_event.store_name);
    }
    let base = base_url(&call.headers, &call.shared.settings.public_url);
    let documents = stores.iter().map(|(organization_id, store_name)| {
        let shown = pages.iter().find(|page| page.organization_id == *organization_id && page.is_shown);
        let url = shown.map(|page| format!("{base}/players/{}/", page.player_id));
        OwnPlayerPageDocument { organization_id: *organization_id, store_name, is_shown: url.is_some(), url }
    });
    made(&call, &documents.collect::<Vec<_>>()).await
}
