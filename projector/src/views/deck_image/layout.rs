//! Where everything stands in a picture: boards flow through columns, the sideboard begins a column of its own.

use domain::deck_text::{Board, CardLine};

use super::Block;
use super::text::shorten;

/// Pixels around everything, between columns, and from line to line.
pub(super) const MARGIN: usize = 32;
pub(super) const GAP: usize = 36;
pub(super) const ROW: usize = 21;
/// Rows of a column, where there are enough, so that small lists are not drawn in short columns …
const ROWS: usize = 24;
/// … and rows to columns for large ones: a picture is somewhat wider than high.
const ROWS_TO_COLUMNS: usize = 6;

/// A column with its rows.
pub(super) struct Column {
    pub(super) x: usize,
    pub(super) rows: Vec<Row>,
}

/// Something on a line.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) y: usize,
    pub(super) kind: RowKind,
}

#[derive(Clone)]
pub(super) enum RowKind {
    /// A board's name and the number of its cards.
    Heading { name: &'static str, count: u32, color: &'static str },
    /// The heading's line, above the rest of the board.
    Continued { color: &'static str },
    /// A card. The full name where it is shortened.
    Card { count: String, name: String, full: Option<String> },
    /// What is left out.
    More { text: String },
}

/// The columns for these boards, which are in order.
pub(super) fn columns(blocks: &[Block], letters: usize, column_width: usize) -> Vec<Column> {
    let beside = blocks.partition_point(|block| block.board <= Board::Main);
    let (deck, beside) = blocks.split_at(beside);
    let all = rows_in(deck) + rows_in(beside);
    let most = ROWS.max((all * ROWS_TO_COLUMNS).isqrt());
    let deck = even_columns(deck, most, letters);
    let highest = deck.iter().map(Vec::len).max().unwrap_or_default();
    let beside = even_columns(beside, most.max(highest), letters);
    let columns = deck.into_iter().chain(beside).enumerate();
    columns.map(|(at, rows)| Column { x: MARGIN + at * (column_width + GAP), rows }).collect()
}

fn rows_in(blocks: &[Block]) -> usize {
    blocks.iter().map(|block| block.lines.len() + 3).sum()
}

/// As many columns as the most rows allow, none much shorter than the others.
fn even_columns(blocks: &[Block], most: usize, letters: usize) -> Vec<Vec<Row>> {
    let needed = flow(blocks, most, letters);
    let least = rows_in(blocks).div_ceil(needed.len().max(1));
    let even = (least..most).map(|rows| flow(blocks, rows.max(3), letters)).find(|even| even.len() == needed.len());
    even.unwrap_or(needed)
}

fn flow(blocks: &[Block], most: usize, letters: usize) -> Vec<Vec<Row>> {
    let mut columns: Vec<Vec<Row>> = Vec::new();
    let mut at = most;
    let mut put = |at: &mut usize, kind: RowKind| {
        if *at >= most {
            columns.push(Vec::new());
            *at = 0;
        }
        if let Some(column) = columns.last_mut() {
            column.push(Row { y: *at * ROW, kind });
        }
        *at += 1;
    };
    for block in blocks {
        let color = color(block.board);
        // A free line above, and no heading at a column's foot.
        at = if at + 4 > most { most } else { at + usize::from(at > 0) };
        put(&mut at, RowKind::Heading { name: block.board.name(), count: block.count, color });
        let cards = block.lines.iter().map(|card| card_row(card, letters));
        let more = (block.left_out > 0).then(|| RowKind::More { text: format!("and {} more", block.left_out) });
        for row in cards.chain(more) {
            if at >= most {
                put(&mut at, RowKind::Continued { color });
            }
            put(&mut at, row);
        }
    }
    columns
}

fn card_row(card: &CardLine, letters: usize) -> RowKind {
    let name = shorten(&card.name, letters);
    let full = (name != card.name).then(|| card.name.clone());
    // What fits before a name.
    let count = if card.count > 999 { "999+".to_owned() } else { card.count.to_string() };
    RowKind::Card { count, name: name.into_owned(), full }
}

/// Dark enough to be read on white.
fn color(board: Board) -> &'static str {
    match board {
        Board::Commander => "#6d28a8",
        Board::Companion => "#0b6e6e",
        Board::Main => "#1f4e8c",
        Board::Sideboard => "#9a4a00",
        Board::Maybeboard => "#52606d",
    }
}
