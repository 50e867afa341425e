//! `/desk/events/{id}/lists/`: who handed in a decklist, and locking the lists.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::interface::Call;
use crate::parts::frame::Frame;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::{Texts, english};

#[derive(Template)]
#[template(path = "desk/lists.html")]
struct ListsPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    /// How many lists are handed in, in words.
    count: String,
    rows: Vec<Row>,
    may_lock: bool,
    faults: Vec<String>,
}

struct Row {
    registration: i64,
    name: String,
    has_list: bool,
    on_paper: bool,
    /// `None` if the deadline decides.
    locked: Option<bool>,
}

/// Shows the lists of the players in the event; players without a list come first.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    request.page(&page(&request, &session, &event, Vec::new()))
}

/// Locks or unlocks all lists.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let below = if request.form.exact("change") == "unlock" { "decklists/unlock/" } else { "decklists/lock/" };
    match Call::new(Method::POST, event.address(below), Value::Null).send(&request).await {
        Ok(_) => request.redirect(&event.page("lists")),
        Err(refusal) => request.refused(&page(&request, &session, &event, refusal.lines)),
    }
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, faults: Vec<String>) -> ListsPage {
    let texts = english();
    let row = |entry: &Registration| Row {
        registration: entry.id.0,
        name: event.name_of(entry.user_id),
        has_list: entry.decklist_id.is_some(),
        on_paper: entry.using_paper_decklist,
        locked: entry.list_locked.or(event.state().lists_locked),
    };
    let has_to_do = |entry: &&Registration| plays(entry) || entry.decklist_id.is_some();
    let mut rows: Vec<_> = event.state().registrations.iter().filter(has_to_do).map(row).collect();
    rows.sort_by_cached_key(|row| (row.has_list || row.on_paper, row.name.to_lowercase()));
    let handed_in = rows.iter().filter(|row| row.has_list || row.on_paper).count();
    ListsPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "lists"),
        count: texts.with_all("desk-lists-count", [("handed", handed_in.into()), ("all", rows.len().into())]),
        rows,
        may_lock: session.caller.may(Operation::ManageRegistrations),
        faults,
    }
}
