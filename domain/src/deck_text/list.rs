//! A list as it was read.

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Board {
    /// Commanders, and other cards that start in the command zone.
    Commander,
    /// A companion.
    Companion,
    /// The deck itself.
    Main,
    /// The sideboard.
    Sideboard,
    /// Cards that are not played in the deck: a maybeboard, tokens, stickers, attractions.
    Maybeboard,
}

impl Board {
    /// Every board, in the order in which they are shown.
    pub const ALL: [Self; 5] = [Self::Commander, Self::Companion, Self::Main, Self::Sideboard, Self::Maybeboard];

    /// Returns its name for players.
    pub fn name(self) -> &'static str {
        match self {
            Self::Commander => "Commander",
            Self::Companion => "Companion",
            Self::Main => "Deck",
            Self::Sideboard => "Sideboard",
            Self::Maybeboard => "Maybeboard",
        }
    }
}

/// A list as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckText {
    /// Boards that hold cards, each once, in the order of [`Board::ALL`].
    pub sections: Vec<Section>,
    /// Lines that are not a card, a heading or a comment.
    pub not_understood: Vec<Line>,
    /// Number of lines of each kind. Every line that is not blank is either counted here or listed in `not_understood`.
    pub lines: LineCounts,
}

/// The cards of one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The board.
    pub board: Board,
    /// Its cards in the order of the text. A card that is listed twice appears twice.
    pub cards: Vec<CardLine>,
}

/// A line that names a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardLine {
    /// Number of copies; at least one.
    pub count: u32,
    /// The card's name, without set, number and marks.
    pub name: String,
}

/// A line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// The original line, without blanks at its ends.
    pub text: String,
}

/// Number of lines that were understood, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Cards.
    pub cards: usize,
    /// Headings of boards and of groups within them.
    pub headings: usize,
    /// Comments, titles, separators between groups.
    pub comments: usize,
}

impl Section {
    /// Returns the number of its cards, at most the largest `u32`.
    pub fn count(&self) -> u32 {
        self.cards.iter().fold(0, |sum, card| sum.saturating_add(card.count))
    }
}

impl DeckText {
    /// Returns the cards of a board.
    pub fn cards(&self, board: Board) -> &[CardLine] {
        self.sections.iter().find(|section| section.board == board).map_or(&[], |section| &section.cards)
    }

    /// Returns the number of a board's cards.
    pub fn count(&self, board: Board) -> u32 {
        self.sections.iter().find(|section| section.board == board).map_or(0, Section::count)
    }

    /// Returns the number of cards in the list, without those that are not played.
    pub fn total(&self) -> u32 {
        let played = self.sections.iter().filter(|section| section.board != Board::Maybeboard);
        played.fold(0, |sum, section| sum.saturating_add(section.count()))
    }

    /// Builds the sections from cards in the order of the text.
    pub(super) fn take(&mut self, cards: Vec<(Board, CardLine)>) {
        self.lines.cards += cards.len();
        let mut boards: [Vec<CardLine>; Board::ALL.len()] = Default::default();
        for (board, card) in cards {
            boards[board as usize].push(card);
        }
        let sections = Board::ALL.into_iter().zip(boards).map(|(board, cards)| Section { board, cards });
        self.sections = sections.filter(|section| !section.cards.is_empty()).collect();
    }
}
