//! The list of conventions, and the card of one in it.

use askama::Template;
use chrono::{DateTime, NaiveDate, Utc};
use domain::documents::PublicConvention;
use domain::time_zone::Zone;
use proto_events::vocabulary::ConventionStatus;

use super::head::{dates, place};
use crate::public::head::html;
use crate::public::preview::{Preview, with_preview};
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/conventions.html")]
struct ListPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    /// Cards, as HTML.
    coming: Vec<String>,
    past: Vec<String>,
}

/// Draws the list in a language: coming conventions by start, past ones the latest first. Links begin with `base`;
/// `address` is the public address of the service.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    conventions: &[Vec<u8>],
    now: DateTime<Utc>,
) -> Result<String, serde_json::Error> {
    let texts = Texts::of(language);
    let read = conventions.iter().map(|body| serde_json::from_slice(body));
    let mut all: Vec<PublicConvention> = read.collect::<Result<_, _>>()?;
    all.sort_by_key(|convention| (convention.details.start_datetime.is_none(), convention.details.start_datetime));
    let (mut past, coming): (Vec<_>, Vec<_>) = all.iter().partition(|convention| convention.is_over(now));
    past.reverse();
    let cards = |shown: Vec<&PublicConvention>| -> Vec<String> {
        shown.into_iter().map(|convention| html(&ConventionCard { texts, base, convention })).collect()
    };
    let page = html(&ListPage { texts, base, coming: cards(coming), past: cards(past) });
    let (path, description) = ("/conventions/".to_owned(), texts.say("public-conventions-description"));
    let preview = Preview { address, base, path, site: "Crosstable", description, picture: None, accent: "" };
    Ok(with_preview(page, &preview))
}

/// A card of a convention: its first day, name, dates and place.
#[derive(Template)]
#[template(path = "public/convention_card.html")]
pub(in crate::public) struct ConventionCard<'a> {
    pub(in crate::public) texts: &'static Texts,
    pub(in crate::public) base: &'a str,
    pub(in crate::public) convention: &'a PublicConvention,
}

impl ConventionCard<'_> {
    fn day(&self) -> Option<NaiveDate> {
        self.convention.details.start_datetime.map(|start| self.zone().local(start).date())
    }

    fn zone(&self) -> Zone {
        Zone::of(self.convention.details.event_timezone.as_deref())
    }
}
