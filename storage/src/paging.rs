//! Pages of decklists: finds a page by its number without reading the pages before it.
//!
//! The table `list_counts` holds the number of documents of each list, and of each block of neighbouring documents at three
//! depths. A page is found by summing the counts of a few blocks per depth, and then reading a few documents of the last block.
//! Two lists are merged by adding their counts. Documents in both lists have counts of their own, which are subtracted.

use std::future::Future;

use proto_events::ids::{DecklistId, OrganizationId, UserId};

use crate::StoreError;
use crate::damage::Damage;
use crate::identity::OwnDecklist;
use crate::list_places::ListElsewhere;
use crate::row::StoreRow;
use crate::views::{DocumentKey, Generation, ListState, Lists, Page, ViewKind};

/// Length of the prefix of a document's `sort` that names its block, by depth. With ids of 20 digits, blocks hold a million,
/// ten thousand and a hundred ids. A block of depth n has at most a hundred blocks of depth n + 1.
pub(crate) const BLOCKS: [usize; 3] = [14, 16, 18];
/// The `owner_id` of counts of the whole list.
pub(crate) const ALL_OWNERS: i64 = 0;
/// Sorts after every block.
const LAST: &str = "\u{10ffff}";

/// A list, or one owner's part of it, with the sign of its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) organization_id: OrganizationId,
    pub(crate) kind: ViewKind,
    pub(crate) owner: i64,
    /// 1 for lists to be merged, -1 for documents that would be counted twice.
    pub(crate) sign: i64,
}

impl Lists {
    /// Returns the parts whose signed counts add up to the count of the merged list.
    pub(crate) fn parts(self) -> Vec<Part> {
        let part = |(organization_id, kind), owner, sign| Part { organization_id, kind, owner, sign };
        let own = |UserId(owner)| part((OrganizationId::SHARED, ViewKind::OwnDecklist), owner, 1);
        let both = self.list.zip(self.own).map(|(list, UserId(owner))| part(list, owner, -1));
        let whole = self.list.map(|list| part(list, ALL_OWNERS, 1));
        whole.into_iter().chain(self.own.map(own)).chain(both).collect()
    }
}

/// The number of documents, and the number of changes.
pub(crate) type Total = (i64, i64);

/// A document on a page.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its key in the list of the organization, if it is in that list.
    pub(crate) list_key: Option<String>,
    /// Its key among the person's own lists, if it is one.
    pub(crate) own_key: Option<String>,
    /// The record of where the list is stored: always for own lists, for others if they are stored elsewhere.
    pub(crate) record: Option<Vec<u8>>,
}

/// Decodes a document on a page from its three columns.
pub(crate) fn found(row: &impl StoreRow) -> Result<Found, StoreError> {
    Ok(Found { list_key: row.column(0)?, own_key: row.column(1)?, record: row.column(2)? })
}

/// The queries for a page. All of them read the same snapshot.
pub(crate) trait Pages: Send {
    /// Returns the active generation and the totals of these parts in order; `None` in an empty store.
    fn totals(
        &mut self,
        parts: &[Part],
    ) -> impl Future<Output = Result<Option<(Generation, Vec<Total>)>, StoreError>> + Send;

    /// Returns the block that contains the document at offset `skip`, among the blocks in a range of names, and the number of
    /// documents in the range before that block.
    fn block(
        &mut self,
        generation: Generation,
        parts: &[Part],
        depth: usize,
        names: (&str, &str),
        skip: i64,
    ) -> impl Future<Output = Result<Option<(String, i64)>, StoreError>> + Send;

    /// Returns the documents from a sort key on, without the first `skip`.
    fn found(
        &mut self,
        generation: Generation,
        of: Lists,
        from: &str,
        skip: i64,
        limit: i64,
    ) -> impl Future<Output = Result<Vec<Found>, StoreError>> + Send;
}

/// Returns the state of a list of decklists.
pub(crate) async fn state(pages: &mut impl Pages, of: Lists) -> Result<ListState, StoreError> {
    let parts = of.parts();
    let totals = pages.totals(&parts).await?;
    let (generation, totals) = totals.unwrap_or((Generation(0), Vec::new()));
    let mut state = ListState { generation, count: 0, changes: 0, last_turn: None };
    for (part, (count, changes)) in parts.iter().zip(totals) {
        state.count += part.sign * count;
        // Documents in both lists change together with the list itself.
        state.changes += if part.sign > 0 { changes } else { 0 };
    }
    Ok(state)
}

/// Returns the state of a list of decklists, and the keys of the documents on a page, in order.
pub(crate) async fn page(
    pages: &mut impl Pages,
    of: Lists,
    page: Page,
) -> Result<(ListState, Vec<DocumentKey>), StoreError> {
    let state = state(pages, of).await?;
    if page.offset >= state.count || page.limit <= 0 {
        return Ok((state, Vec::new()));
    }
    let (generation, parts) = (state.generation, of.parts());
    let (mut from, mut skip) = (String::new(), page.offset.max(0));
    for depth in 1..=BLOCKS.len() {
        let end = crate::columns::end_of_prefix(&from).unwrap_or_else(|| LAST.to_owned());
        let block = pages.block(generation, &parts, depth, (&from, &end), skip).await?;
        let Some((block, before)) = block else {
            // The blocks of the list count fewer documents than the list.
            return Err(StoreError::DamagedView(Damage::Unknown));
        };
        (from, skip) = (block, skip - before);
    }
    let limit = page.limit.min(state.count);
    let found = pages.found(generation, of, &from, skip, limit).await?;
    if i64::try_from(found.len()).ok() != Some(limit.min(state.count - page.offset.max(0))) {
        return Err(StoreError::DamagedView(Damage::Unknown));
    }
    let keys = found.into_iter().map(|found| shown(of, found)).collect::<Result<_, _>>()?;
    Ok((state, keys))
}

/// Returns the key of the document that the page shows.
fn shown(of: Lists, found: Found) -> Result<DocumentKey, StoreError> {
    let Found { list_key, own_key, record } = found;
    let unreadable = |key: &str| StoreError::Damaged(format!("the record of the decklist `{key}` cannot be read"));
    let place = match (own_key, list_key, of.list) {
        (Some(own), ..) => {
            let record = record.and_then(|record| serde_json::from_slice::<OwnDecklist>(&record).ok());
            let id = own.rsplit('/').next().and_then(|id| id.parse().ok()).map(DecklistId);
            let (record, id) = record.zip(id).ok_or_else(|| unreadable(&own))?;
            DocumentKey::new(record.organization_id, ViewKind::Decklist, id)
        }
        (None, Some(key), Some((organization, kind))) => match record {
            None => DocumentKey { organization_id: organization, kind, key },
            Some(record) => {
                let place = ListElsewhere::of(&record).ok_or_else(|| unreadable(&key))?;
                DocumentKey::new(place.organization_id, ViewKind::Decklist, place.decklist_id)
            }
        },
        (None, key, _) => return Err(unreadable(&key.unwrap_or_default())),
    };
    Ok(place)
}
