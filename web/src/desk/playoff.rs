//! `/desk/events/{id}/playoff/`: the cut with a preview, the bracket, and the final places.
//! `/desk/events/{id}/standings/`: the standings after the last round that was played, a hundred on a page.

use askama::Template;
use domain::fraction::Rounded;
use domain::pairing::EntrantId;
use domain::pairing::cut::Bracket;
use domain::permissions::Operation;
use domain::possible_results::choices;
use domain::rule_sets;
use domain::tournament::RoundName;
use domain::tournament::playoff::Playoff;
use domain::tournament::standings::{Standing, standings_after};
use domain::tournament::to_pair::{entries_of, plays};
use domain::tournament::{Match, Registration, Round, TeamMatch, Tournament};
use proto_events::ids::MatchId;
use proto_events::tournament::{Games, PairingKind, Winner};
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus, Tiebreaker};
use write_api::rounds::make_cut::MakeCut;

use crate::desk::done;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::next_step::{is_in_playoff, last_number};
use crate::desk::paging::Paged;
use crate::desk::words::EntryForm;
use crate::parts::format::games_won;
use crate::serving::failures::PageResult;
use crate::texts::{Texts, TiebreakerColumn};

/// Size of the cut that is shown first if the event plans none.
const SIZE: usize = 8;
/// The same in an event of pods.
const SIZE_OF_PODS: usize = 4;

#[derive(Template)]
#[template(path = "desk/playoff.html")]
struct PlayoffPage<'a> {
    frame: EventFrame<'a>,
    cut: Option<CutForm>,
    playoff: Option<Playoff>,
    /// The rounds of the bracket, and those to come.
    columns: Vec<Column>,
    /// The final places, once the playoff is over.
    places: Vec<(i32, String)>,
}

/// The form of a cut to the best `size`.
struct CutForm {
    size: usize,
    /// Those who advance, and a few who do not; empty before the first round.
    lines: Vec<Standing>,
    /// The border between the last who advances and the first who does not, in words; empty if points decide.
    border: String,
    /// Whether a cut was made already.
    is_again: bool,
    /// Whether rounds are to be played before it.
    is_early: bool,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let may_cut = desk.may(Operation::RunRounds) && can_cut(desk.state());
    let playoff = Playoff::before(desk.state(), i32::MAX);
    desk.page(&PlayoffPage {
        frame: desk.frame("playoff").after(done::said(desk).await?),
        cut: may_cut.then(|| CutForm::new(desk)),
        columns: playoff.as_ref().map(|playoff| draw(desk, playoff)).unwrap_or_default(),
        places: places(desk, playoff.as_ref()),
        playoff,
    })
}

impl PlayoffPage<'_> {
    /// Whether the last round is one of the playoff that has not started, so that it can be removed.
    fn can_remove(&self) -> bool {
        let desk = self.frame.desk;
        let is_upcoming = desk.working_round().is_some_and(|round| round.status == ProgressStatus::Upcoming);
        is_upcoming && is_in_playoff(desk.state()) && desk.may(Operation::RunRounds)
    }
}

/// Makes the cut. It is refused if the event has changed since the page showed who advances.
pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    // No number is refused as 0 is.
    let command = MakeCut { size: Some(desk.form.text("size").parse().unwrap_or_default()), match_points: None };
    let terms = desk.terms().at_version(desk.version_of_form()).once(desk.form.exact("form_id"));
    match desk.run(terms, command).await {
        Ok(_) => desk.done_at("playoff").await,
        Err(refusal) if refusal.is_stale() => Err(desk.fault("desk-cut-changed")),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Whether the cut can be made, or made again: all rounds are complete, and the playoff has not started.
fn can_cut(state: &Tournament) -> bool {
    let begun = |round: &Round| round.status != ProgressStatus::Upcoming;
    let is_open = state.rounds().any(|(phase, round)| match phase.round_type.is_playoff() {
        true => begun(round),
        false => round.status != ProgressStatus::Complete,
    });
    !is_open && !state.lifecycle.is_finished()
}

/// Returns the size of the cut: as chosen, else as planned.
fn size(desk: &Desk<'_>) -> usize {
    let sent = Some(desk.form.text("size").to_owned()).filter(|size| !size.is_empty());
    let chosen = sent.or_else(|| desk.query("size")).and_then(|size| size.trim().parse().ok());
    let planned = usize::try_from(desk.state().details.top_cut).ok().filter(|planned| *planned > 0);
    let usual = if desk.state().details.pod_size > 2 { SIZE_OF_PODS } else { SIZE };
    chosen.or(planned).unwrap_or(usual).max(2)
}

/// Returns the final places of those who made the cut; empty before the end of the playoff.
fn places(event: &Desk<'_>, playoff: Option<&Playoff>) -> Vec<(i32, String)> {
    let state = event.state();
    let playoff = playoff.filter(|playoff| playoff.rounds > 0);
    let last = event.working_round().filter(|round| round.status == ProgressStatus::Complete);
    let (Some(playoff), Some(last)) = (playoff, last) else { return Vec::new() };
    if playoff.survivors.len() > 1 && !state.lifecycle.is_finished() {
        return Vec::new();
    }
    let lines = standings_after(state, last.id).unwrap_or_default().into_iter().take(playoff.seeds.len());
    lines.map(|line| (line.rank, event.entrant(line.competitor.into()))).collect()
}

/// Lines that are shown of those who do not advance.
const NEXT: usize = 4;

impl CutForm {
    fn new(desk: &Desk<'_>) -> Self {
        let (state, size) = (desk.state(), size(desk));
        let round = state.current_round().map(|(_, round)| round);
        let mut lines = round.and_then(|round| standings_after(state, round.id)).unwrap_or_default();
        lines.retain(|line| is_in(state, line.competitor.into()));
        let border = match (lines.get(size.saturating_sub(1)), lines.get(size)) {
            (Some(last), Some(next)) if last.score.points == next.score.points => border(desk, last, next),
            _ => String::new(),
        };
        lines.truncate(size.saturating_add(NEXT));
        let is_again = state.cuts.iter().any(|cut| cut.after_round_number == last_number(state));
        let is_early = state.details.swiss_rounds.map_or(lines.is_empty(), |planned| last_number(state) < planned);
        Self { size, lines, border, is_again, is_early }
    }
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
fn border(desk: &Desk<'_>, last: &Standing, next: &Standing) -> String {
    let tiebreakers = &desk.state().details.rules.tiebreakers;
    let decide = |line: &Standing| {
        let mut values = line.values.clone();
        values.retain(|(name, _)| tiebreakers.contains(name));
        values
    };
    let [of_last, of_next] = [last, next].map(decide);
    let has_others = tiebreakers.iter().any(|name| matches!(name, Tiebreaker::Late | Tiebreaker::HeadToHead));
    let key = match of_last == of_next {
        true if has_others => "desk-cut-equal",
        true => "desk-cut-lot",
        false => "desk-cut-tie",
    };
    let heads = desk.texts.columns(of_last.iter().map(|(name, _)| *name)).into_iter().map(|column| column.head);
    let said = |values: &[(Tiebreaker, Rounded)]| {
        let said = values.iter().map(|(name, value)| desk.texts.tiebreaker(*name, value.as_f64()));
        said.collect::<Vec<_>>().join(" · ")
    };
    let values = [
        ("heads", heads.collect::<Vec<_>>().join(" · ").into()),
        ("of_last", said(&of_last).into()),
        ("of_next", said(&of_next).into()),
        ("last", desk.entrant(last.competitor.into()).into()),
        ("next", desk.entrant(next.competitor.into()).into()),
    ];
    desk.texts.with_all(key, values)
}

/// A round of the bracket.
struct Column {
    /// Its name: `Semifinals`.
    name: String,
    ties: Vec<Tie>,
}

/// A match of the bracket, of players or of teams.
#[derive(Default)]
struct Tie {
    /// Its table; 0 if it is not paired yet, and for a bye.
    table: i32,
    /// The match, unless teams meet or it is not paired yet.
    match_id: Option<MatchId>,
    /// The players or teams; none where it is not known who plays.
    sides: Vec<Option<EntrantId>>,
    winner: Option<Winner>,
    /// Games won, or seats in a match of teams; none before the result.
    games: Option<Games>,
    /// Whether the round waits for its result.
    is_open: bool,
}

/// A side of a match as the page shows it.
struct Side {
    /// The seed; 0 if it is not known who plays.
    seed: usize,
    name: String,
    /// Games or seats won; empty before the result.
    score: String,
    has_won: bool,
    /// The wins of this side that can be entered: scores, and the lines that scorekeepers type for them.
    wins: Vec<(String, String)>,
}

/// Draws the bracket, with the rounds to come.
fn draw(desk: &Desk<'_>, playoff: &Playoff) -> Vec<Column> {
    let rounds = desk.state().rounds().filter(|(phase, _)| phase.round_type.is_playoff());
    let mut columns: Vec<Vec<Tie>> = rounds.map(|(_, round)| ties(round)).collect();
    if columns.is_empty() {
        let sides = playoff.next_round().into_iter().map(|table| table.into_iter().map(Some).collect());
        columns.push(sides.map(|sides| Tie { sides, ..Tie::default() }).collect());
    }
    while let Some(last) = columns.last().filter(|last| last.len() > 1) {
        let is_known = is_connected(playoff);
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
        Column { name: name(desk.texts, matches), ties }
    });
    named.collect()
}

/// Whether the winners of two neighbouring matches meet next, so that lines can connect them.
fn is_connected(playoff: &Playoff) -> bool {
    playoff.bracket != Bracket::Reseeded
}

/// Returns the name of a round by its number of matches.
fn name(texts: &Texts, matches: usize) -> String {
    let matches = if matches == 3 { 4 } else { u32::try_from(matches).unwrap_or(u32::MAX) };
    texts.round(RoundName::Bracket(matches))
}

/// Returns the matches of a round by table, which is the order of the bracket.
fn ties(round: &Round) -> Vec<Tie> {
    let of_players = round.matches.iter().filter(|table| !table.pairing.is_consolation);
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
        }
    }

    fn of_teams(round: &Round, of_teams: &TeamMatch) -> Self {
        let is_over = round.status != ProgressStatus::Upcoming;
        Self {
            table: if of_teams.teams.len() == 1 { 0 } else { of_teams.first_table_number },
            sides: of_teams.teams.iter().map(|id| Some((*id).into())).collect(),
            winner: of_teams.decided().filter(|_| is_over).map(|result| result.winner),
            games: of_teams.seats_won(),
            ..Self::default()
        }
    }

    /// Returns the side that won, if one did.
    fn won_by(&self) -> Option<EntrantId> {
        self.sides.get(self.winner?.seat()?).copied().flatten()
    }

    /// Returns its sides for the page; a side alone has a bye.
    fn shown(&self, desk: &Desk<'_>, playoff: &Playoff) -> Vec<Side> {
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

/// Says that a side wins, with the score.
fn win(texts: &Texts, name: &str, score: &str) -> String {
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

#[derive(Template)]
#[template(path = "desk/standings.html")]
struct StandingsPage<'a> {
    frame: EventFrame<'a>,
    title: String,
    columns: Vec<TiebreakerColumn>,
    /// The lines with their places in the whole list.
    page: Paged<(usize, Standing)>,
}

impl StandingsPage<'_> {
    /// Returns the last place that advances, while a cut is to come; else 0.
    fn cut(&self) -> usize {
        let event = self.frame.desk.state();
        let is_over = is_in_playoff(event) || event.lifecycle.is_finished();
        if is_over { 0 } else { usize::try_from(event.details.top_cut).unwrap_or(0) }
    }
}

/// Returns the columns of an event's standings after the record.
pub(crate) fn tiebreaker_columns(desk: &Desk<'_>) -> Vec<TiebreakerColumn> {
    desk.texts.columns(rule_sets::columns(&desk.state().details.rules))
}

/// Returns the values in these columns.
pub(crate) fn tiebreaker_values(texts: &Texts, line: &Standing) -> Vec<String> {
    line.values.iter().map(|(name, value)| texts.tiebreaker(*name, value.as_f64())).collect()
}

pub(crate) async fn show_standings(desk: &Desk<'_>) -> PageResult {
    let event = desk.state();
    let round = event.current_round().map(|(_, round)| round);
    let rows = round.and_then(|round| standings_after(event, round.id)).unwrap_or_default();
    let title = match round.filter(|_| !event.lifecycle.is_finished()) {
        Some(round) => desk.texts.with("desk-standings-after", "round", desk.round_name(round)),
        None => desk.texts.say("public-standings-final"),
    };
    let page = desk.paged("standings", (1..).zip(rows).collect(), |(_, line)| desk.entrant(line.competitor.into()));
    let frame = desk.frame("standings").after(done::said(desk).await?);
    desk.page(&StandingsPage { frame, title, columns: tiebreaker_columns(desk), page })
}
