//! Headings: the words for boards and groups of cards, with any decoration.

use std::sync::LazyLock;

use super::marks::{Heading, Place, marks, places};

/// The words for cards after their number.
static CARDS: LazyLock<Vec<&str>> = LazyLock::new(|| marks(Place::Cards));

/// The longest words of a heading, in bytes.
const LONGEST: usize = 60;

/// Returns the heading, if the whole line is one.
pub(super) fn heading(line: &str) -> Option<Heading> {
    places(&key(line)?).iter().find_map(|place| if let Place::Heading(heading) = place { Some(*heading) } else { None })
}

/// Whether these words before a colon introduce a text about the list.
pub(super) fn is_label(words: &str) -> bool {
    key(words).is_some_and(|key| places(&key).contains(&Place::Label))
}

/// Returns the words of a heading in lower case, without decoration and without the number of cards:
/// `## Sideboard (15 cards)` → `sideboard`.
fn key(line: &str) -> Option<String> {
    let is_around = |char: char| char.is_ascii_digit() || is_decoration(char);
    let words = line.trim_matches(is_around);
    if words.is_empty() || words.len() > LONGEST {
        return None;
    }
    let mut words = words.to_lowercase();
    // `Commander(s)`, whose closing bracket has been removed already.
    if words.ends_with("(s") {
        words.replace_range(words.len() - 2.., "s");
    }
    // `15 cards` after the words; alone it is a heading of its own.
    let without_cards = |word: &&str| {
        let number = words.strip_suffix(*word)?.trim_end();
        let rest = number.trim_end_matches(is_around);
        (number.ends_with(|char: char| char.is_ascii_digit()) && !rest.is_empty()).then_some(rest.len())
    };
    if let Some(length) = CARDS.iter().find_map(without_cards) {
        words.truncate(length);
    }
    Some(words)
}

/// Whether a character decorates a heading.
fn is_decoration(char: char) -> bool {
    char.is_ascii_punctuation() && !matches!(char, '&' | '\'' | '"' | '+' | '!' | '?')
        || matches!(char, ' ' | '\t' | '–' | '—' | '•' | '★' | '：' | '（' | '）' | '【' | '】' | '「' | '」' | '・')
}

#[cfg(test)]
mod tests {
    use super::super::list::Board;
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
        assert_all("Maybeboard;Considering:;Tokens;Stickers;ATTRACTIONS (10)", Some(Heading::Board(Board::Maybeboard)));
        assert_all(
            "サイドボード（15枚）;【サイドボード】;RÉSERVE : 15 cartes;Сайдборд (15)",
            Some(Heading::Board(Board::Sideboard)),
        );
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
