//! `/desk/events/{id}/swap/`: exchanges two players or teams in the pairings of a round that has not started.

use askama::Template;
use axum::response::Response;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::seating::{name, replace, seated, to_change, warnings};
use crate::desk::words::round_name;
use crate::parts::frame::Frame;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/swap.html")]
struct SwapPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    round: String,
    version: u64,
    options: Vec<SeatOption>,
    warnings: Vec<String>,
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
    let page = page(&request, &session, &event, Vec::new(), &Value::Null)?;
    request.page(&page)
}

/// Exchanges the two. It is refused if the event has changed since the page was shown. Warnings are shown before the round.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let round = to_change(&event)?;
    let mut tables = seated(&event, round);
    let is_seated = |id: &i64| tables.iter().any(|table| table.entrants.contains(id));
    let chosen = |name: &str| api_kit::path::integer(request.form.exact(name)).filter(is_seated);
    let refused = |faults| request.refused(&page(&request, &session, &event, faults, &Value::Null)?);
    let (one, other) = (chosen("one"), chosen("other"));
    let (Some(one), Some(other)) = (one, other) else { return refused(vec![request.texts.say("desk-swap-two")]) };
    for id in tables.iter_mut().flat_map(|table| &mut table.entrants) {
        *id = match *id {
            id if id == one => other,
            id if id == other => one,
            id => id,
        };
    }
    let version = request.form.exact("version").parse().unwrap_or_default();
    match replace(&event, round, &tables).at_version(version).send(&request).await {
        Ok(answer) if warnings(&event, round, &answer).is_empty() => request.redirect(&event.page("round")),
        Ok(answer) => {
            let event = Event::load(&request, &session).await?;
            request.page(&page(&request, &session, &event, Vec::new(), &answer)?)
        }
        Err(refusal) if refusal.is_stale() => refused(vec![request.texts.say("desk-swap-changed")]),
        Err(refusal) => refused(refusal.lines),
    }
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    faults: Vec<String>,
    answer: &Value,
) -> Result<SwapPage, Problem> {
    let (texts, round) = (event.texts, to_change(event)?);
    let tables = seated(event, round);
    let at_second_table = tables.get(1).and_then(|table| table.entrants.first()).copied();
    let chosen = |name: &str, id: i64| request.form.exact(name) == id.to_string();
    let is_second = |id: i64| match request.form.exact("other") {
        "" => at_second_table == Some(id),
        _ => chosen("other", id),
    };
    let option = |table: i32, id: i64| {
        let values = [("table", table.into()), ("name", name(event, round, id).into())];
        let label = texts.with_all("desk-swap-seat", values);
        SeatOption { id, label, is_first: chosen("one", id), is_second: is_second(id) }
    };
    let seats = tables.iter().flat_map(|table| {
        let number = table.table.unwrap_or_default();
        table.entrants.iter().map(move |id| option(number, *id))
    });
    Ok(SwapPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "round"),
        round: round_name(texts, round),
        version: event.version(),
        options: seats.collect(),
        warnings: warnings(event, round, answer),
        faults,
    })
}
