//! `GET /api/v1/decklists/`: the organization's decklists, and a person's own beside them, page by page.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use domain::limits::{PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX};
use serde_json::Value;
use service_kit::problem::Problem;
use storage::{Page, ViewKind};

use crate::call::{Call, Caller};
use crate::listing::{self, Framing};
use crate::lists::Lists;

const PATH: &str = "/api/v1/decklists/";

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Decklist, ViewKind::OwnDecklist];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_decklists",
    tag: Tag::Decklists,
    summary: "List the decklists of your organization, page by page",
    text: "With a key those of its organization; with a token or a session those of the organization it is for, if any, and \
           your own, wherever they are. Sorted by id, so that a list that grows repeats nothing and misses nothing. `next` and `previous` are addresses of \
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

/// The address that the client used, as far as it can be told: `Host`, and the scheme of the public address where that is
/// what was asked for.
fn base_url(headers: &HeaderMap, public_url: &str) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
    let public_host = public_url.split_once("://").map_or("", |(_, rest)| rest).split('/').next();
    match host {
        Some(host) if Some(host) != public_host => format!("http://{host}"),
        _ => public_url.trim_end_matches('/').to_owned(),
    }
}

/// Whether this can be a host and port. What cannot is not repeated.
fn is_host(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".:-_[]".contains(&letter))
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

    #[test]
    fn links_lead_back_to_where_the_client_came_from() {
        let public = "https://events.example";
        for (host, expected) in [
            (None, public),
            (Some("events.example"), public),
            (Some("127.0.0.1:8080"), "http://127.0.0.1:8080"),
            (Some("[::1]:8080"), "http://[::1]:8080"),
            (Some("evil.example/path?"), public),
            (Some("a b"), public),
        ] {
            let headers = host.map(|host| (header::HOST, host.parse().unwrap())).into_iter().collect();
            assert_eq!(base_url(&headers, public), expected, "{host:?}");
        }
    }
}
