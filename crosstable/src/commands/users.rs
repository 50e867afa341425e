//! `crosstable users`: people, with and without an account.

use std::io::{BufRead, IsTerminal, Read};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use domain::user::User;
use proto_events::ids::UserId;
use proto_events::user::Profile;
use serde_json::json;
use service_kit::password::Password;
use write_api::accounts::{
    ChangeProfile, DisableTwoStep, EndSessions, MadeLink, MakePasswordLink, RegisterUser, SetBy, SetPassword, Steward,
};
use write_api::letters;

use super::Options;
use super::credentials::until;
use super::erasures::Erase;
use super::listing::Listing;
use super::organizations::{PersonOption, display_name, load_organization};
use super::writer::Writer;
use crate::{directory, out};

/// Maximum length of the line that is read; longer than any password.
const LONGEST: u64 = 4096;

/// The commands of `crosstable users`.
#[derive(Debug, Subcommand)]
pub(super) enum Users {
    /// Register a person; prints the new id
    #[command(after_help = "Examples:\n  crosstable users create --username bea --name \"Bea B.\" --managed-by 1\n  \
        ID=$(crosstable users create --name \"Guest of honour\")\n\n\
        Repeating the command makes no second person. A username is unique in the whole service and never changes.\n\
        The administrators of the organization that manages an account may change its profile and make password links\n\
        for it, as long as the person is a member of no other organization. `users password-link` lets the person set\n\
        a password, `members add` gives a role.")]
    Create(Create),
    /// List people: id, username, name, managing organization, way to sign in
    #[command(after_help = "Examples:\n  crosstable users list\n  crosstable users list --all --json")]
    List {
        /// Include people without a username, such as imported players
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        listing: Listing,
    },
    /// Change a person's profile
    #[command(
        after_help = "Examples:\n  crosstable users change --username bea --name \"Bea Brandt\" --email bea@example.org\n  \
        crosstable users change --user 7 --pronouns \"\"       empty removes it\n  \
        crosstable users change --user 7 --new-username bea   if there is none yet\n\n\
        Other fields stay unchanged."
    )]
    Change(Change),
    /// Make a one-time link where a person sets a password; prints it
    #[command(after_help = "Example:\n  crosstable users password-link --username bea\n\n\
        The link works once, within 24 hours, and until another one is made. Anyone who has it can sign in as the\n\
        person: handle it like a key. The existing password stays valid until a new one is set.")]
    PasswordLink {
        #[command(flatten)]
        who: PersonOption,
    },
    /// Set a person's password, read from standard input
    #[command(
        after_help = "Examples:\n  crosstable users set-password --username bea --password-stdin <password.txt\n  \
        read -rsp 'Password: ' P && printf %s \"$P\" | crosstable users set-password --username bea --password-stdin\n\n\
        10 to 128 characters, of any kind, and not the username. All sessions of the person end. A password is never taken\n\
        as an argument, where others on the machine could see it."
    )]
    SetPassword {
        #[command(flatten)]
        who: PersonOption,
        /// Read the password from the first line of standard input
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// End all sessions of a person, on every device
    #[command(after_help = "Example:\n  crosstable users sign-out --username bea\n\n\
        Tokens and keys stay valid; see `crosstable tokens revoke`, `crosstable keys revoke`.")]
    SignOut {
        #[command(flatten)]
        who: PersonOption,
    },
    /// Switch a person's two-step sign-in off
    #[command(after_help = "Example:\n  crosstable users two-step-off --username bea\n\n\
        For a person who has lost the phone and the recovery codes. The password stays; the person can switch two-step\n\
        sign-in on again at /admin/account/two-step/.")]
    TwoStepOff {
        #[command(flatten)]
        who: PersonOption,
    },
    /// Erase a person's data for ever; a server may run
    #[command(after_help = "Examples:\n  crosstable users erase 4711\n  crosstable users erase 4711 --yes\n\n\
        The name, the e-mail address and everything that signs in are erased, with the accounts that were merged into\n\
        this one. Results and lists stay, under \"Player 4711\". Backups that were made before still hold the data:\n\
        restoring one erases it again, by the list of erasures. See docs/erasure.md.")]
    Erase(Erase),
}

#[derive(Debug, Args)]
pub(super) struct Create {
    /// The username, for signing in
    #[arg(long, value_name = "NAME")]
    username: Option<String>,
    /// The name on pairings and standings [default: the username]
    #[arg(long, value_name = "NAME", required_unless_present = "username")]
    name: Option<String>,
    #[command(flatten)]
    more: More,
    /// Id of the organization whose administrators manage the account
    #[arg(long, value_name = "ID")]
    managed_by: Option<i64>,
}

#[derive(Debug, Args)]
pub(super) struct Change {
    #[command(flatten)]
    who: PersonOption,
    /// Set a username, if there is none yet
    #[arg(long, value_name = "NAME")]
    new_username: Option<String>,
    /// The name on pairings and standings
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    more: More,
}

/// More options for a profile.
#[derive(Debug, Args)]
pub(super) struct More {
    /// Given name
    #[arg(long, value_name = "NAME")]
    first_name: Option<String>,
    /// Family name
    #[arg(long, value_name = "NAME")]
    last_name: Option<String>,
    /// E-mail address
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,
    /// Pronouns
    #[arg(long)]
    pronouns: Option<String>,
}

impl Users {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let home = if matches!(self, Self::Create(_)) { options.new_home()? } else { options.home()? };
        // Checked before anything is changed.
        let reached_at = match self {
            Self::PasswordLink { .. } => options.reached_at(&home)?,
            _ => String::new(),
        };
        if let Self::Erase(erase) = self {
            return erase.run(options, &home).await;
        }
        let run = async |writer: &Writer| match self {
            Self::Create(create) => create.run(writer).await,
            Self::List { all, listing } => list(writer, all, listing).await,
            Self::Change(change) => change.run(writer).await,
            Self::PasswordLink { who } => make_link(writer, &who.find(writer).await?, &reached_at).await,
            Self::SetPassword { who, .. } => set(writer, &who.find(writer).await?).await,
            Self::SignOut { who } => sign_out(writer, &who.find(writer).await?).await,
            Self::TwoStepOff { who } => disable_two_step(writer, &who.find(writer).await?).await,
            // It opens the stores itself.
            Self::Erase(_) => Ok(()),
        };
        Writer::run(&home, run).await
    }
}

impl Create {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        let username = self.username.unwrap_or_default();
        let best_identifier = self.name.unwrap_or_else(|| username.clone());
        let mut profile = Profile { username, best_identifier, ..Profile::default() };
        self.more.put_into(&mut profile);
        let managed_by = match self.managed_by {
            Some(id) => Some(load_organization(writer, id).await?.id),
            None => None,
        };
        let command = RegisterUser { profile, managed_by };
        let done = writer.carry_out(&command, "the person cannot be registered").await?;
        let user = &done.folded.state;
        if !done.happened() {
            out::say(format_args!("{} was already registered.", display_name(user)));
        } else if !user.profile.username.is_empty() {
            out::say(format_args!(
                "{} has no password yet: `crosstable users password-link --user {}` makes a link to set one.",
                display_name(user),
                user.id
            ));
        }
        out::data(user.id)?;
        Ok(())
    }
}

impl Change {
    async fn run(self, writer: &Writer) -> anyhow::Result<()> {
        let user = self.who.find(writer).await?;
        let mut profile = user.profile.clone();
        put(&mut profile.username, self.new_username);
        put(&mut profile.best_identifier, self.name);
        self.more.put_into(&mut profile);
        let command =
            ChangeProfile { user_id: user.id, profile, steward: Steward::Operator, language: letters::LANGUAGE };
        let changed = writer.carry_out(&command, "the profile cannot be changed").await?;
        let is = if changed.happened() { "changed" } else { "unchanged" };
        out::say(format_args!("The profile of {} is {is}.", display_name(&user)));
        Ok(())
    }
}

impl More {
    fn put_into(self, profile: &mut Profile) {
        put(&mut profile.first_name, self.first_name);
        put(&mut profile.last_name, self.last_name);
        put(&mut profile.email, self.email);
        put(&mut profile.pronouns, self.pronouns);
    }
}

fn put(field: &mut String, given: Option<String>) {
    if let Some(given) = given {
        *field = given;
    }
}

async fn list(writer: &Writer, all: bool, listing: Listing) -> anyhow::Result<()> {
    let now = writer.api.now();
    let users = directory::all_users(&*writer.events).await?;
    let rows = users.iter().filter(|user| all || !user.profile.username.is_empty()).map(|user| {
        let (profile, way_in) = (&user.profile, directory::way_in(user, now));
        [json!(user.id), json!(profile.username), json!(profile.best_identifier), json!(user.managed_by), json!(way_in)]
    });
    listing.print(["id", "username", "name", "managed_by", "sign_in"], rows)
}

async fn make_link(writer: &Writer, user: &User, reached_at: &str) -> anyhow::Result<()> {
    let link = make_password_link(writer, user.id).await?;
    out::say(format_args!(
        "Link for {} to set a password, valid once{}:",
        display_name(user),
        until(Some(link.expires_at))
    ));
    out::data(format_args!("{reached_at}{}", link.path()))?;
    Ok(())
}

async fn set(writer: &Writer, user: &User) -> anyhow::Result<()> {
    let command = SetPassword { user_id: user.id, password: password_from_stdin()?, by: SetBy::Operator };
    writer.carry_out(&command, "the password cannot be set").await?;
    out::say(format_args!("{} has a new password; all earlier sessions have ended.", display_name(user)));
    Ok(())
}

async fn sign_out(writer: &Writer, user: &User) -> anyhow::Result<()> {
    let command = EndSessions { user_id: user.id };
    writer.carry_out(&command, "the sessions cannot be ended").await?;
    out::say(format_args!("All sessions of {} have ended.", display_name(user)));
    Ok(())
}

async fn disable_two_step(writer: &Writer, user: &User) -> anyhow::Result<()> {
    let command = DisableTwoStep { user_id: user.id, steward: Steward::Operator };
    writer.carry_out(&command, "two-step sign-in cannot be switched off").await?;
    out::say(format_args!("{} signs in with the password alone.", display_name(user)));
    Ok(())
}

/// Reads the password from the first line of standard input. Arguments would be visible to other users and in the
/// shell's history.
pub(super) fn password_from_stdin() -> anyhow::Result<Password> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        bail!(
            "--password-stdin reads the password from standard input, and a terminal would show it: use a pipe or a file, or \
             let the person set one with `crosstable users password-link`"
        );
    }
    let mut line = Vec::new();
    stdin.lock().take(LONGEST).read_until(b'\n', &mut line).context("standard input cannot be read")?;
    // Converted to `Password` before any check, so that it is wiped from memory even if a check fails.
    let line = Password::from(String::from_utf8(line).context("the password is not UTF-8")?);
    let typed = line.expose().trim_end_matches(['\n', '\r']);
    ensure!(!typed.is_empty(), "standard input holds no password");
    Ok(Password::from(typed.to_owned()))
}

pub(super) async fn make_password_link(writer: &Writer, user_id: UserId) -> anyhow::Result<MadeLink> {
    let command = MakePasswordLink { user_id, steward: Steward::Operator };
    writer.carry_out(&command, "the link cannot be made").await
}
