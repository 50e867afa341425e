//! Records of all registrations over the Swiss rounds so far.

use std::collections::HashMap;

use proto_events::ids::RegistrationId;

use super::Tournament;
use super::standings::tally;

/// Swiss matches won, lost and drawn, and their match points. The members of a team share the team's record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Record {
    /// Matches won, byes included.
    pub won: i32,
    /// Matches lost, assigned losses included.
    pub lost: i32,
    /// Matches drawn.
    pub drawn: i32,
    /// Match points.
    pub points: i32,
}

/// Returns the record of every registration that has a result. The others have the default record.
pub fn records(tournament: &Tournament) -> HashMap<RegistrationId, Record> {
    records_before(tournament, i32::MAX)
}

/// Returns the records from the Swiss rounds before the round with this number.
pub fn records_before(tournament: &Tournament, round_number: i32) -> HashMap<RegistrationId, Record> {
    let scores = tally(tournament, round_number.saturating_sub(1)).scores;
    let with_result = scores.iter().enumerate().filter(|(_, score)| score.rounds > 0).map(|(place, score)| {
        let record = Record { won: score.wins, lost: score.losses, drawn: score.draws, points: score.points };
        (place, record)
    });
    if tournament.is_team_event() {
        let of_members = with_result.flat_map(|(place, record)| {
            tournament.teams[place].members.iter().map(move |member| (member.registration_id, record))
        });
        of_members.collect()
    } else {
        with_result.map(|(place, record)| (tournament.registrations[place].id, record)).collect()
    }
}
