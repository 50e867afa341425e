//! Why a command on a match is refused, and the problem that the client gets.

use api_kit::path::nothing;
use proto_events::ids::{MatchId, UserId};
use proto_events::tournament::{MatchResult, Winner};
use proto_events::vocabulary::ProgressStatus;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, at_field, conflict, fields, with_steps_of_round};
use crate::rounds::refusal::NotRunning;

/// Why a command on a match is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The event has no such match.
    #[error("the event has no match {0}")]
    UnknownMatch(MatchId),
    /// The person does not play in the match.
    #[error("You do not play in this match: its players and the event's staff report the result.")]
    NotYours,
    /// The match has no two opponents: a bye, a loss without an opponent, or a seat at a meeting.
    #[error("match {0} is not played between two opponents and has no result")]
    NoContest(MatchId),
    /// The games form no valid result.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event's status does not allow it.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round does not have the status that the command needs.
    #[error("round {number} is {status}; it must be {}", names(needed))]
    WrongMoment {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
        /// The statuses that the command allows.
        needed: &'static [ProgressStatus],
    },
    /// Only staff can report that both lose.
    #[error("only the event's staff can report that both players lose")]
    BothLoseByPlayer,
    /// A playoff match needs a winner.
    #[error("a playoff match needs a winner")]
    NeedsWinner,
    /// Another result was reported before.
    #[error("another result was reported, {}. The event's staff can correct it with PUT", in_words(.0))]
    AnotherResult(MatchResult),
    /// There is no result to confirm.
    #[error("match {0} has no result yet")]
    NothingReported(MatchId),
    /// The person's own side reported the result.
    #[error("your own side reported this result; the other side must confirm it")]
    OwnReport,
    /// The person's own side reported the result that it contests.
    #[error("your own side reported this result; report the right result instead")]
    OwnContest,
    /// The result is confirmed.
    #[error("the result of match {0} is confirmed. The event's staff can correct it with PUT")]
    Confirmed(MatchId),
    /// Another player would advance, but the next round has started.
    #[error("another player would advance, but round {number} of the playoff is {status}")]
    PlayedOn {
        /// Number of the next round.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The person is not a member of the organization with a role that may judge.
    #[error("Must be the user of a member of your organization who may judge.")]
    NoJudge(UserId),
    /// A completed deck check must have started.
    #[error("A deck check must be started before it is completed.")]
    DeckCheckNotStarted,
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownMatch(id) => nothing("match", &id.to_string()),
            Self::NotYours => Problem::forbidden(self.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::WrongMoment { status, .. } | Self::PlayedOn { status, .. } => {
                with_steps_of_round(conflict(&self), status)
            }
            Self::NoJudge(_) => at_field("assigned_judge", &self),
            Self::DeckCheckNotStarted => at_field("deck_check_completed", &self),
            Self::NoContest(_)
            | Self::NeedsWinner
            | Self::BothLoseByPlayer
            | Self::AnotherResult(_)
            | Self::NothingReported(_)
            | Self::OwnReport
            | Self::OwnContest
            | Self::Confirmed(_) => conflict(&self),
        }
    }
}

fn names(statuses: &[ProgressStatus]) -> String {
    let names: Vec<_> = statuses.iter().map(|status| status.wire_name()).collect();
    names.join(" or ")
}

/// Formats a result: "2-1", "0-0-3".
fn in_words(result: &MatchResult) -> String {
    match (result.games, result.winner) {
        (_, Winner::Neither) => "both lose".to_owned(),
        (Some(games), _) if games.drawn == 0 => format!("{}-{}", games.first, games.second),
        (Some(games), _) => format!("{}-{}-{}", games.first, games.second, games.drawn),
        (None, Winner::First) => "the first player won".to_owned(),
        (None, Winner::Second) => "the second player won".to_owned(),
        (None, Winner::Draw) => "a draw".to_owned(),
    }
}
