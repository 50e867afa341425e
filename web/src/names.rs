//! How names of people and teams are sorted and found.

pub(crate) use domain::names::sort_key;
use unicode_normalization::char::is_combining_mark;

/// Returns the letter under which a name stands; `#` for names that begin with none.
pub(crate) fn letter(name: &str) -> String {
    let first = sort_key(name.trim()).chars().next().filter(|first| first.is_alphabetic());
    first.map_or_else(|| "#".to_owned(), |first| first.to_uppercase().collect())
}

/// Returns the words of a name or of a search, as they are compared: each with a blank before it, without marks on letters
/// and without punctuation.
pub(crate) fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 1);
    // O'Neil and ONeil are one name, Anna-Lena and Anna Lena too.
    let key = sort_key(text).replace(['\'', '’', '.'], "");
    let is_of_word = |letter: char| letter.is_alphanumeric() || is_combining_mark(letter);
    for word in key.split(|letter: char| !is_of_word(letter)).filter(|word| !word.is_empty()) {
        words.push(' ');
        words.push_str(word);
    }
    words
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
