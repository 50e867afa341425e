//! Options that name a person, by id or username, or a member of an organization, also by the membership.

use anyhow::{anyhow, bail};
use clap::Args;
use domain::organization::{Member, Organization};
use domain::user::User;
use proto_events::StreamId;
use proto_events::ids::{MemberId, OrganizationId, UserId};

use super::writer::{Writer, unknown};

/// Identifies a person.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub(super) struct PersonOption {
    /// Id of the person, as `crosstable users list` prints it
    #[arg(long, value_name = "ID")]
    user: Option<i64>,
    /// Username of the person; upper and lower case matter
    #[arg(long, value_name = "NAME")]
    username: Option<String>,
}

/// Identifies a member of the organization that another option names.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub(super) struct MemberOption {
    /// Id of the membership, as `crosstable members list` prints it
    #[arg(long, value_name = "ID")]
    member: Option<i64>,
    /// Id of the person
    #[arg(long, value_name = "ID")]
    user: Option<i64>,
    /// Username of the person; upper and lower case matter
    #[arg(long, value_name = "NAME")]
    username: Option<String>,
}

impl PersonOption {
    /// Returns the person.
    pub(super) async fn find(&self, writer: &Writer) -> anyhow::Result<User> {
        find(writer, self.user, self.username.as_deref()).await
    }
}

impl MemberOption {
    /// Returns the membership.
    pub(super) async fn find(&self, writer: &Writer, organization: &Organization) -> anyhow::Result<MemberId> {
        if let Some(id) = self.member {
            return Ok(MemberId(id));
        }
        let user = find(writer, self.user, self.username.as_deref()).await?;
        Ok(membership(organization, &user)?.id)
    }
}

/// Returns the membership of a person.
pub(super) fn membership<'a>(organization: &'a Organization, user: &User) -> anyhow::Result<&'a Member> {
    let member = organization.members.iter().find(|member| member.user_id == user.id && !member.removed);
    member.ok_or_else(|| {
        let (who, id) = (display_name(user), organization.id);
        anyhow!(
            "{who} is no member of organization {id}; `crosstable members list --organization {id}` lists its members"
        )
    })
}

/// Returns an organization.
pub(super) async fn organization(writer: &Writer, id: i64) -> anyhow::Result<Organization> {
    let id = OrganizationId(id);
    match writer.api.organization(id).await? {
        Some(folded) => Ok(folded.state.clone()),
        None => bail!(unknown(StreamId::organization(id))),
    }
}

async fn find(writer: &Writer, id: Option<i64>, username: Option<&str>) -> anyhow::Result<User> {
    let Some(id) = id.map(UserId) else { return named(writer, username.unwrap_or_default()).await };
    let found = writer.api.user(id).await?.ok_or_else(|| anyhow!(unknown(StreamId::user(id))))?;
    Ok(found.state.clone())
}

/// Returns the person with a username.
pub(super) async fn named(writer: &Writer, username: &str) -> anyhow::Result<User> {
    match writer.api.user_named(username).await? {
        Some(found) => Ok(found.state.clone()),
        None => bail!("no user has the username `{username}`; `crosstable users list` lists the usernames"),
    }
}

/// Names a person in messages: by username, or by id if there is none.
pub(super) fn display_name(user: &User) -> String {
    let username = &user.profile.username;
    if username.is_empty() { format!("User {} ({})", user.id, user.profile.best_identifier) } else { username.clone() }
}
