//! Shows or hides a person's public page with the own results in the events of an organization. A page gets the id under
//! which exports show the player, which does not say who the person is in other organizations.

use api_kit::description::{Answer, Description, Tag};
use api_kit::own_registrations::own_stores;
use api_kit::store_failed;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::documents::OwnPlayerPageDocument;
use domain::player_ids::player_id;
use domain::user::User;
use proto_events::ids::{OrganizationId, PlayerId};
use proto_events::{StreamId, UserEvent};
use service_kit::message;
use service_kit::problem::Problem;

use crate::Refusal;
use crate::engine::context::Context;
use crate::http::answer;
use crate::http::body::{Required, body};
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_player_page",
    tag: Tag::Members,
    summary: "Show or hide your player page",
    text: "`id` is the organization's id. The page shows your name, and your places, records and published lists in the \
           organization's public events. It is hidden until you show it, and keeps its address when you show it again. \
           404 if you are not registered in any event of the organization.",
    parameters: &[],
    body: Some("PlayerPageChange"),
    answer: Answer::Json(200, "OwnPlayerPage"),
};

body! {
    /// Whether a page is shown.
    pub(crate) struct PlayerPageChange such as r#"{"is_shown": true}"# {
        /// Whether everyone sees the page.
        is_shown: Required<bool>,
    }
}

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (organization_id, person) = (request.id::<OrganizationId>("player page")?, request.caller.user_id);
    let (PlayerPageChange { is_shown }, _) = request.input(body).await?;
    let is_shown = is_shown.get()?;
    let stores = own_stores(&*request.shared.views, person).await?;
    let store_name = stores.get(&organization_id).ok_or_else(|| {
        let said = message!(
            "account-not-a-player",
            "You are registered in no event of organization {value}.",
            value = organization_id
        );
        Refusal::not_found("player page", organization_id, said)
    })?;
    let salt = request.api().events.player_salt().await.map_err(store_failed)?;
    let new_id = player_id(&salt, organization_id, person);
    let decide = |user: &User, _: &mut _| Ok::<_, Refusal>(decide(user, organization_id, new_id, is_shown));
    let written = request.api().change(&Context::own(&request.caller.actor()), StreamId::user(person), decide).await?;
    let shown = written.folded.state.player_page(organization_id).filter(|page| page.is_shown);
    let base = &request.shared.settings.public_url;
    let document = OwnPlayerPageDocument {
        organization_id,
        store_name,
        is_shown: shown.is_some(),
        url: shown.map(|page| format!("{base}/players/{}/", page.player_id)),
    };
    answer::json(&request, StatusCode::OK, written.folded.position, &document).await
}

/// Decides the command. `new_id` is the id of a page that was never shown.
fn decide(user: &User, organization_id: OrganizationId, new_id: PlayerId, is_shown: bool) -> Vec<UserEvent> {
    let page = user.player_page(organization_id);
    if page.is_some_and(|page| page.is_shown) == is_shown {
        return Vec::new();
    }
    let player_id = page.map_or(new_id, |page| page.player_id);
    if is_shown {
        vec![UserEvent::PlayerPageShown { organization_id, player_id }]
    } else {
        vec![UserEvent::PlayerPageHidden { organization_id }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    const STORE: OrganizationId = OrganizationId(3);

    fn shown(id: i64) -> UserEvent {
        UserEvent::PlayerPageShown { organization_id: STORE, player_id: PlayerId(id) }
    }

    fn decided(events: &[UserEvent], is_shown: bool) -> Vec<UserEvent> {
        decide(&user(events), STORE, PlayerId(72), is_shown)
    }

    #[test]
    fn a_page_is_shown_and_hidden_once_and_keeps_its_id() {
        let hidden = UserEvent::PlayerPageHidden { organization_id: STORE };
        assert_eq!(decided(&[], false), []);
        assert_eq!(decided(&[], true), [shown(72)]);
        assert_eq!(decided(&[shown(71)], true), []);
        assert_eq!(decided(&[shown(71)], false), std::slice::from_ref(&hidden));
        assert_eq!(decided(&[shown(71), hidden.clone()], false), []);
        assert_eq!(decided(&[shown(71), hidden], true), [shown(71)]);
    }

    #[test]
    fn a_page_of_another_organization_does_not_count() {
        let elsewhere = UserEvent::PlayerPageShown { organization_id: OrganizationId(4), player_id: PlayerId(71) };
        assert_eq!(decided(&[elsewhere], true), [shown(72)]);
    }
}
