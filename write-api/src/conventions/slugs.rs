//! Slugs of conventions: unique within an organization. A convention keeps its former slugs.

use crate::engine::UniqueName;
use crate::prelude::*;

fn scope(organization_id: OrganizationId) -> String {
    format!("convention-slug/{organization_id}")
}

/// Returns a slug as a name that is unique in the organization.
pub(super) fn unique(organization_id: OrganizationId, slug: &str) -> UniqueName {
    UniqueName { scope: scope(organization_id), name: slug.to_owned() }
}

impl WriteApi {
    /// Returns the convention that has the slug, or had it before.
    pub(super) async fn holder_of_slug(&self, organization_id: OrganizationId, slug: &str) -> Found<Convention> {
        if slug.is_empty() {
            return Ok(None);
        }
        match self.holder(&scope(organization_id), slug).await? {
            Some(holder) => self.newest(holder).await,
            None => Ok(None),
        }
    }

    /// Returns the convention of an organization that has this slug now.
    pub async fn convention(&self, organization_id: OrganizationId, slug: &str) -> Found<Convention> {
        let holder = self.holder_of_slug(organization_id, slug).await?;
        Ok(holder.filter(|convention| convention.state.details.slug == slug))
    }
}
