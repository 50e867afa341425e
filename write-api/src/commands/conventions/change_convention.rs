//! Changes the details of a convention. Omitted fields keep their values; a convention with a final status cannot
//! change.

use domain::convention::Convention;
use domain::machines::CONVENTION;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{Actor, ConventionEvent, StreamId};

use super::convention_changes::ConventionChanges;
use super::{convention_fields, slugs};
use crate::engine::context::Reach;
use crate::engine::decision::CommandError;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::legacy::{Asked, FurtherWrites};
use crate::engine::versions::VersionMatch;
use crate::{Done, IdempotencyKey, WriteApi};

/// Changes a convention.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeConvention {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The convention.
    pub convention_id: ConventionId,
    /// The changes.
    pub changes: ConventionChanges,
    /// The version that the caller expects; `None` accepts any version.
    pub expected: Option<VersionMatch>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid, or another convention has the slug.
    #[error(transparent)]
    Invalid(FieldErrors),
    /// The convention's status is final.
    #[error("the convention is {0} and can no longer be changed")]
    Final(ConventionStatus),
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

/// Decides the command; `namesake` is the convention that has the requested slug, if any.
///
/// # Errors
/// If a field is invalid, another convention has the slug, or the convention's status is final.
pub fn decide(
    convention: &Convention,
    command: &ChangeConvention,
    namesake: Option<ConventionId>,
) -> Result<Decision<ConventionEvent, Outcome>, Refusal> {
    let details = command.changes.made_to(&convention.details);
    if details == convention.details {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    convention_fields::faults(&details).check().map_err(Refusal::Invalid)?;
    if let Some(other) = namesake.filter(|known| *known != convention.id) {
        return Err(Refusal::Invalid(convention_fields::taken(other)));
    }
    if CONVENTION.after(convention.status).is_empty() {
        return Err(Refusal::Final(convention.status));
    }
    Ok(Decision::happens(vec![ConventionEvent::DetailsChanged { details }], Outcome::Changed))
}

impl WriteApi {
    /// Changes a convention; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the convention is unknown to the organization or has another version, the key was
    /// used for another request, or the store fails.
    pub async fn change_convention(
        &self,
        actor: &Actor,
        command: &ChangeConvention,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Convention, Outcome>, CommandError<Refusal>> {
        let ChangeConvention { organization_id, convention_id, changes, expected } = command;
        let slug = changes.slug.as_deref().unwrap_or_default();
        let namesake = self.holder_of_slug(*organization_id, slug).await?.map(|known| known.state.id);
        let stream = StreamId::convention(*convention_id);
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        let reach = Reach::organization(*organization_id);
        let asked = Asked { actor, reach, stream, expected: expected.as_ref(), arrived_at: None, once };
        let claims = |convention: &Convention| {
            let is_new = !slug.is_empty() && slug != convention.details.slug;
            let claims = is_new.then(|| slugs::claim(*organization_id, slug, stream)).into_iter().collect();
            FurtherWrites { writes: Vec::new(), claims }
        };
        self.change_beside(asked, |convention| decide(convention, command, namesake), claims).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::convention::ConventionDetails;

    use super::*;
    use crate::testing::convention;

    fn standing_at(status: ConventionStatus) -> Convention {
        let details =
            ConventionDetails { name: "Open".into(), slug: "open".into(), series: Some(4), ..Default::default() };
        convention(&[ConventionEvent::Created { details, status }])
    }

    fn with(changes: ConventionChanges) -> ChangeConvention {
        ChangeConvention { organization_id: OrganizationId(1), convention_id: ConventionId(5), changes, expected: None }
    }

    fn decided(changes: ConventionChanges) -> Result<Decision<ConventionEvent, Outcome>, Refusal> {
        decide(&standing_at(ConventionStatus::Scheduled), &with(changes), None)
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let url = Some(Some("https://example.org".to_owned()));
        let decision =
            decided(ConventionChanges { url: url.clone(), series: Some(None), ..Default::default() }).unwrap();
        let before = standing_at(ConventionStatus::Scheduled).details;
        let details = ConventionDetails { url: url.flatten(), series: None, ..before };
        let expected = Decision::happens(vec![ConventionEvent::DetailsChanged { details }], Outcome::Changed);
        assert_eq!(decision, expected);
    }

    #[test]
    fn the_same_again_changes_nothing_even_of_what_is_filed_away() {
        let same = ConventionChanges { name: Some("Open".into()), ..Default::default() };
        for changes in [ConventionChanges::default(), same] {
            let archived = standing_at(ConventionStatus::Archived);
            assert_eq!(decide(&archived, &with(changes), None).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn what_is_filed_away_is_not_changed() {
        let renamed = ConventionChanges { name: Some("Closed".into()), ..Default::default() };
        let refused = decide(&standing_at(ConventionStatus::Archived), &with(renamed), None);
        assert_eq!(refused, Err(Refusal::Final(ConventionStatus::Archived)));
    }

    #[test]
    fn a_slug_is_ones_own_or_nobodys() {
        let moved = || with(ConventionChanges { slug: Some("other".into()), ..Default::default() });
        let open = standing_at(ConventionStatus::Scheduled);
        for mine in [None, Some(ConventionId(5))] {
            assert_eq!(decide(&open, &moved(), mine).unwrap().outcome, Outcome::Changed);
        }
        let Err(Refusal::Invalid(errors)) = decide(&open, &moved(), Some(ConventionId(6))) else { panic!("twice") };
        assert_eq!(errors.to_string(), "slug: Is taken by convention 6.");
    }

    #[test]
    fn bad_fields_are_refused() {
        let nameless = ConventionChanges { name: Some(" ".into()), ..Default::default() };
        assert!(matches!(decided(nameless), Err(Refusal::Invalid(_))));
    }
}
