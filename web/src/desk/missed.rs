//! `/desk/events/{id}/players/{registration_id}/late/`: gives a late player byes or losses for the rounds that the player
//! missed.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::tournament::{Round, Tournament};
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{ProgressStatus, RoundType};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::words::round_name;
use crate::parts::frame::Frame;
use crate::serving::failures::not_found;
use crate::serving::interface::{Call, Refused};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/missed.html")]
struct MissedPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    id: i64,
    name: String,
    rounds: Vec<MissedRound>,
    faults: Vec<String>,
}

struct MissedRound {
    number: i32,
    name: String,
}

/// Shows the rounds that the player missed.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let page = page(&request, &session, &event, Vec::new())?;
    request.page(&page)
}

/// Gives the player what was chosen for each round.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let player = player(&request, &event)?;
    let chosen = request.form.all("missed").filter_map(|choice| choice.split_once(' '));
    let rounds = chosen.map(|(round, award)| {
        let round = round.parse::<i32>().map_or_else(|_| json!(round), |number| json!(number));
        json!({ "round_number": round, "award": award })
    });
    match award(&request, &event, player, rounds.collect()).await {
        Ok(()) => request.redirect(&event.page(&format!("players/{player}"))),
        Err(refusal) => request.refused(&page(&request, &session, &event, refusal.lines)?),
    }
}

/// Gives a player who has just been registered the same for all rounds that the player missed. None are left if the same
/// form was carried out before.
pub(crate) async fn award_all(
    request: &PageRequest,
    event: &Event,
    player: RegistrationId,
    of_each: &str,
) -> Result<(), Refused> {
    let rounds = missed(event.state(), player).map(|round| json!({ "round_number": round.number, "award": of_each }));
    let rounds: Vec<_> = rounds.collect();
    if rounds.is_empty() { Ok(()) } else { award(request, event, player, rounds).await }
}

async fn award(
    request: &PageRequest,
    event: &Event,
    player: RegistrationId,
    rounds: Vec<Value>,
) -> Result<(), Refused> {
    let address = event.address(&format!("registrations/{player}/late/"));
    Call::new(Method::POST, address, json!({ "rounds": rounds })).send(request).await.map(|_| ())
}

/// Returns the rounds of play that have begun and in which a player has no match.
pub(crate) fn missed(event: &Tournament, player: RegistrationId) -> impl Iterator<Item = &Round> {
    begun(event).filter(move |round| !round.all_matches().any(|table| table.pairing.players.contains(&player)))
}

/// Returns the rounds of play that have begun, for which a late player can get byes or losses. None in a team event, and
/// after a cut.
fn begun(event: &Tournament) -> impl Iterator<Item = &Round> {
    let is_open = !event.is_team_event() && event.cuts.is_empty() && !event.lifecycle.is_finished();
    let rounds = event.rounds().map(|(_, round)| round).filter(move |_| is_open);
    rounds.filter(|round| round.round_type == RoundType::PlayVsOpponent && round.status != ProgressStatus::Upcoming)
}

/// Whether a player who registers now has missed a round.
pub(crate) fn is_late(event: &Tournament) -> bool {
    begun(event).next().is_some()
}

fn player(request: &PageRequest, event: &Event) -> Result<RegistrationId, Problem> {
    let id = api_kit::path::integer(request.param("registration_id")).map(RegistrationId).ok_or_else(not_found)?;
    event.state().registration(id).map(|entry| entry.id).ok_or_else(not_found)
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    faults: Vec<String>,
) -> Result<MissedPage, Problem> {
    let (texts, player) = (event.texts, player(request, event)?);
    let round = |round: &Round| MissedRound { number: round.number, name: round_name(texts, round) };
    Ok(MissedPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "players"),
        id: player.0,
        name: event.player(player),
        rounds: missed(event.state(), player).map(round).collect(),
        faults,
    })
}
