//! The name of a round: `3`, `Round 3`, `R3` in the Swiss rounds; `Top 8`, `Quarterfinals`, `Final` in the playoff.

use crate::archive::ROUNDS;

/// Words that may stand before the number of a round.
const BEFORE_NUMBERS: [&str; 12] =
    ["round", "rnd", "rd", "r", "swiss", "playoff", "runde", "ronde", "ronda", "turno", "rodada", "manche"];
/// Words of the playoff.
const PLAYOFF: [&str; 8] = ["playoff", "playoffs", "top", "elimination", "bracket", "knockout", "cut", "finals"];
/// A playoff round with more players comes earlier; one with a number comes before all of these.
const SIZES: i32 = 1 << 20;

/// A round; rounds are played in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RoundKey {
    /// By number.
    Swiss(i32),
    /// In order.
    Playoff(i32),
}

/// Reads the name of a round, and that of its phase, which may be empty. `None` if it is not the name of a round.
pub(super) fn read(name: &str, phase: &str) -> Option<RoundKey> {
    let words = words(&name.to_lowercase());
    let is_playoff =
        |words: &[String]| words.iter().any(|word| PLAYOFF.contains(&word.as_str())) || size(words).is_some();
    if let Some(number) = number(&words) {
        let in_playoff = is_playoff(&self::words(&phase.to_lowercase())) || is_playoff(&words);
        return Some(if in_playoff { RoundKey::Playoff(number) } else { RoundKey::Swiss(number) });
    }
    size(&words).map(|players| RoundKey::Playoff(SIZES - players))
}

/// Finds the round in a longer text, such as `Friday-round-3`: the number after the word `round` or a similar one, or
/// the name of a round of the playoff. Returns it with the other words, here `Friday`.
pub(super) fn in_text(text: &str) -> Option<(RoundKey, String)> {
    let mut words = words(text);
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let is_number = |pair: &[String]| BEFORE_NUMBERS.contains(&pair[0].as_str()) && pair[1].parse::<i32>().is_ok();
    let place = match lower.windows(2).rposition(is_number) {
        Some(first) => first..first + 2,
        None => (0..lower.len()).find(|first| size(&lower[*first..]).is_some())?..lower.len(),
    };
    let key = read(&lower[place.clone()].join(" "), "")?;
    words.drain(place);
    Some((key, words.join(" ")))
}

/// Returns the words of a text. A number is a word of its own.
fn words(text: &str) -> Vec<String> {
    let class = |letter: char| letter.is_alphanumeric().then_some(letter.is_ascii_digit());
    let letters: Vec<char> = text.chars().collect();
    let words = letters.chunk_by(|one, next| class(*one) == class(*next));
    words.filter(|word| class(word[0]).is_some()).map(|word| word.iter().collect()).collect()
}

/// Returns the number of a round: the last word, alone or after the word `round` or a similar one.
fn number(words: &[String]) -> Option<i32> {
    let (last, before) = words.split_last()?;
    let known = before.last().is_none_or(|word| BEFORE_NUMBERS.contains(&word.as_str()));
    let others = before.iter().rev().skip(1);
    let all_known = others.into_iter().all(|word| {
        let is_number = word.parse::<i32>().is_ok();
        is_number || PLAYOFF.contains(&word.as_str()) || BEFORE_NUMBERS.contains(&word.as_str()) || word == "single"
    });
    last.parse().ok().filter(|number| known && all_known && (1..=ROUNDS).contains(number))
}

/// Returns how many players a playoff round with this name has. The match for third place is played with the final.
fn size(words: &[String]) -> Option<i32> {
    let text = words.concat();
    let name = text.trim_start_matches("playoffs").trim_start_matches("playoff").trim_end_matches("match");
    let name = name.trim_end_matches('s');
    let players = match name {
        "quarterfinal" | "quarter" | "qf" => 8,
        "semifinal" | "semi" | "sf" => 4,
        "final" | "finale" | "grandfinal" | "thirdplace" | "3rdplace" | "bronze" => 2,
        other => {
            let number = ["top", "roundof", "lastof", "last"].iter().find_map(|before| other.strip_prefix(before));
            number?.parse().ok().filter(|players| (2..=1024).contains(players))?
        }
    };
    Some(players)
}

#[cfg(test)]
mod tests {
    use super::*;
    use RoundKey::{Playoff, Swiss};

    #[test]
    fn numbers_are_swiss_rounds_unless_the_phase_is_a_playoff() {
        for name in ["3", " 3 ", "Round 3", "R3", "round3", "Swiss 3", "Swiss Round 3", "Rd. 3", "Runde 3", "Manche 3"]
        {
            assert_eq!(read(name, ""), Some(Swiss(3)), "{name}");
            assert_eq!(read(name, "Swiss"), Some(Swiss(3)), "{name}");
            assert_eq!(read(name, "Single Elimination"), Some(Playoff(3)), "{name}");
            assert_eq!(read(name, "Top 8"), Some(Playoff(3)), "{name}");
        }
        for name in ["Playoff 2", "Playoff Round 2", "Top 8 Round 2", "Elimination Round 2"] {
            assert_eq!(read(name, ""), Some(Playoff(2)), "{name}");
        }
    }

    #[test]
    fn rounds_with_names_are_played_by_size() {
        let rounds = [
            &["Playoff 1"][..],
            &["Round of 16", "Top 16"],
            &["Top 8", "Quarterfinals", "Quarter-Finals", "QF"],
            &["Top 4", "Semifinal", "semi finals"],
            &["Final", "Finals", "Grand Final", "Third place", "3rd place match"],
        ];
        let keys: Vec<RoundKey> = rounds.iter().map(|names| read(names[0], "").unwrap()).collect();
        assert!(keys.is_sorted_by(|one, other| one < other), "{keys:?}");
        for (names, key) in rounds.iter().zip(keys) {
            for name in *names {
                assert_eq!(read(name, ""), Some(key), "{name}");
            }
        }
        assert!(Swiss(100) < Playoff(1));
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "Rond 3", "0", "101", "-", "Ana", "Round", "Round three", "3b", "1.5", "Top", "Final 7x"] {
            assert_eq!(read(name, ""), None, "{name}");
        }
    }
}
