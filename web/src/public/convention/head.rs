//! The head of the pages of a convention: its name, dates, place and store, and where its links lead.

use chrono::{DateTime, NaiveDate, Utc};
use domain::documents::{PublicConvention, PublicEvent, StorePageDocument};
use domain::time_zone::Zone;
use proto_events::vocabulary::ConventionStatus;

use super::schedule::{is_open_queue, read, zone};
use crate::public::head::logo;
use crate::public::preview::{DESCRIPTION, Preview, described, with_preview};
use crate::public::{about, markdown};
use crate::texts::Texts;

/// What the pages of a convention are drawn from.
#[derive(Debug)]
pub struct Hub<'a> {
    pub(super) convention: PublicConvention,
    pub(super) store: Option<StorePageDocument<'a>>,
    pub(super) events: Vec<PublicEvent<'a>>,
}

pub(super) struct HubHead<'a> {
    pub(super) name: &'a str,
    /// The name of the store; empty if it is not known.
    pub(super) store: &'a str,
    pub(super) store_url: String,
    pub(super) logo: String,
    /// The address of the page of the convention, without a query.
    pub(super) url: String,
    /// The organization that links and forms name in `store`: later, another one may have a convention of this slug.
    pub(super) store_id: i64,
    /// The query of links: `?store=3`.
    pub(super) query: String,
    /// Says that the convention is canceled, over, or not planned yet; empty if it is as usual.
    pub(super) note: String,
    pub(super) is_canceled: bool,
    /// `7 March 2026 – 9 March 2026`; empty if undated.
    pub(super) dates: String,
    /// `Old Depot, 1 Depot Road`; empty if not stated.
    pub(super) place: String,
    /// The address of a map; empty without a place.
    pub(super) map: String,
    /// Says in which zone times are.
    pub(super) zone: String,
}

impl<'a> HubHead<'a> {
    /// Creates the head. Links begin with `base`.
    pub(super) fn new(texts: &Texts, base: &str, hub: &'a Hub<'a>) -> Self {
        let (convention, store) = (&hub.convention, hub.store.as_ref());
        let (zone, store_id, place) = (hub.zone(), convention.organization_id.0, place(convention));
        Self {
            name: &convention.details.name,
            store: store.map_or("", |store| &store.name),
            store_url: store.map(|store| format!("{base}{}", store.path())).unwrap_or_default(),
            logo: logo(base, store.and_then(|store| store.logo.as_ref())),
            url: format!("{base}/conventions/{}/", convention.details.slug),
            store_id,
            query: format!("?store={store_id}"),
            note: note(texts, convention.status),
            is_canceled: convention.status == ConventionStatus::Canceled,
            dates: dates(texts, convention, zone),
            map: map(convention, &place),
            place,
            zone: texts.with("public-hub-zone", "zone", zone.city()),
        }
    }
}

impl<'a> Hub<'a> {
    /// Reads the documents of a convention and of the page of its store, if that has one yet, and what
    /// [`shown`](super::schedule::shown) keeps of its events.
    pub fn read(convention: &[u8], store: Option<&'a [u8]>, events: &'a [u8]) -> Result<Self, serde_json::Error> {
        let (convention, store) = (serde_json::from_slice(convention)?, store.map(serde_json::from_slice).transpose()?);
        Ok(Self { convention, store, events: read(events)? })
    }

    pub(super) fn zone(&self) -> Zone {
        zone(&self.convention, &self.events)
    }

    /// Returns the queues that players can join. One that does not take place, or is over, has none.
    pub(super) fn queues(&self) -> impl Iterator<Item = &PublicEvent<'a>> {
        let takes_place = self.convention.status == ConventionStatus::Scheduled;
        self.events.iter().filter(move |event| takes_place && is_open_queue(event))
    }

    /// Adds the lines for chats and search engines to a page. `below` follows the path of the convention's page; `address`
    /// and `base` are as in [`Preview`].
    pub(super) fn with_preview(
        &self,
        page: String,
        head: &HubHead<'_>,
        [address, base]: [&str; 2],
        below: &str,
    ) -> String {
        let convention = &self.convention;
        let about = markdown::plain(text(&convention.details.description), DESCRIPTION);
        let store = self.store.as_ref();
        let preview = Preview {
            address,
            base,
            path: format!("/conventions/{}/{below}{}", convention.details.slug, head.query),
            site: head.store,
            description: described([&*head.dates, &*head.place, &*about]),
            picture: convention.picture.as_ref().or(store.and_then(|store| store.logo.as_ref())),
            accent: &self.accent(),
        };
        with_preview(page, &preview)
    }

    /// Returns the colour of the convention, or else that of its store.
    fn accent(&self) -> String {
        match text(&self.convention.details.accent_color_primary_hex) {
            color if color.len() == 6 => format!("#{color}"),
            _ => self.store.as_ref().map_or_else(String::new, |store| store.accent.to_string()),
        }
    }
}

/// Says what visitors have to know about the status.
fn note(texts: &Texts, status: ConventionStatus) -> String {
    match status {
        ConventionStatus::Canceled => texts.say("public-hub-canceled"),
        ConventionStatus::Archived => texts.say("public-hub-archived"),
        ConventionStatus::DetailsPending => texts.say("public-hub-pending"),
        ConventionStatus::UseExternalSchedule => texts.say("public-hub-external"),
        ConventionStatus::Scheduled | ConventionStatus::Unlisted => String::new(),
    }
}

/// Returns a text, empty if it is not stated.
pub(super) fn text(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default()
}

/// Returns the days of a convention in a zone; empty if it is undated.
pub(super) fn dates(texts: &Texts, convention: &PublicConvention, zone: Zone) -> String {
    let day = |at: Option<DateTime<Utc>>| -> Option<NaiveDate> { at.map(|at| zone.local(at).date()) };
    match (day(convention.details.start_datetime), day(convention.details.end_datetime)) {
        (Some(start), Some(end)) if start != end => format!("{} – {}", texts.long_day(start), texts.long_day(end)),
        (Some(only), _) | (None, Some(only)) => texts.long_day(only),
        (None, None) => String::new(),
    }
}

pub(super) fn place(convention: &PublicConvention) -> String {
    let parts = [&convention.details.name_of_location, &convention.details.address].map(|part| text(part).trim());
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns the address of a map of the convention: of its coordinates, or else of its place.
fn map(convention: &PublicConvention, place: &str) -> String {
    match convention.details.coordinates.as_ref().map(|point| point.coordinates.as_slice()) {
        Some([longitude, latitude, ..]) => {
            let at = format!("mlat={latitude}&mlon={longitude}#map=17/{latitude}/{longitude}");
            format!("https://www.openstreetmap.org/?{at}")
        }
        _ => about::map(place),
    }
}
