//! `/admin/store/`: the form of the store's page.

use domain::documents::store_path;
use domain::names;
use domain::organization::{Organization, StorePage};
use write_api::organizations::ChangeStorePage;

use crate::panel::common::form;
use crate::parts::control::TextField;
use crate::serving::failures::PageResult;
use crate::serving::form::Form;
use crate::serving::people::organization;
use crate::serving::request::UserRequest;

const STORE: &str = "/admin/store/";
/// The colour of a store that has chosen none, as a field for colours needs one.
const STANDARD_COLOR: &str = "#1b5fc1";

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let Organization { id, name, page, .. } = &organization.state;
    let texts = request.texts;
    let mut shown = request.typed().map_or_else(|| page.clone(), typed);
    if page.slug.is_empty() && request.typed().is_none() {
        shown.slug = names::slug(name);
    }
    let field = |name, label: &str, value: &str| TextField::new(name, texts.say(label), value);
    let form = form(request, texts.say("frame-store"), "desk-do-save")
        .lead(texts.say("panel-store-means"))
        .link("/admin/logo/", "panel-logo")
        .link(store_path(&page.slug, *id), "panel-store-show")
        .control(field("slug", "panel-store-slug", &shown.slug).hint(texts.say("panel-store-slug-hint")))
        .control(TextField {
            kind: "textarea",
            ..field("about", "panel-store-about", &shown.about).hint(texts.say("panel-store-about-hint"))
        })
        .control(field("address", "panel-store-address", &shown.address))
        .control(TextField { kind: "url", ..field("website", "panel-store-website", &shown.website) })
        .control(TextField {
            kind: "color",
            required: true,
            ..field(
                "accent",
                "panel-store-accent",
                if shown.accent.is_empty() { STANDARD_COLOR } else { &shown.accent },
            )
        });
    request.page(&form)
}

pub(crate) async fn change(request: &UserRequest<'_>) -> PageResult {
    let StorePage { slug, about, address, website, accent } = typed(&request.form);
    let command = ChangeStorePage {
        organization_id: request.session.organization_id()?,
        // Without one, the command makes one from the name.
        slug: Some(slug).filter(|slug| !slug.is_empty()),
        about: Some(about),
        address: Some(address),
        website: Some(website),
        accent: Some(accent),
    };
    request.carry_out(&command).await?;
    request.completed(STORE, "frame-done-saved").await
}

fn typed(form: &Form) -> StorePage {
    let text = |name| form.text(name).to_owned();
    let accent = Some(text("accent")).filter(|color| color != STANDARD_COLOR).unwrap_or_default();
    StorePage {
        slug: text("slug"),
        about: form.lines("about"),
        address: text("address"),
        website: text("website"),
        accent,
    }
}
