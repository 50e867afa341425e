//! Checks a deployment and reports problems, with advice for each. Changes nothing.
//!
//! # How to add a check
//!
//! Make a file with a function that returns [`Finding`]s, and call it in [`examine`]. A finding says what was checked
//! and found; if it is not fine, it also says what to do.

mod administrators;
mod databases;
mod finding;
mod folder;
mod nats;
mod service;
mod views;

use std::sync::Arc;

use service_kit::clock::Clock;
use storage::inspect::StoreKind;
use storage::{Access, EventStore, SpoolSettings, ViewStore, open_events, open_views};

use crate::soundness::{read_log, read_views};
pub(crate) use finding::{Deployment, Finding, State};

/// Runs all checks of a deployment. Checks that cannot run because of another problem are left out.
pub(crate) async fn examine(deployment: &Deployment, clock: &dyn Clock) -> Vec<Finding> {
    let mut findings = folder::check(deployment);
    // Opening a database as another user could leave files behind that the owner cannot use.
    let mut log_id = None;
    if findings.iter().all(|finding| finding.state < State::Wrong || !folder::IS_ESSENTIAL.contains(&finding.check)) {
        let events = examine_events(deployment, clock, &mut findings).await;
        let viewed = examine_views(deployment, events.as_deref(), clock, &mut findings).await;
        log_id = events.as_ref().map(|events| events.log_id()).or(viewed);
        if let Some(options) = &deployment.nats {
            findings.push(nats::check(options).await);
        }
        if let Some(events) = events {
            events.close().await;
        }
    }
    findings.extend(service::check(deployment, log_id.as_deref()).await);
    findings
}

async fn examine_events(
    deployment: &Deployment,
    clock: &dyn Clock,
    findings: &mut Vec<Finding>,
) -> Option<Arc<dyn EventStore>> {
    let (database, access) = deployment.events.as_ref()?;
    let facts = databases::check(database, StoreKind::Events, *access, clock, findings).await?;
    findings.extend(facts.log.map(|facts| databases::judge_log(&facts)));
    findings.extend(databases::check_file(database, StoreKind::Events).await);
    match open_events(database, Access::Read).await {
        Ok(events) => {
            let read = read_log(&*events, Some(databases::BUDGET)).await;
            findings.push(databases::judge_content(StoreKind::Events, read));
            findings.extend(administrators::check(&*events, clock).await);
            Some(events)
        }
        Err(error) => {
            findings.push(databases::not_opened(StoreKind::Events, &error));
            None
        }
    }
}

/// Returns the id of the log that the views show.
async fn examine_views(
    deployment: &Deployment,
    events: Option<&dyn EventStore>,
    clock: &dyn Clock,
    findings: &mut Vec<Finding>,
) -> Option<String> {
    let (database, access) = deployment.views.as_ref()?;
    databases::check(database, StoreKind::Views, *access, clock, findings).await?;
    findings.extend(databases::check_file(database, StoreKind::Views).await);
    let views: Arc<dyn ViewStore> = match open_views(database, Access::Read, SpoolSettings::default()).await {
        Ok(views) => views,
        Err(error) => {
            findings.push(databases::not_opened(StoreKind::Views, &error));
            return None;
        }
    };
    let read = read_views(&*views, Some(databases::BUDGET)).await;
    findings.push(databases::judge_content(StoreKind::Views, read));
    findings.extend(views::check(&*views, events, deployment.settings.as_ref()).await);
    let active = views.active().await;
    views.close().await;
    active.ok().flatten().map(|active| active.log_id).filter(|log_id| !log_id.is_empty())
}

#[cfg(test)]
mod tests;
