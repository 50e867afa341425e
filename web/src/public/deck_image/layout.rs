//! The layout of a picture: boards flow through columns, and the sideboard begins a new column.

use domain::deck_text::{Board, CardLine};

use super::text::shorten;
use crate::texts::Texts;

/// Pixels around the picture's content, between columns, and from line to line.
pub(super) const MARGIN: usize = 32;
pub(super) const GAP: usize = 36;
pub(super) const ROW: usize = 21;
/// Maximum rows of a column in small pictures, so that small lists are not drawn in many short columns …
const ROWS: usize = 24;
/// … and the ratio of rows to columns in large ones: a picture is somewhat wider than high.
const ROWS_TO_COLUMNS: usize = 6;
/// Minimum number of a board's rows at the foot of a column: its heading and two cards.
const LEAST: usize = 3;

/// A board as it is drawn.
pub(super) struct Block {
    pub(super) board: Board,
    pub(super) count: u32,
    /// Its cards, each name once.
    pub(super) lines: Vec<CardLine>,
    /// Number of lines that are left out.
    pub(super) left_out: usize,
}

/// A column with its rows.
pub(super) struct Column {
    pub(super) x: usize,
    pub(super) rows: Vec<LayoutRow>,
}

/// A row of a column.
pub(super) struct LayoutRow {
    pub(super) y: usize,
    pub(super) kind: RowKind,
}

pub(super) enum RowKind {
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
pub(super) fn columns(texts: &Texts, blocks: &[Block], letters: usize, column_width: usize) -> Vec<Column> {
    let after_deck = blocks.partition_point(|block| block.board <= Board::Main);
    let (deck, after_deck) = blocks.split_at(after_deck);
    let all: usize = blocks.iter().map(rows_of).sum();
    let most = ROWS.max((all * ROWS_TO_COLUMNS).isqrt());
    let columns = [deck, after_deck].map(|blocks| flow(texts, blocks, even(blocks, most), letters));
    let columns = columns.into_iter().flatten().enumerate();
    columns.map(|(at, rows)| Column { x: MARGIN + at * (column_width + GAP), rows }).collect()
}

/// Returns the number of rows of a board, including its heading and the free line above.
fn rows_of(block: &Block) -> usize {
    block.lines.len() + usize::from(block.left_out > 0) + 2
}

/// Returns the smallest number of rows per column that needs no more columns than `most` rows do, so that no column is
/// much shorter than the others.
fn even(blocks: &[Block], most: usize) -> usize {
    let columns = |most| {
        let mut cursor = Cursor::new(most);
        for block in blocks {
            cursor.begin();
            for _ in 2..rows_of(block) {
                cursor.line();
            }
        }
        cursor.columns
    };
    let needed = columns(most);
    let all: usize = blocks.iter().map(rows_of).sum();
    (all.div_ceil(needed.max(1)).max(LEAST)..most).find(|rows| columns(*rows) == needed).unwrap_or(most)
}

/// The position of the next row.
struct Cursor {
    most: usize,
    columns: usize,
    row: usize,
}

impl Cursor {
    fn new(most: usize) -> Self {
        Self { most, columns: 0, row: most }
    }

    /// Moves to the heading of a board: below a free line, and not at the foot of a column.
    fn begin(&mut self) -> usize {
        self.row += usize::from(self.row > 0);
        if self.row + LEAST > self.most {
            (self.columns, self.row) = (self.columns + 1, 0);
        }
        self.take()
    }

    /// Moves to a line of the board. In a new column, the first row is left for the repeated line of the heading.
    fn line(&mut self) -> (usize, bool) {
        let is_continued = self.row >= self.most;
        if is_continued {
            (self.columns, self.row) = (self.columns + 1, 1);
        }
        (self.take(), is_continued)
    }

    fn take(&mut self) -> usize {
        self.row += 1;
        self.row - 1
    }
}

fn flow(texts: &Texts, blocks: &[Block], most: usize, letters: usize) -> Vec<Vec<LayoutRow>> {
    let (mut columns, mut cursor): (Vec<Vec<LayoutRow>>, _) = (Vec::new(), Cursor::new(most));
    for block in blocks {
        let color = color(block.board);
        let heading = RowKind::Heading { name: block.board.name(), count: block.count, color };
        let row = cursor.begin();
        put(&mut columns, cursor.columns, row, heading);
        let cards = block.lines.iter().map(|card| card_row(card, letters));
        let more = (block.left_out > 0)
            .then(|| RowKind::More { text: texts.with("public-more-cards", "count", block.left_out) });
        for kind in cards.chain(more) {
            let (row, is_continued) = cursor.line();
            if is_continued {
                put(&mut columns, cursor.columns, 0, RowKind::Continued { color });
            }
            put(&mut columns, cursor.columns, row, kind);
        }
    }
    columns
}

fn put(columns: &mut Vec<Vec<LayoutRow>>, count: usize, row: usize, kind: RowKind) {
    columns.resize_with(count, Vec::new);
    if let Some(column) = columns.last_mut() {
        column.push(LayoutRow { y: row * ROW, kind });
    }
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
