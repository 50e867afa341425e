//! Puts the cards of a text on boards: by headings and marks or, in a text that names no sideboard, by blank lines. For
//! the meaning of blank lines, see [`super`].

use std::collections::BTreeSet;

use super::line::{Kind, Seen, is_comment};
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
    /// Whether that heading is written like a comment, as all headings of its text then are.
    is_commented: bool,
    /// Whether the board has headings within it.
    is_parted: bool,
    /// Whether the next card of the deck begins a group.
    is_apart: bool,
    above: Above,
    groups: Vec<Group>,
    placed: Vec<(Place, CardLine)>,
    /// Boards that the text names, which need not be guessed.
    named: BTreeSet<Board>,
    /// Whether the sideboard has a heading, not only marks.
    has_sideboard: bool,
}

/// Builds the list from these lines.
pub(super) fn place(lines: &[Seen<'_>]) -> DeckText {
    let names_are_cards = are_names_cards(lines);
    let mut deck = DeckText::default();
    let mut reader = Reader { is_apart: true, ..Reader::default() };
    for (at, line) in lines.iter().enumerate() {
        match &line.kind {
            Kind::Blank => reader.blank(),
            Kind::Rule => {
                deck.lines.comments += 1;
                reader.blank();
            }
            Kind::Comment | Kind::About => {
                deck.lines.comments += 1;
                reader.comment();
            }
            Kind::Board(board) => {
                deck.lines.headings += 1;
                reader.heading(*board, is_comment(line.text));
            }
            Kind::Group => {
                deck.lines.headings += 1;
                reader.group();
            }
            Kind::Card { count, name, board, .. } => reader.card(*count, name, *board),
            Kind::Name(name) if names_are_cards || reader.is_alone() => reader.card(1, name, None),
            Kind::NameWithNumber(count @ 1.., name) if names_are_cards || is_count(lines, at) => {
                reader.card(*count, name, None);
            }
            Kind::NameWithNumber(number, _) if is_total(*number, &lines[at + 1..]) || reader.has(*number) => {
                deck.lines.headings += 1;
                reader.group();
            }
            Kind::Name(_) | Kind::NameWithNumber(..) | Kind::Unknown => {
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

/// Whether this is a name with its count behind it in brackets, among cards with counts in front: a line next to it is one
/// too, and neither is a heading.
fn is_count(lines: &[Seen<'_>], at: usize) -> bool {
    let is_numbered = |at: usize| match lines.get(at).map(|line| &line.kind) {
        Some(Kind::NameWithNumber(number, _)) => {
            lines[at].text.ends_with([')', ']']) && !is_total(*number, &lines[at + 1..])
        }
        _ => false,
    };
    is_numbered(at) && (is_numbered(at + 1) || is_numbered(at.wrapping_sub(1)))
}

/// Whether the number of a line is that of the cards directly below it, so that the line is their heading.
fn is_total(number: u32, below: &[Seen<'_>]) -> bool {
    let kinds = below.iter().map(|line| &line.kind);
    let kinds = kinds.skip_while(|kind| matches!(kind, Kind::Blank | Kind::Rule | Kind::Comment | Kind::About));
    let counts = kinds.map_while(|kind| if let Kind::Card { count, .. } = kind { Some(*count) } else { None });
    number == 0 || counts.fold(0, u32::saturating_add) == number
}

impl Reader {
    /// Whether the latest heading is for one or two cards and ends with a blank line.
    fn is_alone(&self) -> bool {
        matches!(self.board, Some(Board::Commander | Board::Companion))
    }

    /// Whether there are so many cards so far, so that a number below them is their total.
    fn has(&self, number: u32) -> bool {
        self.placed.iter().fold(0, |sum: u32, (_, card)| sum.saturating_add(card.count)) == number
    }

    /// Leaves a board for one or two cards, if it has a card.
    fn leave_alone(&mut self) {
        if self.is_alone() && self.cards_here > 0 {
            self.board = None;
        }
    }

    /// Notes a comment, which can be a heading if others are written like it.
    fn comment(&mut self) {
        if self.is_commented {
            self.leave_alone();
        }
        self.words();
    }

    /// Notes text above a group. A heading above it takes precedence.
    fn words(&mut self) {
        if self.above == Above::Nothing {
            self.above = Above::Words;
        }
    }

    fn blank(&mut self) {
        self.leave_alone();
        self.is_apart = true;
    }

    fn heading(&mut self, board: Board, is_commented: bool) {
        self.named.insert(board);
        self.has_sideboard |= board == Board::Sideboard;
        self.board = Some(board);
        self.is_commented = is_commented;
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
        self.named.extend(marked);
        let place = match marked.or(self.board) {
            None | Some(Board::Main) => Place::Group(self.open_group(count)),
            Some(board) => Place::Board(board),
        };
        self.above = Above::Nothing;
        self.cards_here += usize::from(marked.is_none() || marked == self.board);
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
        let guess = guess(&self.groups, self.commanders(), &self.named);
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

/// Cards in a sideboard in almost every format.
const SIDEBOARD: u32 = 15;
/// Cards in a whole draft or sealed deck. All other cards of the pool are in its sideboard.
const LIMITED: u32 = 40;
/// Sizes of whole decks.
const WHOLE: [u32; 4] = [LIMITED, 60, 80, 100];
/// Sizes of whole decks with a commander.
const WHOLE_WITH_COMMANDER: [u32; 2] = [60, 100];
/// The most commanders that a deck can have.
const COMMANDERS: u32 = 2;

/// The lines above a group of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Above {
    /// Only blank lines.
    #[default]
    Nothing,
    /// Text that may be a title.
    Words,
    /// A heading.
    Heading,
}

/// Cards of the deck between two blank lines.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// The lines above it.
    above: Above,
    /// Number of its cards.
    total: u32,
}

/// Returns the one group that is not part of the main deck although no heading says so, and its board. `commanders` is
/// the number of commanders that the text names.
fn guess(groups: &[Group], commanders: u32, named: &BTreeSet<Board>) -> Option<(usize, Board)> {
    let (last, others) = groups.split_last()?;
    let before = others.iter().fold(commanders, |sum, group| sum.saturating_add(group.total));
    let total = before.saturating_add(last.total);
    if groups.len() == 2 && !named.contains(&Board::Commander) && WHOLE_WITH_COMMANDER.contains(&total) {
        let is_commander = |group: &Group| group.total <= COMMANDERS && group.above != Above::Heading;
        if let Some(group) = groups.iter().position(is_commander) {
            return Some((group, Board::Commander));
        }
    }
    if named.contains(&Board::Sideboard) || others.is_empty() || last.above == Above::Heading {
        return None;
    }
    let is_small = last.total <= SIDEBOARD;
    let is_split = others.len() == 1 && last.above == Above::Nothing;
    let is_sideboard = if WHOLE.contains(&before) {
        is_small || is_split && before == LIMITED && !WHOLE_WITH_COMMANDER.contains(&total)
    } else {
        is_split && !WHOLE.contains(&total) && (is_small || before > LIMITED)
    };
    is_sideboard.then_some((others.len(), Board::Sideboard))
}

/// Moves a sideboard of one or two cards to the command zone, if no commander is named and the deck is whole with them.
/// Programs without a command zone write commanders like this.
pub(super) fn find_commanders(cards: &mut [(Board, CardLine)]) {
    let count = |board| {
        let cards = cards.iter().filter(|(of, _)| *of == board);
        cards.fold(0, |sum: u32, (_, card)| sum.saturating_add(card.count))
    };
    let sideboard = count(Board::Sideboard);
    let total = sideboard.saturating_add(count(Board::Main));
    if count(Board::Commander) == 0 && sideboard <= COMMANDERS && WHOLE_WITH_COMMANDER.contains(&total) {
        let in_sideboard = cards.iter_mut().filter(|(board, _)| *board == Board::Sideboard);
        in_sideboard.for_each(|(board, _)| *board = Board::Commander);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMANDER: fn(usize) -> Option<(usize, Board)> = |at| Some((at, Board::Commander));
    const SIDEBOARD: fn(usize) -> Option<(usize, Board)> = |at| Some((at, Board::Sideboard));

    fn groups(totals: &[u32]) -> Vec<Group> {
        totals.iter().map(|total| Group { above: Above::Nothing, total: *total }).collect()
    }

    #[test]
    fn blank_lines_are_understood_as_players_mean_them() {
        for (totals, expected) in [
            (&[60, 15][..], SIDEBOARD(1)),
            (&[60], None),
            (&[], None),
            (&[4, 2], SIDEBOARD(1)),
            // A whole deck has at most 15 cards in its sideboard.
            (&[60, 16], None),
            (&[80, 15], SIDEBOARD(1)),
            (&[80, 16], None),
            (&[100, 15], SIDEBOARD(1)),
            (&[100, 16], None),
            // A whole limited deck has the rest of the pool in its sideboard.
            (&[40, 5], SIDEBOARD(1)),
            (&[40, 16], SIDEBOARD(1)),
            (&[40, 40], SIDEBOARD(1)),
            (&[40, 48], SIDEBOARD(1)),
            (&[40, 20], None),
            (&[40, 21], SIDEBOARD(1)),
            (&[40, 60], None),
            // Other first groups.
            (&[39, 15], SIDEBOARD(1)),
            (&[39, 16], None),
            (&[61, 15], SIDEBOARD(1)),
            (&[41, 44], SIDEBOARD(1)),
            (&[41, 39], None),
            (&[45, 55], None),
            // Spells and lands.
            (&[36, 24], None),
            (&[45, 15], None),
            (&[23, 17], None),
            (&[30, 25], None),
            // By type.
            (&[20, 16, 24], None),
            (&[20, 16, 24, 15], SIDEBOARD(3)),
            (&[20, 16, 24, 3, 4], None),
            (&[1, 30, 33, 36], None),
            // The commander in a group of its own.
            (&[1, 99], COMMANDER(0)),
            (&[2, 98], COMMANDER(0)),
            (&[99, 1], COMMANDER(1)),
            (&[1, 59], COMMANDER(0)),
            (&[1, 60], None),
            (&[3, 97], None),
            (&[u32::MAX, u32::MAX], SIDEBOARD(1)),
        ] {
            assert_eq!(guess(&groups(totals), 0, &BTreeSet::new()), expected, "{totals:?}");
        }
    }

    #[test]
    fn what_is_named_is_not_guessed() {
        let [sideboard, commander] = [Board::Sideboard, Board::Commander].map(|board| BTreeSet::from([board]));
        assert_eq!(guess(&groups(&[60, 15]), 0, &sideboard), None);
        assert_eq!(guess(&groups(&[1, 99]), 0, &sideboard), COMMANDER(0));
        assert_eq!(guess(&groups(&[98, 1]), 1, &commander), None, "100 cards with the commander");
        assert_eq!(guess(&groups(&[99, 10]), 1, &commander), SIDEBOARD(1), "a whole deck with the commander");
    }

    #[test]
    fn a_heading_says_what_a_group_is_and_words_may() {
        for (above, total, expected) in
            [(Above::Heading, 60, None), (Above::Words, 60, SIDEBOARD(1)), (Above::Words, 61, None)]
        {
            let groups = [Group { above: Above::Nothing, total }, Group { above, total: 15 }];
            assert_eq!(guess(&groups, 0, &BTreeSet::new()), expected, "{above:?} {total}");
        }
        let pool = [Group { above: Above::Nothing, total: 40 }, Group { above: Above::Words, total: 44 }];
        assert_eq!(guess(&pool, 0, &BTreeSet::new()), None, "text within the main deck");
    }
}
