//! `crosstable organizations`: the organizations of this service.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use proto_events::ids::OrganizationId;
use serde::Serialize;
use write_api::organizations::CreateOrganization;

use super::Options;
use super::listing::{Listing, Row};
use super::writer::Writer;
use crate::{directory, out};

/// Manage organizations: stores, clubs, and other organizers
#[derive(Debug, Args)]
pub(crate) struct Organizations {
    #[command(subcommand)]
    command: OrganizationsCommand,
}

#[derive(Debug, Subcommand)]
enum OrganizationsCommand {
    /// Create an organization; prints its id
    #[command(after_help = "Example:\n  crosstable organizations create --name \"Corner Store\"\n\n\
        If an organization of this name exists, no second one is made, and its id is printed. `crosstable init` makes\n\
        the first one, with an administrator and a key.")]
    Create {
        /// Store name, as exports show it
        #[arg(long)]
        name: String,
    },
    /// List organizations: id, name, number of members
    #[command(after_help = "Example:\n  crosstable organizations list")]
    List(Listing),
}

/// A line of the list.
#[derive(Debug, Serialize)]
struct ListedOrganization {
    id: OrganizationId,
    name: String,
    members: usize,
}

impl Row for ListedOrganization {
    const COLUMNS: &'static [&'static str] = &["id", "name", "members"];
}

impl Organizations {
    /// Runs the command.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let is_list = matches!(self.command, OrganizationsCommand::List(_));
        let home = if is_list { options.home()? } else { options.new_home()? };
        let run = async |writer: &Writer| match self.command {
            OrganizationsCommand::Create { name } => create(writer, name).await,
            OrganizationsCommand::List(listing) => list(writer, listing).await,
        };
        Writer::run(&home, run).await
    }
}

async fn create(writer: &Writer, name: String) -> anyhow::Result<()> {
    let created = writer.carry_out(&CreateOrganization { name }, "the organization cannot be created").await?;
    let id = created.folded.state.id;
    if !created.happened() {
        out::say(format_args!("There is already an organization of this name: {id}"));
    }
    out::data(id)?;
    Ok(())
}

async fn list(writer: &Writer, listing: Listing) -> anyhow::Result<()> {
    let organizations =
        directory::organizations(&*writer.events).await?.into_iter().map(|organization| ListedOrganization {
            id: organization.id,
            members: organization.members.iter().filter(|member| !member.removed).count(),
            name: organization.name,
        });
    listing.print(&organizations.collect::<Vec<_>>())
}
