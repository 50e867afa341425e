//! Guests whose results may be a person's own: the one of a private link, and those with the person's e-mail address.

use api_kit::own_registrations::records;
use domain::user::User;
use proto_events::ids::UserId;
use service_kit::problem::Problem;
use storage::{GuestAddress, ViewKind};
use write_api::accounts::is_proven_by_email;

use crate::serving::failures::failed;
use crate::serving::request::{PageRequest, UserSession};

/// Guests with one address that are looked at.
const FOUND: usize = 20;

/// What the page of a private link says about taking its results into an account.
pub(super) enum LinkClaim {
    /// No one is signed in. Says whether people can create accounts here.
    SignIn(bool),
    /// The person who is signed in may claim them. The form has this token.
    Offered(String),
    /// The organization is asked about the person's claim.
    Waits,
}

impl LinkClaim {
    /// Returns it for the results of a guest. `is_over` says that the guest plays no more.
    pub(super) async fn of(request: &PageRequest, guest: UserId, is_over: bool) -> Result<Option<Self>, Problem> {
        let session = UserSession::find(request).await;
        if session.is_none() && !is_over {
            return Ok(None);
        }
        let guest = request.shared.commands.user(guest).await.map_err(failed)?;
        let Some(guest) = guest.filter(|guest| guest.state.is_guest()) else { return Ok(None) };
        let Some(session) = session else { return Ok(Some(Self::SignIn(request.takes_new_accounts()))) };
        Ok(match guest.state.claims.iter().find(|claim| claim.by == session.caller.user_id) {
            None => Some(Self::Offered(request.shared.sessions.form_token(&session.cookie))),
            Some(claim) => (!claim.is_refused).then_some(Self::Waits),
        })
    }
}

/// Returns the guests whose address a person has confirmed, and whose results the person has not refused.
pub(super) async fn guests_of(request: &PageRequest, person: &User) -> Result<Vec<User>, Problem> {
    if !person.is_email_confirmed || person.profile.email.is_empty() {
        return Ok(Vec::new());
    }
    let (prefix, now) = (GuestAddress::prefix(&person.profile.email), request.shared.clock.now());
    let mut guests = Vec::new();
    for known in records::<GuestAddress>(&*request.shared.views, ViewKind::GuestAddress, &prefix).await? {
        let Some(guest) = request.shared.commands.user(known.user_id).await.map_err(failed)? else { continue };
        let guest = &guest.state;
        let is_refused = guest.claims.iter().any(|claim| claim.by == person.id && claim.is_refused);
        if guest.is_guest() && !is_refused && is_proven_by_email(guest, person, now) {
            guests.push(guest.clone());
        }
        if guests.len() == FOUND {
            break;
        }
    }
    Ok(guests)
}
