//! Classifies each line by itself, without the differences between keyboards, sites and systems.

use unicode_normalization::UnicodeNormalization;

use super::card::{Named, card, is_address, looks_like_a_name};
use super::list::Board;
use super::marks::{COMMENTS, Heading, heading, is_label, is_total};

/// Lines longer than this, in bytes, are not cards.
pub(super) const LONGEST_LINE: usize = 1_000;
/// Titles of groups are not longer than this, in bytes.
const LONGEST_TITLE: usize = 60;

/// The kind of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An empty line.
    Blank,
    /// A separator between groups: `-----`.
    Rule,
    /// Text about the list, or not about a card.
    Comment,
    /// The heading of a part with text about the list, or a line of that part.
    About,
    /// The heading of a board.
    Board(Board),
    /// The heading of a group within a board.
    Group,
    /// A card, perhaps with its own board.
    Card {
        /// Number of copies.
        count: u32,
        /// Its name.
        name: String,
        /// Its board, if the line states it.
        board: Option<Board>,
        /// Whether the line states a count.
        is_counted: bool,
    },
    /// A name without a count, which may or may not be a card.
    Name(String),
    /// A name with a number in brackets: `Removal (4)`. A heading or a card, by the lines around it.
    NameWithNumber(u32, String),
    /// None of these.
    Unknown,
}

/// A line with its number and kind.
pub(super) struct Seen<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
    pub(super) kind: Kind,
}

/// Classifies every line of a text.
pub(super) fn classify_all(text: &str) -> Vec<Seen<'_>> {
    let mut is_about = false;
    let seen = lines(text).map(|(number, text)| {
        let kind = classify(&tidy(text));
        // `Name My Deck` under `About`, `Name=My Deck` under `[metadata]`.
        is_about = match kind {
            Kind::About => true,
            Kind::Name(_) | Kind::NameWithNumber(..) | Kind::Unknown => is_about,
            _ => false,
        };
        Seen { number, text: text.trim(), kind: if is_about { Kind::About } else { kind } }
    });
    let mut seen: Vec<_> = seen.collect();
    if seen.iter().any(|line| is_total(line.text)) {
        seen.iter_mut().for_each(strip_set);
    }
    seen
}

/// Removes a set in full after a card's name, as the program with totals below its lists writes it: ` (Core Set)`.
fn strip_set(line: &mut Seen<'_>) {
    if let Kind::Card { name, .. } = &mut line.kind
        && let Some(length) = name.strip_suffix(')').and_then(|name| name.rfind(" ("))
    {
        name.truncate(length);
    }
}

fn classify(line: &str) -> Kind {
    if line.is_empty() {
        return Kind::Blank;
    }
    if !line.contains(char::is_alphanumeric) {
        return Kind::Rule;
    }
    match heading(line) {
        Some(Heading::Board(board)) => return Kind::Board(board),
        Some(Heading::Group) => return Kind::Group,
        Some(Heading::About) => return Kind::About,
        None => {}
    }
    let is_about = || line.split_once(':').is_some_and(|(words, _)| is_label(words));
    let card = without_address(line);
    if is_comment(line) {
        Kind::Comment
    } else if line.len() <= LONGEST_LINE && !is_address(card) {
        labelled(card).unwrap_or_else(|| card_or_title(card))
    } else if is_about() {
        Kind::Comment
    } else {
        Kind::Unknown
    }
}

/// Returns the line without a comment at its end that holds an address: `1 Opt # https://decks.example/1`.
fn without_address(line: &str) -> &str {
    let mut comments = [" #", " //"].into_iter().filter_map(|mark| line.rsplit_once(mark));
    comments.find(|(_, comment)| is_address(comment.trim_start())).map_or(line, |(before, _)| before)
}

/// Whether the line begins like a comment.
pub(super) fn is_comment(line: &str) -> bool {
    COMMENTS.iter().any(|mark| line.starts_with(mark))
}

/// Reads a line with a label: `SB: 2 Pyroblast`, `Commander: Najeela`, `Deck name: Burn`.
fn labelled(line: &str) -> Option<Kind> {
    let (words, rest) = line.split_once(':')?;
    let rest = rest.trim();
    if let (Some(Heading::Board(board)), Some(found)) = (heading(words), card(rest)) {
        let is_alone = matches!(board, Board::Commander | Board::Companion);
        if found.count.is_some() || found.is_marked || is_alone {
            return Some(Kind::Card {
                count: found.count.unwrap_or(1),
                name: found.name,
                board: Some(found.board.unwrap_or(board)),
                is_counted: found.count.is_some(),
            });
        }
    }
    is_label(words).then_some(Kind::Comment)
}

fn card_or_title(line: &str) -> Kind {
    let Some(found) = card(line) else { return Kind::Unknown };
    let Named { count, name, board, is_marked } = found;
    match count {
        Some(count) => Kind::Card { count, name, board, is_counted: true },
        None if is_title(line) => Kind::Group,
        None => match numbered(line) {
            Some((words, number)) => Kind::NameWithNumber(number, card(words).map_or(name, |found| found.name)),
            None if is_marked => Kind::Card { count: 1, name, board, is_counted: false },
            None if looks_like_a_name(line) => Kind::Name(name),
            None => Kind::Unknown,
        },
    }
}

/// Whether a line without a count is decorated like a title: `Ramp:`, `== Ramp ==`, `**Ramp**`, `[Ramp]`.
fn is_title(line: &str) -> bool {
    let decorated = |open: char, close: char| line.starts_with(open) && line.ends_with(close);
    let is_decorated = [('=', '='), ('-', '-'), ('*', '*'), ('[', ']'), ('~', '~'), ('_', '_'), ('<', '>')];
    line.len() <= LONGEST_TITLE
        && (line.ends_with(':') || is_decorated.into_iter().any(|(open, close)| decorated(open, close)))
}

/// Splits off the number at the end of a line, in brackets or after a colon: `Removal (4)`, `Removal: 4`.
fn numbered(line: &str) -> Option<(&str, u32)> {
    let inside = line.strip_suffix(')').and_then(|line| line.rsplit_once('('));
    let inside = inside.or_else(|| line.strip_suffix(']').and_then(|line| line.rsplit_once('[')));
    let (words, number) = inside.or_else(|| line.rsplit_once(": "))?;
    Some((words, number.parse().ok()?))
}

/// Characters that begin a list item if a space follows.
const BULLETS: [char; 14] = ['-', '*', '+', '>', '–', '—', '•', '·', '∙', '●', '▪', '◦', '‣', '■'];

/// Returns the lines with their numbers from 1. They end with `\n`, `\r\n`, `\r` or Unicode's separators.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text);
    let lines = std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r', '\u{2028}', '\u{2029}']) else {
            rest = None;
            return Some(text);
        };
        let (line, tail) = text.split_at(end);
        let tail = tail.strip_prefix("\r\n").unwrap_or_else(|| {
            let mut chars = tail.chars();
            chars.next();
            chars.as_str()
        });
        rest = Some(tail);
        Some(line)
    });
    (1..).zip(lines)
}

/// Returns the line with plain spaces, quotes, brackets and digits, with composed letters, without invisible characters
/// and without a bullet. Tabs stay, since they separate columns.
pub(super) fn tidy(line: &str) -> String {
    let mut tidied = String::with_capacity(line.len());
    for char in line.chars() {
        let char = match char {
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                continue;
            }
            '\t' => '\t',
            '《' | '》' => ' ',
            '‘' | '’' | 'ʼ' | '´' => '\'',
            '“' | '”' => '"',
            '（' => '(',
            '）' => ')',
            '０'..='９' => char::from_digit(u32::from(char) - u32::from('０'), 10).unwrap_or(char),
            char if char.is_whitespace() || char.is_control() => ' ',
            char => char,
        };
        if char == '\t' && tidied.ends_with(' ') {
            tidied.pop();
        }
        if !(matches!(char, ' ' | '\t') && tidied.ends_with([' ', '\t'])) {
            tidied.push(char);
        }
    }
    without_bullet(tidied.trim()).nfc().collect()
}

fn without_bullet(line: &str) -> &str {
    line.strip_prefix(BULLETS).and_then(|rest| rest.strip_prefix([' ', '\t'])).map_or(line, str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_there_is() {
        let found: Vec<_> = lines("a\r\nb\rc\n\nd\u{2028}e\r\r\n").collect();
        assert_eq!(found, [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d"), (6, "e"), (7, ""), (8, "")]);
        assert_eq!(lines("").collect::<Vec<_>>(), [(1, "")]);
    }

    #[test]
    fn what_cannot_be_seen_does_not_matter() {
        for (line, tidied) in [
            ("\u{feff}4 Brainstorm\u{200b} ", "4 Brainstorm"),
            ("4\u{a0}\u{a0}Urza’s  Saga", "4 Urza's Saga"),
            ("\t 4 \t Brainstorm", "4\tBrainstorm"),
            ("４ 《思案》", "4 思案"),
            ("山（２枚）", "山(2枚)"),
            ("Re\u{301}serve", "R\u{e9}serve"),
            ("• 4x Brainstorm", "4x Brainstorm"),
            ("- Brainstorm", "Brainstorm"),
            ("-4 Brainstorm", "-4 Brainstorm"),
            ("\u{0}4 Brain\u{7}storm", "4 Brain storm"),
            ("\u{202e}4 Brainstorm\u{202c}", "4 Brainstorm"),
            ("- ", "-"),
        ] {
            assert_eq!(tidy(line), tidied, "{line:?}");
        }
    }
}
