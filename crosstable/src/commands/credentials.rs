//! `crosstable keys` and `crosstable tokens`: API keys of organizations, and tokens with which a person's programs act as
//! the person.

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use clap::{Args, Subcommand};
use domain::organization::{Member, Organization};
use domain::user::User;
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserTokenId};
use proto_events::vocabulary::Role;
use serde_json::json;
use write_api::accounts::{IssueToken, RevokeToken};
use write_api::keys::{IssueApiKey, RevokeApiKey};

use super::Options;
use super::listing::Listing;
use super::organizations::{PersonOption, display_name, load_organization, membership, named_user, role_parser};
use super::writer::Writer;
use crate::{directory, out};

/// The commands of `crosstable keys`.
#[derive(Debug, Subcommand)]
pub(super) enum Keys {
    /// Issue an API key and print it; it is not shown again
    #[command(
        after_help = "Examples:\n  crosstable keys issue --organization 1 --name \"Front desk\" --role ADMIN\n  \
        KEY=$(crosstable keys issue --organization 1 --name overlay --role READ_ONLY --expires-in-days 90)\n  \
        crosstable keys issue --organization 1 --name \"Bea's results\" --username bea --read-only\n\n\
        The key is not stored anywhere: keep it, or issue another. It goes into the header X-API-Key. It is tied to\n\
        the named member, else to the first member with its role, and ends with the membership. If no member has the\n\
        role, a new one is made for the key. docs/permissions.md says what each role may do."
    )]
    Issue(NewKey),
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
    /// Revoke an API key permanently; takes effect within a second
    #[command(after_help = "Example:\n  crosstable keys revoke --organization 1 --key 7")]
    Revoke {
        /// Id of the organization
        #[arg(long, value_name = "ID")]
        organization: i64,
        /// Id of the key, as `crosstable keys list` prints it
        #[arg(long, value_name = "ID")]
        key: i64,
    },
}

#[derive(Debug, Args)]
pub(super) struct NewKey {
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

impl Keys {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let run = async |writer: &Writer| match self {
            Self::Issue(issue) => issue.run(writer).await,
            Self::List { organization, listing } => list_keys(writer, organization, listing).await,
            Self::Revoke { organization, key } => revoke_key(writer, OrganizationId(organization), ApiKeyId(key)).await,
        };
        Writer::run(&options.home()?, run).await
    }
}

impl NewKey {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        let organization = load_organization(writer, self.organization).await?;
        let issuer = match (self.member, &self.username) {
            (Some(id), _) => Some(MemberId(id)),
            (None, Some(username)) => Some(membership(&organization, &named_user(writer, username).await?)?.id),
            (None, None) => None,
        };
        let issuer = issuer.map(|id| member_with(&organization, id, self.role)).transpose()?;
        let Some(role) = self.role.or(issuer.map(|member| member.role)) else { bail!("name a role with --role") };
        let expires_at = self.expires.time(writer.api.now())?;
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

async fn list_keys(writer: &Writer, organization: i64, listing: Listing) -> anyhow::Result<()> {
    let (now, organization) = (writer.api.now(), load_organization(writer, organization).await?);
    let users = organization.members.iter().map(|member| member.user_id);
    let users = directory::users_by_id(&*writer.events, users).await?;
    let rows = organization.keys.iter().map(|key| {
        let member = organization.member(key.member_id);
        let whose = member.and_then(|member| users.get(&member.user_id)).map(display_name).unwrap_or_default();
        let has_left = member.is_none_or(|member| member.removed);
        [
            json!(key.id),
            json!(key.name),
            json!(member.map(|member| member.role)),
            json!(key.member_id),
            json!(whose),
            json!(key.created_at),
            json!(key.last_used_at),
            json!(key.expires_at),
            json!(key.read_only),
            json!(state(key.revoked || has_left, key.expires_at, now)),
        ]
    });
    let columns =
        ["id", "name", "role", "+member", "whose", "created_at", "last_used_at", "expires_at", "read_only", "state"];
    listing.print(columns, rows)
}

async fn revoke_key(writer: &Writer, organization_id: OrganizationId, key_id: ApiKeyId) -> anyhow::Result<()> {
    let command = RevokeApiKey { organization_id, key_id };
    let revoked = writer.carry_out(&command, "the key cannot be revoked").await?;
    let is = if revoked.happened() { "is" } else { "was already" };
    out::say(format_args!("Key {key_id} {is} revoked."));
    Ok(())
}

/// The commands of `crosstable tokens`.
#[derive(Debug, Subcommand)]
pub(super) enum Tokens {
    /// Issue a token and print it; it is not shown again
    #[command(after_help = "Examples:\n  crosstable tokens issue --username bea --name \"Deck editor\"\n  \
        TOKEN=$(crosstable tokens issue --username bea --name laptop --organization 1 --expires-in-days 90)\n  \
        curl -H \"Authorization: Token $TOKEN\" http://127.0.0.1:8080/api/v1/decklists/\n\n\
        The token acts as the person on decklists: on the person's own ones, and with --organization also on those of\n\
        that organization, as the person's role there allows. It is not stored anywhere: keep it, or issue\n\
        another.")]
    Issue(NewToken),
    /// List a person's tokens
    #[command(after_help = "Example:\n  crosstable tokens list --username bea")]
    List {
        #[command(flatten)]
        who: PersonOption,
        #[command(flatten)]
        listing: Listing,
    },
    /// Revoke a token permanently; takes effect within a second
    #[command(after_help = "Example:\n  crosstable tokens revoke --username bea --token 3")]
    Revoke {
        #[command(flatten)]
        who: PersonOption,
        /// Id of the token, as `crosstable tokens list` prints it
        #[arg(long, value_name = "ID")]
        token: i64,
    },
}

#[derive(Debug, Args)]
pub(super) struct NewToken {
    #[command(flatten)]
    who: PersonOption,
    /// Name of the token in lists
    #[arg(long)]
    name: String,
    /// Id of the organization in which it acts as a member [default: none]
    #[arg(long, value_name = "ID")]
    organization: Option<i64>,
    #[command(flatten)]
    expires: ExpiresIn,
}

impl Tokens {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let run = async |writer: &Writer| match self {
            Self::Issue(issue) => issue.run(writer).await,
            Self::List { who, listing } => list_tokens(writer, &who, listing).await,
            Self::Revoke { who, token } => revoke_token(writer, &who, UserTokenId(token)).await,
        };
        Writer::run(&options.home()?, run).await
    }
}

impl NewToken {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        let user = self.who.find(writer).await?;
        let organization = match self.organization {
            Some(id) => Some(load_organization(writer, id).await?),
            None => None,
        };
        let expires_at = self.expires.time(writer.api.now())?;
        let organization_id = organization.as_ref().map(|known| known.id);
        let command = IssueToken { user_id: user.id, name: self.name, organization_id, expires_at };
        let issued = writer.carry_out(&command, "the token cannot be issued").await?;
        let of = organization.map_or_else(String::new, |known| format!(", for {}", known.name));
        out::say(format_args!("Token {} acts as {}{of}{}.", issued.token_id, display_name(&user), until(expires_at)));
        out::data(issued.value.expose())?;
        Ok(())
    }
}

async fn list_tokens(writer: &Writer, who: &PersonOption, listing: Listing) -> anyhow::Result<()> {
    let (now, User { tokens, .. }) = (writer.api.now(), who.find(writer).await?);
    let rows = tokens.iter().map(|token| {
        let state = state(token.revoked, token.expires_at, now);
        let (name, organization) = (json!(token.name), json!(token.organization_id));
        [json!(token.id), name, organization, json!(token.created_at), json!(token.expires_at), json!(state)]
    });
    listing.print(["id", "name", "organization", "created_at", "expires_at", "state"], rows)
}

async fn revoke_token(writer: &Writer, who: &PersonOption, token_id: UserTokenId) -> anyhow::Result<()> {
    let command = RevokeToken { user_id: who.find(writer).await?.id, token_id };
    let revoked = writer.carry_out(&command, "the token cannot be revoked").await?;
    let is = if revoked.happened() { "is" } else { "was already" };
    out::say(format_args!("Token {token_id} {is} revoked."));
    Ok(())
}

/// Expiry of a new key or token.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ExpiresIn {
    /// Let it expire after this number of days [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    expires_in_days: Option<u16>,
}

impl ExpiresIn {
    fn time(self, now: DateTime<Utc>) -> anyhow::Result<Option<DateTime<Utc>>> {
        let Some(days) = self.expires_in_days else { return Ok(None) };
        let expiry = now.checked_add_signed(TimeDelta::days(i64::from(days)));
        expiry.map(Some).context("the expiry is too far in the future")
    }
}

/// Formats an expiry: ` until 2027-01-31T18:00:00Z`, or nothing.
pub(super) fn until(expires_at: Option<DateTime<Utc>>) -> String {
    expires_at
        .map_or_else(String::new, |expiry| format!(" until {}", expiry.to_rfc3339_opts(SecondsFormat::Secs, true)))
}

/// Names the state of a key or token.
fn state(revoked: bool, expires_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> &'static str {
    match expires_at {
        _ if revoked => "revoked",
        Some(expiry) if expiry <= now => "expired",
        _ => "active",
    }
}
