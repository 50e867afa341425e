//! Tables: lists as CSV, with commas, semicolons or tabs, read by the titles of their columns.

use super::boards::find_commanders;
use super::card::{board_of_tag, card, counted};
use super::line::{LONGEST_LINE, is_comment, lines, tidy};
use super::list::{Board, CardLine, DeckText, Line};
use super::marks::{Column, Heading, Place, heading, places};

/// The columns of a table.
struct CsvTable {
    separator: char,
    /// Whether blanks follow the separators. If not, a comma before a blank belongs to a name: `Krenko, Mob Boss`.
    is_spaced: bool,
    count: Option<usize>,
    name: usize,
    /// Columns about boards. If the title is a board, the cell says whether the card is on it.
    boards: Vec<(usize, Option<Board>)>,
    /// Whether the first line has titles.
    has_titles: bool,
}

/// Reads a text that is a table. `None` if it is another text.
pub(super) fn parse(text: &str) -> Option<DeckText> {
    let mut rows = lines(text.trim_start_matches('\u{feff}')).filter(|(_, line)| !tidy(line).is_empty()).peekable();
    let (mut deck, mut cards, mut board) = (DeckText::default(), Vec::new(), Board::Main);
    while rows.next_if(|(_, line)| is_comment(&tidy(line))).is_some() {
        deck.lines.comments += 1;
    }
    let first = rows.peek().map(|(_, line)| *line).filter(|line| line.len() <= LONGEST_LINE)?;
    let table = CsvTable::with_titles(first).or_else(|| CsvTable::without_titles(first))?;
    if table.has_titles {
        rows.next();
        deck.lines.headings += 1;
    }
    for (number, line) in rows {
        let cells = table.cells(line);
        let mut filled = cells.iter().filter(|cell| !cell.is_empty());
        let (one, two) = (filled.next(), filled.next());
        if one.is_none() {
            deck.lines.comments += 1;
        } else if let Some(found) = one.filter(|_| two.is_none()).and_then(|words| heading(words)) {
            deck.lines.headings += 1;
            board = if let Heading::Board(found) = found { found } else { board };
        } else if let Some(card) = table.card(&cells, board) {
            cards.push(card);
        } else {
            deck.not_understood.push(Line { number, text: line.trim().to_owned() });
        }
    }
    if !table.has_titles && cards.len() <= deck.not_understood.len() {
        return None;
    }
    find_commanders(&mut cards);
    deck.take(cards);
    Some(deck)
}

impl CsvTable {
    fn new(separator: char) -> Self {
        Self { separator, is_spaced: false, count: None, name: 0, boards: Vec::new(), has_titles: false }
    }

    /// Reads titles: one of a name, and at least one other that is known.
    fn with_titles(line: &str) -> Option<Self> {
        [',', ';', '\t'].into_iter().find_map(|separator| {
            let mut table = Self { is_spaced: true, has_titles: true, ..Self::new(separator) };
            let (mut name, mut known) = (None, 0);
            for (at, title) in table.cells(line).iter().enumerate() {
                let title = title.to_lowercase().replace('_', " ");
                let title = title.strip_prefix("is ").unwrap_or(&title);
                let mut columns = places(title).iter();
                let column =
                    columns.find_map(|place| if let Place::Column(column) = place { Some(column) } else { None });
                let board = board_of_tag(title).filter(|board| *board != Board::Main);
                known += usize::from(column.is_some() || board.is_some());
                match column {
                    Some(Column::Count) => table.count = table.count.or(Some(at)),
                    Some(Column::Name) => name = name.or(Some(at)),
                    Some(Column::Board) => table.boards.push((at, None)),
                    Some(Column::Copy) => {}
                    None => table.boards.extend(board.map(|board| (at, Some(board)))),
                }
            }
            table.is_spaced = line.split(separator).skip(1).any(|cell| cell.starts_with(char::is_whitespace));
            table.name = name?;
            (known > 1).then_some(table)
        })
    }

    /// Reads a first line that is a card already: `4,Lightning Bolt,M10`, `Lightning Bolt;4`.
    fn without_titles(line: &str) -> Option<Self> {
        [',', ';'].into_iter().find_map(|separator| {
            let mut table = Self::new(separator);
            let cells = table.cells(line);
            let at = cells.iter().take(2).position(|cell| count(cell).is_some())?;
            (table.count, table.name) = (Some(at), 1 - at);
            table.card(&cells, Board::Main).map(|_| table)
        })
    }

    /// Splits a line into its cells.
    fn cells(&self, line: &str) -> Vec<String> {
        let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
        let mut chars = line.chars().peekable();
        while let Some(char) = chars.next() {
            let next = chars.peek().copied();
            match char {
                '"' if is_quoted && next == Some('"') => cell.extend(chars.next()),
                '"' if is_quoted || cell.trim().is_empty() => is_quoted = !is_quoted,
                _ if char == self.separator
                    && !is_quoted
                    && (self.is_spaced || char != ',' || !next.is_some_and(char::is_whitespace)) =>
                {
                    cells.push(tidy(&cell));
                    cell.clear();
                }
                _ => cell.push(char),
            }
        }
        cells.push(tidy(&cell));
        cells
    }

    fn card(&self, cells: &[String], board: Board) -> Option<(Board, CardLine)> {
        let name = cells.get(self.name).filter(|name| name.len() <= LONGEST_LINE)?;
        let count = self.count.map_or(Some(1), |at| count(cells.get(at)?))?;
        let found = card(&format!("{count} {name}"))?;
        let stated = self.boards.iter().filter_map(|(at, title)| {
            let cell = cells.get(*at)?;
            match title {
                Some(board) => places(&cell.to_lowercase()).contains(&Place::Yes).then_some(*board),
                None => cell.split([',', ';']).find_map(board_of_tag),
            }
        });
        // A commander can be in the main deck by one column, and a commander by another.
        let stated = stated.min_by_key(|board| *board == Board::Main);
        let board = stated.or(found.board).unwrap_or(board);
        Some((board, CardLine { count, name: found.name }))
    }
}

/// Returns the count, if the whole cell is one.
fn count(cell: &str) -> Option<u32> {
    counted(cell).filter(|(_, rest)| rest.is_empty()).map(|(count, _)| count)
}
