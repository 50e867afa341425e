//! Ranks competitors by match points, then the event's tiebreakers, then the random draw.

use std::cmp::Ordering;

use proto_events::vocabulary::Tiebreaker;

use super::bracket::Bracket;
use super::cuts::SwissTable;
use crate::pairing::random::mix;
use crate::tournament::Tournament;

/// A competitor's lot among tied ones: position in the recorded draw (last without one), the lot from the seed, the id.
type Lot = (usize, u64, i64);

/// Sorts competitors by Swiss rank, best first.
pub(super) fn by_swiss(tournament: &Tournament, table: &SwissTable, places: &mut [usize]) {
    let lots = lots(tournament);
    let tiebreakers = &tournament.details.rules.tiebreakers;
    places.sort_unstable_by(|&a, &b| {
        let points = table.scores[b].points.cmp(&table.scores[a].points);
        let cuts = || table.cuts_missed[a].cmp(&table.cuts_missed[b]);
        points.then_with(cuts).then_with(|| break_tie(table, tiebreakers, a, b)).then_with(|| lots[a].cmp(&lots[b]))
    });
}

/// Sorts competitors in Swiss order by their progress in the playoff. Those with equal progress keep their order.
pub(super) fn by_bracket(bracket: &Bracket, places: &mut [usize]) {
    if bracket.has_begun() {
        places.sort_by_key(|&place| bracket.tier(place));
    }
}

fn break_tie(table: &SwissTable, tiebreakers: &[Tiebreaker], a: usize, b: usize) -> Ordering {
    let (a, b) = (&table.percentages[a], &table.percentages[b]);
    let compare = |tiebreaker: &Tiebreaker| match tiebreaker {
        Tiebreaker::OpponentMatchWin => b.exact_opponent_match_win.cmp(&a.exact_opponent_match_win),
        Tiebreaker::GameWin => b.game_win.cmp(&a.game_win),
        Tiebreaker::OpponentGameWin => b.exact_opponent_game_win.cmp(&a.exact_opponent_game_win),
    };
    tiebreakers.iter().map(compare).find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
}

fn lots(tournament: &Tournament) -> Vec<Lot> {
    let drawn = |registration| tournament.tie_order.get(&registration).copied().unwrap_or(usize::MAX);
    if tournament.is_team_event() {
        let teams = tournament.teams.iter();
        teams
            .map(|team| {
                let best = team.members.iter().map(|member| drawn(member.registration_id)).min();
                (best.unwrap_or(usize::MAX), lot(tournament.seed, team.id.0), team.id.0)
            })
            .collect()
    } else {
        let ids = tournament.registrations.iter().map(|registration| registration.id);
        ids.map(|id| (drawn(id), lot(tournament.seed, id.0), id.0)).collect()
    }
}

/// Returns a number that looks random and depends only on the seed and the id.
fn lot(seed: i64, id: i64) -> u64 {
    mix(seed.cast_unsigned() ^ id.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
