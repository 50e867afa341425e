//! Formats times, dates and roles.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, Utc};
use domain::permissions::{Operation, Scheme, may};
use domain::time_zone::Zone;
use proto_events::vocabulary::Role;

use crate::parts::control::{RadioGroup, RadioOption};
use crate::texts::{Language, Texts};

/// A time, for display and in exact form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    /// `15 Mar 2026, 10:20 UTC`
    pub(crate) shown: String,
    /// `15 Mar 2026`
    pub(crate) day: String,
    /// `2026-03-15T10:20:30Z`
    pub(crate) exact: String,
}

impl From<DateTime<Utc>> for Moment {
    fn from(at: DateTime<Utc>) -> Self {
        Self::in_zone(Texts::of(Language::English), at, Zone::UTC)
    }
}

impl Moment {
    /// Formats a time as clocks in a zone show it: `15 Mar 2026, 11:20 (Europe/Berlin)`.
    pub(crate) fn in_zone(texts: &Texts, at: DateTime<Utc>, zone: Zone) -> Self {
        let local = zone.local(at);
        let time = texts.time(local);
        let shown = if zone == Zone::UTC { format!("{time} UTC") } else { format!("{time} ({})", zone.name()) };
        Self { shown, day: texts.day(local.date()), exact: at.to_rfc3339_opts(SecondsFormat::Secs, true) }
    }
}

/// Formats a day: `15 Mar 2026`.
pub(crate) fn day(date: NaiveDate) -> String {
    Texts::of(Language::English).day(date)
}

/// Describes the expiry of a key or token.
pub(crate) fn ends(end: Option<DateTime<Utc>>) -> String {
    end.map_or_else(
        || "It does not expire; revoke it when it is no longer needed.".to_owned(),
        |end| format!("It works until the end of {} (UTC).", day(last_day(end))),
    )
}

/// A short state and its color: `good`, `warn`, `bad`, or empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Badge {
    pub(crate) label: &'static str,
    pub(crate) tone: &'static str,
}

/// Time before expiry at which a key is shown as ending soon.
pub(crate) const SOON: TimeDelta = TimeDelta::days(14);

impl Badge {
    /// Returns the state of a key or a token. `is_over` says whether its membership has ended.
    pub(crate) fn of_credential(revoked: bool, is_over: bool, end: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        let (label, tone) = match end {
            _ if revoked => ("Revoked", ""),
            _ if is_over => ("Member left", ""),
            Some(end) if end <= now => ("Expired", "bad"),
            Some(end) if end <= now + SOON => ("Ends soon", "warn"),
            _ => ("Active", "good"),
        };
        Self { label, tone }
    }
}

/// Returns the last day, in UTC, of something that expires at this time.
pub(crate) fn last_day(end: DateTime<Utc>) -> NaiveDate {
    (end - TimeDelta::microseconds(1)).date_naive()
}

/// Parses a day and returns its end, which is the beginning of the next day in UTC. `None` if nothing was typed.
///
/// # Errors
/// The message for an invalid day.
pub(crate) fn end_of_day(typed: &str) -> Result<Option<DateTime<Utc>>, &'static str> {
    if typed.is_empty() {
        return Ok(None);
    }
    let day = NaiveDate::parse_from_str(typed, "%Y-%m-%d").ok().and_then(|day| day.checked_add_days(Days::new(1)));
    let end = day.map(|day| day.and_time(NaiveTime::MIN).and_utc());
    end.map(Some).ok_or("Is not a date. Write year, month and day: 2026-12-31.")
}

/// Describes what a role may do beyond the rights of every role, from the permission table.
pub(crate) fn role_hint(role: Role, by: &[Scheme]) -> String {
    let phrases = |all: bool| {
        let counted = |operation: &&Operation| {
            let common = operation.roles().len() == Role::ALL.len();
            common == all && may(role, **operation) && by.iter().any(|scheme| operation.takes(*scheme))
        };
        Operation::ALL.iter().filter(counted).map(|operation| operation.phrase()).collect::<Vec<_>>()
    };
    match phrases(false) {
        own if own.is_empty() => format!("May do what every role may: {}.", listed(&phrases(true))),
        own => format!("May also {}.", listed(&own)),
    }
}

/// Returns the choice of a role.
pub(crate) fn role_choice(legend: &'static str, chosen: Option<Role>, by: &[Scheme], fault: String) -> RadioGroup {
    let option = |role: &Role| RadioOption {
        value: role.wire_name().to_owned(),
        label: role.display_name().to_owned(),
        hint: role_hint(*role, by),
        checked: Some(*role) == chosen,
    };
    RadioGroup { name: "role", legend, options: Role::ALL.iter().map(option).collect(), fault }
}

/// Joins items: `a, b and c`.
pub(crate) fn listed(items: &[impl AsRef<str>]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Formats a number with its noun: `1 key`, `2 keys`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_over_when_the_next_begins() {
        let end = end_of_day("2026-12-31").unwrap().unwrap();
        assert_eq!(end.to_rfc3339(), "2027-01-01T00:00:00+00:00");
        assert_eq!(last_day(end).to_string(), "2026-12-31");
        assert_eq!(end_of_day(""), Ok(None));
        for wrong in ["2026-02-30", "31.12.2026", "tomorrow", "+262142-12-31"] {
            assert!(end_of_day(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_is_shown_as_clocks_in_its_zone_show_it() {
        let at = "2026-03-15T23:20:30Z".parse().unwrap();
        let english = Texts::of(Language::English);
        let berlin = Moment::in_zone(english, at, Zone::of(Some("Europe/Berlin")));
        assert_eq!((berlin.shown.as_str(), berlin.day.as_str()), ("16 Mar 2026, 00:20 (Europe/Berlin)", "16 Mar 2026"));
        assert_eq!(
            (berlin.exact, Moment::in_zone(english, at, Zone::UTC)),
            ("2026-03-15T23:20:30Z".into(), Moment::from(at))
        );
        let german = Moment::in_zone(Texts::of(Language::German), at, Zone::of(Some("Europe/Berlin")));
        assert_eq!((german.shown.as_str(), german.day.as_str()), ("16.03.2026, 00:20 (Europe/Berlin)", "16.03.2026"));
    }

    #[test]
    fn what_roles_may_comes_from_the_table() {
        let by = |scheme| role_hint(Role::Admin, &[scheme]);
        let whole_audit = Operation::ReadAudit.phrase();
        let reads_it = |hint: String| {
            hint.trim_end_matches('.').split(", ").flat_map(|it| it.split(" and ")).any(|it| it == whole_audit)
        };
        assert!(by(Scheme::ApiKey).contains("manage API keys") && !reads_it(by(Scheme::ApiKey)));
        assert!(reads_it(by(Scheme::Cookie)), "the audit of a single event is a separate permission");
        let judge = role_hint(Role::Judge, &[Scheme::ApiKey]);
        assert!(judge.contains("write decklists") && !judge.contains("manage"), "{judge}");
        assert!(
            role_hint(Role::ReadOnly, &[Scheme::ApiKey]).starts_with("May do what every role may: read conventions")
        );
    }

    #[test]
    fn a_badge_says_why_a_key_opens_nothing() {
        let now = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let label = |revoked, is_over, end| Badge::of_credential(revoked, is_over, end, now).label;
        assert_eq!(label(false, false, None), "Active");
        assert_eq!(label(false, false, Some(now + SOON + TimeDelta::seconds(1))), "Active");
        assert_eq!(label(false, false, Some(now + SOON)), "Ends soon");
        assert_eq!(label(false, false, Some(now)), "Expired");
        assert_eq!(label(false, true, Some(now)), "Member left");
        assert_eq!(label(true, true, Some(now)), "Revoked");
    }

    #[test]
    fn lists_and_counts_read_well() {
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!((listed(&["a"]), listed(&[] as &[&str])), ("a".into(), String::new()));
        assert_eq!((count(1, "key", "keys"), count(0, "key", "keys")), ("1 key".into(), "0 keys".into()));
    }

    #[test]
    fn a_time_says_its_zone() {
        let moment = Moment::from(DateTime::from_timestamp(1_780_000_000, 0).unwrap());
        assert_eq!((&*moment.shown, &*moment.exact), ("28 May 2026, 20:26 UTC", "2026-05-28T20:26:40Z"));
    }
}
