//! Reads the text of a decklist as players paste it: counts, names and boards. It never refuses a list.
//!
//! # Forms that are read
//!
//! | Form | Read as |
//! |---|---|
//! | `4 Brainstorm`, `4x Brainstorm`, `(4) Brainstorm`, `Brainstorm x4`, columns separated by tabs | a card |
//! | `(MMQ) 61`, `[MMQ]`, `<MMQ>`, `\|MMQ`, `*F*`, `*E*`, `(Foil)`, `#tag`, `^tag^`, `[Ramp]` after a name | not part of the name |
//! | `*CMDR*`, `[Commander{top}]`, `[Sideboard]`, `[Maybeboard{noDeck}]` after a name; `SB:` before the count | the card's board |
//! | `Fire // Ice`, `Fire/Ice`, `Fire /// Ice` | `Fire // Ice` |
//! | `Deck`, `Sideboard:`, `// Commander (1)`, `# MAINBOARD`, `[Companion]`, `15 Sideboard`, … | a heading of a board |
//! | `Creatures (12)`, `24 Lands`, `Ramp:`, `== Removal ==` | a heading within a board |
//! | `About` and the lines under it, `Name: …`, other lines that begin with `//` or `#` | a comment |
//! | MTGO's `.dek` (XML) | its `Cards` elements |
//! | an address, prose, a word between counted cards | not understood |
//!
//! # Rules for ambiguous texts
//!
//! * **A line with a name and no count** is one card in three cases: under `Commander` or `Companion`; with a set or a
//!   mark after it; and in a text that counts no card at all but has several lines that could be names. Elsewhere it is
//!   not understood: between counted cards it is more often a title (`Removal`) than a card.
//! * **Blank lines** matter only if no sideboard is named. Of two groups the second is the sideboard, unless both
//!   together are exactly a whole deck (40, 60, 80, 100 cards) and the first alone is not, or the second has more than
//!   15 cards and the first less than 40. In three or more groups, cards are sorted by type: the last group is the
//!   sideboard only if it has at most 15 cards and all groups before it are exactly a whole deck. A group with its own
//!   heading, such as `Lands`, is never taken for a sideboard.
//! * **A group of one or two cards** is the commander if no commander is named and two groups together are exactly 60
//!   or 100 cards. Lists of commander formats are exported like this without headings.
//! * **After a commander or companion** a blank line leads back to the deck. So does a heading such as `Lands` in a
//!   sideboard that already has cards; directly under the sideboard's heading it begins a group of the sideboard.

mod boards;
mod card;
mod clean;
mod count;
mod dek;
mod guess;
mod heading;
mod line;

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
    /// Cards that are not played: a maybeboard, tokens.
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
    /// Reads a text. The time is proportional to its length.
    pub fn parse(text: &str) -> Self {
        if dek::is_dek(text) { dek::parse(text) } else { boards::place(&line::classify_all(text)) }
    }

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
    fn take(&mut self, cards: Vec<(Board, CardLine)>) {
        self.lines.cards += cards.len();
        let mut boards: [Vec<CardLine>; Board::ALL.len()] = Default::default();
        for (board, card) in cards {
            boards[board as usize].push(card);
        }
        let sections = Board::ALL.into_iter().zip(boards).map(|(board, cards)| Section { board, cards });
        self.sections = sections.filter(|section| !section.cards.is_empty()).collect();
    }
}
