//! `/desk/events/{id}/playoff/`: the cut with a preview, the bracket, and the final places.
//! `/desk/events/{id}/standings/`: the standings after the last round that was played, a hundred on a page.

use askama::Template;
use domain::fraction::Rounded;
use domain::pairing::EntrantId;
use domain::pairing::bracket::Part;
use domain::permissions::Operation;
use domain::rule_sets;
use domain::tournament::phases::{last_number, pools_go_on};
use domain::tournament::playoff::Playoff;
use domain::tournament::pools::{PoolStandings, cross_pools, cut_order, pool_standings};
use domain::tournament::standings::{Standing, standings_after};
use domain::tournament::to_pair::{entries_of, plays};
use domain::tournament::{Registration, Round, Tournament};
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus, Tiebreaker};
use write_api::rounds::make_cut::MakeCut;

use crate::desk::bracket::{DrawnBracket, draw, win};
use crate::desk::done;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::next_step::is_in_playoff;
use crate::desk::paging::Paged;
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
    /// The bracket, or those of a double elimination.
    brackets: Vec<DrawnBracket>,
    /// The final places, once the playoff is over.
    places: Vec<(i32, String)>,
}

/// The form of a cut to the best `size`.
struct CutForm {
    size: usize,
    /// Those who advance, by seed, and a few who do not; empty before the first round. After pools they are in the order of
    /// their places in the pools.
    lines: Vec<Standing>,
    /// The border between the last who advances and the first who does not, in words; empty if points decide.
    border: String,
    is_of_pools: bool,
    /// Whether a cut was made already.
    is_again: bool,
    is_early: bool,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let may_cut = desk.may(Operation::RunRounds) && can_cut(desk.state());
    let playoff = Playoff::before(desk.state(), i32::MAX);
    desk.page(&PlayoffPage {
        frame: desk.frame("playoff").after(done::said(desk).await?),
        cut: may_cut.then(|| CutForm::new(desk)),
        brackets: playoff.as_ref().map(|playoff| draw(desk, playoff)).unwrap_or_default(),
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
    let made = desk.run(terms, command).await;
    made.map_err(|refusal| refusal.or_changed(desk.fault("desk-cut-changed")))?;
    desk.done_at("playoff").await
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
    lines.map(|line| (line.rank, event.entrant(line.competitor))).collect()
}

/// Lines that are shown of those who do not advance.
const NEXT: usize = 4;

impl CutForm {
    fn new(desk: &Desk<'_>) -> Self {
        let (state, size) = (desk.state(), size(desk));
        let round = state.begun_round().map(|(_, round)| round);
        let mut lines = round.and_then(|round| standings_after(state, round.id)).unwrap_or_default();
        lines.retain(|line| is_in(state, line.competitor));
        let mut lines = round.map(|round| cut_order(state, round.id, lines)).unwrap_or_default();
        let border = match (lines.get(size.saturating_sub(1)), lines.get(size)) {
            (Some((place, last)), Some((of_next, next)))
                if place == of_next && last.score.points == next.score.points =>
            {
                border(desk, last, next)
            }
            _ => String::new(),
        };
        lines.truncate(size.saturating_add(NEXT));
        let is_of_pools = lines.first().is_some_and(|(place, _)| *place > 0);
        let advancing = &lines[..size.min(lines.len())];
        let seeds = round.map(|round| cross_pools(state, round.id, advancing)).unwrap_or_default();
        let others = lines.into_iter().skip(size).map(|(_, line)| line);
        let lines: Vec<Standing> = seeds.into_iter().chain(others).collect();
        let is_again = state.cuts.iter().any(|cut| cut.after_round_number == last_number(state));
        let is_early = match state.details.pool_size > 0 {
            true => pools_go_on(state),
            false => state.details.swiss_rounds.map_or(lines.is_empty(), |planned| last_number(state) < planned),
        };
        Self { size, lines, border, is_of_pools, is_again, is_early }
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
        ("last", desk.entrant(last.competitor).into()),
        ("next", desk.entrant(next.competitor).into()),
    ];
    desk.texts.with_all(key, values)
}

#[derive(Template)]
#[template(path = "desk/standings.html")]
struct StandingsPage<'a> {
    frame: EventFrame<'a>,
    title: String,
    columns: Vec<TiebreakerColumn>,
    page: Paged<PoolLine>,
}

/// A line of standings with the number of its pool, which is 0 without pools, and its place in the pool or in the whole list.
pub(crate) type PoolLine = (i32, usize, Standing);

/// Returns the lines of each pool with its name, or all together without one.
pub(crate) fn by_pool<'a>(texts: &'a Texts, rows: &'a [PoolLine]) -> impl Iterator<Item = (String, &'a [PoolLine])> {
    let name = |pool| if pool == 0 { String::new() } else { texts.with("term-pool", "number", pool) };
    rows.chunk_by(|(pool, ..), (next, ..)| pool == next).map(move |rows| (name(rows[0].0), rows))
}

impl StandingsPage<'_> {
    /// Returns the last place that advances, while a cut is to come; else 0.
    fn cut(&self) -> usize {
        let event = self.frame.desk.state();
        let is_by_pool = self.page.rows.first().is_some_and(|(pool, ..)| *pool > 0);
        let has_none = is_by_pool || is_in_playoff(event) || event.lifecycle.is_finished();
        if has_none { 0 } else { usize::try_from(event.details.top_cut).unwrap_or(0) }
    }
}

/// Returns the columns of an event's standings after the record.
pub(crate) fn tiebreaker_columns(desk: &Desk<'_>) -> Vec<TiebreakerColumn> {
    desk.texts.columns(rule_sets::columns(&desk.state().details.rules))
}

pub(crate) fn tiebreaker_values(texts: &Texts, line: &Standing) -> Vec<String> {
    line.values.iter().map(|(name, value)| texts.tiebreaker(*name, value.as_f64())).collect()
}

/// Returns the standings after a round, by pool if there are several.
pub(crate) fn pool_lines(event: &Tournament, round: Option<&Round>) -> Vec<PoolLine> {
    let mut pools = round.map(|round| pool_standings(event, round.id)).unwrap_or_default();
    let mut lines = round.and_then(|round| standings_after(event, round.id)).unwrap_or_default();
    if pools.len() < 2 {
        pools.clear();
    }
    // Those who came after the first round have no pool.
    let is_in = |line: &Standing| pools.iter().flat_map(|pool| &pool.lines).any(|it| it.competitor == line.competitor);
    lines.retain(|line| !is_in(line));
    pools.push(PoolStandings { number: 0, lines });
    let of_pool = |pool: PoolStandings| (1..).zip(pool.lines).map(move |(place, line)| (pool.number, place, line));
    pools.into_iter().flat_map(of_pool).collect()
}

pub(crate) async fn show_standings(desk: &Desk<'_>) -> PageResult {
    let event = desk.state();
    let round = event.begun_round().map(|(_, round)| round);
    let rows = pool_lines(event, round);
    let title = match round.filter(|_| !event.lifecycle.is_finished()) {
        Some(round) => desk.texts.with("desk-standings-after", "round", desk.round_name(round)),
        None => desk.texts.say("public-standings-final"),
    };
    let page = desk.paged("standings", rows, |(.., line)| desk.entrant(line.competitor));
    let frame = desk.frame("standings").after(done::said(desk).await?);
    desk.page(&StandingsPage { frame, title, columns: tiebreaker_columns(desk), page })
}
