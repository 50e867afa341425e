//! The run's own server, in a new folder that is deleted at the end unless it is kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use proto_events::Actor;
use proto_events::vocabulary::Role;
use service_kit::clock::{Clock, SystemClock};
use service_kit::random;
use write_api::WriteApi;
use write_api::keys::IssueApiKey;
use write_api::organizations::CreateOrganization;

use super::Target;
use crate::{App, RunningApp, Settings};

/// The organization that runs the events.
const STORE: &str = "Simulated Store";

/// The run's own server.
pub(crate) struct Own {
    app: RunningApp,
    folder: PathBuf,
    is_kept: bool,
}

impl Own {
    /// Starts a server in a new folder: the named one, or one that is deleted at the end.
    pub(crate) async fn start(keep: Option<&Path>) -> anyhow::Result<(Self, Target)> {
        let folder = match keep {
            Some(folder) => folder.to_owned(),
            None => std::env::temp_dir().join(format!("crosstable-simulate-{}", random::secret_base62(12))),
        };
        let is_new = std::fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none());
        ensure!(is_new, "{} is not empty; name a new folder", folder.display());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let app = App::start(Settings::on(folder.clone()), Arc::clone(&clock)).await?;
        let own = Self { app, folder, is_kept: keep.is_some() };
        let key = match own.make_key(clock).await {
            Ok(key) => key,
            Err(error) => {
                own.stop().await?;
                return Err(error);
            }
        };
        let target = Target::new(&own.app.address(), key)?;
        Ok((own, target))
    }

    async fn make_key(&self, clock: Arc<dyn Clock>) -> anyhow::Result<String> {
        let events = self.app.events().context("this server has no log")?;
        let api = WriteApi::new(events, clock);
        let actor = Actor::CommandLine;
        let organization_id =
            api.create_organization(&actor, &CreateOrganization { name: STORE.into() }).await?.folded.state.id;
        let command = IssueApiKey {
            organization_id,
            name: "Simulation".to_owned(),
            role: Role::Admin,
            expires_at: None,
            read_only: false,
            issued_by: None,
        };
        let issued = api.issue_api_key(&actor, &command).await?;
        self.app.caught_up().await?;
        Ok(issued.value.expose().to_owned())
    }

    /// Stops gracefully.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        let stopped = self.app.stop().await;
        if !self.is_kept {
            std::fs::remove_dir_all(&self.folder)
                .with_context(|| format!("{} cannot be deleted", self.folder.display()))?;
        }
        stopped
    }
}
