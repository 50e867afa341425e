//! People and organizations as the log has them, lists of memberships as the views have them.

use std::collections::HashMap;
use std::sync::Arc;

use api_kit::store_failed;
use domain::organization::{Member, Organization};
use domain::user::User;
use futures::{StreamExt, TryStreamExt, stream};
use proto_events::ids::{MemberId, OrganizationId, UserId};
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{InvitationRecord, Membership, ViewKind};
use write_api::Folded;
use write_api::commands::users::stewardship::{Elsewhere, Steward, may_look_after};

use crate::call::{Call, Visitor, nothing};
use crate::command::failed;

/// People read at the same time.
const AT_ONCE: usize = 8;

/// People by their ids.
pub(crate) struct People(HashMap<UserId, Arc<Folded<User>>>);

impl People {
    /// These people, as far as there are such.
    pub(crate) async fn of(call: &Call, ids: impl IntoIterator<Item = UserId>) -> Result<Self, Problem> {
        let mut ids: Vec<_> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        let commands = &call.shared.commands;
        let read = ids.into_iter().map(|id| async move { Ok((id, commands.user(id).await.map_err(failed)?)) });
        let known = stream::iter(read).buffered(AT_ONCE);
        let known = known.try_filter_map(|(id, user)| async move { Ok(user.map(|user| (id, user))) });
        Ok(Self(known.try_collect().await?))
    }

    /// A person.
    pub(crate) fn get(&self, id: UserId) -> Option<&User> {
        self.0.get(&id).map(|user| &user.state)
    }

    /// What a person is called.
    pub(crate) fn name(&self, id: UserId) -> String {
        self.get(id).map_or_else(|| format!("person {id}"), |user| user.profile.best_identifier.clone())
    }

    /// The username of a person.
    pub(crate) fn username(&self, id: UserId) -> String {
        self.get(id).map_or_else(String::new, |user| user.profile.username.clone())
    }
}

/// A member, with all that a page about one needs.
pub(crate) struct Known {
    pub(crate) organization: Arc<Folded<Organization>>,
    pub(crate) member: Member,
    pub(crate) user: Arc<Folded<User>>,
    /// Where else the member is one.
    elsewhere: Elsewhere,
}

impl Known {
    /// The member that the path names, if it is one of the visitor's organization and did not leave.
    pub(crate) async fn of(call: &Call, visitor: &Visitor) -> Result<Self, Problem> {
        let id: MemberId = call.id()?;
        let organization = organization(call, visitor).await?;
        let member = organization.state.member(id).filter(|member| !member.removed).cloned().ok_or_else(nothing)?;
        let user = person(call, member.user_id).await?;
        let elsewhere = elsewhere(call, &user.state, organization.state.id).await?;
        Ok(Self { organization, member, user, elsewhere })
    }

    /// What the member is called.
    pub(crate) fn name(&self) -> &str {
        &self.user.state.profile.best_identifier
    }

    /// Whether the organization manages the account, so that its administrators read the whole profile.
    pub(crate) fn is_managed(&self) -> bool {
        self.user.state.is_managed_by(self.organization.state.id)
    }

    /// Whether the organization's administrators look after the account.
    pub(crate) fn is_looked_after(&self) -> bool {
        may_look_after(&self.user.state, self.organization.state.id, &self.elsewhere)
    }

    /// In whose name an administrator does it.
    pub(crate) fn steward(&self) -> Steward {
        let (organization_id, elsewhere) = (self.organization.state.id, self.elsewhere.clone());
        Steward::Administrator { organization_id, elsewhere }
    }

    /// The path of the member's page.
    pub(crate) fn path(&self) -> String {
        format!("/admin/members/{}/", self.member.id)
    }
}

/// 403 for an account that others look after.
pub(crate) fn not_theirs() -> Problem {
    Problem::forbidden(
        "This account is not this organization's to look after: its person does it, or the operator of the service.",
    )
}

/// The visitor's organization.
pub(crate) async fn organization(call: &Call, visitor: &Visitor) -> Result<Arc<Folded<Organization>>, Problem> {
    let id = visitor.organization_id()?;
    call.shared.commands.organization(id).await.map_err(failed)?.ok_or_else(nothing)
}

/// A person.
pub(crate) async fn person(call: &Call, id: UserId) -> Result<Arc<Folded<User>>, Problem> {
    call.shared.commands.user(id).await.map_err(failed)?.ok_or_else(nothing)
}

/// Whether a person is a member of another organization than this one.
pub(crate) async fn elsewhere(call: &Call, user: &User, organization_id: OrganizationId) -> Result<Elsewhere, Problem> {
    let memberships = memberships(call, user.id).await?;
    call.shared.commands.elsewhere(user, organization_id, &memberships).await.map_err(failed)
}

/// A person's open invitations, by the organizations' names.
pub(crate) async fn invitations(call: &Call, id: UserId) -> Result<Vec<InvitationRecord>, Problem> {
    let mut invitations: Vec<InvitationRecord> = records(call, ViewKind::Invitation, id).await?;
    invitations.retain(|invitation| invitation.is_open);
    invitations
        .sort_by(|one, other| (&one.store_name, one.organization_id).cmp(&(&other.store_name, other.organization_id)));
    Ok(invitations)
}

/// What records of a kind say of a person, whose id their keys begin with.
async fn records<T: DeserializeOwned>(call: &Call, kind: ViewKind, id: UserId) -> Result<Vec<T>, Problem> {
    let (shared, prefix) = (OrganizationId::SHARED, Membership::prefix(id));
    let kept = call.shared.views.documents_under(shared, kind, &prefix).await.map_err(store_failed)?;
    let read = kept.iter().map(|document| serde_json::from_slice(&document.body));
    read.collect::<Result<_, _>>().map_err(Problem::internal)
}

/// A person's memberships, also those that are over, by the organizations' names.
pub(crate) async fn memberships(call: &Call, id: UserId) -> Result<Vec<Membership>, Problem> {
    let mut memberships: Vec<Membership> = records(call, ViewKind::Membership, id).await?;
    memberships
        .sort_by(|one, other| (&one.store_name, one.organization_id).cmp(&(&other.store_name, other.organization_id)));
    Ok(memberships)
}
