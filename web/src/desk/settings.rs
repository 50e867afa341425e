//! `/desk/events/{id}/settings/`: changes an event's settings. `/desk/events/new/`: creates an event, with what the last one
//! had. `/desk/events/{id}/copy/`: creates one like another one in a later week, with the players who come again.

use askama::Template;
use chrono::{Datelike as _, NaiveDateTime};
use domain::series::series_with;
use domain::tournament::{Registration, Tournament};
use domain::usual_rounds::{SIZES, UsualRounds};
use proto_events::ids::{TournamentId, UserId};
use proto_events::vocabulary::RegistrationStatus;
use serde_json::{Value, json};
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use write_api::events::create_event::NewEvent;
use write_api::events::event_fields::EventChange;
use write_api::pictures::ReuseEventPicture;
use write_api::registrations::register_player::CreateRegistration;
use write_api::series::ChangeFollowingEvents;
use write_api::{OnEvent, Typed as _, Written};

use crate::desk::audit_words::setting_key;
use crate::desk::conventions::hub::Hub;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::event_form::rules::nested;
use crate::desk::event_form::{Group, SETTINGS, SettingsForm, formats, labelled_settings};
use crate::desk::players::by_id;
use crate::desk::words::usual_rounds;
use crate::desk::{meanwhile, players};
use crate::parts::frame::Frame;
use crate::serving::documents::{self, KnownEvent};
use crate::serving::failures::{PageError, PageResult, failed};
use crate::serving::interface::{self, Refused};
use crate::serving::people::organization;
use crate::serving::request::UserRequest;
use crate::texts::Texts;

/// Maximum number of players that a copied event takes over.
const REGULARS: usize = 512;

#[derive(Template)]
#[template(path = "desk/settings.html")]
struct SettingsPage<'a> {
    frame: EventFrame<'a>,
    fields: SettingsForm,
    series: Option<i64>,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let fields = meanwhile::fields(desk, SETTINGS, SettingsForm::of_event).await?;
    let organization = organization(desk).await?;
    let series = series_with(&organization.state, desk.state()).map(|(series, _)| series.id);
    desk.page(&SettingsPage { frame: desk.frame("settings"), fields, series })
}

/// Changes the settings that this person changed on the page. If another person has changed one of them since, the page
/// says so and asks. If the event changes before the settings are written, the form is compared again.
pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    if desk.form.exact("change") == "usual" {
        let usual = UsualRounds::of(players::entrants(desk.state()));
        let fields = json!({ "swiss_rounds": usual.swiss_rounds, "top_cut": usual.top_cut });
        save(desk, fields).await.map_err(Refused::or_again)?;
        return desk.redirect_with(&desk.address("players"), "frame-done-saved");
    }
    let fields = meanwhile::changed(desk, SETTINGS, SettingsForm::of_event, setting_key).await?;
    match save(desk, fields).await {
        Ok(_) => desk.redirect_with(&desk.address("settings"), "frame-done-saved"),
        Err(refusal) if refusal.is_stale() => Err(PageError::Stale),
        Err(refusal) => Err(labelled_settings(desk.texts, refusal).into()),
    }
}

/// Saves the changed fields, unless the event has changed since they were compared: of this event, or also of those of its
/// series that follow.
async fn save(desk: &Desk<'_>, fields: Value) -> Result<Written<Tournament>, Refused> {
    let change = EventChange::typed(nested(fields)).map_err(|problem| Refused::by(problem, desk.texts))?;
    let terms = desk.terms().at_version(desk.version());
    match desk.form.is_checked("following") {
        true => desk.run(terms, ChangeFollowingEvents(change)).await,
        false => desk.run(terms, change).await,
    }
}

#[derive(Template)]
#[template(path = "desk/new_event.html")]
struct NewEventPage {
    frame: Frame,
    title: String,
    path: String,
    fields: SettingsForm,
    /// Whether the form takes the time zone of the browser.
    is_blank: bool,
    day: Option<String>,
    /// The players of the copied event, by name, and whether they are ticked.
    regulars: Vec<(String, UserId, bool)>,
}

const NEW_PATH: &str = "/desk/events/new/";
/// The query with the slug of the convention that a new event belongs to.
const CONVENTION: &str = "convention";

/// Shows the form with what is usual in the organization: the settings of its last event.
pub(crate) async fn show_new(request: &UserRequest<'_>) -> PageResult {
    let convention = convention(request).await?;
    let of_convention = convention.as_ref().and_then(|hub| Some(hub.known_zone()?.name().to_owned()));
    let zone = match of_convention {
        None => organization(request).await?.state.time_zone.clone(),
        known => known,
    };
    let fields = match request.typed() {
        Some(form) => SettingsForm::sent(SETTINGS, form),
        None => {
            let last = last_event(request).await?;
            let slug = convention.as_ref().map(|hub| hub.state().details.slug.as_str());
            let like = last.map_or_else(SettingsForm::of_new_event, |last| SettingsForm::like_last_in(&last, slug));
            zone.iter().fold(like, |form, zone| form.with("time_zone", zone))
        }
    };
    let is_blank = request.typed().is_none() && zone.is_none();
    let query = request.query(CONVENTION).map_or_else(String::new, |slug| format!("?{CONVENTION}={slug}"));
    let page = page(request, request.texts.say("desk-new-event"), format!("{NEW_PATH}{query}"), fields);
    request.page(&NewEventPage { is_blank, ..page })
}

/// Returns the convention that a new event belongs to, if there is one.
async fn convention<'a>(request: &'a UserRequest<'a>) -> Result<Option<Hub<'a>>, PageError> {
    let Some(slug) = request.query(CONVENTION) else { return Ok(None) };
    let organization_id = request.session.organization_id()?;
    match request.shared.commands.convention(organization_id, &slug).await.map_err(failed)? {
        Some(convention) => Hub::of(request, convention).await.map(Some),
        None => Ok(None),
    }
}

/// Returns the settings of the organization's last event, as organizers read them.
async fn last_event(request: &UserRequest<'_>) -> Result<Option<Value>, Problem> {
    let (views, organization_id) = (&*request.shared.views, request.session.organization_id()?);
    let newest = KnownEvent::newest(views, organization_id, 1).await?;
    let Some(KnownEvent { id, .. }) = newest.first() else { return Ok(None) };
    documents::find(views, DocumentKey::new(organization_id, ViewKind::OrganizedEvent, *id)).await
}

pub(crate) async fn copy(model: &Desk<'_>) -> PageResult {
    let title = model.texts.with("desk-copied-event", "name", model.state().details.name.as_str());
    let fields = match model.typed() {
        Some(form) => SettingsForm::sent(SETTINGS, form),
        None => SettingsForm::copy_of(model.state(), model.shared.clock.now()),
    };
    let ticked: Vec<_> = model.form.all("regular").collect();
    let comes = |entry: &Registration| {
        use RegistrationStatus::{Canceled, Disqualified};
        !matches!(entry.status, Canceled | Disqualified)
    };
    let entries = model.entries().filter(|(_, entry)| comes(entry));
    let mut regulars: Vec<_> = entries
        .map(|(name, entry)| (name, entry.user_id, ticked.contains(&entry.user_id.to_string().as_str())))
        .collect();
    regulars.sort_by_cached_key(|(name, ..)| name.to_lowercase());
    regulars.truncate(REGULARS);
    let day = fields.start().map(|start| proposed(model.texts, start));
    let page = page(model, title, model.address("copy"), fields);
    model.page(&NewEventPage { day, regulars, ..page })
}

fn proposed(texts: &Texts, start: NaiveDateTime) -> String {
    let weekday = start.weekday().number_from_monday();
    texts.with_all("desk-copy-day", [("weekday", weekday.into()), ("day", texts.long_day(start.date()).into())])
}

pub(crate) async fn send_new(request: &UserRequest<'_>) -> PageResult {
    let id = create(request).await?;
    request.redirect(&format!("/desk/events/{id}/players/"))
}

pub(crate) async fn send_copy(model: &Desk<'_>) -> PageResult {
    let event_id = create(model).await?;
    if let Some(picture) = model.state().picture.clone() {
        // The copy is useful without it, too.
        let _ = interface::run(model, model.terms(), &OnEvent(event_id, ReuseEventPicture { picture })).await;
    }
    let mut are_all_in = true;
    for person in model.form.all("regular").take(REGULARS) {
        // Something else than a number is no one's id.
        let new = by_id(api_kit::path::integer(person).map_or(UserId(0), UserId));
        are_all_in &= interface::run(model, model.once(person), &CreateRegistration { event_id, new }).await.is_ok();
    }
    let path = format!("/desk/events/{event_id}/players/");
    if are_all_in { model.redirect(&path) } else { model.redirect_with(&path, "frame-done-some-registered") }
}

async fn create(request: &UserRequest<'_>) -> Result<TournamentId, PageError> {
    let refused = |refusal| PageError::from(labelled_settings(request.texts, refusal));
    let mut body = nested(SettingsForm::sent(SETTINGS, &request.form).body());
    if let Some(slug) = request.query(CONVENTION) {
        body["convention_slug"] = json!(slug);
    }
    let typed = EventChange::typed(body);
    let plan = typed.map_err(|problem| refused(Refused::by(problem, request.texts)))?;
    let terms = request.terms().once(request.form.exact("form_id"));
    Ok(interface::run(request, terms, &NewEvent::new(plan)).await.map_err(refused)?.folded.state.id)
}

fn page(request: &UserRequest<'_>, title: String, path: String, fields: SettingsForm) -> NewEventPage {
    NewEventPage { frame: request.frame(), title, path, fields, is_blank: false, day: None, regulars: Vec::new() }
}
