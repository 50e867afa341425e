//! The player's decklist on the page: as it was handed in, and as it is being typed.

use chrono::{DateTime, Utc};
use domain::deck_text::{Board, DeckText, Line};
use domain::decklist::Decklist;

use crate::parts::format::Moment;
use crate::serving::request::PageRequest;
use crate::texts::Texts;

/// A list as it is typed into the form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Its name; may be empty.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The list on the page.
pub(crate) struct ListPart {
    /// The receipt, if a list was handed in.
    pub(crate) receipt: Option<Receipt>,
    /// Whether the list is handed in on paper.
    pub(crate) on_paper: bool,
    /// Whether the event takes a list of this player now.
    pub(crate) is_open: bool,
    /// Until when lists are taken.
    pub(crate) deadline: Option<Moment>,
    /// The content of the form.
    pub(crate) draft: Draft,
    /// The cards in the form, if the player asked to check it.
    pub(crate) check: Option<Read>,
}

/// The list that the service has received.
pub(crate) struct Receipt {
    pub(crate) name: String,
    pub(crate) number: i64,
    /// The picture, for people who are signed in.
    pub(crate) picture: Option<String>,
    pub(crate) at: Option<Moment>,
    pub(crate) read: Read,
}

/// The numbers of cards that were read in a text, and the lines that were not understood.
pub(crate) struct Read {
    /// `Main deck 60, Sideboard 15`
    pub(crate) counts: String,
    pub(crate) unknown: Vec<Line>,
}

impl Draft {
    /// Returns the list in the form that was sent.
    pub(crate) fn sent(request: &PageRequest) -> Self {
        let form = &request.form;
        Self { name: form.text("name").to_owned(), text: form.exact("text").to_owned() }
    }

    /// Returns a list that was handed in, to be changed.
    pub(crate) fn of(list: &Decklist) -> Self {
        Self { name: list.body.name.clone(), text: list.plaintext().into_owned() }
    }

    /// Returns the name to hand it in under.
    pub(crate) fn name(&self) -> &str {
        if self.name.is_empty() { "Decklist" } else { &self.name }
    }
}

impl Read {
    /// Reads a text.
    pub(crate) fn of(texts: &Texts, text: &str) -> Self {
        let read = DeckText::parse(text);
        let count = |name: String, count: u32| {
            texts.with_all("player-list-count", [("board", name.into()), ("count", count.into())])
        };
        let counts: Vec<_> =
            read.sections.iter().map(|section| count(texts.say(board(section.board)), section.count())).collect();
        let counts = if counts.is_empty() { texts.say("player-list-no-cards") } else { counts.join(", ") };
        Self { counts, unknown: read.not_understood }
    }
}

impl Receipt {
    /// Returns the receipt of a list in the revision that counts.
    pub(crate) fn of(
        texts: &Texts,
        list: &Decklist,
        picture: Option<String>,
        moment: impl Fn(DateTime<Utc>) -> Moment,
    ) -> Self {
        Self {
            name: list.body.name.clone(),
            number: list.version,
            picture,
            at: Some(moment(list.updated_at)),
            read: Read::of(texts, &list.plaintext()),
        }
    }
}

/// Returns the key of a board's name.
fn board(board: Board) -> &'static str {
    match board {
        Board::Commander => "player-board-commander",
        Board::Companion => "player-board-companion",
        Board::Main => "player-board-main",
        Board::Sideboard => "player-board-sideboard",
        Board::Maybeboard => "player-board-maybeboard",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn a_text_is_counted_and_its_unknown_lines_are_named() {
        let read = Read::of(
            Texts::of(Language::English),
            "4 Delver of Secrets\n56 Island\nnot a card at all, sadly\n\nSideboard\n15 Swamp",
        );
        assert_eq!(read.counts, "Main deck 60, Sideboard 15");
        assert_eq!(read.unknown.len(), 1);
        assert_eq!(Read::of(Texts::of(Language::English), "").counts, "No cards were found.");
    }

    #[test]
    fn a_list_without_a_name_gets_one() {
        assert_eq!(Draft::default().name(), "Decklist");
        assert_eq!(Draft { name: "Storm".into(), ..Draft::default() }.name(), "Storm");
    }
}
