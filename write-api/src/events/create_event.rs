//! Creates an event. Names need not be unique, so clients that may repeat a request send an idempotency key.

use proto_events::tournament::{Organizing, TournamentDetails};
use serde_json::Value;
use service_kit::random;
use utoipa::openapi::schema::{KnownFormat, Type};
use utoipa::openapi::{RefOr, Schema};

use super::convention::named_convention;
use super::event_fields::{self, EventChange, EventPlan};
use super::{document, parents};
use crate::engine::NewStream;
use crate::http::body::{FromJson, Limit, fault, plain, whole};
use crate::http::problems::failed;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_event",
    summary: "Create an event",
    text: "`name` and `event_format` are required; other fields have defaults. Registration is open from then on. \
           Events may share a name: send an `Idempotency-Key`, so that a repeated request creates no second event.",
    body: Some(body_schema::<NewEvent>()),
    answer: Answer::json(201, "OrganizedEvent"),
    ids: &[
        NamedId::in_body("convention_slug", Thing::Convention, Rule::Organization),
        NamedId::in_body("parent_id", Thing::Event, Rule::Organization),
    ],
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/", Operation::ManageEvents)
};

body! {
    /// A new event. Fields that are not given have their defaults.
    pub struct NewEvent such as r#"{"name": "Friday Legacy", "event_format": "LEGACY"}"# {
        ..plan: EventChange => [name, event_format],
        /// Random seed, for a trial run that repeats an earlier one; drawn if not given, and never changed.
        seed: Option<Seed>,
    }
}

/// The seed of everything random in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(i64);

impl FromJson for Seed {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        whole(&value).map(Self).or_else(|| fault(errors, path, message!("not-an-integer", "Must be an integer.")))
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::Integer, Some(KnownFormat::Int64)).into())
    }
}

impl Command for NewEvent {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Tournament>;

    fn check(&self, errors: &mut FieldErrors) {
        check_body(self, errors);
    }

    async fn run(&self, run: &Run) -> Result<Written<Tournament>, Problem> {
        let mut errors = FieldErrors::default();
        let convention_id = named_convention(run, self.plan.convention_slug.as_ref(), &mut errors).await?;
        errors.check().map_err(Refusal::from)?;
        self.clone().created(run, convention_id).await
    }
}

impl NewEvent {
    /// Returns a new event with these fields.
    pub fn new(plan: EventChange) -> Self {
        Self { plan, seed: None }
    }

    async fn created(
        self,
        run: &Run,
        convention_id: Option<Option<ConventionId>>,
    ) -> Result<Written<Tournament>, Problem> {
        let Self { plan, seed } = self;
        let organization_id = run.caller.organization()?;
        let parent = run.api().parent(plan.parent()).await.map_err(failed)?;
        let created = Creation {
            organization_id,
            plan,
            convention_id,
            seed: seed.map_or_else(random::seed, |Seed(seed)| seed),
            parent: parent.as_ref().map(|parent| &parent.state),
        };
        let new = NewStream { kind: StreamKind::Tournament, organization_id: Some(organization_id), name: None };
        let decide = |_: Option<&Tournament>, _: &mut _| decide(&created);
        Ok(run.api().create(&run.context, &new, decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    request.caller.organization()?;
    let mut input = request.read::<NewEvent>(body).await?;
    let slug = input.fields().and_then(|new| new.plan.convention_slug.clone());
    let convention_id = named_convention(&request, slug.as_ref(), input.errors()).await?;
    let (new, run) = input.finish(&request)?;
    let written = new.created(&run, convention_id).await?;
    document::answer(&request, StatusCode::CREATED, &written.folded).await
}

/// What an event is created from.
#[derive(Debug, Clone)]
pub(crate) struct Creation<'a> {
    /// The organization that runs it.
    organization_id: OrganizationId,
    /// Its fields; omitted ones get their defaults. The format is required.
    plan: EventChange,
    /// The convention that the fields name.
    convention_id: Option<Option<ConventionId>>,
    /// The seed of everything random in it.
    seed: i64,
    /// The event with the given parent id, if there is one.
    parent: Option<&'a Tournament>,
}

/// Decides the command, which is refused if a field is invalid.
fn decide(created: &Creation<'_>) -> Result<Vec<TournamentEvent>, Refusal> {
    let usual = TournamentDetails::new("", EventFormat::Other);
    let plan = created.plan.made_to(&usual, &Organizing::default(), created.convention_id);
    let mut errors = event_fields::faults(&plan);
    let parent_id = plan.organizing.parent_id;
    parents::check(parent_id, None, created.organization_id, created.parent, &mut errors);
    errors.check()?;
    let EventPlan { details, organizing } = plan;
    let mut events = vec![TournamentEvent::Created { details, seed: created.seed }];
    if organizing != Organizing::default() {
        events.push(TournamentEvent::OrganizingChanged { organizing });
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tournament;

    fn of(plan: EventChange) -> Creation<'static> {
        Creation { organization_id: OrganizationId(1), plan, convention_id: None, seed: 7, parent: None }
    }

    fn named(name: &str) -> EventChange {
        EventChange { name: Some(name.into()), event_format: Some(EventFormat::Legacy), ..EventChange::default() }
    }

    #[test]
    fn an_event_is_announced_as_it_usually_is() {
        let decision = decide(&of(named("Open"))).unwrap();
        let details = TournamentDetails::new("Open", EventFormat::Legacy);
        assert_eq!(decision, vec![TournamentEvent::Created { details, seed: 7 }]);
    }

    #[test]
    fn how_it_is_run_is_told_where_it_is_not_as_usual() {
        let events = decide(&of(EventChange { ranked_playoff: Some(true), ..named("Open") })).unwrap();
        let organizing = Organizing { ranked_playoff: true, ..Organizing::default() };
        assert_eq!(events[1..], [TournamentEvent::OrganizingChanged { organizing }]);
    }

    #[test]
    fn what_is_wrong_is_told_all_at_once() {
        let plan = EventChange { top_cut: Some(1), parent_id: Some(OrNull(Some(99))), ..EventChange::default() };
        let errors = decide(&of(plan)).unwrap_err().fields().unwrap().clone();
        let fields: Vec<_> = errors.iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["name", "parent_id", "top_cut"]);
    }

    #[test]
    fn a_parent_is_an_event_of_the_same_organization() {
        let parent = tournament(&[]);
        let plan = EventChange { parent_id: Some(OrNull(Some(parent.id.0))), ..named("Day 2") };
        let child = |organization_id| Creation { organization_id, parent: Some(&parent), ..of(plan.clone()) };
        assert_eq!(decide(&child(OrganizationId(1))).unwrap().len(), 2);
        assert_eq!(decide(&child(OrganizationId(2))).unwrap_err().code(), "invalid");
    }
}
