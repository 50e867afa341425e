//! Summaries of rounds and matches, for events, rounds and feature lists.

use domain::documents::Redactor;
use domain::tournament::{Match, Round};
use proto_events::ids::MatchId;
use proto_events::vocabulary::ProgressStatus;
use serde::Serialize;
use utoipa::ToSchema;

use super::outcome::Outcome;
use super::player_status::PlayerStatus;
use super::rounds::tables;
use crate::views::view::TournamentContext;

/// A round with a summary of its matches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Round)]
pub(in crate::views) struct RoundSummary<'a> {
    /// Id of the round.
    id: i64,
    /// Its matches, by table; for readers who may not read registrations, none until the pairings are published.
    matches: Vec<MatchSummary<'a>>,
    /// Its number; 0 for a player meeting.
    round_number: i32,
    /// Its status.
    status: ProgressStatus,
}

/// The summary of a match.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Match)]
pub(in crate::views) struct MatchSummary<'a> {
    /// Id of the match.
    id: i64,
    /// Its players in the order of pairing; one for a bye.
    player_match_relationships: Vec<PlayerMatch<'a>>,
    /// Whether it is a feature match.
    is_feature_match: bool,
    /// Number of its table.
    table_number: i32,
    /// Its status.
    status: ProgressStatus,
}

/// A player in a match.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::views) struct PlayerMatch<'a> {
    /// Id of the player in this match; unique and stable.
    id: i64,
    /// The player's status in the event.
    user_event_status: PlayerStatus<'a>,
    /// Games that the player won in it.
    games_won: i32,
    /// Match points that the player gained in it.
    points_gained: i32,
    /// The player's number in the pairing, from 1.
    player_order: i32,
}

impl<'a> RoundSummary<'a> {
    /// Creates the summary of a round.
    pub(in crate::views) fn new(context: &TournamentContext<'a>, redactor: &Redactor, round: &Round) -> Self {
        let tables = tables(round).into_iter();
        let matches = tables.map(|table| MatchSummary::new(context, redactor, round, table)).collect();
        let matches = if round.is_published { matches } else { redactor.list_for_staff(matches) };
        Self { id: round.id.0, matches, round_number: round.number, status: round.status }
    }
}

impl<'a> MatchSummary<'a> {
    /// Creates the summary of a match.
    pub(in crate::views) fn new(
        context: &TournamentContext<'a>,
        redactor: &Redactor,
        round: &Round,
        table: &Match,
    ) -> Self {
        let outcome = Outcome::of(table, round.status);
        let rules = &context.tournament.details.rules;
        let players = table.pairing.players.iter().enumerate().filter_map(|(place, player)| {
            Some(PlayerMatch {
                id: seat_id(table.id(), place),
                user_event_status: PlayerStatus::of(context, redactor, context.tournament.registration(*player)?),
                games_won: outcome.games_won(place),
                points_gained: outcome.points(table, place, rules),
                player_order: player_order(place),
            })
        });
        Self {
            id: table.id().0,
            player_match_relationships: players.collect(),
            is_feature_match: table.is_feature_match,
            table_number: table.pairing.table_number,
            status: table.status(round.status),
        }
    }
}

/// Returns the id of a player in a match. It is derived from match and place, so that it is unique without being
/// reserved. A table seats at most ten players.
pub(in crate::views) fn seat_id(id: MatchId, place: usize) -> i64 {
    id.0.saturating_mul(16).saturating_add(i64::from(player_order(place)))
}

/// Returns the place in player order as shown: from 1.
pub(in crate::views) fn player_order(place: usize) -> i32 {
    i32::try_from(place).map_or(i32::MAX, |place| place.saturating_add(1))
}
