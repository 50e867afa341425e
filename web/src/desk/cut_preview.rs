//! Who advances if the cut is made now, by the standings after the last round, and how close it is.

use std::cmp::Ordering;

use domain::pairing::EntrantId;
use domain::tournament::standings::{Standing, standings_after};
use domain::tournament::to_pair::{entries_of, plays};
use domain::tournament::{Registration, Tournament};
use proto_events::vocabulary::RegistrationStatus;

use crate::desk::bracket::entrant;
use crate::desk::event::Event;
use crate::desk::next_step::last_number;
use crate::desk::words::percent;

/// Lines that are shown of those who do not advance.
const NEXT: usize = 4;

/// A preview of a cut.
#[derive(Default)]
pub(crate) struct Preview {
    pub(crate) lines: Vec<CutPlace>,
    /// The border between the last who advances and the first who does not, in words; empty if points decide.
    pub(crate) border: String,
}

/// A line of the standings.
pub(crate) struct CutPlace {
    pub(crate) seed: usize,
    pub(crate) name: String,
    pub(crate) points: i32,
    pub(crate) record: String,
    pub(crate) opponent_match_win: String,
    pub(crate) advances: bool,
}

/// Returns the preview of a cut to the best `size`; empty before the first round.
pub(crate) fn preview(event: &Event, size: usize) -> Preview {
    let state = event.state();
    let round = state.current_round().map(|(_, round)| round);
    let mut standings = round.and_then(|round| standings_after(state, round.id)).unwrap_or_default();
    standings.retain(|line| is_in(state, line.competitor.into()));
    let line = |(at, line): (usize, &Standing)| CutPlace {
        seed: at + 1,
        name: entrant(event, line.competitor.into()),
        points: line.match_points,
        record: format!("{}–{}–{}", line.wins, line.losses, line.draws),
        opponent_match_win: percent(event.texts, line.opponent_match_win),
        advances: at < size,
    };
    let lines = standings.iter().enumerate().take(size.saturating_add(NEXT)).map(line).collect();
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
    let percentages = |line: &Standing| {
        [line.opponent_match_win, line.game_win, line.opponent_game_win].map(|fraction| percent(event.texts, fraction))
    };
    let is_equal = percentages(last).cmp(&percentages(next)) == Ordering::Equal;
    let key = if is_equal { "desk-cut-lot" } else { "desk-cut-tie" };
    let values = [
        ("last", entrant(event, last.competitor.into()).into()),
        ("next", entrant(event, next.competitor.into()).into()),
        ("of_last", percentages(last).join(" · ").into()),
        ("of_next", percentages(next).join(" · ").into()),
    ];
    event.texts.with_all(key, values)
}
