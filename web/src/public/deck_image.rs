//! The picture of a decklist, as SVG: its boards with their counts in columns that can be read. Nothing in it comes
//! from elsewhere: no font, no image, no script.
//!
//! Names come from people: the template escapes them, and `text` takes out what XML cannot hold.

mod layout;
mod text;

use std::borrow::Cow;
use std::collections::HashMap;

use askama::Template;
use domain::deck_text::{Board, CardLine, DeckText, Line, Section};
use domain::names;
use serde::Deserialize;

use self::layout::{Block, Column, GAP, MARGIN, ROW, RowKind, columns};
use self::text::{clean, shorten, width};
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
/// Estimated bytes of a row, and of the rest of a picture. Space for a picture is reserved at once, because growing a
/// text copies it.
const OF_ROW: usize = 160;
const AROUND_ROWS: usize = 1_024;
/// Where counts end and names begin in a column, in pixels.
const COUNT_X: usize = 19;
const NAME_X: usize = 28;

/// A line in a picture without cards.
struct Notice {
    y: usize,
    text: String,
}

#[derive(Template)]
#[template(path = "public/deck_image.svg")]
struct Picture {
    width: usize,
    height: usize,
    margin: usize,
    label: String,
    title: String,
    title_y: usize,
    archetype: String,
    archetype_y: usize,
    top: usize,
    columns: Vec<Column>,
    column_width: usize,
    count_x: usize,
    name_x: usize,
    notices: Vec<Notice>,
    footer: String,
    footer_y: usize,
}

/// The part of a decklist's document that its picture shows.
#[derive(Deserialize)]
struct List<'a> {
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    archetype: Cow<'a, str>,
    #[serde(borrow, default)]
    plaintext_list: Cow<'a, str>,
}

/// Draws the picture of a list in a language, from its document.
///
/// # Errors
/// When the document cannot be read.
pub fn draw(language: Language, list: &[u8]) -> Result<String, serde_json::Error> {
    Ok(svg(Texts::of(language), &serde_json::from_slice(list)?))
}

fn svg(texts: &Texts, list: &List<'_>) -> String {
    let picture = picture(texts, list);
    let rows: usize = picture.columns.iter().map(|column| column.rows.len()).sum();
    let mut text = String::with_capacity(AROUND_ROWS + rows * OF_ROW);
    // A template writes into memory, and none of its values fails to be written.
    let _ = picture.render_into(&mut text);
    text
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
    let bottom = rows.map_or(top, |y| top + y).max(notices.last().map_or(0, |line| line.y));
    let footer = if blocks.is_empty() { String::new() } else { footer(texts, &deck.not_understood) };
    let footer_y = bottom + 2 * ROW;
    let room = width - 2 * MARGIN;
    Picture {
        width,
        height: if footer.is_empty() { bottom } else { footer_y } + MARGIN,
        margin: MARGIN,
        label: format!("{}: {}", names::isolated(&name), summary(texts, &deck)),
        title: shorten(&name, room / TITLE_LETTER).into_owned(),
        title_y: 52,
        archetype: shorten(&archetype, room / LETTER).into_owned(),
        archetype_y: 76,
        top,
        columns,
        column_width,
        count_x: COUNT_X,
        name_x: NAME_X,
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
fn merged(cards: &[CardLine]) -> Vec<CardLine> {
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
fn notices(texts: &Texts, text: &str, top: usize) -> Vec<Notice> {
    let address = text.trim();
    let is_address = address.starts_with("https://") || address.starts_with("http://");
    let mut lines = vec![texts.say("public-no-cards-here")];
    if is_address && !address.contains(char::is_whitespace) {
        lines = vec![texts.say("public-kept-elsewhere"), shorten(&clean(address), 56).into_owned()];
    } else if !address.is_empty() {
        lines.push(texts.say("public-nothing-read"));
    }
    (0..).zip(lines).map(|(at, text)| Notice { y: top + at * (ROW + 3), text }).collect()
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

#[cfg(test)]
mod tests;
