//! The page of a store.

use std::borrow::Cow;

use proto_events::Picture;
use proto_events::ids::OrganizationId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::organization::Organization;

/// The page of a store.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = StorePage)]
pub struct StorePageDocument<'a> {
    /// The organization.
    #[schema(value_type = i64)]
    pub organization_id: OrganizationId,
    /// Its name.
    pub name: Cow<'a, str>,
    /// Its name in the page's address: `/stores/{slug}/`. Empty until the page is changed for the first time: the
    /// address then has the organization's id.
    pub slug: Cow<'a, str>,
    /// What the store says about itself, as Markdown.
    pub about: Cow<'a, str>,
    /// Postal address.
    pub address: Cow<'a, str>,
    /// Address of the store's own web page.
    pub website: Cow<'a, str>,
    /// The colour of buttons and links, as `#rrggbb`; empty for the colour of the service.
    pub accent: Cow<'a, str>,
    /// The store's logo; null if it has none.
    #[serde(default)]
    pub logo: Option<Picture>,
}

impl<'a> StorePageDocument<'a> {
    /// Returns the page of an organization.
    pub fn of(organization: &'a Organization) -> Self {
        let page = &organization.page;
        Self {
            organization_id: organization.id,
            name: Cow::Borrowed(&organization.name),
            slug: Cow::Borrowed(&page.slug),
            about: Cow::Borrowed(&page.about),
            address: Cow::Borrowed(&page.address),
            website: Cow::Borrowed(&page.website),
            accent: Cow::Borrowed(&page.accent),
            logo: organization.logo.clone(),
        }
    }

    /// Returns the path of the page, without the base path.
    pub fn path(&self) -> String {
        store_path(&self.slug, self.organization_id)
    }
}

/// Returns the path of the page of an organization with this slug, which may be empty.
pub fn store_path(slug: &str, id: OrganizationId) -> String {
    if slug.is_empty() { format!("/stores/{id}/") } else { format!("/stores/{slug}/") }
}
