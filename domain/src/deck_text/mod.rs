//! Reads the text of a decklist as players paste it: counts, names and boards, without ever refusing a list.
//!
//! # What is read
//!
//! | Form | Read as |
//! |---|---|
//! | `4 Brainstorm`, `4x Brainstorm`, `(4) Brainstorm`, `Brainstorm x4`, columns parted by tabs | a card |
//! | `(MMQ) 61`, `[MMQ]`, `<MMQ>`, `\|MMQ`, `*F*`, `*E*`, `(Foil)`, `#tag`, `^tag^`, `[Ramp]` behind a name | left out of the name |
//! | `*CMDR*`, `[Commander{top}]`, `[Sideboard]`, `[Maybeboard{noDeck}]` behind a name; `SB:` before the count | the card's board |
//! | `Fire // Ice`, `Fire/Ice`, `Fire /// Ice` | `Fire // Ice` |
//! | `Deck`, `Sideboard:`, `// Commander (1)`, `# MAINBOARD`, `[Companion]`, `15 Sideboard`, … | a heading: what follows is on that board |
//! | `Creatures (12)`, `24 Lands`, `Ramp:`, `== Removal ==` | a heading within a board |
//! | `About` and what stands under it, `Name: …`, other lines behind `//` or `#` | a comment |
//! | MTGO's `.dek` (XML) | its `Cards` elements |
//! | an address, prose, a word among counted cards | not understood |
//!
//! # What is decided where a text leaves it open
//!
//! * **A line with a name and no count** is one card under `Commander` or `Companion`, with a set or a mark behind it, and in a
//!   text that counts no card at all but has several lines that could be names. Elsewhere it is not understood: among
//!   counted cards it is more often a title (`Removal`) than a card.
//! * **Blank lines** matter only while no sideboard is named. Of two groups the second is the sideboard, unless both
//!   together are exactly a whole deck (40, 60, 80, 100 cards) and the first alone is not, or the second has more than 15
//!   cards and the first less than 40. In three and more groups cards are sorted by type: the last is the sideboard only if
//!   it has at most 15 cards and all before it are exactly a whole deck. What has a heading of its own, such as `Lands`, is
//!   never guessed to be a sideboard.
//! * **A group of one or two cards**, where no commander is named and two groups together are exactly 60 or 100 cards, is the
//!   commander: that is how lists of such formats are exported without headings.
//! * **After a commander or companion** a blank line leads back to the deck. So does a heading such as `Lands` after a
//!   sideboard that has cards already; directly under the sideboard's heading it parts the sideboard.

mod boards;
mod card;
mod clean;
mod count;
mod dek;
mod guess;
mod heading;
mod line;

/// Where cards of a list belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Board {
    /// Commanders, and what stands with them in the command zone.
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

    /// What players call it.
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

/// A list as it was understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckText {
    /// Boards that hold cards, each once, in the order of [`Board::ALL`].
    pub sections: Vec<Section>,
    /// Lines that are neither card, heading nor comment.
    pub not_understood: Vec<Line>,
    /// How many lines were what. Every line that is not blank is counted here or stands in `not_understood`.
    pub lines: LineCounts,
}

/// One board's cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The board.
    pub board: Board,
    /// Its cards in the order in which they stand. A card that stands twice is here twice.
    pub cards: Vec<CardLine>,
}

/// A line that names a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardLine {
    /// How many; at least one.
    pub count: u32,
    /// The card's name on one line, without set, number and marks.
    pub name: String,
}

/// A line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// The line as it came, without blanks around it.
    pub text: String,
}

/// Lines that were understood, by what they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Cards.
    pub cards: usize,
    /// Headings of boards and of groups within them.
    pub headings: usize,
    /// Comments, titles, lines drawn between groups.
    pub comments: usize,
}

impl Section {
    /// Number of its cards; as many as fit into the type.
    pub fn count(&self) -> u32 {
        self.cards.iter().fold(0, |sum, card| sum.saturating_add(card.count))
    }
}

impl DeckText {
    /// Reads a text. The work grows with its length and nothing else.
    pub fn parse(text: &str) -> Self {
        if dek::is_dek(text) { dek::parse(text) } else { boards::place(&line::classify_all(text)) }
    }

    /// The cards of a board.
    pub fn cards(&self, board: Board) -> &[CardLine] {
        self.sections.iter().find(|section| section.board == board).map_or(&[], |section| &section.cards)
    }

    /// Number of a board's cards.
    pub fn count(&self, board: Board) -> u32 {
        self.sections.iter().find(|section| section.board == board).map_or(0, Section::count)
    }

    /// Number of the list's cards, those that are not played left out.
    pub fn total(&self) -> u32 {
        let played = self.sections.iter().filter(|section| section.board != Board::Maybeboard);
        played.fold(0, |sum, section| sum.saturating_add(section.count()))
    }

    /// Sections in order, from cards in the order of the text.
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
