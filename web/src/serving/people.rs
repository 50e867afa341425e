//! Reads people and organizations from the log, and lists of memberships from the views.

use std::collections::HashMap;
use std::sync::Arc;

use api_kit::own_registrations::records;
use domain::organization::{Member, Organization};
use domain::user::User;
use futures::stream::{self, StreamExt, TryStreamExt};
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{InvitationRecord, Membership, ViewKind};
use write_api::Folded;
use write_api::accounts::Steward;

use crate::serving::failures::{account_not_managed, failed, not_found};
use crate::serving::request::{PageRequest, UserRequest};
use crate::texts::Texts;

/// Number of people that a page reads at a time: more would keep others waiting for connections of the log.
const READS: usize = 8;

pub(crate) struct People {
    users: HashMap<UserId, Arc<Folded<User>>>,
    texts: &'static Texts,
}

impl People {
    pub(crate) async fn load(request: &PageRequest, ids: impl IntoIterator<Item = UserId>) -> Result<Self, Problem> {
        let mut ids: Vec<_> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        let commands = &request.shared.commands;
        let read = stream::iter(ids.into_iter().map(|id| commands.user(id))).buffered(READS);
        let users: Vec<_> = read.try_collect().await.map_err(failed)?;
        let users = users.into_iter().flatten().map(|user| (user.state.id, user)).collect();
        Ok(Self { users, texts: request.texts })
    }

    pub(crate) fn get(&self, id: UserId) -> Option<&User> {
        self.users.get(&id).map(|user| &user.state)
    }

    pub(crate) fn name(&self, id: UserId) -> String {
        self.get(id).map_or_else(
            || self.texts.with("frame-person", "number", id.to_string()),
            |user| user.profile.best_identifier.clone(),
        )
    }

    pub(crate) fn username(&self, id: UserId) -> String {
        self.get(id).map_or_else(String::new, |user| user.profile.username.clone())
    }
}

/// A person's account as the administrators of an organization see it.
pub(crate) struct OrganizationsPerson {
    pub(crate) organization: Arc<Folded<Organization>>,
    pub(crate) user: Arc<Folded<User>>,
    /// The administrators, who may not be allowed to manage the account.
    pub(crate) steward: Steward,
}

impl OrganizationsPerson {
    /// Reads the member in the path, if it is a current member of the signed-in person's organization.
    pub(crate) async fn of_member(request: &UserRequest<'_>) -> Result<(Self, Member), Problem> {
        let (id, organization) = (request.id()?, organization(request).await?);
        let member = organization.state.member(id).filter(|member| !member.removed).cloned().ok_or_else(not_found)?;
        Ok((Self::load(request, organization, member.user_id).await?, member))
    }

    /// Reads the person in the path, whose account the organization may change.
    ///
    /// # Errors
    /// 404 for a person who is not a member and whose account another organization, or none, manages; 403 for one whose
    /// account the organization may not change.
    pub(crate) async fn managed(request: &UserRequest<'_>) -> Result<Self, Problem> {
        let person = Self::load(request, organization(request).await?, request.id()?).await?;
        if person.member().is_none() && !person.is_managed() {
            return Err(not_found());
        }
        person.steward.check(&person.user.state).map_err(|_| account_not_managed())?;
        Ok(person)
    }

    async fn load(
        request: &UserRequest<'_>,
        organization: Arc<Folded<Organization>>,
        id: UserId,
    ) -> Result<Self, Problem> {
        let user = person(request, id).await?;
        let steward = administrator(request, &user.state, organization.state.id).await?;
        Ok(Self { organization, user, steward })
    }

    pub(crate) fn name(&self) -> &str {
        &self.user.state.profile.best_identifier
    }

    fn member(&self) -> Option<&Member> {
        self.organization.state.member_of(self.user.state.id)
    }

    /// Whether the organization manages the account, so that its administrators see the whole profile.
    pub(crate) fn is_managed(&self) -> bool {
        self.user.state.is_managed_by(self.organization.state.id)
    }

    pub(crate) fn may_change_account(&self) -> bool {
        self.steward.check(&self.user.state).is_ok()
    }

    /// Returns the path of the page that leads to those of the account: the member's, or the search for people.
    pub(crate) fn path(&self) -> String {
        self.member().map_or_else(|| "/admin/people/".to_owned(), |member| format!("/admin/members/{}/", member.id))
    }
}

/// Reads the signed-in person's organization.
pub(crate) async fn organization(request: &UserRequest<'_>) -> Result<Arc<Folded<Organization>>, Problem> {
    let id = request.session.organization_id()?;
    request.shared.commands.organization(id).await.map_err(failed)?.ok_or_else(not_found)
}

pub(crate) async fn person(request: &PageRequest, id: UserId) -> Result<Arc<Folded<User>>, Problem> {
    request.shared.commands.user(id).await.map_err(failed)?.ok_or_else(not_found)
}

/// Returns an administrator of an organization, who wants to manage a person's account.
pub(crate) async fn administrator(
    request: &PageRequest,
    user: &User,
    organization_id: OrganizationId,
) -> Result<Steward, Problem> {
    let memberships = memberships(request, user.id).await?;
    request.shared.commands.administrator(user, organization_id, &memberships).await.map_err(failed)
}

/// Reads a person's open invitations, by organization name.
pub(crate) async fn invitations(request: &PageRequest, id: UserId) -> Result<Vec<InvitationRecord>, Problem> {
    let views = &*request.shared.views;
    let mut invitations: Vec<InvitationRecord> = records(views, ViewKind::Invitation, &Membership::prefix(id)).await?;
    invitations.retain(|invitation| invitation.is_open);
    invitations.sort_by_cached_key(|invitation| (invitation.store_name.clone(), invitation.organization_id));
    Ok(invitations)
}

/// Reads a person's memberships, including former ones, by organization name.
pub(crate) async fn memberships(request: &PageRequest, id: UserId) -> Result<Vec<Membership>, Problem> {
    let views = &*request.shared.views;
    let mut memberships: Vec<Membership> = records(views, ViewKind::Membership, &Membership::prefix(id)).await?;
    memberships.sort_by_cached_key(|membership| (membership.store_name.clone(), membership.organization_id));
    Ok(memberships)
}
