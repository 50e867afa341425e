//! Mutates lists into arbitrary texts. A seed makes a text that breaks the parser reproducible.

use domain::deck_text::{Board, DeckText};

/// The longest text that a client may send, in bytes.
pub(crate) const LONGEST: usize = 256 * 1024;
/// The most changes to one text.
const CHANGES: usize = 8;
/// Parts of lists, and texts that are difficult for parsers.
const PIECES: [&str; 40] = [
    "Sideboard\n",
    "Deck:\n",
    "Commander\n",
    "// Companion (1)\n",
    "SB: ",
    "SB:",
    "4 ",
    "4x",
    "x",
    "99999999999999999999 ",
    "0 ",
    "-1 ",
    "(MH2) 290",
    "[MH2]",
    "(",
    ")",
    "[",
    "]",
    "*F*",
    "*CMDR*",
    "//",
    "/",
    "#",
    "|",
    "^",
    "\t",
    "\r\n",
    "\r",
    "\n\n",
    "\u{feff}",
    "\u{a0}",
    "\u{202e}",
    "\u{0}",
    "<Deck><Cards Quantity=\"4\" Name=\"A&amp;B\"/>",
    "<Cards ",
    "&#x0;",
    "]]>",
    "<!--",
    "Lands (24)\n",
    "https://",
];

/// A random number generator (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 1).unwrap_or_default() % end.max(1)
    }

    /// Returns a random range within a text of this many bytes.
    fn range(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        start..start + self.below((len - start).min(64) + 1)
    }
}

/// Returns a text made from these lists.
pub(crate) fn mutate(random: &mut Random, corpus: &[String]) -> String {
    let mut text = corpus[random.below(corpus.len())].clone().into_bytes();
    for _ in 0..=random.below(CHANGES) {
        change(random, &mut text, corpus);
        text.truncate(LONGEST);
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn change(random: &mut Random, text: &mut Vec<u8>, corpus: &[String]) {
    let at = random.below(text.len() + 1);
    let part = random.range(text.len());
    match random.below(9) {
        0 => drop(text.drain(part)),
        1 => {
            let copy = text[part].to_vec();
            text.splice(at..at, copy);
        }
        2 => {
            let piece = PIECES[random.below(PIECES.len())];
            text.splice(at..at, piece.bytes());
        }
        3 => {
            let other = corpus[random.below(corpus.len())].as_bytes();
            let copy = other[random.range(other.len())].to_vec();
            text.splice(at..at, copy);
        }
        4 => text.truncate(at),
        5 => {
            let byte = u8::try_from(random.below(256)).unwrap_or_default();
            text.splice(at..at, [byte]);
        }
        6 => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        7 => {
            let mut lines: Vec<Vec<u8>> = text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let (one, two) = (random.below(lines.len()), random.below(lines.len()));
            if !lines.is_empty() {
                lines.swap(one, two);
            }
            *text = lines.concat();
        }
        // Rarely, because it is slow: a text of the greatest length.
        _ if random.below(64) == 0 => {
            let piece = PIECES[random.below(PIECES.len())].as_bytes();
            *text = piece.iter().copied().cycle().take(LONGEST).collect();
        }
        _ => text.make_ascii_uppercase(),
    }
}

/// Checks the properties that hold for every text. The error names a property that does not hold.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let deck = DeckText::parse(text);
    let cards = || deck.sections.iter().flat_map(|section| &section.cards);
    let is_name = |name: &str| {
        !name.trim().is_empty()
            && name.trim() == name
            && !name.contains(char::is_control)
            && name.chars().count() <= 200
    };
    if let Some(card) = cards().find(|card| card.count == 0 || !is_name(&card.name)) {
        return Err(format!("not a card: {card:?}"));
    }
    if !deck.sections.is_sorted_by(|one, two| one.board < two.board) {
        return Err("boards are duplicated or out of order".to_owned());
    }
    if deck.sections.iter().any(|section| section.cards.is_empty() || deck.count(section.board) != section.count()) {
        return Err("a board without cards".to_owned());
    }
    let total =
        Board::ALL.iter().filter(|board| **board != Board::Maybeboard).map(|board| u64::from(deck.count(*board)));
    if u64::from(deck.total()) != total.sum::<u64>().min(u64::from(u32::MAX)) {
        return Err("the total is not the sum".to_owned());
    }
    if !deck.not_understood.is_sorted_by(|one, two| one.number <= two.number) {
        return Err("lines are out of order".to_owned());
    }
    if deck.lines.cards != cards().count() {
        return Err("the number of card lines is wrong".to_owned());
    }
    let is_xml = text.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}').starts_with('<');
    if !is_xml
        && lines_with_text(text)
            != deck.lines.cards + deck.lines.headings + deck.lines.comments + deck.not_understood.len()
    {
        return Err("a line is neither counted nor listed as not understood".to_owned());
    }
    Ok(())
}

/// Returns the number of lines with visible text.
fn lines_with_text(text: &str) -> usize {
    let is_invisible = |char: char| {
        char.is_whitespace()
            || char.is_control()
            || matches!(char, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '《' | '》')
    };
    let lines = text.split(['\n', '\r', '\u{2028}', '\u{2029}']);
    lines.filter(|line| !line.chars().all(is_invisible)).count()
}
