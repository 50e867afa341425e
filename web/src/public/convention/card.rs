//! A convention in a list: its first day, name, dates and place.

use askama::Template;
use chrono::NaiveDate;
use domain::documents::PublicConvention;
use domain::time_zone::Zone;
use proto_events::vocabulary::ConventionStatus;

use super::head::{dates, place};
use crate::texts::Texts;

/// A card of a convention.
#[derive(Template)]
#[template(path = "public/convention_card.html")]
pub(in crate::public) struct ConventionCard<'a> {
    texts: &'static Texts,
    base: &'a str,
    convention: &'a PublicConvention<'a>,
    /// The name of its store; empty where it need not be named.
    store: &'a str,
}

impl<'a> ConventionCard<'a> {
    pub(in crate::public) fn new(
        texts: &'static Texts,
        base: &'a str,
        convention: &'a PublicConvention<'a>,
        store: &'a str,
    ) -> Self {
        Self { texts, base, convention, store }
    }

    fn day(&self) -> Option<NaiveDate> {
        self.convention.start.map(|start| self.zone().local(start).date())
    }

    fn zone(&self) -> Zone {
        Zone::of(self.convention.time_zone.as_deref())
    }

    fn month(&self, day: &NaiveDate) -> String {
        self.texts.short_month(*day)
    }

    fn dates(&self) -> String {
        dates(self.texts, self.convention, self.zone())
    }

    fn place(&self) -> String {
        place(self.convention)
    }

    fn is_canceled(&self) -> bool {
        self.convention.status == ConventionStatus::Canceled
    }
}
