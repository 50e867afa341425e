//! Changes the details of a convention. Omitted fields keep their values; a convention with a final status cannot
//! change.

use super::convention_fields::{self, ConventionChange};
use super::on_convention::{self, ConventionCommand};
use super::slugs;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_convention",
    summary: "Change a convention",
    text: "Fields that are not given stay as they are; null clears an optional field. A convention that is `ARCHIVED` \
           cannot be changed (409). After a change of `slug`, the convention has only its new address.",
    body: Some(body_schema::<ConventionChange>()),
    answer: Answer::json(200, "Convention"),
    ..Route::at("PATCH", "/api/v1/conventions/{slug}/", Operation::ManageConventions)
};

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    on_convention::answer::<ConventionChange>(&request, body).await
}

impl ConventionCommand for ConventionChange {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;

    async fn run(&self, run: &Run, id: ConventionId) -> Result<Written<Convention>, Problem> {
        let (organization_id, stream) = (run.caller.organization()?, StreamId::convention(id));
        let (api, slug) = (run.api(), self.slug.as_deref().unwrap_or_default());
        let namesake = |_: Arc<Folded<Convention>>| async move {
            Ok(api.holder_of_slug(organization_id, slug).await?.map(|known| known.state.id))
        };
        let decide = |convention: &Convention, namesake: &Option<ConventionId>, _: &mut _| {
            let events = decide(convention, self, *namesake)?;
            let is_new = !slug.is_empty() && slug != convention.details.slug;
            let claim = is_new.then(|| slugs::unique(organization_id, slug).claim(stream));
            Ok::<_, Refusal>(Decision { claims: claim.into_iter().collect(), ..Decision::from(events) })
        };
        Ok(api.change_with(&run.context, stream, namesake, decide).await?)
    }
}

/// Decides the command; `namesake` is the convention that has the requested slug, if any. It is refused if a field is
/// invalid, another convention has the slug, or the convention's status is final.
fn decide(
    convention: &Convention,
    change: &ConventionChange,
    namesake: Option<ConventionId>,
) -> Result<Vec<ConventionEvent>, Refusal> {
    let details = change.made_to(&convention.details);
    if details == convention.details {
        return Ok(Vec::new());
    }
    convention_fields::faults(&details).check()?;
    if let Some(other) = namesake.filter(|known| *known != convention.id) {
        return Err(convention_fields::taken(other).into());
    }
    check_not_final(convention)?;
    Ok(vec![ConventionEvent::DetailsChanged { details }])
}

/// Refuses a command on a convention whose status is final.
pub(super) fn check_not_final(convention: &Convention) -> Result<(), Refusal> {
    if CONVENTION.after(convention.status).is_empty() {
        let said = message!(
            "convention-final",
            "The convention is {value}, which is final: it can no longer be changed.",
            value = convention.status
        );
        return Err(Refusal::conflict(said).with_steps(&CONVENTION, convention.status));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proto_events::convention::ConventionDetails;

    use super::*;
    use crate::testing::*;

    fn standing_at(status: ConventionStatus) -> Convention {
        let details =
            ConventionDetails { name: "Open".into(), slug: "open".into(), series: Some(4), ..Default::default() };
        convention(&[ConventionEvent::DetailsChanged { details }, ConventionEvent::StatusChanged { status }])
    }

    fn decided(change: &ConventionChange) -> Result<Vec<ConventionEvent>, Refusal> {
        decide(&standing_at(ConventionStatus::Scheduled), change, None)
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let url = Some("https://example.org".to_owned());
        let (to, series) = (Some(OrNull(url.clone())), Some(OrNull(None)));
        let decision = decided(&ConventionChange { url: to, series, ..Default::default() });
        let before = standing_at(ConventionStatus::Scheduled).details;
        let details = ConventionDetails { url, series: None, ..before };
        assert_eq!(decision, Ok(vec![ConventionEvent::DetailsChanged { details }]));
    }

    #[test]
    fn what_is_filed_away_is_not_changed_and_the_same_again_changes_nothing() {
        let archived = standing_at(ConventionStatus::Archived);
        let named = |name: &str| ConventionChange { name: Some(name.into()), ..Default::default() };
        for changes in [ConventionChange::default(), named("Open")] {
            assert_eq!(decide(&archived, &changes, None), Ok(vec![]));
        }
        assert_eq!(coded(decide(&archived, &named("Closed"), None)), "convention-final ARCHIVED");
    }

    #[test]
    fn a_slug_is_ones_own_or_nobodys() {
        let moved = || ConventionChange { slug: Some("other".into()), ..Default::default() };
        let open = standing_at(ConventionStatus::Scheduled);
        for mine in [None, Some(ConventionId(5))] {
            assert!(!decide(&open, &moved(), mine).unwrap().is_empty());
        }
        let taken = decide(&open, &moved(), Some(ConventionId(6)));
        assert_eq!(coded(taken), "invalid slug: This slug is taken by convention 6.");
    }

    #[test]
    fn bad_fields_are_refused() {
        let nameless = ConventionChange { name: Some(" ".into()), ..Default::default() };
        assert_eq!(coded(decided(&nameless)), "invalid name: May not be empty.");
    }
}
