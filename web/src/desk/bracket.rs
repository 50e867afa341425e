//! The bracket of a playoff: a column for each round, those to come included.

use std::collections::HashMap;

use domain::pairing::EntrantId;
use domain::pairing::cut::Bracket;
use domain::tournament::playoff::Playoff;
use domain::tournament::{Match, Round, TeamMatch};
use proto_events::ids::MatchId;
use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};
use proto_events::vocabulary::ProgressStatus;

use crate::desk::event::Event;
use crate::texts::Texts;

/// A drawn bracket.
pub(crate) struct Drawn {
    pub(crate) columns: Vec<Column>,
    /// Whether the winners of two neighbouring matches meet next, so that lines can connect them.
    pub(crate) is_connected: bool,
}

/// A round of the bracket.
pub(crate) struct Column {
    /// Its name: `Semifinals`.
    pub(crate) name: String,
    pub(crate) ties: Vec<Tie>,
}

/// A match of the bracket.
pub(crate) struct Tie {
    /// Its table; 0 if it is not paired yet.
    pub(crate) table: i32,
    /// The match, unless teams meet or it is not paired yet.
    pub(crate) match_id: Option<MatchId>,
    pub(crate) sides: Vec<Side>,
    /// Whether the round waits for its result.
    pub(crate) is_open: bool,
}

/// A side of a match.
pub(crate) struct Side {
    /// The seed; 0 if it is not known who plays.
    pub(crate) seed: usize,
    pub(crate) name: String,
    /// Games won, or seats in a match of teams; empty before the result.
    pub(crate) score: String,
    pub(crate) has_won: bool,
    /// The line that enters a win of this side, as a scorekeeper types it.
    pub(crate) entry: String,
}

/// A match as it is known, for players and teams alike.
struct Known {
    table: i32,
    match_id: Option<MatchId>,
    sides: Vec<EntrantId>,
    winner: Option<Winner>,
    games: Option<Games>,
    is_open: bool,
}

/// Draws the bracket; `None` before the cut.
pub(crate) fn draw(event: &Event) -> Option<Drawn> {
    let playoff = Playoff::before(event.state(), i32::MAX)?;
    let seeds: HashMap<EntrantId, usize> = playoff.seeds.iter().copied().zip(1..).collect();
    let rounds = event.state().rounds().filter(|(phase, _)| phase.round_type.is_playoff());
    let mut columns: Vec<Vec<Known>> = rounds.map(|(_, round)| known(round)).collect();
    if columns.is_empty() {
        columns.push(first_round(&playoff));
    }
    let is_connected = playoff.bracket != Bracket::Reseeded;
    let games = if event.state().details.best_of == Some(1) { 1 } else { 2 };
    let side = |id: EntrantId| (seeds.get(&id).copied().unwrap_or_default(), entrant(event, id));
    let mut drawn: Vec<Column> = columns.iter().map(|column| drawn(event.texts, column, games, &side)).collect();
    let mut last = columns.pop().unwrap_or_default();
    while last.len() > 1 {
        let winners: Vec<_> = last.iter().map(|known| winner(known).filter(|_| is_connected)).collect();
        let coming = winners.chunks(2).map(|pair| to_come(event.texts, pair, &side));
        let column = Column { name: name(event.texts, winners.len().div_ceil(2)), ties: coming.collect() };
        last = column.ties.iter().map(|_| Known::open()).collect();
        drawn.push(column);
    }
    Some(Drawn { columns: drawn, is_connected })
}

/// Returns the name of a player or team.
pub(crate) fn entrant(event: &Event, id: EntrantId) -> String {
    if event.state().is_team_event() { event.team(id.0.into()) } else { event.player(id.0.into()) }
}

/// Returns the name of a round by its number of matches.
fn name(texts: &Texts, matches: usize) -> String {
    match matches {
        1 => texts.say("desk-bracket-final"),
        2 => texts.say("desk-bracket-semifinals"),
        3 | 4 => texts.say("desk-bracket-quarterfinals"),
        more => texts.with("desk-bracket-round-of", "players", more * 2),
    }
}

/// Returns the matches of a round by table, which is the order of the bracket.
fn known(round: &Round) -> Vec<Known> {
    let of_players = round.matches.iter().filter(|table| !table.pairing.is_consolation);
    let of_players = of_players.map(|table| Known::of_players(round, table));
    let mut known: Vec<_> =
        of_players.chain(round.team_matches.iter().map(|of_teams| Known::of_teams(round, of_teams))).collect();
    known.sort_by_key(|known| known.table);
    known
}

/// Returns the matches of the first round, which is not paired yet.
fn first_round(playoff: &Playoff) -> Vec<Known> {
    let matches = playoff.next_round();
    let known = |sides: Vec<EntrantId>| Known { sides, ..Known::open() };
    matches.iter().map(|paired| known(std::iter::once(paired.first).chain(paired.second).collect())).collect()
}

impl Known {
    fn open() -> Self {
        Self { table: 0, match_id: None, sides: Vec::new(), winner: None, games: None, is_open: false }
    }

    fn of_players(round: &Round, table: &Match) -> Self {
        let is_bye = table.pairing.kind == PairingKind::Bye && round.status != ProgressStatus::Upcoming;
        Self {
            table: table.pairing.table_number,
            match_id: (table.pairing.kind == PairingKind::Versus).then(|| table.id()),
            sides: table.pairing.players.iter().map(|id| (*id).into()).collect(),
            winner: if is_bye { Some(Winner::First) } else { table.result.map(|result| result.winner) },
            games: table.result.and_then(|result| result.games),
            is_open: round.status == ProgressStatus::InProgress && table.result.is_none() && !is_bye,
        }
    }

    fn of_teams(round: &Round, of_teams: &TeamMatch) -> Self {
        let is_over = round.status != ProgressStatus::Upcoming;
        let decided: Option<MatchResult> = of_teams.decided().filter(|_| is_over);
        Self {
            table: of_teams.first_table_number,
            sides: of_teams.teams.iter().map(|id| (*id).into()).collect(),
            winner: decided.map(|result| result.winner),
            games: of_teams.seats_won(),
            ..Self::open()
        }
    }
}

/// Returns the side that won, if one did.
fn winner(known: &Known) -> Option<EntrantId> {
    match known.winner? {
        Winner::First => known.sides.first().copied(),
        Winner::Second => known.sides.get(1).copied(),
        Winner::Draw | Winner::Neither => None,
    }
}

/// Returns a round as it is drawn. `games` are those of a clear win.
fn drawn(texts: &Texts, column: &[Known], games: i32, side: &impl Fn(EntrantId) -> (usize, String)) -> Column {
    let tie = |known: &Known| {
        let won = [Winner::First, Winner::Second];
        let entries = [format!("{} {games} 0", known.table), format!("{} 0 {games}", known.table)];
        let sides = known.sides.iter().zip(won.into_iter().zip(entries)).map(|(id, (winner, entry))| {
            let (seed, name) = side(*id);
            let games = known.games.map(|games| if winner == Winner::First { games.first } else { games.second });
            let score = games.map_or_else(String::new, |games| games.to_string());
            Side { seed, name, score, has_won: known.winner == Some(winner), entry }
        });
        let mut sides: Vec<_> = sides.collect();
        if sides.len() == 1 {
            sides.push(Side::unknown(texts.say("desk-bye")));
        }
        // A bye has no table.
        let table = if known.sides.len() == 1 { 0 } else { known.table };
        Tie { table, match_id: known.match_id, sides, is_open: known.is_open }
    };
    Column { name: name(texts, column.len()), ties: column.iter().map(tie).collect() }
}

/// Returns a match of a round to come, with the winners that are known.
fn to_come(texts: &Texts, winners: &[Option<EntrantId>], side: &impl Fn(EntrantId) -> (usize, String)) -> Tie {
    let shown = |at: usize| match winners.get(at).copied().flatten().map(side) {
        Some((seed, name)) => Side { seed, ..Side::unknown(name) },
        None => Side::unknown(texts.say("desk-bracket-open")),
    };
    Tie { table: 0, match_id: None, sides: vec![shown(0), shown(1)], is_open: false }
}

impl Side {
    fn unknown(name: String) -> Self {
        Self { seed: 0, name, score: String::new(), has_won: false, entry: String::new() }
    }
}
