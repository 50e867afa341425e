//! Changes what judges record about a match; all changes or none.

use domain::organization::Organization;
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, UserId};

use super::assign_judge::{self, AssignJudge};
use super::extend_time::{self, ExtendTime};
use super::feature_match::{self, FeatureMatch};
use super::mark_deck_check::{self, MarkDeckCheck};
use crate::commands::tournaments::order::Order;
use crate::decision::{CommandError, Decision};
use crate::{Done, WriteApi};

/// Changes what judges record about a match. `None` keeps a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeMatch {
    /// The match.
    pub match_id: MatchId,
    /// Whether it is a feature match.
    pub is_feature_match: Option<bool>,
    /// The judge; `Some(None)` removes the judge.
    pub judge_user_id: Option<Option<UserId>>,
    /// Seconds beyond the end of the round.
    pub time_extension_seconds: Option<i32>,
    /// Whether a deck check has started.
    pub deck_check_started: Option<bool>,
    /// Whether it is completed.
    pub deck_check_completed: Option<bool>,
}

impl ChangeMatch {
    /// Returns a command that changes nothing.
    pub fn nothing(match_id: MatchId) -> Self {
        Self {
            match_id,
            is_feature_match: None,
            judge_user_id: None,
            time_extension_seconds: None,
            deck_check_started: None,
            deck_check_completed: None,
        }
    }
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The feature flag is refused.
    #[error(transparent)]
    Feature(#[from] feature_match::Refusal),
    /// The judge is refused.
    #[error(transparent)]
    Judge(#[from] assign_judge::Refusal),
    /// The time extension is refused.
    #[error(transparent)]
    Time(#[from] extend_time::Refusal),
    /// The deck check is refused.
    #[error(transparent)]
    DeckCheck(#[from] mark_deck_check::Refusal),
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
/// If there is no such match, or one of the changes is refused.
pub fn decide(
    tournament: &Tournament,
    command: &ChangeMatch,
    organization: &Organization,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let match_id = command.match_id;
    super::table::placed(tournament, match_id).map_err(feature_match::Refusal::from)?;
    let mut events = Vec::new();
    if let Some(is_feature_match) = command.is_feature_match {
        events.extend(feature_match::decide(tournament, &FeatureMatch { match_id, is_feature_match })?.events);
    }
    if let Some(judge_user_id) = command.judge_user_id {
        let judge = AssignJudge { match_id, judge_user_id };
        events.extend(assign_judge::decide(tournament, &judge, organization)?.events);
    }
    if let Some(time_extension_seconds) = command.time_extension_seconds {
        events.extend(extend_time::decide(tournament, &ExtendTime { match_id, time_extension_seconds })?.events);
    }
    let (started, completed) = (command.deck_check_started, command.deck_check_completed);
    if started.is_some() || completed.is_some() {
        let check = MarkDeckCheck { match_id, started, completed };
        events.extend(mark_deck_check::decide(tournament, &check)?.events);
    }
    let outcome = if events.is_empty() { Outcome::Unchanged } else { Outcome::Changed };
    Ok(Decision::happens(events, outcome))
}

impl WriteApi {
    /// Changes what judges record about a match.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn change_match(
        &self,
        order: &Order,
        command: &ChangeMatch,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let known = self.tournament(order.tournament_id).await?;
        let known = known.ok_or(CommandError::NotFound(order.stream()))?;
        let organization = self.organization(known.organization_id).await?;
        let organization = organization.ok_or(CommandError::NotFound(order.stream()))?;
        let decide = |tournament: &Tournament| decide(tournament, command, &organization.state);
        self.carry_out(order, Outcome::Changed, decide).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::commands::matches::table::tests::{MATCH, over, playing};
    use crate::testing::{member, organization};

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let staff = organization(&[member(4, Role::Judge)]);
        let judge_user_id = Some(UserId(90));
        let command = ChangeMatch {
            is_feature_match: Some(true),
            judge_user_id: Some(judge_user_id),
            time_extension_seconds: Some(60),
            deck_check_started: Some(true),
            ..ChangeMatch::nothing(MATCH)
        };
        let happened = vec![
            TournamentEvent::MatchFeatured { match_id: MATCH, is_feature_match: true },
            TournamentEvent::JudgeAssigned { match_id: MATCH, judge_user_id },
            TournamentEvent::TimeExtended { match_id: MATCH, time_extension_seconds: 60 },
            TournamentEvent::DeckCheckMarked { match_id: MATCH, started: true, completed: false },
        ];
        let decision = decide(&playing(&[]), &command, &staff).unwrap();
        assert_eq!(decision, Decision::happens(happened.clone(), Outcome::Changed));
        let nothing = Decision::nothing(Outcome::Unchanged);
        assert_eq!(decide(&playing(&happened), &command, &staff).unwrap(), nothing);
        assert_eq!(decide(&playing(&[]), &ChangeMatch::nothing(MATCH), &staff).unwrap(), nothing);
    }

    #[test]
    fn one_fault_keeps_all_of_it_from_happening() {
        let staff = organization(&[]);
        let both = ChangeMatch {
            is_feature_match: Some(true),
            time_extension_seconds: Some(60),
            ..ChangeMatch::nothing(MATCH)
        };
        assert!(matches!(decide(&over(), &both, &staff), Err(Refusal::Time(_))));
        let unknown = ChangeMatch::nothing(MatchId(99));
        assert!(matches!(decide(&playing(&[]), &unknown, &staff), Err(Refusal::Feature(_))));
    }
}
