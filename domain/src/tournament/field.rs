//! The field of a tournament: its competitors by index, which are its players or, in a team event, its teams. Rules that
//! hold for both ask here, so that they need no form for each.

use proto_events::ids::RegistrationId;

use super::Tournament;
use crate::pairing::EntrantId;

impl Tournament {
    /// Returns the competitors in the order of their indexes, listed or not.
    pub fn field(&self) -> impl ExactSizeIterator<Item = EntrantId> {
        let size = if self.is_team_event() { self.teams.len() } else { self.registrations.len() };
        (0..size).map(|place| self.competitor_at(place))
    }

    /// Returns the competitor at an index of the field.
    pub(super) fn competitor_at(&self, place: usize) -> EntrantId {
        if self.is_team_event() { self.teams[place].id.into() } else { self.registrations[place].id.into() }
    }

    /// Returns the index of a competitor in the field.
    pub(super) fn place_of(&self, competitor: EntrantId) -> Option<usize> {
        match self.player_of(competitor) {
            Some(player) => self.registration_position(player),
            None => self.team_position(competitor.0.into()),
        }
    }

    /// Returns the registration that a competitor is; `None` for a team, in a team event.
    pub fn player_of(&self, competitor: EntrantId) -> Option<RegistrationId> {
        (!self.is_team_event()).then_some(RegistrationId(competitor.0))
    }

    /// Returns the competitor that a registration is, or is a member of.
    pub(super) fn competitor_of(&self, entry: RegistrationId) -> Option<EntrantId> {
        if self.is_team_event() { self.registration(entry)?.team_id.map(EntrantId::from) } else { Some(entry.into()) }
    }

    /// Returns the registrations of a competitor: the player's own, or those of the team's members by seat. A team that
    /// lacks members has none, so that it is neither paired nor listed.
    pub(super) fn entries_of(&self, competitor: EntrantId) -> impl Iterator<Item = RegistrationId> {
        let player = self.player_of(competitor);
        let team = if player.is_none() { self.team(competitor.0.into()) } else { None };
        let team = team.filter(|team| self.is_complete(team));
        let members = team.into_iter().flat_map(|team| team.members.iter().map(|it| it.registration_id));
        player.into_iter().chain(members)
    }
}
