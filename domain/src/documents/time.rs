//! Date-times in one form: RFC 3339 in UTC with `Z`, with milliseconds if they are not zero.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize, Serializer};

/// A date-time as documents write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Time(pub DateTime<Utc>);

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = self.0.timestamp_subsec_millis() == 0;
        let form = if whole { SecondsFormat::Secs } else { SecondsFormat::Millis };
        serializer.serialize_str(&self.0.to_rfc3339_opts(form, true))
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
}
