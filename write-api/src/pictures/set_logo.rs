//! Sets the logo of the caller's store.

use domain::documents::StorePageDocument;
use proto_events::Picture;

use super::upload::{FILE, LOGO, Upload};
use crate::organizations::change_store_page::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "set_logo",
    tag: Tag::Members,
    summary: "Set the logo of your store",
    text: "The body is the file: JPEG, PNG or WebP, at most 5 MiB and 40 megapixels. It is shrunk to fit into 512 × 512 \
           pixels and encoded anew. The answer names it; it is shown at `/pictures/{sha256}`.",
    body: Some(FILE),
    answer: Answer::of::<StorePageDocument<'_>>(200),
    is_always_possible: true,
    ..Route::at("PUT", "/api/v1/store-page/logo/", Operation::ManageStorePage)
};

/// Sets the logo of an organization.
#[derive(Debug, Clone)]
pub struct SetLogo {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The file.
    pub upload: Upload,
}

impl DirectCommand for SetLogo {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let logo = api.store_picture(&self.upload, LOGO).await?;
        api.change_organization(actor, self.organization_id, |organization, _| Ok(changed(organization, Some(&logo))))
            .await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let (upload, _) = Upload::read(&request, body).await?;
    let written = request.carry_out(&SetLogo { organization_id, upload }).await?;
    document(&request, &written).await
}

/// Decides that an organization has this logo.
pub(super) fn changed(organization: &Organization, logo: Option<&Picture>) -> Vec<OrganizationEvent> {
    if organization.logo.as_ref() == logo {
        return Vec::new();
    }
    vec![OrganizationEvent::LogoSet { logo: logo.cloned() }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn a_logo_is_set_and_removed_once_each() {
        let logo = Picture { sha256: "1".into(), width: 16, height: 9 };
        let set = OrganizationEvent::LogoSet { logo: Some(logo.clone()) };
        assert_eq!(changed(&organization(&[]), None), []);
        assert_eq!(changed(&organization(&[]), Some(&logo)), std::slice::from_ref(&set));
        let with_logo = organization(&[set]);
        assert_eq!(changed(&with_logo, Some(&logo)), []);
        assert_eq!(changed(&with_logo, None), [OrganizationEvent::LogoSet { logo: None }]);
    }
}
