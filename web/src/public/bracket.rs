//! The bracket of a playoff: a column for each round, those to come included.

use askama::Template;
use domain::documents::{BracketColumn, BracketMatch, BracketSide};
use domain::tournament::RoundName;

use crate::texts::Texts;

/// A round of the bracket.
pub(super) struct Column<'a> {
    /// Its name: `Semifinals`.
    pub(super) name: String,
    /// Its matches, from the top.
    pub(super) ties: Vec<Tie<'a>>,
    /// Its matches for lower places.
    pub(super) lower: Vec<Tie<'a>>,
    /// Whether lines lead from its matches to those of the next column: the winners of two neighbours meet there.
    pub(super) leads_on: bool,
    /// Whether lines lead to its matches.
    pub(super) is_led_to: bool,
}

/// A match of the bracket.
#[derive(Template)]
#[template(path = "public/tie.html")]
pub(super) struct Tie<'a> {
    texts: &'static Texts,
    /// Its sides; none where it is not known who plays.
    sides: Vec<Option<&'a BracketSide<'a>>>,
    /// Whether its result does not count yet.
    is_unconfirmed: bool,
}

/// Returns the columns of a bracket. Rounds to come have no names, because their pairings are not published.
pub(super) fn columns<'a>(texts: &'static Texts, paired: &'a [BracketColumn<'a>]) -> Vec<Column<'a>> {
    let mut columns: Vec<Column<'a>> = paired.iter().map(|column| Column::paired(texts, column)).collect();
    let mut left = columns.last().map_or(0, |last| last.ties.len());
    let seats = columns.iter().flat_map(|column| &column.ties).map(|tie| tie.sides.len()).max().unwrap_or_default();
    let seats = seats.max(2);
    let mut to_come = Vec::new();
    while left > 1 {
        let entrants = left.min(seats);
        left = left.div_ceil(seats);
        to_come.push((left, entrants));
    }
    let distances = (0..to_come.len()).rev();
    columns.extend(to_come.into_iter().zip(distances).map(|(size, distance)| Column::to_come(texts, size, distance)));
    let is_reseeded = paired.last().is_some_and(|column| column.is_reseeded);
    for at in 1..columns.len() {
        // If players are seeded again, it is open whom the winners meet in a round that is not paired yet.
        let is_known = at < paired.len() || !is_reseeded;
        let connected = is_known && seats == 2 && columns[at - 1].ties.len() == 2 * columns[at].ties.len();
        (columns[at - 1].leads_on, columns[at].is_led_to) = (connected, connected);
    }
    columns
}

impl<'a> Column<'a> {
    fn paired(texts: &'static Texts, column: &'a BracketColumn<'a>) -> Self {
        let tie = |shown: &'a BracketMatch<'a>| Tie {
            texts,
            sides: shown.sides.iter().map(Some).collect(),
            is_unconfirmed: shown.is_unconfirmed,
        };
        let (lower, main): (Vec<_>, Vec<_>) = column.matches.iter().partition(|shown| shown.is_consolation);
        Self {
            name: texts.round(column.name),
            ties: main.into_iter().map(tie).collect(),
            lower: lower.into_iter().map(tie).collect(),
            leads_on: false,
            is_led_to: false,
        }
    }

    /// Returns a round of so many matches and seats in each. Its name is its distance from the final.
    fn to_come(texts: &'static Texts, (matches, seats): (usize, usize), distance: usize) -> Self {
        let tie = || Tie { texts, sides: (0..seats).map(|_| None).collect(), is_unconfirmed: false };
        let name = texts.round(RoundName::Bracket(1 << distance.min(16)));
        let ties = std::iter::repeat_with(tie).take(matches).collect();
        Self { name, ties, lower: Vec::new(), leads_on: false, is_led_to: false }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::texts::Language;

    fn paired(name: u32, matches: usize, is_reseeded: bool) -> BracketColumn<'static> {
        let side = |name| BracketSide { name: Cow::Borrowed(name), games: None, won: false, seed: None };
        let shown =
            || BracketMatch { sides: vec![side("Ann"), side("Bo")], is_consolation: false, is_unconfirmed: false };
        let matches = std::iter::repeat_with(shown).take(matches).collect();
        BracketColumn { name: RoundName::Bracket(name), matches, is_reseeded }
    }

    /// The columns as text: `Semifinals 2 > Final 1`, with `>` where lines connect them.
    fn drawn(paired: &[BracketColumn<'_>]) -> String {
        let columns = columns(Texts::of(Language::English), paired);
        let shown = columns.iter().map(|column| {
            let mark = if column.leads_on { " > " } else { " | " };
            format!("{} {}{mark}", column.name, column.ties.len())
        });
        shown.collect::<String>().trim_end_matches([' ', '|']).to_owned()
    }

    #[test]
    fn rounds_to_come_are_shown_and_connected() {
        assert_eq!(drawn(&[paired(4, 4, false)]), "Quarterfinals 4 > Semifinals 2 > Final 1");
        assert_eq!(drawn(&[paired(4, 4, false), paired(2, 2, false)]), "Quarterfinals 4 > Semifinals 2 > Final 1");
        assert_eq!(drawn(&[]), "");
    }

    #[test]
    fn winners_of_four_pods_meet_in_one() {
        let pods = |name, count| {
            let mut paired = paired(name, count, true);
            for shown in &mut paired.matches {
                let side = |name| BracketSide { name: Cow::Borrowed(name), games: None, won: false, seed: None };
                shown.sides = ["Ann", "Bo", "Cy", "Di"].map(side).into();
            }
            paired
        };
        assert_eq!(drawn(&[pods(2, 4)]), "Semifinals 4 | Final 1");
        assert_eq!(drawn(&[pods(4, 10)]), "Quarterfinals 10 | Semifinals 3 | Final 1", "a cut to 40");
        assert_eq!(columns(Texts::of(Language::English), &[pods(2, 4)])[1].ties[0].sides.len(), 4);
    }

    #[test]
    fn lines_show_only_what_is_known() {
        let reseeded = [paired(4, 4, true), paired(2, 2, true)];
        assert_eq!(drawn(&reseeded), "Quarterfinals 4 > Semifinals 2 | Final 1");
        assert_eq!(drawn(&[paired(4, 3, false)]), "Quarterfinals 3 | Semifinals 2 > Final 1");
        let columns = columns(Texts::of(Language::English), &reseeded);
        assert!(columns[2].ties[0].sides.iter().all(Option::is_none));
    }
}
