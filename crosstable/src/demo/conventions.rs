//! The demo's conventions: one in every status, one with all details, one with almost none.

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, Sequence};
use proto_events::vocabulary::{ConventionStatus, RegionalChampionshipRegion};
use proto_events::{ConventionEvent, StreamId};
use serde::Deserialize;
use storage::NewEvent;

use super::cast::{Cast, event};
use super::pictures;

#[derive(Deserialize)]
struct ConventionPlan {
    #[serde(default)]
    second_organization: bool,
    /// Days from today, and hours.
    starts: Option<(i64, i64)>,
    ends: Option<(i64, i64)>,
    /// The region at first and later.
    regions: [RegionalChampionshipRegion; 2],
    /// Its statuses so far, in order.
    statuses: Vec<ConventionStatus>,
    details: ConventionDetails,
    /// Texts that staff announced today, the oldest first.
    #[serde(default)]
    announcements: Vec<String>,
}

/// Returns midnight of the day that is `days` from today.
pub(crate) fn day(now: DateTime<Utc>, days: i64) -> DateTime<Utc> {
    now.date_naive().and_time(chrono::NaiveTime::MIN).and_utc() + Duration::days(days)
}

pub(crate) fn tell(cast: &mut Cast) -> anyhow::Result<()> {
    let plans: Vec<ConventionPlan> =
        serde_json::from_str(include_str!("conventions.json")).context("the demo's conventions")?;
    for plan in plans {
        let organization = cast.organizations[usize::from(plan.second_organization)];
        let id = ConventionId(cast.ids.next(Sequence::Convention));
        cast.conventions.push((id, plan.details.event_timezone.clone()));
        cast.write(StreamId::convention(id), organization, plan.events(cast.now));
    }
    Ok(())
}

impl ConventionPlan {
    /// The convention is announced with few details, gets all of them, and moves through its statuses.
    fn events(self, now: DateTime<Utc>) -> Vec<NewEvent> {
        let at = |(days, hours)| day(now, days) + Duration::hours(hours);
        let (start_datetime, end_datetime) = (self.starts.map(at), self.ends.map(at));
        let start = start_datetime.unwrap_or(now);
        let announced = (start - Duration::days(200)).min(now - Duration::days(100));
        let [before, after] = self.regions.map(Some);
        let details = ConventionDetails { start_datetime, end_datetime, ..self.details };
        let first = ConventionDetails {
            name: details.name.clone(),
            slug: details.slug.clone(),
            regional_championship_region: before,
            start_datetime,
            end_datetime,
            ..ConventionDetails::default()
        };
        let details = ConventionDetails { regional_championship_region: after, ..details };
        let mut statuses = self.statuses.into_iter();
        let status = statuses.next().unwrap_or(ConventionStatus::DetailsPending);
        let mut events = vec![
            event(announced, ConventionEvent::Created { details: first, status }),
            event(announced + Duration::days(20), ConventionEvent::DetailsChanged { details }),
        ];
        for (status, months) in statuses.zip(0..) {
            let is_over = status == ConventionStatus::Archived;
            let at = if is_over { start + Duration::days(10) } else { announced + Duration::days(21 + 30 * months) };
            events.push(event(at.min(now), ConventionEvent::StatusChanged { status }));
        }
        if !self.announcements.is_empty() {
            events.push(event(now, ConventionEvent::PictureSet { picture: Some(pictures::event()) }));
        }
        for (announcement_id, text) in (1..).zip(self.announcements) {
            events.push(event(now, ConventionEvent::AnnouncementPosted { announcement_id, text }));
        }
        events
    }
}
