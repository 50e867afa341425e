//! A player's status in an event, as events and rounds show it.

use domain::documents::{Redactor, Versions, to_raw_json};
use domain::tournament::Registration;
use domain::tournament::records::{Record, places, records};
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::RegistrationStatus;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::people::NamedUser;
use super::public;
use crate::views::view::TournamentContext;

pub(in crate::views) use super::shared::{Achievements, Statuses};

impl Achievements {
    /// Returns them.
    pub(in crate::views) fn of<'s>(context: &'s TournamentContext<'_>) -> &'s Self {
        let tournament = context.tournament;
        let computed = || Self { records: records(tournament), places: places(tournament) };
        context.shared.achievements.get_or_init(computed)
    }

    /// Returns the record of a registration; all zero before its first round.
    pub(in crate::views) fn record(&self, id: RegistrationId) -> Record {
        self.records.get(&id).copied().unwrap_or_default()
    }

    pub(in crate::views) fn place(&self, id: RegistrationId) -> Option<i32> {
        self.places.get(&id).copied()
    }
}

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

impl Statuses {
    /// Returns them.
    pub(in crate::views) fn of<'s>(context: &'s TournamentContext<'_>) -> &'s Self {
        let written = || context.tournament.registrations.iter().map(|entry| write(context, entry)).collect();
        context.shared.statuses.get_or_init(|| Self { written: written() })
    }

    /// Returns the status of a registration as the readers see it.
    pub(in crate::views) fn get(
        &self,
        context: &TournamentContext<'_>,
        redactor: &Redactor,
        id: RegistrationId,
    ) -> &RawValue {
        let place = context.tournament.registration_position(id);
        place.and_then(|place| self.written.get(place)).map_or(RawValue::NULL, |written| &**redactor.pick(written))
    }
}

fn write(context: &TournamentContext<'_>, entry: &Registration) -> Versions<Box<RawValue>> {
    let achievements = Achievements::of(context);
    let record = achievements.record(entry.id);
    let list = entry.decklist_id.map(|id| id.0);
    let status = |redactor: &Redactor| PlayerStatus {
        id: entry.id.0,
        user: NamedUser::of(context, redactor, entry),
        decklist: if public::shows_decklists(context) { list } else { redactor.for_staff(list) },
        registration_status: entry.status,
        final_place_in_standings: achievements.place(entry.id),
        matches_won: record.wins,
        matches_lost: record.losses,
        matches_drawn: record.draws,
        total_match_points: record.points,
    };
    Versions::render(|redactor| to_raw_json(&status(redactor)).unwrap_or_else(|_| RawValue::NULL.to_owned()))
}
