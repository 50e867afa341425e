//! Why a command on an event is refused, and the problem that the client gets.

use domain::machines::IllegalStep;
use proto_events::vocabulary::LifecycleStatus;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, conflict, fields};

/// Why a command on an event is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// Play has begun, and results depend on the fields.
    #[error("play has begun, and results depend on {}: this cannot be changed any more", .0.join(" and "))]
    ResultsDepend(Vec<&'static str>),
    /// Teams have been formed.
    #[error("teams were formed: team_size cannot be changed any more")]
    TeamsFormed,
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// Rounds are not complete.
    #[error("an event is finished when every round is COMPLETE, and these are not: {}. Complete them first", listed(.0))]
    RoundsOpen(Vec<i32>),
    /// The event has taken place.
    #[error("the event is {0}: it has taken place and cannot be canceled")]
    TookPlace(LifecycleStatus),
    /// The event is canceled, and its status stays.
    #[error("the event is canceled: take that back first, with is_canceled false")]
    Canceled,
    /// A round is being played.
    #[error("round {0} is being played: complete it, or cancel the event, before you delete it")]
    RoundPlayed(i32),
    /// Players were moved from this event to another one.
    #[error(
        "{0} of its registrations are MOVED_TO_CHILD_EVENT, and that event names this one as its parent: set them to \
         COMPLETE first, or keep the event"
    )]
    HasChild(usize),
    /// Play has begun, and registration cannot be reopened.
    #[error("play has begun: the event cannot become {0} any more")]
    RegistrationStaysClosed(LifecycleStatus),
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::Illegal(step) => step.into_problem(),
            Self::ResultsDepend(_)
            | Self::TeamsFormed
            | Self::RoundsOpen(_)
            | Self::RegistrationStaysClosed(_)
            | Self::TookPlace(_)
            | Self::Canceled
            | Self::RoundPlayed(_)
            | Self::HasChild(_) => conflict(&self),
        }
    }
}

fn listed(numbers: &[i32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
