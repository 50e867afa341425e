//! The brackets of the desk's page of a playoff: a column for each round, those to come included, with what staff knows of
//! them.

use std::collections::HashMap;

use domain::pairing::EntrantId;
use domain::pairing::bracket::Part;
use domain::possible_results::choices;
use domain::tournament::phases::last_number;
use domain::tournament::playoff::{Node, Playoff, Side as PlayoffSide, is_double};
use domain::tournament::playoff_columns::{DrawnPart, drawn_parts, node_of};
use domain::tournament::{Match, Round, RoundName, TeamMatch};
use proto_events::ids::MatchId;
use proto_events::tournament::{Games, PairingKind, Winner};
use proto_events::vocabulary::ProgressStatus;

use crate::desk::event::Desk;
use crate::desk::words::EntryForm;
use crate::parts::format::games_won;
use crate::texts::Texts;

/// A bracket with the rounds to come.
pub(super) struct DrawnBracket {
    /// Its title in a double elimination; else empty.
    pub(super) title: String,
    pub(super) columns: Vec<Column>,
}

/// A round of a bracket.
pub(super) struct Column {
    /// Its name: `Semifinals`.
    pub(super) name: String,
    ties: Vec<Tie>,
    /// The match for third place, if the round has one.
    third: Vec<Tie>,
    /// The classes for lines to the next column, and from the one before: the winners of two neighbours meet there.
    pub(super) lines: [&'static str; 2],
}

impl Column {
    /// Returns its matches, and the match for third place, with whether they are for it.
    pub(super) fn groups(&self) -> [(bool, &[Tie]); 2] {
        [(false, &self.ties), (true, &self.third)]
    }
}

/// A match of the bracket, of players or of teams.
#[derive(Default)]
pub(super) struct Tie {
    /// Its table; 0 if it is not paired yet, and for a bye.
    pub(super) table: i32,
    /// The match, unless teams meet or it is not paired yet.
    pub(super) match_id: Option<MatchId>,
    /// The players or teams; none where it is not known who plays.
    sides: Vec<Option<EntrantId>>,
    winner: Option<Winner>,
    /// Games won, or seats in a match of teams; none before the result.
    games: Option<Games>,
    /// Whether the round waits for its result.
    pub(super) is_open: bool,
    is_consolation: bool,
}

pub(super) struct Side {
    /// The seed; 0 if it is not known who plays.
    pub(super) seed: usize,
    pub(super) name: String,
    /// Games or seats won; empty before the result.
    pub(super) score: String,
    pub(super) has_won: bool,
    /// The wins of this side that can be entered: scores, and the lines that scorekeepers type for them.
    pub(super) wins: Vec<(String, String)>,
}

/// Draws the playoff, with the rounds to come.
pub(super) fn draw(desk: &Desk<'_>, playoff: &Playoff) -> Vec<DrawnBracket> {
    let mut brackets = planned(desk, playoff)
        .unwrap_or_else(|| vec![DrawnBracket { title: String::new(), columns: by_round(desk, playoff) }]);
    // In a playoff that is seeded again, it is open whom winners meet.
    let columns = brackets.iter_mut().filter(|_| playoff.order.is_some());
    for DrawnBracket { title, columns } in columns {
        let is_double = !title.is_empty();
        for at in 1..columns.len() {
            let [from, to] = [at - 1, at].map(|at| columns[at].ties.len());
            let leads = match from == to && is_double {
                true => "leads level",
                false if from == 2 * to => "leads",
                false => continue,
            };
            (columns[at - 1].lines[0], columns[at].lines[1]) = (leads, "led");
        }
    }
    brackets
}

/// Draws a playoff whose matches are fixed; `None` for another one, and if other matches were played.
fn planned(desk: &Desk<'_>, playoff: &Playoff) -> Option<Vec<DrawnBracket>> {
    if !playoff.is_followed {
        return None;
    }
    let mut paired: HashMap<usize, Tie> = HashMap::new();
    for (_, round) in desk.state().rounds().filter(|(phase, _)| phase.round_type.is_playoff()) {
        for tie in ties(round) {
            let entrants: Vec<_> = tie.sides.iter().flatten().copied().collect();
            paired.insert(node_of(&playoff.nodes, round.number, &entrants)?, tie);
        }
    }
    let parts = drawn_parts(&playoff.nodes, last_number(desk.state()));
    let is_double = parts.iter().any(|drawn| !drawn.part.is_main());
    let mut column = |name, nodes: Vec<usize>| {
        let tie = |at| paired.remove(&at).unwrap_or_else(|| Tie::to_come(&playoff.nodes[at]));
        let (third, ties) = nodes.into_iter().map(tie).partition(|tie| tie.is_consolation);
        Column { name, ties, third, lines: [""; 2] }
    };
    let drawn = parts.into_iter().map(|DrawnPart { part, columns }| {
        let (texts, count) = (desk.texts, columns.len());
        let named = (1..).zip(columns).map(|(place, (round, nodes))| match is_double {
            true => column(texts.column_of_double(part, (place, count), round), nodes),
            false => column(texts.round(round), nodes),
        });
        let mut columns: Vec<Column> = named.collect();
        if let (Part::Final, [_, second]) = (part, columns.as_mut_slice())
            && second.ties.iter().flat_map(|tie| &tie.sides).all(Option::is_none)
        {
            second.name = texts.with("term-if-needed", "round", second.name.as_str());
        }
        DrawnBracket { title: if is_double { texts.part(part) } else { String::new() }, columns }
    });
    Some(drawn.collect()).filter(|drawn: &Vec<_>| !drawn.is_empty())
}

/// Draws the rounds as they were paired, and those to come.
fn by_round(desk: &Desk<'_>, playoff: &Playoff) -> Vec<Column> {
    let rounds = desk.state().rounds().filter(|(phase, _)| phase.round_type.is_playoff());
    let parted = |round| ties(round).into_iter().partition(|tie| !tie.is_consolation);
    let (mut columns, thirds): (Vec<Vec<Tie>>, Vec<Vec<Tie>>) = rounds.map(|(_, round)| parted(round)).unzip();
    let mut thirds = thirds.into_iter();
    // How many rounds of a double elimination follow is not known here.
    let goes_on = !is_double(desk.state());
    if columns.is_empty() {
        let sides = playoff.next_round().into_iter().map(|table| table.into_iter().map(Some).collect());
        columns.push(sides.map(|sides| Tie { sides, ..Tie::default() }).collect());
    }
    while let Some(last) = columns.last().filter(|last| goes_on && last.len() > 1) {
        let is_known = playoff.order.is_some();
        let winners: Vec<_> = last.iter().map(|tie| tie.won_by().filter(|_| is_known)).collect();
        let seats = last.iter().map(|tie| tie.sides.len()).max().unwrap_or_default().max(2);
        let sides = winners.chunks(seats).map(|met| {
            let mut sides = met.to_vec();
            sides.resize(sides.len().max(2), None);
            sides
        });
        columns.push(sides.map(|sides| Tie { sides, ..Tie::default() }).collect());
    }
    let rounds = columns.len();
    let named = columns.into_iter().enumerate().map(|(at, ties)| {
        let of_pods = ties.iter().any(|tie| tie.sides.len() > 2);
        // A round of pods has the name of one that is as far from the final.
        let matches = if of_pods { 1 << (rounds - at - 1).min(6) } else { ties.len() };
        let third = thirds.next().filter(|_| matches == 1).unwrap_or_default();
        Column { name: name(desk.texts, matches), ties, third, lines: [""; 2] }
    });
    named.collect()
}

fn name(texts: &Texts, matches: usize) -> String {
    let matches = if matches == 3 { 4 } else { u32::try_from(matches).unwrap_or(u32::MAX) };
    texts.round(RoundName::Bracket(matches))
}

/// Returns the matches of a round by table, which is the order of the bracket.
fn ties(round: &Round) -> Vec<Tie> {
    let of_players = round.matches.iter();
    let of_players = of_players.map(|table| (table.pairing.table_number, Tie::of_players(round, table)));
    let of_teams = round.team_matches.iter().map(|it| (it.first_table_number, Tie::of_teams(round, it)));
    let mut ties: Vec<_> = of_players.chain(of_teams).collect();
    ties.sort_by_key(|(table, _)| *table);
    ties.into_iter().map(|(_, tie)| tie).collect()
}

impl Tie {
    fn of_players(round: &Round, table: &Match) -> Self {
        let pairing = &table.pairing;
        let is_bye = pairing.kind == PairingKind::Bye && round.status != ProgressStatus::Upcoming;
        Self {
            table: if pairing.players.len() == 1 { 0 } else { pairing.table_number },
            match_id: (pairing.kind == PairingKind::Versus).then(|| table.id()),
            sides: pairing.players.iter().map(|id| Some((*id).into())).collect(),
            winner: if is_bye { Some(Winner::First) } else { table.result.map(|result| result.winner) },
            games: table.result.and_then(|result| result.games),
            is_open: round.status == ProgressStatus::InProgress && table.result.is_none() && !is_bye,
            is_consolation: pairing.is_consolation,
        }
    }

    /// Returns a match that is not paired yet, with the sides that are known.
    fn to_come(node: &Node) -> Self {
        let side = |side: &PlayoffSide| match side {
            PlayoffSide::Entrant(id) => Some(Some(*id)),
            PlayoffSide::Open(_) => Some(None),
            PlayoffSide::Empty => None,
        };
        let sides = node.sides.iter().filter_map(side).collect();
        Self { sides, is_consolation: node.part == Part::ThirdPlace, ..Self::default() }
    }

    fn of_teams(round: &Round, of_teams: &TeamMatch) -> Self {
        let is_over = round.status != ProgressStatus::Upcoming;
        let sides = of_teams.teams.iter().map(|id| Some((*id).into())).collect();
        if let [together] = &of_teams.seats[..] {
            return Self { sides, ..Self::of_players(round, together) };
        }
        Self {
            table: if of_teams.teams.len() == 1 { 0 } else { of_teams.first_table_number },
            sides,
            winner: of_teams.decided().filter(|_| is_over).map(|result| result.winner),
            games: of_teams.seats_won(),
            is_consolation: of_teams.is_consolation(),
            ..Self::default()
        }
    }

    fn won_by(&self) -> Option<EntrantId> {
        self.sides.get(self.winner?.seat()?).copied().flatten()
    }

    /// Returns its sides for the page; a side alone has a bye.
    pub(super) fn shown(&self, desk: &Desk<'_>, playoff: &Playoff) -> Vec<Side> {
        let seed = |id| playoff.seeds.iter().position(|seeded| *seeded == id).map_or(0, |at| at + 1);
        let won = |seat| match (seat, self.games) {
            (0, Some(won)) => won.first.to_string(),
            (1, Some(won)) => won.second.to_string(),
            _ => String::new(),
        };
        let wins = |seat| match EntryForm::usual(desk.state()) {
            _ if self.sides.len() > 2 => vec![(String::new(), format!("{} {}", self.table, seat + 1))],
            EntryForm::Scores => Vec::new(),
            _ => clear_wins(desk.state().details.best_of, self.table, seat),
        };
        let sides = self.sides.iter().enumerate().map(|(seat, id)| Side {
            seed: id.map_or(0, seed),
            name: id.map_or_else(|| desk.texts.say("desk-bracket-open"), |id| desk.entrant(id)),
            score: won(seat),
            has_won: self.winner.and_then(Winner::seat) == Some(seat),
            wins: wins(seat),
        });
        let mut sides: Vec<_> = sides.collect();
        if sides.len() == 1 {
            let name = desk.texts.say("desk-bye");
            sides.push(Side { seed: 0, name, score: String::new(), has_won: false, wins: Vec::new() });
        }
        sides
    }
}

pub(super) fn win(texts: &Texts, name: &str, score: &str) -> String {
    texts.with_all("desk-bracket-wins", [("name", name.into()), ("score", score.into())]).trim_end().to_owned()
}

/// Returns the results with which the player in a seat wins the match at this table after all its games, as the winner's
/// and the loser's games with the line that enters them.
fn clear_wins(best_of: Option<i32>, table: i32, seat: usize) -> Vec<(String, String)> {
    let wins: Vec<_> = choices(best_of).into_iter().filter(|games| games.first > games.second).collect();
    let most = wins.iter().map(|games| games.first).max();
    let line = |games: Games| match seat {
        1 => format!("{table} {} {}", games.second, games.first),
        _ => format!("{table} {} {}", games.first, games.second),
    };
    let clear = wins.into_iter().filter(|games| Some(games.first) == most);
    clear.map(|games| (games_won(games.first, games.second, 0), line(games))).collect()
}

#[cfg(test)]
mod tests {
    use proto_events::ids::TeamId;
    use proto_events::tournament::Pairing;

    use super::*;

    #[test]
    fn teams_that_play_together_have_a_match_to_enter() {
        let of_seats = |seats: i64| {
            let seat = |id| Pairing { match_id: MatchId(id), is_consolation: true, ..Pairing::default() };
            let mut met = TeamMatch::default();
            met.teams = vec![TeamId(7), TeamId(8)];
            met.seats = (1..=seats).map(|id| Match::new(seat(id))).collect();
            Tie::of_teams(&Round::default(), &met)
        };
        let [together, of_three] = [1, 3].map(of_seats);
        assert_eq!([together.match_id, of_three.match_id], [Some(MatchId(1)), None]);
        assert_eq!(together.sides, [Some(EntrantId(7)), Some(EntrantId(8))]);
        assert!(together.is_consolation && of_three.is_consolation);
    }
}
