//! A tournament archive: its fields, and reading them from JSON. Checks across fields are in `check.rs`.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::decklist::is_web_address;
use domain::limits::SHORT_TEXT;
use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, PairingKind, Winner};
use proto_events::vocabulary::{Penalty, PlayoffKind};
use serde_json::Value;

use super::object::{Cursor, Object};
use super::problems::{Path, ProblemSink};
use super::rule::{self, Rule};

/// Limit of players of a tournament.
pub(crate) const PLAYERS: usize = 20_000;
/// Limit of rounds of a tournament; also the highest round number.
pub(crate) const ROUNDS: i32 = 100;
/// The same, as the length of a list.
pub(crate) const MOST_ROUNDS: usize = 100;
/// Valid numbers of matches and of points.
pub(crate) const COUNT: (i32, i32) = (0, 1_000_000);
/// Valid ranks.
pub(crate) const RANK: (i32, i32) = (1, 1_000_000);
/// Valid numbers of games.
pub(crate) const GAMES: (i32, i32) = (0, 999);
/// Limit of a list in bytes: even with every character escaped, its event stays below 512 KiB.
const LIST_BYTES: usize = 64 * 1024;

/// The known members of a file. `source` and `features` are about the file, not the tournament.
const FILE: &str = "id name date format platform rule swiss_rounds top_cut pod_size phase_cuts players rounds standings \
                    decklists deck_urls disqualified playoff pool_size seeds final_places source features";

/// Winners by their number in a file.
const WINNERS: [Winner; 7] =
    [Winner::Draw, Winner::First, Winner::Second, Winner::Neither, Winner::Third, Winner::Fourth, Winner::Fifth];

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Archive {
    pub(crate) source_id: String,
    pub(crate) name: String,
    pub(crate) date: DateTime<Utc>,
    pub(crate) format: String,
    pub(crate) platform: String,
    pub(crate) rule: Rule,
    pub(crate) swiss_rounds: i32,
    pub(crate) top_cut: i32,
    /// Players at a table, if the file says it.
    pub(crate) pod_size: Option<i32>,
    /// Players in a pool before the cut; 0 without pools.
    pub(crate) pool_size: i32,
    pub(crate) playoff: PlayoffKind,
    /// The players of the playoff by seed; empty if the Swiss order says it.
    pub(crate) seeds: Vec<usize>,
    /// The published places of the players of the playoff, best first; empty if the rounds give them.
    pub(crate) final_places: Vec<usize>,
    /// Rounds after which a cut was made within the Swiss rounds.
    pub(crate) phase_cuts: Vec<i32>,
    /// Names of the players; everywhere else, a player is an index into this list.
    pub(crate) players: Vec<String>,
    pub(crate) rounds: Vec<ArchiveRound>,
    pub(crate) standings: Vec<Row>,
    /// List text by player.
    pub(crate) decklists: BTreeMap<usize, String>,
    /// Deck page by player.
    pub(crate) deck_urls: BTreeMap<usize, String>,
    /// By disqualified player, the first round whose standings no longer list the player.
    pub(crate) disqualified: BTreeMap<usize, i32>,
    pub(crate) penalties: Vec<ArchivePenalty>,
    /// Set if the event has not begun, and has no rounds: the players who dropped already.
    pub(crate) before_play: Option<BTreeSet<usize>>,
    /// What the file has and a tournament here cannot have, in words.
    pub(crate) left_out: Vec<String>,
}

impl Archive {
    /// Returns the players at a table: as the file says, else those of most pods; 2 without pods.
    pub(crate) fn pod_size(&self) -> i32 {
        let sizes = || self.rounds.iter().flat_map(|round| &round.matches).map(|played| played.players().count());
        let of = |size: usize| sizes().filter(|players| *players == size).count();
        let usual = (3..=PODS_SEATS_MAX).max_by_key(|size| of(*size)).filter(|size| of(*size) > 0);
        self.pod_size.unwrap_or_else(|| usual.and_then(|size| i32::try_from(size).ok()).unwrap_or(2))
    }

    /// Returns whether players of the playoff go on after a loss.
    pub(crate) fn is_double_elimination(&self) -> bool {
        matches!(self.playoff, PlayoffKind::DoubleElimination | PlayoffKind::DoubleEliminationReset)
    }

    /// Returns the number of the last Swiss round; 0 if there is none.
    pub(crate) fn last_swiss_round(&self) -> i32 {
        last_swiss_round(&self.rounds)
    }
}

/// Returns the number of the last Swiss round; 0 if there is none.
pub(crate) fn last_swiss_round(rounds: &[ArchiveRound]) -> i32 {
    rounds.iter().filter(|round| round.kind == RoundKind::Swiss).map(|round| round.number).max().unwrap_or(0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundKind {
    Swiss,
    Playoff,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ArchiveRound {
    pub(crate) number: i32,
    pub(crate) kind: RoundKind,
    pub(crate) matches: Vec<ArchiveMatch>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ArchiveMatch {
    pub(crate) p1: usize,
    pub(crate) p2: Option<usize>,
    /// The other players of a pod.
    pub(crate) more: [Option<usize>; PODS_SEATS_MAX - 2],
    /// The number of its pool, from 1; 0 outside of pools.
    pub(crate) pool: i32,
    pub(crate) kind: PairingKind,
    pub(crate) result: MatchResult,
}

impl ArchiveMatch {
    /// Returns the players by seat.
    pub(crate) fn players(&self) -> impl Iterator<Item = usize> + use<> {
        std::iter::once(self.p1).chain(self.p2).chain(self.more.into_iter().flatten())
    }

    pub(crate) fn winner(&self) -> Option<usize> {
        self.players().nth(self.result.winner.seat()?)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArchivePenalty {
    pub(crate) player: usize,
    /// The number of its round, which the archive has; `None` for one outside of rounds.
    pub(crate) round: Option<i32>,
    pub(crate) infraction: String,
    pub(crate) penalty: Penalty,
    pub(crate) note: String,
}

/// Checks that a file has not too many players. `None` if it has.
pub(crate) fn check_player_count(count: usize, problems: &ProblemSink) -> Option<()> {
    if count > PLAYERS {
        problems.add(Path::Root, format!("may have at most {PLAYERS} players, has {count}"));
        return None;
    }
    Some(())
}

/// Returns a match of two players.
pub(crate) fn versus(p1: usize, p2: usize, result: MatchResult) -> ArchiveMatch {
    ArchiveMatch { p1, p2: Some(p2), more: Default::default(), pool: 0, kind: PairingKind::Versus, result }
}

/// Returns a pod of three to five players; `winner` is a seat, `Draw`, or `Neither` if all lost.
pub(crate) fn pod(players: &[usize], winner: Winner) -> ArchiveMatch {
    let at = |seat: usize| players.get(seat).copied();
    let more = std::array::from_fn(|seat| at(seat + 2));
    let result = pod_result(players.len(), winner);
    ArchiveMatch { p1: at(0).unwrap_or(0), p2: at(1), more, pool: 0, kind: PairingKind::Versus, result }
}

/// Returns the result of a pod with so many players and this winner, in which all others share a place.
pub(crate) fn pod_result(players: usize, winner: Winner) -> MatchResult {
    let place = |seat: usize| match winner.seat() {
        _ if seat >= players => 0,
        Some(first) if first != seat => 2,
        _ => 1,
    };
    let places = (winner != Winner::Neither).then(|| std::array::from_fn(place));
    MatchResult { places, ..MatchResult::new(winner, None) }
}

/// Returns a match of two players that both lost.
pub(crate) fn lost_by_both(p1: usize, p2: usize) -> ArchiveMatch {
    versus(p1, p2, MatchResult::new(Winner::Neither, Some(Games { first: 0, second: 0, drawn: 0 })))
}

/// Returns a bye, or an assigned loss.
pub(crate) fn alone(player: usize, is_loss: bool) -> ArchiveMatch {
    let (kind, winner, first) = match is_loss {
        true => (PairingKind::AssignedLoss, Winner::Second, 0),
        false => (PairingKind::Bye, Winner::First, 2),
    };
    let result = MatchResult::new(winner, Some(Games { first, second: 0, drawn: 0 }));
    ArchiveMatch { p1: player, p2: None, more: Default::default(), pool: 0, kind, result }
}

/// A row of the published standings.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Row {
    pub(crate) rank: i32,
    pub(crate) player: usize,
    pub(crate) points: i32,
    /// Matches won, lost and drawn.
    pub(crate) record: [i32; 3],
    /// Percentages, unless the file lacks them.
    pub(crate) omw: Option<f64>,
    pub(crate) gw: Option<f64>,
    pub(crate) ogw: Option<f64>,
    /// The round whose tiebreakers the row shows.
    pub(crate) as_of_round: i32,
}

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: Cursor<'_>) -> Option<Archive> {
    let file = file.object(FILE)?;
    let players = file.list("players", PLAYERS, |item| Some(item.text(SHORT_TEXT)));
    let count = players.len();
    let players_of = |list: Cursor<'_>| list.list(PLAYERS, |player| player_at(player, count));
    let phase_cuts = file.optional("phase_cuts");
    let phase_cuts = phase_cuts.map(|cuts| cuts.list(SHORT_TEXT, |cut| Some(cut.integer((1, ROUNDS)))));
    Some(Archive {
        source_id: file.text("id", 2 * SHORT_TEXT),
        name: file.text("name", SHORT_TEXT),
        date: file.date("date"),
        format: file.optional("format").map_or_else(String::new, |format| format.text(SHORT_TEXT)),
        platform: file.text("platform", SHORT_TEXT),
        rule: rule::read(&file),
        swiss_rounds: file.integer("swiss_rounds", (0, ROUNDS)),
        top_cut: file.integer("top_cut", (0, 20_000)),
        pod_size: file.integer_if_given("pod_size", (2, 5)),
        pool_size: file.integer_if_given("pool_size", (1, 16)).unwrap_or(0),
        playoff: file.optional("playoff").map(read_playoff).unwrap_or_default(),
        seeds: file.optional("seeds").map(players_of).unwrap_or_default(),
        final_places: file.optional("final_places").map(players_of).unwrap_or_default(),
        phase_cuts: phase_cuts.unwrap_or_default(),
        rounds: file.list("rounds", MOST_ROUNDS, |item| read_round(item, count)),
        standings: file.list("standings", PLAYERS, |item| read_row(item, count)),
        decklists: texts_by_player(&file, "decklists", count, read_list),
        deck_urls: texts_by_player(&file, "deck_urls", count, read_url),
        disqualified: by_player(&file, "disqualified", count, |round| round.integer((1, ROUNDS + 1))),
        players,
        ..Archive::default()
    })
}

fn read_round(item: Cursor<'_>, players: usize) -> Option<ArchiveRound> {
    // Rounds of the playoff are called by their matches, not by their names.
    let round = item.object("number kind matches name")?;
    let number = round.integer("number", (1, ROUNDS));
    let kind = match round.required("kind").map(|kind| kind.value.as_str()) {
        Some(Some("playoff")) => RoundKind::Playoff,
        Some(Some("swiss")) | None => RoundKind::Swiss,
        Some(_) => {
            round.problem("kind", "must be \"swiss\" or \"playoff\"");
            RoundKind::Swiss
        }
    };
    let matches = round.list("matches", PLAYERS, |item| read_match(item, players));
    Some(ArchiveRound { number, kind, matches })
}

fn read_match(item: Cursor<'_>, players: usize) -> Option<ArchiveMatch> {
    let fields = item.object("p1 p2 p3 p4 p5 g1 g2 gd winner places scores bye loss pool")?;
    let p1 = read_player(&fields, "p1", players)?;
    let p2 = match fields.required("p2")?.value {
        Value::Null => None,
        _ => Some(read_player(&fields, "p2", players)?),
    };
    let more = ["p3", "p4", "p5"].map(|name| player_at(fields.optional(name)?, players));
    let winner = usize::try_from(fields.integer("winner", (0, 6))).ok();
    let winner = winner.and_then(|number| WINNERS.get(number).copied()).unwrap_or(Winner::Draw);
    let kind = match (fields.flag("bye", false), fields.flag("loss", false)) {
        (false, false) => PairingKind::Versus,
        (true, false) => PairingKind::Bye,
        (false, true) => PairingKind::AssignedLoss,
        (true, true) => {
            fields.problem("loss", "a match cannot be a bye and a loss");
            PairingKind::Bye
        }
    };
    check_opponent(&fields, p1, p2, kind, winner);
    check_more(&fields, [Some(p1), p2, more[0], more[1], more[2]], kind);
    let (pool, result) = (fields.integer_if_given("pool", COUNT), MatchResult::new(winner, read_games(&fields)));
    let mut read = ArchiveMatch { p1, p2, more, pool: pool.unwrap_or(0), kind, result };
    let seats = read.players().count();
    if winner.seat().is_some_and(|seat| kind == PairingKind::Versus && seat >= seats) {
        fields.problem("winner", "is a seat that the match does not have");
    }
    if seats > 2 {
        read.result = pod_result(seats, winner);
        if let Some(places) = read_numbers(&fields, "places", (0, 5)) {
            check_places(&fields, &places, seats, winner);
            read.result.places = Some(places);
        }
    }
    read.result.scores = read_numbers(&fields, "scores", (0, 1_000_000));
    Some(read)
}

/// Reads numbers by seat; those that are not given are 0.
fn read_numbers<T: TryFrom<i32> + Default, const N: usize>(
    fields: &Object<'_>,
    name: &str,
    limits: (i32, i32),
) -> Option<[T; N]> {
    let mut numbers = fields.optional(name)?.list(N, |item| T::try_from(item.integer(limits)).ok()).into_iter();
    Some(std::array::from_fn(|_| numbers.next().unwrap_or_default()))
}

/// Checks that a match has two players, and that a bye is won and a loss is lost by a single one.
fn check_opponent(fields: &Object<'_>, p1: usize, p2: Option<usize>, kind: PairingKind, winner: Winner) {
    match (kind, p2) {
        (PairingKind::Versus, None) => {
            fields.problem("p2", "is null, but the match is neither a bye nor a loss");
        }
        (PairingKind::Versus, Some(opponent)) if opponent == p1 => {
            fields.problem("p2", format!("player {p1} cannot meet themselves"));
        }
        (PairingKind::Bye, Some(_)) => fields.problem("p2", "must be null in a bye"),
        (PairingKind::AssignedLoss, Some(_)) => fields.problem("p2", "must be null in a loss"),
        (PairingKind::Bye, None) if winner != Winner::First => {
            fields.problem("winner", "must be 1 in a bye");
        }
        (PairingKind::AssignedLoss, None) if winner != Winner::Second => {
            fields.problem("winner", "must be 2 in a loss");
        }
        _ => {}
    }
}

/// Checks that the third to the fifth player sit in seats without a gap, each once, and not in a bye or a loss.
fn check_more(fields: &Object<'_>, seats: [Option<usize>; PODS_SEATS_MAX], kind: PairingKind) {
    for (seat, name) in [(2, "p3"), (3, "p4"), (4, "p5")] {
        let Some(player) = seats[seat] else { continue };
        if kind != PairingKind::Versus {
            fields.problem(name, "must be null in a bye or a loss");
        } else if seats[seat - 1].is_none() {
            fields.problem(name, "is a player, but the seat before it is empty");
        } else if seats[..seat].contains(&Some(player)) {
            fields.problem(name, format!("player {player} cannot meet themselves"));
        }
    }
}

/// Checks that each player of a pod has a place, and that one alone in the first place won, or several drew.
fn check_places(fields: &Object<'_>, places: &[u8; PODS_SEATS_MAX], seats: usize, winner: Winner) {
    let (taken, empty) = places.split_at(seats);
    if !taken.iter().all(|place| (1..=seats).contains(&usize::from(*place))) || empty.iter().any(|place| *place > 0) {
        fields.problem("places", format!("must be {seats} numbers from 1 to {seats}, one for each player"));
        return;
    }
    if winner_by_place(taken) != Some(winner) {
        fields.problem("winner", "must be the only seat in place 1, or 0 if several share it");
    }
}

/// Returns the only seat in the first place, or a draw of several. `None` without a first place.
pub(crate) fn winner_by_place(places: &[u8]) -> Option<Winner> {
    let mut first = (0..places.len()).filter(|seat| places[*seat] == 1);
    match (first.next(), first.next()) {
        (Some(seat), None) => Winner::of_seat(seat),
        (first, _) => first.map(|_| Winner::Draw),
    }
}

/// Reads all three numbers of games; `None` if the source has only the winner.
fn read_games(fields: &Object<'_>) -> Option<Games> {
    let names = ["g1", "g2", "gd"];
    if names.iter().all(|name| fields.value(name).is_none()) {
        return None;
    }
    let [first, second, drawn] = names.map(|name| fields.integer(name, GAMES));
    Some(Games { first, second, drawn })
}

fn read_playoff(kind: Cursor<'_>) -> PlayoffKind {
    let known = kind.value.as_str().and_then(PlayoffKind::from_wire_name);
    if known.is_none() {
        let known = PlayoffKind::ALL.iter().map(|it| it.wire_name()).collect::<Vec<_>>().join(", ");
        kind.problem(format!("must be one of {known}, is {}", kind.value));
    }
    known.unwrap_or_default()
}

fn read_player(fields: &Object<'_>, name: &str, players: usize) -> Option<usize> {
    player_at(fields.required(name)?, players)
}

fn player_at(field: Cursor<'_>, players: usize) -> Option<usize> {
    let Some(index) = field.value.as_i64() else {
        field.problem(format!("must be a player's index, is {}", field.value));
        return None;
    };
    let player = usize::try_from(index).ok().filter(|player| *player < players);
    if player.is_none() {
        field.problem(unknown_player(index, players));
    }
    player
}

fn unknown_player(index: impl std::fmt::Display, players: usize) -> String {
    format!("player {index} does not exist; the file has {players} players")
}

fn read_row(item: Cursor<'_>, players: usize) -> Option<Row> {
    const FRACTION: (f64, f64) = (-1.0, 1.0);
    let row = item.object("rank p points w l d omw gw ogw as_of_round")?;
    let player = read_player(&row, "p", players)?;
    let record = ["w", "l", "d"].map(|name| row.integer(name, COUNT));
    Some(Row {
        rank: row.integer("rank", RANK),
        player,
        points: row.integer("points", COUNT),
        record,
        omw: row.number("omw", FRACTION),
        gw: row.number("gw", FRACTION),
        ogw: row.number("ogw", FRACTION),
        as_of_round: row.integer("as_of_round", (0, ROUNDS)),
    })
}

/// Reads texts by player; empty ones are left out.
fn texts_by_player(
    file: &Object<'_>,
    name: &str,
    players: usize,
    read: fn(Cursor<'_>) -> String,
) -> BTreeMap<usize, String> {
    let mut texts = by_player(file, name, players, read);
    texts.retain(|_, text| !text.is_empty());
    texts
}

/// Reads an object whose keys are player indices.
fn by_player<T>(file: &Object<'_>, name: &str, players: usize, read: fn(Cursor<'_>) -> T) -> BTreeMap<usize, T> {
    let mut found = BTreeMap::new();
    let Some(members) = file.optional(name).and_then(|field| field.dictionary()) else { return found };
    for (key, field) in members.fields() {
        match key.parse::<usize>().ok().filter(|player| *player < players && player.to_string() == *key) {
            Some(player) => drop(found.insert(player, read(field))),
            None => field.problem(unknown_player(key, players)),
        }
    }
    found
}

/// Reads the lines of a list and joins them.
fn read_list(lines: Cursor<'_>) -> String {
    let read = lines.list(LIST_BYTES, |item| {
        let line = item.value.as_str().filter(|line| !line.contains('\0'));
        if line.is_none() {
            item.problem("must be a line of text without the character U+0000");
        }
        line.map(str::to_owned)
    });
    checked_list(read.join("\n"), lines.path, lines.problems)
}

/// Checks the length of a list's text.
pub(crate) fn checked_list(text: String, at: Path<'_>, problems: &ProblemSink) -> String {
    if text.len() > LIST_BYTES {
        problems.add(at, format!("may have at most {LIST_BYTES} bytes, has {}", text.len()));
    }
    text
}

/// Reads the page of a deck; empty if there is none. Pages link to it, so it must be a web address.
fn read_url(page: Cursor<'_>) -> String {
    if page.value.is_null() || page.value.as_str() == Some("") {
        return String::new();
    }
    let url = page.text(10 * SHORT_TEXT);
    if !url.is_empty() && !is_web_address(&url) {
        page.problem("must be an address that begins with https:// or http://");
    }
    url
}
