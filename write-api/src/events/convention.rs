//! Finds the convention that the fields of an event name.

use crate::http::problems::failed;
use crate::prelude::*;

/// Returns the convention with this slug, `Some(None)` for null, and `None` if the fields name none. An unknown slug is
/// added to the errors.
pub(super) async fn named_convention(
    run: &Run,
    slug: Option<&OrNull<String>>,
    errors: &mut FieldErrors,
) -> Result<Option<Option<ConventionId>>, Problem> {
    let Some(OrNull(slug)) = slug else { return Ok(None) };
    let (Some(slug), Some(organization_id)) = (slug, run.caller.organization_id) else { return Ok(Some(None)) };
    let known = run.api().convention(organization_id, slug).await.map_err(failed)?;
    if known.is_none() {
        errors.add(
            "convention_slug",
            message!("unknown-slug-here", "Your organization has no convention with this slug."),
        );
    }
    Ok(Some(known.map(|convention| convention.state.id)))
}
