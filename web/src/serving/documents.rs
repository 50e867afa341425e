//! Reads documents of the views.

use api_kit::store_failed;
use chrono::{DateTime, Utc};
use domain::time_zone::Zone;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use service_kit::problem::Problem;
use storage::{DocumentBody, DocumentKey, ViewKind, ViewReader};

/// The fields of an event's document that lists of events need.
#[derive(Deserialize)]
pub(crate) struct KnownEvent {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) lifecycle_status: LifecycleStatus,
    pub(crate) is_canceled: bool,
    pub(crate) event_format: EventFormat,
    pub(crate) start_datetime: Option<DateTime<Utc>>,
    pub(crate) current_round: Option<CurrentRound>,
    pub(crate) number_of_incomplete_matches: usize,
}

#[derive(Deserialize)]
pub(crate) struct CurrentRound {
    pub(crate) round_number: i32,
}

impl KnownEvent {
    /// Returns the newest events of an organization, newest first; undated ones come first.
    pub(crate) async fn newest(views: &dyn ViewReader, of: OrganizationId, most: i64) -> Result<Vec<Self>, Problem> {
        views.last(of, ViewKind::Overview, most).await.map_err(store_failed)?.iter().map(read).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_canceled || self.lifecycle_status.is_finished()
    }

    /// Returns the name of the time zone in its settings.
    pub(crate) async fn time_zone(
        &self,
        views: &dyn ViewReader,
        of: OrganizationId,
    ) -> Result<Option<String>, Problem> {
        let settings: Option<Value> = find(views, DocumentKey::new(of, ViewKind::OrganizedEvent, self.id)).await?;
        Ok(settings.and_then(|settings| settings["time_zone"].as_str().map(str::to_owned)))
    }

    pub(crate) async fn zone(&self, views: &dyn ViewReader, of: OrganizationId) -> Result<Zone, Problem> {
        Ok(Zone::of(self.time_zone(views, of).await?.as_deref()))
    }
}

pub(crate) async fn has_page(views: &dyn ViewReader, event: TournamentId) -> Result<bool, Problem> {
    let page = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, event);
    Ok(views.document(&page).await.map_err(store_failed)?.is_some())
}

pub(crate) async fn find<T: DeserializeOwned>(views: &dyn ViewReader, key: DocumentKey) -> Result<Option<T>, Problem> {
    let document = views.document(&key).await.map_err(store_failed)?;
    document.map(|document| read(&document.body)).transpose()
}

pub(crate) fn read<T: DeserializeOwned>(body: &DocumentBody) -> Result<T, Problem> {
    serde_json::from_slice(&body.for_everyone()).map_err(Problem::internal)
}
