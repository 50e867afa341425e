//! The picture of a decklist, as SVG: its boards with their counts in columns that can be read. Nothing in it comes
//! from elsewhere: no font, no image, no script.
//!
//! Names come from people: the template escapes them, and `clean` takes out what XML cannot hold.
//!
//! Boards flow through columns, and the sideboard begins a new column.

use std::borrow::Cow;
use std::collections::HashMap;

use askama::Template;
use domain::deck_text::{Board, CardLine, DeckText, Line, Section};
use domain::decklist::is_web_address;
use domain::names;
use serde::Deserialize;

use super::head::html;
use crate::texts::{Language, Texts};

/// Maximum number of card lines in a picture.
const MOST_LINES: usize = 240;
/// Lines among these that are reserved for boards after the deck, such as the sideboard, if they need them.
const MOST_AFTER_DECK: usize = 60;
/// Maximum number of lines that were not read whose numbers the picture says.
const MOST_NAMED: usize = 5;
/// Minimum width of a picture in pixels, so that a title fits.
const NARROWEST: usize = 520;
/// The width of a column for names, in letters. Longer names are shortened.
const LETTERS: std::ops::RangeInclusive<usize> = 20..=34;
/// Width of a letter in a name, and in the title, in pixels.
const LETTER: usize = 8;
const TITLE_LETTER: usize = 14;
/// Where counts end and names begin in a column, in pixels.
const COUNT_X: usize = 19;
const NAME_X: usize = 28;

#[derive(Template)]
#[template(path = "public/deck_image.svg")]
struct Picture {
    width: usize,
    height: usize,
    label: String,
    title: String,
    archetype: String,
    top: usize,
    columns: Vec<Column>,
    column_width: usize,
    /// The lines in a picture without cards, each with its place.
    notices: Vec<(usize, String)>,
    footer: String,
    footer_y: usize,
}

/// The part of a decklist's document that its picture and its page show.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct List<'a> {
    pub(super) id: i64,
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) archetype: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) plaintext_list: Cow<'a, str>,
    /// The address of the picture, which names the revision.
    #[serde(borrow)]
    pub(super) deck_image_url: Cow<'a, str>,
}

/// Draws the picture of a list in a language, from its document.
pub fn draw(language: Language, list: &[u8]) -> Result<String, serde_json::Error> {
    let picture = picture(Texts::of(language), &serde_json::from_slice(list)?);
    Ok(html(&picture))
}

fn picture(texts: &Texts, list: &List<'_>) -> Picture {
    let text = &list.plaintext_list;
    let deck = DeckText::parse(text);
    let blocks = blocks(&deck);
    let letters = blocks.iter().flat_map(|block| &block.lines).map(|card| width(&card.name)).max().unwrap_or_default();
    let letters = letters.clamp(*LETTERS.start(), *LETTERS.end());
    let column_width = NAME_X + letters * LETTER;
    let columns = columns(texts, &blocks, letters, column_width);
    let width = (2 * MARGIN + columns.len() * (column_width + GAP)).saturating_sub(GAP).max(NARROWEST);
    let name = clean(&list.name);
    let name = if name.is_empty() { texts.say("public-decklist") } else { name };
    let archetype = clean(&list.archetype);
    let top = if archetype.is_empty() { 94 } else { 118 };
    let notices = if blocks.is_empty() { notices(texts, text, top) } else { Vec::new() };
    let rows = columns.iter().filter_map(|column| column.rows.last()).map(|row| row.y).max();
    let bottom = rows.map_or(top, |y| top + y).max(notices.last().map_or(0, |(y, _)| *y));
    let footer = if blocks.is_empty() { String::new() } else { footer(texts, &deck.not_understood) };
    let footer_y = bottom + 2 * ROW;
    let room = width - 2 * MARGIN;
    Picture {
        width,
        height: if footer.is_empty() { bottom } else { footer_y } + MARGIN,
        label: format!("{}: {}", names::isolated(&name), summary(texts, &deck)),
        title: shorten(&name, room / TITLE_LETTER).into_owned(),
        archetype: shorten(&archetype, room / LETTER).into_owned(),
        top,
        columns,
        column_width,
        notices,
        footer,
        footer_y,
    }
}

/// Returns the boards with the lines that are drawn. Long decks leave room for boards after the deck.
fn blocks(deck: &DeckText) -> Vec<Block> {
    let merged: Vec<(&Section, Vec<CardLine>)> =
        deck.sections.iter().map(|section| (section, merged(&section.cards))).collect();
    let after_deck =
        merged.iter().filter(|(section, _)| section.board > Board::Main).map(|(_, lines)| lines.len()).sum();
    let mut room = MOST_LINES;
    let blocks = merged.into_iter().map(|(section, mut lines)| {
        let kept = if section.board <= Board::Main { MOST_AFTER_DECK.min(after_deck) } else { 0 };
        let drawn = lines.len().min(room.saturating_sub(kept));
        let left_out = lines.len() - drawn;
        lines.truncate(drawn);
        lines.iter_mut().for_each(|card| card.name = clean(&card.name));
        room -= drawn;
        Block { board: section.board, count: section.count(), lines, left_out }
    });
    blocks.collect()
}

/// Returns the cards with each name once, in the order of their first line.
pub(super) fn merged(cards: &[CardLine]) -> Vec<CardLine> {
    let mut lines: Vec<CardLine> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for card in cards {
        match places.get(card.name.as_str()) {
            Some(place) => lines[*place].count = lines[*place].count.saturating_add(card.count),
            None => {
                places.insert(&card.name, lines.len());
                lines.push(card.clone());
            }
        }
    }
    lines
}

/// Returns the list in a few words, for screen readers.
fn summary(texts: &Texts, deck: &DeckText) -> String {
    let in_deck = deck.count(Board::Commander).saturating_add(deck.count(Board::Main));
    let cards = texts.with("public-cards", "count", in_deck);
    match deck.count(Board::Sideboard) {
        _ if deck.sections.is_empty() => texts.say("public-no-cards"),
        0 => cards,
        sideboard => {
            texts.with_all("public-cards-and-sideboard", [("cards", cards.into()), ("sideboard", sideboard.into())])
        }
    }
}

/// Returns the lines that are drawn instead of cards.
fn notices(texts: &Texts, text: &str, top: usize) -> Vec<(usize, String)> {
    let address = text.trim();
    let mut lines = vec![texts.say("public-no-cards-here")];
    if is_web_address(address) && !address.contains(char::is_whitespace) {
        lines = vec![texts.say("public-kept-elsewhere"), shorten(&clean(address), 56).into_owned()];
    } else if !address.is_empty() {
        lines.push(texts.say("public-nothing-read"));
    }
    (0..).zip(lines).map(|(at, text)| (top + at * (ROW + 3), text)).collect()
}

/// Returns the note about lines that were not read, with the numbers of the first ones.
fn footer(texts: &Texts, lines: &[Line]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut numbers: Vec<_> = lines.iter().take(MOST_NAMED).map(|line| line.number.to_string()).collect();
    numbers.extend((lines.len() > MOST_NAMED).then(|| "…".to_owned()));
    let numbers = numbers.join(", ");
    texts.with_all("public-lines-not-read", [("count", lines.len().into()), ("lines", numbers.into())])
}

/// Maximum number of characters of a text in a picture, including its label.
const LONGEST: usize = 300;

/// Returns the text on one line, without control characters, characters that change the text direction, and characters
/// that XML forbids.
fn clean(text: &str) -> String {
    let visible = text.chars().take(LONGEST).filter_map(|char| match char {
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => None,
        '\u{fdd0}'..='\u{fdef}' => None,
        char if u32::from(char) & 0xfffe == 0xfffe => None,
        char if char.is_control() || char.is_whitespace() => Some(' '),
        char => Some(char),
    });
    let visible: String = visible.collect();
    visible.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn width(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

/// Returns the text, or as much of its beginning as fits into this many letters.
fn shorten(text: &str, letters: usize) -> Cow<'_, str> {
    // Characters without a width are drawn over others: too many of them are cut as well.
    if width(text) <= letters && text.chars().count() <= 2 * letters {
        return Cow::Borrowed(text);
    }
    let (mut taken, mut end) = (1, 0);
    for (at, char) in text.char_indices().take(2 * letters) {
        taken += width_of(char);
        if taken > letters {
            break;
        }
        end = at + char.len_utf8();
    }
    Cow::Owned(format!("{}…", text[..end].trim_end()))
}

fn width_of(char: char) -> usize {
    match u32::from(char) {
        // Accents, joiners and selectors, which take no room of their own.
        0x300..=0x36f | 0x200b..=0x200d | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xe0100..=0xe01ef => 0,
        // Wide scripts and pictures, which are drawn in squares.
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 => 2,
        0x1f000..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Pixels around the picture's content, between columns, and from line to line.
const MARGIN: usize = 32;
const GAP: usize = 36;
const ROW: usize = 21;
/// Maximum rows of a column in small pictures, so that small lists are not drawn in many short columns …
const ROWS: usize = 24;
/// … and the ratio of rows to columns in large ones: a picture is somewhat wider than high.
const ROWS_TO_COLUMNS: usize = 6;
/// Minimum number of a board's rows at the foot of a column: its heading and two cards.
const LEAST: usize = 3;

struct Block {
    board: Board,
    count: u32,
    /// Its cards, each name once.
    lines: Vec<CardLine>,
    /// Number of lines that are left out.
    left_out: usize,
}

struct Column {
    x: usize,
    rows: Vec<LayoutRow>,
}

struct LayoutRow {
    y: usize,
    kind: RowKind,
}

enum RowKind {
    /// A board's name and the number of its cards.
    Heading { name: &'static str, count: u32, color: &'static str },
    /// The line under the heading, repeated in the next column above the rest of the board.
    Continued { color: &'static str },
    /// A card. `full` is the full name if `name` is shortened.
    Card { count: String, name: String, full: Option<String> },
    /// A note about the lines that are left out.
    More { text: String },
}

/// Returns the columns for these boards, which are in order.
fn columns(texts: &Texts, blocks: &[Block], letters: usize, column_width: usize) -> Vec<Column> {
    let after_deck = blocks.partition_point(|block| block.board <= Board::Main);
    let (deck, after_deck) = blocks.split_at(after_deck);
    let all: usize = blocks.iter().map(rows_of).sum();
    let most = ROWS.max((all * ROWS_TO_COLUMNS).isqrt());
    // Columns are about as long as each other, with room for a board that is not begun at the foot of one.
    let even = |rows: usize| (rows.div_ceil(rows.div_ceil(most).max(1)) + LEAST).min(most);
    let columns = [deck, after_deck].map(|blocks| {
        let rows = blocks.iter().map(rows_of).sum();
        flow(texts, blocks, even(rows), letters)
    });
    let columns = columns.into_iter().flatten().enumerate();
    columns.map(|(at, rows)| Column { x: MARGIN + at * (column_width + GAP), rows }).collect()
}

/// Returns the number of rows of a board, including its heading and the free line above.
fn rows_of(block: &Block) -> usize {
    block.lines.len() + usize::from(block.left_out > 0) + 2
}

/// Returns the rows of boards in columns of at most `most` rows.
fn flow(texts: &Texts, blocks: &[Block], most: usize, letters: usize) -> Vec<Vec<LayoutRow>> {
    let (mut columns, mut next) = (Vec::<Vec<LayoutRow>>::new(), most);
    for block in blocks {
        let color = color(block.board);
        let heading = RowKind::Heading { name: block.board.name(), count: block.count, color };
        let cards = block.lines.iter().map(|card| card_row(card, letters));
        let more = (block.left_out > 0)
            .then(|| RowKind::More { text: texts.with("public-more-cards", "count", block.left_out) });
        // A board begins below a free line, and not at the foot of a column.
        next += 1;
        if next + LEAST > most {
            columns.push(Vec::new());
            next = 0;
        }
        for kind in [heading].into_iter().chain(cards).chain(more) {
            if next >= most {
                columns.push(vec![LayoutRow { y: 0, kind: RowKind::Continued { color } }]);
                next = 1;
            }
            if let Some(column) = columns.last_mut() {
                column.push(LayoutRow { y: next * ROW, kind });
            }
            next += 1;
        }
    }
    columns
}

fn card_row(card: &CardLine, letters: usize) -> RowKind {
    let name = shorten(&card.name, letters);
    let full = (name != card.name).then(|| card.name.clone());
    // The room before a name holds four characters.
    let count = if card.count > 999 { "999+".to_owned() } else { card.count.to_string() };
    RowKind::Card { count, name: name.into_owned(), full }
}

/// Returns a color that is dark enough to be read on white.
fn color(board: Board) -> &'static str {
    match board {
        Board::Commander => "#6d28a8",
        Board::Companion => "#0b6e6e",
        Board::Main => "#1f4e8c",
        Board::Sideboard => "#9a4a00",
        Board::Maybeboard => "#52606d",
    }
}

#[cfg(test)]
mod tests;
