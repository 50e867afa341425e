//! Creates an event. Names need not be unique, so clients that may repeat a request send an idempotency key.

use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, Sequence, TournamentId};
use proto_events::tournament::{Organizing, TournamentDetails};
use proto_events::vocabulary::EventFormat;
use proto_events::{Actor, StreamId, TournamentEvent};
use service_kit::random;

use super::event_fields::{self, EventChanges, EventPlan};
use super::parents;
use crate::engine::decision::CommandError;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::legacy::{FurtherWrites, Target, Written};
use crate::{Done, IdempotencyKey, Ids, WriteApi};

/// Creates an event.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateEvent {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// Its fields; omitted ones get their defaults. Name and format are required.
    pub given: EventChanges,
    /// The seed of everything random in it; `None` draws one.
    pub seed: Option<i64>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The event was created.
    Created,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// The context of the decision.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The event's id.
    pub tournament_id: TournamentId,
    /// The seed of everything random in it.
    pub seed: i64,
    /// The event with the given parent id, if there is one.
    pub parent: Option<&'a Tournament>,
}

/// Decides the command.
///
/// # Errors
/// If a field is invalid.
pub fn decide(command: &CreateEvent, context: &Context<'_>) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let usual = TournamentDetails::new("", EventFormat::Other);
    let EventPlan { details, organizing } = command.given.made_to(&usual, &Organizing::default());
    let plan = EventPlan { details, organizing };
    let mut errors = event_fields::faults(&plan);
    if command.given.event_format.is_none() {
        errors.add("event_format", "Is required.");
    }
    parents::check(
        plan.organizing.parent_id,
        context.tournament_id,
        command.organization_id,
        context.parent,
        &mut errors,
    );
    errors.check().map_err(Refusal::Invalid)?;
    let EventPlan { details, organizing } = plan;
    let mut events = vec![TournamentEvent::Created { details, seed: context.seed }];
    if organizing != Organizing::default() {
        events.push(TournamentEvent::OrganizingChanged { organizing });
    }
    Ok(Decision::happens(events, Outcome::Created))
}

impl WriteApi {
    /// Creates an event; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, the key was used for another request, or the store
    /// fails.
    pub async fn create_event(
        &self,
        actor: &Actor,
        command: &CreateEvent,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let organization_id = command.organization_id;
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        if let Some(done) = self.earlier(once).await? {
            return Ok(done);
        }
        if self.organization(organization_id).await?.is_none() {
            return Err(CommandError::NotFound(StreamId::organization(organization_id)));
        }
        let parent = self.parent(command.given.parent_id.flatten()).await?;
        let parent = parent.as_ref().map(|parent| &parent.state);
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Tournament, 1)]).await?;
        let tournament_id = TournamentId(ids.next(Sequence::Tournament));
        let stream = StreamId::tournament(tournament_id);
        let context = Context { tournament_id, seed: command.seed.unwrap_or_else(random::seed), parent };
        let Decision { events, outcome } = decide(command, &context).map_err(CommandError::Refused)?;
        let target = Target { actor, organization_id, stream, occurred_at: None, once };
        match self.write(target, None, events, FurtherWrites::default()).await? {
            Written::Folded(folded) => Ok(Done { folded, since: 0, outcome }),
            Written::Repeated(answer) if let Some(once) = once => self.again(once, &answer).await,
            Written::Repeated(_) | Written::Overtaken => Err(CommandError::Busy(stream)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tournament;

    const CONTEXT: Context<'static> = Context { tournament_id: TournamentId(4), seed: 7, parent: None };

    fn given(given: EventChanges) -> CreateEvent {
        CreateEvent { organization_id: OrganizationId(1), given, seed: None }
    }

    fn named(name: &str) -> EventChanges {
        EventChanges { name: Some(name.into()), event_format: Some(EventFormat::Legacy), ..EventChanges::default() }
    }

    #[test]
    fn an_event_is_announced_as_it_usually_is() {
        let decision = decide(&given(named("Open")), &CONTEXT).unwrap();
        let details = TournamentDetails::new("Open", EventFormat::Legacy);
        assert_eq!(decision, Decision::happens(vec![TournamentEvent::Created { details, seed: 7 }], Outcome::Created));
    }

    #[test]
    fn how_it_is_run_is_told_where_it_is_not_as_usual() {
        let command = given(EventChanges { ranked_playoff: Some(true), ..named("Open") });
        let events = decide(&command, &CONTEXT).unwrap().events;
        let organizing = Organizing { ranked_playoff: true, ..Organizing::default() };
        assert_eq!(events[1..], [TournamentEvent::OrganizingChanged { organizing }]);
    }

    #[test]
    fn what_is_wrong_is_told_all_at_once() {
        let command =
            given(EventChanges { top_cut: Some(1), parent_id: Some(Some(TournamentId(99))), ..Default::default() });
        let Err(Refusal::Invalid(errors)) = decide(&command, &CONTEXT) else { panic!("announced") };
        let fields: Vec<_> = errors.iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["event_format", "name", "parent_id", "top_cut"]);
    }

    #[test]
    fn a_parent_is_an_event_of_the_same_organization() {
        let parent = tournament(&[]);
        let context = Context { parent: Some(&parent), ..CONTEXT };
        let child = |organization_id| CreateEvent {
            organization_id,
            given: EventChanges { parent_id: Some(Some(parent.id)), ..named("Day 2") },
            seed: None,
        };
        assert_eq!(decide(&child(OrganizationId(1)), &context).unwrap().events.len(), 2);
        assert!(matches!(decide(&child(OrganizationId(2)), &context), Err(Refusal::Invalid(_))));
    }
}
