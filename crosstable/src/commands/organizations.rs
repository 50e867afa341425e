//! `crosstable organizations` and `crosstable members`: the organizations of this service, their members, and the roles of
//! these. The options that name a person or a member are here, too.

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use domain::organization::{Member, Organization};
use domain::user::User;
use proto_events::StreamId;
use proto_events::ids::{MemberId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde_json::json;
use write_api::organizations::{AddMember, ChangeMemberRole, CreateOrganization, RemoveMember};

use super::Options;
use super::listing::Listing;
use super::writer::{Writer, unknown};
use crate::{directory, out};

/// The commands of `crosstable organizations`.
#[derive(Debug, Subcommand)]
pub(super) enum Organizations {
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

impl Organizations {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let is_list = matches!(self, Self::List(_));
        let home = if is_list { options.home()? } else { options.new_home()? };
        let run = async |writer: &Writer| match self {
            Self::Create { name } => create(writer, name).await,
            Self::List(listing) => list_organizations(writer, listing).await,
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

async fn list_organizations(writer: &Writer, listing: Listing) -> anyhow::Result<()> {
    let organizations = directory::organizations(&*writer.events).await?.into_iter().map(|it| {
        let members = it.members.iter().filter(|member| !member.removed).count();
        [json!(it.id), json!(it.name), json!(members)]
    });
    listing.print(["id", "name", "members"], organizations)
}

/// The commands of `crosstable members`.
#[derive(Debug, Subcommand)]
pub(super) enum Members {
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
pub(super) struct OrganizationOption {
    /// Id of the organization
    #[arg(long = "organization", value_name = "ID")]
    id: i64,
}

pub(super) fn role_parser() -> impl TypedValueParser<Value = Role> {
    let names = PossibleValuesParser::new(Role::ALL.iter().map(|role| role.wire_name()));
    names.try_map(|name| Role::from_wire_name(&name.to_uppercase()).ok_or("not a role"))
}

impl Members {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let run = async |writer: &Writer| match self {
            Self::Add { organization, who, role } => {
                add(writer, load_organization(writer, organization.id).await?, &who, role).await
            }
            Self::List { organization, listing } => {
                list_members(writer, &load_organization(writer, organization.id).await?, listing).await
            }
            Self::Role { organization, member, role } => {
                let organization = load_organization(writer, organization.id).await?;
                change_role(writer, &organization, member.find(writer, &organization).await?, role).await
            }
            Self::Remove { organization, member } => {
                let organization = load_organization(writer, organization.id).await?;
                remove(writer, &organization, member.find(writer, &organization).await?).await
            }
        };
        Writer::run(&options.home()?, run).await
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

async fn list_members(writer: &Writer, organization: &Organization, listing: Listing) -> anyhow::Result<()> {
    let members: Vec<_> = organization.members.iter().filter(|member| !member.removed).collect();
    let users = directory::users_by_id(&*writer.events, members.iter().map(|member| member.user_id)).await?;
    let rows = members.into_iter().map(|member| {
        let profile = users.get(&member.user_id).map(|user| user.profile.clone()).unwrap_or_default();
        let (username, name) = (profile.username, profile.best_identifier);
        [json!(member.id), json!(member.user_id), json!(username), json!(name), json!(member.role)]
    });
    listing.print(["id", "user", "username", "name", "role"], rows)
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
    pub(super) async fn find(&self, writer: &Writer) -> anyhow::Result<User> {
        find(writer, self.user, self.username.as_deref()).await
    }
}

impl MemberOption {
    async fn find(&self, writer: &Writer, organization: &Organization) -> anyhow::Result<MemberId> {
        if let Some(id) = self.member {
            return Ok(MemberId(id));
        }
        let user = find(writer, self.user, self.username.as_deref()).await?;
        Ok(membership(organization, &user)?.id)
    }
}

pub(super) fn membership<'a>(organization: &'a Organization, user: &User) -> anyhow::Result<&'a Member> {
    organization.member_of(user.id).ok_or_else(|| {
        let (who, id) = (display_name(user), organization.id);
        anyhow!(
            "{who} is no member of organization {id}; `crosstable members list --organization {id}` lists its members"
        )
    })
}

pub(super) async fn load_organization(writer: &Writer, id: i64) -> anyhow::Result<Organization> {
    let id = OrganizationId(id);
    match writer.api.organization(id).await? {
        Some(folded) => Ok(folded.state.clone()),
        None => bail!(unknown(StreamId::organization(id))),
    }
}

async fn find(writer: &Writer, id: Option<i64>, username: Option<&str>) -> anyhow::Result<User> {
    let Some(id) = id.map(UserId) else { return named_user(writer, username.unwrap_or_default()).await };
    let found = writer.api.user(id).await?.ok_or_else(|| anyhow!(unknown(StreamId::user(id))))?;
    Ok(found.state.clone())
}

pub(super) async fn named_user(writer: &Writer, username: &str) -> anyhow::Result<User> {
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
