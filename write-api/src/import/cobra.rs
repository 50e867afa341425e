//! Reads a tournament from the JSON that Cobra exports, which is also that of the program NRTM.
//!
//! In a double-sided round two players meet twice, once on each side; `combinedScore` is the sum, 3 for each game won and
//! 1 for a tie. In a single-sided round they meet once, and each has a `role`. A bye has one player without an id, or with
//! an id that no player has.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use proto_events::tournament::{Games, MatchResult, PairingKind, StandingsRules, Winner};
use serde_json::Value;

use super::archive::{Archive, ArchiveMatch, ArchiveRound, PLAYERS, ROUNDS, RoundKind, Row, alone, versus};
use super::dates;
use super::object::{Object, list};
use super::problems::{Path, Problems};
use super::roster::Roster;
use super::rule::{Published, Rule};

/// Points of a game won and tied, in every version but the oldest.
const GAME_WON: i32 = 3;

/// Returns whether a file has this form.
pub(crate) fn is_one(file: &Value) -> bool {
    let has = |name: &str| file.get(name).is_some();
    has("players") && has("preliminaryRounds") && has("rounds")
}

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: &Value, problems: &mut Problems) -> Option<Archive> {
    let file = Object::of(file, Path::Root, problems)?;
    let mut players = Players::default();
    let standings = file.list("players", PLAYERS, problems, |item, at, problems| {
        players.read(&Object::of(item, at, problems)?, problems)
    });
    let most = usize::try_from(ROUNDS).unwrap_or_default();
    let rounds = file.list("rounds", most, problems, |item, at, problems| {
        Some(list(item, at, PLAYERS, problems, &mut |item, at, problems: &mut Problems| {
            read_game(&Object::of(item, at, problems)?, &players, problems)
        }))
    });
    let (swiss, playoff) = split(rounds);
    let rule = rule(&swiss, &file);
    let swiss_rounds = i32::try_from(swiss.len()).unwrap_or(ROUNDS);
    let (playoff, left_out) = single_elimination(playoff);
    let top_cut = playoff.iter().flatten().flat_map(|played| [Some(played.p1), played.p2]).flatten();
    let top_cut = top_cut.collect::<BTreeSet<_>>().len();
    let swiss = swiss.into_iter().map(|games| (RoundKind::Swiss, games.into_iter().flat_map(Game::matches).collect()));
    let playoff = playoff.into_iter().map(|matches| (RoundKind::Playoff, matches));
    let rounds = swiss.chain(playoff).zip(1..).map(|((kind, matches), number)| ArchiveRound { number, kind, matches });
    let name = file.text("name", SHORT_TEXT, problems);
    let (platform, source_id) = source(&file, &name);
    Some(Archive {
        source_id,
        name,
        date: read_date(&file, problems),
        format: "Netrunner".to_owned(),
        platform,
        rule,
        swiss_rounds,
        top_cut: i32::try_from(top_cut).unwrap_or(0),
        phase_cuts: Vec::new(),
        rounds: rounds.collect(),
        standings: standings.into_iter().map(|row| Row { as_of_round: swiss_rounds, ..row }).collect(),
        players: players.roster.names(),
        decklists: BTreeMap::new(),
        deck_urls: BTreeMap::new(),
        disqualified: BTreeMap::new(),
        left_out: left_out.into_iter().collect(),
    })
}

/// The players by their id in the file.
#[derive(Default)]
struct Players {
    roster: Roster,
    by_id: HashMap<i64, usize>,
}

impl Players {
    /// Reads a player and the published row.
    fn read(&mut self, player: &Object<'_>, problems: &mut Problems) -> Option<Row> {
        const COUNT: (i32, i32) = (0, 1_000_000);
        let name = player.text("name", SHORT_TEXT, problems);
        let id = player.required("id", problems)?.as_i64();
        let rank = player.integer("rank", (1, COUNT.1), problems);
        // The oldest files count prestige instead.
        let points = if player.optional("matchPoints").is_none() && player.optional("prestige").is_some() {
            player.integer("prestige", COUNT, problems)
        } else {
            player.integer("matchPoints", COUNT, problems)
        };
        let index = self.roster.another(&name);
        match id {
            Some(id) if self.by_id.insert(id, index).is_none() => {}
            Some(id) => player.problem("id", format!("{id} is another player already"), problems),
            None => player.problem("id", "must be an integer", problems),
        }
        Some(Row { rank, player: index, points, record: [0; 3], omw: 0.0, gw: 0.0, ogw: 0.0, as_of_round: 0 })
    }
}

/// A game of the file: two meetings of a double-sided round are one.
struct Game {
    /// The players; `None` for an empty seat.
    players: [Option<usize>; 2],
    /// Their points; `None` if they were not reported.
    points: Option<[i32; 2]>,
    is_elimination: bool,
    /// Whether each player has one side.
    is_single_sided: bool,
}

/// Reads a game. `None` for one without players.
fn read_game(game: &Object<'_>, players: &Players, problems: &mut Problems) -> Option<Game> {
    let is_elimination = game.flag("eliminationGame", false, problems);
    let path = game.path();
    let mut seats = Vec::with_capacity(2);
    let mut is_single_sided = false;
    for name in ["player1", "player2"] {
        let seat = Object::of(game.required(name, problems)?, Path::Field(&path, name), problems)?;
        is_single_sided |= seat.has("role");
        let player = seat.optional("id").and_then(Value::as_i64).and_then(|id| players.by_id.get(&id).copied());
        seats.push((player, points(&seat, problems)));
    }
    let [(first, own), (second, others)] = seats[..] else { return None };
    if first.is_none() && second.is_none() {
        return None;
    }
    if first.is_some() && first == second {
        game.problem("player2", "must be another player than player1", problems);
    }
    let points = own.zip(others).map(|(own, others)| [own, others]);
    if is_elimination && points.is_none_or(|[own, others]| own == others) {
        problems.add(path, "has no winner; import a finished tournament");
    }
    Some(Game { players: [first, second], points, is_elimination, is_single_sided })
}

/// Returns the points of a player in a game; for a winner's mark, 1 or 0.
fn points(seat: &Object<'_>, problems: &mut Problems) -> Option<i32> {
    const POINTS: (i32, i32) = (-100, 100);
    if let Some(winner) = seat.optional("winner").and_then(Value::as_bool) {
        return Some(i32::from(winner));
    }
    if seat.optional("combinedScore").is_some() {
        return Some(seat.integer("combinedScore", POINTS, problems));
    }
    let sides = ["runnerScore", "corpScore"];
    let told = sides.iter().filter(|side| seat.optional(side).is_some());
    let told: Vec<i32> = told.map(|side| seat.integer(side, POINTS, problems)).collect();
    (!told.is_empty()).then(|| told.iter().sum())
}

impl Game {
    /// Returns the match that it is. A game without points for anybody was lost by both.
    fn matches(self) -> Vec<ArchiveMatch> {
        match (self.players, self.points) {
            ([Some(first), Some(second)], Some([own, others])) if own > 0 || others > 0 => {
                vec![versus(first, second, self.result([own, others]))]
            }
            ([Some(first), Some(second)], _) => vec![alone(first, true), alone(second, true)],
            ([Some(first), None], points) => vec![alone(first, points.is_some_and(|[own, _]| own <= 0))],
            ([None, Some(second)], points) => vec![alone(second, points.is_some_and(|[_, own]| own <= 0))],
            ([None, None], _) => Vec::new(),
        }
    }

    /// Returns the result; games follow from points of 3 for each game won and 1 for a tie.
    fn result(&self, [own, others]: [i32; 2]) -> MatchResult {
        let winner = match own.cmp(&others) {
            std::cmp::Ordering::Greater => Winner::First,
            std::cmp::Ordering::Less => Winner::Second,
            std::cmp::Ordering::Equal => Winner::Draw,
        };
        let [first, second, drawn] = [own / GAME_WON, others / GAME_WON, own % GAME_WON];
        let played = if self.is_single_sided { 1 } else { 2 };
        let is_whole = own % GAME_WON == others % GAME_WON && first + second + drawn == played;
        let games = (is_whole && !self.is_elimination).then_some(Games { first, second, drawn });
        MatchResult { winner, games }
    }
}

/// Returns the Swiss rounds, and the rounds of the playoff after them.
fn split(rounds: Vec<Vec<Game>>) -> (Vec<Vec<Game>>, Vec<Vec<Game>>) {
    let rounds = rounds.into_iter().filter(|games| !games.is_empty());
    rounds.partition(|games| games.iter().any(|game| !game.is_elimination))
}

/// Returns the playoff, unless players go on after a loss. Then, what is left out.
fn single_elimination(playoff: Vec<Vec<Game>>) -> (Vec<Vec<ArchiveMatch>>, Option<String>) {
    let rounds: Vec<Vec<ArchiveMatch>> =
        playoff.into_iter().map(|games| games.into_iter().flat_map(Game::matches).collect()).collect();
    let mut lost = BTreeSet::new();
    for played in rounds.iter().flatten().filter(|played| played.kind == PairingKind::Versus) {
        let [p1, p2] = [Some(played.p1), played.p2];
        if [p1, p2].into_iter().flatten().any(|player| lost.contains(&player)) {
            let games = rounds.iter().map(Vec::len).sum::<usize>();
            let message =
                format!("the playoff of {games} games, a double elimination; places are those of the Swiss rounds");
            return (Vec::new(), Some(message));
        }
        lost.extend(if played.result.winner == Winner::First { p2 } else { p1 });
    }
    (rounds, None)
}

/// Returns the rules: a double-sided match is won with 6 points. Other programs order players by other percentages, so the
/// published order breaks ties.
fn rule(swiss: &[Vec<Game>], file: &Object<'_>) -> Rule {
    let is_single_sided = swiss.iter().flatten().any(|game| game.is_single_sided);
    let counts_prestige = file
        .optional("players")
        .and_then(|players| players.get(0))
        .is_some_and(|player| player.get("prestige").is_some() && player.get("matchPoints").is_none());
    let (win, draw) = match (is_single_sided, counts_prestige) {
        (true, _) => (3, 1),
        (false, true) => (4, 2),
        (false, false) => (6, 3),
    };
    let rules = StandingsRules::default();
    let standings = StandingsRules {
        points_for_win: win,
        points_for_draw: draw,
        points_for_loss: 0,
        tiebreakers: Vec::new(),
        ..rules
    };
    Rule { standings, games_unknown: false, published: Published::default() }
}

/// Returns the program, and the tournament's id: the end of its address, else its name.
fn source(file: &Object<'_>, name: &str) -> (String, String) {
    let program = file.optional("uploadedFrom").and_then(Value::as_str).unwrap_or("nrtm").to_lowercase();
    let links = file.optional("links").and_then(Value::as_array);
    let from = |link: &&Value| link["rel"] == "uploadedfrom";
    let address = links.and_then(|links| links.iter().find(from)).and_then(|link| link["href"].as_str());
    let end = address.and_then(|address| address.trim_end_matches('/').rsplit('/').next());
    let end = end.map(|end| end.trim_end_matches(".json")).filter(|end| !end.is_empty());
    let day = file.optional("date").and_then(Value::as_str).unwrap_or_default();
    (program, end.map_or_else(|| format!("{name} {day}").trim().to_owned(), str::to_owned))
}

fn read_date(file: &Object<'_>, problems: &mut Problems) -> DateTime<Utc> {
    let date = file.text("date", SHORT_TEXT, problems);
    dates::parse(&date).unwrap_or_else(|message| {
        if !date.is_empty() {
            file.problem("date", message, problems);
        }
        DateTime::UNIX_EPOCH
    })
}

#[cfg(test)]
mod tests;
