//! Decklists by id and page by page, including a person's own lists in any organization. Unpublished lists are visible
//! only to staff and their owners.

use std::sync::Arc;

use api_kit::description::{Answer, Parameter, Tag, Values};
use api_kit::path::nothing;
use axum::response::Response;
use domain::documents::{DecklistDocument, to_json};
use domain::limits::{PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX};
use domain::permissions::Operation::{ReadDecklists, ReadRegistrations};
use proto_events::Version;
use proto_events::ids::{DecklistId, OrganizationId};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::{
    ListElsewhere, ListState, Lists, OwnDecklist, Page, PublicList, Snapshot, StoreError, ViewKind, ViewReader,
};

use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};
use crate::listing::{self, Framing, Listed, offset, place};

pub(crate) static ENDPOINTS: &[Endpoint] = &[LIST, ONE, REVISIONS];

const LIST: Endpoint = Endpoint {
    template: "/api/v1/decklists/",
    handler: Handler::Known(ReadDecklists, |call, caller| Box::pin(page(call, caller))),
    source_views: &[ViewKind::Decklist, ViewKind::OwnDecklist, ViewKind::PublishedDecklist],
    id: "list_decklists",
    tag: Tag::Decklists,
    summary: "List the decklists of your organization, page by page",
    text: "With a key, you get the lists of its organization and those handed in for its events; with a token or a \
           session, those of its organization, if any, and your own lists in any organization. The role `READ_ONLY` \
           gets lists that an event has published, as they were published. Sorted by id, so that a growing list \
           repeats and misses nothing. `next` and `previous` are the addresses of the neighboring pages, or null. The \
           first page of an empty list is empty; any page past the end is 404.",
    parameters: &[
        Parameter {
            name: "page",
            text: "Number of the page.",
            values: Values::Integer(1, i64::MAX, Some(1)),
            example: "2",
        },
        Parameter {
            name: "page_size",
            text: "Decklists on a page.",
            values: Values::Integer(1, PAGE_SIZE_MAX, Some(PAGE_SIZE_DEFAULT)),
            example: "100",
        },
    ],
    answer: Answer::json(200, "DecklistPage"),
    ..Endpoint::NEW
};

const ONE: Endpoint = Endpoint {
    template: "/api/v1/decklists/{id}/",
    handler: Handler::Known(ReadDecklists, |call, caller| Box::pin(document(call, caller, ViewKind::Decklist))),
    source_views: &[ViewKind::Decklist, ViewKind::OwnDecklist, ViewKind::PublishedDecklist, ViewKind::PublicDecklist],
    id: "get_decklist",
    tag: Tag::Decklists,
    summary: "Get a decklist",
    text: "Texts without a value are empty. `plaintext_list` is derived from `deckhost_deck_json` if only that was \
           given. `ETag` is the version of the list, for `If-Match`. With a key, you can read the lists of its \
           organization and those handed in for its events; with a token or a session, also your own lists in any \
           organization. The role `READ_ONLY` can read lists that an event has published, as they were published.",
    answer: Answer::of::<DecklistDocument<'_>>(200),
    ..Endpoint::NEW
};

const REVISIONS: Endpoint = Endpoint {
    template: "/api/v1/decklists/{id}/revisions/",
    handler: Handler::Known(ReadDecklists, |call, caller| {
        Box::pin(document(call, caller, ViewKind::DecklistRevisions))
    }),
    source_views: &[
        ViewKind::DecklistRevisions,
        ViewKind::Decklist,
        ViewKind::OwnDecklist,
        ViewKind::PublishedDecklist,
        ViewKind::PublicDecklist,
    ],
    id: "list_decklist_revisions",
    tag: Tag::Extensions,
    summary: "List the revisions of a decklist",
    text: "Sorted by number; the first revision created the list. `number` is the version in the `ETag` of the list \
           while the revision is the newest. `actor` says who wrote it; its `id` is null for the service and its \
           command line. Revisions with the same `content_sha256` have the same content. A request that changes \
           nothing creates no revision.",
    answer: Answer::documents(ViewKind::DecklistRevisions),
    ..Endpoint::NEW
};

/// Answers with the document of the decklist that the id in the path names.
async fn document(call: Call, caller: Caller, kind: ViewKind) -> Result<Response, Problem> {
    let entry = call.find_decklist(&caller, kind, call.id("decklist")?).await?;
    let entry = entry.ok_or_else(|| nothing("decklist", call.param("id")))?;
    call.answer(&entry).await
}

/// Returns whether the caller sees lists before they are published. The permission to read registrations decides,
/// because registrations name the lists that were handed in.
pub(crate) fn sees_secret_lists(caller: &Caller) -> bool {
    caller.may(ReadRegistrations)
}

/// Returns which lists of its organization a caller may read: all of them, and those handed in for its events
/// (`Decklist`), or published ones as they were published (`PublishedDecklist`).
fn readable(caller: &Caller) -> Option<(OrganizationId, ViewKind)> {
    let organization = caller.organization_for(ReadDecklists)?;
    let is_all = sees_secret_lists(caller);
    Some((organization, if is_all { ViewKind::Decklist } else { ViewKind::PublishedDecklist }))
}

/// Where a decklist is stored that the caller may see unpublished.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    /// In the documents of this organization: the person's own list, or one that staff may see.
    Here(OrganizationId),
    /// In another organization. Its player handed it in for an event of this one, whose staff may see it.
    Offered {
        /// The organization of the event.
        to: OrganizationId,
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
    /// Returns a document of a decklist, if the caller may read the list. A caller who may read only published lists
    /// gets the published revision, and the revisions up to it.
    async fn find_decklist(&self, caller: &Caller, kind: ViewKind, id: i64) -> Result<Option<Arc<Entry>>, Problem> {
        if let Some(place) = self.place_of_decklist(caller, id).await? {
            return self.find(place.organization_id(), kind, id).await;
        }
        let Some((organization, ViewKind::PublishedDecklist)) = readable(caller) else { return Ok(None) };
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
        let Some((organization, ViewKind::Decklist)) = readable(caller) else { return Ok(None) };
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

const PATH: &str = LIST.template;

/// Streams the page.
async fn page(call: Call, caller: Caller) -> Result<Response, Problem> {
    let query = call.query();
    let asked_size = query.integer("page_size", 1, PAGE_SIZE_MAX)?;
    let number = query.integer("page", i64::MIN, i64::MAX)?.unwrap_or(1);
    let lists = Lists { list: readable(&caller), own: caller.person() };
    let base = call.base_url();
    let page = DecklistPage { views: &*call.shared.views, lists, number, asked_size, base };
    listing::answer(&call, Some(&caller), call.response_headers, &call.shared.lists, &page).await
}

/// A page of the decklists that a caller may read.
struct DecklistPage<'a> {
    views: &'a dyn ViewReader,
    lists: Lists,
    number: i64,
    asked_size: Option<i64>,
    /// Base address of the links to other pages.
    base: String,
}

impl DecklistPage<'_> {
    fn size(&self) -> i64 {
        self.asked_size.unwrap_or(PAGE_SIZE_DEFAULT)
    }

    fn link(&self, number: i64) -> Value {
        let size = self.asked_size.map_or_else(String::new, |size| format!("&page_size={size}"));
        Value::from(format!("{}{PATH}?page={number}{size}", self.base))
    }
}

impl Listed for DecklistPage<'_> {
    type State = ListState;

    async fn state(&self) -> Result<ListState, StoreError> {
        self.views.state_of(self.lists).await
    }

    async fn open(&self) -> Result<Snapshot<ListState>, StoreError> {
        // A page that cannot exist is read as an empty page past the end.
        let offset = offset(self.number, self.size()).unwrap_or(i64::MAX);
        self.views.page(self.lists, Page { offset, limit: self.size() }).await
    }

    fn framing(&self, state: &ListState) -> Result<Framing, Problem> {
        let (number, count) = (self.number, state.count);
        let offset = place(number, self.size(), count)?;
        let next = if offset + self.size() < count { self.link(number + 1) } else { Value::Null };
        let previous = if number > 1 { self.link(number - 1) } else { Value::Null };
        let opening = format!("{{\"count\":{count},\"next\":{next},\"previous\":{previous},\"results\":[");
        // The tag reveals nothing about other organizations.
        let organization = self.lists.list.map_or_else(String::new, |(organization, _)| organization.to_string());
        let own = if self.lists.own.is_some() { "-own" } else { "" };
        let ListState { generation, changes, .. } = state;
        let tag = format!("{organization}-{}-{changes}{own}-p{number}.{}", generation.0, self.size());
        Ok(Framing { tag: Some(tag), ..Framing::object(opening) })
    }
}
