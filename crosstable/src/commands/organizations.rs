//! `crosstable organizations`: the stores that this service works for.

use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use proto_events::Actor;
use write_api::commands::organizations::create_organization::{CreateOrganization, Outcome};

use super::{Options, Writer};
use crate::out;

/// Manage organizations: stores, clubs, and other organizers
#[derive(Debug, Args)]
pub(crate) struct Organizations {
    #[command(subcommand)]
    command: OrganizationsCommand,
}

#[derive(Debug, Subcommand)]
enum OrganizationsCommand {
    /// Make an organization; prints its id
    #[command(after_help = "Example:\n  crosstable organizations create --name \"Corner Store\"\n\n\
        An organization of the same name is not made twice: its id is printed.")]
    Create {
        /// Store name, as exports show it
        #[arg(long)]
        name: String,
    },
}

impl Organizations {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let OrganizationsCommand::Create { name } = self.command;
        let writer = Writer::open(&options.new_home()?).await?;
        let command = CreateOrganization { name };
        let created = writer.api.create_organization(&Actor::CommandLine, &command).await;
        writer.close().await;
        let outcome = created.context("the organization cannot be made")?;
        if let Outcome::AlreadyExists(id) = outcome {
            out::say(format_args!("There is an organization of this name already: {id}"));
        }
        out::data(outcome.organization_id())?;
        Ok(ExitCode::SUCCESS)
    }
}
