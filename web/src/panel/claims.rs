//! `/admin/claims/`: people who say that a guest's results are their own. Staff agrees or refuses.

use std::cmp::Reverse;

use api_kit::own_registrations::{own_registrations, shown};
use api_kit::store_failed;
use askama::Template;
use domain::documents::ReaderGroup;
use futures::TryStreamExt;
use proto_events::ids::UserId;
use service_kit::problem::Problem;
use storage::{OpenClaims, ViewKind};
use write_api::accounts::RefuseClaim;
use write_api::accounts::merge_user::MergeUser;

use crate::parts::frame::Frame;
use crate::serving::failures::{PageResult, not_found};
use crate::serving::interface;
use crate::serving::people::{OrganizationsPerson, People};
use crate::serving::request::UserRequest;

pub(crate) const CLAIMS: &str = "/admin/claims/";
/// Number of a guest's newest events that are named.
const EVENTS: usize = 5;

#[derive(Template)]
#[template(path = "panel/claims.html")]
struct ClaimsPage {
    frame: Frame,
    people: People,
    /// Guests and the people who claim their results, with the names of the guests' events.
    claims: Vec<(UserId, UserId, String)>,
}

impl ClaimsPage {
    fn label(&self, key: &str, guest: &UserId, by: &UserId) -> String {
        let names = [("guest", self.people.name(*guest).into()), ("account", self.people.name(*by).into())];
        self.frame.texts.with_all(key, names)
    }
}

pub(crate) async fn open(request: &UserRequest<'_>) -> Result<Vec<OpenClaims>, Problem> {
    let (organization, kind) = (request.session.organization_id()?, ViewKind::OpenClaims);
    let list = request.shared.views.list(organization, kind, ReaderGroup::Everyone).await;
    let bodies: Vec<_> = list.map_err(store_failed)?.bodies.try_collect().await.map_err(store_failed)?;
    bodies.iter().map(|body| serde_json::from_slice(body).map_err(Problem::internal)).collect()
}

pub(crate) async fn list(request: &UserRequest<'_>) -> PageResult {
    let open = open(request).await?;
    let mut people: Vec<UserId> = Vec::new();
    for claims in &open {
        people.push(claims.user_id);
        people.extend(&claims.claimed_by);
    }
    let people = People::load(request, people).await?;
    let mut claims = Vec::new();
    for OpenClaims { user_id: guest, claimed_by } in open {
        let events = events_of(request, guest).await?;
        // A person who was erased claims nothing any more.
        let known = claimed_by.into_iter().filter(|by| people.get(*by).is_some());
        claims.extend(known.map(|by| (guest, by, events.clone())));
    }
    request.page(&ClaimsPage { frame: request.frame(), people, claims })
}

async fn events_of(request: &UserRequest<'_>, guest: UserId) -> Result<String, Problem> {
    let organization = request.session.organization_id()?;
    let mut own = own_registrations(&*request.shared.views, guest).await?;
    own.retain(|it| it.organization_id == organization);
    own.sort_by_key(|it| Reverse(it.tournament_id));
    let own = own.iter().take(EVENTS).map(shown).collect::<Result<Vec<_>, _>>()?;
    Ok(own.iter().map(|it| &*it.magic_event.name).collect::<Vec<_>>().join(", "))
}

/// Agrees to a claim, which merges the guest's account into the person's, or refuses it.
pub(crate) async fn send(request: &UserRequest<'_>) -> PageResult {
    let person = OrganizationsPerson::managed(request).await?;
    let (guest, by) = (person.user.state.id, request.form.id("by").ok_or_else(not_found)?);
    if request.form.exact("step") == "agree" {
        // Staff merges accounts at the desk. Here it only answers a claim.
        if !person.user.state.has_open_claim(by) {
            return Err(request.fault("panel-claims-none"));
        }
        interface::run(request, request.terms(), &MergeUser { user_id: guest, into: by }).await?;
    } else {
        let command = RefuseClaim { guest, by, steward: person.steward };
        request.carry_out(&command).await?;
    }
    request.completed(CLAIMS, "frame-done-claim-answered").await
}
