//! Decklists by their id, and what is a person's own of them, whatever organization they are in.

use std::sync::Arc;

use api_kit::path::nothing;
use api_kit::store_failed;
use axum::response::Response;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{Document, ListElsewhere, Membership, OwnDecklist, PublicList, ViewKind};

use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::reach::Reach;

impl Call {
    /// Answers with the document of the decklist that the id in the path names.
    pub(crate) async fn decklist(&self, caller: &Caller, kind: ViewKind) -> Result<Response, Problem> {
        let entry = self.find_decklist(caller, kind, self.id("decklist")?).await?;
        let entry = entry.ok_or_else(|| nothing("decklist", self.param("id")))?;
        answer::entry(&self.headers, &entry, self.form).await
    }

    /// A document of a decklist: of the person's own, or one that the caller reaches. Where lists are published and no more,
    /// that is the list as it was published.
    async fn find_decklist(&self, caller: &Caller, kind: ViewKind, id: i64) -> Result<Option<Arc<Entry>>, Problem> {
        if let Some(place) = self.place_of_decklist(caller, id).await? {
            return self.find(place, kind, id).await;
        }
        let Reach::Published(organization) = Reach::of(caller) else { return Ok(None) };
        let Some(published) = self.find(organization, ViewKind::PublishedDecklist, id).await? else { return Ok(None) };
        match (kind, ListElsewhere::of(&published.body)) {
            (ViewKind::Decklist, None) => Ok(Some(published)),
            (_, Some(elsewhere)) => self.find(elsewhere.organization_id, kind, id).await,
            (_, None) => match self.public_list(id.to_string()).await? {
                Some(public) => self.find(public.organization_id, kind, id).await,
                None => Ok(None),
            },
        }
    }

    /// The organization whose documents tell all of a decklist, if the caller may see all of it: the person's own, and what
    /// staff sees.
    pub(crate) async fn place_of_decklist(&self, caller: &Caller, id: i64) -> Result<Option<OrganizationId>, Problem> {
        if let Some(person) = caller.person() {
            let key = OwnDecklist::key(person, DecklistId(id));
            if let Some(record) = self.find(OrganizationId::SHARED, ViewKind::OwnDecklist, key).await? {
                let place: OwnDecklist = serde_json::from_slice(&record.body).map_err(Problem::internal)?;
                return Ok(Some(place.organization_id));
            }
        }
        let Reach::All(organization) = Reach::of(caller) else { return Ok(None) };
        let list = self.find(organization, ViewKind::Decklist, id).await?;
        Ok(list.map(|list| ListElsewhere::of(&list.body).map_or(organization, |place| place.organization_id)))
    }

    /// What anybody may see of a decklist; of a certain revision, if the key names one behind a slash.
    pub(crate) async fn public_list(&self, key: String) -> Result<Option<PublicList>, Problem> {
        let Some(marker) = self.find(OrganizationId::SHARED, ViewKind::PublicDecklist, key).await? else {
            return Ok(None);
        };
        serde_json::from_slice(&marker.body).map(Some).map_err(Problem::internal)
    }
}

/// What records of a kind say of a person, whose id their keys begin with.
pub(crate) async fn records_of<T: DeserializeOwned>(
    call: &Call,
    kind: ViewKind,
    person: UserId,
) -> Result<Vec<T>, Problem> {
    debug_assert!(call.draws_on.contains(&kind), "{kind:?} is not among what the endpoint draws on");
    let views = &call.shared.views;
    let records = views.documents_under(OrganizationId::SHARED, kind, &Membership::prefix(person)).await;
    let read = |record: &Document| serde_json::from_slice(&record.body).map_err(Problem::internal);
    records.map_err(store_failed)?.iter().map(read).collect()
}
