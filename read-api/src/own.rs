//! Reads decklists by id, including a person's own lists in any organization.

use std::sync::Arc;

use api_kit::path::nothing;
use api_kit::store_failed;
use axum::response::Response;
use domain::documents::to_json;
use proto_events::Version;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::{Document, ListElsewhere, Membership, OwnDecklist, PublicList, ViewKind};

use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::reach::Reach;

/// Where a decklist is stored that the caller may see unpublished.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    /// In the documents of this organization: the person's own list, or one that staff may see.
    Here(OrganizationId),
    /// In another organization. Its player handed it in for an event of this one, whose staff may see it.
    Offered {
        /// The organization of the event.
        to: OrganizationId,
        /// The list.
        list: ListElsewhere,
    },
}

impl Place {
    /// Returns the organization whose documents contain the list.
    fn organization_id(self) -> OrganizationId {
        match self {
            Self::Here(organization_id) => organization_id,
            Self::Offered { list, .. } => list.organization_id,
        }
    }
}

impl Call {
    /// Answers with the document of the decklist that the id in the path names.
    pub(crate) async fn decklist(&self, caller: &Caller, kind: ViewKind) -> Result<Response, Problem> {
        let entry = self.find_decklist(caller, kind, self.id("decklist")?).await?;
        let entry = entry.ok_or_else(|| nothing("decklist", self.param("id")))?;
        answer::entry(&self.headers, &entry, self.form).await
    }

    /// Returns a document of a decklist, if the caller may read the list. A caller who may read only published lists
    /// gets the published revision, and the revisions up to it.
    async fn find_decklist(&self, caller: &Caller, kind: ViewKind, id: i64) -> Result<Option<Arc<Entry>>, Problem> {
        if let Some(place) = self.place_of_decklist(caller, id).await? {
            return self.find(place.organization_id(), kind, id).await;
        }
        let Reach::Published(organization) = Reach::of(caller) else { return Ok(None) };
        let Some(published) = self.find(organization, ViewKind::PublishedDecklist, id).await? else { return Ok(None) };
        match (kind, ListElsewhere::of(&published.body)) {
            (ViewKind::Decklist, None) => Ok(Some(published)),
            (_, Some(elsewhere)) => self.find(elsewhere.organization_id, kind, id).await,
            (_, None) => self.published_revisions(&published, id).await,
        }
    }

    /// Returns the revisions of a list up to the one that the caller's organization published. Later ones are not
    /// public there.
    async fn published_revisions(&self, published: &Entry, id: i64) -> Result<Option<Arc<Entry>>, Problem> {
        let Some(public) = self.public_list(id.to_string()).await? else { return Ok(None) };
        // Documents from an older version do not contain their revision.
        let Some(newest) = published.revision().or(public.version) else { return Ok(None) };
        let all = self.find(public.organization_id, ViewKind::DecklistRevisions, id).await?;
        all.map(|all| up_to(&all, newest)).transpose()
    }

    /// Returns where a decklist is stored, if the caller may see it unpublished: as its owner, or as staff.
    pub(crate) async fn place_of_decklist(&self, caller: &Caller, id: i64) -> Result<Option<Place>, Problem> {
        if let Some(person) = caller.person() {
            let key = OwnDecklist::key(person, DecklistId(id));
            if let Some(record) = self.find(OrganizationId::SHARED, ViewKind::OwnDecklist, key).await? {
                let place: OwnDecklist = serde_json::from_slice(&record.body).map_err(Problem::internal)?;
                return Ok(Some(Place::Here(place.organization_id)));
            }
        }
        let Reach::All(organization) = Reach::of(caller) else { return Ok(None) };
        let Some(document) = self.find(organization, ViewKind::Decklist, id).await? else { return Ok(None) };
        Ok(Some(match ListElsewhere::of(&document.body) {
            Some(list) => Place::Offered { to: organization, list },
            None => Place::Here(organization),
        }))
    }

    /// Returns the record of a published decklist. The key is its id, or `id/revision` for a certain revision.
    pub(crate) async fn public_list(&self, key: String) -> Result<Option<PublicList>, Problem> {
        let Some(marker) = self.find(OrganizationId::SHARED, ViewKind::PublicDecklist, key).await? else {
            return Ok(None);
        };
        serde_json::from_slice(&marker.body).map(Some).map_err(Problem::internal)
    }
}

/// The number of a revision in the document of all revisions.
#[derive(Deserialize)]
struct Revision {
    number: Version,
}

/// Returns the revisions of a list up to `newest`.
fn up_to(all: &Arc<Entry>, newest: Version) -> Result<Arc<Entry>, Problem> {
    let revisions: Vec<&RawValue> = serde_json::from_slice(&all.body).map_err(Problem::internal)?;
    let mut kept = Vec::with_capacity(revisions.len());
    for raw in &revisions {
        let revision: Revision = serde_json::from_str(raw.get()).map_err(Problem::internal)?;
        if revision.number <= newest {
            kept.push(*raw);
        }
    }
    if kept.len() == revisions.len() {
        return Ok(Arc::clone(all));
    }
    let body = to_json(&kept).map_err(Problem::internal)?;
    Ok(Arc::new(Entry::made(body.into(), all.stale)))
}

/// Returns a person's records of a kind. Their keys begin with the id of the person.
pub(crate) async fn records_of<T: DeserializeOwned>(
    call: &Call,
    kind: ViewKind,
    person: UserId,
) -> Result<Vec<T>, Problem> {
    debug_assert!(call.draws_on.contains(&kind), "the endpoint reads {kind:?}, which is not in its DRAWS_ON");
    let views = &call.shared.views;
    let records = views.documents_under(OrganizationId::SHARED, kind, &Membership::prefix(person)).await;
    let read = |record: &Document| serde_json::from_slice(&record.body).map_err(Problem::internal);
    records.map_err(store_failed)?.iter().map(read).collect()
}
