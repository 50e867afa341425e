//! Formats times, dates, clocks, rounds and games, and says whether a key or a token is valid.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, Utc};
use domain::deck_text::{Board, DeckText, Section};
use domain::time_zone::Zone;
use domain::tournament::RoundName;
use domain::tournament::clock::{ends_at, remaining_seconds};
use domain::tournament::phases;
use domain::tournament::records::Record;
use domain::tournament::{Phase, Round, Tournament};
use proto_events::tournament::RoundClock;
use proto_events::vocabulary::RoundType;
use storage::deliveries::{Delivery, DeliveryState};

use crate::public::head;
pub(crate) use crate::public::head::games_won;
use crate::texts::Texts;

/// A time, for display and in exact form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    /// `15 Mar 2026, 10:20 UTC`
    pub(crate) shown: String,
    /// Without the zone, where the page says it: `15 Mar 2026, 10:20`
    pub(crate) local: String,
    /// `15 Mar 2026`
    pub(crate) day: String,
    /// `10:20`
    pub(crate) time: String,
    /// `2026-03-15T10:20:30Z`
    pub(crate) exact: String,
}

impl Moment {
    /// Formats a time in UTC: `15 Mar 2026, 10:20 UTC`.
    pub(crate) fn utc(texts: &Texts, at: DateTime<Utc>) -> Self {
        Self::in_zone(texts, at, Zone::UTC)
    }

    /// Formats a time as clocks show it where an event takes place.
    pub(crate) fn of_event(texts: &Texts, event: &Tournament, at: DateTime<Utc>) -> Self {
        Self::in_zone(texts, at, Zone::of(event.details.time_zone.as_deref()))
    }

    /// Formats a time as clocks in a zone show it: `15 Mar 2026, 11:20 (Berlin)`.
    pub(crate) fn in_zone(texts: &Texts, at: DateTime<Utc>, zone: Zone) -> Self {
        let local = zone.local(at);
        let (full, day, time) = (texts.time(local), texts.day(local.date()), local.format("%H:%M").to_string());
        let shown = if zone == Zone::UTC { format!("{full} UTC") } else { format!("{full} ({})", zone.city()) };
        Self { shown, local: full, day, time, exact: at.to_rfc3339_opts(SecondsFormat::Secs, true) }
    }
}

/// The clock of a round as it was when the page was made.
pub(crate) struct ShownClock {
    /// The time that is left, in words.
    pub(crate) left: String,
    /// When it reaches zero; none while it is paused.
    pub(crate) ends: Option<Moment>,
    /// The exact time at which the page was made, so that a script can correct the clock of the reader's device.
    pub(crate) now: String,
    pub(crate) is_over: bool,
}

impl ShownClock {
    /// Returns a clock for display.
    pub(crate) fn new(clock: RoundClock, now: DateTime<Utc>, moment: impl Fn(DateTime<Utc>) -> Moment) -> Self {
        let seconds = remaining_seconds(clock, now);
        let (ends, now) = (ends_at(clock).map(moment), now.to_rfc3339_opts(SecondsFormat::Millis, true));
        Self { left: time_left(seconds.into()), ends, now, is_over: seconds == 0 }
    }
}

/// Writes the seconds that are left as a clock shows them: `4:09`.
pub(crate) fn time_left(seconds: i64) -> String {
    format!("{}:{:02}", seconds.max(0) / 60, seconds.max(0) % 60)
}

/// Returns the name of a round for staff and players: `Round 3`, `Semifinals`, `Player meeting 2`.
pub(crate) fn round_name(texts: &Texts, tournament: &Tournament, phase: &Phase, round: &Round) -> String {
    match phases::round_name(tournament, phase, round) {
        RoundName::Kind(RoundType::DraftPod) => texts.say("desk-draft"),
        RoundName::Further(RoundType::DraftPod, number) => format!("{} {number}", texts.say("desk-draft")),
        name => texts.round(name),
    }
}

/// Writes a record as matches won, lost and drawn: `2–1–0`.
pub(crate) fn record(record: &Record) -> String {
    head::record(record.wins, record.losses, record.draws)
}

/// Returns the numbers of cards in words: `Main deck 60, Sideboard 15`.
pub(crate) fn card_counts(texts: &Texts, deck: &DeckText) -> String {
    let count = |section: &Section| {
        let values = [("board", texts.say(board_name(section.board)).into()), ("count", section.count().into())];
        texts.with_all("desk-deck-count", values)
    };
    deck.sections.iter().map(count).collect::<Vec<_>>().join(", ")
}

pub(crate) fn board_name(board: Board) -> &'static str {
    match board {
        Board::Commander => "desk-board-commander",
        Board::Companion => "desk-board-companion",
        Board::Main => "desk-board-main",
        Board::Sideboard => "desk-board-sideboard",
        Board::Maybeboard => "desk-board-maybeboard",
    }
}

/// Writes the names of one player, or of players who play together: `Ann Lee & Bo Kim`.
pub(crate) fn together(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(" & ")
}

/// Describes the expiry of a key or token.
pub(crate) fn ends(texts: &Texts, end: Option<DateTime<Utc>>) -> String {
    end.map_or_else(
        || texts.say("panel-does-not-expire"),
        |end| texts.with("panel-works-until", "day", texts.day(last_day(end))),
    )
}

/// A short state and its color: `good`, `warn`, `bad`, or empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Badge {
    pub(crate) label: String,
    pub(crate) tone: &'static str,
}

/// Time before expiry at which a key is shown as ending soon.
pub(crate) const SOON: TimeDelta = TimeDelta::days(14);

impl Badge {
    pub(crate) fn of_delivery(texts: &Texts, state: DeliveryState) -> Self {
        let (label, tone) = match state {
            DeliveryState::Pending => ("panel-delivery-pending", "warn"),
            DeliveryState::Delivered => ("panel-delivery-delivered", "good"),
            DeliveryState::Undelivered => ("panel-delivery-undelivered", "bad"),
        };
        Self { label: texts.say(label), tone }
    }

    /// Returns the state of a key or a token: whether it is revoked, and whether its membership has ended.
    pub(crate) fn of_credential(
        texts: &Texts,
        (revoked, is_over): (bool, bool),
        end: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        let (label, tone) = match end {
            _ if revoked => ("panel-state-revoked", ""),
            _ if is_over => ("panel-state-member-left", ""),
            Some(end) if end <= now => ("panel-state-expired", "bad"),
            Some(end) if end <= now + SOON => ("panel-state-ends-soon", "warn"),
            _ => ("panel-state-active", "good"),
        };
        Self { label: texts.say(label), tone }
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
pub(crate) fn end_of_day(texts: &Texts, typed: &str) -> Result<Option<DateTime<Utc>>, String> {
    if typed.is_empty() {
        return Ok(None);
    }
    let day = NaiveDate::parse_from_str(typed, "%Y-%m-%d").ok().and_then(|day| day.checked_add_days(Days::new(1)));
    let end = day.map(|day| day.and_time(NaiveTime::MIN).and_utc());
    end.map(Some).ok_or_else(|| texts.say("panel-no-day"))
}

/// Returns the status of the last answer, or why there was none.
pub(crate) fn last_answer(delivery: &Delivery) -> String {
    let answer = delivery.last.as_ref().map(|last| match (last.status, &last.error) {
        (Some(status), _) => status.to_string(),
        (None, error) => error.clone().unwrap_or_default(),
    });
    answer.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn a_day_is_over_when_the_next_begins() {
        let texts = Texts::of(Language::English);
        let end = end_of_day(texts, "2026-12-31").unwrap().unwrap();
        assert_eq!(end.to_rfc3339(), "2027-01-01T00:00:00+00:00");
        assert_eq!(last_day(end).to_string(), "2026-12-31");
        assert_eq!(end_of_day(texts, ""), Ok(None));
        for wrong in ["2026-02-30", "31.12.2026", "tomorrow", "+262142-12-31"] {
            assert!(end_of_day(texts, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_is_shown_as_clocks_in_its_zone_show_it() {
        let at = "2026-03-15T23:20:30Z".parse().unwrap();
        let english = Texts::of(Language::English);
        let berlin = Moment::in_zone(english, at, Zone::of(Some("Europe/Berlin")));
        assert_eq!((berlin.shown.as_str(), berlin.day.as_str()), ("16 Mar 2026, 00:20 (Berlin)", "16 Mar 2026"));
        assert_eq!(
            (berlin.exact, Moment::in_zone(english, at, Zone::UTC)),
            ("2026-03-15T23:20:30Z".into(), Moment::utc(english, at))
        );
        let german = Moment::in_zone(Texts::of(Language::German), at, Zone::of(Some("Europe/Berlin")));
        assert_eq!((german.shown.as_str(), german.day.as_str()), ("16.03.2026, 00:20 (Berlin)", "16.03.2026"));
    }

    #[test]
    fn a_badge_says_why_a_key_opens_nothing() {
        let now = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let label = |revoked, is_over, end| {
            Badge::of_credential(Texts::of(Language::English), (revoked, is_over), end, now).label
        };
        assert_eq!(label(false, false, None), "Active");
        assert_eq!(label(false, false, Some(now + SOON + TimeDelta::seconds(1))), "Active");
        assert_eq!(label(false, false, Some(now + SOON)), "Ends soon");
        assert_eq!(label(false, false, Some(now)), "Expired");
        assert_eq!(label(false, true, Some(now)), "Member left");
        assert_eq!(label(true, true, Some(now)), "Revoked");
    }
}
