//! `crosstable tokens`: tokens with which a person's programs act as the person.

use std::process::ExitCode;

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use domain::user::User;
use proto_events::ids::{OrganizationId, UserTokenId};
use serde::Serialize;
use write_api::accounts::{IssueToken, RevokeToken};

use super::Options;
use super::expiry::{self, ExpiresIn, until};
use super::listing::{Listing, Row};
use super::lookup::{self, PersonOption, display_name};
use super::writer::Writer;
use crate::out;

/// Issue, list and revoke people's tokens
#[derive(Debug, Args)]
pub(crate) struct Tokens {
    #[command(subcommand)]
    command: TokensCommand,
}

#[derive(Debug, Subcommand)]
enum TokensCommand {
    /// Issue a token and print it; it is not shown again
    #[command(after_help = "Examples:\n  crosstable tokens issue --username bea --name \"Deck editor\"\n  \
        TOKEN=$(crosstable tokens issue --username bea --name laptop --organization 1 --expires-in-days 90)\n  \
        curl -H \"Authorization: Token $TOKEN\" http://127.0.0.1:8080/api/v1/decklists/\n\n\
        The token acts as the person on decklists: on the person's own ones, and with --organization also on those of\n\
        that organization, as the person's role there allows. It is not stored anywhere: keep it, or issue\n\
        another.")]
    Issue(Issue),
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
struct Issue {
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

/// A line of the list.
#[derive(Debug, Serialize)]
struct ListedToken {
    id: UserTokenId,
    name: String,
    organization: Option<OrganizationId>,
    created_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
    state: &'static str,
}

impl Row for ListedToken {
    const COLUMNS: &'static [&'static str] = &["id", "name", "organization", "created_at", "expires_at", "state"];
}

impl Tokens {
    /// Runs the command.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let run = async |writer: &Writer| match self.command {
            TokensCommand::Issue(issue) => issue.run(writer).await,
            TokensCommand::List { who, listing } => list(writer, &who, listing).await,
            TokensCommand::Revoke { who, token } => revoke(writer, &who, UserTokenId(token)).await,
        };
        Writer::run(&options.home()?, run).await
    }
}

impl Issue {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        let user = self.who.find(writer).await?;
        let organization = match self.organization {
            Some(id) => Some(lookup::organization(writer, id).await?),
            None => None,
        };
        let expires_at = self.expires.time(writer.clock.now())?;
        let organization_id = organization.as_ref().map(|known| known.id);
        let command = IssueToken { user_id: user.id, name: self.name, organization_id, expires_at };
        let issued = writer.carry_out(&command, "the token cannot be issued").await?;
        let of = organization.map_or_else(String::new, |known| format!(", for {}", known.name));
        out::say(format_args!("Token {} acts as {}{of}{}.", issued.token_id, display_name(&user), until(expires_at)));
        out::data(issued.value.expose())?;
        Ok(())
    }
}

async fn list(writer: &Writer, who: &PersonOption, listing: Listing) -> anyhow::Result<()> {
    let (now, User { tokens, .. }) = (writer.clock.now(), who.find(writer).await?);
    let lines = tokens.into_iter().map(|token| ListedToken {
        id: token.id,
        name: token.name,
        organization: token.organization_id,
        created_at: token.created_at,
        expires_at: token.expires_at,
        state: expiry::state(token.revoked, token.expires_at, now),
    });
    listing.print(&lines.collect::<Vec<_>>())
}

async fn revoke(writer: &Writer, who: &PersonOption, token_id: UserTokenId) -> anyhow::Result<()> {
    let command = RevokeToken { user_id: who.find(writer).await?.id, token_id };
    let revoked = writer.carry_out(&command, "the token cannot be revoked").await?;
    let is = if revoked.happened() { "is" } else { "was already" };
    out::say(format_args!("Token {token_id} {is} revoked."));
    Ok(())
}
