//! Reads a tournament from the JSON that Cobra exports, which is also that of the program NRTM.
//!
//! In a double-sided round two players meet twice, once on each side; `combinedScore` is the sum, 3 for each game won and
//! 1 for a tie. In a single-sided round they meet once, and each has a `role`. A bye has one player without an id, or with
//! an id that no player has.

use std::collections::{BTreeSet, HashMap};

use domain::limits::SHORT_TEXT;
use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};
use proto_events::vocabulary::PlayoffKind;
use serde_json::Value;

use super::archive::{
    Archive, ArchiveMatch, ArchiveRound, COUNT, MOST_ROUNDS, PLAYERS, RANK, RoundKind, Row, alone, lost_by_both, versus,
};
use super::object::{Cursor, Object};
use super::roster::Roster;
use super::rounds::with_rounds;
use super::rule::Rule;

/// The id of no player.
const NOBODY: i64 = 0;
/// Points of a game won and tied, in every version but the oldest.
const GAME_WON: i32 = 3;

/// Hosts of source code: an address there is that of a program, not of a tournament.
const CODE_HOSTS: [&str; 4] = ["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"];

/// The known members of a file. The rounds say which of them are preliminary.
const FILE: &str = "name date players eliminationPlayers rounds cutToTop uploadedFrom links preliminaryRounds";
/// The known members of a game. The scores say which games count twice.
const GAME: &str = "player1 player2 eliminationGame intentionalDraw twoForOne";

pub(crate) fn is_one(file: &Value) -> bool {
    let has = |name: &str| file.get(name).is_some();
    has("players") && has("preliminaryRounds") && has("rounds")
}

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: Cursor<'_>) -> Option<Archive> {
    let file = file.object(FILE)?;
    file.optional("links").iter().for_each(|links| links.know("rel href"));
    let mut players = Players::default();
    let row = |item: Cursor<'_>| players.read(&item.object("id name rank matchPoints prestige")?);
    let standings = file.list("players", PLAYERS, row);
    let cut = Cut::read(&file, &players);
    let games = |round: Cursor<'_>| Some(round.list(PLAYERS, |game| read_game(&game.object(GAME)?, &players)));
    let rounds = file.list("rounds", MOST_ROUNDS, games);
    let (mut swiss, playoff) = split(rounds);
    let rule = rule(&swiss, &file);
    add_first_byes(&mut swiss, &standings, rule.standings.points_for_win);
    let playoff: Vec<Vec<ArchiveMatch>> =
        playoff.into_iter().map(|games| games.into_iter().flat_map(Game::matches).collect()).collect();
    let left_out = left_out(&file, !playoff.is_empty(), &cut);
    let kind = kind(&playoff);
    let swiss = swiss.into_iter().map(|games| (RoundKind::Swiss, games.into_iter().flat_map(Game::matches).collect()));
    let playoff = playoff.into_iter().map(|matches| (RoundKind::Playoff, matches));
    let rounds = swiss.chain(playoff).zip(1..).map(|((kind, matches), number)| ArchiveRound { number, kind, matches });
    let archive = with_rounds(players.roster.names, rounds.collect());
    let as_of_round = archive.swiss_rounds;
    let name = file.text("name", SHORT_TEXT);
    let (platform, source_id) = source(&file, &name);
    Some(Archive {
        source_id,
        name,
        date: file.date("date"),
        format: "Netrunner".to_owned(),
        platform,
        rule,
        playoff: kind,
        seeds: cut.seeds,
        final_places: cut.places,
        standings: standings.into_iter().map(|row| Row { as_of_round, ..row }).collect(),
        left_out: left_out.into_iter().collect(),
        ..archive
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
    fn read(&mut self, player: &Object<'_>) -> Option<Row> {
        let name = player.text("name", SHORT_TEXT);
        let id = player.required("id")?.value.as_i64();
        let rank = player.integer("rank", RANK);
        // The oldest files count prestige instead.
        let is_old = player.value("matchPoints").is_none() && player.value("prestige").is_some();
        let points = player.integer(if is_old { "prestige" } else { "matchPoints" }, COUNT);
        let index = self.roster.another(&name);
        match id {
            Some(id) if self.by_id.insert(id, index).is_none() => {}
            Some(id) => player.problem("id", format!("{id} is another player already")),
            None => player.problem("id", "must be an integer"),
        }
        Some(Row { rank, player: index, points, ..Row::default() })
    }
}

/// A game of the file: two meetings of a double-sided round are one.
#[derive(Default)]
struct Game {
    /// The players; `None` for an empty seat.
    players: [Option<usize>; 2],
    /// Their points; `None` if they were not reported.
    points: Option<[i32; 2]>,
    is_elimination: bool,
    is_intentional_draw: bool,
    /// Whether each player has one side.
    is_single_sided: bool,
}

/// Reads a game. `None` for one without players.
fn read_game(game: &Object<'_>, players: &Players) -> Option<Game> {
    let is_elimination = game.flag("eliminationGame", false);
    let mut seats = Vec::with_capacity(2);
    let (mut is_single_sided, mut is_of_strangers) = (false, false);
    for name in ["player1", "player2"] {
        let seat = game.required(name)?;
        let seat = seat.object("id role winner combinedScore runnerScore corpScore")?;
        is_single_sided |= seat.has("role");
        let id = seat.value("id");
        if id.is_some_and(|id| id.as_i64().is_none()) {
            seat.problem("id", "must be an integer");
        }
        let player = id.and_then(Value::as_i64).and_then(|id| players.by_id.get(&id).copied());
        is_of_strangers |= id.is_some_and(|id| id.as_i64() != Some(NOBODY));
        seats.push((player, points(&seat)));
    }
    let [(first, own), (second, others)] = seats[..] else { return None };
    if first.is_none() && second.is_none() {
        if is_of_strangers {
            game.problem_here("has ids of which no player is in the list of players; add the players");
        }
        return None;
    }
    if first.is_some() && first == second {
        game.problem("player2", "must be another player than player1");
    }
    let points = own.zip(others).map(|(own, others)| [own, others]);
    let is_match = first.is_some() && second.is_some();
    if is_elimination && is_match && points.is_none_or(|[own, others]| own == others) {
        game.problem_here("has no winner; import a finished tournament");
    }
    let is_intentional_draw = game.flag("intentionalDraw", false);
    Some(Game { players: [first, second], points, is_elimination, is_intentional_draw, is_single_sided })
}

/// Returns the points of a player in a game; for a winner's mark, 1 or 0.
fn points(seat: &Object<'_>) -> Option<i32> {
    const POINTS: (i32, i32) = (-100, 100);
    if let Some(winner) = seat.value("winner").and_then(Value::as_bool) {
        return Some(i32::from(winner));
    }
    if seat.value("combinedScore").is_some() {
        return Some(seat.integer("combinedScore", POINTS));
    }
    let sides = ["runnerScore", "corpScore"];
    let told = sides.iter().filter(|side| seat.value(side).is_some());
    let told: Vec<i32> = told.map(|side| seat.integer(side, POINTS)).collect();
    (!told.is_empty()).then(|| told.iter().sum())
}

impl Game {
    /// Returns the match that it is. A game without points for anybody was lost by both.
    fn matches(self) -> Vec<ArchiveMatch> {
        match (self.players, self.points) {
            ([Some(first), Some(second)], Some([own, others])) if own > 0 || others > 0 => {
                vec![versus(first, second, self.result([own, others]))]
            }
            ([Some(first), Some(second)], _) if self.is_intentional_draw => {
                vec![versus(first, second, MatchResult::new(Winner::Draw, None))]
            }
            ([Some(first), Some(second)], _) => vec![lost_by_both(first, second)],
            ([Some(first), None], points) => vec![alone(first, points.is_some_and(|[own, _]| own <= 0))],
            ([None, Some(second)], points) => vec![alone(second, points.is_some_and(|[_, own]| own <= 0))],
            ([None, None], _) => Vec::new(),
        }
    }

    /// Returns the result; games follow from points of 3 for each game won and 1 for a tie.
    fn result(&self, [own, others]: [i32; 2]) -> MatchResult {
        let MatchResult { winner, .. } = Games { first: own, second: others, drawn: 0 }.into();
        let [first, second, drawn] = [own / GAME_WON, others / GAME_WON, own % GAME_WON];
        let played = if self.is_single_sided { 1 } else { 2 };
        let is_whole = own % GAME_WON == others % GAME_WON && first + second + drawn == played;
        let games = (is_whole && !self.is_elimination).then_some(Games { first, second, drawn });
        MatchResult::new(winner, games)
    }
}

/// Returns the Swiss rounds, and the rounds of the playoff after them.
fn split(rounds: Vec<Vec<Game>>) -> (Vec<Vec<Game>>, Vec<Vec<Game>>) {
    let rounds = rounds.into_iter().filter(|games| !games.is_empty());
    rounds.partition(|games| games.iter().any(|game| !game.is_elimination))
}

/// Adds the byes of the first round, which NRTM leaves out: those of players without a game in it whose published points
/// are those of their games and of one bye.
fn add_first_byes(swiss: &mut [Vec<Game>], standings: &[Row], win: i32) {
    let mut points: HashMap<usize, i32> = HashMap::new();
    for game in swiss.iter().flatten() {
        let own = game.points.unwrap_or_default();
        for (player, own) in game.players.into_iter().zip(own) {
            let Some(player) = player else { continue };
            let is_bye = game.players.contains(&None) && own <= 0;
            *points.entry(player).or_default() += if is_bye { win } else { own };
        }
    }
    let Some(first) = swiss.first_mut() else { return };
    let seated: BTreeSet<usize> = first.iter().flat_map(|game| game.players).flatten().collect();
    let has_bye = |row: &&Row| {
        let of_games = points.get(&row.player).copied().unwrap_or(0);
        !seated.contains(&row.player) && row.points == of_games + win
    };
    first.extend(
        standings.iter().filter(has_bye).map(|row| Game { players: [Some(row.player), None], ..Game::default() }),
    );
}

/// The players of the playoff by place and by seed; each is empty unless the file has it for all of them.
struct Cut {
    places: Vec<usize>,
    seeds: Vec<usize>,
    /// Whether the file has a list of them, but not all places.
    is_open: bool,
}

impl Cut {
    fn read(file: &Object<'_>, players: &Players) -> Self {
        let mut finalists = Vec::new();
        let mut seen = BTreeSet::new();
        if let Some(list) = file.optional("eliminationPlayers") {
            finalists = list.list(PLAYERS, |item| {
                // The list of players has the names.
                let finalist = item.object("id rank seed name")?;
                // Cobra lists places that are still open, without a player.
                let id = finalist.value("id");
                let player = id.and_then(Value::as_i64).and_then(|id| players.by_id.get(&id).copied());
                if id.is_some() && player.is_none() {
                    finalist.problem("id", "is in no line of the list of players");
                }
                let numbers = ["rank", "seed"].map(|name| finalist.integer_if_given(name, RANK));
                let [rank, seed] = numbers.map(|number| number.map(i64::from));
                for (name, number) in [("id", id.and_then(Value::as_i64)), ("rank", rank), ("seed", seed)] {
                    if number.is_some_and(|number| !seen.insert((name, number))) {
                        finalist.problem(name, "is that of another player of the playoff already");
                    }
                }
                Some((numbers, player))
            });
        }
        let [places, seeds] = [0, 1].map(|number| {
            let known: Option<Vec<(i32, usize)>> =
                finalists.iter().map(|(numbers, player)| Some((numbers[number]?, (*player)?))).collect();
            let mut known = known.unwrap_or_default();
            known.sort_unstable();
            known.into_iter().map(|(_, player)| player).collect::<Vec<_>>()
        });
        let is_open = places.is_empty() && !finalists.is_empty();
        Self { places, seeds, is_open }
    }
}

/// Returns that a playoff was played of which the file has no rounds, or not all places.
fn left_out(file: &Object<'_>, has_rounds: bool, cut: &Cut) -> Option<String> {
    let players = file.value("cutToTop").and_then(Value::as_i64).filter(|players| !has_rounds && *players > 0);
    let Some(players) = players else {
        let open = "the places in eliminationPlayers, as some have no player or rank; places are those of the rounds";
        return cut.is_open.then(|| open.to_owned());
    };
    let order = if cut.places.is_empty() { "of the Swiss rounds" } else { "in eliminationPlayers" };
    Some(format!("the playoff of {players} players, of which the file has no rounds; places are those {order}"))
}

/// Returns how the playoff was played: as a double elimination if players go on after a loss, except to a match for third
/// place. The final was played again if the same two players end it with two matches.
fn kind(playoff: &[Vec<ArchiveMatch>]) -> PlayoffKind {
    if has_third_place(playoff) {
        return PlayoffKind::ThirdPlace;
    }
    let mut lost = BTreeSet::new();
    let mut is_double = false;
    for played in playoff.iter().flatten().filter(|played| played.kind == PairingKind::Versus) {
        is_double |= played.players().any(|player| lost.contains(&player));
        lost.extend(played.players().filter(|player| played.winner() != Some(*player)));
    }
    let finals = playoff.iter().flatten().rev().take(2).map(|played| played.players().collect::<BTreeSet<_>>());
    let finals: BTreeSet<_> = finals.collect();
    match (is_double, finals.len()) {
        (false, _) => PlayoffKind::SingleElimination,
        (true, 1) => PlayoffKind::DoubleEliminationReset,
        (true, _) => PlayoffKind::DoubleElimination,
    }
}

/// Returns whether the last round has a final of two who had not lost, and a match of the two who lost the round before,
/// and no other match is one of players who had lost.
fn has_third_place(playoff: &[Vec<ArchiveMatch>]) -> bool {
    let [earlier @ .., last] = playoff else { return false };
    let losers = |round: &[ArchiveMatch]| -> BTreeSet<usize> {
        let winners: BTreeSet<usize> = round.iter().filter_map(ArchiveMatch::winner).collect();
        round.iter().flat_map(ArchiveMatch::players).filter(|player| !winners.contains(player)).collect()
    };
    let mut lost = BTreeSet::new();
    for round in earlier {
        if round.iter().flat_map(ArchiveMatch::players).any(|player| lost.contains(&player)) {
            return false;
        }
        lost.extend(losers(round));
    }
    let before = earlier.last().map(|round| losers(round)).unwrap_or_default();
    let is_third = |played: &&ArchiveMatch| played.players().all(|player| before.contains(&player));
    let is_final = |played: &&ArchiveMatch| !played.players().any(|player| lost.contains(&player));
    last.len() == 2
        && last.iter().all(|played| played.kind == PairingKind::Versus)
        && last.iter().filter(is_third).count() == 1
        && last.iter().filter(is_final).count() == 1
}

/// Returns the rules: a double-sided match is won with 6 points. Other programs order players by other percentages, so the
/// published order breaks ties.
fn rule(swiss: &[Vec<Game>], file: &Object<'_>) -> Rule {
    let is_single_sided = swiss.iter().flatten().any(|game| game.is_single_sided);
    let counts_prestige = file
        .value("players")
        .and_then(|players| players.get(0))
        .is_some_and(|player| player.get("prestige").is_some() && player.get("matchPoints").is_none());
    let (win, draw) = match (is_single_sided, counts_prestige) {
        (true, _) => (3, 1),
        (false, true) => (4, 2),
        (false, false) => (6, 3),
    };
    let mut rule = Rule::default();
    rule.standings.points_for_win = win;
    rule.standings.points_for_draw = draw;
    rule.standings.tiebreakers.clear();
    rule
}

/// Returns the program, and the tournament's id: its address, else its name and day. An address of a code alone after the
/// host, such as `cobra.example/HARB`, is that code.
fn source(file: &Object<'_>, name: &str) -> (String, String) {
    let program = file.value("uploadedFrom").and_then(Value::as_str).unwrap_or("nrtm").to_lowercase();
    let links = file.value("links").and_then(Value::as_array);
    let from = |link: &&Value| link["rel"] == "uploadedfrom";
    let address = links.and_then(|links| links.iter().find(from)).and_then(|link| link["href"].as_str());
    let address = address.unwrap_or_default().trim_end_matches('/').trim_end_matches(".json");
    let place = address.split_once("://").map_or(address, |(_, rest)| rest);
    let id = place.split_once('/').map(|(_, code)| code).filter(|code| !code.contains('/')).unwrap_or(place);
    let day = file.value("date").and_then(Value::as_str).unwrap_or_default();
    match id {
        id if !id.is_empty() && is_of_tournament(address) => (program, id.to_owned()),
        _ => (program, format!("{name} {day}").trim().to_owned()),
    }
}

/// Returns whether an address is that of a tournament, not that of the program which wrote the file.
fn is_of_tournament(address: &str) -> bool {
    let Some((_, rest)) = address.split_once("://") else { return true };
    let host = rest.split_once('/').map(|(host, _)| host.trim_start_matches("www."));
    host.is_some_and(|host| !CODE_HOSTS.contains(&host))
}

#[cfg(test)]
mod tests;
