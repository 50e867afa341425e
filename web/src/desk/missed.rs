//! `/desk/events/{id}/players/{registration_id}/late/`: gives a late player byes or losses for the rounds that the player
//! missed.

use askama::Template;
use domain::tournament::{Round, Tournament};
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{ProgressStatus, RoundType};
use service_kit::problem::Problem;
use write_api::registrations::award_missed_rounds::{Award, AwardMissedRounds};

use crate::desk::event::{Desk, EventFrame};
use crate::desk::words::round_name;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::interface::Refused;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/missed.html")]
struct MissedPage {
    frame: EventFrame,
    id: i64,
    name: String,
    rounds: Vec<MissedRound>,
}

struct MissedRound {
    number: i32,
    name: String,
}

/// Shows the rounds that the player missed.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, player) = (desk.texts, player(desk)?);
    let round = |round: &Round| MissedRound { number: round.number, name: round_name(texts, round) };
    request.page(&MissedPage {
        frame: desk.frame("players"),
        id: player.0,
        name: desk.player(player),
        rounds: missed(desk.state(), player).map(round).collect(),
    })
}

/// Gives the player what was chosen for each round.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let player = player(&desk)?;
    let chosen = request.form.all("missed").filter_map(|choice| choice.split_once(' '));
    let awards = chosen.map(|(round, award)| Some((round.parse().ok()?, award_named(award)?)));
    let Some(awards) = awards.collect() else {
        return Err(PageError::line(request.texts.say("desk-judges-unknown")));
    };
    award(&desk, player, awards).await?;
    request.redirect(&desk.page(&format!("players/{player}")))
}

/// Gives a player who has just been registered the same for all rounds that the player missed. None are left if the same
/// form was carried out before.
pub(crate) async fn award_all(desk: &Desk<'_>, player: RegistrationId, of_each: Award) -> Result<(), Refused> {
    let awards: Vec<_> = missed(desk.state(), player).map(|round| (round.number, of_each)).collect();
    if awards.is_empty() { Ok(()) } else { award(desk, player, awards).await }
}

async fn award(desk: &Desk<'_>, registration_id: RegistrationId, awards: Vec<(i32, Award)>) -> Result<(), Refused> {
    desk.run(desk.request.terms(), AwardMissedRounds { registration_id, awards }).await.map(|_| ())
}

/// Reads an award as forms name it.
pub(crate) fn award_named(name: &str) -> Option<Award> {
    match name {
        "BYE" => Some(Award::Bye),
        "LOSS" => Some(Award::Loss),
        _ => None,
    }
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

fn player(desk: &Desk<'_>) -> Result<RegistrationId, Problem> {
    let id = api_kit::path::integer(desk.request.param("registration_id")).map(RegistrationId).ok_or_else(not_found)?;
    desk.state().registration(id).map(|entry| entry.id).ok_or_else(not_found)
}
