//! `GET /api/v1/decklists/`: the organization's decklists, and a person's own beside them, page by page.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::response::Response;
use domain::limits::{PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX};
use serde_json::Value;
use service_kit::problem::Problem;
use storage::{Page, ViewKind};

use crate::call::{Call, Caller};
use crate::links::base_url;
use crate::listing::{self, Framing};
use crate::lists::Lists;

const PATH: &str = "/api/v1/decklists/";

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Decklist, ViewKind::OwnDecklist, ViewKind::PublishedDecklist];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_decklists",
    tag: Tag::Decklists,
    summary: "List the decklists of your organization, page by page",
    text: "With a key those of its organization, and those of others that are handed in for its events; with a token or a \
           session the same of the organization it is for, if any, and your own, wherever they are. The role `READ_ONLY` gets \
           those that an event has published, as they were published. Sorted by id, so that a list that grows repeats nothing and misses nothing. `next` and `previous` are addresses of \
           the pages beside this one, and null where there is none. The first page of an empty list is empty; any page past \
           the end is 404.",
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
    let size = asked_size.unwrap_or(PAGE_SIZE_DEFAULT);
    let number = query.integer("page", i64::MIN, i64::MAX)?.unwrap_or(1);

    let lists = Lists::of(&call, &caller).await?;
    let tag = lists.tag(&format!("-p{number}.{size}")).await?;
    let count = lists.count().await?;
    let page = page(number, size, count)?;

    let base = base_url(&call.headers, &call.shared.settings.public_url);
    let link = |number: i64| {
        let size = asked_size.map_or_else(String::new, |size| format!("&page_size={size}"));
        Value::from(format!("{base}{PATH}?page={number}{size}"))
    };
    let next = if page.offset + size < count { link(number + 1) } else { Value::Null };
    let previous = if number > 1 { link(number - 1) } else { Value::Null };
    let opening = format!("{{\"count\":{count},\"next\":{next},\"previous\":{previous},\"results\":[");
    listing::answer(&call, call.form, tag, Framing::object(opening), || lists.open(page)).await
}

/// Where a page lies. The first page is there even if the list is empty.
fn page(number: i64, size: i64, count: i64) -> Result<Page, Problem> {
    let offset = number.checked_sub(1).filter(|before| *before >= 0).and_then(|before| before.checked_mul(size));
    match offset {
        Some(offset) if offset < count || number == 1 => Ok(Page { offset, limit: size }),
        _ => {
            let pages = (count.saturating_sub(1) / size + 1).max(1);
            Err(Problem::not_found(format!("There is no page {number}: pages of this size run from 1 to {pages}.")))
        }
    }
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
            let found = page(number, size, count);
            assert_eq!(found.as_ref().ok().map(|page| page.offset), offset, "page {number} of {count}");
            if let Err(problem) = found {
                assert_eq!(problem.status().as_u16(), 404);
            }
        }
    }
}
