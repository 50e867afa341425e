//! The time zones of events, by their IANA names.

use chrono::{DateTime, LocalResult, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};
use unicode_normalization::UnicodeNormalization;

use crate::names::is_accent;

/// A time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone(Tz);

impl Zone {
    /// UTC, the zone of events that name none.
    pub const UTC: Self = Self(Tz::UTC);

    /// Returns the zone with this IANA name, such as `Europe/Berlin`.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok().map(Self)
    }

    /// Returns the zone that a person means by a text: its name or its city, such as `berlin`, in any case and with or
    /// without accents.
    pub fn found(typed: &str) -> Option<Self> {
        let plain = |text: &str| -> String {
            let letters = text.trim().nfd().filter(|letter| !is_accent(*letter)).flat_map(char::to_lowercase);
            letters.map(|letter| if letter == ' ' { '_' } else { letter }).collect()
        };
        let asked = plain(typed);
        let is_meant = |name: &&str| {
            let name = plain(name);
            name == asked || name.rsplit('/').next() == Some(&asked)
        };
        Self::named(typed.trim()).or_else(|| Self::names().find(is_meant).and_then(Self::named))
    }

    /// Returns the zone of an event: the named one; UTC if it names none.
    pub fn of(name: Option<&str>) -> Self {
        name.and_then(Self::named).unwrap_or(Self::UTC)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns its city: `New York`.
    pub fn city(self) -> String {
        self.name().rsplit('/').next().unwrap_or_default().replace('_', " ")
    }

    /// Returns all names that people choose from: `Region/City`, and UTC.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let is_old = |name: &str| name.starts_with("Etc/") || name.starts_with("US/") || !name.contains('/');
        let of_places = TZ_VARIANTS.iter().map(|zone| zone.name()).filter(move |name| !is_old(name));
        std::iter::once(Self::UTC.name()).chain(of_places)
    }

    /// Returns the date and time that clocks in the zone show.
    pub fn local(self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.0).naive_local()
    }

    /// Returns the time at which clocks in the zone show this date and time. If they show it twice, the first; if they
    /// skip it, the time as long after the change as it is after the skipped hour's start.
    pub fn instant(self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        let found = |local: NaiveDateTime| match self.0.from_local_datetime(&local) {
            LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.to_utc()),
            LocalResult::None => None,
        };
        // Zones skip an hour at most, apart from days that islands skipped when they moved the date line.
        let hour = TimeDelta::hours(1);
        found(local).or_else(|| found(local.checked_sub_signed(hour)?)?.checked_add_signed(hour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    #[test]
    fn zones_are_known_by_their_names() {
        for name in ["Europe/Berlin", "America/Argentina/Ushuaia", "UTC", "Etc/GMT+5", "Asia/Calcutta"] {
            assert_eq!(Zone::named(name).map(Zone::name), Some(name));
        }
        for wrong in ["", "Berlin", "europe/berlin", "Europe/Berlin ", "+01:00", "Mars/Olympus_Mons"] {
            assert_eq!(Zone::named(wrong), None, "{wrong}");
        }
        assert_eq!(Zone::of(None), Zone::UTC);
        let names: Vec<_> = Zone::names().collect();
        assert!(names.contains(&"Europe/Berlin") && names.contains(&"UTC") && !names.contains(&"EST5EDT"));
        assert!(names.iter().all(|name| Zone::named(name).is_some()));
    }

    #[test]
    fn city_in_any_case_is_a_zone() {
        for (typed, zone) in [
            ("berlin", "Europe/Berlin"),
            (" New York ", "America/New_York"),
            ("São Paulo", "America/Sao_Paulo"),
            ("europe/ZURICH", "Europe/Zurich"),
            ("utc", "UTC"),
            ("Etc/GMT+5", "Etc/GMT+5"),
        ] {
            assert_eq!(Zone::found(typed).map(Zone::name), Some(zone), "{typed}");
        }
        assert!(Zone::found("").is_none() && Zone::found("Atlantis").is_none());
    }

    #[test]
    fn a_local_time_is_an_instant_and_back() {
        let berlin = Zone::named("Europe/Berlin").unwrap();
        for (shown, utc) in
            [("2026-01-30T18:30:00", "2026-01-30T17:30:00Z"), ("2026-07-03T18:30:00", "2026-07-03T16:30:00Z")]
        {
            let at: DateTime<Utc> = utc.parse().unwrap();
            assert_eq!((berlin.instant(local(shown)), berlin.local(at)), (Some(at), local(shown)));
        }
    }

    #[test]
    fn a_time_that_clocks_skip_or_show_twice_is_still_one() {
        let berlin = Zone::named("Europe/Berlin").unwrap();
        let instant = |shown: &str| berlin.instant(local(shown)).unwrap().to_rfc3339();
        assert_eq!(instant("2026-03-29T02:30:00"), "2026-03-29T01:30:00+00:00", "clocks show 3:30 then");
        assert_eq!(instant("2026-10-25T02:30:00"), "2026-10-25T00:30:00+00:00", "the first of two");
    }
}
