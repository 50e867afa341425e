//! `/desk/conventions/{id}/counter/`: the registrations of a person in all events of a convention, found by name: payment,
//! tags and check-in.

use api_kit::spelling::{begins, folded};
use askama::Template;
use domain::tournament::{Registration, Tournament};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto_events::ids::{RegistrationId, TournamentId, UserId};
use service_kit::problem::Problem;
use write_api::registrations::change_registration::ChangeRegistration;
use write_api::registrations::check_in::CheckIn;
use write_api::{OnEvent, OrNull};

use crate::desk::conventions::hub::{Hub, HubFrame};
use crate::desk::players::is_in;
use crate::serving::failures::{PageResult, failed};
use crate::serving::interface::{self, Refused};

const MOST: usize = 20;

#[derive(Template)]
#[template(path = "desk/conventions/counter.html")]
struct CounterPage<'a> {
    frame: HubFrame<'a>,
    /// The text that names begin with.
    asked: String,
    people: Vec<Person<'a>>,
    /// Whether more people were found than are shown.
    has_more: bool,
}

/// A person with the registrations in events of the convention.
struct Person<'a> {
    id: UserId,
    name: String,
    entries: Vec<(&'a Tournament, &'a Registration)>,
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    let typed = hub.typed().map(|form| form.text("q").to_owned());
    let asked = typed.or_else(|| hub.query("q")).unwrap_or_default();
    let text = folded(&asked);
    let mut people = if text.is_empty() { Vec::new() } else { found(hub, &text).await? };
    let has_more = people.len() > MOST;
    people.truncate(MOST);
    for person in &mut people {
        person.entries = entries(hub).filter(|(_, entry)| entry.user_id == person.id).collect();
    }
    hub.page(&CounterPage { frame: hub.frame("counter"), asked, people, has_more })
}

/// Returns the people whose names begin with a text, by name, without their registrations.
async fn found<'a>(hub: &Hub<'_>, text: &str) -> Result<Vec<Person<'a>>, Problem> {
    let mut ids: Vec<_> = entries(hub).map(|(_, entry)| entry.user_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = hub.shared.commands.names_of(&ids).await.map_err(failed)?;
    let meant = names.into_iter().filter(|(_, name)| begins(&folded(name), text, false));
    let mut people: Vec<_> = meant.map(|(id, name)| Person { id, name, entries: Vec::new() }).collect();
    people.sort_by_cached_key(|person| (person.name.to_lowercase(), person.id));
    Ok(people)
}

fn entries<'a>(hub: &'a Hub<'_>) -> impl Iterator<Item = (&'a Tournament, &'a Registration)> {
    let states = hub.events.iter().map(|event| &event.state);
    states.flat_map(|event| event.registrations.iter().map(move |entry| (event, entry)))
}

fn may_check_in(event: &Tournament, entry: &Registration) -> bool {
    entry.has_a_place() && !event.is_queue() && !event.lifecycle.is_finished() && !event.details.is_canceled
}

pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let (form, unknown) = (&hub.form, || hub.fault("desk-check-in-none"));
    let known = |id: TournamentId| hub.events.iter().find(|event| event.state.id == id);
    let event = form.id("event").and_then(known).ok_or_else(unknown)?;
    let entry = form.id::<RegistrationId>("registration").and_then(|id| event.state.registration(id));
    let entry = entry.ok_or_else(unknown)?;
    let (event_id, registration_id) = (event.state.id, entry.id);
    let (gone, new) = (form.text("untag"), form.text("tag"));
    let nothing = ChangeRegistration { registration_id, ..ChangeRegistration::default() };
    let change = match form.exact("step") {
        "check-in" => None,
        "check-out" => Some(ChangeRegistration { queue_check_in_status: Some(OrNull(None)), ..nothing }),
        "paid" => Some(ChangeRegistration { mark_as_paid: Some(true), ..nothing }),
        "unpaid" => Some(ChangeRegistration { mark_as_paid: Some(false), ..nothing }),
        _ => {
            let kept = entry.tags.iter().map(String::as_str).filter(|tag| *tag != gone);
            let added = Some(new).filter(|tag| gone.is_empty() && !tag.is_empty());
            Some(ChangeRegistration { tags: Some(kept.chain(added).map(str::to_owned).collect()), ..nothing })
        }
    };
    if let Some(change) = change {
        // Tags are written as a whole list, which must be the one that was read.
        let terms = if change.tags.is_some() { hub.terms().at_version(event.version) } else { hub.terms() };
        interface::run(hub, terms, &OnEvent(event_id, change)).await.map_err(Refused::or_again)?;
    } else {
        let command = OnEvent(event_id, CheckIn { registration_id, status: None });
        interface::run(hub, hub.terms(), &command).await?;
    }
    let asked = utf8_percent_encode(form.text("q"), NON_ALPHANUMERIC);
    let address = format!("{}?q={asked}#in-{event_id}-{registration_id}", hub.address("counter"));
    hub.completed(&address, "frame-done-saved").await
}
