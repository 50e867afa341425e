//! `/desk/events/{id}/players/`: the players, and one field to register another.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::records::records;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::interface::{Call, Refused};
use crate::desk::missed;
use crate::parts::frame::Frame;
use crate::serving::form_ids::FormIds;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::{Texts, english};

#[derive(Template)]
#[template(path = "desk/players.html")]
struct PlayersPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    may_register: bool,
    /// Whether a player who is added now has missed rounds.
    is_late: bool,
    /// What was typed, if it was refused.
    typed: String,
    /// Why it was refused.
    faults: Vec<String>,
    /// Whether the name is registered already, so that the form asks once more.
    is_double: bool,
    form_id: String,
    in_play: usize,
    rows: Vec<Row>,
}

struct Row {
    id: i64,
    name: String,
    status: &'static str,
    plays: bool,
    record: String,
    checked_in: bool,
    has_list: bool,
}

/// What was typed, and why it was refused.
#[derive(Default)]
struct Typed {
    name: String,
    faults: Vec<String>,
    is_double: bool,
}

/// Shows the players by name.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    request.page(&page(&request, &session, &event, Typed::default()))
}

/// Registers the person whose name was typed, and shows the page again for the next name.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let (event, texts) = (Event::load(&request, &session).await?, english());
    let name = request.form.text("name").to_owned();
    let refused = |faults, is_double| {
        let typed = Typed { name: name.clone(), faults, is_double };
        request.refused(&page(&request, &session, &event, typed))
    };
    if name.is_empty() {
        return refused(vec![texts.say("desk-players-no-name")], false);
    }
    let known = event.state().registrations.iter().find(|entry| is_same_name(&event.name_of(entry.user_id), &name));
    if known.is_some() && !request.form.is_checked("double") {
        return refused(vec![texts.with("desk-players-double", "name", name.as_str())], true);
    }
    let call = Call::new(Method::POST, event.address("registrations/"), json!({ "name": name }));
    let done = match call.once(request.form.exact("form_id")).send(&request).await {
        Ok(registered) => award(&request, &event, &registered).await,
        Err(refusal) => Err(refusal),
    };
    match done {
        Ok(()) => request.redirect(&event.page("players")),
        Err(refusal) => refused(refusal.lines, false),
    }
}

/// Gives a player who comes during play what was chosen for missed rounds.
async fn award(request: &PageRequest, event: &Event, registered: &Value) -> Result<(), Refused> {
    match (request.form.exact("award"), registered["id"].as_i64()) {
        ("", _) | (_, None) => Ok(()),
        (award, Some(player)) => missed::award_all(request, event, player, award).await,
    }
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, typed: Typed) -> PlayersPage {
    let texts = english();
    let records = records(event.state());
    let row = |entry: &Registration| {
        let record = records.get(&entry.id);
        Row {
            id: entry.id.0,
            name: event.name_of(entry.user_id),
            status: entry.status.display_name(),
            plays: entry.status == RegistrationStatus::Complete,
            record: record
                .map_or_else(String::new, |record| format!("{}–{}–{}", record.won, record.lost, record.drawn)),
            checked_in: entry.check_in == Some(QueueCheckInStatus::CheckedIn),
            has_list: entry.decklist_id.is_some() || entry.using_paper_decklist,
        }
    };
    let mut rows: Vec<_> = event.state().registrations.iter().map(row).collect();
    rows.sort_by_cached_key(|row| (!row.plays, row.name.to_lowercase()));
    PlayersPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "players"),
        is_late: missed::is_late(event.state()),
        may_register: session.caller.may(Operation::Register) && !event.state().lifecycle.is_finished(),
        typed: typed.name,
        faults: typed.faults,
        is_double: typed.is_double,
        form_id: FormIds::new_id(),
        in_play: rows.iter().filter(|row| row.plays).count(),
        rows,
    }
}

/// Whether two names are the same for people: without regard to case and to the number of blanks.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    let words = |name: &str| name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_however_it_is_typed() {
        assert!(is_same_name("Ada  Lane", " ada LANE"));
        assert!(!is_same_name("Ada Lane", "Ada Lance"));
    }
}
