//! Why a command on a registration is refused, and the problem that the client gets.

use domain::machines::{IllegalStep, REGISTRATION};
use domain::tournament::table_range::TableRange;
use proto_events::ids::{RegistrationId, TournamentId, UserId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use super::entries::{CanceledEvent, Over, UnknownRegistration};
use crate::FieldErrors;
use crate::http::problems::{IntoProblem, at_field, fields, illegal_step};

/// Why a command on a registration is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum Refusal {
    /// The event has no such registration, or it is another person's.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The event has no registration with the id in the body.
    NoRegistration(UnknownRegistration),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// The event is over.
    Over(#[from] Over),
    /// Only staff may register others or choose a status.
    StaffAlone,
    /// There is no such person.
    UnknownPerson(UserId),
    /// A registration cannot begin with this status.
    NoBeginning(RegistrationStatus),
    /// Registration is closed, at least for this caller.
    Closed(LifecycleStatus),
    /// The event does not take place.
    Canceled,
    /// The person is registered with another status.
    Registered {
        /// The registration.
        registration_id: RegistrationId,
        /// Its status.
        status: RegistrationStatus,
    },
    /// This status is set only by moving the player.
    IsMoved,
    /// The table is fixed for another player.
    Taken(RegistrationId),
    /// The event has no such table.
    NoTable(TableRange),
    /// A round has begun, so its byes stay.
    RoundBegun(i32),
    /// The event is over, so check-in is closed.
    CheckInClosed(Over),
    /// The registration has no place in the event.
    NoPlace(RegistrationStatus),
    /// The event has no such child.
    NoChild(TournamentId),
    /// The child event is over.
    ChildOver(Over),
    /// The player was moved to another child.
    MovedElsewhere(TournamentId),
    /// Rounds of a team event have matches of teams.
    TeamsMissRounds,
    /// The player is not active.
    NotInPlay(RegistrationStatus),
    /// The field was cut.
    AfterCut(i32),
    /// The round has not begun, or there is none.
    RoundNotBegun(i32),
    /// The player has a match in the round.
    HasMatch {
        /// The round.
        round: i32,
        /// The table.
        table: i32,
    },
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::UnknownRegistration(refusal) => refusal.message(),
            Self::NoRegistration(unknown) => unknown.message(),
            Self::Invalid(refusal) => refusal.message(),
            Self::Illegal(step) => illegal_step(step),
            Self::Over(Over(lifecycle)) => over(*lifecycle),
            Self::StaffAlone => message!(
                "registration-staff-alone",
                "Only the event's staff can register others or choose the status of a registration."
            ),
            Self::UnknownPerson(..) => message!("registration-unknown-person", "This person does not exist."),
            Self::NoBeginning(status) => no_beginning(*status),
            Self::Closed(value) => {
                message!("registration-closed", "The event is {value}: you cannot register for it now.", value)
            }
            Self::Canceled => message!("registration-canceled", "The event is canceled: no one can register for it."),
            Self::Registered { registration_id, status } => registered(*registration_id, *status),
            Self::IsMoved => message!(
                "registration-is-moved",
                "A registration becomes MOVED_TO_CHILD_EVENT only by a move: name the event at its address `move/`."
            ),
            Self::Taken(value) => {
                message!("registration-taken", "The registration {value} keeps this table already.", value)
            }
            Self::NoTable(tables) => no_table(*tables),
            Self::RoundBegun(value) => {
                message!("registration-round-begun", "Round {value} has begun: its byes can no longer change.", value)
            }
            Self::CheckInClosed(value) => {
                message!("registration-check-in-closed", "The event is {value}: check-in is closed.", value = value.0)
            }
            Self::NoPlace(value) => {
                message!("registration-no-place", "The registration is {value}, and has no place in the event.", value)
            }
            Self::NoChild(..) => message!(
                "registration-no-child",
                "Your organization has no event with this id whose parent is this event."
            ),
            Self::ChildOver(value) => message!(
                "registration-child-over",
                "The child event is {value}: no more players can be moved to it.",
                value = value.0
            ),
            Self::MovedElsewhere(..) => {
                message!("registration-moved-elsewhere", "This player was already moved to another event.")
            }
            Self::TeamsMissRounds => message!(
                "registration-teams-miss-rounds",
                "This is a team event: a team that is formed late plays from the next round on."
            ),
            Self::NotInPlay(status) => not_in_play(*status),
            Self::AfterCut(value) => message!(
                "registration-after-cut",
                "The field was cut after round {value}: earlier rounds can no longer change.",
                value
            ),
            Self::RoundNotBegun(number) => round_not_begun(*number),
            Self::HasMatch { round, table } => message!(
                "registration-has-match",
                "The player has a match in round {round} already, at table {table}.",
                round,
                table
            ),
        }
    }
}

fn over(value: LifecycleStatus) -> Message {
    message!("registration-over", "The event is {value}: its registrations can no longer change.", value)
}

fn no_beginning(value: RegistrationStatus) -> Message {
    message!(
        "registration-no-beginning",
        "A registration begins as IN_PROGRESS, IN_WAITING_ROOM, ON_WAITLIST or COMPLETE, not as {value}.",
        value
    )
}

fn registered(registration_id: RegistrationId, status: RegistrationStatus) -> Message {
    message!(
        "registration-registered",
        "This person is registered already: the registration {registration_id} is {status}. The event's staff can \
         change it.",
        registration_id,
        status
    )
}

fn no_table(TableRange { first, last, .. }: TableRange) -> Message {
    match last {
        Some(last) => {
            message!("registration-no-table", "Must be one of the event's tables, {first} to {last}.", first, last)
        }
        None => message!("registration-table-too-low", "Must be one of the event's tables, {first} and above.", first),
    }
}

fn not_in_play(value: RegistrationStatus) -> Message {
    message!(
        "registration-not-in-play",
        "The registration is {value}: only a player who is COMPLETE gets byes or losses for missed rounds.",
        value
    )
}

fn round_not_begun(value: i32) -> Message {
    message!(
        "registration-round-not-begun",
        "Round {value} has not begun. For rounds to come, award byes with has_byes_for_round_numbers.",
        value
    )
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
            Self::NoRegistration(_) => at_field("registration_id", self.message()),
            Self::Invalid(errors) => fields(&errors),
            Self::Illegal(step) => step.into_problem(),
            Self::StaffAlone => Problem::forbidden(self.message()),
            Self::UnknownPerson(_) => at_field("user_id", self.message()),
            Self::NoBeginning(_) => at_field("status", self.message()),
            Self::NoChild(_) => at_field("event_id", self.message()),
            Self::Closed(lifecycle) => Over(lifecycle).problem(self.message()),
            Self::Over(over) | Self::CheckInClosed(over) | Self::ChildOver(over) => over.problem(self.message()),
            Self::NoPlace(status) => {
                let legal: Vec<_> = REGISTRATION.after(status).iter().map(|status| status.wire_name()).collect();
                Problem::conflict(self.message()).with_member("legal", legal)
            }
            Self::NoTable(_) => at_field("fixed_seat", self.message()),
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
            | Self::MovedElsewhere(_) => Problem::conflict(self.message()),
        }
    }
}
