//! Removes the logo of the caller's store.

use domain::documents::StorePageDocument;

use super::set_logo::changed;
use crate::organizations::change_store_page::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "remove_logo",
    tag: Tag::Members,
    summary: "Remove the logo of your store",
    text: "A store without a logo stays as it is.",
    answer: Answer::of::<StorePageDocument<'_>>(200),
    is_always_possible: true,
    ..Route::at("DELETE", "/api/v1/store-page/logo/", Operation::ManageStorePage)
};

body! {
    /// Removes the logo of an organization.
    pub struct RemoveLogo within organization_id {}
}

answers!(within RemoveLogo => document());

decided_by!(organization: RemoveLogo, without_logo);

fn without_logo(organization: &Organization, _: &RemoveLogo) -> Result<Vec<OrganizationEvent>, Refusal> {
    Ok(changed(organization, None))
}
