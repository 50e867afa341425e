//! `crosstable init`: creates the first organization, its administrator and a key.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use domain::organization::Organization;
use proto_events::ids::{MemberId, OrganizationId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use service_kit::health::ALIVE;
use service_kit::http_client::get;
use service_kit::password::Password;
use tokio::time::timeout;
use write_api::keys::{IssueApiKey, IssuedKey};
use write_api::set_up_installation::{InstallationSetUp, SetUpInstallation};

use super::Options;
use super::credentials::until;
use super::options::DEFAULT_FOLDER;
use super::users::{make_password_link, password_from_stdin};
use super::writer::Writer;
use crate::data_dir::DataDir;
use crate::home::Home;
use crate::{directory, out};

const KEY_NAME: &str = "First key";
/// Time limit for the health answer of a server on this machine.
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// Data folder of the systemd unit and the container image in `deploy/`.
const OF_SERVICES: &str = "/var/lib/crosstable";

const AFTER_HELP: &str = "\
Examples:
  crosstable init --organization \"Corner Store\" --username ada --name \"Ada L.\"
  KEY=$(crosstable init --organization \"Corner Store\" --username ada)
  crosstable init --organization \"Corner Store\" --username ada --password-stdin --if-empty <password.txt

Creates an organization, a person with the role ADMIN, and an API key with that role. Only the key is printed to stdout;
it is not shown again. Unless a password is given, stderr shows a link where the person sets one; it works once, within
24 hours. A server may run meanwhile, and knows the new data when the command returns.

If there is an organization already, the command does nothing and exits with code 1, or with --if-empty with code 0;
nothing is printed to stdout. To resume an interrupted `init`, run the same command again.";

/// Create the first organization, its administrator and a key
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Init {
    /// Store name, as exports show it
    #[arg(long, value_name = "NAME")]
    organization: String,
    /// Username of its administrator
    #[arg(long, value_name = "NAME")]
    username: String,
    /// The administrator's name on pairings and in lists [default: the username]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Read the administrator's password from the first line of standard input
    #[arg(long)]
    password_stdin: bool,
    /// Do nothing and succeed if there is an organization already
    #[arg(long)]
    if_empty: bool,
}

impl Init {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let is_new = options.home().is_err();
        let home = options.new_home()?;
        if let Home::Folder(dir) = &home {
            let word = if is_new { "New data folder" } else { "Data folder" };
            out::say(format_args!("{word}: {}", whole(&dir.path).display()));
            if is_new {
                for warning in warnings(dir, options.listen).await {
                    out::say(format_args!("Warning: {warning} If you mean that one, name its folder with --data-dir."));
                }
            }
        }
        let reached_at = options.reached_at(&home)?;
        let password = self.password_stdin.then(password_from_stdin).transpose()?;
        Writer::run(&home, async |writer| self.begin(writer, password, &reached_at).await).await
    }

    async fn begin(&self, writer: &Writer, password: Option<Password>, reached_at: &str) -> anyhow::Result<()> {
        let there = directory::organizations(&*writer.events).await?;
        let founded = match there.iter().find(|it| it.name == self.organization && it.keys.is_empty()) {
            // Left behind by an interrupted run of the same command: the key is created last.
            Some(interrupted) if there.len() == 1 => self.resume(writer, interrupted).await?,
            _ => None,
        };
        let founded = match (founded, there.first()) {
            (Some(founded), _) => founded,
            (None, None) => self.found(writer, password).await?,
            (None, Some(known)) => {
                let found = format!("there is an organization already, {}: {}", known.id, known.name);
                if self.if_empty {
                    out::say(format_args!("Nothing to do: {found}."));
                    return Ok(());
                }
                bail!(
                    "{found}; `crosstable organizations create` makes another one, `crosstable users` and `members` \
                     manage its people, `crosstable keys issue` makes keys"
                );
            }
        };
        let InstallationSetUp { organization_id, member_id, administrator } = founded;
        let link = match administrator.password_id {
            None => Some(make_password_link(writer, administrator.id).await?),
            Some(_) => None,
        };
        let key = issue(writer, organization_id, member_id).await?;
        out::say(format_args!(
            "Organization {organization_id}, {}, has an administrator: {}.",
            self.organization, self.username
        ));
        match link {
            None => out::say(format_args!("Sign in as {} at {reached_at}/login/", self.username)),
            Some(link) => {
                out::say(format_args!("Link to set a password, valid once{}:", until(Some(link.expires_at))));
                out::say(format_args!("  {reached_at}{}", link.path()));
            }
        }
        out::say(format_args!(
            "API key {}, with the role {}, for the header X-API-Key; it is not shown again:",
            key.key_id,
            Role::Admin
        ));
        out::data(key.value.expose())?;
        Ok(())
    }

    async fn found(&self, writer: &Writer, password: Option<Password>) -> anyhow::Result<InstallationSetUp> {
        let best_identifier = self.name.clone().unwrap_or_else(|| self.username.clone());
        let administrator = Profile { username: self.username.clone(), best_identifier, ..Profile::default() };
        let (organization, time_zone) = (self.organization.clone(), String::new());
        let command = SetUpInstallation { organization, time_zone, administrator, password };
        writer.carry_out(&command, "the organization cannot be created").await
    }

    /// Returns the administrator of an organization that an interrupted run created.
    async fn resume(&self, writer: &Writer, organization: &Organization) -> anyhow::Result<Option<InstallationSetUp>> {
        let Some(user) = writer.api.user_named(&self.username).await? else { return Ok(None) };
        let member = organization.member_of(user.state.id).filter(|member| member.role == Role::Admin);
        let (organization_id, administrator) = (organization.id, user.state.clone());
        Ok(member.map(|member| InstallationSetUp { organization_id, member_id: member.id, administrator }))
    }
}

async fn issue(writer: &Writer, organization_id: OrganizationId, member_id: MemberId) -> anyhow::Result<IssuedKey> {
    let command = IssueApiKey {
        organization_id,
        name: KEY_NAME.to_owned(),
        role: Role::Admin,
        expires_at: None,
        read_only: false,
        issued_by: Some(member_id),
    };
    writer.carry_out(&command, "the key cannot be issued").await
}

/// Returns warnings, one sentence each. `listen` is the address at which a server with the same options would listen.
async fn warnings(dir: &DataDir, listen: SocketAddr) -> Vec<String> {
    let mut warnings = Vec::new();
    if !dir.is_served()
        && let Some(address) = another_server(listen).await
    {
        warnings.push(format!(
            "A server answers at {address}, and it does not serve this folder: it will not see the new data."
        ));
    }
    let here = whole(&dir.path);
    for other in usual_folders() {
        if other != here && DataDir::existing(&other).is_ok() {
            warnings
                .push(format!("There is an installation in {} already; this would be a second one.", other.display()));
        }
    }
    warnings
}

/// Returns the address of a Crosstable server that listens at `listen`, if there is one.
async fn another_server(listen: SocketAddr) -> Option<String> {
    if listen.port() == 0 {
        return None;
    }
    let address = crate::app::address_to_visit(listen);
    let answer = timeout(TIME_LIMIT, get(&format!("{address}{ALIVE}"))).await.ok()?.ok()?;
    answer.status().is_success().then_some(address)
}

/// Returns the absolute paths of the usual data folders.
fn usual_folders() -> BTreeSet<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(DEFAULT_FOLDER));
    let folders = [PathBuf::from(DEFAULT_FOLDER), PathBuf::from(OF_SERVICES)].into_iter().chain(home);
    folders.map(|folder| whole(&folder)).collect()
}

/// Returns the absolute path of a folder.
fn whole(folder: &Path) -> PathBuf {
    folder.canonicalize().or_else(|_| std::path::absolute(folder)).unwrap_or_else(|_| folder.to_owned())
}
