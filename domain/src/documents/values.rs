//! Values in documents: date-times in one form (RFC 3339 in UTC with `Z`, with milliseconds if they are not zero), and the
//! clock of a round; and the names that the original service takes from its vendors, which are added to ours if the
//! operator asks for them.

use chrono::{DateTime, SecondsFormat, Timelike, Utc};
use proto_events::tournament::RoundClock;
use proto_events::vocabulary::PaymentMethod;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::tournament::clock::ends_at;

/// A date-time as documents write it. Documents import it as `DateTime`: by this name, schemas know what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Time(pub DateTime<Utc>);

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Earlier versions kept leap seconds, which many clients cannot read.
        let time = self.0.with_nanosecond(self.0.nanosecond() % 1_000_000_000).unwrap_or(self.0);
        let whole = time.timestamp_subsec_millis() == 0;
        let form = if whole { SecondsFormat::Secs } else { SecondsFormat::Millis };
        serializer.serialize_str(&time.to_rfc3339_opts(form, true))
    }
}

/// The clock of a round. It shows `length_seconds` without the time that has elapsed: `elapsed_seconds`, and while it runs
/// also the time since `running_since`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RoundClock)]
pub struct ClockDocument {
    /// Its length in seconds, extensions included.
    pub length_seconds: i32,
    /// Seconds that had elapsed when it last started, or when it was paused.
    pub elapsed_seconds: i32,
    /// When it last started; null while it is paused.
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub running_since: Option<Time>,
    /// When it reaches zero, unless it is paused; null while it is paused.
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub ends_at: Option<Time>,
}

impl From<RoundClock> for ClockDocument {
    fn from(clock: RoundClock) -> Self {
        let RoundClock { length_seconds, elapsed_seconds, running_since } = clock;
        Self {
            length_seconds,
            elapsed_seconds,
            running_since: running_since.map(Time),
            ends_at: ends_at(clock).map(Time),
        }
    }
}

/// Returns the kind of a deck, as documents show it. Clients of vendors' services expect one, and fail on an empty text.
pub fn archetype(vendor_field_names: bool, archetype: &str) -> &str {
    if vendor_field_names && archetype.is_empty() { "Unknown" } else { archetype }
}

/// Returns the name of a payment method, in our words or the vendors'.
pub(super) fn method_name(vendor_field_names: bool, method: PaymentMethod) -> &'static str {
    match (method, vendor_field_names) {
        (PaymentMethod::Cardpay, true) => "STRIPE",
        (PaymentMethod::Walletpay, true) => "PAYPAL",
        (method, false) => method.wire_name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_show_only_where_there_are_any() {
        let written = |millis| serde_json::to_string(&Time(DateTime::from_timestamp_millis(millis).unwrap())).unwrap();
        assert_eq!(written(1_772_908_200_000), "\"2026-03-07T18:30:00Z\"");
        assert_eq!(written(1_772_908_200_050), "\"2026-03-07T18:30:00.050Z\"");
    }

    #[test]
    fn a_leap_second_is_written_as_the_second_before() {
        let leap = Time("2026-06-30T23:59:60Z".parse().unwrap());
        assert_eq!(serde_json::to_string(&leap).unwrap(), "\"2026-06-30T23:59:59Z\"");
    }
}
