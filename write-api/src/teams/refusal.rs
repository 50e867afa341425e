//! Why a command on a team is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::machines::REGISTRATION;
use proto_events::ids::{RegistrationId, TeamId};
use proto_events::vocabulary::RegistrationStatus;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, conflict, fields};
use crate::registrations::entries::Over;

/// Why a command on a team is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The event has no such team.
    #[error("the event has no team {0}")]
    UnknownTeam(TeamId),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event is not a team event.
    #[error("this is not a team event: its team_size is 1")]
    NoTeams,
    /// The event is over.
    #[error("The event is {}: its teams can no longer change.", .0.0)]
    Over(#[from] Over),
    /// A member's registration is not complete.
    #[error("registration {registration_id} is {status}; members of a team must be COMPLETE")]
    NotComplete {
        /// The registration.
        registration_id: RegistrationId,
        /// Its status.
        status: RegistrationStatus,
    },
    /// A member is already in a team.
    #[error("registration {registration_id} is in team {team_id}")]
    InTeam {
        /// The registration.
        registration_id: RegistrationId,
        /// Its team.
        team_id: TeamId,
    },
}

impl IntoProblem for Refusal {
    /// Adds the possible steps as `legal`.
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownTeam(id) => nothing("team", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::Over(over) => over.problem(self.to_string()),
            Self::NotComplete { status, .. } => {
                let legal: Vec<_> = REGISTRATION.after(status).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
            Self::NoTeams | Self::InTeam { .. } => conflict(&self),
        }
    }
}
