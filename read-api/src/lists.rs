//! The decklists that a caller may read, as one list: those of the organization, and a person's own beside them.

use std::sync::Arc;

use api_kit::store_failed;
use axum::http::HeaderValue;
use bytes::Bytes;
use domain::permissions::Operation::ReadDecklists;
use futures::{StreamExt, stream};
use proto_events::ids::OrganizationId;
use serde::Deserialize;
use service_kit::problem::Problem;
use sha2::{Digest, Sha256};
use storage::{DocumentKey, ListFilter, Page, StoreError, ViewKind, ViewStore};

use crate::call::{Call, Caller};
use crate::listing::{self, Documents};
use crate::merge::{Merge, Step, window};
use crate::own::{OwnList, lists_of};

/// Decklists of several places.
pub(crate) struct Lists {
    views: Arc<dyn ViewStore>,
    /// The organization whose lists are all among them.
    organization_id: Option<OrganizationId>,
    /// What is in other places, by id.
    own: Vec<OwnList>,
}

impl Lists {
    /// Those that the caller may read.
    pub(crate) async fn of(call: &Call, caller: &Caller) -> Result<Self, Problem> {
        let views = Arc::clone(&call.shared.views);
        let organization_id = caller.organization_for(ReadDecklists);
        let mut own = match caller.person() {
            Some(person) => lists_of(&*views, person).await?,
            None => Vec::new(),
        };
        own.retain(|list| Some(list.organization_id) != organization_id);
        Ok(Self { views, organization_id, own })
    }

    /// How many they are.
    pub(crate) async fn count(&self) -> Result<i64, Problem> {
        let theirs = match self.organization_id {
            Some(organization) => {
                self.views.list_state(organization, ViewKind::Decklist).await.map_err(store_failed)?.count
            }
            None => 0,
        };
        Ok(theirs + self.own_count())
    }

    /// The tag of the list, and what an answer depends on beside it.
    pub(crate) async fn tag(&self, query: &str) -> Result<HeaderValue, Problem> {
        let query = format!("{}{query}", self.own_state());
        match self.organization_id {
            Some(organization) => listing::list_tag(&*self.views, organization, ViewKind::Decklist, &query).await,
            None => listing::generation_tag(&*self.views, &query).await,
        }
    }

    /// A page of them.
    pub(crate) fn open(self, page: Page) -> Documents {
        let theirs = |views: &dyn ViewStore, page| match self.organization_id {
            Some(organization) => views.list(organization, ViewKind::Decklist, ListFilter::default(), Some(page)),
            None => stream::empty().boxed(),
        };
        if self.own.is_empty() {
            return theirs(&*self.views, page);
        }
        let theirs = theirs(&*self.views, window(page, self.own_count())).fuse().boxed();
        let merge = Merge::new(page, self.own.iter().map(|list| list.id.0));
        let merging = Merging { views: self.views, merge, theirs, next: None, own: self.own.into_iter() };
        stream::try_unfold(merging, |mut merging| async move {
            let document = merging.next().await?;
            Ok(document.map(|document| (document, merging)))
        })
        .boxed()
    }

    fn own_count(&self) -> i64 {
        i64::try_from(self.own.len()).unwrap_or(i64::MAX)
    }

    /// What changes whenever one of the person's own does. It tells nothing of other organizations.
    fn own_state(&self) -> String {
        if self.own.is_empty() {
            return String::new();
        }
        let mut state = Sha256::new();
        for OwnList { id, organization_id, version } in &self.own {
            state.update(format!("{organization_id}/{id}/{version};"));
        }
        let state: String = state.finalize()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("-own{state}")
    }
}

/// Both lists on their way to the answer.
struct Merging {
    views: Arc<dyn ViewStore>,
    merge: Merge,
    theirs: Documents,
    /// The next of theirs, once it is known.
    next: Option<(i64, Bytes)>,
    own: std::vec::IntoIter<OwnList>,
}

impl Merging {
    /// The next document on the page.
    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        loop {
            if self.next.is_none() {
                let next = self.theirs.next().await.transpose()?;
                self.next = next.map(|body| Ok::<_, StoreError>((id_in(&body)?, body))).transpose()?;
            }
            let document = match self.merge.step(self.next.as_ref().map(|(id, _)| *id)) {
                Step::Theirs(is_given) => self.next.take().map(|(_, body)| body).filter(|_| is_given),
                Step::Own(is_given) => match self.own.next().filter(|_| is_given) {
                    Some(list) => load(&*self.views, &list).await?,
                    None => None,
                },
                Step::End => return Ok(None),
            };
            if document.is_some() {
                return Ok(document);
            }
        }
    }
}

/// From the store itself: what is in memory could be older than the tag.
async fn load(views: &dyn ViewStore, list: &OwnList) -> Result<Option<Bytes>, StoreError> {
    let key = DocumentKey::new(list.organization_id, ViewKind::Decklist, list.id);
    Ok(views.document(&key).await?.map(|document| document.body))
}

fn id_in(list: &[u8]) -> Result<i64, StoreError> {
    #[derive(Deserialize)]
    struct Identified {
        id: i64,
    }
    let identified: Identified = serde_json::from_slice(list)
        .map_err(|error| StoreError::Damaged(format!("a decklist without an id: {error}")))?;
    Ok(identified.id)
}
