//! The order of things on pages that are cut and stacked.

/// Deals items to pages with `positions` each, so that cutting the stack of pages leaves them in order: position `k` of
/// page `p` of `n` pages has item `k × n + p`. The pile of the first position goes on top of the pile of the second, and
/// so on. `None` is an empty position.
pub(crate) fn stacked<T>(items: Vec<T>, positions: usize) -> Vec<Vec<Option<T>>> {
    let count = items.len().div_ceil(positions.max(1));
    let mut pages: Vec<Vec<Option<T>>> = (0..count).map(|_| Vec::with_capacity(positions)).collect();
    let mut items = items.into_iter();
    for _ in 0..positions {
        for page in &mut pages {
            page.push(items.next());
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_stack_is_in_order_for_every_number_of_items() {
        for positions in 1..=12 {
            for count in 0..=200 {
                let pages = stacked((0..count).collect::<Vec<usize>>(), positions);
                assert_eq!(pages.len(), count.div_ceil(positions));
                assert!(pages.iter().all(|page| page.len() == positions));
                let piles = (0..positions).flat_map(|position| pages.iter().filter_map(move |page| page[position]));
                assert_eq!(piles.collect::<Vec<_>>(), (0..count).collect::<Vec<_>>(), "{count} on {positions}");
            }
        }
    }
}
