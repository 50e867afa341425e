//! `/desk/events/{id}/playoff/`: the cut with a preview, the bracket, and the final places.

use std::collections::HashMap;

use askama::Template;
use domain::documents::RoundName;
use domain::pairing::EntrantId;
use domain::pairing::cut::Bracket;
use domain::permissions::Operation;
use domain::tournament::playoff::Playoff;
use domain::tournament::standings::{Standing, standings_after};
use domain::tournament::to_pair::{entries_of, plays};
use domain::tournament::{Match, Registration, Round, TeamMatch, Tournament};
use proto_events::ids::MatchId;
use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus};
use write_api::rounds::make_cut::{CutTo, MakeCut};

use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::next_step::{is_in_playoff, last_number};
use crate::desk::standings::StandingsRow;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

/// Size of the cut that is shown first if the event plans none.
const SIZE: usize = 8;

#[derive(Template)]
#[template(path = "desk/playoff.html")]
struct PlayoffPage {
    frame: EventFrame,
    may_report: bool,
    cut: Option<CutForm>,
    bracket: Option<Drawn>,
    /// Whether the last round is one of the playoff that has not started, so that it can be removed.
    can_remove: bool,
    /// The final places, once the playoff is over.
    places: Vec<(i32, String)>,
}

struct CutForm {
    size: usize,
    preview: Preview,
    /// Whether a cut was made already.
    is_again: bool,
}

pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let state = desk.state();
    let may_run = request.may(Operation::RunRounds);
    let cut = (may_run && can_cut(state)).then(|| {
        let size = size(request, state);
        let is_again = state.cuts.iter().any(|cut| cut.after_round_number == last_number(state));
        CutForm { size, preview: preview(desk, size), is_again }
    });
    let is_upcoming = desk.last_round().is_some_and(|round| round.status == ProgressStatus::Upcoming);
    request.page(&PlayoffPage {
        frame: desk.frame("playoff"),
        may_report: request.may(Operation::ReportResults),
        cut,
        bracket: draw(desk),
        can_remove: may_run && is_in_playoff(state) && is_upcoming,
        places: places(desk),
    })
}

/// Makes the cut. It is refused if the event has changed since the page showed who advances.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    // No number is refused as 0 is.
    let command = MakeCut { to: CutTo::Best(request.form.text("size").parse().unwrap_or_default()) };
    let version = request.form.exact("version").parse().unwrap_or_default();
    let terms = request.terms().at_version(version).once(request.form.exact("form_id"));
    match desk.run(terms, command).await {
        Ok(_) => request.redirect(&desk.page("playoff")),
        Err(refusal) if refusal.is_stale() => Err(PageError::line(request.texts.say("desk-cut-changed"))),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Whether the cut can be made, or made again: all rounds are complete, and the playoff has not started.
fn can_cut(state: &Tournament) -> bool {
    let begun = |round: &domain::tournament::Round| round.status != ProgressStatus::Upcoming;
    let is_open = state.rounds().any(|(phase, round)| match phase.round_type.is_playoff() {
        true => begun(round),
        false => round.status != ProgressStatus::Complete,
    });
    !is_open && !state.lifecycle.is_finished()
}

/// Returns the size of the cut: as chosen, else as planned.
fn size(request: &PageRequest, state: &Tournament) -> usize {
    let sent = Some(request.form.text("size").to_owned()).filter(|size| !size.is_empty());
    let chosen = sent.or_else(|| request.query("size")).and_then(|size| size.trim().parse().ok());
    let planned = usize::try_from(state.details.top_cut).ok().filter(|planned| *planned > 0);
    chosen.or(planned).unwrap_or(SIZE).max(2)
}

/// Returns the final places of those who made the cut; empty before the end of the playoff.
fn places(event: &Event) -> Vec<(i32, String)> {
    let state = event.state();
    let playoff = Playoff::before(state, i32::MAX).filter(|playoff| playoff.rounds > 0);
    let last = event.last_round().filter(|round| round.status == ProgressStatus::Complete);
    let (Some(playoff), Some(last)) = (playoff, last) else { return Vec::new() };
    if playoff.survivors.len() > 1 && !state.lifecycle.is_finished() {
        return Vec::new();
    }
    let lines = standings_after(state, last.id).unwrap_or_default().into_iter().take(playoff.seeds.len());
    lines.map(|line| (line.rank, event.entrant(line.competitor.into()))).collect()
}

/// Lines that are shown of those who do not advance.
const NEXT: usize = 4;

#[derive(Default)]
struct Preview {
    lines: Vec<StandingsRow>,
    /// The border between the last who advances and the first who does not, in words; empty if points decide.
    border: String,
}

/// Returns the preview of a cut to the best `size`; empty before the first round.
fn preview(event: &Event, size: usize) -> Preview {
    let state = event.state();
    let round = state.current_round().map(|(_, round)| round);
    let mut standings = round.and_then(|round| standings_after(state, round.id)).unwrap_or_default();
    standings.retain(|line| is_in(state, line.competitor.into()));
    let shown = standings.iter().take(size.saturating_add(NEXT));
    let lines = shown.map(|line| StandingsRow::new(event, line)).collect();
    let border = match (standings.get(size.saturating_sub(1)), standings.get(size)) {
        (Some(last), Some(next)) if last.match_points == next.match_points => border(event, last, next),
        _ => String::new(),
    };
    Preview { lines, border }
}

/// Returns whether an entrant can advance: active, or out only by the cut that would be made again.
fn is_in(state: &Tournament, entrant: EntrantId) -> bool {
    let number = last_number(state);
    let is_cut_now = state.cuts.iter().any(|cut| cut.after_round_number == number);
    let is_in = |entry: &Registration| {
        let missed = state.cuts.iter().any(|cut| cut.after_round_number < number && !cut.advancing.contains(&entry.id));
        plays(entry) || (is_cut_now && entry.status == RegistrationStatus::Eliminated && !missed)
    };
    entries_of(state, entrant).into_iter().filter_map(|id| state.registration(id)).any(is_in)
}

/// Says what decides between two with equal points.
fn border(event: &Event, last: &Standing, next: &Standing) -> String {
    let [last, next] = [last, next].map(|line| StandingsRow::new(event, line));
    let key = if last.percentages == next.percentages { "desk-cut-lot" } else { "desk-cut-tie" };
    let values = [
        ("of_last", last.percentages.join(" · ").into()),
        ("of_next", next.percentages.join(" · ").into()),
        ("last", last.name.into()),
        ("next", next.name.into()),
    ];
    event.texts.with_all(key, values)
}

struct Drawn {
    columns: Vec<Column>,
    /// Whether the winners of two neighbouring matches meet next, so that lines can connect them.
    is_connected: bool,
}

/// A round of the bracket.
struct Column {
    /// Its name: `Semifinals`.
    name: String,
    ties: Vec<Tie>,
}

/// A match of the bracket.
struct Tie {
    /// Its table; 0 if it is not paired yet.
    table: i32,
    /// The match, unless teams meet or it is not paired yet.
    match_id: Option<MatchId>,
    sides: Vec<Side>,
    /// Whether the round waits for its result.
    is_open: bool,
}

struct Side {
    /// The seed; 0 if it is not known who plays.
    seed: usize,
    name: String,
    /// Games won, or seats in a match of teams; empty before the result.
    score: String,
    has_won: bool,
    /// The line that enters a win of this side, as a scorekeeper types it.
    entry: String,
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
fn draw(event: &Event) -> Option<Drawn> {
    let playoff = Playoff::before(event.state(), i32::MAX)?;
    let seeds: HashMap<EntrantId, usize> = playoff.seeds.iter().copied().zip(1..).collect();
    let rounds = event.state().rounds().filter(|(phase, _)| phase.round_type.is_playoff());
    let mut columns: Vec<Vec<Known>> = rounds.map(|(_, round)| known(round)).collect();
    if columns.is_empty() {
        columns.push(first_round(&playoff));
    }
    let is_connected = playoff.bracket != Bracket::Reseeded;
    let games = if event.state().details.best_of == Some(1) { 1 } else { 2 };
    let side = |id: EntrantId| (seeds.get(&id).copied().unwrap_or_default(), event.entrant(id));
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

/// Returns the name of a round by its number of matches.
fn name(texts: &Texts, matches: usize) -> String {
    let matches = if matches == 3 { 4 } else { u32::try_from(matches).unwrap_or(u32::MAX) };
    texts.round(RoundName::Bracket(matches))
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
