//! Puts the cards of a text on boards: by headings and marks or, without these, by blank lines.

use super::guess::{Above, Group, Named, find_commanders, guess};
use super::line::{Kind, Seen};
use super::list::{Board, CardLine, DeckText, Line};

/// The place of a card.
enum Place {
    Board(Board),
    /// The main deck, unless the guess differs; in the group with this index.
    Group(usize),
}

/// Reads the lines in order.
#[derive(Default)]
struct Reader {
    /// The board of the latest heading.
    board: Option<Board>,
    /// Cards since that heading.
    cards_here: usize,
    /// Whether the board has headings within it.
    is_parted: bool,
    /// Whether the next card of the deck begins a group.
    is_apart: bool,
    above: Above,
    groups: Vec<Group>,
    placed: Vec<(Place, CardLine)>,
    named: Named,
    /// Whether the sideboard has a heading, not only marks.
    has_sideboard: bool,
}

/// Builds the list from these lines.
pub(super) fn place(lines: &[Seen<'_>]) -> DeckText {
    let names_are_cards = are_names_cards(lines);
    let mut deck = DeckText::default();
    let mut reader = Reader { is_apart: true, ..Reader::default() };
    for line in lines {
        match &line.kind {
            Kind::Blank => reader.blank(),
            Kind::Rule => {
                deck.lines.comments += 1;
                reader.blank();
            }
            Kind::Comment => {
                deck.lines.comments += 1;
                reader.words();
            }
            Kind::Board(board) => {
                deck.lines.headings += 1;
                reader.heading(*board);
            }
            Kind::Group => {
                deck.lines.headings += 1;
                reader.group();
            }
            Kind::Card { count, name, board, .. } => reader.card(*count, name, *board),
            Kind::Name(name) if names_are_cards || reader.is_alone() => reader.card(1, name, None),
            Kind::NameWithNumber(count @ 1.., name) if names_are_cards => reader.card(*count, name, None),
            Kind::NameWithNumber(..) => {
                deck.lines.headings += 1;
                reader.group();
            }
            Kind::Name(_) | Kind::Unknown => {
                deck.not_understood.push(Line { number: line.number, text: line.text.to_owned() });
                reader.words();
            }
        }
    }
    let has_sideboard = reader.has_sideboard;
    let mut cards = reader.boards();
    if !has_sideboard {
        find_commanders(&mut cards);
    }
    deck.take(cards);
    deck
}

/// Whether names without counts are cards: no card has a count, several lines are names, and all others are understood.
fn are_names_cards(lines: &[Seen<'_>]) -> bool {
    let mut names = 0;
    for line in lines {
        match line.kind {
            Kind::Card { is_counted: true, .. } | Kind::Unknown => return false,
            Kind::Name(_) | Kind::NameWithNumber(1.., _) => names += 1,
            _ => {}
        }
    }
    names > 1
}

impl Reader {
    /// Whether the latest heading is for one or two cards and ends with a blank line.
    fn is_alone(&self) -> bool {
        matches!(self.board, Some(Board::Commander | Board::Companion))
    }

    /// Notes text above a group. A heading above it takes precedence.
    fn words(&mut self) {
        if self.above == Above::Nothing {
            self.above = Above::Words;
        }
    }

    fn blank(&mut self) {
        if self.is_alone() && self.cards_here > 0 {
            self.board = None;
        }
        self.is_apart = true;
    }

    fn heading(&mut self, board: Board) {
        self.named.note(board);
        self.has_sideboard |= board == Board::Sideboard;
        self.board = Some(board);
        self.cards_here = 0;
        self.is_parted = false;
        self.is_apart = true;
        self.above = Above::Heading;
    }

    /// A group heading directly under a board's heading divides the board; after cards of the board it leads back to
    /// the deck.
    fn group(&mut self) {
        if self.board != Some(Board::Main) && !self.is_parted && self.cards_here > 0 {
            self.board = None;
        }
        self.is_parted = self.board.is_some() && !self.is_alone();
        self.above = Above::Heading;
    }

    fn card(&mut self, count: u32, name: &str, marked: Option<Board>) {
        marked.into_iter().for_each(|board| self.named.note(board));
        let place = match marked.or(self.board) {
            None | Some(Board::Main) => Place::Group(self.open_group(count)),
            Some(board) => Place::Board(board),
        };
        self.above = Above::Nothing;
        self.cards_here += usize::from(marked.is_none());
        self.placed.push((place, CardLine { count, name: name.to_owned() }));
    }

    /// Adds a card of the deck to its group, and returns the group's index.
    fn open_group(&mut self, count: u32) -> usize {
        if self.is_apart || self.groups.is_empty() {
            self.groups.push(Group { above: self.above, total: 0 });
        }
        self.is_apart = false;
        let last = self.groups.len() - 1;
        self.groups[last].total = self.groups[last].total.saturating_add(count);
        last
    }

    /// Returns the cards with their boards, in the order of the text.
    fn boards(self) -> Vec<(Board, CardLine)> {
        let guess = guess(&self.groups, self.commanders(), self.named);
        let board_of = |place| match place {
            Place::Board(board) => board,
            Place::Group(group) => {
                guess.filter(|(guessed, _)| *guessed == group).map_or(Board::Main, |(_, board)| board)
            }
        };
        self.placed.into_iter().map(|(place, card)| (board_of(place), card)).collect()
    }

    /// Returns the number of commanders that the text names.
    fn commanders(&self) -> u32 {
        let cards = self.placed.iter().filter(|(place, _)| matches!(place, Place::Board(Board::Commander)));
        cards.fold(0, |sum, (_, card)| sum.saturating_add(card.count))
    }
}
