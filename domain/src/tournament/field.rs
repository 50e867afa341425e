//! The field of a tournament: its competitors by index, which are its players or, in a team event, its teams. Rules that
//! hold for both ask here, so that they need no form for each.

use proto_events::ids::{RegistrationId, TeamId};

use super::Tournament;

/// A player or team with a line in standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competitor {
    /// A player.
    Player(RegistrationId),
    /// A team, in a team event.
    Team(TeamId),
}

impl Competitor {
    /// Returns the id of the registration or team.
    pub fn id(self) -> i64 {
        match self {
            Self::Player(player) => player.0,
            Self::Team(team) => team.0,
        }
    }

    /// Returns the player's registration, or `None` for a team.
    pub fn player(self) -> Option<RegistrationId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Team(_) => None,
        }
    }
}

impl Tournament {
    /// Returns the competitors in the order of their indexes, listed or not.
    pub(super) fn field(&self) -> impl ExactSizeIterator<Item = Competitor> {
        let size = if self.is_team_event() { self.teams.len() } else { self.registrations.len() };
        (0..size).map(|place| self.competitor_at(place))
    }

    /// Returns the competitor at an index of the field.
    pub(super) fn competitor_at(&self, place: usize) -> Competitor {
        if self.is_team_event() {
            Competitor::Team(self.teams[place].id)
        } else {
            Competitor::Player(self.registrations[place].id)
        }
    }

    /// Returns the index of a competitor in the field.
    pub(super) fn place_of(&self, competitor: Competitor) -> Option<usize> {
        match competitor {
            Competitor::Player(entry) if !self.is_team_event() => self.registration_position(entry),
            Competitor::Team(team) if self.is_team_event() => self.team_position(team),
            Competitor::Player(_) | Competitor::Team(_) => None,
        }
    }

    /// Returns the competitor that a registration is, or is a member of.
    pub(super) fn competitor_of(&self, entry: RegistrationId) -> Option<Competitor> {
        if self.is_team_event() {
            self.registration(entry)?.team_id.map(Competitor::Team)
        } else {
            Some(Competitor::Player(entry))
        }
    }

    /// Returns the registrations of a competitor: the player's own, or those of the team's members by seat. A team that
    /// lacks members has none, so that it is neither paired nor listed.
    pub(super) fn entries_of(&self, competitor: Competitor) -> impl Iterator<Item = RegistrationId> {
        let team = match competitor {
            Competitor::Player(_) => None,
            Competitor::Team(team) => self.team(team).filter(|team| self.is_complete(team)),
        };
        let members = team.into_iter().flat_map(|team| team.members.iter().map(|it| it.registration_id));
        competitor.player().into_iter().chain(members)
    }
}
