//! `crosstable keys`: the keys that open an organization.

use std::process::ExitCode;

use anyhow::{Context, bail};
use chrono::{Duration, SecondsFormat};
use clap::{Args, Subcommand, builder::PossibleValuesParser, builder::TypedValueParser};
use proto_events::Actor;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::vocabulary::Role;
use write_api::CommandError;
use write_api::commands::organizations::issue_api_key::IssueApiKey;
use write_api::commands::organizations::revoke_api_key::{Outcome, RevokeApiKey};

use super::{Options, Writer};
use crate::out;

/// Issue and revoke API keys
#[derive(Debug, Args)]
pub(crate) struct Keys {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Debug, Subcommand)]
enum KeysCommand {
    /// Issue an API key; prints it, this once
    #[command(
        after_help = "Examples:\n  crosstable keys issue --organization 1 --name \"Front desk\" --role ADMIN\n  \
        KEY=$(crosstable keys issue --organization 1 --name overlay --role READ_ONLY --expires-in-days 90)\n\n\
        The key is not stored anywhere: keep it, or issue another. It goes into the header X-API-Key.\n\
        Roles: ADMIN, ORGANIZER, SCOREKEEPER, JUDGE read everything; READ_ONLY everything but registrations."
    )]
    Issue(Issue),
    /// Revoke an API key for good, within a second
    #[command(after_help = "Example:\n  crosstable keys revoke --organization 1 --key 7")]
    Revoke {
        /// Id of the organization
        #[arg(long, value_name = "ID")]
        organization: i64,
        /// Id of the key, as GET /api/v1/api-keys/api_keys/ lists it
        #[arg(long, value_name = "ID")]
        key: i64,
    },
}

#[derive(Debug, Args)]
struct Issue {
    /// Id of the organization that it opens
    #[arg(long, value_name = "ID")]
    organization: i64,
    /// What it is for, as lists of keys show it
    #[arg(long)]
    name: String,
    /// What it may do
    #[arg(long, ignore_case = true, value_parser = role_parser())]
    role: Role,
    /// Refuse it after so many days [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    expires_in_days: Option<u16>,
}

fn role_parser() -> impl TypedValueParser<Value = Role> {
    let names = PossibleValuesParser::new(Role::ALL.iter().map(|role| role.wire_name()));
    names.try_map(|name| Role::from_wire_name(&name.to_uppercase()).ok_or("not a role"))
}

impl Keys {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let writer = Writer::open(&options.home()?).await?;
        let done = match self.command {
            KeysCommand::Issue(issue) => issue.run(&writer).await,
            KeysCommand::Revoke { organization, key } => revoke(&writer, organization, key).await,
        };
        writer.close().await;
        done.map(|()| ExitCode::SUCCESS)
    }
}

impl Issue {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        let expires_at = self.expires_in_days.map(|days| writer.clock.now() + Duration::days(i64::from(days)));
        let organization_id = OrganizationId(self.organization);
        let command = IssueApiKey {
            organization_id,
            name: self.name,
            role: self.role,
            expires_at,
            read_only: false,
            issued_by: None,
        };
        let issued = match writer.api.issue_api_key(&Actor::CommandLine, &command).await {
            Err(CommandError::NotFound(_)) => bail!(unknown_organization(organization_id)),
            issued => issued.context("the key cannot be issued")?,
        };
        let until = expires_at
            .map_or_else(String::new, |expiry| format!(" until {}", expiry.to_rfc3339_opts(SecondsFormat::Secs, true)));
        out::say(format_args!("Key {} opens organization {organization_id} as {}{until}.", issued.key_id, self.role));
        out::data(issued.value.expose())?;
        Ok(())
    }
}

async fn revoke(writer: &Writer, organization: i64, key: i64) -> anyhow::Result<()> {
    let command = RevokeApiKey { organization_id: OrganizationId(organization), key_id: ApiKeyId(key) };
    match writer.api.revoke_api_key(&Actor::CommandLine, &command).await {
        Err(CommandError::NotFound(_)) => bail!(unknown_organization(command.organization_id)),
        done => match done.context("the key cannot be revoked")?.outcome {
            Outcome::Revoked => out::say(format_args!("Key {key} opens nothing any more.")),
            Outcome::AlreadyRevoked => out::say(format_args!("Key {key} was revoked before.")),
        },
    }
    Ok(())
}

/// What to do where an organization is not there.
pub(super) fn unknown_organization(id: OrganizationId) -> String {
    format!(
        "there is no organization {id} here; `crosstable organizations create --name NAME` makes one and prints its id"
    )
}
