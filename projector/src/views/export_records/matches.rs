//! The rounds and matches of a record.

use domain::tournament::{Match, Phase, Round, Tournament};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{PhaseType, ProgressStatus, RoundType};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::parts::outcome::{Ending, Outcome};
use super::super::view::TournamentContext;
use super::sight::{Sight, of_id};

/// A round in the export of changes.
#[derive(Serialize, ToSchema)]
pub(in crate::views) struct RoundRecord {
    /// Id of the round.
    id: i64,
    /// Its number, counted through all phases; 0 and below for player meetings.
    number: i32,
    /// Number of its phase, from 1.
    phase: i32,
    /// Type of the phase.
    #[serde(rename = "type")]
    phase_type: PhaseType,
    /// Kind of the round: play, a draft, a player meeting.
    kind: RoundType,
    /// Its status.
    status: ProgressStatus,
}

/// A match in the export of changes. In a team event, each seat of a team match is one.
#[derive(Serialize, ToSchema)]
pub(in crate::views) struct MatchRecord {
    /// Id of the match.
    id: i64,
    /// Id of its round.
    round_id: i64,
    /// Number of its round.
    round_number: i32,
    /// Number of its phase.
    phase: i32,
    /// Number of its table.
    table: i32,
    /// Ids of its players, as in the standings: two, one of a bye, or those of a pod by seat.
    players: Vec<i64>,
    /// Games that each of the players won.
    games_won: Vec<i32>,
    /// Place of each player of a pod, 1 for the first; empty without places.
    places: Vec<i32>,
    /// Games drawn.
    games_drawn: i32,
    /// Id of the player who won; null without a winner.
    winner: Option<i64>,
    /// Whether it was drawn, or had no result when its round ended.
    is_draw: bool,
    /// Whether it is a bye: a win without an opponent.
    is_bye: bool,
    /// Whether it is a loss for each of its players: of one without an opponent, or of both.
    is_assigned_loss: bool,
    /// Whether it is played only for practice and gives no points.
    is_practice: bool,
    /// Id of the match of teams that it is a seat of; null in other events.
    team_match_id: Option<i64>,
    /// Its status.
    status: ProgressStatus,
}

pub(super) fn rounds(tournament: &Tournament) -> Vec<RoundRecord> {
    let round = |(phase, round): (&Phase, &Round)| RoundRecord {
        id: round.id.0,
        number: round.number,
        phase: phase.order_in_phases,
        phase_type: phase.round_type,
        kind: round.round_type,
        status: round.status,
    };
    tournament.rounds().map(round).collect()
}

/// Returns the matches in the order of rounds and tables. Seatings of drafts and meetings are not among them.
pub(super) fn matches(context: &TournamentContext<'_>, sight: Sight) -> Vec<MatchRecord> {
    let is_seen = |round: &Round| sight == Sight::Whole || round.is_published;
    let mut matches = Vec::new();
    for (phase, round) in context.tournament.rounds().filter(|(_, round)| is_seen(round)) {
        let single = round.matches.iter().map(|table| (table, None));
        let seats = round.team_matches.iter().flat_map(|of| of.seats.iter().map(move |seat| (seat, Some(of.id.0))));
        let played = single.chain(seats).filter(|(table, _)| table.pairing.kind != PairingKind::Seating);
        matches.extend(played.map(|(table, team_match)| record(context, phase, round, (table, team_match))));
    }
    matches
}

fn record(
    context: &TournamentContext<'_>,
    phase: &Phase,
    round: &Round,
    (table, team_match_id): (&Match, Option<i64>),
) -> MatchRecord {
    let (pairing, outcome) = (&table.pairing, Outcome::of(table, round.status));
    let winner = outcome.winner().and_then(|place| pairing.players.get(place));
    MatchRecord {
        id: pairing.match_id.0,
        round_id: round.id.0,
        round_number: round.number,
        phase: phase.order_in_phases,
        table: pairing.table_number,
        players: pairing.players.iter().filter_map(|player| of_id(context, *player)).collect(),
        games_won: (0..pairing.players.len()).map(|place| outcome.games_won(place)).collect(),
        places: (0..pairing.players.len()).filter_map(|seat| outcome.place_in_pod(seat)).map(i32::from).collect(),
        games_drawn: outcome.games.drawn,
        winner: winner.and_then(|player| of_id(context, *player)),
        is_draw: matches!(outcome.ending, Ending::Drawn { .. }),
        is_bye: pairing.kind == PairingKind::Bye,
        is_assigned_loss: table.is_loss(),
        is_practice: pairing.is_ghost,
        team_match_id,
        status: table.status(round.status),
    }
}
