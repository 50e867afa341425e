//! The call for a judge that a contested result makes, and its end.

use domain::tournament::{JudgeCall, Placed, Tournament};
use proto_events::TournamentEvent;

/// The note of the call, by which pages know it.
pub const NOTE: &str = "The reported result is contested.";

/// Returns the events that close the calls of a contested match, which a result settles. Calls with other notes stay.
pub(super) fn calls_settled(tournament: &Tournament, placed: &Placed<'_>) -> impl Iterator<Item = TournamentEvent> {
    let (match_id, is_contested) = (Some(placed.table.id()), placed.table.contested);
    let is_of_contest = move |call: &&JudgeCall| {
        is_contested && call.closed.is_none() && call.call.match_id == match_id && call.call.note == NOTE
    };
    tournament.calls.iter().filter(is_of_contest).map(|call| TournamentEvent::CallClosed { call_id: call.id })
}
