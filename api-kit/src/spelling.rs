//! Compares people's names as people do: without regard to case, accents, blanks and punctuation, and with an eye for
//! typing errors.

pub use domain::names::folded;
use strsim::osa_distance;

/// Names of fewer letters are not compared for typing errors: too many people have them.
const SHORTEST: usize = 5;
/// Names of this length may have two typing errors.
const LONG: usize = 10;

/// Whether two names are the same for people.
pub fn is_same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

/// Whether two folded names may be one name that was typed differently: with an error, or with the words in another
/// order. Names that differ in a number belong to different people.
pub fn is_similar(one: &str, other: &str) -> bool {
    let length = one.chars().count().min(other.chars().count());
    let most = match length {
        0..SHORTEST => 0,
        SHORTEST..LONG => 1,
        LONG.. => 2,
    };
    if one.len().abs_diff(other.len()) > 8 || digits(one) != digits(other) {
        return false;
    }
    osa_distance(one, other) <= most || in_order(one) == in_order(other)
}

/// Whether each word of a folded text begins a word of a folded name. A word with a digit must be the whole word, if
/// `whole_numbers`.
pub fn begins(name: &str, text: &str, whole_numbers: bool) -> bool {
    let has_digit = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
    text.split(' ').all(|asked| {
        let is_whole = whole_numbers && has_digit(asked);
        name.split(' ').any(|word| if is_whole { word == asked } else { word.starts_with(asked) })
    })
}

fn digits(text: &str) -> Vec<char> {
    text.chars().filter(|letter| letter.is_numeric()).collect()
}

fn in_order(text: &str) -> Vec<&str> {
    let mut words: Vec<_> = text.split(' ').collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_blanks_and_punctuation_do_not_matter() {
        for (typed, read) in [
            ("  Ada   LOWE ", "ada lowe"),
            ("Jürgen Groß", "jurgen gross"),
            ("Željko Ćosić", "zeljko cosic"),
            ("O'Neil, Anna-Lena", "oneil anna lena"),
            ("Søren Łuk", "soren luk"),
            ("ﬁn ２", "fin 2"),
            ("!?", ""),
        ] {
            assert_eq!(folded(typed), read);
        }
    }

    #[test]
    fn a_typing_error_is_noticed_and_a_number_tells_people_apart() {
        for (one, other) in [
            ("ada lowe", "ada lowa"),
            ("ada lowe", "lowe ada"),
            ("christopher moss", "cristopher mos"),
            ("ada lowe", "ada loew"),
        ] {
            assert!(is_similar(one, other), "{one} {other}");
        }
        for (one, other) in
            [("ada lowe", "eva long"), ("player 1", "player 2"), ("bo", "jo"), ("ada lowe", "ada lowe of the hill")]
        {
            assert!(!is_similar(one, other), "{one} {other}");
        }
    }

    #[test]
    fn words_are_found_by_how_they_begin() {
        assert!(begins("ada lowe", "lo ad", false) && begins("ada lowe", "ada", true));
        assert!(!begins("ada lowe", "owe", false));
        assert!(begins("player 12", "player 1", false) && !begins("player 12", "player 1", true));
    }
}
