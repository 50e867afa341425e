//! A convention as everyone may see it.

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::Picture;
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::vocabulary::ConventionStatus;
use serde::{Deserialize, Serialize};

use crate::convention::{Announcement, Convention};

/// A convention as its public page shows it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PublicConvention {
    /// Its id.
    pub id: ConventionId,
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// Its status.
    pub status: ConventionStatus,
    /// Its details, without those for staff and for other programs.
    pub details: ConventionDetails,
    /// Its header image, if one is stored here.
    pub picture: Option<Picture>,
    /// Announcements, the oldest first.
    pub announcements: Vec<Announcement>,
}

impl PublicConvention {
    /// Returns the document of a convention; none if it has no public page.
    pub fn of(convention: &Convention) -> Option<Self> {
        if convention.status == ConventionStatus::Unlisted {
            return None;
        }
        Some(Self {
            id: convention.id,
            organization_id: convention.organization_id,
            status: convention.status,
            details: ConventionDetails {
                floor_judge_buzzer_identifier: None,
                header_image: None,
                external_site_hub_id: None,
                series: None,
                product_lists: Vec::new(),
                ..convention.details.clone()
            },
            picture: convention.picture.clone(),
            announcements: convention.announcements.clone(),
        })
    }

    /// Returns it as lists show it: without its long texts.
    #[must_use]
    pub fn listed(&self) -> Self {
        let details = ConventionDetails { description: None, hotel_block_information: None, ..self.details.clone() };
        Self { details, announcements: Vec::new(), ..self.clone() }
    }

    /// Returns when it ends: without a stated end, a day after its start. None if it is undated.
    pub fn ends(&self) -> Option<DateTime<Utc>> {
        let next_day = || self.details.start_datetime?.checked_add_signed(TimeDelta::days(1));
        self.details.end_datetime.or_else(next_day)
    }

    /// Returns whether it is over for visitors.
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.status == ConventionStatus::Archived || self.ends().is_some_and(|end| end < now)
    }

    /// Returns whether its page has a schedule.
    pub fn has_schedule(&self) -> bool {
        !matches!(self.status, ConventionStatus::DetailsPending | ConventionStatus::UseExternalSchedule)
    }

    /// Returns the path of the page, without the base path.
    pub fn path(&self) -> String {
        convention_path(&self.details.slug, self.organization_id)
    }
}

/// Returns the path of the page of a convention. Another organization may have a convention of the same slug.
pub fn convention_path(slug: &str, organization_id: OrganizationId) -> String {
    format!("/conventions/{slug}/?store={organization_id}")
}
