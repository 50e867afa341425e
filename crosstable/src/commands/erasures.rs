//! `crosstable erasures`: the list of erasures, which restoring a backup needs. `crosstable users erase`: forgets a person.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, Subcommand};
use projector::{Projector, ViewSettings};
use proto_events::ids::{TournamentId, UserId};
use serde_json::json;
use storage::{Access, Database, Erasure, ErasureList, NoticeBoard, Rewriting};
use tokio::time::{Instant, sleep};
use write_api::accounts::{EraseUser, Steward};

use super::Options;
use super::listing::Listing;
use super::organizations::display_name;
use super::writer::Writer;
use crate::app::{complete_now, settled};
use crate::home::Home;
use crate::out;

/// How long the command waits for the server to render the views.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// Interval between two checks.
const LOOK_EVERY: Duration = Duration::from_millis(50);

pub(super) const AFTER_HELP: &str = "\
Examples:
  crosstable erasures show
  crosstable erasures export /mnt/apart/erasures.jsonl    adds what the file lacks
  crosstable erasures clean                               after an erasure, at a quiet time

The list holds ids and times, and no personal data. Keep it apart from the backups: a backup that was made before an
erasure still holds the person's data, and `crosstable restore` erases it again by this list.";

/// The commands of `crosstable erasures`.
#[derive(Debug, Subcommand)]
pub(super) enum Erasures {
    /// List the erasures in the log
    Show {
        #[command(flatten)]
        listing: Listing,
    },
    /// Add the erasures in the log to a file, which is created if it is missing
    Export {
        /// The file
        file: PathBuf,
    },
    /// Rewrite the files of the log and the views, so that they hold no deleted bytes; writes wait meanwhile, and with
    /// PostgreSQL also reads
    Clean {},
}

impl Erasures {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let home = options.home()?;
        match self {
            Self::Show { listing } => {
                let rows = erasures_in_log(&home)
                    .await?
                    .into_iter()
                    .map(|it| [json!(it.user_id), json!(it.erased_at), json!(it.log_id)]);
                listing.print(["user_id", "erased_at", "log_id"], rows)?;
            }
            Self::Export { file } => {
                let list = ErasureList::at(file);
                let added = list.add(&erasures_in_log(&home).await?);
                let added = added.with_context(|| format!("{} cannot be written", list.path().display()))?;
                out::say(format_args!("{added} erasures were added to {}.", list.path().display()));
            }
            Self::Clean {} => {
                let events = home.open_events(Access::Write).await?;
                let rewritten = events.rewrite().await;
                events.close().await;
                rewritten.context("the log cannot be rewritten")?;
                let views = home.open_views(Access::Write).await?;
                let rewritten = views.rewrite(Rewriting::Always).await;
                views.close().await;
                rewritten.context("the views cannot be rewritten")?;
                out::say("The files hold no deleted bytes any more.");
            }
        }
        Ok(())
    }
}

async fn erasures_in_log(home: &Home) -> anyhow::Result<Vec<Erasure>> {
    let events = home.open_events(Access::Read).await?;
    let erasures = events.erasures().await;
    events.close().await;
    Ok(erasures?)
}

/// Returns the list for a restore.
pub(super) fn list_for_restore(list: Option<ErasureList>) -> anyhow::Result<Vec<Erasure>> {
    const WHY: &str = "People who were erased after the backup was made are in it, and would be known again. Name the \
                       list with --erasures FILE. If there is none, or no person was ever erased, add --without-erasures";
    let Some(list) = list else { bail!("no list of erasures is named. {WHY}") };
    let file = list.path().display();
    if !list.path().exists() {
        bail!("no list of erasures was found at {file}. {WHY}");
    }
    list.read().with_context(|| format!("the list of erasures {file} cannot be read"))
}

/// The options of `crosstable users erase`.
#[derive(Debug, Args)]
pub(super) struct Erase {
    /// Id of the person, as `crosstable users list --all` prints it
    #[arg(value_name = "ID")]
    id: i64,
    /// Erase without asking
    #[arg(long)]
    yes: bool,
}

impl Erase {
    pub(super) async fn run(self, options: &Options, home: &Home) -> anyhow::Result<()> {
        let settings = options.view_settings(home)?;
        // Without the lock, a server could start and render the views at the same time.
        let lock = match home {
            Home::Folder(dir) if !dir.is_served() => Some(dir.lock().await?),
            _ => None,
        };
        let writer = Writer::open(home).await?;
        let done = async {
            self.erase(home, &writer).await?;
            let shown = clean_views(home, &writer, lock.is_some(), settings).await;
            shown.context(
                "the person is erased, but the views may still hold the name: a server completes this when it runs",
            )
        };
        let done = done.await;
        writer.events.close().await;
        done
    }

    async fn erase(&self, home: &Home, writer: &Writer) -> anyhow::Result<()> {
        let id = UserId(self.id);
        let user = writer.api.user(id).await?;
        match &user {
            Some(user) => self.confirm(&display_name(&user.state))?,
            // The command completes an erasure that was interrupted.
            None if writer.api.erased_user(id).await?.is_some() => {}
            None => bail!("there is no user {id} here; `crosstable users list --all` lists all users"),
        }
        let (steward, events) = (Steward::Operator, events_of(home, writer, id).await?);
        let command = EraseUser { user_id: id, steward, is_known_elsewhere: false, events };
        writer.carry_out(&command, "the person cannot be erased").await?;
        let completed = complete_now(&writer.api, &*writer.events).await;
        completed
            .map_err(|error| anyhow!("the person is erased, and deleted bytes are still in the files: {error}"))?;
        out::say(format_args!("User {id} is erased. Results show \"Player {id}\"."));
        Ok(())
    }

    /// Asks a person at the terminal.
    fn confirm(&self, name: &str) -> anyhow::Result<()> {
        if self.yes {
            return Ok(());
        }
        ensure!(std::io::stdin().is_terminal(), "this cannot be undone: add --yes to erase {name}");
        out::say(format_args!(
            "{name} and all accounts merged into this one are erased for ever. Type the id to confirm:"
        ));
        std::io::stderr().flush()?;
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        ensure!(answer.trim() == self.id.to_string(), "nothing was erased");
        Ok(())
    }
}

/// Returns the events in which a person is registered according to the views; all events, if the views cannot be read. Broken
/// views do not keep a person from being erased.
async fn events_of(home: &Home, writer: &Writer, id: UserId) -> anyhow::Result<Vec<TournamentId>> {
    let views = match home.views() {
        Ok(Database::Sqlite(file)) if !file.exists() => None,
        Ok(_) => home.open_views(Access::Write).await.ok(),
        Err(_) => None,
    };
    if let Some(views) = views {
        let events = writer.api.events_of_person(&*views, id).await;
        views.close().await;
        if let Ok(events) = events {
            return Ok(events);
        }
    }
    Ok(writer.api.all_events().await?)
}

/// Waits until a server has rendered the views, or renders them if none runs, and rewrites them.
async fn clean_views(home: &Home, writer: &Writer, is_alone: bool, settings: ViewSettings) -> anyhow::Result<()> {
    let head = writer.events.head().await?;
    let Ok(database) = home.views() else {
        out::say("The processes of the service render the views again.");
        return Ok(());
    };
    if matches!(&database, Database::Sqlite(file) if !file.exists()) {
        return Ok(());
    }
    let views = home.open_views(Access::Write).await?;
    let done = async {
        if is_alone {
            let (events, board) = (writer.events.clone(), NoticeBoard::default());
            Projector::new(events, views.clone(), board, settings).catch_up().await?;
        }
        let give_up = Instant::now() + TIME_LIMIT;
        while !settled(&*views, head).await? {
            ensure!(Instant::now() < give_up, "no server has rendered the views within {} s", TIME_LIMIT.as_secs());
            sleep(LOOK_EVERY).await;
        }
        if !views.rewrite(Rewriting::IfSmall).await? {
            out::say("The views are large. `crosstable erasures clean` rewrites their files; writes wait meanwhile.");
        }
        anyhow::Ok(())
    };
    let done = done.await;
    views.close().await;
    done
}
