//! `/desk/events/{id}/swap/`: exchanges two players in the pairings of a round that has not started.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::tournament::{Match, Round};
use proto_events::ids::RegistrationId;
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::ProgressStatus;
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::interface::Call;
use crate::desk::words::round_name;
use crate::parts::frame::Frame;
use crate::serving::failures::not_found;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::{Texts, english};

#[derive(Template)]
#[template(path = "desk/swap.html")]
struct SwapPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    round: String,
    version: u64,
    options: Vec<SeatOption>,
    faults: Vec<String>,
}

/// A player to choose.
struct SeatOption {
    id: i64,
    label: String,
    is_first: bool,
    is_second: bool,
}

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let page = page(&request, &session, &event, Vec::new())?;
    request.page(&page)
}

/// Exchanges the two players. It is refused if the event has changed since the page was shown.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let round = to_change(&event)?;
    let is_seated = |id: &RegistrationId| round.all_matches().any(|table| table.pairing.players.contains(id));
    let chosen = |name: &str| api_kit::path::integer(request.form.exact(name)).map(RegistrationId).filter(is_seated);
    let refused = |faults| request.refused(&page(&request, &session, &event, faults)?);
    let (one, other) = (chosen("one"), chosen("other"));
    let (Some(one), Some(other)) = (one, other) else { return refused(vec![english().say("desk-swap-two")]) };
    let body = json!({ "matches": exchanged(round, one, other) });
    let call = Call::new(Method::PUT, event.address(&format!("rounds/{}/pairings/", round.id)), body);
    let version = request.form.exact("version").parse().unwrap_or_default();
    match call.at_version(version).send(&request).await {
        Ok(_) => request.redirect(&event.page("round")),
        Err(refusal) if refusal.is_stale() => refused(vec![english().say("desk-swap-changed")]),
        Err(refusal) => refused(refusal.lines),
    }
}

/// Returns all tables of a round in the form of the interface, with two players exchanged.
fn exchanged(round: &Round, one: RegistrationId, other: RegistrationId) -> Vec<Value> {
    let place = |id: &RegistrationId| match *id {
        id if id == one => other,
        id if id == other => one,
        id => id,
    };
    let table = |table: &Match| {
        let players: Vec<_> = table.pairing.players.iter().map(place).map(|id| id.0).collect();
        let is_loss = table.pairing.kind == PairingKind::AssignedLoss;
        json!({ "players": players, "table_number": table.pairing.table_number,
            "pod_number": table.pairing.pod_number, "match_is_loss": is_loss })
    };
    round.matches.iter().map(table).collect()
}

/// Returns the round whose pairings can be changed.
fn to_change(event: &Event) -> Result<&Round, Problem> {
    let last = event.last_round().filter(|round| round.status == ProgressStatus::Upcoming && !round.matches.is_empty());
    last.ok_or_else(not_found)
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, faults: Vec<String>) -> Result<SwapPage, Problem> {
    let (texts, round) = (english(), to_change(event)?);
    let chosen = |name: &str, id: RegistrationId| request.form.exact(name) == id.to_string();
    let option = |table: &Match, id: RegistrationId| {
        let values = [("table", table.pairing.table_number.into()), ("name", event.player(id).into())];
        let label = texts.with_all("desk-swap-seat", values);
        SeatOption { id: id.0, label, is_first: chosen("one", id), is_second: chosen("other", id) }
    };
    let seats = round.matches.iter().flat_map(|table| table.pairing.players.iter().map(move |id| option(table, *id)));
    Ok(SwapPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "round"),
        round: round_name(texts, round),
        version: event.version(),
        options: seats.collect(),
        faults,
    })
}
