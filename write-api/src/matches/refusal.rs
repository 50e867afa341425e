//! Why a command on a match is refused, and the problem that the client gets.

use api_kit::path::nothing;
use proto_events::ids::{MatchId, UserId};
use proto_events::tournament::{Games, MatchResult, Winner};
use proto_events::vocabulary::ProgressStatus;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, at_field, fields, with_steps_of_round};
use crate::in_play::NotRunning;

/// Why a command on a match is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum Refusal {
    /// The event has no such match.
    UnknownMatch(MatchId),
    /// The person does not play in the match.
    NotYours,
    /// The match has no two opponents: a bye, a loss without an opponent, or a seat at a meeting.
    NoContest(MatchId),
    /// The games form no valid result.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event's status does not allow it.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round does not have the status that the command needs.
    WrongMoment {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
        /// The statuses that the command allows.
        needed: &'static [ProgressStatus],
    },
    /// Only staff can report that both lose.
    BothLoseByPlayer,
    /// A playoff match needs a winner.
    NeedsWinner,
    /// Another result was reported before.
    AnotherResult(MatchResult),
    /// There is no result to confirm.
    NothingReported(MatchId),
    /// The person's own side reported the result.
    OwnReport,
    /// The person's own side reported the result that it contests.
    OwnContest,
    /// The result is confirmed.
    Confirmed(MatchId),
    /// Another player would advance, but the next round has started.
    PlayedOn {
        /// Number of the next round.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The person is not a member of the organization with a role that may judge.
    NoJudge(UserId),
    /// A completed deck check must have started.
    DeckCheckNotStarted,
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::UnknownMatch(id) => nothing("match", &id.to_string()).message().clone(),
            Self::NotYours => message!(
                "match-not-yours",
                "You do not play in this match: its players and the event's staff report the result."
            ),
            Self::NoContest(id) => {
                message!("match-no-contest", "Match {id} is not played between two opponents and has no result.", id)
            }
            Self::Invalid(refusal) => refusal.message(),
            Self::NotRunning(refusal) => refusal.message(),
            Self::WrongMoment { number, status, needed } => wrong_moment(*number, *status, needed),
            Self::BothLoseByPlayer => {
                message!("match-both-lose-by-player", "Only the event's staff can report that both players lose.")
            }
            Self::NeedsWinner => message!("match-needs-winner", "A playoff match needs a winner."),
            Self::AnotherResult(result) => another_result(result),
            Self::NothingReported(id) => message!("match-nothing-reported", "Match {id} has no result yet.", id),
            Self::OwnReport => {
                message!("match-own-report", "Your own side reported this result; the other side must confirm it.")
            }
            Self::OwnContest => {
                message!("match-own-contest", "Your own side reported this result; report the right result instead.")
            }
            Self::Confirmed(id) => message!(
                "match-confirmed",
                "The result of match {id} is confirmed. The event's staff can correct it with PUT.",
                id
            ),
            Self::PlayedOn { number, status } => message!(
                "match-played-on",
                "Another player would advance, but round {number} of the playoff is {status}.",
                number,
                status
            ),
            Self::NoJudge(..) => {
                message!("match-no-judge", "Must be the user of a member of your organization who may judge.")
            }
            Self::DeckCheckNotStarted => {
                message!("match-deck-check-not-started", "A deck check must be started before it is completed.")
            }
        }
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownMatch(id) => nothing("match", &id.to_string()),
            Self::NotYours => Problem::forbidden(self.message()),
            Self::Invalid(errors) => fields(&errors),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::WrongMoment { status, .. } | Self::PlayedOn { status, .. } => {
                with_steps_of_round(Problem::conflict(self.message()), status)
            }
            Self::NoJudge(_) => at_field("assigned_judge", self.message()),
            Self::DeckCheckNotStarted => at_field("deck_check_completed", self.message()),
            Self::NoContest(_)
            | Self::NeedsWinner
            | Self::BothLoseByPlayer
            | Self::AnotherResult(_)
            | Self::NothingReported(_)
            | Self::OwnReport
            | Self::OwnContest
            | Self::Confirmed(_) => Problem::conflict(self.message()),
        }
    }
}

fn wrong_moment(number: i32, status: ProgressStatus, needed: &[ProgressStatus]) -> Message {
    if needed.contains(&ProgressStatus::Upcoming) {
        return message!(
            "match-of-a-complete-round",
            "Round {number} is {status}; it must be UPCOMING or IN_PROGRESS.",
            number,
            status
        );
    }
    if needed.contains(&ProgressStatus::Complete) {
        return message!(
            "match-of-an-upcoming-round",
            "Round {number} is {status}; it must be IN_PROGRESS or COMPLETE.",
            number,
            status
        );
    }
    message!("match-wrong-moment", "Round {number} is {status}; it must be IN_PROGRESS.", number, status)
}

/// Names the result that was reported: "2-1", "0-0-3".
fn another_result(result: &MatchResult) -> Message {
    let result = match (result.winner, result.games) {
        (Winner::Neither, _) => {
            return message!(
                "match-both-lose-reported",
                "It was reported that both players lose. The event's staff can correct it with PUT."
            );
        }
        (_, None) => {
            return message!(
                "match-another-winner",
                "Another result was reported. The event's staff can correct it with PUT."
            );
        }
        (_, Some(Games { first, second, drawn: 0 })) => format!("{first}-{second}"),
        (_, Some(Games { first, second, drawn })) => format!("{first}-{second}-{drawn}"),
    };
    message!(
        "match-another-result",
        "Another result was reported, {result}. The event's staff can correct it with PUT.",
        result
    )
}
