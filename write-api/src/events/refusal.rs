//! Why a command on an event is refused, and the problem that the client gets.

use domain::machines::IllegalStep;
use proto_events::vocabulary::LifecycleStatus;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, fields, illegal_step};
use crate::in_play::NotRunning;

/// Why a command on an event is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// Play has begun, and results depend on the fields.
    ResultsDepend(Vec<&'static str>),
    /// Teams have been formed.
    TeamsFormed,
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// Rounds are not complete.
    RoundsOpen(Vec<i32>),
    /// The event has taken place.
    TookPlace(LifecycleStatus),
    /// The event is canceled, and its status stays.
    Canceled,
    /// A round is being played.
    RoundPlayed(i32),
    /// Players were moved from this event to another one.
    HasChild(usize),
    /// Play has begun, and registration cannot be reopened.
    RegistrationStaysClosed(LifecycleStatus),
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Invalid(refusal) => refusal.message(),
            Self::ResultsDepend(fields) => message!(
                "event-results-depend",
                "Play has begun, and results depend on {fields}: this cannot be changed any more.",
                fields = fields.join(", ")
            ),
            Self::TeamsFormed => {
                message!("event-teams-formed", "Teams were formed: team_size cannot be changed any more.")
            }
            Self::Illegal(step) => illegal_step(step),
            Self::RoundsOpen(rounds) => message!(
                "event-rounds-open",
                "An event is finished when every round is COMPLETE, and these are not: {rounds}. Complete them first.",
                rounds = listed(rounds)
            ),
            Self::TookPlace(status) => message!(
                "event-took-place",
                "The event is {status}: it has taken place and cannot be canceled.",
                status
            ),
            Self::Canceled => NotRunning::Canceled.message(),
            Self::RoundPlayed(number) => message!(
                "event-round-played",
                "Round {number} is being played: complete it, or cancel the event, before you delete it.",
                number
            ),
            Self::HasChild(count) => message!(
                "event-has-child",
                "{count} of its registrations are MOVED_TO_CHILD_EVENT, and that event names this one as its parent: \
                 set them to COMPLETE first, or keep the event.",
                count
            ),
            Self::RegistrationStaysClosed(status) => message!(
                "event-registration-stays-closed",
                "Play has begun: the event cannot become {status} any more.",
                status
            ),
        }
    }
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
            | Self::HasChild(_) => Problem::conflict(self.message()),
        }
    }
}

fn listed(numbers: &[i32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
