//! The page of an event for its player: `/me/{id}/` for a signed-in person, and `/e/{event}/{code}/` for the holder of a
//! private link; below each, `live/` has the changes of the page as a stream, which ends when the page would no longer
//! open: the link is revoked, the session is over, the event is deleted.
//!
//! The code in the address of a link is the only credential; no cookie is needed. Wrong codes are counted per address of
//! the client, and slowed down; a right one always opens.

use api_kit::private_links::Code;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use domain::permissions::Operation::ReadOwnRegistrations;
use domain::possible_results::choices;
use proto_events::ids::{MatchId, RegistrationId, TournamentId};
use service_kit::problem::Problem;
use write_api::decklists::change_decklist::ChangeDecklist;
use write_api::decklists::create_decklist::CreateDecklist;
use write_api::event_lists::attach_decklist::AttachDecklist;
use write_api::judging::call_judge::NewJudgeCall;
use write_api::matches::confirm_result::ConfirmResult;
use write_api::matches::contest_result::ContestResult;
use write_api::matches::report_result::ReportResult;
use write_api::matches::score::Score;
use write_api::queues::step_in_queue::StepInQueue;
use write_api::registrations::answer_offer::AnswerOffer;
use write_api::registrations::check_in::CheckIn;
use write_api::registrations::drop_player::DropPlayer;
use write_api::{DecklistFields, OrNull};

use crate::desk::words::{Entry, EntryForm, as_score};
use crate::parts::page_kinds::MessagePage;
use crate::player::page::{Draft, Player, PlayerBy};
use crate::player::queue;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::interface::Refused;
use crate::serving::live::PageReader;
use crate::serving::passwords::wrong_link;
use crate::serving::request::{PageRequest, UserRequest};

pub(crate) async fn show(player: &Player<'_>) -> PageResult {
    player.request.page(&player.page().await?)
}

impl<'a> Player<'a> {
    /// Returns the person as a player of the event in the path, or a 404.
    pub(super) async fn load(request: &'a UserRequest<'a>) -> Result<Self, Problem> {
        let id: TournamentId = request.id()?;
        let event = request.shared.commands.tournament(id).await.map_err(failed)?;
        let event = event.filter(|event| !event.state.is_deleted).ok_or_else(not_found)?;
        let caller = request.session.caller.clone();
        let own = event.state.registrations.iter().find(|entry| entry.user_id == caller.user_id);
        let entry = own.ok_or_else(not_found)?.id;
        Ok(Self { request, event, entry, address: format!("/me/{id}/"), by: PlayerBy::Person(caller) })
    }

    pub(super) async fn by_link(request: &'a PageRequest) -> Result<Self, PageError> {
        Self::opened(request, request.param("event"), request.param("code")).await
    }

    /// Returns the player of a link with this event and code. Revoked links and those that never existed get the same answer.
    pub(super) async fn opened(request: &'a PageRequest, event: &str, code: &str) -> Result<Self, PageError> {
        match Self::find(request, event, code).await? {
            Some(player) => Ok(player),
            None => Err(does_not_open(request, NO_LINK).await),
        }
    }

    async fn find(request: &'a PageRequest, event: &str, code: &str) -> Result<Option<Self>, Problem> {
        let (Some(id), Some(code)) = (api_kit::path::integer(event), Code::read(code)) else { return Ok(None) };
        let event = request.shared.commands.tournament(TournamentId(id)).await.map_err(failed)?;
        let Some(event) = event.filter(|event| !event.state.is_deleted) else { return Ok(None) };
        let entry = request.shared.sheets.of(&event).of_link(&code.sha256_hex());
        let Some(entry) = entry.and_then(|id| event.state.registration(id)) else { return Ok(None) };
        // The link of a person who was erased opens nothing.
        if request.shared.commands.is_erased(entry.user_id).await.map_err(failed)? {
            return Ok(None);
        }
        let (entry, by) = (entry.id, PlayerBy::Link(entry.user_id));
        Ok(Some(Self { request, event, entry, address: code.path(TournamentId(id)), by }))
    }

    /// Sends no `Referer` from a page of a private link, since its address is secret.
    pub(super) fn quiet(page: PageResult) -> PageResult {
        page.map(quiet)
    }
}

/// The key of the reason why a private link does not open.
const NO_LINK: &str = "player-no-link-why";

/// Answers a link that does not open, with the key of the reason. Such requests are counted and slowed down.
pub(super) async fn does_not_open(request: &PageRequest, why: &str) -> PageError {
    let (frame, title) = (request.frame(), request.texts.say("player-no-link"));
    let page = |reason| MessagePage { frame, title, lead: vec![reason], links: Vec::new() };
    wrong_link(request, why, page).await.map_or_else(Into::into, |page| quiet(page).into())
}

fn quiet(mut page: Response) -> Response {
    page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    page
}

pub(crate) async fn follow_own(request: &UserRequest<'_>) -> PageResult {
    let reader = PageReader::Player(request.session.caller.user_id);
    Ok(request.follow(request.id()?, reader, Some(request.stream_right(ReadOwnRegistrations))).await?)
}

pub(crate) async fn follow_held(player: &Player<'_>) -> PageResult {
    let code = Code::read(player.param("code")).ok_or_else(not_found)?;
    match player.follow(player.event.state.id, PageReader::Link(code.sha256_hex()), None).await {
        Err(problem) if problem.status().as_u16() == 404 => Err(does_not_open(player, NO_LINK).await),
        answered => Ok(answered?),
    }
}

/// Takes the step that the form names, and goes back to the page.
pub(crate) async fn send(player: &Player<'_>) -> PageResult {
    let registration_id = player.entry;
    match player.form.exact("step") {
        "check-list" => return show(player).await,
        "list" => hand_in(player).await?,
        "check-in" => {
            let command = CheckIn { registration_id, status: None };
            player.run_on_event(command).await?;
        }
        step @ ("accept" | "decline") => {
            player.run_on_event(AnswerOffer { registration_id, is_accepted: step == "accept" }).await?;
        }
        "drop" => {
            player.run_on_event(DropPlayer { registration_id }).await?;
        }
        step => {
            if let Some(status) = queue::status_of(step) {
                let command = StepInQueue { registration_id, status, is_last: None };
                player.run_on_event(command).await?;
            } else if !is_taken(player, step).await? {
                return Err(player.fault("player-stale"));
            }
        }
    }
    player.redirect(&player.address)
}

/// Takes a step of the match that the form names. Returns false if the player does not play in it.
async fn is_taken(player: &Player<'_>, step: &str) -> Result<bool, Refused> {
    let match_id = api_kit::path::integer(player.form.exact("match")).map(MatchId);
    let state = &player.event.state;
    let placed = match_id.and_then(|id| state.placed(id));
    let own = placed.and_then(|placed| Some((placed, placed.table.side(player.entry)?)));
    let Some((placed, side)) = own else { return Ok(false) };
    let (match_id, players) = (placed.table.id(), &placed.table.pairing.players);
    // A score names the players of the pairing, each for the own side.
    let own = players.get(side).copied().unwrap_or(player.entry);
    let taken = match step {
        "report" => {
            let score = match EntryForm::of(state, placed.table) {
                EntryForm::Games => score(state.details.best_of, players, own, player.form.exact("entry")),
                EntryForm::Scores => {
                    of_scores(players, own, ["own_score", "other_score"].map(|it| player.form.text(it)))
                }
                // The form names a seat, as the desk types it after the number of a table.
                form @ EntryForm::Pod(_) => Entry::read(&format!("1 {}", player.form.exact("entry")), |_| form)
                    .map(|entry| as_score(placed.table, &entry.result)),
                form @ EntryForm::Places(seats) => {
                    let places = (1..=seats).map(|seat| player.form.exact(&format!("place-{seat}")));
                    let line = places.fold("1".to_owned(), |line, place| format!("{line} {place}"));
                    Entry::read(&line, |_| form).map(|entry| as_score(placed.table, &entry.result))
                }
            };
            let Some(score) = score else { return Ok(false) };
            player.run_on_event(ReportResult { match_id, score }).await
        }
        "confirm" => player.run_on_event(ConfirmResult { match_id }).await,
        "contest" => player.run_on_event(ContestResult { match_id }).await,
        "call" => {
            let call = NewJudgeCall { match_id: Some(match_id), ..NewJudgeCall::default() };
            player.run_on_event(call).await
        }
        _ => return Ok(false),
    };
    taken.map(|_| true)
}

/// Returns the score that is typed as the player's games, the opponent's games and drawn ones: `2-1-0`.
fn score(best_of: Option<i32>, players: &[RegistrationId], own: RegistrationId, typed: &str) -> Option<Score> {
    let written = |first: i32, second: i32, drawn: i32| format!("{first}-{second}-{drawn}");
    let games = choices(best_of).into_iter().find(|games| written(games.first, games.second, games.drawn) == typed)?;
    let other = players.iter().find(|player| **player != own)?;
    let games_won = vec![(own, games.first), (*other, games.second)];
    Some(Score { games_won, games_drawn: Some(games.drawn), ..Score::default() })
}

/// Returns the score that is typed as the player's score and the opponent's.
fn of_scores(players: &[RegistrationId], own: RegistrationId, typed: [&str; 2]) -> Option<Score> {
    let [scored, lost] = typed.map(|score| score.parse::<u16>().ok().map(i32::from));
    let other = players.iter().find(|player| **player != own)?;
    Some(Score { scores: vec![(own, scored?), (*other, lost?)], ..Score::default() })
}

/// Hands a list in: the player's own list is changed, or a new one is made. The holder of a link always makes a new one,
/// since the player's own lists may be handed in for other events too.
async fn hand_in(player: &Player<'_>) -> Result<(), PageError> {
    let draft = Draft::sent(player);
    if draft.text.trim().is_empty() {
        return Err(player.fault("player-list-empty"));
    }
    let (name, text) = (Some(draft.name().to_owned()), Some(draft.text.clone()));
    let fields = DecklistFields { name, plaintext_list: text, ..DecklistFields::default() };
    let entry = player.event.state.registration(player.entry);
    let own = entry.filter(|entry| entry.list_is_players && !player.is_by_link()).and_then(|entry| entry.decklist_id);
    if let Some(decklist_id) = own {
        player.run(&ChangeDecklist { decklist_id, fields }).await?;
        return Ok(());
    }
    let made = player.run(&CreateDecklist { fields }).await?;
    let attach = AttachDecklist { registration_id: player.entry, decklist_id: OrNull(Some(made.folded.state.id)) };
    player.run_on_event(attach).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_typed_from_the_players_view() {
        let players = [RegistrationId(4), RegistrationId(7)];
        let typed = |own, text: &str| score(Some(3), &players, RegistrationId(own), text);
        let expected = |games: [(i64, i32); 2]| {
            let games_won = games.map(|(id, won)| (RegistrationId(id), won)).to_vec();
            Some(Score { games_won, games_drawn: Some(0), ..Score::default() })
        };
        assert_eq!(typed(7, "2-1-0"), expected([(7, 2), (4, 1)]));
        assert_eq!(typed(4, "0-2-0"), expected([(4, 0), (7, 2)]));
        let drawn = expected([(4, 0), (7, 0)]).map(|score| Score { games_drawn: Some(3), ..score });
        assert_eq!(typed(4, "0-0-3"), drawn);
        for impossible in ["", "3-0-0", "2-1", "x"] {
            assert_eq!(typed(4, impossible), None, "{impossible}");
        }
        assert_eq!(score(Some(3), &players[..1], RegistrationId(4), "2-0-0"), None, "a bye");
        let scored = of_scores(&players, RegistrationId(7), ["150", "90"]).unwrap();
        assert_eq!(scored.scores, [(RegistrationId(7), 150), (RegistrationId(4), 90)]);
        assert_eq!(of_scores(&players, RegistrationId(7), ["150", ""]), None);
    }
}
