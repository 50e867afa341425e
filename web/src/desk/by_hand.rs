//! `/desk/events/{id}/pairings/`: pairs players by hand who have no match in a round that has not started, and removes
//! matches from it.

use askama::Template;
use axum::response::Response;
use domain::tournament::Round;
use domain::tournament::to_pair::plays_on;
use proto_events::vocabulary::RoundType;
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::seating::{Seated, name, replace, seated, to_change, warnings};
use crate::desk::words::round_name;
use crate::parts::frame::Frame;
use crate::serving::failures::not_found;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

/// How the form names a bye and a loss without an opponent.
const BYE: &str = "bye";
const LOSS: &str = "loss";

#[derive(Template)]
#[template(path = "desk/by_hand.html")]
struct ByHandPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    round: String,
    version: u64,
    /// Players or teams without a match.
    free: Vec<Free>,
    /// Whether a single player can get a loss. Teams cannot.
    has_losses: bool,
    tables: Vec<Table>,
    warnings: Vec<String>,
    faults: Vec<String>,
}

struct Free {
    id: i64,
    name: String,
}

struct Table {
    number: i32,
    names: String,
}

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let page = page(&request, &session, &event, Vec::new(), &Value::Null)?;
    request.page(&page)
}

/// Adds a match or removes one. It is refused if the event has changed since the page was shown.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let round = play_to_change(&event)?;
    let refused = |faults| request.refused(&page(&request, &session, &event, faults, &Value::Null)?);
    let Some(tables) = changed(&request, &event, round) else {
        return refused(vec![request.texts.say("desk-by-hand-two")]);
    };
    let version = request.form.exact("version").parse().unwrap_or_default();
    match replace(&event, round, &tables).at_version(version).send(&request).await {
        Ok(answer) => {
            let event = Event::load(&request, &session).await?;
            request.page(&page(&request, &session, &event, Vec::new(), &answer)?)
        }
        Err(refusal) if refusal.is_stale() => refused(vec![request.texts.say("desk-swap-changed")]),
        Err(refusal) => refused(refusal.lines),
    }
}

/// Returns the tables after the change of the form; `None` if it names no one who can be paired, or no table.
fn changed(request: &PageRequest, event: &Event, round: &Round) -> Option<Vec<Seated>> {
    let mut tables = seated(event, round);
    if let Ok(removed) = request.form.exact("table").parse::<i32>() {
        let at = tables.iter().position(|table| table.table == Some(removed))?;
        tables.remove(at);
        return Some(tables);
    }
    let free = free(event, round);
    let chosen = |name: &str| api_kit::path::integer(request.form.exact(name)).filter(|id| free.contains(id));
    let one = chosen("one")?;
    let entrants = match request.form.exact("other") {
        BYE | LOSS => vec![one],
        _ => vec![one, chosen("other").filter(|other| *other != one)?],
    };
    tables.push(Seated { entrants, table: None, pod: 0, is_loss: request.form.exact("other") == LOSS });
    Some(tables)
}

/// Returns the active players or teams without a match in the round.
fn free(event: &Event, round: &Round) -> Vec<i64> {
    let state = event.state();
    let all: Vec<i64> = if state.is_team_event() {
        state.teams.iter().map(|team| team.id.0).collect()
    } else {
        state.registrations.iter().map(|entry| entry.id.0).collect()
    };
    let paired: std::collections::HashSet<i64> =
        seated(event, round).into_iter().flat_map(|table| table.entrants).collect();
    all.into_iter().filter(|id| plays_on(state, domain::pairing::EntrantId(*id)) && !paired.contains(id)).collect()
}

fn play_to_change(event: &Event) -> Result<&Round, Problem> {
    Some(to_change(event)?).filter(|round| round.round_type == RoundType::PlayVsOpponent).ok_or_else(not_found)
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    faults: Vec<String>,
    answer: &Value,
) -> Result<ByHandPage, Problem> {
    let (texts, round) = (event.texts, play_to_change(event)?);
    let name = |id: i64| name(event, round, id);
    let mut free: Vec<_> = free(event, round).into_iter().map(|id| Free { id, name: name(id) }).collect();
    free.sort_by_cached_key(|free| free.name.to_lowercase());
    let table = |table: Seated| {
        let alone = if table.is_loss { texts.say("desk-assigned-loss") } else { texts.say("desk-bye") };
        let names = table.entrants.iter().map(|id| name(*id));
        let names: Vec<_> = names.chain((table.entrants.len() == 1).then_some(alone)).collect();
        Table { number: table.table.unwrap_or_default(), names: names.join(" – ") }
    };
    Ok(ByHandPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "round"),
        round: round_name(texts, round),
        version: event.version(),
        free,
        has_losses: !event.state().is_team_event(),
        tables: seated(event, round).into_iter().map(table).collect(),
        warnings: warnings(event, round, answer),
        faults,
    })
}
