//! Changes an event. Omitted fields keep their values; fields that results depend on cannot change once play has begun.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;

use super::event_fields::{self, EventChanges, EventPlan};
use super::order::Order;
use super::{field, parents};
use crate::engine::decision::CommandError;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Changes an event.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeEvent {
    /// The changes.
    pub changes: EventChanges,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(FieldErrors),
    /// Play has begun, and results depend on the fields.
    #[error("play has begun: {} cannot be changed any more", .0.join(" and "))]
    PlayHasBegun(Vec<&'static str>),
    /// Teams have been formed.
    #[error("teams were formed: team_size cannot be changed any more")]
    TeamsFormed,
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The change was made.
    Changed,
    /// Nothing had to change.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command; `parent` is the event with the requested parent id, if there is one.
///
/// # Errors
/// If a field is invalid, or one that must stay would change.
pub fn decide(
    tournament: &Tournament,
    command: &ChangeEvent,
    parent: Option<&Tournament>,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let plan = command.changes.made_to(&tournament.details, &tournament.organizing);
    let mut errors = event_fields::faults(&plan);
    if plan.organizing.parent_id != tournament.organizing.parent_id {
        let (id, organization_id) = (tournament.id, tournament.organization_id);
        parents::check(plan.organizing.parent_id, id, organization_id, parent, &mut errors);
    }
    errors.check().map_err(Refusal::Invalid)?;
    check_what_stays(tournament, &plan)?;
    let EventPlan { details, organizing } = plan;
    let mut events = Vec::new();
    if details != tournament.details {
        events.push(TournamentEvent::DetailsChanged { details });
    }
    if organizing != tournament.organizing {
        events.push(TournamentEvent::OrganizingChanged { organizing });
    }
    let outcome = if events.is_empty() { Outcome::Unchanged } else { Outcome::Changed };
    Ok(Decision::happens(events, outcome))
}

fn check_what_stays(tournament: &Tournament, plan: &EventPlan) -> Result<(), Refusal> {
    let (before, after) = (&tournament.details, &plan.details);
    if before.team_size != after.team_size && !tournament.teams.is_empty() {
        return Err(Refusal::TeamsFormed);
    }
    let changed = [("team_size", before.team_size != after.team_size), ("rules", before.rules != after.rules)];
    let changed: Vec<_> = changed.into_iter().filter(|(_, changed)| *changed).map(|(field, _)| field).collect();
    if changed.is_empty() || !field::play_has_begun(tournament) {
        return Ok(());
    }
    Err(Refusal::PlayHasBegun(changed))
}

impl WriteApi {
    /// Changes an event.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn change_event(
        &self,
        order: &Order,
        command: &ChangeEvent,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let parent = self.parent(command.changes.parent_id.flatten()).await?;
        let parent = parent.as_ref().map(|parent| &parent.state);
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command, parent)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::TournamentId;
    use proto_events::tournament::{Organizing, TournamentDetails};

    use super::*;
    use crate::commands::tournaments::event_fields::RulesChanges;
    use crate::testing::{in_play, team, tournament};

    fn to(changes: EventChanges) -> ChangeEvent {
        ChangeEvent { changes }
    }

    fn two_points() -> RulesChanges {
        RulesChanges { points_for_win: Some(2), ..RulesChanges::default() }
    }

    #[test]
    fn details_and_the_way_it_is_run_change_each_for_itself() {
        let event = tournament(&[]);
        let renamed = EventChanges { name: Some("Closed".into()), ..EventChanges::default() };
        let decision = decide(&event, &to(renamed), None).unwrap();
        let details = TournamentDetails { name: "Closed".into(), ..event.details.clone() };
        let expected = Decision::happens(vec![TournamentEvent::DetailsChanged { details }], Outcome::Changed);
        assert_eq!(decision, expected);
        let ranked = EventChanges { ranked_playoff: Some(true), ..EventChanges::default() };
        let organizing = Organizing { ranked_playoff: true, ..Organizing::default() };
        let events = decide(&event, &to(ranked), None).unwrap().events;
        assert_eq!(events, [TournamentEvent::OrganizingChanged { organizing }]);
    }

    #[test]
    fn the_same_again_changes_nothing() {
        let same = EventChanges { name: Some("Open".into()), capacity: Some(None), ..EventChanges::default() };
        for changes in [EventChanges::default(), same] {
            assert_eq!(decide(&tournament(&[]), &to(changes), None).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn bad_fields_are_refused() {
        let nameless = EventChanges { name: Some(String::new()), ..EventChanges::default() };
        assert!(matches!(decide(&tournament(&[]), &to(nameless), None), Err(Refusal::Invalid(_))));
    }

    #[test]
    fn what_results_depend_on_stays_once_play_has_begun() {
        let before = tournament(&[]);
        let changes = EventChanges { rules: two_points(), team_size: Some(3), ..EventChanges::default() };
        assert_eq!(decide(&before, &to(changes.clone()), None).unwrap().outcome, Outcome::Changed);
        let refused = decide(&in_play(), &to(changes), None);
        assert_eq!(refused, Err(Refusal::PlayHasBegun(vec!["team_size", "rules"])));
        let harmless = EventChanges { name: Some("Closed".into()), top_cut: Some(8), ..EventChanges::default() };
        assert_eq!(decide(&in_play(), &to(harmless), None).unwrap().outcome, Outcome::Changed);
    }

    #[test]
    fn teams_keep_their_size() {
        let alone = EventChanges { team_size: Some(1), ..EventChanges::default() };
        assert_eq!(decide(&team(), &to(alone), None), Err(Refusal::TeamsFormed));
    }

    #[test]
    fn an_event_is_the_child_of_another_of_its_organization_that_is_not_its_own() {
        let of = |id: i64| to(EventChanges { parent_id: Some(Some(TournamentId(id))), ..EventChanges::default() });
        let event = tournament(&[]);
        let mut other = event.clone();
        other.id = TournamentId(4);
        assert_eq!(decide(&event, &of(4), Some(&other)).unwrap().outcome, Outcome::Changed);
        let refused = |command: &ChangeEvent, parent: Option<&Tournament>| {
            let Err(Refusal::Invalid(errors)) = decide(&event, command, parent) else { panic!("{command:?}") };
            assert!(errors.names("parent_id"), "{errors}");
        };
        refused(&of(4), None);
        refused(&of(3), Some(&event));
        other.organizing.parent_id = Some(event.id);
        refused(&of(4), Some(&other));
        other.organization_id = proto_events::ids::OrganizationId(2);
        refused(&of(4), Some(&other));
    }
}
