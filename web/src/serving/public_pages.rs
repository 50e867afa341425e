//! Whether an event has public pages, for pages that link to them.

use api_kit::store_failed;
use domain::tournament::Tournament;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use crate::serving::request::PageRequest;

/// Returns whether an event has public pages. Only for an event of a convention, which may be unlisted, the views are read.
pub(crate) async fn has_public_pages(request: &PageRequest, event: &Tournament) -> Result<bool, Problem> {
    let details = &event.details;
    if details.is_test || details.is_unlisted {
        return Ok(false);
    }
    if details.convention_id.is_none() {
        return Ok(true);
    }
    let page = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, event.id);
    Ok(request.shared.views.document(&page).await.map_err(store_failed)?.is_some())
}
