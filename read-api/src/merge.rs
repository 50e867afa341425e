//! A page of two lists that are both sorted by id, as if they were one: the organization's, which is long and read as far as
//! needed, and a person's own, which is short and at hand. No id is in both.

use std::collections::VecDeque;

use storage::Page;

/// What comes next in the list of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The next of the person's own; whether it is on the page.
    Own(bool),
    /// The next of the organization's; whether it is on the page.
    Theirs(bool),
    /// Nothing: the page is complete.
    End,
}

/// The part of the organization's list from which the page is made, where the person has `own` lists beside it.
///
/// What is on the page has at most all of the person's own before it, so that many fewer of the organization's are passed
/// over for sure.
pub(crate) fn window(page: Page, own: i64) -> Page {
    let offset = (page.offset - own).max(0);
    Page { offset, limit: page.offset + page.limit - offset }
}

/// Merges the two.
#[derive(Debug)]
pub(crate) struct Merge {
    own: VecDeque<i64>,
    page: Page,
    /// Place of the next one in the list of both. Before the page begins it may be said too late by those of the person's
    /// own that come before the window: those are passed over either way.
    place: i64,
}

impl Merge {
    /// Before its first step. `own` is sorted and whole.
    pub(crate) fn new(page: Page, own: impl IntoIterator<Item = i64>) -> Self {
        let own: VecDeque<i64> = own.into_iter().collect();
        let place = window(page, i64::try_from(own.len()).unwrap_or(i64::MAX)).offset;
        Self { own, page, place }
    }

    /// What comes next, where `theirs` is the next id in the window of the organization's list.
    pub(crate) fn step(&mut self, theirs: Option<i64>) -> Step {
        if self.place >= self.page.offset + self.page.limit {
            return Step::End;
        }
        let is_given = self.place >= self.page.offset;
        let step = match (self.own.front(), theirs) {
            (None, None) => return Step::End,
            (Some(own), Some(theirs)) if *own > theirs => Step::Theirs(is_given),
            (None, Some(_)) => Step::Theirs(is_given),
            (Some(_), _) => {
                self.own.pop_front();
                Step::Own(is_given)
            }
        };
        self.place += 1;
        step
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// What the store would give of a list for a page.
    fn part(of: &[i64], page: Page) -> impl Iterator<Item = i64> + '_ {
        let place = |place: i64| usize::try_from(place).unwrap();
        of.iter().copied().skip(place(page.offset)).take(place(page.limit))
    }

    /// The page as it is merged from the window, and no more, of what the organization has.
    fn merged(page: Page, own: &[i64], theirs: &[i64]) -> Vec<i64> {
        let own_count = i64::try_from(own.len()).unwrap();
        let mut theirs = part(theirs, window(page, own_count)).peekable();
        let (mut merge, mut own, mut given) = (Merge::new(page, own.iter().copied()), own.iter().copied(), Vec::new());
        loop {
            let (next, is_given) = match merge.step(theirs.peek().copied()) {
                Step::Own(is_given) => (own.next(), is_given),
                Step::Theirs(is_given) => (theirs.next(), is_given),
                Step::End => return given,
            };
            given.extend(next.filter(|_| is_given));
        }
    }

    proptest! {
        #[test]
        fn a_page_is_what_sorting_everything_gives(
            ids in prop::collection::btree_map(0_i64..300, any::<bool>(), 0..60),
            limit in 1_i64..20,
        ) {
            let of = |wanted: bool| -> Vec<i64> {
                let ids: &BTreeMap<i64, bool> = &ids;
                ids.iter().filter(|(_, own)| **own == wanted).map(|(id, _)| *id).collect()
            };
            let all: Vec<i64> = ids.keys().copied().collect();
            for offset in 0..i64::try_from(all.len()).unwrap().max(1) {
                let page = Page { offset, limit };
                prop_assert_eq!(merged(page, &of(true), &of(false)), part(&all, page).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn no_more_is_read_of_a_long_list_than_the_page_and_what_is_ones_own() {
        assert_eq!(window(Page { offset: 5_000, limit: 25 }, 3), Page { offset: 4_997, limit: 28 });
        assert_eq!(window(Page { offset: 0, limit: 25 }, 3), Page { offset: 0, limit: 25 });
    }
}
