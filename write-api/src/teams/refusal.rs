//! Why a command on a team is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::machines::REGISTRATION;
use proto_events::ids::{RegistrationId, TeamId};
use proto_events::vocabulary::RegistrationStatus;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, fields};
use crate::registrations::entries::Over;

/// Why a command on a team is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum Refusal {
    /// The event has no such team.
    UnknownTeam(TeamId),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event is not a team event.
    NoTeams,
    /// The event is over.
    Over(#[from] Over),
    /// A member's registration is not complete.
    NotComplete {
        /// The registration.
        registration_id: RegistrationId,
        /// Its status.
        status: RegistrationStatus,
    },
    /// A member is already in a team.
    InTeam {
        /// The registration.
        registration_id: RegistrationId,
        /// Its team.
        team_id: TeamId,
    },
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::UnknownTeam(value) => message!("unknown-team", "The event has no team {value}.", value),
            Self::Invalid(refusal) => refusal.message(),
            Self::NoTeams => message!("team-no-teams", "This is not a team event: its team_size is 1."),
            Self::Over(value) => {
                message!("team-over", "The event is {value}: its teams can no longer change.", value = value.0)
            }
            Self::NotComplete { registration_id, status } => message!(
                "team-not-complete",
                "Registration {registration_id} is {status}; members of a team must be COMPLETE.",
                registration_id,
                status
            ),
            Self::InTeam { registration_id, team_id } => message!(
                "registration-in-team",
                "Registration {registration_id} is in team {team_id}.",
                registration_id,
                team_id
            ),
        }
    }
}

impl IntoProblem for Refusal {
    /// Adds the possible steps as `legal`.
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownTeam(id) => nothing("team", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::Over(over) => over.problem(self.message()),
            Self::NotComplete { status, .. } => {
                let legal: Vec<_> = REGISTRATION.after(status).iter().map(|status| status.wire_name()).collect();
                Problem::conflict(self.message()).with_member("legal", legal)
            }
            Self::NoTeams | Self::InTeam { .. } => Problem::conflict(self.message()),
        }
    }
}
