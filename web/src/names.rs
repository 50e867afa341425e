//! How names of people and teams are sorted and found.

use std::borrow::Cow;

use domain::names::folded;
pub(crate) use domain::names::sort_key;

/// Returns the letter under which a name stands; `#` for names that begin with none.
pub(crate) fn letter(name: &str) -> String {
    let first = sort_key(name.trim()).chars().next().filter(|first| first.is_alphabetic());
    first.map_or_else(|| "#".to_owned(), |first| first.to_uppercase().collect())
}

/// Words that follow a last name and belong to it.
const AFTER_LAST_NAME: [&str; 7] = ["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"];

/// Returns the name of a person with the last name first: `Lee, Ann`. Names of one word, names with a comma, names that end
/// with a number, and names in scripts that put the family name first stay as they are.
pub(crate) fn last_name_first(name: &str) -> Cow<'_, str> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_after = |word: &&&str| AFTER_LAST_NAME.contains(&word.to_lowercase().as_str());
    let after = words.iter().rev().take_while(is_after).count();
    let Some(at) = words.len().checked_sub(after + 1).filter(|at| *at > 0) else { return name.into() };
    let is_western = |letter: char| !letter.is_alphabetic() || matches!(u32::from(letter), 0..=0x52f | 0x1e00..=0x1fff);
    let (first, last) = words.split_at(at);
    let begins_with_letter = last.first().is_some_and(|word| word.starts_with(char::is_alphabetic));
    if begins_with_letter && !name.contains(',') && name.chars().all(is_western) {
        format!("{}, {}", last.join(" "), first.join(" ")).into()
    } else {
        name.into()
    }
}

/// Returns the names of people with the last name first, in this order.
pub(crate) fn by_last_name<'a>(names: &'a [Cow<'_, str>]) -> impl Iterator<Item = Cow<'a, str>> {
    let mut names: Vec<_> = names.iter().map(|name| last_name_first(name)).collect();
    names.sort_by_cached_key(|name| sort_key(name));
    names.into_iter()
}

/// Returns the words of a name or of a search, as they are compared: each with a blank before it.
pub(crate) fn words(text: &str) -> String {
    folded(text).split(' ').filter(|word| !word.is_empty()).flat_map(|word| [" ", word]).collect()
}

/// Returns whether each word of a search begins a word of a name. Both are results of [`words`].
pub(crate) fn begins(name: &str, search: &str) -> bool {
    let mut starts: Vec<usize> = search.match_indices(' ').map(|(at, _)| at).collect();
    starts.push(search.len());
    starts.windows(2).all(|word| name.contains(&search[word[0]..word[1]]))
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
    fn the_last_name_goes_first_where_names_have_one() {
        for (name, expected) in [
            ("Ann Lee", "Lee, Ann"),
            ("Ana María Hernández", "Hernández, Ana María"),
            ("Tom Berg Jr.", "Berg Jr., Tom"),
            ("Анна Петрова", "Петрова, Анна"),
            ("Lee, Ann", "Lee, Ann"),
            ("Player Number 07", "Player Number 07"),
            ("Zoë", "Zoë"),
            ("III", "III"),
            ("李 小龙", "李 小龙"),
            ("", ""),
        ] {
            assert_eq!(last_name_first(name), expected);
        }
    }

    #[test]
    fn each_word_of_a_search_begins_a_word_of_the_name() {
        let finds = |name: &str, search: &str| begins(&words(name), &words(search));
        for (name, search) in [
            ("Ann Lee", "ann"),
            ("Ann Lee", "LEE, an"),
            ("Zoë O’Neil", "oneil zoe"),
            ("Anna-Lena Groß", "lena gross"),
            ("7 of Nine", "7"),
            ("Ann Lee", ""),
        ] {
            assert!(finds(name, search), "{search} in {name}");
        }
        for (name, search) in [("Ann Lee", "nn"), ("Ann Lee", "ann kim"), ("Ann Lee", "annlee")] {
            assert!(!finds(name, search), "{search} in {name}");
        }
        assert_eq!(words(" \u{1}<b> !?"), " b");
    }
}
