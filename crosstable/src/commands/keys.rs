//! `crosstable keys`: API keys of organizations.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use domain::organization::{Member, Organization};
use domain::user::User;
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde::Serialize;
use write_api::keys::{ChangeApiKey, IssueApiKey, RevokeApiKey};

use super::Options;
use super::expiry::{self, ExpiresIn, Expiry, until};
use super::listing::{Listing, Row};
use super::lookup::{self, display_name};
use super::members::role_parser;
use super::writer::Writer;
use crate::{directory, out};

/// Issue, list, limit and revoke API keys
#[derive(Debug, Args)]
pub(crate) struct Keys {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Debug, Subcommand)]
enum KeysCommand {
    /// Issue an API key and print it; it is not shown again
    #[command(
        after_help = "Examples:\n  crosstable keys issue --organization 1 --name \"Front desk\" --role ADMIN\n  \
        KEY=$(crosstable keys issue --organization 1 --name overlay --role READ_ONLY --expires-in-days 90)\n  \
        crosstable keys issue --organization 1 --name \"Bea's results\" --username bea --read-only\n\n\
        The key is not stored anywhere: keep it, or issue another. It goes into the header X-API-Key. It is tied to\n\
        the named member, else to the first member with its role, and ends with the membership. If no member has the\n\
        role, a new one is made for the key. docs/permissions.md says what each role may do."
    )]
    Issue(Issue),
    /// List keys: id, name, role, member, created, last used, expiry, read-only, state
    #[command(after_help = "Examples:\n  crosstable keys list --organization 1\n  \
        crosstable keys list --organization 1 --json | jq '.[] | select(.state == \"active\")'")]
    List {
        /// Id of the organization
        #[arg(long, value_name = "ID")]
        organization: i64,
        #[command(flatten)]
        listing: Listing,
    },
    /// Rename a key
    #[command(after_help = "Example:\n  crosstable keys rename --organization 1 --key 7 --name \"Old overlay\"")]
    Rename {
        #[command(flatten)]
        key: Key,
        /// The new name
        #[arg(long)]
        name: String,
    },
    /// Set when a key expires
    #[command(after_help = "Examples:\n  crosstable keys expire --organization 1 --key 7 --in-days 30\n  \
        crosstable keys expire --organization 1 --key 7 --at 2027-01-31T18:00:00Z\n  \
        crosstable keys expire --organization 1 --key 7 --never\n\n\
        An expired key can be made valid again; a revoked key cannot.")]
    Expire {
        #[command(flatten)]
        key: Key,
        #[command(flatten)]
        expiry: Expiry,
    },
    /// Revoke an API key permanently; takes effect within a second
    #[command(after_help = "Example:\n  crosstable keys revoke --organization 1 --key 7")]
    Revoke(Key),
}

#[derive(Debug, Args)]
struct Issue {
    /// Id of the organization that it gives access to
    #[arg(long, value_name = "ID")]
    organization: i64,
    /// Name of the key in lists
    #[arg(long)]
    name: String,
    /// Role of the key [default: the role of the named member]
    #[arg(long, ignore_case = true, value_parser = role_parser(), required_unless_present_any = ["member", "username"])]
    role: Option<Role>,
    /// Make the key read-only, even if its role may write
    #[arg(long)]
    read_only: bool,
    #[command(flatten)]
    expires: ExpiresIn,
    /// Id of the member that it is tied to, as `crosstable members list` prints it
    #[arg(long, value_name = "ID")]
    member: Option<i64>,
    /// Username of that member; upper and lower case matter
    #[arg(long, value_name = "NAME", conflicts_with = "member")]
    username: Option<String>,
}

/// Identifies a key.
#[derive(Debug, Clone, Copy, Args)]
struct Key {
    /// Id of the organization
    #[arg(long, value_name = "ID")]
    organization: i64,
    /// Id of the key, as `crosstable keys list` prints it
    #[arg(long, value_name = "ID")]
    key: i64,
}

/// A line of the list.
#[derive(Debug, Serialize)]
struct ListedKey {
    id: ApiKeyId,
    name: String,
    role: Option<Role>,
    member: MemberId,
    whose: String,
    created_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
    read_only: bool,
    state: &'static str,
}

impl Row for ListedKey {
    const COLUMNS: &'static [&'static str] =
        &["id", "name", "role", "whose", "created_at", "last_used_at", "expires_at", "read_only", "state"];
}

impl Keys {
    /// Runs the command.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let run = async |writer: &Writer| match self.command {
            KeysCommand::Issue(issue) => issue.run(writer).await,
            KeysCommand::List { organization, listing } => list(writer, organization, listing).await,
            KeysCommand::Rename { key, name } => rename(writer, key, name).await,
            KeysCommand::Expire { key, expiry } => expire(writer, key, &expiry).await,
            KeysCommand::Revoke(key) => revoke(writer, key).await,
        };
        Writer::run(&options.home()?, run).await
    }
}

impl Key {
    fn ids(self) -> (OrganizationId, ApiKeyId) {
        (OrganizationId(self.organization), ApiKeyId(self.key))
    }
}

impl Issue {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        let organization = lookup::organization(writer, self.organization).await?;
        let issuer = match (self.member, &self.username) {
            (Some(id), _) => Some(MemberId(id)),
            (None, Some(username)) => {
                Some(lookup::membership(&organization, &lookup::named(writer, username).await?)?.id)
            }
            (None, None) => None,
        };
        let issuer = issuer.map(|id| member_with(&organization, id, self.role)).transpose()?;
        let Some(role) = self.role.or(issuer.map(|member| member.role)) else { bail!("name a role with --role") };
        let expires_at = self.expires.time(writer.clock.now())?;
        let command = IssueApiKey {
            organization_id: organization.id,
            name: self.name,
            role,
            expires_at,
            read_only: self.read_only,
            issued_by: issuer.map(|member| member.id),
        };
        let issued = writer.carry_out(&command, "the key cannot be issued").await?;
        let only = if self.read_only { ", read-only," } else { "" };
        out::say(format_args!(
            "Key {} gives access to organization {} as {role}{only}{}.",
            issued.key_id,
            organization.id,
            until(expires_at)
        ));
        out::data(issued.value.expose())?;
        Ok(())
    }
}

/// Returns the member that a key will be tied to. The key always has its member's role.
fn member_with(organization: &Organization, id: MemberId, role: Option<Role>) -> anyhow::Result<&Member> {
    let member = organization.member(id).filter(|member| !member.removed);
    let member = member.with_context(|| format!("organization {} has no member {id}", organization.id))?;
    ensure!(
        role.is_none_or(|role| role == member.role),
        "member {id} is {}, and a key tied to a member has the member's role: omit --role or the member",
        member.role
    );
    Ok(member)
}

async fn list(writer: &Writer, organization: i64, listing: Listing) -> anyhow::Result<()> {
    let (now, organization) = (writer.clock.now(), lookup::organization(writer, organization).await?);
    let users = directory::users(&*writer.events, organization.members.iter().map(|member| member.user_id)).await?;
    let users: HashMap<UserId, User> = users.into_iter().map(|user| (user.id, user)).collect();
    let lines = organization.keys.iter().map(|key| {
        let member = organization.member(key.member_id);
        let left = member.is_none_or(|member| member.removed);
        ListedKey {
            id: key.id,
            name: key.name.clone(),
            role: member.map(|member| member.role),
            member: key.member_id,
            whose: member.and_then(|member| users.get(&member.user_id)).map(display_name).unwrap_or_default(),
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            expires_at: key.expires_at,
            read_only: key.read_only,
            state: expiry::state(key.revoked || left, key.expires_at, now),
        }
    });
    listing.print(&lines.collect::<Vec<_>>())
}

async fn rename(writer: &Writer, key: Key, name: String) -> anyhow::Result<()> {
    let (organization_id, key_id) = key.ids();
    let command = ChangeApiKey { organization_id, key_id, name: Some(name), expires_at: None };
    let renamed = writer.carry_out(&command, "the key cannot be renamed").await?;
    let is = if renamed.happened() { "is renamed" } else { "already has this name" };
    out::say(format_args!("Key {key_id} {is}."));
    Ok(())
}

async fn expire(writer: &Writer, key: Key, expiry: &Expiry) -> anyhow::Result<()> {
    let (organization_id, key_id) = key.ids();
    let expires_at = expiry.time(writer.clock.now())?;
    let command = ChangeApiKey { organization_id, key_id, name: None, expires_at: Some(expires_at) };
    let is = if expires_at.is_none() { "never expires".to_owned() } else { format!("is valid{}", until(expires_at)) };
    let set = writer.carry_out(&command, "the key's expiry cannot be set").await?;
    let already = if set.happened() { "" } else { "already " };
    out::say(format_args!("Key {key_id} {already}{is}."));
    Ok(())
}

async fn revoke(writer: &Writer, key: Key) -> anyhow::Result<()> {
    let (organization_id, key_id) = key.ids();
    let command = RevokeApiKey { organization_id, key_id };
    let revoked = writer.carry_out(&command, "the key cannot be revoked").await?;
    let is = if revoked.happened() { "is" } else { "was already" };
    out::say(format_args!("Key {key_id} {is} revoked."));
    Ok(())
}
