//! `/admin/store/`: the form of the store's page.

use domain::documents::store_path;
use domain::names;
use domain::organization::Organization;
use write_api::organizations::ChangeStorePage;

use crate::panel::common::form;
use crate::parts::control::TextField;
use crate::serving::failures::PageResult;
use crate::serving::people::organization;
use crate::serving::request::UserRequest;

const STORE: &str = "/admin/store/";
/// The colour of a store that has chosen none, as a field for colours needs one.
const STANDARD_COLOR: &str = "#1b5fc1";

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let Organization { id, name, page, .. } = &organization.state;
    let texts = request.texts;
    let field = |name, label: &str, now: &str| {
        let value = request.typed().map_or_else(|| now.to_owned(), |form| form.lines(name));
        TextField::new(name, texts.say(label), value)
    };
    let slug = if page.slug.is_empty() { names::slug(name) } else { page.slug.clone() };
    let accent = if page.accent.is_empty() { STANDARD_COLOR } else { page.accent.as_str() };
    let about = field("about", "panel-store-about", &page.about).hint(texts.say("panel-store-about-hint"));
    let form = form(request, texts.say("frame-store"), "desk-do-save")
        .lead(texts.say("panel-store-means"))
        .link("/admin/logo/", "panel-logo")
        .link(store_path(&page.slug, *id), "panel-store-show")
        .control(field("slug", "panel-store-slug", &slug).hint(texts.say("panel-store-slug-hint")))
        .control(TextField { kind: "textarea", ..about })
        .control(field("address", "panel-store-address", &page.address))
        .control(TextField { kind: "url", ..field("website", "panel-store-website", &page.website) })
        .control(TextField { kind: "color", ..field("accent", "panel-store-accent", accent).required() });
    request.page(&form)
}

pub(crate) async fn change(request: &UserRequest<'_>) -> PageResult {
    let typed = |name| request.form.lines(name);
    let command = ChangeStorePage {
        organization_id: request.session.organization_id()?,
        // Without one, the command makes one from the name.
        slug: Some(typed("slug")).filter(|slug| !slug.is_empty()),
        about: Some(typed("about")),
        address: Some(typed("address")),
        website: Some(typed("website")),
        accent: Some(typed("accent")).map(|color| if color == STANDARD_COLOR { String::new() } else { color }),
    };
    request.carry_out(&command).await?;
    request.completed(STORE, "frame-done-saved").await
}
