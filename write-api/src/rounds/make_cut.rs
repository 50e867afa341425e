//! Makes a cut: the best players by the Swiss standings advance, or after pools the best of each pool, then the second of
//! each; all others are eliminated. A playoff or the Swiss
//! rounds of another day follow. Until the next round starts, the cut can be made again after a correction or a drop;
//! this discards the pairings of that round.

use domain::pairing::meeting::{Attendee, MeetingOrder, seat_meeting};
use domain::pairing::{EntrantId, round_seed};
use domain::tournament::Cut;
use domain::tournament::pools::{cross_pools, cut_order};
use domain::tournament::standings::{Standing, standings_after};
use domain::tournament::to_pair::{entries_of, plays};

use super::checks::{is_paired, open_round};
use super::document::WrittenCut;
use crate::in_play::{discarded, is_eliminated, status};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "make_cut",
    summary: "Make a cut",
    text: "After a Swiss round: the best `size` by its standings advance, or everybody with `match_points`. After pools, \
           `size` takes the best of each pool first, then the second of each, and so on; those of the same place, other \
           than the winners, exchange seeds so that two of one pool meet late. The others are `ELIMINATED`. A playoff \
           follows, or the Swiss rounds of another day. Before any round, lots decide. The same request again changes \
           nothing. Until the next round starts, a cut can be made again, after a correction or a drop; that round must \
           then be paired again.",
    body: Some(body_schema::<MakeCut>()),
    answer: Answer::of::<WrittenCut>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/cut/", Operation::RunRounds)
};

body! {
    /// A cut. Exactly one of the two fields is given.
    pub struct MakeCut as NewCut such as r#"{"size": 8}"# checked by has_one_rule {
        /// Number of players or teams that advance; all of them if there are fewer.
        size: Option<i32> => 2..=i32::MAX,
        /// Match points needed to advance.
        match_points: Option<i32> => 0..=i32::MAX,
    }
}

fn has_one_rule(cut: &MakeCut, errors: &mut FieldErrors) {
    let is_wrong = errors.names("size") || errors.names("match_points");
    if cut.size.is_some() == cut.match_points.is_some() && !is_wrong {
        errors.add("size", message!("size-or-match-points", "Give one of size and match_points."));
    }
}

decided_by_event!(MakeCut, checked by check_body, |command, tournament, _, _| decide(tournament, command) => made());

async fn made(request: &WriteRequest, written: &Written<Tournament>) -> Result<Response, Problem> {
    // The new cut is the last one.
    let state = &written.folded.state;
    let document = state.cuts.last().map(|cut| WrittenCut::new(state, cut));
    answer::versioned(request, written, &document).await
}

/// Decides the command, which is refused if a round is not complete, the playoff has begun, or too few would advance.
pub(crate) fn decide(tournament: &Tournament, command: &MakeCut) -> Result<Vec<TournamentEvent>, Refusal> {
    is_paired(tournament)?;
    let after = last_played(tournament);
    let number = after.map_or(0, |round| round.number);
    let earlier = tournament.cuts.iter().find(|cut| cut.after_round_number == number);
    let upcoming = rounds_to_come(tournament, earlier.is_some())?;
    let phase = after.and_then(|round| tournament.round(round.id)).map(|(phase, _)| phase);
    if phase.is_some_and(|phase| phase.round_type.is_playoff()) {
        return Err(Refusal::conflict(message!(
            "round-cut-in-playoff",
            "The playoff has begun; its matches decide who advances."
        )));
    }
    let chosen = chosen(tournament, after, number, command);
    if chosen.len() < 2 {
        return Err(Refusal::conflict(message!(
            "round-too-few-advance",
            "{count} would advance; at least 2 must.",
            count = chosen.len()
        )));
    }
    let advancing = entries(tournament, &chosen, number);
    if earlier.is_some_and(|cut| cut.advancing == advancing) {
        return Ok(Vec::new());
    }
    let back_in = advancing
        .iter()
        .filter(|id| is_eliminated(tournament, **id))
        .map(|id| status(*id, RegistrationStatus::Complete));
    let mut events: Vec<TournamentEvent> = back_in.collect();
    events.extend(upcoming.iter().flat_map(|round| discarded(round.id, round.pairings_status)));
    events.push(TournamentEvent::CutMade { after_round_number: number, advancing });
    Ok(events)
}

/// Returns the last completed round of play.
fn last_played(tournament: &Tournament) -> Option<&Round> {
    let mut rounds = tournament.rounds().map(|(_, round)| round);
    rounds.rfind(|round| round.number > 0 && round.status == ProgressStatus::Complete)
}

/// Returns the rounds that have not started. They are allowed only after a cut that is made again; none may be in
/// progress.
fn rounds_to_come(tournament: &Tournament, is_made_again: bool) -> Result<Vec<&Round>, Refusal> {
    let mut upcoming = Vec::new();
    for (_, round) in tournament.rounds().filter(|(_, round)| round.status != ProgressStatus::Complete) {
        if round.status == ProgressStatus::InProgress || !is_made_again {
            return Err(open_round(round));
        }
        upcoming.push(round);
    }
    Ok(upcoming)
}

/// Returns the entrants that advance, best first.
fn chosen(tournament: &Tournament, after: Option<&Round>, number: i32, command: &MakeCut) -> Vec<EntrantId> {
    let size = command.size.and_then(|size| usize::try_from(size).ok()).unwrap_or_default();
    let in_play = |entrant: &EntrantId| !entries(tournament, &[*entrant], number).is_empty();
    let standings = after.and_then(|round| Some((round.id, standings_after(tournament, round.id)?)));
    match (standings, command.match_points) {
        (Some((after, standings)), None) => {
            let lines = standings.into_iter().filter(|line| in_play(&entrant(line))).collect();
            let mut advancing = cut_order(tournament, after, lines);
            advancing.truncate(size);
            cross_pools(tournament, after, &advancing).iter().map(entrant).collect()
        }
        (Some((_, standings)), Some(points)) => {
            let enough = standings.iter().filter(|line| line.score.points >= points);
            enough.map(entrant).filter(in_play).collect()
        }
        // Before play, the order is random.
        (None, None) => by_lot(tournament).into_iter().filter(in_play).take(size).collect(),
        (None, Some(_)) => Vec::new(),
    }
}

/// Returns the active registrations of these entrants; members of teams by seat.
fn entries(tournament: &Tournament, entrants: &[EntrantId], number: i32) -> Vec<RegistrationId> {
    let entries = entrants.iter().flat_map(|entrant| entries_of(tournament, *entrant));
    entries.filter(|id| tournament.registration(*id).is_some_and(|entry| is_in(tournament, entry, number))).collect()
}

fn entrant(line: &Standing) -> EntrantId {
    line.competitor
}

/// Returns whether a registration is active, or was eliminated only by the cut that is made again.
fn is_in(tournament: &Tournament, entry: &Registration, number: i32) -> bool {
    let missed = |cut: &&Cut| cut.after_round_number < number && !cut.advancing.contains(&entry.id);
    let was_cut_now = tournament.cuts.iter().any(|cut| cut.after_round_number == number)
        && entry.status == RegistrationStatus::Eliminated
        && !tournament.cuts.iter().any(|cut| missed(&cut));
    plays(entry) || was_cut_now
}

/// Returns all entrants in random order.
fn by_lot(tournament: &Tournament) -> Vec<EntrantId> {
    let everybody: Vec<EntrantId> = if tournament.is_team_event() {
        tournament.teams.iter().map(|team| team.id.into()).collect()
    } else {
        tournament.registrations.iter().map(|entry| entry.id.into()).collect()
    };
    let attendee = |id: EntrantId| Attendee { id, name: String::new(), fixed_seat: None };
    let attendees: Vec<Attendee> = everybody.into_iter().map(attendee).collect();
    let tables = seat_meeting(&attendees, MeetingOrder::Random, round_seed(tournament.seed, 0, u32::MAX));
    tables.into_iter().flat_map(|table| table.entrants).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::testing::*;
    use RoundKind::Playoff;

    fn order(played: &Played) -> Vec<i64> {
        let standings = standings_after(&played.state(), played.last_round().id).unwrap();
        standings.iter().map(|line| line.competitor.0).collect()
    }

    fn on(played: &Played) -> Vec<i64> {
        played.state().cuts.last().unwrap().advancing.iter().map(|id| id.0).collect()
    }

    #[test]
    fn the_best_by_the_standings_go_on_and_the_others_are_eliminated() {
        let mut played = Played::new(8).after_a_round();
        let order = order(&played);
        played.cut(4);
        assert_eq!(on(&played), order[..4]);
        for (place, player) in order.iter().enumerate() {
            assert_eq!(played.status(*player), if place < 4 { S::Complete } else { S::Eliminated });
        }
        assert_eq!(played.try_cut(&best(4)).unwrap(), []);
    }

    #[test]
    fn who_left_makes_room_for_the_next() {
        let mut played = Played::new(8).after_a_round();
        let order = order(&played);
        played.drop(order[1]);
        played.cut(4);
        assert_eq!(on(&played), [order[0], order[2], order[3], order[4]]);
        assert_eq!(played.status(order[1]), RegistrationStatus::Dropped);
    }

    #[test]
    fn a_cut_can_be_to_points() {
        let to_points = |points| MakeCut { size: None, match_points: Some(points) };
        let mut played = Played::new(8).after_a_round();
        played.happen(played.try_cut(&to_points(3)).unwrap());
        assert_eq!(on(&played).len(), 4);
        let before_play = Played::new(4).try_cut(&to_points(0));
        assert_eq!(coded(before_play), "round-too-few-advance 0");
    }

    #[test]
    fn a_short_field_goes_on_whole_and_one_player_alone_does_not() {
        assert_eq!(on(&Played::new(6).cut_to(8)).len(), 6);
        let mut two = Played::new(2).after_a_round();
        two.drop(1);
        assert_eq!(coded(two.try_cut(&best(8))), "round-too-few-advance 1");
    }

    #[test]
    fn without_swiss_rounds_the_lot_seeds_a_playoff() {
        let mut played = Played::new(8);
        played.cut(8);
        assert_ne!(on(&played), (1..=8).collect::<Vec<_>>());
        assert_eq!(played.state().cuts[0].after_round_number, 0);
        for _ in 0..3 {
            played.play(Playoff);
        }
        assert!(played.last_round().final_round_in_event);
    }

    #[test]
    fn a_cut_is_made_again_until_its_next_round_starts() {
        let mut played = Played::new(8).after_a_round();
        let order = order(&played);
        played.cut(4);
        let semifinals = played.add(Playoff);
        played.drop(order[0]);
        let events = played.try_cut(&best(4)).unwrap();
        let discarded = TournamentEvent::PairingsDiscarded { round_id: semifinals };
        assert_eq!(events[..2], [status_changed(order[4], S::Complete), discarded]);
        played.happen(events);
        assert_eq!(on(&played), order[1..5]);
        assert_eq!((played.state().cuts.len(), played.status(order[4])), (1, S::Complete));
        played.happen(played.try_pair(semifinals).unwrap());
        assert_eq!(played.tables(), [vec![order[1], order[4]], vec![order[2], order[3]]]);
        played.start(semifinals);
        assert_eq!(coded(played.try_cut(&best(2))), "round-open 2 IN_PROGRESS");
    }

    #[test]
    fn who_missed_an_earlier_cut_is_not_let_in_by_a_later_one() {
        let played = Played::new(8).cut_to(4);
        let first: BTreeSet<_> = on(&played).into_iter().collect();
        let mut played = played.cut_to(3);
        played.cut(4);
        assert_eq!(on(&played).into_iter().collect::<BTreeSet<_>>(), first);
    }

    #[test]
    fn nothing_is_cut_while_a_round_is_open_or_once_the_playoff_goes_on() {
        let (played, _) = Played::new(4).paired();
        assert_eq!(coded(played.try_cut(&best(2))), "round-open 1 UPCOMING");
        let mut over = Played::new(8).cut_to(4);
        over.play(Playoff);
        assert_eq!(coded(over.try_cut(&best(2))), "round-cut-in-playoff");
        over.then(reached(L::EventFinished));
        assert_eq!(over.try_cut(&best(2)).unwrap_err().code(), "event-not-running");
    }
}
