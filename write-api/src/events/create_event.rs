//! Creates an event. Names need not be unique, so clients that may repeat a request send an idempotency key.

use domain::rule_sets;
use proto_events::tournament::{Organizing, TournamentDetails};
use service_kit::random;

use super::document;
use super::event_fields::{self, EventChange, EventPlan};
use super::references::{check_parent, named_convention};
use crate::prelude::*;
use crate::registrations::make_join_code;
use crate::schedule::status_with;

pub(crate) const ROUTE: Route = Route {
    id: "create_event",
    summary: "Create an event",
    text: "`name` and `event_format` are required; other fields have defaults. Events of the formats `COMMANDER2`, \
           `PAUPER_COMMANDER` and `MULTIPLAYER` begin with `pod_size` 4 and the rule set `COMMANDER`, unless `pod_size` \
           is 2, `rules` are given, or the event has teams. Registration is open from then on, or closed until \
           `registration_opens`, and opens and closes at its times by itself. Events may share a name: send an \
           `Idempotency-Key`, so that a repeated request creates no second event.",
    body: Some(body_schema::<NewEvent>()),
    answer: Answer::json(201, "OrganizedEvent"),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/", Operation::ManageEvents)
};

body! {
    /// A new event. Fields that are not given have their defaults.
    pub struct NewEvent such as r#"{"name": "Friday Legacy", "event_format": "LEGACY"}"# {
        ..plan: EventChange => [name, event_format],
        /// Random seed, for a trial run that repeats an earlier one; drawn if not given, and never changed.
        seed: Option<i64>,
    }
}

impl Command for NewEvent {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;
    type Done = Written<Tournament>;

    async fn run(&self, run: &Run) -> Result<Written<Tournament>, Problem> {
        let mut errors = FieldErrors::default();
        let convention_id = named_convention(run, self.plan.convention_slug.as_ref(), &mut errors).await?;
        errors.check().map_err(Refusal::from)?;
        self.created(run, convention_id).await
    }
}

impl NewEvent {
    /// Returns a new event with these fields.
    pub fn new(plan: EventChange) -> Self {
        Self { plan, seed: None }
    }

    /// Checks the fields of an event of a convention. Whether the parent that they may name exists is checked when it is created.
    ///
    /// # Errors
    /// If a field is invalid.
    pub fn check_fields(plan: &EventChange, convention: ConventionId) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        check_body(&Self::new(plan.clone()), &mut errors);
        let plan = plan.made_to(&usual(plan), &Organizing::default(), Some(Some(convention)));
        Ok(errors.check().and_then(|()| event_fields::faults(&plan).check()).map_err(Refusal::from)?)
    }

    async fn created(
        &self,
        run: &Run,
        convention_id: Option<Option<ConventionId>>,
    ) -> Result<Written<Tournament>, Problem> {
        let organization_id = run.caller.organization()?;
        let parent = run.api().parent(self.plan.parent()).await.map_err(problems::failed)?;
        let parent = parent.as_ref().map(|parent| &parent.state);
        let (seed, now) = (self.seed.unwrap_or_else(random::seed), run.arrived_at);
        let decide =
            |_: Option<&Tournament>, _: &mut _| decide(&self.plan, convention_id, seed, (organization_id, parent), now);
        Ok(run.api().create(&run.context, StreamKind::Tournament, Some(organization_id), None, decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let mut input = request.read::<NewEvent>(body).await?;
    let slug = input.fields.as_ref().and_then(|new| new.plan.convention_slug.as_ref());
    let convention_id = named_convention(&request, slug, &mut input.object.errors).await?;
    let (new, run) = input.finish(&request)?;
    let written = new.created(&run, convention_id).await?;
    document::answer(&request, &written).await
}

/// Decides the command; `convention_id` is the convention that the fields name, `parent` the event with the given parent id,
/// if there is one. It is refused if a field is invalid.
fn decide(
    fields: &EventChange,
    convention_id: Option<Option<ConventionId>>,
    seed: i64,
    (organization_id, parent): (OrganizationId, Option<&Tournament>),
    now: DateTime<Utc>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let plan = fields.made_to(&usual(fields), &Organizing::default(), convention_id);
    let mut errors = event_fields::faults(&plan);
    let parent_id = plan.organizing.parent_id;
    check_parent(parent_id, None, organization_id, parent, &mut errors);
    errors.check()?;
    let EventPlan { details, organizing } = plan;
    Ok(begun(details, organizing, seed, now))
}

/// Returns the first events of an event with these settings: its registration is open or closed by its times, and it has a
/// join code if one is needed.
pub(crate) fn begun(
    details: TournamentDetails,
    organizing: Organizing,
    seed: i64,
    now: DateTime<Utc>,
) -> Vec<TournamentEvent> {
    let status = status_with(LifecycleStatus::RegistrationOpen, None, &details, now);
    let code = make_join_code::first(0, &details);
    let mut events = vec![TournamentEvent::Created { details, seed }];
    events.extend(code);
    events.extend(status.map(|status| TournamentEvent::LifecycleChanged { status }));
    if organizing != Organizing::default() {
        events.push(TournamentEvent::OrganizingChanged { organizing });
    }
    events
}

/// Returns what an event begins with where its fields say nothing: formats for pods have tables of four, and count as
/// Commander.
fn usual(fields: &EventChange) -> TournamentDetails {
    let mut details = TournamentDetails::new("", EventFormat::Other);
    let is_of_two = fields.pod_size == Some(2) || fields.team_size.is_some_and(|size| size > 1);
    if fields.event_format.is_some_and(EventFormat::is_for_pods) && !is_of_two {
        details.pod_size = 4;
        if fields.rules.is_none() {
            details.rules = rule_sets::rules(RuleSet::Commander);
        }
    }
    details
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::rules_fields::EventRulesChange;
    use crate::testing::*;

    fn decided(fields: &EventChange) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(fields, None, 7, (OrganizationId(1), None), noon())
    }

    fn named(name: &str) -> EventChange {
        EventChange { name: Some(name.into()), event_format: Some(EventFormat::Legacy), ..EventChange::default() }
    }

    #[test]
    fn an_event_is_announced_as_it_usually_is() {
        let details = TournamentDetails::new("Open", EventFormat::Legacy);
        assert_eq!(decided(&named("Open")), Ok(vec![TournamentEvent::Created { details, seed: 7 }]));
    }

    #[test]
    fn a_format_for_pods_has_tables_of_four_under_the_rules_of_commander_unless_said_otherwise() {
        let made = |change: EventChange| {
            let events = decided(&EventChange { event_format: Some(EventFormat::Multiplayer), ..change });
            let TournamentEvent::Created { details, .. } = events.unwrap().remove(0) else { panic!("not created") };
            (details.pod_size, details.rules.rule_set)
        };
        assert_eq!(made(named("Open")), (4, RuleSet::Commander));
        assert_eq!(made(EventChange { pod_size: Some(3), ..named("Open") }), (3, RuleSet::Commander));
        assert_eq!(made(EventChange { pod_size: Some(2), ..named("Open") }), (2, RuleSet::Magic));
        assert_eq!(made(EventChange { team_size: Some(3), ..named("Open") }), (2, RuleSet::Magic));
        let rules = Some(EventRulesChange::default());
        assert_eq!(made(EventChange { rules, ..named("Open") }), (4, RuleSet::Magic));
    }

    #[test]
    fn an_event_whose_registration_opens_later_begins_closed() {
        let opening = |at| EventChange { registration_opens: Some(OrNull(Some(at))), ..named("Open") };
        let later = decided(&opening(noon() + TimeDelta::hours(1))).unwrap();
        assert_eq!(later[1..], [reached(L::RegistrationClosed)]);
        assert_eq!(decided(&opening(noon())).unwrap().len(), 1);
    }

    #[test]
    fn the_check_of_fields_refuses_what_creating_refuses() {
        let check = |change: &EventChange| NewEvent::check_fields(change, ConventionId(5)).map_err(|it| it.status());
        let event = |change: EventChange| EventChange { queue_size: Some(8), ..change };
        assert_eq!(check(&event(named("Draft"))), Ok(()));
        let tables =
            EventChange { first_table: Some(OrNull(Some(9))), last_table: Some(OrNull(Some(8))), ..named("A") };
        let others = [named(""), EventChange { capacity: Some(OrNull(Some(-1))), ..named("A") }, tables];
        for refused in others.map(event) {
            assert_eq!(check(&refused).unwrap_err(), 400, "{refused:?}");
        }
    }

    #[test]
    fn a_parent_is_an_event_of_the_same_organization() {
        let parent = tournament(&[]);
        let plan = EventChange { parent_id: Some(OrNull(Some(parent.id.0))), ..named("Day 2") };
        let child = |organization_id| decide(&plan, None, 7, (organization_id, Some(&parent)), noon());
        assert_eq!(child(OrganizationId(1)).unwrap().len(), 2);
        assert_eq!(child(OrganizationId(2)).unwrap_err().code(), "invalid");
    }
}
