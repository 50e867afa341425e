//! A player's status in an event, as events and rounds show it.

use domain::documents::Redactor;
use domain::tournament::Registration;
use proto_events::vocabulary::RegistrationStatus;
use serde::Serialize;
use utoipa::ToSchema;

use super::people::NamedUser;
use super::public;
use crate::views::view::TournamentContext;

/// A player's status in an event.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::views) struct PlayerStatus<'a> {
    /// Id of the registration.
    id: i64,
    /// The player.
    user: NamedUser<'a>,
    /// Id of the decklist handed in; null if none was. Until the lists are published, null for readers who may not read
    /// registrations.
    decklist: Option<i64>,
    /// Status of the registration.
    registration_status: RegistrationStatus,
    /// Place in the event, from 1: as it stands during a playoff, final once the event is finished; null before.
    final_place_in_standings: Option<i32>,
    /// Swiss matches won, including byes.
    matches_won: i32,
    /// Swiss matches lost.
    matches_lost: i32,
    /// Swiss matches drawn.
    matches_drawn: i32,
    /// Match points of the Swiss rounds.
    total_match_points: i32,
}

impl<'a> PlayerStatus<'a> {
    /// Returns the status of a registration.
    pub(in crate::views) fn of(context: &TournamentContext<'a>, redactor: &Redactor, entry: &Registration) -> Self {
        let record = context.record(entry.id);
        let list = entry.decklist_id.map(|id| id.0);
        Self {
            id: entry.id.0,
            user: NamedUser::of(context, redactor, entry),
            decklist: if public::shows_decklists(context) { list } else { redactor.for_staff(list) },
            registration_status: entry.status,
            final_place_in_standings: context.place(entry.id),
            matches_won: record.wins,
            matches_lost: record.losses,
            matches_drawn: record.draws,
            total_match_points: record.points,
        }
    }
}
