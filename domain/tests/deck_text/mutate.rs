//! Lists with mutations at random, and the longest texts.

use std::time::{Duration, Instant};

use domain::deck_text::{Board, DeckText};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::fixtures;

/// The longest text that a client may send, in bytes.
const LONGEST: usize = 256 * 1024;
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

/// A change of a text: its kind, two places, a byte and a piece.
type Change = (u8, Index, Index, u8, &'static str);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = (0_u8..9, any::<Index>(), any::<Index>(), any::<u8>(), select(&PIECES[..]));
    prop::collection::vec(change, 1..=CHANGES)
}

fn change(text: &mut Vec<u8>, other: &[u8], (kind, one, two, byte, piece): Change) {
    let at = one.index(text.len() + 1);
    let part = at..text.len().min(at + two.index(64));
    match kind {
        0 => drop(text.drain(part)),
        1 => {
            let copy = text[part].to_vec();
            let to = two.index(text.len() + 1);
            text.splice(to..to, copy);
        }
        2 => drop(text.splice(at..at, piece.bytes())),
        3 => {
            let from = two.index(other.len());
            text.splice(at..at, other[from..].iter().copied().take(64));
        }
        4 => text.truncate(at),
        5 => text.insert(at, byte),
        6 => text.iter_mut().skip(at).take(1).for_each(|changed| *changed ^= 1 << (byte % 8)),
        7 => {
            let mut lines: Vec<Vec<u8>> = text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            if !lines.is_empty() {
                let (one, two) = (one.index(lines.len()), two.index(lines.len()));
                lines.swap(one, two);
            }
            *text = lines.concat();
        }
        _ => text.make_ascii_uppercase(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn broken_lists_break_nothing(lists in select(fixtures()), other in select(fixtures()), changes in changes()) {
        let mut text = lists.1.into_bytes();
        changes.into_iter().for_each(|it| change(&mut text, other.1.as_bytes(), it));
        check(&String::from_utf8_lossy(&text)).map_err(TestCaseError::fail)?;
    }
}

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

fn lines_with_text(text: &str) -> usize {
    let is_invisible = |char: char| {
        char.is_whitespace()
            || char.is_control()
            || matches!(char, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '《' | '》')
    };
    let lines = text.split(['\n', '\r', '\u{2028}', '\u{2029}']);
    lines.filter(|line| !line.chars().all(is_invisible)).count()
}

#[test]
fn the_longest_text_takes_no_longer_than_its_length_asks() {
    for piece in [
        "\n",
        " ",
        "1 a\n",
        "(",
        "1 a (AB) ",
        "1 a *F* ",
        "[",
        "4 A // ",
        "/",
        "Sideboard\n",
        "A\n",
        "\u{202e}",
        "#",
        "<Deck",
        "<Deck><Cards ",
        "<Cards a=\"1\" ",
        "<Cards/>",
        "<Deck><a>",
        "<Deck>&amp;",
        "99999999999 A\n",
        "é",
        "\t",
        "A (4)\n",
    ] {
        let text: String = piece.chars().cycle().take(LONGEST / piece.chars().next().unwrap().len_utf8()).collect();
        let attributes = format!("<Deck><Cards {}/>", &text[..text.floor_char_boundary(LONGEST - 20)]);
        for text in [text, attributes] {
            let began = Instant::now();
            check(&text).unwrap_or_else(|what| panic!("{piece:?}: {what}"));
            assert!(began.elapsed() < Duration::from_secs(10), "{piece:?} takes {:?}", began.elapsed());
        }
    }
}

#[test]
fn counts_stay_within_their_type() {
    let deck = DeckText::parse("4294967295 Island\n9999999999 Forest\nSideboard\n4294967295 Swamp");
    assert_eq!(deck.total(), u32::MAX);
}
