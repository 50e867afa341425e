//! Headings: the words for boards and groups of cards, with any decoration.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::list::Board;

/// The kind of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// A board.
    Board(Board),
    /// Cards of one type or purpose, within a board.
    Group,
    /// Text about the list.
    About,
}

/// The words of headings, separated by `|`. None of them is a card's name.
const HEADINGS: [(Heading, &str); 7] = [
    (
        Heading::Board(Board::Main),
        "deck|decks|main|mains|mainboard|mainboards|maindeck|maindecks|main board|main deck|decklist|deck list|mb|md",
    ),
    (Heading::Board(Board::Sideboard), "sideboard|sideboards|side board|sidedeck|side deck|side|sb"),
    (
        Heading::Board(Board::Commander),
        "commander|commanders|commander zone|command zone|cmdr|general|generals|oathbreaker|oathbreakers|signature spell|\
         signature spells",
    ),
    (Heading::Board(Board::Companion), "companion|companions"),
    (
        Heading::Board(Board::Maybeboard),
        "maybeboard|maybeboards|maybe|maybe board|considering|wishlist|acquireboard|token|tokens|tokens & extras|extras",
    ),
    (Heading::About, "about|metadata|general info|description"),
    (
        Heading::Group,
        "artifact|artifact creature|artifact creatures|artifacts|aura|auras|basic land|basic lands|basics|battle|battles|\
         card|cards|cards total|creature|creature spells|creatures|enchantment|enchantments|equipment|instant|instants|\
         instants & sorceries|instants and sorc|instants and sorceries|kindred|land|lands|legendary creatures|\
         noncreature|non-creature|noncreature spells|non-creature spells|nonbasic lands|non-basic lands|other|\
         other spells|others|planeswalker|planeswalkers|saga|sagas|sorceries|sorcery|sorceries and instants|spell|spells|\
         total|total cards|tribal|vehicle|vehicles",
    ),
];

/// Labels before a colon and a text about the list.
const LABELS: &str = "archetype|author|by|colors|colours|creator|date|dci|deck|deck name|decklist|event|first name|format|\
                    last name|location|name|note|notes|place|player|player name|record|result|source|team|title|tournament";

/// The headings by their words.
static BY_WORDS: LazyLock<HashMap<&str, Heading>> = LazyLock::new(|| {
    let each = |(heading, words): (Heading, &'static str)| words.split('|').map(move |word| (word, heading));
    HEADINGS.into_iter().flat_map(each).collect()
});
static LABEL_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| LABELS.split('|').collect());

/// The longest words of a heading, in bytes.
const LONGEST: usize = 40;

/// Returns the heading, if the whole line is one.
pub(super) fn heading(line: &str) -> Option<Heading> {
    BY_WORDS.get(key(line)?.as_str()).copied()
}

/// Whether these words before a colon introduce a text about the list.
pub(super) fn is_label(words: &str) -> bool {
    key(words).is_some_and(|key| LABEL_WORDS.contains(key.as_str()))
}

/// Returns the words of a heading in lower case, without decoration and without the number of cards:
/// `## Sideboard (15 cards)` → `sideboard`.
fn key(line: &str) -> Option<String> {
    let is_around = |char: char| char.is_ascii_digit() || is_decoration(char);
    let words = line.trim_matches(is_around);
    if words.is_empty() || words.len() > LONGEST {
        return None;
    }
    let mut words = words.to_ascii_lowercase();
    // `Commander(s)`, whose closing bracket has been removed already.
    if words.ends_with("(s") {
        words.replace_range(words.len() - 2.., "s");
    }
    for word in [" cards", " card"] {
        // `15 cards` after the words; alone it is a heading of its own.
        let rest = words.strip_suffix(word).filter(|rest| rest.ends_with(|char: char| char.is_ascii_digit()));
        if let Some(rest) = rest.map(|rest| rest.trim_end_matches(is_around)).filter(|rest| !rest.is_empty()) {
            words.truncate(rest.len());
        }
    }
    Some(words)
}

/// Whether a character decorates a heading.
fn is_decoration(char: char) -> bool {
    char.is_ascii_punctuation() && !matches!(char, '&' | '\'' | '"' | '+' | '!' | '?')
        || matches!(char, ' ' | '\t' | '–' | '—' | '•' | '★')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_all(lines: &str, expected: Option<Heading>) {
        for line in lines.split(';') {
            assert_eq!(heading(line), expected, "{line:?}");
        }
    }

    #[test]
    fn boards_are_known_by_their_words() {
        assert_all(
            "Sideboard;SIDEBOARD:;// sideboard;# Sideboard (15);[Sideboard];Sideboard [15];15 Sideboard;**Sideboard**;\
             == Sideboards ==;Sideboard (15 cards);Side Board - 15;SB:;Sideboard: 1 card",
            Some(Heading::Board(Board::Sideboard)),
        );
        assert_all("Deck;Main (60);// Mainboard;MAINBOARD:;Maindeck", Some(Heading::Board(Board::Main)));
        assert_all(
            "Commander;Commander(s);COMMANDERS:;# Commander (1);[commander]",
            Some(Heading::Board(Board::Commander)),
        );
        assert_all("companion:;Companions", Some(Heading::Board(Board::Companion)));
        assert_all("Maybeboard;Considering:;Tokens", Some(Heading::Board(Board::Maybeboard)));
    }

    #[test]
    fn groups_are_known_by_their_words() {
        assert_all(
            "Creatures (12);24 LANDS;22 INSTANTS and SORC.;60 cards;Other spells:;cards;Lands",
            Some(Heading::Group),
        );
        assert_all("About;[metadata]", Some(Heading::About));
    }

    #[test]
    fn a_card_is_no_heading() {
        assert_all(";12;4 Brainstorm;Deck Builder's Toolkit;Sideboard Guide;1 Battle Cry;1 Landfall", None);
    }
}
