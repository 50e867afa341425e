//! Converts a tournament into the pairing engine's input (the entrants of a round), and the engine's answers into
//! pairings without ids.

use std::collections::HashMap;

use proto_events::ids::RegistrationId;
use proto_events::tournament::{PODS_SEATS_MAX, PairingKind};
use proto_events::vocabulary::{PhaseType, QueueCheckInStatus, RegistrationStatus, RoundType};

use super::standings::{Contest, Outcome, contests, standings_after, swiss_rounds, tally};
use super::table_range::TableRange;
use super::{Phase, Registration, Round, Tournament};
use crate::pairing::pods::Pod;
use crate::pairing::{Entrant, EntrantId, Seats};

/// Returns the entrants of the round with this number: players, or teams in a team event, with their results from the
/// earlier Swiss rounds. Entrants that are not active are included as dropped.
pub fn entrants(tournament: &Tournament, round_number: i32) -> Vec<Entrant> {
    let mut entrants: Vec<Entrant> = tournament.field().map(|id| entrant(tournament, id, round_number)).collect();
    let before = round_number.saturating_sub(1);
    for (entrant, score) in entrants.iter_mut().zip(tally(tournament, before).scores) {
        entrant.match_points = score.points;
    }
    for round in swiss_rounds(tournament, before) {
        contests(tournament, round).for_each(|contest| note(&mut entrants, &contest));
    }
    let ranks = ranks(tournament, before);
    for entrant in &mut entrants {
        entrant.rank = ranks.get(&entrant.id).copied().unwrap_or(i32::MAX);
    }
    entrants
}

/// Returns the number of players at a table: 2, or 3 to 5 in an event of pods.
pub fn table_size(tournament: &Tournament) -> usize {
    let size = if tournament.is_team_event() { 2 } else { tournament.details.pod_size };
    usize::try_from(size).map_or(2, |size| size.clamp(2, PODS_SEATS_MAX))
}

/// Whether a registration is active.
pub fn plays(entry: &Registration) -> bool {
    entry.status == RegistrationStatus::Complete
}

/// Whether a player may be paired as far as check-in is concerned: the event does not require it, or the player has
/// checked in.
pub fn has_checked_in(tournament: &Tournament, entry: &Registration) -> bool {
    !tournament.organizing.check_in_required || entry.check_in == Some(QueueCheckInStatus::CheckedIn)
}

/// Whether an entrant may be paired as far as check-in is concerned. A team may if all of its active members may.
pub fn is_checked_in(tournament: &Tournament, entrant: EntrantId) -> bool {
    let entries = entries_of(tournament, entrant).into_iter().filter_map(|id| tournament.registration(id));
    entries.filter(|entry| plays(entry)).all(|entry| has_checked_in(tournament, entry))
}

/// Returns the registrations of an entrant: the player's own, or those of the team's members by seat.
pub fn entries_of(tournament: &Tournament, entrant: EntrantId) -> Vec<RegistrationId> {
    tournament.entries_of(entrant).collect()
}

/// Whether an entrant is active. A team is active as long as one of its members is.
pub fn plays_on(tournament: &Tournament, entrant: EntrantId) -> bool {
    let mut entries = tournament.entries_of(entrant);
    let is_out = tournament.is_team_event() && tournament.team(entrant.0.into()).is_none_or(|team| team.is_dropped);
    !is_out && entries.any(|entry| tournament.registration(entry).is_some_and(plays))
}

/// A team has the byes and the fixed seat of any of its members. Its table is the one that contains that seat.
fn entrant(tournament: &Tournament, id: EntrantId, round_number: i32) -> Entrant {
    let entries = || tournament.entries_of(id).filter_map(|id| tournament.registration(id));
    let (seat, tables) = (entries().filter_map(|entry| entry.fixed_seat).min(), TableRange::of(tournament));
    let table_of_team = || seat.filter(|seat| tables.contains(*seat)).map(|seat| tables.team_match_at(seat));
    Entrant {
        has_awarded_bye: entries().any(|entry| entry.bye_rounds.contains(&round_number)),
        fixed_seat: if tournament.is_team_event() { table_of_team() } else { seat },
        is_dropped: !plays_on(tournament, id),
        ..Entrant::new(id)
    }
}

fn note(entrants: &mut [Entrant], contest: &Contest) {
    match contest.outcome {
        Outcome::Played(_) => {
            let is_pod = contest.sides().nth(2).is_some();
            for (seat, place) in contest.sides().enumerate() {
                if let Some(times) = entrants[place].seats.get_mut(seat).filter(|_| is_pod) {
                    *times += 1;
                }
                if !is_pod {
                    entrants[place].last_side = if seat == 0 { 1 } else { -1 };
                    entrants[place].times_first_over += entrants[place].last_side;
                }
                let others = contest.sides().filter(|other| *other != place).map(|other| entrants[other].id);
                let others: Vec<EntrantId> = others.collect();
                entrants[place].opponents.extend(others);
            }
        }
        Outcome::Bye => contest.sides().for_each(|place| entrants[place].byes += 1),
        Outcome::AssignedLoss | Outcome::Open => {}
    }
}

/// Returns the ranks after the last round of play up to this number; empty before the first.
fn ranks(tournament: &Tournament, up_to: i32) -> HashMap<EntrantId, i32> {
    let played = tournament.rounds().rfind(|(_, round)| round.number <= up_to && round.number > 0);
    let standings = played.and_then(|(_, round)| standings_after(tournament, round.id)).unwrap_or_default();
    standings.into_iter().map(|line| (line.competitor, line.rank)).collect()
}

/// Returns the pods of a phase's latest draft, if there was one.
pub fn pods(phase: &Phase) -> Vec<Pod> {
    let mut drafts = phase.rounds.iter().filter(|round| round.round_type == RoundType::DraftPod);
    let tables = drafts.next_back().map(|round| round.matches.as_slice()).unwrap_or_default();
    let pods = tables.iter().map(|table| Pod {
        number: table.pairing.pod_number,
        seats: table.pairing.players.iter().map(|player| (*player).into()).collect(),
    });
    pods.collect()
}

/// Returns the last phase, if its rounds are played in draft pods.
pub fn draft_phase(tournament: &Tournament) -> Option<&Phase> {
    tournament.phases.last().filter(|phase| phase.round_type == PhaseType::DraftPod)
}

/// Returns the tables of a round that was paired: its matches of teams, then those of players. The number of a match of
/// teams is that of its first table.
pub fn seats(round: &Round) -> Vec<Seats> {
    let of_teams = round.team_matches.iter().map(|it| Seats {
        kind: if it.is_bye { PairingKind::Bye } else { PairingKind::Versus },
        table_number: it.first_table_number,
        pod_number: it.pod_number,
        entrants: it.teams.iter().map(|team| (*team).into()).collect(),
    });
    let of_players = round.matches.iter().filter(|table| !table.pairing.is_ghost).map(|table| Seats {
        kind: table.pairing.kind,
        table_number: table.pairing.table_number,
        pod_number: table.pairing.pod_number,
        entrants: table.pairing.players.iter().map(|player| (*player).into()).collect(),
    });
    of_teams.chain(of_players).collect()
}

/// Returns the pairings of a playoff round, in bracket order. An entrant alone has a bye.
pub fn of_bracket(tables: &[Vec<EntrantId>]) -> Vec<Seats> {
    let seats = tables.iter().zip(1..);
    seats.map(|(entrants, table_number)| Seats { table_number, ..Seats::of(0, entrants.clone()) }).collect()
}

/// Returns the tables at which pods draft.
pub fn of_drafts(pods: &[Pod]) -> Vec<Seats> {
    pods.iter().map(|pod| Seats::seating(pod.number, pod.number, pod.seats.clone())).collect()
}
