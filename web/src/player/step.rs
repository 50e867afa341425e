//! Takes the steps of a player: each is one request to the HTTP interface, as the player.

use axum::http::Method;
use domain::possible_results::choices;
use proto_events::ids::{MatchId, RegistrationId};
use serde_json::{Value, json};

use crate::parts::frame::Frame;
use crate::player::list::Draft;
use crate::player::page::Player;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;

/// Takes the step that the form names, and goes back to the page.
pub(crate) async fn take(request: &PageRequest, player: &Player, frame: Frame) -> PageResult {
    let (form, entry) = (&request.form, player.entry);
    let own = |below: &str| player.interface(&format!("registrations/{entry}/{below}"));
    let call = match form.exact("step") {
        "check-list" => {
            return request.page(&player.page(request, frame).await?);
        }
        "list" => {
            hand_in(request, player).await?;
            return request.redirect(&player.address);
        }
        "check-in" => Some(Call::new(Method::POST, own("check-in/"), json!({}))),
        "drop" => Some(Call::new(Method::POST, own("drop/"), json!({}))),
        step => of_match(request, player, step),
    };
    let call = call.ok_or_else(|| PageError::line(request.texts.say("player-stale")))?;
    player.send(request, call).await?;
    request.redirect(&player.address)
}

/// Returns the request of a step of the match that the form names; `None` if the player does not play in it.
fn of_match(request: &PageRequest, player: &Player, step: &str) -> Option<Call> {
    let match_id = api_kit::path::integer(request.form.exact("match")).map(MatchId)?;
    let state = &player.event.state;
    let players = &state.placed(match_id)?.table.pairing.players;
    if !players.contains(&player.entry) {
        return None;
    }
    let address = |below: &str| player.interface(&format!("matches/{match_id}/{below}/"));
    match step {
        "report" => {
            let result = result(state.details.best_of, players, player.entry, request.form.exact("entry"))?;
            Some(Call::new(Method::POST, address("result"), result))
        }
        "confirm" | "contest" => Some(Call::new(Method::POST, address(step), json!({}))),
        "call" => Some(Call::new(Method::POST, player.interface("calls/"), json!({ "match_id": match_id.0 }))),
        _ => None,
    }
}

/// Returns the body of a result that is typed as the player's games, the opponent's games and drawn ones: `2-1-0`.
fn result(best_of: Option<i32>, players: &[RegistrationId], own: RegistrationId, typed: &str) -> Option<Value> {
    let written = |first: i32, second: i32, drawn: i32| format!("{first}-{second}-{drawn}");
    let games = choices(best_of).into_iter().find(|games| written(games.first, games.second, games.drawn) == typed)?;
    let other = players.iter().find(|player| **player != own)?;
    Some(json!({
        "games_won": { own.to_string(): games.first, other.to_string(): games.second },
        "games_drawn": games.drawn,
    }))
}

/// Hands a list in: the player's own list is changed, or a new one is made. The holder of a link always makes a new one,
/// since the player's own lists may be handed in for other events too.
async fn hand_in(request: &PageRequest, player: &Player) -> Result<(), PageError> {
    let draft = Draft::sent(request);
    if draft.text.trim().is_empty() {
        return Err(PageError::line(request.texts.say("player-list-empty")));
    }
    let body = json!({ "name": draft.name(), "plaintext_list": draft.text });
    let entry = player.event.state.registration(player.entry);
    let own =
        entry.filter(|entry| entry.list_is_players && player.holder.is_none()).and_then(|entry| entry.decklist_id);
    if let Some(list) = own {
        let change = Call::new(Method::PATCH, format!("/api/v1/decklists/{list}/"), body);
        player.send(request, change).await?;
        return Ok(());
    }
    let made = player.send(request, Call::new(Method::POST, "/api/v1/decklists/".to_owned(), body)).await?;
    let attach = player.interface(&format!("registrations/{}/decklist/", player.entry));
    let attach = Call::new(Method::PUT, attach, json!({ "decklist_id": made["id"] }));
    player.send(request, attach).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_typed_from_the_players_view() {
        let players = [RegistrationId(4), RegistrationId(7)];
        let typed = |own, text: &str| result(Some(3), &players, RegistrationId(own), text);
        assert_eq!(typed(7, "2-1-0"), Some(json!({ "games_won": { "7": 2, "4": 1 }, "games_drawn": 0 })));
        assert_eq!(typed(4, "0-2-0"), Some(json!({ "games_won": { "4": 0, "7": 2 }, "games_drawn": 0 })));
        assert_eq!(typed(4, "0-0-3"), Some(json!({ "games_won": { "4": 0, "7": 0 }, "games_drawn": 3 })));
        for impossible in ["", "3-0-0", "2-1", "x"] {
            assert_eq!(typed(4, impossible), None, "{impossible}");
        }
        assert_eq!(result(Some(3), &players[..1], RegistrationId(4), "2-0-0"), None, "a bye");
    }
}
