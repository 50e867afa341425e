//! A decklist as the desk shows it: its boards with their cards, and the lines that were not understood.

use domain::deck_text::{Board, DeckText, Line};
use domain::decklist::Decklist;

use crate::texts::Texts;

/// A decklist as it was read.
pub(crate) struct Deck {
    /// Its name, and its archetype if that is another word.
    pub(crate) name: String,
    pub(crate) boards: Vec<ShownBoard>,
    pub(crate) not_understood: Vec<Line>,
    /// The address where it can be read, if it has no text.
    pub(crate) link: Option<String>,
    /// Its text as it was handed in.
    pub(crate) text: String,
}

/// A part of a decklist.
pub(crate) struct ShownBoard {
    pub(crate) name: String,
    pub(crate) count: u32,
    pub(crate) cards: Vec<ShownCard>,
}

/// A line of a decklist.
pub(crate) struct ShownCard {
    pub(crate) count: u32,
    pub(crate) name: String,
}

impl Deck {
    /// Reads a list.
    pub(crate) fn of(texts: &Texts, list: &Decklist) -> Self {
        let text = list.plaintext();
        let is_address = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme));
        let link = (is_address && text.lines().count() == 1).then(|| text.trim().to_owned());
        let read = if link.is_some() { DeckText::default() } else { DeckText::parse(&text) };
        let boards = read.sections.iter().map(|section| ShownBoard {
            name: texts.say(board(section.board)),
            count: section.count(),
            cards: section.cards.iter().map(|card| ShownCard { count: card.count, name: card.name.clone() }).collect(),
        });
        let archetype = Some(list.body.archetype.trim()).filter(|it| !it.is_empty() && *it != list.body.name.trim());
        Self {
            name: [Some(list.body.name.trim()), archetype].into_iter().flatten().collect::<Vec<_>>().join(" · "),
            boards: boards.collect(),
            not_understood: read.not_understood,
            link,
            text: text.into_owned(),
        }
    }

    /// Returns the numbers of cards in words: `Main deck 60, Sideboard 15`.
    pub(crate) fn counts(&self, texts: &Texts) -> String {
        let count = |board: &ShownBoard| {
            texts.with_all("desk-deck-count", [("board", board.name.as_str().into()), ("count", board.count.into())])
        };
        self.boards.iter().map(count).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the key of a board's name.
fn board(board: Board) -> &'static str {
    match board {
        Board::Commander => "desk-board-commander",
        Board::Companion => "desk-board-companion",
        Board::Main => "desk-board-main",
        Board::Sideboard => "desk-board-sideboard",
        Board::Maybeboard => "desk-board-maybeboard",
    }
}
