//! What is a person's own: decklists, whatever organization they are in.

use std::sync::Arc;

use api_kit::path::nothing;
use api_kit::store_failed;
use axum::response::Response;
use domain::permissions::Operation::ReadDecklists;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{Document, OwnDecklist, ViewKind, ViewStore};

use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, Caller};

/// Where one of a person's lists is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnList {
    pub(crate) id: DecklistId,
    pub(crate) organization_id: OrganizationId,
    /// Number of its newest revision.
    pub(crate) version: String,
}

/// A record of a person's list that is none.
#[derive(Debug, thiserror::Error)]
#[error("the record `{0}` of a decklist cannot be read")]
struct Unreadable(String);

impl Call {
    /// Answers with the document of the decklist that the id in the path names.
    pub(crate) async fn decklist(&self, caller: &Caller, kind: ViewKind) -> Result<Response, Problem> {
        let entry = self.find_decklist(caller, kind, self.id("decklist")?).await?;
        let entry = entry.ok_or_else(|| nothing("decklist", self.param("id")))?;
        answer::entry(&self.headers, &entry, self.form).await
    }

    /// A document of a decklist: one of the caller's organization, if the caller may read those, or of the person's own.
    pub(crate) async fn find_decklist(
        &self,
        caller: &Caller,
        kind: ViewKind,
        id: i64,
    ) -> Result<Option<Arc<Entry>>, Problem> {
        if let Some(organization) = caller.organization_for(ReadDecklists)
            && let Some(entry) = self.find(organization, kind, id).await?
        {
            return Ok(Some(entry));
        }
        let Some(person) = caller.person() else { return Ok(None) };
        let key = OwnDecklist::key(person, DecklistId(id));
        let Some(record) = self.find(OrganizationId::SHARED, ViewKind::OwnDecklist, key).await? else {
            return Ok(None);
        };
        let place: OwnDecklist = serde_json::from_slice(&record.body).map_err(Problem::internal)?;
        self.find(place.organization_id, kind, id).await
    }
}

/// A person's lists, by id.
pub(crate) async fn lists_of(views: &dyn ViewStore, person: UserId) -> Result<Vec<OwnList>, Problem> {
    let prefix = OwnDecklist::prefix(person);
    let records = views.documents_under(OrganizationId::SHARED, ViewKind::OwnDecklist, &prefix).await;
    let lists = records.map_err(store_failed)?.into_iter().map(|record| read(record, &prefix));
    let mut lists: Vec<OwnList> = lists.collect::<Result<_, _>>().map_err(Problem::internal)?;
    lists.sort_by_key(|list| list.id);
    Ok(lists)
}

fn read(record: Document, prefix: &str) -> Result<OwnList, Unreadable> {
    let id = record.key.key.strip_prefix(prefix).and_then(|id| id.parse().ok()).map(DecklistId);
    let place = serde_json::from_slice::<OwnDecklist>(&record.body).ok();
    match id.zip(place) {
        Some((id, OwnDecklist { organization_id })) => Ok(OwnList { id, organization_id, version: record.digest }),
        None => Err(Unreadable(record.key.key)),
    }
}
