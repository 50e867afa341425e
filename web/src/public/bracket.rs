//! The bracket of a playoff: a column for each round, those to come included.

use std::mem::take;

use askama::Template;
use domain::documents::{BracketColumn, BracketMatch, BracketSide};
use domain::pairing::bracket::Part;
use domain::tournament::RoundName;

use super::standings::player_page;
use crate::texts::Texts;

pub(super) struct Bracket<'a> {
    /// Its title in a double elimination; else empty.
    pub(super) title: String,
    pub(super) columns: Vec<Column<'a>>,
}

pub(super) struct Column<'a> {
    /// Its name: `Semifinals`.
    pub(super) name: String,
    pub(super) ties: Vec<Tie<'a>>,
    /// Its matches for lower places, and their title.
    pub(super) lower: Vec<Tie<'a>>,
    pub(super) lower_title: String,
    /// The classes for lines from its matches to those of the next column, where the winners of two neighbours meet, or
    /// which has as many; else empty.
    pub(super) leads_on: &'static str,
    /// Whether lines lead to its matches.
    pub(super) is_led_to: bool,
}

#[derive(Template)]
#[template(path = "public/tie.html")]
pub(super) struct Tie<'a> {
    texts: &'static Texts,
    /// With what links to players begin.
    base: &'a str,
    /// Its sides; none where it is not known who plays.
    sides: Vec<Option<&'a BracketSide<'a>>>,
    /// Whether its result does not count yet.
    is_unconfirmed: bool,
}

pub(super) fn brackets<'a>(
    texts: &'static Texts,
    base: &'a str,
    all: &'a [Vec<BracketColumn<'a>>],
) -> Vec<Bracket<'a>> {
    let parts = all.iter().map(|paired| paired.first().map(|column| column.part).unwrap_or_default());
    let is_double = parts.clone().any(|part| !part.is_main());
    let titles = parts.map(|part| if is_double { texts.part(part) } else { String::new() });
    titles.zip(all).map(|(title, paired)| Bracket { title, columns: columns(texts, base, paired, is_double) }).collect()
}

/// Returns the columns of a bracket. Rounds to come have no names, because their pairings are not published.
fn columns<'a>(
    texts: &'static Texts,
    base: &'a str,
    paired: &'a [BracketColumn<'a>],
    is_double: bool,
) -> Vec<Column<'a>> {
    let mut columns: Vec<Column<'a>> = paired.iter().map(|column| Column::paired(texts, base, column)).collect();
    let count = columns.len();
    for (place, (column, shown)) in (1..).zip(columns.iter_mut().zip(paired)).filter(|_| is_double) {
        column.name = texts.column_of_double(shown.part, (place, count), shown.name);
    }
    // A second final is open until the first one has a winner.
    let is_open = paired.iter().flat_map(|column| &column.matches).flat_map(|game| &game.sides).all(|side| !side.won);
    let finals = columns.iter_mut().zip(paired).filter(|(_, column)| is_open && column.part == Part::Final);
    for (column, _) in finals.skip(1) {
        column.name = texts.with("term-if-needed", "round", take(&mut column.name));
    }
    // Rounds of a double elimination have numbers. Those to come are there, or it is open how many they are.
    let is_numbered = |last: &BracketColumn<'_>| matches!(last.name, RoundName::Number(_)) && !last.is_reseeded;
    let mut left = match paired.last() {
        Some(last) if !is_numbered(last) => columns.last().map_or(0, |last| last.ties.len()),
        _ => 0,
    };
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
        let [from, to] = [at - 1, at].map(|at| columns[at].ties.len());
        let is_level = from == to && paired.get(at).is_some_and(|column| !column.part.is_main());
        let leads_on = match is_known && seats == 2 {
            true if is_level => "leads level",
            true if from == 2 * to => "leads",
            _ => "",
        };
        (columns[at - 1].leads_on, columns[at].is_led_to) = (leads_on, !leads_on.is_empty());
    }
    columns
}

impl<'a> Column<'a> {
    fn paired(texts: &'static Texts, base: &'a str, column: &'a BracketColumn<'a>) -> Self {
        let tie = |shown: &'a BracketMatch<'a>| Tie {
            texts,
            base,
            sides: shown.sides.iter().map(Some).collect(),
            is_unconfirmed: shown.is_unconfirmed,
        };
        let (lower, main): (Vec<_>, Vec<_>) = column.matches.iter().partition(|shown| shown.is_consolation);
        let is_for_third = column.name == RoundName::Bracket(1) && lower.len() == 1;
        Self {
            name: texts.round(column.name),
            ties: main.into_iter().map(tie).collect(),
            lower: lower.into_iter().map(tie).collect(),
            lower_title: if is_for_third { texts.part(Part::ThirdPlace) } else { texts.say("public-lower-places") },
            leads_on: "",
            is_led_to: false,
        }
    }

    /// Returns a round of so many matches and seats in each. Its name is its distance from the final.
    fn to_come(texts: &'static Texts, (matches, seats): (usize, usize), distance: usize) -> Self {
        let tie = || Tie { texts, base: "", sides: (0..seats).map(|_| None).collect(), is_unconfirmed: false };
        let name = texts.round(RoundName::Bracket(1 << distance.min(16)));
        let ties = std::iter::repeat_with(tie).take(matches).collect();
        Self { name, ties, lower: Vec::new(), lower_title: String::new(), leads_on: "", is_led_to: false }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::texts::Language;

    fn paired(name: u32, matches: usize, is_reseeded: bool) -> BracketColumn<'static> {
        let part = Part::Main;
        let side = |name| BracketSide { name: Cow::Borrowed(name), ..BracketSide::default() };
        let shown =
            || BracketMatch { sides: vec![side("Ann"), side("Bo")], is_consolation: false, is_unconfirmed: false };
        let matches = std::iter::repeat_with(shown).take(matches).collect();
        BracketColumn { name: RoundName::Bracket(name), matches, is_reseeded, part }
    }

    /// The columns as text: `Semifinals 2 > Final 1`, with `>` where lines connect them, and `=` where those are level.
    fn drawn(paired: &[BracketColumn<'_>]) -> String {
        let columns = columns(Texts::of(Language::English), "", paired, false);
        let shown = columns.iter().map(|column| {
            let mark = match column.leads_on {
                "" => " | ",
                "leads" => " > ",
                _ => " = ",
            };
            format!("{} {}{mark}", column.name, column.ties.len())
        });
        shown.collect::<String>().trim_end_matches([' ', '|']).to_owned()
    }

    #[test]
    fn rounds_to_come_are_shown_and_connected() {
        assert_eq!(drawn(&[paired(4, 4, false)]), "Quarterfinals 4 > Semifinals 2 > Final 1");
        assert_eq!(drawn(&[paired(4, 4, false), paired(2, 2, false)]), "Quarterfinals 4 > Semifinals 2 > Final 1");
        assert_eq!(drawn(&[]), "");
        let of_double = BracketColumn { name: RoundName::Number(5), ..paired(2, 2, false) };
        assert_eq!(drawn(&[of_double]), "Round 5 2", "of a double elimination they are in the document");
    }

    #[test]
    fn rounds_of_losers_with_as_many_matches_are_connected() {
        let of_losers = [2, 2, 1, 1].map(|count| BracketColumn { part: Part::Losers, ..paired(1, count, false) });
        assert_eq!(drawn(&of_losers), "Final 2 = Final 2 > Final 1 = Final 1");
        assert_eq!(drawn(&[paired(4, 2, false), paired(2, 2, false)]), "Quarterfinals 2 | Semifinals 2 > Final 1");
    }

    #[test]
    fn winners_of_four_pods_meet_in_one() {
        let pods = |name, count| {
            let mut paired = paired(name, count, true);
            for shown in &mut paired.matches {
                let side = |name| BracketSide { name: Cow::Borrowed(name), ..BracketSide::default() };
                shown.sides = ["Ann", "Bo", "Cy", "Di"].map(side).into();
            }
            paired
        };
        assert_eq!(drawn(&[pods(2, 4)]), "Semifinals 4 | Final 1");
        assert_eq!(drawn(&[pods(4, 10)]), "Quarterfinals 10 | Semifinals 3 | Final 1", "a cut to 40");
        assert_eq!(columns(Texts::of(Language::English), "", &[pods(2, 4)], false)[1].ties[0].sides.len(), 4);
    }

    #[test]
    fn only_a_match_of_the_final_round_is_for_third_place() {
        let titles = |name, matches| {
            let mut column = paired(name, matches, false);
            column.matches.iter_mut().skip(1).for_each(|shown| shown.is_consolation = true);
            columns(Texts::of(Language::English), "", &[column], false).remove(0).lower_title
        };
        assert_eq!(titles(1, 2), "Match for third place");
        assert_eq!([titles(2, 2), titles(1, 3)], ["For lower places"; 2]);
    }

    #[test]
    fn brackets_and_rounds_of_a_double_elimination_have_names() {
        let of = |part, rounds: &[(i32, usize)]| -> Vec<_> {
            let column = |(number, count): &(i32, usize)| BracketColumn {
                part,
                name: RoundName::Number(*number),
                ..paired(8, *count, false)
            };
            rounds.iter().map(column).collect()
        };
        let [winners, losers, finals] = [[(4, 2), (5, 1)], [(5, 1), (6, 1)], [(7, 1), (8, 1)]];
        let mut all = vec![of(Part::Main, &winners), of(Part::Losers, &losers), of(Part::Final, &finals)];
        let mut shown = || {
            let named = |bracket: Bracket<'_>| {
                let names: Vec<_> = bracket.columns.into_iter().map(|column| column.name).collect();
                format!("{}: {}", bracket.title, names.join(", "))
            };
            let shown: Vec<_> = brackets(Texts::of(Language::English), "", &all).into_iter().map(named).collect();
            all[2][0].matches[0].sides[1].won = true;
            shown
        };
        let expected = [
            "Winners’ bracket: Winners’ round 1 · Round 4, Winners’ final · Round 5",
            "Losers’ bracket: Losers’ round 1 · Round 5, Losers’ final · Round 6",
            "Final: Grand final, Second grand final",
        ];
        assert_eq!(shown()[2], format!("{} (if needed)", expected[2]), "the first final is open");
        assert_eq!(shown(), expected);
        assert_eq!(brackets(Texts::of(Language::English), "", &all[..1])[0].title, "");
    }

    #[test]
    fn lines_show_only_what_is_known() {
        let reseeded = [paired(4, 4, true), paired(2, 2, true)];
        assert_eq!(drawn(&reseeded), "Quarterfinals 4 > Semifinals 2 | Final 1");
        assert_eq!(drawn(&[paired(4, 3, false)]), "Quarterfinals 3 | Semifinals 2 > Final 1");
        let columns = columns(Texts::of(Language::English), "", &reseeded, false);
        assert!(columns[2].ties[0].sides.iter().all(Option::is_none));
    }
}
