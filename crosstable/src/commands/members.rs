//! `crosstable members`: members of an organization and their roles.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use domain::organization::Organization;
use domain::user::User;
use proto_events::ids::{MemberId, UserId};
use proto_events::vocabulary::Role;
use serde::Serialize;
use write_api::organizations::{AddMember, ChangeMemberRole, RemoveMember};

use super::Options;
use super::listing::{Listing, Row};
use super::lookup::{self, MemberOption, PersonOption, display_name};
use super::writer::Writer;
use crate::{directory, out};

/// Manage members of an organization and their roles
#[derive(Debug, Args)]
pub(crate) struct Members {
    #[command(subcommand)]
    command: MembersCommand,
}

#[derive(Debug, Subcommand)]
enum MembersCommand {
    /// Make a person a member; prints the id of the membership
    #[command(
        after_help = "Examples:\n  crosstable members add --organization 1 --username bea --role SCOREKEEPER\n  \
        crosstable members add --organization 1 --user 7 --role JUDGE\n\n\
        Register the person first with `crosstable users create`. docs/permissions.md says what each role may do."
    )]
    Add {
        #[command(flatten)]
        organization: OrganizationOption,
        #[command(flatten)]
        who: PersonOption,
        /// The role
        #[arg(long, ignore_case = true, value_parser = role_parser())]
        role: Role,
    },
    /// List members: id, person, username, name, role
    #[command(after_help = "Example:\n  crosstable members list --organization 1 --json")]
    List {
        #[command(flatten)]
        organization: OrganizationOption,
        #[command(flatten)]
        listing: Listing,
    },
    /// Give a member another role
    #[command(after_help = "Example:\n  crosstable members role --organization 1 --username bea --role ORGANIZER\n\n\
        Keys that are tied to the member get the new role within a second. The last ADMIN cannot get another role.")]
    Role {
        #[command(flatten)]
        organization: OrganizationOption,
        #[command(flatten)]
        member: MemberOption,
        /// The new role
        #[arg(long, ignore_case = true, value_parser = role_parser())]
        role: Role,
    },
    /// Remove a member
    #[command(after_help = "Example:\n  crosstable members remove --organization 1 --username bea\n\n\
        Keys tied to the member, and the person's tokens and sessions in the organization, are refused within a\n\
        second. The person stays registered and can be added again. The last ADMIN cannot be removed.")]
    Remove {
        #[command(flatten)]
        organization: OrganizationOption,
        #[command(flatten)]
        member: MemberOption,
    },
}

/// Identifies the organization.
#[derive(Debug, Clone, Copy, Args)]
struct OrganizationOption {
    /// Id of the organization
    #[arg(long = "organization", value_name = "ID")]
    id: i64,
}

/// A line of the list.
#[derive(Debug, Serialize)]
struct ListedMember {
    id: MemberId,
    user: UserId,
    username: String,
    name: String,
    role: Role,
}

impl Row for ListedMember {
    const COLUMNS: &'static [&'static str] = &["id", "user", "username", "name", "role"];
}

/// Returns a parser for role names.
pub(super) fn role_parser() -> impl TypedValueParser<Value = Role> {
    let names = PossibleValuesParser::new(Role::ALL.iter().map(|role| role.wire_name()));
    names.try_map(|name| Role::from_wire_name(&name.to_uppercase()).ok_or("not a role"))
}

impl Members {
    /// Runs the command.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        Writer::run(&options.home()?, async |writer| self.command.run(writer).await).await
    }
}

impl MembersCommand {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        match self {
            Self::Add { organization, who, role } => add(writer, organization.find(writer).await?, &who, role).await,
            Self::List { organization, listing } => list(writer, &organization.find(writer).await?, listing).await,
            Self::Role { organization, member, role } => {
                let organization = organization.find(writer).await?;
                change_role(writer, &organization, member.find(writer, &organization).await?, role).await
            }
            Self::Remove { organization, member } => {
                let organization = organization.find(writer).await?;
                remove(writer, &organization, member.find(writer, &organization).await?).await
            }
        }
    }
}

impl OrganizationOption {
    async fn find(self, writer: &Writer) -> anyhow::Result<Organization> {
        lookup::organization(writer, self.id).await
    }
}

async fn add(writer: &Writer, organization: Organization, who: &PersonOption, role: Role) -> anyhow::Result<()> {
    let user = who.find(writer).await?;
    let command = AddMember { organization_id: organization.id, user_id: user.id, role };
    let refused = format!("{} cannot be added; use `crosstable members role` to change a role", display_name(&user));
    let added = writer.carry_out(&command, refused).await?;
    let is = if added.happened() { "is now" } else { "is already" };
    out::say(format_args!("{} {is} {role} of {}.", display_name(&user), organization.name));
    let member = added.folded.state.member_of(user.id).context("the new member is missing")?;
    out::data(member.id)?;
    Ok(())
}

async fn list(writer: &Writer, organization: &Organization, listing: Listing) -> anyhow::Result<()> {
    let members: Vec<_> = organization.members.iter().filter(|member| !member.removed).collect();
    let users = directory::users(&*writer.events, members.iter().map(|member| member.user_id)).await?;
    let users: HashMap<UserId, User> = users.into_iter().map(|user| (user.id, user)).collect();
    let lines = members.into_iter().map(|member| {
        let profile = users.get(&member.user_id).map(|user| user.profile.clone()).unwrap_or_default();
        let (username, name) = (profile.username, profile.best_identifier);
        ListedMember { id: member.id, user: member.user_id, username, name, role: member.role }
    });
    listing.print(&lines.collect::<Vec<_>>())
}

async fn change_role(
    writer: &Writer,
    organization: &Organization,
    member_id: MemberId,
    role: Role,
) -> anyhow::Result<()> {
    let command = ChangeMemberRole { organization_id: organization.id, member_id, role };
    let changed = writer.carry_out(&command, "the role cannot be changed").await?;
    let is = if changed.happened() { "is now" } else { "is already" };
    out::say(format_args!("Member {member_id} of {} {is} {role}.", organization.name));
    Ok(())
}

async fn remove(writer: &Writer, organization: &Organization, member_id: MemberId) -> anyhow::Result<()> {
    let command = RemoveMember { organization_id: organization.id, member_id };
    if writer.carry_out(&command, "the member cannot be removed").await?.happened() {
        out::say(format_args!(
            "Member {member_id} is removed from {}; the member's keys, tokens and sessions there are refused.",
            organization.name
        ));
    } else {
        out::say(format_args!("Member {member_id} was already removed."));
    }
    Ok(())
}
