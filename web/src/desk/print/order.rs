//! The order in which things are printed.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the key by which a name is sorted: without regard to case and to marks on letters.
pub(crate) fn sort_key(name: &str) -> String {
    let letters = name.nfd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase);
    let mut key = String::with_capacity(name.len());
    for letter in letters {
        // Letters that Unicode does not take apart.
        match letter {
            'ø' => key.push('o'),
            'ł' => key.push('l'),
            'đ' | 'ð' => key.push('d'),
            'ı' => key.push('i'),
            'æ' => key.push_str("ae"),
            'œ' => key.push_str("oe"),
            'ß' => key.push_str("ss"),
            'þ' => key.push_str("th"),
            other => key.push(other),
        }
    }
    key
}

/// Returns the letter under which a name stands; `#` for names that begin with none.
pub(crate) fn letter(name: &str) -> String {
    let first = sort_key(name.trim()).chars().next().filter(|first| first.is_alphabetic());
    first.map_or_else(|| "#".to_owned(), |first| first.to_uppercase().collect())
}

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
    fn names_are_sorted_without_regard_to_case_and_marks() {
        let mut names = ["Zoë", "ångström", "Andre", "Øyvind", "Łukasz", "émile", "Eva", "Oz", "Straße", "Strast"];
        names.sort_by_cached_key(|name| sort_key(name));
        assert_eq!(names, ["Andre", "ångström", "émile", "Eva", "Łukasz", "Øyvind", "Oz", "Straße", "Strast", "Zoë"]);
        assert_eq!(["élise", "Østen", "李", "7 of Nine", ""].map(letter), ["E", "O", "李", "#", "#"]);
    }

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
