//! Shows or hides a person's public page with the own results in the events of an organization. A page gets the id under
//! which exports show the player, which does not say who the person is in other organizations.

use api_kit::own_registrations::own_stores;
use api_kit::store_failed;
use domain::documents::OwnPlayerPageDocument;
use domain::player_ids::player_id;

use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_player_page",
    tag: Tag::Members,
    summary: "Show or hide your player page",
    text: "`id` is the organization's id. The page shows your name, and your places, records and published lists in the \
           organization's public events. It is hidden until you show it, and keeps its address when you show it again. \
           404 if you are not registered in any event of the organization.",
    body: Some(body_schema::<PlayerPageChange>()),
    answer: Answer::json(200, "OwnPlayerPage"),
    is_always_possible: true,
    ..Route::at("PUT", "/api/v1/account/player-pages/{id}/", Operation::ShowOwnPages)
};

/// What a person does not have for the id of an organization.
const PLAYER_PAGE: &str = "player page for an organization";

body! {
    /// Whether a page is shown.
    pub(crate) struct PlayerPageChange such as r#"{"is_shown": true}"# {
        /// Whether everyone sees the page.
        is_shown: bool,
    }
}

/// Shows or hides the caller's own player page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangePlayerPage {
    /// The organization whose events it shows.
    pub organization_id: OrganizationId,
    /// Whether everyone sees the page.
    pub is_shown: bool,
}

impl ChangePlayerPage {
    /// Carries it out. Returns the name of the organization as well.
    async fn carry_out(self, run: &Run) -> Result<(Written<User>, String), Problem> {
        let (Self { organization_id, is_shown }, person) = (self, run.caller.user_id);
        let stores = own_stores(&*run.shared.views, person).await?;
        let store_name = stores.get(&organization_id);
        let store_name = store_name.ok_or_else(|| Refusal::unknown(PLAYER_PAGE, organization_id))?;
        let salt = run.api().events.player_salt().await.map_err(store_failed)?;
        let new_id = player_id(&salt, organization_id, person);
        let decide = |user: &User, _: &mut _| Ok(decide(user, organization_id, new_id, is_shown));
        let written = run.api().change_person(&run.caller.actor(), person, decide).await?;
        Ok((written, store_name.clone()))
    }
}

impl Command for ChangePlayerPage {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<User>;

    async fn run(&self, run: &Run) -> Result<Written<User>, Problem> {
        self.carry_out(run).await.map(|(written, _)| written)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id: OrganizationId = request.id(PLAYER_PAGE)?;
    let (PlayerPageChange { is_shown }, run) = request.input(body).await?;
    let (written, store_name) = ChangePlayerPage { organization_id, is_shown }.carry_out(&run).await?;
    let shown = written.folded.state.player_page(organization_id).filter(|page| page.is_shown);
    let base = &request.shared.settings.public_url;
    let document = OwnPlayerPageDocument {
        organization_id,
        store_name: &store_name,
        is_shown: shown.is_some(),
        url: shown.map(|page| format!("{base}/players/{}/", page.player_id)),
    };
    answer::json(&request, written.folded.position, &document).await
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
    use crate::testing::*;

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
