//! `/desk/events/{id}/lists/{registration_id}/`: one player's decklist as it counts for the event, and its lock.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::Registration;
use proto_events::ids::RegistrationId;
use serde_json::json;
use service_kit::problem::Problem;

use crate::desk::deck::Deck;
use crate::desk::event::{Event, EventHead};
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::failures::{failed, not_found};
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/list.html")]
struct ListPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    id: RegistrationId,
    name: String,
    /// The list; none if it is missing or on paper.
    deck: Option<Deck>,
    /// When this revision was made.
    made: Option<Moment>,
    /// Whether this revision counts whatever is changed later.
    is_fixed: bool,
    on_paper: bool,
    /// `None` if the deadline decides.
    locked: Option<bool>,
    may_lock: bool,
    faults: Vec<String>,
}

/// Shows the list.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let page = page(&request, &session, &event, Vec::new()).await?;
    request.page(&page)
}

/// Locks or unlocks the list.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let entry = entry(&request, &event)?;
    let below = if request.form.exact("change") == "unlock" { "decklists/unlock/" } else { "decklists/lock/" };
    let whose = json!({ "registration_id": entry.id.0 });
    match Call::new(Method::POST, event.address(below), whose).send(&request).await {
        Ok(_) => request.redirect(&event.page(&format!("lists/{}", entry.id))),
        Err(refusal) => {
            let page = page(&request, &session, &event, refusal.lines).await?;
            request.refused(&page)
        }
    }
}

fn entry<'a>(request: &PageRequest, event: &'a Event) -> Result<&'a Registration, Problem> {
    let id = api_kit::path::integer(request.param("registration_id")).map(RegistrationId).ok_or_else(not_found)?;
    event.state().registration(id).ok_or_else(not_found)
}

async fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    faults: Vec<String>,
) -> Result<ListPage, Problem> {
    let (texts, entry) = (event.texts, entry(request, event)?);
    let mut lists = request.shared.commands.lists_of(event.state(), &[entry.id]).await.map_err(failed)?;
    let list = lists.remove(&entry.id);
    Ok(ListPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "lists"),
        id: entry.id,
        name: event.name_of(entry.user_id),
        deck: list.as_ref().map(|list| Deck::of(texts, list)),
        made: list.as_ref().map(|list| event.moment(list.updated_at)),
        is_fixed: entry.list().is_some_and(|(_, fixed)| fixed.is_some()),
        on_paper: entry.using_paper_decklist,
        locked: entry.list_locked.or(event.state().lists_locked),
        may_lock: session.caller.may(Operation::ManageRegistrations),
        faults,
    })
}
