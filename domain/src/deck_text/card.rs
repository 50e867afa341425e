//! Reads a line with one card: its count, before the name or after it, its name, and the marks after the name.

use super::list::Board;
use super::marks::{BRACKETS, COPIES, Heading, Place, SUFFIXES, TAILS, heading, places};

/// The longest card name that is accepted, in characters: somewhat more than the longest real name.
const LONGEST_NAME: usize = 200;
/// The longest set without brackets, in bytes.
const LONGEST_SET: usize = 7;

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
    let mut rest = Rest { text: name, count, board: None, is_marked: false };
    rest.strip_before();
    rest.strip_behind();
    let Rest { text, count, board, is_marked } = rest;
    if count == Some(0) {
        return None;
    }
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
    count: Option<u32>,
    board: Option<Board>,
    is_marked: bool,
}

impl<'a> Rest<'a> {
    /// Removes an edition before the name: `[XLN:91] Opt`.
    fn strip_before(&mut self) {
        for (open, close) in BRACKETS.iter().map(|brackets| brackets.split_at(1)) {
            let Some((edition, name)) = self.text.strip_prefix(open).and_then(|rest| rest.split_once(close)) else {
                continue;
            };
            if is_edition(edition) && name.starts_with(' ') {
                (self.text, self.is_marked) = (name.trim_start(), true);
            }
        }
    }

    /// Removes marks after the name, one by one from the end, and a count before them: `Opt x4 (XLN) 65`.
    fn strip_behind(&mut self) {
        for tail in TAILS.iter() {
            // Within brackets it belongs to the edition: `(Set1 #508)`. A sign between blanks separates the two parts of
            // a name: `Lee | The Fast`.
            let is_mark = |(name, rest): &(&str, &str)| {
                name.rfind('(') <= name.rfind(')') && !(name.ends_with(' ') && rest.starts_with(' '))
            };
            if let Some((name, rest)) = self.text.split_once(tail).filter(is_mark) {
                self.text = name;
                let boards = rest.split('#').filter_map(|tag| tag.trim_start().strip_prefix('!'));
                self.board = boards.map(str::trim).find_map(board_of_tag).or(self.board);
                self.is_marked |= self.board.is_some();
            }
        }
        loop {
            self.text = self.text.trim_end();
            if let Some((name, count)) = count_behind(self.text).filter(|_| self.count.is_none()) {
                (self.text, self.count) = (name.trim_end(), Some(count));
            }
            let last = self.without_last().filter(|(shorter, _)| !shorter.trim_end().is_empty());
            let Some((shorter, is_mark)) = last else { break };
            (self.text, self.is_marked) = (shorter, self.is_marked || is_mark);
        }
    }

    /// Returns the text without its last mark, and whether this mark shows that the line is a card. Any title can have a
    /// word in brackets.
    fn without_last(&mut self) -> Option<(&'a str, bool)> {
        let text = self.text.trim_end();
        if let Some(marked) = text.strip_suffix('*') {
            let (name, mark) = marked.rsplit_once('*').filter(|(name, _)| name.ends_with([' ', ')', ']', '>']))?;
            self.board = board_of_tag(mark).or(self.board);
            return (!mark.is_empty() && mark.chars().all(|char| char.is_alphanumeric() || char == '-'))
                .then_some((name, true));
        }
        // `{R}` is a part of a name: `Energia base {R}`.
        let is_sign = |brackets, inside: &str| brackets == "{}" && matches!(inside.as_bytes(), [b'A'..=b'Z']);
        if let Some((brackets, name, inside)) = bracketed(text).filter(|(it, _, inside)| !is_sign(*it, inside)) {
            let board = inside.split(',').find_map(board_of_tag);
            let count = copies(inside.trim()).filter(|_| self.count.is_none());
            let is_mark = board.is_some() || count.is_some() || is_edition(inside) || is_finish(inside);
            (self.board, self.count) = (board.or(self.board), self.count.or(count));
            return (is_mark || brackets != "()").then_some((name, is_mark));
        }
        if let Some((name, suffix)) = SUFFIXES.iter().find_map(|suffix| Some((text.strip_suffix(suffix)?, suffix))) {
            // Only signs of keyboards belong to names.
            return (name.ends_with(char::is_alphanumeric) || !suffix.is_ascii()).then_some((name, false));
        }
        // A number is a collector number only after an edition: `1 Borrowing 100,000 Arrows` has none.
        let (before, last) = text.rsplit_once(' ')?;
        let has_number = |(edition, number): (&str, &str)| has_digit(number) && ends_with_edition(edition);
        let is_number = has_digit(last) && ends_with_edition(before);
        let is_copy = is_finish(last) && (ends_with_edition(before) || before.rsplit_once(' ').is_some_and(has_number));
        if is_number || is_copy {
            return Some((before, true));
        }
        self.count.and_then(|_| without_bare_edition(text)).map(|name| (name, true))
    }
}

/// Splits a text that ends in brackets into the brackets, the text before them and the text in them.
fn bracketed(text: &str) -> Option<(&'static str, &str, &str)> {
    BRACKETS.iter().find_map(|brackets| {
        let (open, close) = brackets.split_at(1);
        let (before, inside) = text.strip_suffix(close)?.rsplit_once(open)?;
        Some((*brackets, before, inside))
    })
}

/// Returns the board of a tag: `Commander{top}` is the commander's board, and `Ramp{noDeck}` is outside of the deck.
pub(super) fn board_of_tag(tag: &str) -> Option<Board> {
    let (words, flags) = tag.split_once('{').unwrap_or((tag, ""));
    let board = heading(words).and_then(|heading| if let Heading::Board(board) = heading { Some(board) } else { None });
    let is_outside = |flag: &str| places(&flag.to_lowercase()).contains(&Place::Outside);
    let is_in_deck = board == Some(Board::Sideboard) || !flags.split(['{', '}']).any(is_outside);
    if is_in_deck { board } else { Some(Board::Maybeboard) }
}

/// Whether the text ends with an edition in round or square brackets.
fn ends_with_edition(text: &str) -> bool {
    let is_copy = |inside| is_edition(inside) || is_finish(inside);
    bracketed(text).is_some_and(|(brackets, _, inside)| matches!(brackets, "()" | "[]") && is_copy(inside))
}

/// Whether the words after a name describe the copy.
fn is_finish(words: &str) -> bool {
    places(&words.to_lowercase()).contains(&Place::Finish)
}

fn has_digit(text: &str) -> bool {
    text.contains(|char: char| char.is_ascii_digit())
}

/// Removes a set and a number without brackets, as in lists of other games: `Charizard BS2 4`, `Iono PAL 185 PH`,
/// `Fire Energy SMEnergy 2`, `Basic {R} Energy Energy 10`, `Agumon BT1-010`.
fn without_bare_edition(text: &str) -> Option<&str> {
    let text = text.rsplit_once(' ').filter(|(_, last)| is_finish(last)).map_or(text, |(before, _)| before);
    let without_number = text.trim_end_matches(|char: char| char.is_ascii_digit()).trim_end();
    if let Some(name) = without_number.strip_suffix(" Energy").filter(|name| name.ends_with(" Energy")) {
        return Some(name);
    }
    let (before, number) = text.rsplit_once(' ')?;
    if number.split_once('-').is_some_and(|(set, _)| set.ends_with(|char: char| char.is_ascii_digit())) {
        return is_numbered_set(number).then_some(before);
    }
    let (name, set) = before.rsplit_once(' ')?;
    let is_number = has_digit(number) && number.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_number && is_bare_set(set.strip_suffix("Energy").unwrap_or(set))).then_some(name)
}

/// Whether the text is a set code in capitals: `BS2`, `PR-SW`.
fn is_bare_set(text: &str) -> bool {
    let is_code = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
    (2..=LONGEST_SET).contains(&text.len())
        && text.bytes().all(is_code)
        && text.contains(|char: char| char.is_ascii_uppercase())
}

/// Whether the text is a set code in capitals with a number: `BT1-010`.
fn is_numbered_set(text: &str) -> bool {
    text.split_once('-').is_some_and(|(set, number)| is_bare_set(set) && is_number(number))
}

/// Whether the text is a set code, perhaps with a number (`MH2`, `plst`, `XLN:91`, `C21#263`, `C21 263`, `BT1-010`), a set
/// in full with a number (`Set1 #508`), a number alone, also with a sign (`#263`), or empty. Words that belong to names,
/// such as `Used`, differ from codes by small letters after a capital.
fn is_edition(text: &str) -> bool {
    let text = text.trim();
    let mut parts = text.splitn(2, [':', ' ', '#']);
    let code = parts.next().unwrap_or_default();
    let number = parts.next();
    let is_code = (2..=6).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !(code.contains(|char: char| char.is_ascii_uppercase())
            && code.contains(|char: char| char.is_ascii_lowercase()))
        && !places(&code.to_lowercase()).contains(&Place::OfName);
    let is_in_full = text.rsplit_once(" #").is_some_and(|(set, number)| !set.is_empty() && is_number(number));
    is_number(code) && number.is_none()
        || code.is_empty() && number.is_none_or(is_number)
        || is_code && number.is_none_or(has_digit)
        || is_in_full
        || is_numbered_set(text)
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

/// Whether the text consists of digits only.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts digits to a number, at most the largest `u32`.
pub(super) fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}

/// Reads the count before a name: `4`, `4x`, `x4`, `(4)`, `[4x]`, `4 x`, `4 |`. The rest may be empty.
pub(super) fn counted(text: &str) -> Option<(u32, &str)> {
    let (inner, closing) = match text.chars().next()? {
        '(' => (&text[1..], Some(')')),
        '[' => (&text[1..], Some(']')),
        _ => (text, None),
    };
    let inner = inner.strip_prefix(COPIES).unwrap_or(inner);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = inner.split_at(digits);
    if digits.is_empty() {
        return None;
    }
    let times = rest.strip_prefix(COPIES);
    let mut rest = times.unwrap_or(rest);
    if let Some(closing) = closing {
        rest = rest.strip_prefix(closing)?;
    }
    let rest = match rest.strip_prefix([' ', ':']) {
        Some(rest) => rest.trim_start(),
        // `4xBrainstorm`
        None if times.is_some() && rest.starts_with(|char: char| char.is_alphabetic() && !char.is_lowercase()) => rest,
        None if rest.is_empty() => rest,
        None => return None,
    };
    // `4 x Brainstorm`
    let signs = |char: char| char == '|' || COPIES.contains(&char);
    let lone = rest.strip_prefix(signs).and_then(|rest| rest.strip_prefix(' ')).filter(|_| times.is_none());
    Some((number(digits), lone.unwrap_or(rest)))
}

/// The first letter of scripts without blanks.
const WITHOUT_BLANKS: char = '\u{2e80}';

/// Reads a count after the name: `Brainstorm x4`, `Brainstorm 4x`, `Brainstorm x 4`, `稲妻×4`, `稲妻4枚`.
fn count_behind(text: &str) -> Option<(&str, u32)> {
    let name = text.trim_end_matches(|char: char| char.is_ascii_digit() || COPIES.contains(&char));
    let count = &text[name.len()..];
    if name.ends_with(|char: char| char >= WITHOUT_BLANKS) || count.starts_with('×') {
        return copies(count).map(|count| (name, count));
    }
    let (name, count) = text.rsplit_once(' ')?;
    if is_number(count) {
        let name = name.strip_suffix(COPIES)?.strip_suffix(' ')?;
        return Some((name, number(count)));
    }
    copies(count).map(|count| (name, count))
}

/// Reads a number with the sign of a count: `x4`, `4x`.
fn copies(text: &str) -> Option<u32> {
    let digits = text.strip_prefix(COPIES).or_else(|| text.strip_suffix(COPIES))?;
    is_number(digits).then(|| number(digits))
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
             04 Brainstorm;Brainstorm (x4);Brainstorm [4x];Brainstorm (x4) (MMQ) 61;Brainstorm 4x;Brainstorm x 4;\
             4枚 Brainstorm;Brainstorm 4枚;Brainstorm×4;Brainstorm x4 (MMQ) 61;Brainstorm 4x [MMQ];Brainstorm x4 *F*;\
             Brainstorm (MMQ) 61 x4 *F*;Brainstorm x4 #burn"
            .split(';')
        {
            assert_reads(line, Some(4), "Brainstorm", None);
        }
        for line in "稲妻×4;稲妻x4;稲妻4枚;稲妻 ×4;稲妻(4枚);4 稲妻".split(';') {
            assert_reads(line, Some(4), "稲妻", None);
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
             1 Opt *f-etch*;1 [C21#263] Opt;1 Opt () 84;1 Opt+|C21;1 Opt+;1 Opt (Set1 #508);1 Opt PAL 254;\
             1 Opt PR-SW SWSH205;1 Opt PAL 185 PH;1 Opt # !Foil;\
             1 Opt SMEnergy 2;1 Opt BT1-010;1 Opt (XLN) 65 F;1 Opt [XLN] foil;1 Opt (OP01-016);1 Opt (XLN) ••;\
             1 Opt (XLN) 65 ★;1 Opt (xln) `Draw`;1 Opt ( ) 84;1 Opt (undefined) 84;1 Opt (null) null;1 Opt (N/A);\
             1 [#263] Opt;1 Opt (:84);1 Opt (Etched Foil);1 Opt (Galaxy Foil);1 Opt [XLN:65]*F*"
            .split(';')
        {
            assert_reads(line, Some(1), "Opt", None);
        }
        assert!(card("Opt (XLN) 65").unwrap().is_marked);
        for title in ["Opt", "Opt [Blue]", "Opt #2"] {
            assert!(!card(title).unwrap().is_marked, "{title}");
        }
    }

    #[test]
    fn marks_tell_the_board() {
        assert_reads("1x Atraxa (C16) 28 *CMDR*", Some(1), "Atraxa", Some(Board::Commander));
        assert_reads("1x Atraxa (c16) 28 [Commander{top}]", Some(1), "Atraxa", Some(Board::Commander));
        assert_reads("1x Atraxa (c16) `Commander`", Some(1), "Atraxa", Some(Board::Commander));
        assert_reads("2x Opt (xln) 65 [Draw,Maybeboard{noDeck}{noPrice}]", Some(2), "Opt", Some(Board::Maybeboard));
        assert_reads("2x Opt [Sideboard]", Some(2), "Opt", Some(Board::Sideboard));
        assert_reads("2x Opt [Sideboard{noDeck}]", Some(2), "Opt", Some(Board::Sideboard));
        assert_reads("1x Opt (xln) 65 [Draw{noDeck}]", Some(1), "Opt", Some(Board::Maybeboard));
        assert_reads("1 Atraxa # !Commander", Some(1), "Atraxa", Some(Board::Commander));
        assert_reads("1 Atraxa (Commander)", Some(1), "Atraxa", Some(Board::Commander));
        assert_reads("1x Lurrus *CMPN*", Some(1), "Lurrus", Some(Board::Companion));
    }

    #[test]
    fn brackets_and_strokes_that_belong_to_names_stay() {
        assert_reads("1 Erase (Not the Urza's Legacy One)", Some(1), "Erase (Not the Urza's Legacy One)", None);
        assert_reads("1 Hazmat Suit (Used)", Some(1), "Hazmat Suit (Used)", None);
        for line in "2 Fire // Ice;2 Fire//Ice;2 Fire/Ice;2 Fire / Ice;2 Fire /// Ice (MH2) 290".split(';') {
            assert_reads(line, Some(2), "Fire // Ice", None);
        }
        assert_reads("1 1/1 Token", Some(1), "1/1 Token", None);
        assert_reads("3x Zero to Sixty (red)", Some(3), "Zero to Sixty (red)", None);
        assert_reads("1 | Sabine Wren | The Artist", Some(1), "Sabine Wren | The Artist", None);
        for line in "8 Basic {L} Energy SVE 4;8 Basic {L} Energy Energy 10;8 Basic {L} Energy Energy".split(';') {
            assert_reads(line, Some(8), "Basic {L} Energy", None);
        }
        assert_reads("8 Energia base {R} SVE 2", Some(8), "Energia base {R}", None);
        assert_reads("1 Umbreon ★ CLC 17", Some(1), "Umbreon ★", None);
        assert_reads("1 N FCO 105a", Some(1), "N", None);
        assert_reads("Burn RCQ 2026", None, "Burn RCQ 2026", None);
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
