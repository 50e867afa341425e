//! Refusals of commands on registrations.

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

/// For somebody who is to be signed up by another person.
pub(in crate::http) fn staff_alone() -> Problem {
    Problem::forbidden("Only the event's staff signs up others, and says where a registration stands.")
}

impl IntoProblem for UnknownRegistration {
    fn into_problem(self) -> Problem {
        nothing("registration", &self.0.to_string())
    }
}

/// For an event whose end stands in the way: the steps that it can take stand in `legal`.
pub(super) fn over(refusal: Over, said: String) -> Problem {
    let legal: Vec<_> = EVENT.after(refusal.0).iter().map(|status| status.wire_name()).collect();
    Problem::conflict(said).with_member("legal", legal)
}

impl IntoProblem for Over {
    fn into_problem(self) -> Problem {
        over(self, format!("The event is {}: its registrations stay where they are.", self.0))
    }
}

impl IntoProblem for register_player::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::StaffAlone => staff_alone(),
            Self::UnknownPerson(_) => one("user_id", "There is no such person."),
            Self::NoBeginning(status) => one(
                "status",
                &format!(
                    "A registration does not begin as {status}: give IN_PROGRESS, IN_WAITING_ROOM, ON_WAITLIST or COMPLETE."
                ),
            ),
            Self::Closed(lifecycle) => {
                over(Over(lifecycle), format!("The event is {lifecycle}: you cannot sign up for it now."))
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

/// For one field that is not right.
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
                "A registration becomes MOVED_TO_CHILD_EVENT when it is moved: say into which event, at its address `move/`.",
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
                over(Over(lifecycle), format!("The event is {lifecycle}: nobody checks in any more."))
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
                Problem::conflict(format!("Round {number} has begun: its byes stay as they are."))
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
                one("event_id", "No event of your organization with this id has this one as its parent.")
            }
            Self::Illegal(step) => step.into_problem(),
            Self::Over(refusal) => {
                over(refusal, format!("The child event is {}: nobody is moved into it any more.", refusal.0))
            }
            Self::MovedElsewhere(_) => Problem::conflict("This player was moved before, and into another event."),
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
