//! `/desk/events/{id}/lists/`: who handed in a decklist, how many cards each has, and locking the lists.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use proto_events::vocabulary::LifecycleStatus;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::deck::Deck;
use crate::desk::event::{Event, EventHead};
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::failures::failed;
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/lists.html")]
struct ListsPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    /// How many lists are handed in, in words.
    count: String,
    deadline: Option<Moment>,
    /// Whether play has started.
    has_started: bool,
    /// Who sees the lists, in words.
    seen_by: String,
    rows: Vec<ListRow>,
    may_lock: bool,
    faults: Vec<String>,
}

struct ListRow {
    registration: i64,
    name: String,
    /// The list; none if there is none, or if it cannot be read.
    deck: Option<Deck>,
    /// Numbers of cards, in words.
    counts: String,
    has_list: bool,
    on_paper: bool,
    /// `None` if the deadline decides.
    locked: Option<bool>,
}

/// Shows the lists of the players in the event; players without a list come first.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let page = page(&request, &session, &event, Vec::new()).await?;
    request.page(&page)
}

/// Locks or unlocks all lists.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let below = if request.form.exact("change") == "unlock" { "decklists/unlock/" } else { "decklists/lock/" };
    match Call::new(Method::POST, event.address(below), Value::Null).send(&request).await {
        Ok(_) => request.redirect(&event.page("lists")),
        Err(refusal) => {
            let page = page(&request, &session, &event, refusal.lines).await?;
            request.refused(&page)
        }
    }
}

async fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    faults: Vec<String>,
) -> Result<ListsPage, Problem> {
    let (texts, state) = (event.texts, event.state());
    let has_to_do = |entry: &&Registration| plays(entry) || entry.decklist_id.is_some();
    let entries: Vec<_> = state.registrations.iter().filter(has_to_do).collect();
    let ids: Vec<_> = entries.iter().map(|entry| entry.id).collect();
    let lists = request.shared.commands.lists_of(state, &ids).await.map_err(failed)?;
    let row = |entry: &Registration| {
        let deck = lists.get(&entry.id).map(|list| Deck::of(texts, list));
        ListRow {
            registration: entry.id.0,
            name: event.name_of(entry.user_id),
            counts: deck.as_ref().map_or_else(String::new, |deck| deck.counts(texts)),
            deck,
            has_list: entry.decklist_id.is_some(),
            on_paper: entry.using_paper_decklist,
            locked: entry.list_locked.or(state.lists_locked),
        }
    };
    let mut rows: Vec<_> = entries.into_iter().map(row).collect();
    rows.sort_by_cached_key(|row| (row.has_list || row.on_paper, row.name.to_lowercase()));
    let handed_in = rows.iter().filter(|row| row.has_list || row.on_paper).count();
    Ok(ListsPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "lists"),
        count: texts.with_all("desk-lists-count", [("handed", handed_in.into()), ("all", rows.len().into())]),
        deadline: state.organizing.decklist_deadline.map(|deadline| event.moment(deadline)),
        has_started: state.lifecycle >= LifecycleStatus::EventInProgress,
        seen_by: texts.say(seen_by(state.lifecycle)),
        rows,
        may_lock: session.caller.may(Operation::ManageRegistrations),
        faults,
    })
}

/// Returns the key of the text that says who sees the lists.
fn seen_by(lifecycle: LifecycleStatus) -> &'static str {
    match lifecycle {
        LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished => "desk-lists-public",
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress
        | LifecycleStatus::EventFinished => "desk-lists-staff",
    }
}
