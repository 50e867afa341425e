//! Checks a deployment, and says in words what is wrong and what to do about it. Nothing is changed.
//!
//! # How to add a check
//!
//! Make a file with a function that returns [`Finding`]s, and call it in [`examine`]. A finding says what was looked at and
//! found; one that is not fine also says what to do.

mod administrators;
mod databases;
mod folder;
mod log;
mod nats;
mod service;
mod views;

use std::path::PathBuf;
use std::sync::Arc;

use projector::ViewSettings;
use serde::Serialize;
use service_kit::clock::Clock;
use service_kit::nats::NatsOptions;
use storage::inspect::Which;
use storage::{Access, Database, EventStore, ViewStore, open_events, open_views};

/// What is checked.
#[derive(Debug, Clone)]
pub(crate) struct Deployment {
    /// The data folder, where the data is in one.
    pub(crate) folder: Option<PathBuf>,
    /// The file that holds the installation's secret, where it is named.
    pub(crate) secret_file: Option<PathBuf>,
    /// The log's database, and what the process that is checked for does with it.
    pub(crate) events: Option<(Database, Access)>,
    /// The views' database, and the same.
    pub(crate) views: Option<(Database, Access)>,
    /// How NATS is reached.
    pub(crate) nats: Option<NatsOptions>,
    /// What views are to be rendered with, where that is known.
    pub(crate) settings: Option<ViewSettings>,
    /// Bytes that must be free for what people do with their own rights.
    pub(crate) free_space_floor: u64,
    /// Where a running process answers: `http://127.0.0.1:8080`.
    pub(crate) address: Option<String>,
    /// The address under which people reach the service.
    pub(crate) public_url: Option<String>,
}

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// As it should be.
    Fine,
    /// Works, and may deserve a look.
    Note,
    /// Does not work, or will not for long.
    Wrong,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    /// What was looked at.
    pub(crate) check: &'static str,
    /// How bad it is.
    pub(crate) state: State,
    /// What it is.
    pub(crate) found: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) advice: Option<String>,
}

impl Finding {
    fn fine(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, state: State::Fine, found: found.into(), advice: None }
    }

    fn note(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Note, found: found.into(), advice: Some(advice.into()) }
    }

    fn wrong(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Wrong, found: found.into(), advice: Some(advice.into()) }
    }
}

/// Checks everything there is to a deployment. What cannot be looked at because of something else that is wrong is left out.
pub(crate) async fn examine(deployment: &Deployment, clock: &dyn Clock) -> Vec<Finding> {
    let mut findings = folder::check(deployment);
    // What is opened as somebody else could leave files behind that its owner cannot use.
    if findings.iter().all(|finding| finding.state < State::Wrong || !folder::IS_ESSENTIAL.contains(&finding.check)) {
        let events = examine_events(deployment, clock, &mut findings).await;
        examine_views(deployment, events.as_deref(), clock, &mut findings).await;
        if let Some(options) = &deployment.nats {
            findings.extend(nats::check(options, events.as_deref()).await);
        }
        if let Some(events) = events {
            events.close().await;
        }
    }
    findings.extend(service::check(deployment).await);
    findings
}

async fn examine_events(
    deployment: &Deployment,
    clock: &dyn Clock,
    findings: &mut Vec<Finding>,
) -> Option<Arc<dyn EventStore>> {
    let (database, access) = deployment.events.as_ref()?;
    let facts = databases::check(database, Which::Events, *access, clock, findings).await?;
    findings.extend(facts.log.map(|facts| log::check(&facts)));
    match open_events(database, Access::Read).await {
        Ok(events) => {
            findings.extend(administrators::check(&*events, clock).await);
            Some(events)
        }
        Err(error) => {
            findings.push(databases::not_opened(Which::Events, &error));
            None
        }
    }
}

async fn examine_views(
    deployment: &Deployment,
    events: Option<&dyn EventStore>,
    clock: &dyn Clock,
    findings: &mut Vec<Finding>,
) {
    let Some((database, access)) = &deployment.views else { return };
    if databases::check(database, Which::Views, *access, clock, findings).await.is_none() {
        return;
    }
    let views: Arc<dyn ViewStore> = match open_views(database, Access::Read).await {
        Ok(views) => views,
        Err(error) => return findings.push(databases::not_opened(Which::Views, &error)),
    };
    findings.extend(views::check(&*views, events, deployment.settings.as_ref()).await);
    views.close().await;
}

#[cfg(test)]
mod tests;
