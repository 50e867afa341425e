//! `/admin/logo/`: the logo of the organization.

use write_api::pictures::{RemoveLogo, SetLogo, Upload};

use crate::parts::page_kinds::{Link, PicturePage, REMOVE};
use crate::serving::failures::PageResult;
use crate::serving::people::organization;
use crate::serving::request::UserRequest;

const PATH: &str = "/admin/logo/";

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (organization, texts) = (organization(request).await?, request.texts);
    request.page(&PicturePage {
        frame: request.frame(),
        title: texts.say("panel-logo"),
        action: PATH.to_owned(),
        picture: organization.state.logo.as_ref(),
        hint: texts.say("panel-logo-hint"),
        back: Link::new("/admin/store/", texts.say("frame-store")),
    })
}

pub(crate) async fn save(request: &UserRequest<'_>) -> PageResult {
    let organization_id = request.session.organization_id()?;
    if request.form.exact("step") == REMOVE {
        request.carry_out(&RemoveLogo { organization_id }).await?;
    } else {
        request.carry_out(&SetLogo { organization_id, upload: Upload(request.form.file()) }).await?;
    }
    request.completed(PATH, "frame-done-saved").await
}
