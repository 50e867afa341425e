//! Long lists on pages, with a field that finds lines by the names in them. `desk/paging.html` has the field and the links
//! to the pages before and after; both are left out where a list is short.

use api_kit::spelling::{begins, folded};
use fluent_bundle::FluentValue;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::serving::request::UserRequest;

pub(crate) const LINES: usize = 100;

pub(crate) struct Paged<T> {
    /// The text that names begin with.
    pub(crate) asked: String,
    pub(crate) rows: Vec<T>,
    pub(crate) url: String,
    /// Whether the list is so long that it has a field to find a line.
    pub(crate) has_finder: bool,
    /// The addresses of the pages before and after this one.
    pub(crate) turns: [Option<String>; 2],
    pub(crate) part: String,
    pub(crate) chosen: Option<usize>,
}

impl<T> Paged<T> {
    /// Returns the page of a list that the query names, with `size` lines. `names` returns the names in a line; the list is
    /// at `path`.
    pub(crate) fn new(
        request: &UserRequest<'_>,
        path: &str,
        size: usize,
        all: Vec<T>,
        names: impl Fn(&T) -> String,
    ) -> Self {
        let asked = request.query("q").unwrap_or_default();
        let text = folded(&asked);
        let has_finder = !asked.is_empty() || all.len() > LINES / 4;
        let is_meant = |row: &T| text.is_empty() || begins(&folded(&names(row)), &text, false);
        let found: Vec<T> = all.into_iter().filter(is_meant).collect();
        let chosen = request.query("page").and_then(|page| page.parse().ok());
        let (count, pages) = (found.len(), found.len().div_ceil(size).max(1));
        let page = chosen.unwrap_or(1).clamp(1, pages);
        let url = format!("{}{path}", request.frame().base);
        let address = |page: usize| format!("{url}?q={}&page={page}", utf8_percent_encode(&asked, NON_ALPHANUMERIC));
        let turns = [(page > 1).then(|| address(page - 1)), (page < pages).then(|| address(page + 1))];
        let skipped = (page - 1) * size;
        let rows: Vec<T> = found.into_iter().skip(skipped).take(size).collect();
        let numbers = [skipped + 1, skipped + rows.len(), count].map(FluentValue::from);
        let part = request.texts.with_all("desk-page-part", ["from", "to", "all"].into_iter().zip(numbers));
        Self { asked, rows, url, has_finder, turns, part, chosen }
    }

    /// Returns the page with other lines in place of these.
    pub(crate) fn with<U>(self, rows: Vec<U>) -> Paged<U> {
        let Self { asked, url, has_finder, turns, part, chosen, .. } = self;
        Paged { asked, rows, url, has_finder, turns, part, chosen }
    }
}
