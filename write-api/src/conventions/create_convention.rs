//! Creates a convention. Its slug is unique within its organization.

use domain::convention::Convention;
use domain::{foreign_ids, names};
use proto_events::ConventionEvent;
use proto_events::convention::ConventionDetails;

use super::convention_fields::{self, ConventionChange};
use super::{document, slugs};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_convention",
    summary: "Create a convention",
    text: "`name` is required. `slug` is the name of the convention in addresses; if not given, it is made from the \
           name. A slug is unique in your organization, and stays taken after its convention gets another one. \
           `status` is `SCHEDULED` if not given. The same request again is answered with 200 and creates no second \
           convention.",
    body: Some(body_schema::<NewConvention>()),
    answer: Answer::json(201, "Convention"),
    ids: &[NamedId::in_body("slug", Thing::Convention, Rule::OwnName).answered(foreign_ids::Answer::Ignored)],
    is_always_possible: true,
    is_created_once: true,
    ..Route::at("POST", "/api/v1/conventions/", Operation::ManageConventions)
};

body! {
    /// A new convention.
    pub struct NewConvention such as r#"{"name": "Moxhall Open"}"# {
        ..details: ConventionChange => [name],
        /// Its status; `SCHEDULED` if not given.
        status: Option<ConventionStatus>,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    request.caller.organization()?;
    let (new, run) = request.input::<NewConvention>(body).await?;
    let written = new.run(&run).await?;
    document::answer(&request, &written).await
}

#[async_trait]
impl Command for NewConvention {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Convention>;

    fn check(&self, errors: &mut FieldErrors) {
        check_body(self, errors);
    }

    async fn run(&self, run: &Run) -> Result<Written<Convention>, Problem> {
        let Self { details: mut given, status } = self.clone();
        given.slug = given.slug.or_else(|| given.name.as_deref().map(names::slug));
        let details = given.made_to(&ConventionDetails::default());
        let status = status.unwrap_or(ConventionStatus::Scheduled);
        let command = CreateConvention { organization_id: run.caller.organization()?, details, status };
        Ok(run.api().create_convention(&run.context, &command).await?)
    }
}

/// Creates a convention.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateConvention {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// Its details.
    pub details: ConventionDetails,
    /// Its initial status.
    pub status: ConventionStatus,
}

/// Decides the command; `namesake` is the convention that has the slug, if any. It is refused if a field is invalid, or
/// another convention has the slug.
fn decide(namesake: Option<&Convention>, command: &CreateConvention) -> Result<Vec<ConventionEvent>, Refusal> {
    let mut errors = convention_fields::faults(&command.details);
    if !CONVENTION.initial.contains(&command.status) {
        let initial: Vec<_> = CONVENTION.initial.iter().map(ToString::to_string).collect();
        errors.add(
            "status",
            message!("convention-cannot-begin-so", "A new convention may be {initial}.", initial = initial.join(", ")),
        );
    }
    errors.check()?;
    if let Some(known) = namesake {
        if known.details == command.details {
            return Ok(Vec::new());
        }
        return Err(convention_fields::taken(known.id).into());
    }
    let created = ConventionEvent::Created { details: command.details.clone(), status: command.status };
    Ok(vec![created])
}

impl WriteApi {
    /// Creates a convention.
    ///
    /// # Errors
    /// If the command is refused, the idempotency key was used for another request, or the store fails.
    pub async fn create_convention(
        &self,
        context: &Context,
        command: &CreateConvention,
    ) -> Result<Written<Convention>, CommandError> {
        let organization_id = command.organization_id;
        let name = Some(slugs::unique(organization_id, &command.details.slug));
        let decide = |namesake: Option<&Convention>, _: &mut _| decide(namesake, command);
        self.create(context, StreamKind::Convention, Some(organization_id), name, decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::convention;

    fn command(name: &str) -> CreateConvention {
        let details =
            ConventionDetails { name: name.into(), slug: "moxhall-open".into(), ..ConventionDetails::default() };
        CreateConvention { organization_id: OrganizationId(1), details, status: ConventionStatus::Scheduled }
    }

    fn created(name: &str) -> ConventionEvent {
        let CreateConvention { details, status, .. } = command(name);
        ConventionEvent::Created { details, status }
    }

    #[test]
    fn a_new_slug_makes_a_convention() {
        let decision = decide(None, &command("Moxhall Open")).unwrap();
        assert_eq!(decision, vec![created("Moxhall Open")]);
    }

    #[test]
    fn the_same_again_changes_nothing_and_another_under_its_slug_is_refused() {
        let known = convention(&[created("Moxhall Open")]);
        let again = decide(Some(&known), &command("Moxhall Open")).unwrap();
        assert_eq!(again, Vec::new());
        let errors = decide(Some(&known), &command("Other")).unwrap_err().fields().unwrap().clone();
        assert_eq!(errors.to_string(), "slug: This slug is taken by convention 5.");
    }

    #[test]
    fn bad_fields_are_refused_all_at_once() {
        let late = CreateConvention { status: ConventionStatus::Archived, ..command("") };
        let errors = decide(None, &late).unwrap_err().fields().unwrap().clone();
        assert!(errors.names("name") && errors.names("status"), "{errors}");
    }
}
