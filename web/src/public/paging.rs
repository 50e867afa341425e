//! Long lists on several pages, with links to them.

use std::ops::Range;

use super::find::{Drawn, WHOLE_UP_TO};
use super::tabs::Tab;

/// The number of lines on a page of a list that has several.
const LINES: usize = 100;

#[derive(Debug, Clone, Copy)]
pub(super) struct Listing<'a> {
    /// The address of its first page.
    pub(super) url: &'a str,
    pub(super) drawn: Drawn,
}

#[derive(Default)]
pub(super) struct Pager {
    /// Links to all of them; empty if there is only one.
    pub(super) links: Vec<Tab>,
    /// The page that is shown, from 0.
    pub(super) page: usize,
    lines: usize,
}

impl Pager {
    /// Returns the pages of a list with so many lines. `name` says which lines are on a page.
    pub(super) fn new(listing: Listing<'_>, lines: usize, name: impl Fn(Range<usize>) -> String) -> Self {
        let pages = if lines <= WHOLE_UP_TO { 1 } else { lines.div_ceil(LINES) };
        let page = listing.drawn.page().clamp(1, pages) - 1;
        let mut pager = Self { links: Vec::new(), page, lines };
        if pages > 1 {
            let link = |at: usize| {
                let url = pager.url(listing.url, at);
                Tab { name: name(pager.range(at, pages)), url, is_current: at == page }
            };
            pager.links = (0..pages).map(link).collect();
        }
        pager
    }

    /// The lines on a page, named by their numbers: `101–200`.
    pub(super) fn numbered(listing: Listing<'_>, lines: usize) -> Self {
        Self::new(listing, lines, |range| format!("{}–{}", range.start + 1, range.end))
    }

    pub(super) fn page_of(&self, line: usize) -> usize {
        if self.lines <= WHOLE_UP_TO { 0 } else { line / LINES }
    }

    pub(super) fn shows(&self, line: usize) -> bool {
        self.page_of(line) == self.page
    }

    /// Returns the address of a page of a list whose first page is at `first`.
    pub(super) fn url(&self, first: &str, page: usize) -> String {
        let mark = if first.contains('?') { '&' } else { '?' };
        if page == 0 { first.to_owned() } else { format!("{first}{mark}page={}", page + 1) }
    }

    fn range(&self, page: usize, pages: usize) -> Range<usize> {
        let end = if page + 1 == pages { self.lines } else { (page + 1) * LINES };
        page * LINES..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: usize, page: u16) -> (Vec<String>, usize) {
        let listing = Listing { url: "/x/?by=table", drawn: Drawn::Page(page) };
        let pager = Pager::numbered(listing, lines);
        (pager.links.iter().map(|link| format!("{} {}", link.name, link.url)).collect(), pager.page)
    }

    #[test]
    fn only_long_lists_have_pages() {
        assert_eq!(drawn(128, 2), (Vec::new(), 0));
        let links = ["1–100 /x/?by=table", "101–200 /x/?by=table&page=2", "201–201 /x/?by=table&page=3"];
        assert_eq!(drawn(201, 2), (links.map(str::to_owned).to_vec(), 1));
        assert_eq!(drawn(201, 0).1, 0);
        assert_eq!(drawn(201, 900).1, 2, "the last one instead of one that does not exist");
    }
}
