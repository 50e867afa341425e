//! Creates a convention. Its slug is unique within its organization.

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

answers!(run NewConvention => document::answer());

impl Command for NewConvention {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;
    type Done = Written<Convention>;

    async fn run(&self, run: &Run) -> Result<Written<Convention>, Problem> {
        let organization_id = run.caller.organization()?;
        let Self { details: mut given, status } = self.clone();
        given.slug = given.slug.or_else(|| given.name.as_deref().map(names::slug));
        let details = given.made_to(&ConventionDetails::default());
        let status = status.unwrap_or(ConventionStatus::Scheduled);
        let name = Some(slugs::unique(organization_id, &details.slug));
        let decide = |namesake: Option<&Convention>, _: &mut _| decide(namesake, &details, status);
        Ok(run.api().create(&run.context, StreamKind::Convention, Some(organization_id), name, decide).await?)
    }
}

/// Decides the command; `namesake` is the convention that has the slug, if any. It is refused if a field is invalid, or
/// another convention has the slug.
fn decide(
    namesake: Option<&Convention>,
    details: &ConventionDetails,
    status: ConventionStatus,
) -> Result<Vec<ConventionEvent>, Refusal> {
    let mut errors = convention_fields::faults(details);
    if !CONVENTION.initial.contains(&status) {
        let initial: Vec<_> = CONVENTION.initial.iter().map(ToString::to_string).collect();
        errors.add(
            "status",
            message!("convention-cannot-begin-so", "A new convention may be {initial}.", initial = initial.join(", ")),
        );
    }
    errors.check()?;
    if let Some(known) = namesake {
        if known.details == *details {
            return Ok(Vec::new());
        }
        return Err(convention_fields::taken(known.id).into());
    }
    Ok(vec![ConventionEvent::Created { details: details.clone(), status }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn details(name: &str) -> ConventionDetails {
        ConventionDetails { name: name.into(), slug: "moxhall-open".into(), ..ConventionDetails::default() }
    }

    fn decided(namesake: Option<&Convention>, name: &str) -> Result<Vec<ConventionEvent>, Refusal> {
        decide(namesake, &details(name), ConventionStatus::Scheduled)
    }

    #[test]
    fn a_new_slug_makes_a_convention_once_and_another_under_it_is_refused() {
        let (details, status) = (details("Moxhall Open"), ConventionStatus::Scheduled);
        let known = convention(&[ConventionEvent::DetailsChanged { details: details.clone() }]);
        assert_eq!(decided(None, "Moxhall Open"), Ok(vec![ConventionEvent::Created { details, status }]));
        assert_eq!(decided(Some(&known), "Moxhall Open"), Ok(vec![]));
        assert_eq!(coded(decided(Some(&known), "Other")), "invalid slug: This slug is taken by convention 5.");
    }

    #[test]
    fn bad_fields_are_refused_all_at_once() {
        let late = decide(None, &details(""), ConventionStatus::Archived);
        let errors = late.unwrap_err().fields().unwrap().clone();
        assert!(errors.names("name") && errors.names("status"), "{errors}");
    }
}
