//! Reads passwords from standard input, and makes links where people set their own.

use std::io::{BufRead, IsTerminal, Read};

use anyhow::{Context, bail, ensure};
use proto_events::Actor;
use proto_events::ids::UserId;
use service_kit::password::Password;
use write_api::commands::users::make_password_link::{MadeLink, MakePasswordLink};
use write_api::commands::users::stewardship::Steward;

use super::who;
use super::writer::Writer;

/// Maximum length of the line that is read; longer than any password.
const LONGEST: u64 = 4096;

/// Reads the password from the first line of standard input. Arguments would be visible to other users and in the
/// shell's history.
pub(super) fn from_stdin() -> anyhow::Result<Password> {
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

/// Makes a new one-time link.
pub(super) async fn make_link(writer: &Writer, user_id: UserId) -> anyhow::Result<MadeLink> {
    let command = MakePasswordLink { user_id, steward: Steward::Operator };
    let made = writer.api.make_password_link(&Actor::CommandLine, &command).await;
    made.map_err(who::failed).context("the link cannot be made")
}
