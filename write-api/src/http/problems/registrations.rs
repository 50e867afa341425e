//! Problems for refused commands on registrations.

use api_kit::path::nothing;
use domain::machines::{EVENT, REGISTRATION};
use proto_events::vocabulary::RegistrationStatus;
use service_kit::problem::Problem;

use super::{IntoProblem, fields};
use crate::FieldErrors;
use crate::commands::tournaments::field::{Over, UnknownRegistration};
use crate::commands::tournaments::{
    award_byes, change_check_in, change_payment, change_registration, check_in, disqualify_player, drop_player,
    fix_seat, mark_paper_decklist, move_to_child_event, promote_waitlist, register_player, set_registration_status,
    tag_player, write_notes,
};

/// Returns the problem for a person who tries to register another one.
pub(in crate::http) fn staff_alone() -> Problem {
    Problem::forbidden("Only the event's staff can register others or choose the status of a registration.")
}

impl IntoProblem for UnknownRegistration {
    fn into_problem(self) -> Problem {
        nothing("registration", &self.0.to_string())
    }
}

/// Returns the problem for an event that is over, with its possible steps as `legal`.
pub(crate) fn over(refusal: Over, said: String) -> Problem {
    let legal: Vec<_> = EVENT.after(refusal.0).iter().map(|status| status.wire_name()).collect();
    Problem::conflict(said).with_member("legal", legal)
}

impl IntoProblem for Over {
    fn into_problem(self) -> Problem {
        over(self, format!("The event is {}: its registrations can no longer change.", self.0))
    }
}

impl IntoProblem for register_player::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::StaffAlone => staff_alone(),
            Self::UnknownPerson(_) => one("user_id", "This person does not exist."),
            Self::NoBeginning(status) => one(
                "status",
                &format!(
                    "A registration begins as IN_PROGRESS, IN_WAITING_ROOM, ON_WAITLIST or COMPLETE, not as {status}."
                ),
            ),
            Self::Closed(lifecycle) => {
                over(Over(lifecycle), format!("The event is {lifecycle}: you cannot register for it now."))
            }
            Self::Registered { registration_id, status } => registered(&registration_id.to_string(), status),
            Self::Illegal(step) => step.into_problem(),
        }
    }
}

fn registered(id: &str, status: RegistrationStatus) -> Problem {
    Problem::conflict(format!(
        "This person is registered already: the registration {id} is {status}. The event's staff can change it."
    ))
}

/// Returns the problem for one invalid field.
fn one(field: &'static str, message: &str) -> Problem {
    let mut errors = FieldErrors::default();
    errors.add(field, message);
    fields(&errors)
}

impl IntoProblem for set_registration_status::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::Illegal(step) => step.into_problem(),
            Self::Over(over) => over.into_problem(),
            Self::IsMoved => Problem::conflict(
                "A registration becomes MOVED_TO_CHILD_EVENT only by a move: name the event at its address `move/`.",
            ),
        }
    }
}

impl IntoProblem for change_payment::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::Illegal(step) => step.into_problem(),
            Self::Invalid(errors) => fields(&errors),
        }
    }
}

impl IntoProblem for change_check_in::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::Illegal(step) => step.into_problem(),
        }
    }
}

impl IntoProblem for check_in::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::StaffAlone(_) => {
                one("status", "Must be CHECKED_IN, DECLINED, WAITING_FOR_CHECK_IN_REQUEST or STANDBY.")
            }
            Self::Over(Over(lifecycle)) => {
                over(Over(lifecycle), format!("The event is {lifecycle}: check-in is closed."))
            }
            Self::NoPlace(status) => {
                let legal: Vec<_> = REGISTRATION.after(status).iter().map(|status| status.wire_name()).collect();
                Problem::conflict(format!("The registration is {status}, and has no place in the event."))
                    .with_member("legal", legal)
            }
            Self::Illegal(step) => step.into_problem(),
        }
    }
}

impl IntoProblem for fix_seat::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::Taken(by) => Problem::conflict(format!("The registration {by} keeps this table already.")),
        }
    }
}

impl IntoProblem for award_byes::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::RoundBegun(number) => {
                Problem::conflict(format!("Round {number} has begun: its byes can no longer change."))
            }
        }
    }
}

impl IntoProblem for change_registration::Refusal {
    fn into_problem(self) -> Problem {
        use {mark_paper_decklist as paper, tag_player as tags, write_notes as notes};
        match self {
            Self::Status(refusal) => refusal.into_problem(),
            Self::Payment(refusal) => refusal.into_problem(),
            Self::CheckIn(refusal) => refusal.into_problem(),
            Self::Seat(refusal) => refusal.into_problem(),
            Self::Byes(refusal) => refusal.into_problem(),
            Self::Tags(tags::Refusal::Invalid(errors)) | Self::Notes(notes::Refusal::Invalid(errors)) => {
                fields(&errors)
            }
            Self::Tags(tags::Refusal::UnknownRegistration(unknown))
            | Self::Notes(notes::Refusal::UnknownRegistration(unknown))
            | Self::Paper(paper::Refusal::UnknownRegistration(unknown)) => unknown.into_problem(),
        }
    }
}

impl IntoProblem for drop_player::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::Illegal(step) => step.into_problem(),
            Self::Over(over) => over.into_problem(),
        }
    }
}

impl IntoProblem for disqualify_player::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::Illegal(step) => step.into_problem(),
        }
    }
}

impl IntoProblem for move_to_child_event::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown.into_problem(),
            Self::NoChild(_) => {
                one("event_id", "Your organization has no event with this id whose parent is this event.")
            }
            Self::Illegal(step) => step.into_problem(),
            Self::Over(refusal) => {
                over(refusal, format!("The child event is {}: no more players can be moved to it.", refusal.0))
            }
            Self::MovedElsewhere(_) => Problem::conflict("This player was already moved to another event."),
            Self::LeftThere { registration_id, status } => registered(&registration_id.to_string(), status),
        }
    }
}

impl IntoProblem for promote_waitlist::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Over(over) => over.into_problem(),
        }
    }
}
