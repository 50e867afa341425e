//! Problems for refused commands on matches.

use api_kit::path::nothing;
use domain::machines::ROUND;
use service_kit::problem::Problem;

use super::rounds::{conflict, with_steps_of_round};
use super::{IntoProblem, fields};
use crate::FieldErrors;
use crate::commands::matches::table::{NoContest, NotYours, UnknownMatch, WrongMoment};
use crate::commands::matches::{
    assign_judge, change_match, confirm_result, correct_result, extend_time, feature_match, mark_deck_check,
    report_result,
};

impl IntoProblem for UnknownMatch {
    fn into_problem(self) -> Problem {
        nothing("match", &self.0.to_string())
    }
}

impl IntoProblem for NoContest {
    fn into_problem(self) -> Problem {
        conflict(&self)
    }
}

impl IntoProblem for WrongMoment {
    fn into_problem(self) -> Problem {
        with_steps_of_round(conflict(&self), self.status)
    }
}

impl IntoProblem for NotYours {
    fn into_problem(self) -> Problem {
        Problem::forbidden("You do not play in this match: its players and the event's staff report the result.")
    }
}

impl IntoProblem for report_result::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownMatch(refusal) => refusal.into_problem(),
            Self::NotYours(refusal) => refusal.into_problem(),
            Self::NoContest(refusal) => refusal.into_problem(),
            Self::Invalid(errors) => fields(&errors),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::WrongMoment(refusal) => refusal.into_problem(),
            Self::NeedsWinner(refusal) => conflict(&refusal),
            Self::AnotherResult(result) => Problem::conflict(format!(
                "Another result was reported, {}. The event's staff can correct it with PUT.",
                report_result::told(&result)
            )),
        }
    }
}

impl IntoProblem for confirm_result::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownMatch(refusal) => refusal.into_problem(),
            Self::NotYours(refusal) => refusal.into_problem(),
            Self::NoContest(refusal) => refusal.into_problem(),
            Self::NothingReported(_) | Self::OwnReport => conflict(&self),
            Self::WrongMoment(refusal) => refusal.into_problem(),
        }
    }
}

impl IntoProblem for correct_result::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownMatch(refusal) => refusal.into_problem(),
            Self::NoContest(refusal) => refusal.into_problem(),
            Self::Invalid(errors) => fields(&errors),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::WrongMoment(refusal) => refusal.into_problem(),
            Self::NeedsWinner(refusal) => conflict(&refusal),
            Self::PlayedOn { status, .. } => {
                let legal: Vec<_> = ROUND.after(status).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
        }
    }
}

impl IntoProblem for change_match::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Feature(feature_match::Refusal::UnknownMatch(refusal))
            | Self::Judge(assign_judge::Refusal::UnknownMatch(refusal))
            | Self::Time(extend_time::Refusal::UnknownMatch(refusal))
            | Self::DeckCheck(mark_deck_check::Refusal::UnknownMatch(refusal)) => refusal.into_problem(),
            Self::Judge(assign_judge::Refusal::WrongMoment(refusal))
            | Self::Time(extend_time::Refusal::WrongMoment(refusal))
            | Self::DeckCheck(mark_deck_check::Refusal::WrongMoment(refusal)) => refusal.into_problem(),
            Self::DeckCheck(mark_deck_check::Refusal::NoContest(refusal)) => refusal.into_problem(),
            Self::Judge(assign_judge::Refusal::NoJudge(_)) => {
                at_field("assigned_judge", "Must be the user of a member of your organization who may judge.")
            }
            Self::DeckCheck(mark_deck_check::Refusal::NotStarted) => {
                at_field("deck_check_completed", "A deck check must be started before it is completed.")
            }
        }
    }
}

fn at_field(field: &'static str, said: &str) -> Problem {
    let mut errors = FieldErrors::default();
    errors.add(field, said);
    fields(&errors)
}
