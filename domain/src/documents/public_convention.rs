//! A convention as everyone may see it.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use proto_events::Picture;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::vocabulary::{ConventionStatus, EventFormat};
use serde::{Deserialize, Serialize};

use crate::convention::{Announcement, Convention};

/// A convention as its public page shows it. Texts are empty if not stated.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PublicConvention<'a> {
    /// Its id.
    pub id: ConventionId,
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// Its name.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    /// Its name in addresses.
    #[serde(borrow)]
    pub slug: Cow<'a, str>,
    /// Its status.
    pub status: ConventionStatus,
    /// Whether a regional championship is played there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_championship: bool,
    /// The organizer's information for visitors, in Markdown.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub description: Cow<'a, str>,
    /// Its own page on the web.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub url: Cow<'a, str>,
    /// When it begins; none if undated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<DateTime<Utc>>,
    /// When it ends; none if undated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<DateTime<Utc>>,
    /// Name of the time zone in which its times are shown; none for UTC.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<Cow<'a, str>>,
    /// Name of the place: a hall, a hotel.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub place: Cow<'a, str>,
    /// Postal address of the place.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub address: Cow<'a, str>,
    /// Longitude and latitude of the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<(f64, f64)>,
    /// Whether visitors need a ticket.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub requires_ticket: bool,
    /// How to book a room, in Markdown.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub hotels: Cow<'a, str>,
    /// Whether visitors filter the schedule by format.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub filters_formats: bool,
    /// Formats of the headlining events; none if the organizer chose none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headlining_formats: Vec<EventFormat>,
    /// Its colours: hexadecimal RGB without `#`.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub accent: Cow<'a, str>,
    /// The second one.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub second_accent: Cow<'a, str>,
    /// Its header image, if one is stored here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// Announcements, the newest first.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<PublicAnnouncement<'a>>,
}

/// An announcement to everyone.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PublicAnnouncement<'a> {
    /// When it was posted.
    pub at: DateTime<Utc>,
    /// Plain text.
    #[serde(borrow)]
    pub text: Cow<'a, str>,
}

impl<'a> PublicConvention<'a> {
    /// Returns the document of a convention; none if it has no public page.
    pub fn of(convention: &'a Convention) -> Option<Self> {
        if convention.status == ConventionStatus::Unlisted {
            return None;
        }
        let details = &convention.details;
        let text = |text: &'a Option<String>| Cow::Borrowed(text.as_deref().unwrap_or_default());
        let announcement = |it: &'a Announcement| PublicAnnouncement { at: it.at, text: Cow::Borrowed(&it.text) };
        Some(Self {
            id: convention.id,
            organization_id: convention.organization_id,
            name: Cow::Borrowed(&details.name),
            slug: Cow::Borrowed(&details.slug),
            status: convention.status,
            has_championship: details.override_has_regional_championship
                || details.regional_championship_region.is_some(),
            description: text(&details.description),
            url: text(&details.url),
            start: details.start_datetime,
            end: details.end_datetime,
            time_zone: details.event_timezone.as_deref().filter(|name| !name.is_empty()).map(Cow::Borrowed),
            place: text(&details.name_of_location),
            address: text(&details.address),
            point: details.coordinates.as_ref().and_then(|point| match *point.coordinates.as_slice() {
                [longitude, latitude, ..] => Some((longitude, latitude)),
                _ => None,
            }),
            requires_ticket: details.requires_ticket,
            hotels: text(&details.hotel_block_information),
            filters_formats: details.show_game_type_filters,
            headlining_formats: details.override_headlining_formats.iter().flatten().copied().flatten().collect(),
            accent: text(&details.accent_color_primary_hex),
            second_accent: text(&details.accent_color_secondary_hex),
            picture: convention.picture.clone(),
            announcements: convention.announcements.iter().rev().map(announcement).collect(),
        })
    }

    /// Returns whether it is over for visitors, whatever the time.
    pub fn is_archived(&self) -> bool {
        self.status == ConventionStatus::Archived
    }

    /// Returns whether its page has a schedule.
    pub fn has_schedule(&self) -> bool {
        !matches!(self.status, ConventionStatus::DetailsPending | ConventionStatus::UseExternalSchedule)
    }

    /// Returns the path of the page, without the base path.
    pub fn path(&self) -> String {
        convention_path(&self.slug, self.organization_id)
    }
}

/// Returns the path of the page of a convention. Another organization may have a convention of the same slug.
pub fn convention_path(slug: &str, organization_id: OrganizationId) -> String {
    format!("/conventions/{slug}/?store={organization_id}")
}
