//! `/desk/conventions/new/` and `/desk/conventions/{id}/change/`: the form of a convention, its status and its header image.

use askama::Template;
use domain::machines::CONVENTION;
use domain::time_zone::Zone;
use proto_events::Version;
use proto_events::convention::ConventionDetails;
use proto_events::vocabulary::ConventionStatus;
use serde_json::{Map, Value, json};
use service_kit::problem::Problem;
use write_api::Typed as _;
use write_api::conventions::change_convention_status::ConventionStep;
use write_api::conventions::convention_fields::ConventionChange;
use write_api::conventions::create_convention::NewConvention;
use write_api::conventions::on_convention::OnConvention;
use write_api::pictures::{RemoveConventionPicture, SetConventionPicture, Upload};

use crate::desk::conventions::hub::{Hub, HubFrame};
use crate::desk::event_form::{Group, Kind, Setting, SettingsForm, formats, labelled, row, setting};
use crate::desk::picture;
use crate::parts::control::{Choice, Control};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{FormPage, REMOVE};
use crate::serving::failures::{PageError, PageResult, failed};
use crate::serving::interface::{self, Refused};
use crate::serving::people::organization;
use crate::serving::request::UserRequest;
use crate::texts::Texts;

/// The fields of a convention. The page draws the headlining formats in its own way, and the status is a step.
pub(crate) const FIELDS: &[Setting] = &[
    row(Group::FIRST, "name", Kind::Line, "", "desk-name").without_hint(),
    row(Group::FIRST, "name_of_location", Kind::Line, "", "desk-convention-place").without_hint(),
    row(Group::WHEN, "start_datetime", Kind::Time, "", "desk-event-starts").without_hint(),
    row(Group::WHEN, "end_datetime", Kind::Time, "", "desk-convention-ends").without_hint(),
    row(Group::WHEN, "event_timezone", Kind::Zone, "", "desk-event-zone"),
    setting("format", "override_headlining_formats", Kind::Formats, "", ""),
    row(Group::VISITORS, "description", Kind::Text, "", "desk-event-description"),
    row(Group::VISITORS, "url", Kind::Line, "", "desk-convention-url"),
    row(Group::VISITORS, "hotel_block_information", Kind::Text, "", "desk-convention-hotel").without_hint(),
    row(Group::VISITORS, "requires_ticket", Kind::Yes, "", "desk-convention-ticket").without_hint(),
    row(Group::VISITORS, "show_game_type_filters", Kind::Yes, "", "desk-convention-filters").without_hint(),
    row(Group::PLACE, "address", Kind::Text, "", "desk-event-address"),
    row(Group::PLACE, "latitude", Kind::Decimal, "", "desk-convention-latitude"),
    row(Group::PLACE, "longitude", Kind::Decimal, "", "desk-convention-longitude").without_hint(),
    row(Group::LOOK, "accent_color_primary_hex", Kind::Line, "", "desk-convention-color"),
    row(Group::LOOK, "accent_color_secondary_hex", Kind::Line, "", "desk-convention-second-color").without_hint(),
    row(Group::LOOK, "header_image", Kind::Line, "", "desk-convention-header"),
    row(Group::ELSEWHERE, "slug", Kind::Line, "", "desk-convention-slug"),
    row(
        Group::ELSEWHERE,
        "regional_championship_region",
        Kind::Term("term-region-{name}", REGIONS),
        "",
        "desk-convention-region",
    )
    .without_hint(),
    row(Group::ELSEWHERE, "override_has_regional_championship", Kind::Yes, "", "desk-convention-regional")
        .without_hint(),
    row(Group::ELSEWHERE, "floor_judge_buzzer_identifier", Kind::Line, "", "desk-convention-buzzer").without_hint(),
    row(Group::ELSEWHERE, "external_site_hub_id", Kind::Line, "", "desk-convention-hub-id").without_hint(),
    row(Group::ELSEWHERE, "series", Kind::Number, "", "desk-convention-series").without_hint(),
    row(Group::ELSEWHERE, "product_lists", Kind::List, "", "desk-convention-products"),
];

/// Values of `regional_championship_region`.
pub(crate) const REGIONS: &[&str] = &[
    "",
    "USA",
    "CANADA",
    "EMEA",
    "AUS_NZ",
    "CHINA",
    "JP_KR",
    "SEA",
    "CHINESE_TAIPEI",
    "BRAZIL",
    "CENTRAL_AMERICA",
    "SOUTH_AMERICA",
];

fn form_of(details: &ConventionDetails) -> SettingsForm {
    let mut document = serde_json::to_value(details).unwrap_or_default();
    let place = details.coordinates.as_ref().map(|place| place.coordinates.as_slice());
    if let Some([longitude, latitude, ..]) = place {
        (document["longitude"], document["latitude"]) = (json!(longitude), json!(latitude));
    }
    SettingsForm::of(FIELDS, &document, Zone::of(details.event_timezone.as_deref()))
}

/// Returns the fields as the interface takes them. An empty text is no text.
fn body(fields: &SettingsForm) -> Map<String, Value> {
    let Value::Object(mut body) = fields.body() else { return Map::new() };
    body.values_mut().filter(|value| value.as_str() == Some("")).for_each(|value| *value = Value::Null);
    let place = [body.remove("longitude"), body.remove("latitude")].map(Option::unwrap_or_default);
    let is_nowhere = place.iter().all(Value::is_null);
    let point = json!({ "type": "Point", "coordinates": place });
    body.insert("coordinates".into(), if is_nowhere { Value::Null } else { point });
    if body.get("slug") == Some(&Value::Null) {
        body.remove("slug");
    }
    body
}

#[derive(Template)]
#[template(path = "desk/conventions/new.html")]
struct NewPage {
    frame: Frame,
    fields: SettingsForm,
    statuses: Vec<Choice>,
}

#[derive(Template)]
#[template(path = "desk/conventions/change.html")]
struct ChangePage<'a> {
    frame: HubFrame<'a>,
    fields: SettingsForm,
    /// The version that the person read before the first change.
    version: Version,
    /// The statuses that the convention can have next.
    steps: Vec<Choice>,
}

pub(crate) async fn show_new(request: &UserRequest<'_>) -> PageResult {
    let fields = match request.typed() {
        Some(form) => SettingsForm::sent(FIELDS, form),
        None => {
            let zone = organization(request).await?.state.time_zone.clone().unwrap_or_default();
            SettingsForm::empty(FIELDS).with("event_timezone", &zone)
        }
    };
    let statuses = statuses(request.texts, CONVENTION.initial, request.form.exact("status"));
    request.page(&NewPage { frame: request.frame(), fields, statuses })
}

pub(crate) async fn send_new(request: &UserRequest<'_>) -> PageResult {
    let details = typed(request, body(&SettingsForm::sent(FIELDS, &request.form)).into())?;
    let status = ConventionStatus::from_wire_name(request.form.exact("status"));
    let terms = request.terms().once(request.form.exact("form_id"));
    let made = interface::run(request, terms, &NewConvention { details, status }).await;
    let id = made.map_err(|refusal| refused(request.texts, refusal))?.folded.state.id;
    request.redirect(&format!("/desk/conventions/{id}/"))
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    // The step of a status is a form without fields.
    let typed = hub.typed().filter(|form| form.is_checked("name"));
    let fields = typed.map_or_else(|| form_of(&hub.state().details), |form| SettingsForm::sent(FIELDS, form));
    let version = typed.and_then(|form| form.id("version")).unwrap_or(hub.convention.version);
    let steps = statuses(hub.texts, CONVENTION.after(hub.state().status), "");
    hub.page(&ChangePage { frame: hub.frame("change"), fields, version, steps })
}

/// Changes the fields that this person changed on the page. Others keep what was saved meanwhile.
pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let version = hub.form.id("version").unwrap_or(hub.convention.version);
    let shown = hub.shared.commands.convention_at(hub.state().id, version).await.map_err(failed)?;
    let before = body(&form_of(shown.as_ref().map_or(&hub.state().details, |shown| &shown.state.details)));
    let mut changed = body(&SettingsForm::sent(FIELDS, &hub.form));
    changed.retain(|field, value| before.get(field) != Some(value));
    let change = typed(hub, changed.into())?;
    let saved = interface::run(hub, hub.terms(), &OnConvention(hub.state().id, change)).await;
    saved.map_err(|refusal| refused(hub.texts, refusal))?;
    hub.done_at("change", "frame-done-saved").await
}

/// Gives the convention another status. The final one is asked for once more.
pub(crate) async fn send_status(hub: &Hub<'_>) -> PageResult {
    let chosen = hub.form.exact("status");
    let status = ConventionStatus::from_wire_name(chosen).ok_or_else(|| hub.fault("desk-convention-no-status"))?;
    if CONVENTION.after(status).is_empty() && !hub.form.is_checked("sure") {
        let title = hub.texts.with("desk-convention-archive", "name", hub.state().details.name.as_str());
        let page = FormPage::new(hub.request.frame(), title, hub.address("status"), "desk-convention-do-archive");
        let page = page.lead(hub.texts.say("desk-convention-archive-effect")).danger();
        let fields = [("status", chosen), ("sure", "yes")].map(|(name, value)| Control::Hidden(name, value.to_owned()));
        return hub.page(&page.controls(fields).cancel(hub.address("change"), "desk-cancel"));
    }
    interface::run(hub, hub.terms(), &OnConvention(hub.state().id, ConventionStep { status })).await?;
    hub.done_at("change", "frame-done-saved").await
}

pub(crate) async fn show_picture(hub: &Hub<'_>) -> PageResult {
    let state = hub.state();
    hub.page(&picture::page(hub, &state.details.name, state.picture.as_ref(), hub.address("change")))
}

pub(crate) async fn save_picture(hub: &Hub<'_>) -> PageResult {
    let id = hub.state().id;
    if hub.form.exact("step") == REMOVE {
        interface::run(hub, hub.terms(), &OnConvention(id, RemoveConventionPicture {})).await?;
    } else {
        let upload = Upload(hub.form.file());
        interface::run(hub, hub.terms(), &OnConvention(id, SetConventionPicture { upload })).await?;
    }
    hub.redirect_with(&hub.address("picture"), "frame-done-saved")
}

fn typed(request: &UserRequest<'_>, body: Value) -> Result<ConventionChange, PageError> {
    let why = |problem: Problem| refused(request.texts, Refused::by(problem, request.texts));
    ConventionChange::typed(body).map_err(why)
}

fn refused(texts: &Texts, refusal: Refused) -> PageError {
    labelled(FIELDS, texts, refusal).into()
}

fn statuses(texts: &Texts, statuses: &[ConventionStatus], chosen: &str) -> Vec<Choice> {
    let choice =
        |status: &ConventionStatus| Choice::new(status.wire_name(), texts.term(*status), status.wire_name() == chosen);
    statuses.iter().map(choice).collect()
}
