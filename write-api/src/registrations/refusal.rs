//! Why a command on a registration is refused, and the problem that the client gets.

use domain::machines::{IllegalStep, REGISTRATION};
use domain::tournament::table_range::TableRange;
use proto_events::ids::{RegistrationId, TournamentId, UserId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use service_kit::problem::Problem;

use super::entries::{CanceledEvent, Over, UnknownRegistration};
use crate::FieldErrors;
use crate::http::problems::{IntoProblem, at_field, conflict, fields};

/// Why a command on a registration is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The event has no such registration, or it is another person's.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The event has no registration with the id in the body.
    #[error("The event has no registration {}.", .0.0)]
    NoRegistration(UnknownRegistration),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// The event is over.
    #[error("The event is {}: its registrations can no longer change.", .0.0)]
    Over(#[from] Over),
    /// Only staff may register others or choose a status.
    #[error("Only the event's staff can register others or choose the status of a registration.")]
    StaffAlone,
    /// There is no such person.
    #[error("This person does not exist.")]
    UnknownPerson(UserId),
    /// A registration cannot begin with this status.
    #[error("A registration begins as IN_PROGRESS, IN_WAITING_ROOM, ON_WAITLIST or COMPLETE, not as {0}.")]
    NoBeginning(RegistrationStatus),
    /// Registration is closed, at least for this caller.
    #[error("The event is {0}: you cannot register for it now.")]
    Closed(LifecycleStatus),
    /// The event does not take place.
    #[error("The event is canceled: no one can register for it.")]
    Canceled,
    /// The person is registered with another status.
    #[error(
        "This person is registered already: the registration {registration_id} is {status}. The event's staff can \
         change it."
    )]
    Registered {
        /// The registration.
        registration_id: RegistrationId,
        /// Its status.
        status: RegistrationStatus,
    },
    /// This status is set only by moving the player.
    #[error("A registration becomes MOVED_TO_CHILD_EVENT only by a move: name the event at its address `move/`.")]
    IsMoved,
    /// The table is fixed for another player.
    #[error("The registration {0} keeps this table already.")]
    Taken(RegistrationId),
    /// The event has no such table.
    #[error("Must be one of the event's tables, {0}.")]
    NoTable(TableRange),
    /// A round has begun, so its byes stay.
    #[error("Round {0} has begun: its byes can no longer change.")]
    RoundBegun(i32),
    /// The event is over, so check-in is closed.
    #[error("The event is {}: check-in is closed.", .0.0)]
    CheckInClosed(Over),
    /// The registration has no place in the event.
    #[error("the registration is {0}, and has no place in the event")]
    NoPlace(RegistrationStatus),
    /// The event has no such child.
    #[error("Your organization has no event with this id whose parent is this event.")]
    NoChild(TournamentId),
    /// The child event is over.
    #[error("The child event is {}: no more players can be moved to it.", .0.0)]
    ChildOver(Over),
    /// The player was moved to another child.
    #[error("This player was already moved to another event.")]
    MovedElsewhere(TournamentId),
    /// Rounds of a team event have matches of teams.
    #[error("This is a team event: a team that is formed late plays from the next round on.")]
    TeamsMissRounds,
    /// The player is not active.
    #[error("The registration is {0}: only a player who is COMPLETE gets byes or losses for missed rounds.")]
    NotInPlay(RegistrationStatus),
    /// The field was cut.
    #[error("The field was cut after round {0}: earlier rounds can no longer change.")]
    AfterCut(i32),
    /// The round has not begun, or there is none.
    #[error("Round {0} has not begun. For rounds to come, award byes with has_byes_for_round_numbers.")]
    RoundNotBegun(i32),
    /// The player has a match in the round.
    #[error("The player has a match in round {round} already, at table {table}.")]
    HasMatch {
        /// The round.
        round: i32,
        /// The table.
        table: i32,
    },
}

impl From<CanceledEvent> for Refusal {
    fn from(CanceledEvent: CanceledEvent) -> Self {
        Self::Canceled
    }
}

impl IntoProblem for Refusal {
    /// Adds the possible steps as `legal`.
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::NoRegistration(_) => at_field("registration_id", &self),
            Self::Invalid(errors) => fields(&errors),
            Self::Illegal(step) => step.into_problem(),
            Self::StaffAlone => Problem::forbidden(self.to_string()),
            Self::UnknownPerson(_) => at_field("user_id", &self),
            Self::NoBeginning(_) => at_field("status", &self),
            Self::NoChild(_) => at_field("event_id", &self),
            Self::Closed(lifecycle) => Over(lifecycle).problem(self.to_string()),
            Self::Over(over) | Self::CheckInClosed(over) | Self::ChildOver(over) => over.problem(self.to_string()),
            Self::NoPlace(status) => {
                let legal: Vec<_> = REGISTRATION.after(status).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
            Self::NoTable(_) => at_field("fixed_seat", &self),
            Self::Canceled
            | Self::Registered { .. }
            | Self::IsMoved
            | Self::Taken(_)
            | Self::RoundBegun(_)
            | Self::TeamsMissRounds
            | Self::NotInPlay(_)
            | Self::AfterCut(_)
            | Self::RoundNotBegun(_)
            | Self::HasMatch { .. }
            | Self::MovedElsewhere(_) => Problem::conflict(self.to_string()),
        }
    }
}
