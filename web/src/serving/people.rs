//! Reads people and organizations from the log, and lists of memberships from the views.

use std::collections::HashMap;
use std::sync::Arc;

use api_kit::store_failed;
use domain::organization::{Member, Organization};
use domain::user::User;
use futures::{StreamExt, TryStreamExt, stream};
use proto_events::ids::{MemberId, OrganizationId, UserId};
use serde::de::DeserializeOwned;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{InvitationRecord, Membership, ViewKind};
use write_api::Folded;
use write_api::accounts::{Elsewhere, Steward, may_look_after};

use crate::serving::failures::{failed, not_found};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

/// Number of people to read at the same time.
const AT_ONCE: usize = 8;

/// People by id.
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
        let read =
            ids.into_iter().map(|id| async move { Ok::<_, Problem>((id, commands.user(id).await.map_err(failed)?)) });
        let known = stream::iter(read).buffered(AT_ONCE);
        let known = known.try_filter_map(|(id, user)| async move { Ok(user.map(|user| (id, user))) });
        Ok(Self { users: known.try_collect().await?, texts: request.texts })
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

/// A member with the data that the member's pages need.
pub(crate) struct MemberDetails {
    pub(crate) organization: Arc<Folded<Organization>>,
    pub(crate) member: Member,
    pub(crate) user: Arc<Folded<User>>,
    /// The member's other memberships.
    elsewhere: Elsewhere,
}

impl MemberDetails {
    /// Reads the member in the path, if it is a current member of the signed-in person's organization.
    pub(crate) async fn load(request: &UserRequest) -> Result<Self, Problem> {
        let id: MemberId = request.id()?;
        let organization = organization(request).await?;
        let member = organization.state.member(id).filter(|member| !member.removed).cloned().ok_or_else(not_found)?;
        let user = person(request, member.user_id).await?;
        let elsewhere = elsewhere(request, &user.state, organization.state.id).await?;
        Ok(Self { organization, member, user, elsewhere })
    }

    pub(crate) fn name(&self) -> &str {
        &self.user.state.profile.best_identifier
    }

    /// Whether the organization manages the account, so that its administrators see the whole profile.
    pub(crate) fn is_managed(&self) -> bool {
        self.user.state.is_managed_by(self.organization.state.id)
    }

    /// Whether the organization's administrators may change the account.
    pub(crate) fn may_change_account(&self) -> bool {
        may_look_after(&self.user.state, self.organization.state.id, &self.elsewhere)
    }

    /// Returns the path of the member's page.
    pub(crate) fn path(&self) -> String {
        format!("/admin/members/{}/", self.member.id)
    }
}

/// A person whose account the organization may change.
pub(crate) struct Managed {
    pub(crate) user: Arc<Folded<User>>,
    organization_id: OrganizationId,
    member_id: Option<MemberId>,
    elsewhere: Elsewhere,
}

impl Managed {
    /// Reads the person in the path.
    ///
    /// # Errors
    /// 404 for a person who is not a member and whose account another organization, or none, manages; 403 for one whose
    /// account the organization may not change.
    pub(crate) async fn load(request: &UserRequest) -> Result<Self, Problem> {
        let organization = organization(request).await?;
        let user = person(request, request.id()?).await?;
        let (id, organization_id) = (user.state.id, organization.state.id);
        let member_id = organization.state.member_of(id).map(|member| member.id);
        if member_id.is_none() && !user.state.is_managed_by(organization_id) {
            return Err(not_found());
        }
        let elsewhere = elsewhere(request, &user.state, organization_id).await?;
        let managed = Self { user, organization_id, member_id, elsewhere };
        managed.steward().check(&managed.user.state).map_err(|_| account_not_managed())?;
        Ok(managed)
    }

    pub(crate) fn name(&self) -> &str {
        &self.user.state.profile.best_identifier
    }

    /// Returns the organization as the steward of a change.
    pub(crate) fn steward(&self) -> Steward {
        Steward::Administrator { organization_id: self.organization_id, elsewhere: self.elsewhere.clone() }
    }

    /// Returns the path of a page about the account.
    pub(crate) fn page(&self, name: &str) -> String {
        format!("/admin/people/{}/{name}/", self.user.state.id)
    }

    /// Returns the path of the page that leads here: the member's, or the search for people.
    pub(crate) fn back(&self) -> String {
        self.member_id.map_or_else(|| "/admin/people/".to_owned(), |id| format!("/admin/members/{id}/"))
    }
}

/// Returns the 403 for an account that the organization's administrators may not change.
pub(crate) fn account_not_managed() -> Problem {
    Problem::forbidden(message!(
        "account-not-managed",
        "Your organization does not manage this account, or its owner is also a member of another organization. The \
         owner or the operator of the service can change it."
    ))
}

/// Reads the signed-in person's organization.
pub(crate) async fn organization(request: &UserRequest) -> Result<Arc<Folded<Organization>>, Problem> {
    let id = request.session.organization_id()?;
    request.shared.commands.organization(id).await.map_err(failed)?.ok_or_else(not_found)
}

pub(crate) async fn person(request: &PageRequest, id: UserId) -> Result<Arc<Folded<User>>, Problem> {
    request.shared.commands.user(id).await.map_err(failed)?.ok_or_else(not_found)
}

/// Finds out whether a person is a member of another organization.
pub(crate) async fn elsewhere(
    request: &PageRequest,
    user: &User,
    organization_id: OrganizationId,
) -> Result<Elsewhere, Problem> {
    let memberships = memberships(request, user.id).await?;
    request.shared.commands.elsewhere(user, organization_id, &memberships).await.map_err(failed)
}

/// Reads a person's open invitations, by organization name.
pub(crate) async fn invitations(request: &PageRequest, id: UserId) -> Result<Vec<InvitationRecord>, Problem> {
    let mut invitations: Vec<InvitationRecord> = records(request, ViewKind::Invitation, id).await?;
    invitations.retain(|invitation| invitation.is_open);
    invitations
        .sort_by(|one, other| (&one.store_name, one.organization_id).cmp(&(&other.store_name, other.organization_id)));
    Ok(invitations)
}

/// Reads a person's records of a kind. Their keys begin with the person's id.
async fn records<T: DeserializeOwned>(request: &PageRequest, kind: ViewKind, id: UserId) -> Result<Vec<T>, Problem> {
    let (shared, prefix) = (OrganizationId::SHARED, Membership::prefix(id));
    let kept = request.shared.views.documents_under(shared, kind, &prefix).await.map_err(store_failed)?;
    let read = kept.iter().map(|document| serde_json::from_slice(&document.body.for_everyone()));
    read.collect::<Result<_, _>>().map_err(Problem::internal)
}

/// Reads a person's memberships, including former ones, by organization name.
pub(crate) async fn memberships(request: &PageRequest, id: UserId) -> Result<Vec<Membership>, Problem> {
    let mut memberships: Vec<Membership> = records(request, ViewKind::Membership, id).await?;
    memberships
        .sort_by(|one, other| (&one.store_name, one.organization_id).cmp(&(&other.store_name, other.organization_id)));
    Ok(memberships)
}
