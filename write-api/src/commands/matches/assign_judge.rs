//! Assigns a judge to a match, or removes the judge.

use domain::organization::Organization;
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, UserId};
use proto_events::vocabulary::{ProgressStatus, Role};

use super::table::{UnknownMatch, WrongMoment, at_moment, placed};
use crate::decision::Decision;

/// Assigns a judge to a match, or removes the judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AssignJudge {
    /// The match.
    pub match_id: MatchId,
    /// The judge; `None` removes the judge.
    pub judge_user_id: Option<UserId>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such match.
    #[error(transparent)]
    UnknownMatch(#[from] UnknownMatch),
    /// The person is not a member of the organization with a role that may judge.
    #[error("user {0} is not a member of the organization with a role that may judge")]
    NoJudge(UserId),
    /// The round is over.
    #[error(transparent)]
    WrongMoment(#[from] WrongMoment),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The change was made.
    Changed,
    /// Nothing had to change.
    Unchanged,
}

/// Decides the command; `organization` runs the event.
///
/// # Errors
/// If there is no such match, its round is over, or the person may not judge for the organization.
pub fn decide(
    tournament: &Tournament,
    command: &AssignJudge,
    organization: &Organization,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let AssignJudge { match_id, judge_user_id } = *command;
    let placed = placed(tournament, match_id)?;
    if let Some(judge) = judge_user_id.filter(|judge| !judges(organization, *judge)) {
        return Err(Refusal::NoJudge(judge));
    }
    if placed.table.judge_user_id == judge_user_id {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    at_moment(&placed, &[ProgressStatus::Upcoming, ProgressStatus::InProgress])?;
    Ok(Decision::happens(vec![TournamentEvent::JudgeAssigned { match_id, judge_user_id }], Outcome::Changed))
}

fn judges(organization: &Organization, person: UserId) -> bool {
    organization
        .members
        .iter()
        .any(|member| member.user_id == person && !member.removed && member.role != Role::ReadOnly)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::matches::table::tests::{MATCH, over, playing};
    use crate::testing::{member, organization};

    const JUDGE: UserId = UserId(90);

    fn to(judge_user_id: Option<UserId>) -> AssignJudge {
        AssignJudge { match_id: MATCH, judge_user_id }
    }

    fn assigned(judge_user_id: Option<UserId>) -> TournamentEvent {
        TournamentEvent::JudgeAssigned { match_id: MATCH, judge_user_id }
    }

    #[test]
    fn a_judge_comes_and_goes() {
        let staff = organization(&[member(4, Role::Judge)]);
        let decision = decide(&playing(&[]), &to(Some(JUDGE)), &staff).unwrap();
        assert_eq!(decision, Decision::happens(vec![assigned(Some(JUDGE))], Outcome::Changed));
        let there = playing(&[assigned(Some(JUDGE))]);
        assert_eq!(decide(&there, &to(Some(JUDGE)), &staff).unwrap(), Decision::nothing(Outcome::Unchanged));
        assert_eq!(decide(&there, &to(None), &staff).unwrap().events, [assigned(None)]);
    }

    #[test]
    fn only_members_who_judge_are_assigned() {
        let left = proto_events::OrganizationEvent::MemberRemoved { member_id: proto_events::ids::MemberId(4) };
        for staff in [
            organization(&[]),
            organization(&[member(4, Role::ReadOnly)]),
            organization(&[member(4, Role::Judge), left]),
        ] {
            assert_eq!(decide(&playing(&[]), &to(Some(JUDGE)), &staff), Err(Refusal::NoJudge(JUDGE)));
        }
    }

    #[test]
    fn nobody_judges_a_match_that_is_over_or_not_there() {
        let staff = organization(&[member(4, Role::Judge)]);
        assert!(matches!(decide(&over(), &to(Some(JUDGE)), &staff), Err(Refusal::WrongMoment(_))));
        let unknown = AssignJudge { match_id: MatchId(99), ..to(None) };
        assert_eq!(decide(&playing(&[]), &unknown, &staff), Err(UnknownMatch(MatchId(99)).into()));
    }
}
