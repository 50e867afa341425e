//! Renders damaged documents again, and replaces a damaged file.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use storage::Damage;
use tokio::time::Instant;

use super::Projector;
use crate::error::ProjectorError;
use crate::progress::ProgressSender;
use crate::rebuild::rebuild;

/// The minimum time between replacements of the views file: if the new file is damaged at once, another one will not
/// help.
const BETWEEN_REPLACEMENTS: Duration = Duration::from_secs(60);

impl Projector {
    /// Renders damaged documents again: those of the reported streams, or all documents if the damaged ones are unknown
    /// or a document is still damaged after it was rendered again.
    pub(super) async fn repair(&mut self, damage: BTreeSet<Damage>) -> Result<(), ProjectorError> {
        if damage.contains(&Damage::File) {
            return self.replace_file().await;
        }
        let is_known = damage.iter().all(|damage| matches!(damage, Damage::Rendered(_)));
        let Some(engine) = self.engine.as_mut().filter(|_| is_known && self.repaired.is_disjoint(&damage)) else {
            return self.render_everything_again(&damage).await;
        };
        let streams = damage.iter().filter_map(|damage| match damage {
            Damage::Rendered(stream) => Some(*stream),
            Damage::Unknown | Damage::File => None,
        });
        engine.render_again(streams.collect()).await?;
        self.damage.repaired(&damage);
        self.repaired.extend(damage);
        self.report();
        Ok(())
    }

    /// Replaces a damaged file with an empty one. The views are not served until all are rendered again.
    pub(super) async fn replace_file(&mut self) -> Result<(), ProjectorError> {
        self.stop_writing().await;
        let now = Instant::now();
        if self.replaced.is_none_or(|before| now - before >= BETWEEN_REPLACEMENTS) {
            self.complete.send_replace(false);
            self.untold = true;
            match self.views.replace().await {
                Ok(true) => tracing::error!("the views file was damaged: rendering a new one from the log"),
                Ok(false) => {
                    rebuild(
                        Arc::clone(&self.events),
                        Arc::clone(&self.views),
                        &self.settings,
                        ProgressSender::default(),
                    )
                    .await?;
                }
                Err(error) => {
                    self.damage.report(Damage::File);
                    return Err(error.into());
                }
            }
            self.replaced = Some(now);
        } else {
            tracing::error!("the views are damaged again: the disk, the memory or this program may be faulty");
        }
        self.damage.repaired(&BTreeSet::from([Damage::File, Damage::Unknown]));
        self.repaired.clear();
        Ok(())
    }

    /// Stops to write any generation, before all documents are rendered again.
    async fn stop_writing(&mut self) {
        self.engine = None;
        self.renewal.cancel().await;
    }

    async fn render_everything_again(&mut self, damage: &BTreeSet<Damage>) -> Result<(), ProjectorError> {
        tracing::error!("it is not known which documents are damaged: rendering all of them again");
        self.stop_writing().await;
        self.untold = true;
        rebuild(Arc::clone(&self.events), Arc::clone(&self.views), &self.settings, ProgressSender::default()).await?;
        self.damage.repaired(damage);
        self.repaired.clear();
        Ok(())
    }
}
