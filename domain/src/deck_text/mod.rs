//! Reads the text of a decklist as players paste it: counts, names and boards. It never refuses a list.
//!
//! # Forms that are read
//!
//! | Form | Read as |
//! |---|---|
//! | `4 Brainstorm`, `4x Brainstorm`, `(4) Brainstorm`, `Brainstorm x4`, `Brainstorm (x4)`, `稲妻×4`, columns separated by tabs | a card |
//! | `(MMQ) 61`, `[MMQ]`, `<MMQ>`, `\|MMQ`, `*F*`, `*E*`, `(Foil)`, `#tag`, `^tag^`, `[Ramp]`, `MMQ 61` after a name or its count | not part of the name |
//! | `*CMDR*`, `# !Commander`, `[Commander{top}]`, `[Sideboard]`, `[Ramp{noDeck}]` after a name; `SB:` before the count | the card's board |
//! | `Fire // Ice`, `Fire/Ice`, `Fire /// Ice` | `Fire // Ice` |
//! | `Deck`, `Sideboard:`, `// Commander (1)`, `# MAINBOARD`, `[Companion]`, `15 Sideboard`, … | a heading of a board |
//! | `Creatures (12)`, `24 Lands`, `Ramp:`, `== Removal ==` | a heading within a board |
//! | `About` and the lines under it, `Name: …`, other lines that begin with `//` or `#`; an address after ` #` or ` //` | a comment |
//! | XML files of MTGO, Cockatrice, OCTGN and LackeyCCG | their elements of cards, as `dek.rs` lists them |
//! | CSV, with titles of columns or without | its rows, by the titles of their columns |
//! | an address, prose, a word between counted cards | not understood |
//!
//! The words and signs are data: `marks.rs` has them with the programs that write them, and headings in the eleven languages
//! of the game clients.
//!
//! # Rules for ambiguous texts
//!
//! * **A line with a name and no count** is one card in three cases: under `Commander` or `Companion`; with a set or a
//!   mark after it; and in a text that counts no card at all but has several lines that could be names. Elsewhere it is
//!   not understood: between counted cards it is more often a title (`Removal`) than a card.
//! * **A line with a name and a number in brackets or after a colon** is cards in a text that counts no card otherwise. Else
//!   `Removal (12)` is a heading if the cards below it, up to a blank line or heading, or all cards above it are 12. Other such
//!   lines are cards if two with brackets stand together, and not understood otherwise.
//! * **Blank lines** matter only if no sideboard is named. A group with its own heading, such as `Lands`, is never
//!   taken for a sideboard. Commanders that the text names count as cards of the first group. Of two groups, the second
//!   is the sideboard under these conditions:
//!
//!   | Cards of the first group | The second group is the sideboard if |
//!   |---|---|
//!   | 60, 80 or 100: a whole deck | it has at most 15 cards |
//!   | 40: a whole limited deck | it has at most 15 cards, or both together are not 60 or 100 cards |
//!   | less than 40 | it has at most 15 cards, and both together are not 40 cards |
//!   | any other number above 40 | both together are not 60, 80 or 100 cards |
//!
//!   In three or more groups, cards are sorted by type: the last group is the sideboard only if it has at most 15 cards
//!   and all groups before it are together 40, 60, 80 or 100 cards. The same rule applies to two groups with text
//!   between them.
//! * **A group of one or two cards** is the commander if no commander is named and two groups together are exactly 60
//!   or 100 cards. Lists of commander formats are exported like this without headings. So is a sideboard of one or two
//!   cards that has no heading, only marks or attributes.
//! * **After a commander or companion** a blank line leads back to the deck, and a comment if the heading is written like
//!   one (`// Commander`). So does a heading such as `Lands` in a sideboard that already has cards; directly under the
//!   sideboard's heading it begins a group of the sideboard.

mod boards;
mod card;
mod csv;
mod dek;
mod line;
mod list;
mod marks;

pub use list::{Board, CardLine, DeckText, Line, LineCounts, Section};

impl DeckText {
    /// Reads a text. The time is proportional to its length.
    pub fn parse(text: &str) -> Self {
        if dek::is_dek(text) {
            return dek::parse(text);
        }
        csv::parse(text).unwrap_or_else(|| boards::place(&line::classify_all(text)))
    }
}
