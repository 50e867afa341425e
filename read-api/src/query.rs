//! Query parameters. Malformed values are refused, and the refusal names the parameter.

use std::fmt::Display;

use axum::extract::Query as Pairs;
use axum::http::Uri;
use chrono::{DateTime, NaiveDateTime, Utc};
use proto_events::vocabulary::EventFormat;
use service_kit::message;
use service_kit::problem::Problem;

/// The parameters of a request. If one is given twice, the last value counts.
#[derive(Debug, Default)]
pub(crate) struct Query(Vec<(String, String)>);

const BOOLEAN: &str = "must be true, True, 1, false, False or 0";
const TIME: &str = "must be a time in UTC of the form YYYY-MM-DD HH:MM";

impl Query {
    /// Reads the parameters of an address. Invalid escapes are kept unchanged.
    pub(crate) fn of(uri: &Uri) -> Self {
        Self(Pairs::try_from_uri(uri).map(|Pairs(pairs)| pairs).unwrap_or_default())
    }

    /// Returns the text of a parameter.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the texts of a parameter that may be given several times.
    pub(crate) fn texts<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn boolean(&self, name: &str) -> Result<Option<bool>, Problem> {
        self.text(name)
            .map(|text| match text {
                "true" | "True" | "1" => Ok(true),
                "false" | "False" | "0" => Ok(false),
                _ => Err(malformed(name, BOOLEAN)),
            })
            .transpose()
    }

    pub(crate) fn time(&self, name: &str) -> Result<Option<DateTime<Utc>>, Problem> {
        self.text(name)
            .map(|text| {
                let time = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M");
                // The parser accepts missing leading zeros; the interface does not.
                let time = time.ok().filter(|time| time.format("%Y-%m-%d %H:%M").to_string() == text);
                time.map(|time| time.and_utc()).ok_or_else(|| malformed(name, TIME))
            })
            .transpose()
    }

    /// Returns an integer within these bounds.
    pub(crate) fn integer(&self, name: &str, least: i64, most: i64) -> Result<Option<i64>, Problem> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let within = text.parse().ok().filter(|number| (least..=most).contains(number));
        let form = || match (least, most) {
            (i64::MIN, i64::MAX) => "must be an integer".to_owned(),
            _ => format!("must be an integer from {least} to {most}"),
        };
        within.map(Some).ok_or_else(|| malformed(name, form()))
    }
}

/// Returns the refusal of a malformed parameter.
pub(crate) fn malformed(name: &str, form: impl Display) -> Problem {
    Problem::bad_request(message!(
        "malformed-parameter",
        "The query parameter `{name}` is malformed: it {form}.",
        name,
        form
    ))
    .with_error(name, message!("malformed-parameter-fault", form.to_string()))
}

/// Returns the names of all event formats.
pub(crate) fn event_formats() -> Vec<&'static str> {
    EventFormat::ALL.iter().map(|format| format.wire_name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query::of(&format!("/path?{text}").parse().unwrap())
    }

    #[test]
    fn booleans_have_six_spellings() {
        for (text, expected) in
            [("true", true), ("True", true), ("1", true), ("false", false), ("False", false), ("0", false)]
        {
            assert_eq!(query(&format!("teams={text}")).boolean("teams").unwrap(), Some(expected));
        }
        for text in ["", "yes", "TRUE", "2", "true%20"] {
            let refusal = query(&format!("teams={text}")).boolean("teams").unwrap_err();
            assert!(refusal.detail().contains("`teams`") && refusal.detail().contains("True"), "{}", refusal.detail());
        }
        assert_eq!(query("other=1").boolean("teams").unwrap(), None);
    }

    #[test]
    fn times_have_one_form() {
        let expected = "2026-03-01T08:30:00Z".parse::<DateTime<Utc>>().unwrap();
        for text in ["2026-03-01%2008:30", "2026-03-01+08:30"] {
            assert_eq!(query(&format!("after={text}")).time("after").unwrap(), Some(expected));
        }
        for text in [
            "",
            "2026-03-01",
            "2026-3-1 8:30",
            "2026-03-01T08:30",
            "2026-03-01 08:30:00",
            "2026-02-30 08:30",
            "2026-03-01 24:00",
        ] {
            let refusal = query(&format!("after={}", text.replace(' ', "%20"))).time("after").unwrap_err();
            assert!(refusal.detail().contains("YYYY-MM-DD HH:MM"), "{text}");
        }
    }

    #[test]
    fn integers_stay_within_their_bounds() {
        assert_eq!(query("page=7").integer("page", 1, 10).unwrap(), Some(7));
        for text in ["", "0", "11", "x", "1.5", "99999999999999999999", "1e3"] {
            let refusal = query(&format!("page={text}")).integer("page", 1, 10).unwrap_err();
            assert!(refusal.detail().contains("from 1 to 10"), "{text}");
        }
    }

    #[test]
    fn the_last_of_two_counts_and_odd_text_is_no_reason_to_fail() {
        assert_eq!(query("a=1&a=2").text("a"), Some("2"));
        for odd in ["", "&&", "=", "%", "%zz", "a=%ff", "a"] {
            assert_eq!(query(odd).text("b"), None, "{odd}");
        }
    }
}
