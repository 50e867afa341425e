//! Reads a line with one card: its count, its name, and the marks after the name.

use super::count::{count_behind, counted, is_number, number};
use super::heading::{Heading, heading};
use super::list::Board;

/// The longest card name that is accepted, in characters: somewhat more than the longest real name.
const LONGEST_NAME: usize = 200;
/// Words in brackets after a name that describe the copy, not the card.
const FINISHES: &str = "f|e|alt art|alternate art|borderless|etched|extended art|foil|foil etched|full art|nonfoil|non-foil|\
                        promo|retro|retro frame|showcase|surge foil|textless|transform";

/// The parts of a line with a card.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// Number of copies, if stated.
    pub(super) count: Option<u32>,
    /// Its name.
    pub(super) name: String,
    /// The board, if a mark after the name states it.
    pub(super) board: Option<Board>,
    /// Whether a set, a number or a mark after the name shows that it is a card.
    pub(super) is_marked: bool,
}

/// Reads a tidied line without an address: `4x Fire // Ice (MH2) 290 *F*`.
pub(super) fn card(line: &str) -> Option<Named> {
    let mut columns = line.split('\t').map(str::trim).filter(|column| !column.is_empty());
    let first = columns.next()?;
    let second = columns.next();
    let (count, name) = match (counted(first), second) {
        (Some((count, "")), Some(name)) => (Some(count), name),
        (Some((count, name)), _) => (Some(count), name),
        (None, Some(count)) if is_number(count) => (Some(number(count)), first),
        (None, _) => count_behind(first).map_or((None, first), |(name, count)| (Some(count), name)),
    };
    if count == Some(0) {
        return None;
    }
    let mut rest = Rest { text: name, board: None, is_marked: false };
    rest.strip_before();
    rest.strip_behind();
    let Rest { text, board, is_marked } = rest;
    plain_name(text).map(|name| Named { count, name, board, is_marked })
}

/// Returns the name in its usual form, if it can be a card's name.
pub(super) fn plain_name(text: &str) -> Option<String> {
    let name = with_halves(text);
    (name.contains(char::is_alphabetic) && name.chars().count() <= LONGEST_NAME).then_some(name)
}

/// Whether the text holds the address of a page.
pub(super) fn is_address(text: &str) -> bool {
    text.contains(':') && text.contains("://") || text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."))
}

/// Whether text without a count could be a card's name: it begins like a name and does not end like a sentence.
pub(super) fn looks_like_a_name(text: &str) -> bool {
    let begins =
        text.starts_with(|char: char| char.is_alphanumeric() && !char.is_lowercase() || "\"'+_".contains(char));
    begins && !text.ends_with(['.', ',', ':', ';', '?', '(']) && !text.contains(['=', '@'])
}

/// The rest of a line while editions and marks are removed from its ends.
struct Rest<'a> {
    text: &'a str,
    board: Option<Board>,
    is_marked: bool,
}

impl<'a> Rest<'a> {
    /// Removes an edition before the name: `[XLN:91] Opt`.
    fn strip_before(&mut self) {
        for (open, close) in [('[', ']'), ('(', ')'), ('<', '>'), ('{', '}')] {
            let Some((edition, name)) = self.text.strip_prefix(open).and_then(|rest| rest.split_once(close)) else {
                continue;
            };
            if is_edition(edition) && name.starts_with(' ') {
                (self.text, self.is_marked) = (name.trim_start(), true);
            }
        }
    }

    /// Removes marks after the name, one by one from the end.
    fn strip_behind(&mut self) {
        for (sign, cut) in [('#', " #"), ('^', " ^"), ('|', "|")] {
            if self.text.contains(sign)
                && let Some((name, _)) = self.text.split_once(cut)
            {
                (self.text, self.is_marked) = (name, true);
            }
        }
        while let Some(shorter) = self.without_last().map(str::trim_end).filter(|shorter| !shorter.is_empty()) {
            (self.text, self.is_marked) = (shorter, true);
        }
        self.text = self.text.trim_end();
    }

    fn without_last(&mut self) -> Option<&'a str> {
        let text = self.text.trim_end();
        if let Some(marked) = text.strip_suffix('*') {
            let (name, mark) = marked.rsplit_once(" *")?;
            if mark.eq_ignore_ascii_case("cmdr") {
                self.board = Some(Board::Commander);
            }
            return (!mark.is_empty() && mark.chars().all(|char| char.is_alphanumeric() || char == '-'))
                .then_some(name);
        }
        if let Some((name, tags)) = bracketed(text, '[', ']') {
            self.board = tags.split(',').find_map(board_of_tag).or(self.board);
            return Some(name);
        }
        if let Some((name, _)) = bracketed(text, '<', '>').or_else(|| bracketed(text, '{', '}')) {
            return Some(name);
        }
        if let Some((name, inside)) = bracketed(text, '(', ')') {
            let is_finish = FINISHES.split('|').any(|finish| finish.eq_ignore_ascii_case(inside));
            return (is_edition(inside) || is_finish).then_some(name);
        }
        // A number is a collector number only after an edition: `1 Borrowing 100,000 Arrows` has none.
        let (before, number) = text.rsplit_once(' ')?;
        let (_, edition) = bracketed(before, '(', ')').or_else(|| bracketed(before, '[', ']'))?;
        (is_edition(edition) && number.contains(|char: char| char.is_ascii_digit())).then_some(before)
    }
}

/// Splits a text that ends in brackets into the text before them and the text in them.
fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    text.strip_suffix(close)?.rsplit_once(open)
}

/// Returns the board of a tag: `Commander{top}` is the commander's board.
fn board_of_tag(tag: &str) -> Option<Board> {
    match heading(tag.split('{').next()?)? {
        Heading::Board(board) => Some(board),
        _ => None,
    }
}

/// Whether the text is a set code, perhaps with a number (`MH2`, `plst`, `XLN:91`, `C21 263`), or a number alone. Words
/// that belong to names, such as `Used`, differ from codes by small letters after a capital.
fn is_edition(text: &str) -> bool {
    let mut parts = text.splitn(2, [':', ' ']);
    let code = parts.next().unwrap_or_default();
    let number = parts.next();
    let is_code = (2..=6).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !(code.contains(|char: char| char.is_ascii_uppercase())
            && code.contains(|char: char| char.is_ascii_lowercase()));
    is_number(code) && number.is_none()
        || is_code && number.is_none_or(|number| number.contains(|char: char| char.is_ascii_digit()))
}

/// Returns the name with ` // ` between its halves, whatever separator the text uses.
fn with_halves(name: &str) -> String {
    if !name.contains('/') {
        return name.to_owned();
    }
    let halves = name.split('/').map(str::trim).filter(|half| !half.is_empty());
    if halves.clone().any(|half| half.starts_with(|char: char| !char.is_alphabetic() && char != '"')) {
        return name.to_owned();
    }
    halves.collect::<Vec<_>>().join(" // ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_reads(line: &str, count: Option<u32>, name: &str, board: Option<Board>) {
        let found = card(line).map(|it| (it.count, it.name, it.board));
        assert_eq!(found, Some((count, name.to_owned(), board)), "{line}");
    }

    #[test]
    fn counts_stand_before_the_name_or_behind_it() {
        for line in "4 Brainstorm;4x Brainstorm;4X Brainstorm;x4 Brainstorm;4× Brainstorm;4* Brainstorm;\
             4xBrainstorm;4 x Brainstorm;(4) Brainstorm;[4x] Brainstorm;4: Brainstorm;\
             4\tBrainstorm;4x\tBrainstorm\tMMQ\t$ 4.00;Brainstorm x4;Brainstorm ×4;Brainstorm\t4;\
             04 Brainstorm"
            .split(';')
        {
            assert_reads(line, Some(4), "Brainstorm", None);
        }
        assert_reads("Brainstorm", None, "Brainstorm", None);
        assert_reads("99999999999 Island", Some(u32::MAX), "Island", None);
        assert_reads("4 X", Some(4), "X", None);
        assert_reads("1 1996 World Champion", Some(1), "1996 World Champion", None);
        assert_reads("1 +2 Mace", Some(1), "+2 Mace", None);
        assert_reads("3 Borrowing 100,000 Arrows", Some(3), "Borrowing 100,000 Arrows", None);
    }

    #[test]
    fn what_stands_around_the_name_is_taken_off() {
        for line in "1 Opt (XLN) 65;1 Opt (xln) 65p;1 Opt (PLST) XLN-65;1 Opt (XLN) 65★;1 Opt (XLN);\
             1 Opt [XLN];1 Opt [XLN] 65;1 Opt (XLN:65);1 Opt [XLN] (F);1 [XLN:65] Opt;1 (XLN) Opt;\
             1 Opt *F*;1 Opt (XLN) 65 *E*;1 Opt (XLN) 65 *F* [Draw];\
             1x Opt (xln) 65 [Draw] ^Have,#37d67a^;1 Opt|XLN|1;1 Opt (XLN) 65 #Draw #!Cheap;\
             1 Opt <XLN>;1 Opt {XLN};1 Opt (Foil);1 Opt (Extended Art) [XLN];1 Opt (2);\
             1 Opt *f-etch*"
            .split(';')
        {
            assert_reads(line, Some(1), "Opt", None);
        }
        assert!(card("Opt (XLN) 65").unwrap().is_marked);
        assert!(!card("Opt").unwrap().is_marked);
    }

    #[test]
    fn marks_tell_the_board() {
        assert_reads("1x Atraxa (C16) 28 *CMDR*", Some(1), "Atraxa", Some(Board::Commander));
        assert_reads("1x Atraxa (c16) 28 [Commander{top}]", Some(1), "Atraxa", Some(Board::Commander));
        assert_reads("2x Opt (xln) 65 [Draw,Maybeboard{noDeck}{noPrice}]", Some(2), "Opt", Some(Board::Maybeboard));
        assert_reads("2x Opt [Sideboard]", Some(2), "Opt", Some(Board::Sideboard));
    }

    #[test]
    fn brackets_and_strokes_that_belong_to_names_stay() {
        assert_reads("1 Erase (Not the Urza's Legacy One)", Some(1), "Erase (Not the Urza's Legacy One)", None);
        assert_reads("1 Hazmat Suit (Used)", Some(1), "Hazmat Suit (Used)", None);
        for line in "2 Fire // Ice;2 Fire//Ice;2 Fire/Ice;2 Fire / Ice;2 Fire /// Ice (MH2) 290".split(';') {
            assert_reads(line, Some(2), "Fire // Ice", None);
        }
        assert_reads("1 1/1 Token", Some(1), "1/1 Token", None);
    }

    #[test]
    fn addresses_are_known() {
        assert!(is_address("4 https://decks.example/1") && is_address("WWW.decks.example") && !is_address("1 A: B"));
    }

    #[test]
    fn what_is_no_card() {
        let long = format!("1 {}", "a".repeat(201));
        for line in ["", "4", "4x", "0 Island", "4 !!!", "4 123", &long] {
            assert_eq!(card(line), None, "{line}");
        }
    }
}
