//! `GET /api/v1/decklists/`: the decklists of the organization and the person's own lists, page by page.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::response::Response;
use domain::limits::{PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX};
use serde_json::Value;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{ListState, Lists, Page, Snapshot, StoreError, ViewKind, ViewReader};

use crate::call::{Call, Caller};
use crate::links::base_url;
use crate::listing::{self, Framing, Listed};
use crate::reach::Reach;

const PATH: &str = "/api/v1/decklists/";

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Decklist, ViewKind::OwnDecklist, ViewKind::PublishedDecklist];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
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
    body: None,
    answer: Answer::Json(200, "DecklistPage"),
};

/// Streams the page.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let query = call.query();
    let asked_size = query.integer("page_size", 1, PAGE_SIZE_MAX)?;
    let number = query.integer("page", i64::MIN, i64::MAX)?.unwrap_or(1);
    let list = Reach::of(&caller).documents();
    let lists = Lists { list, own: caller.person() };
    let base = base_url(&call.headers, &call.shared.settings.public_url);
    let page = DecklistPage { views: &*call.shared.views, lists, number, asked_size, base };
    listing::answer(&call, Some(&caller), call.form, &call.shared.lists, &page).await
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

    /// Reveals nothing about other organizations.
    fn tag(&self, state: &ListState) -> Option<String> {
        let organization = self.lists.list.map_or_else(String::new, |(organization, _)| organization.to_string());
        let own = if self.lists.own.is_some() { "-own" } else { "" };
        let ListState { generation, changes, .. } = state;
        Some(format!("{organization}-{}-{changes}{own}-p{}.{}", generation.0, self.number, self.size()))
    }

    fn framing(&self, state: &ListState) -> Result<Framing, Problem> {
        let (number, count) = (self.number, state.count);
        let offset = place(number, self.size(), count)?;
        let next = if offset + self.size() < count { self.link(number + 1) } else { Value::Null };
        let previous = if number > 1 { self.link(number - 1) } else { Value::Null };
        let opening = format!("{{\"count\":{count},\"next\":{next},\"previous\":{previous},\"results\":[");
        Ok(Framing::object(opening))
    }
}

/// Returns the number of documents before a page; `None` if no list has such a page.
fn offset(number: i64, size: i64) -> Option<i64> {
    number.checked_sub(1).filter(|before| *before >= 0).and_then(|before| before.checked_mul(size))
}

/// Returns the same for an existing page. The first page exists even if the list is empty.
fn place(number: i64, size: i64, count: i64) -> Result<i64, Problem> {
    offset(number, size).filter(|offset| *offset < count || number == 1).ok_or_else(|| {
        let pages = (count.saturating_sub(1) / size + 1).max(1);
        Problem::not_found(message!(
            "no-such-page",
            "There is no page {number}: pages of this size run from 1 to {pages}.",
            number,
            pages
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_where_the_list_does() {
        for (number, size, count, offset) in [
            (1, 25, 0, Some(0)),
            (1, 25, 26, Some(0)),
            (2, 25, 26, Some(25)),
            (2, 25, 25, None),
            (3, 25, 26, None),
            (0, 25, 26, None),
            (-1, 25, 26, None),
            (i64::MAX, 1000, 26, None),
            (i64::MIN, 1, 26, None),
        ] {
            let found = place(number, size, count);
            assert_eq!(found.as_ref().ok().copied(), offset, "page {number} of {count}");
            if let Err(problem) = found {
                assert_eq!(problem.status().as_u16(), 404);
            }
        }
    }
}
