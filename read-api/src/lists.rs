//! The decklists that a caller may read, as one list: those that are reached of the organization, and a person's own beside
//! them.

use std::collections::BTreeMap;
use std::sync::Arc;

use api_kit::store_failed;
use axum::http::HeaderValue;
use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, stream};
use proto_events::ids::{DecklistId, OrganizationId};
use serde::Deserialize;
use service_kit::problem::Problem;
use sha2::{Digest, Sha256};
use storage::{DocumentKey, ListElsewhere, ListFilter, Page, StoreError, ViewKind, ViewStore};

use crate::call::{Call, Caller};
use crate::listing::{self, Documents};
use crate::merge::{Merge, Step, window};
use crate::own::{OwnList, lists_of};
use crate::reach::Reach;

/// Decklists of several places.
pub(crate) struct Lists {
    views: Arc<dyn ViewStore>,
    /// The organization whose list is read, and what it is of.
    theirs: Option<(OrganizationId, ViewKind)>,
    /// The person's own that are not in it, by id.
    own: Vec<OwnList>,
    /// The person's own that are in it, perhaps not as they are.
    own_of_theirs: BTreeMap<DecklistId, OwnList>,
    /// What changes whenever one of the person's own does, but for those that are the organization's. It tells nothing of
    /// other organizations.
    own_state: String,
}

impl Lists {
    /// Those that the caller may read.
    pub(crate) async fn of(call: &Call, caller: &Caller) -> Result<Self, Problem> {
        let views = Arc::clone(&call.shared.views);
        let reach = Reach::of(caller);
        let mut own = match caller.person() {
            Some(person) => lists_of(&*views, person).await?,
            None => Vec::new(),
        };
        if let Reach::All(organization) = reach {
            own.retain(|list| list.organization_id != organization);
        }
        let mut lists = Self {
            views,
            theirs: reach.documents(),
            own: Vec::new(),
            own_of_theirs: BTreeMap::new(),
            own_state: state_of(&own),
        };
        for list in own {
            if lists.is_among_theirs(&list).await.map_err(store_failed)? {
                lists.own_of_theirs.insert(list.id, list);
            } else {
                lists.own.push(list);
            }
        }
        Ok(lists)
    }

    /// Whether the organization's list has one of the person's own: it was handed in for an event, or published.
    async fn is_among_theirs(&self, list: &OwnList) -> Result<bool, StoreError> {
        let Some((organization, kind)) = self.theirs else { return Ok(false) };
        Ok(self.views.document(&DocumentKey::new(organization, kind, list.id)).await?.is_some())
    }

    /// How many they are.
    pub(crate) async fn count(&self) -> Result<i64, Problem> {
        let theirs = match self.theirs {
            Some((organization, kind)) => self.views.list_state(organization, kind).await.map_err(store_failed)?.count,
            None => 0,
        };
        Ok(theirs + self.own_count())
    }

    /// The tag of the list, and what an answer depends on beside it.
    pub(crate) async fn tag(&self, query: &str) -> Result<HeaderValue, Problem> {
        let query = format!("{}{query}", self.own_state);
        match self.theirs {
            Some((organization, kind)) => listing::list_tag(&*self.views, organization, kind, &query).await,
            None => listing::generation_tag(&*self.views, &query).await,
        }
    }

    /// A page of them.
    pub(crate) fn open(self, page: Page) -> Documents {
        let own_count = self.own_count();
        let Self { views, theirs, own, own_of_theirs, .. } = self;
        let (store, own_of_theirs) = (Arc::clone(&views), Arc::new(own_of_theirs));
        let theirs = |page| match theirs {
            Some((organization, kind)) => {
                let listed = views.list(organization, kind, ListFilter::default(), Some(page));
                listed
                    .try_filter_map(move |body| as_it_is(Arc::clone(&store), Arc::clone(&own_of_theirs), body))
                    .boxed()
            }
            None => stream::empty().boxed(),
        };
        if own.is_empty() {
            return theirs(page);
        }
        let theirs = theirs(window(page, own_count)).fuse().boxed();
        let merge = Merge::new(page, own.iter().map(|list| list.id.0));
        let merging = Merging { views, merge, theirs, next: None, own: own.into_iter() };
        stream::try_unfold(merging, |mut merging| async move {
            let document = merging.next().await?;
            Ok(document.map(|document| (document, merging)))
        })
        .boxed()
    }

    fn own_count(&self) -> i64 {
        i64::try_from(self.own.len()).unwrap_or(i64::MAX)
    }
}

fn state_of(own: &[OwnList]) -> String {
    if own.is_empty() {
        return String::new();
    }
    let mut state = Sha256::new();
    for OwnList { id, organization_id, version } in own {
        state.update(format!("{organization_id}/{id}/{version};"));
    }
    let state: String = state.finalize()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("-own{state}")
}

/// A document of the organization's list as it is shown: what stands for a list elsewhere is that list, and the person's
/// own is shown as it is.
async fn as_it_is(
    views: Arc<dyn ViewStore>,
    own: Arc<BTreeMap<DecklistId, OwnList>>,
    body: Bytes,
) -> Result<Option<Bytes>, StoreError> {
    let elsewhere = ListElsewhere::of(&body);
    let place = match elsewhere {
        Some(elsewhere) => Some((elsewhere.organization_id, elsewhere.decklist_id)),
        None if own.is_empty() => None,
        None => own.get(&DecklistId(id_in(&body)?)).map(|list| (list.organization_id, list.id)),
    };
    match place {
        Some((organization, id)) => load(&*views, organization, id).await,
        None => Ok(Some(body)),
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
                    Some(list) => load(&*self.views, list.organization_id, list.id).await?,
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
async fn load(
    views: &dyn ViewStore,
    organization: OrganizationId,
    id: DecklistId,
) -> Result<Option<Bytes>, StoreError> {
    let key = DocumentKey::new(organization, ViewKind::Decklist, id);
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
