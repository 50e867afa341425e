//! Unknown names in requests: how they are shown, which known name is nearest, and the header that lists ignored ones.
//! Values are never shown, because a misplaced value may be a secret.

use std::collections::BTreeSet;

use axum::extract::Query;
use axum::http::{HeaderName, HeaderValue, Uri};
use service_kit::credential_value::Kind;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;
use strsim::osa_distance;

use crate::description::Parameter;

/// Lists the names that a request contained and the answer ignores: `body.capcity, query.pgae`.
pub const IGNORED: HeaderName = HeaderName::from_static("crosstable-ignored");

/// Maximum number of characters of a name that are shown. The longest name of the interface has 34.
const SHOWN: usize = 40;
/// Maximum number of names in the header. With the longest names it stays below 500 bytes.
const LISTED: usize = 10;
/// Minimum number of characters after the prefix of a credential for a name to count as one. A mistyped one may be
/// short.
const CREDENTIAL: usize = 20;

/// Returns a name in a form that is safe to repeat: short, with characters that are safe in headers, logs and pages,
/// and without a credential that was sent in place of a name.
pub fn shown(name: &str) -> String {
    if let Some(prefix) = credential_in(name) {
        return format!("{prefix}...");
    }
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || "_-.[]".contains(letter);
    let mut shown: String = name.chars().take(SHOWN).map(|letter| if is_safe(letter) { letter } else { '?' }).collect();
    if name.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}

/// Returns the prefix of a credential in a text.
pub(crate) fn credential_in(name: &str) -> Option<&'static str> {
    let prefixes = [Kind::ApiKey, Kind::UserToken, Kind::PasswordLink, Kind::EmailLink].map(Kind::prefix);
    prefixes.into_iter().find(|prefix| {
        let behind = name.split(prefix).skip(1);
        let letters = |rest: &str| rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        behind.map(letters).any(|letters| letters >= CREDENTIAL)
    })
}

/// Returns the message for an unknown name of this kind, with the nearest known name if one is similar.
pub fn unknown(kind: &str, name: &str, known: &[&'static str]) -> Message {
    let sent = shown(name);
    match nearest(name, known) {
        Some(near) => message!(
            "unknown-name-with-a-similar-one",
            "Unknown {kind} \"{sent}\"; did you mean \"{near}\"?",
            kind,
            sent,
            near
        ),
        None => message!("unknown-name", "Unknown {kind} \"{sent}\".", kind, sent),
    }
}

/// Returns the message for a name that is given more than once.
pub fn repeated() -> Message {
    message!("given-twice", "This is given more than once.")
}

/// Returns the known name that was probably meant: at most every third letter differs, apart from `camelCase` and
/// hyphens, or one letter is missing or too many at the end.
fn nearest(name: &str, known: &[&'static str]) -> Option<&'static str> {
    if name.len() > 2 * SHOWN {
        return None;
    }
    let plain = |name: &str| name.replace(['_', '-', ' '], "").to_lowercase();
    let sought = plain(name);
    let near = known.iter().map(|known| (osa_distance(&sought, &plain(known)), *known));
    let near = near.filter(|(distance, known)| {
        let known = plain(known);
        let is_beginning = known.starts_with(&sought) || sought.starts_with(&known);
        *distance <= known.len().min(sought.len()) / 3 || (*distance == 1 && is_beginning)
    });
    near.min().map(|(_, known)| known)
}

/// The ignored names of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ignored(BTreeSet<String>);

impl Ignored {
    /// Adds a field of the body.
    pub fn field(&mut self, name: &str) {
        self.note("body", name);
    }

    /// Adds the names that were ignored elsewhere in the same request.
    pub fn add(&mut self, others: Self) {
        others.0.into_iter().for_each(|name| self.list(name));
    }

    fn note(&mut self, place: &str, name: &str) {
        self.list(format!("{place}.{}", shown(name)));
    }

    fn list(&mut self, name: String) {
        // Keeps one more than is listed, so that the header can show that there are more.
        if self.0.len() <= LISTED {
            self.0.insert(name);
        }
    }

    /// Returns the value of the header, or `None` if nothing was ignored.
    pub fn header(&self) -> Option<HeaderValue> {
        let mut names: Vec<_> = self.0.iter().take(LISTED).map(String::as_str).collect();
        if self.0.len() > LISTED {
            names.push("...");
        }
        if names.is_empty() { None } else { HeaderValue::try_from(names.join(", ")).ok() }
    }
}

/// Why a query parameter is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unused {
    Unknown,
    Repeated,
}

/// Returns the query parameters that an endpoint with these parameters does not use.
fn unused(uri: &Uri, parameters: &[Parameter]) -> Vec<(String, Unused)> {
    if uri.query().is_none() {
        return Vec::new();
    }
    let pairs = Query::<Vec<(String, String)>>::try_from_uri(uri).map(|Query(pairs)| pairs).unwrap_or_default();
    let mut seen = BTreeSet::new();
    let mut unused = Vec::new();
    for (name, _) in pairs {
        let is_known = parameters.iter().any(|parameter| parameter.name == name);
        match (is_known, seen.insert(name.clone())) {
            (false, true) => unused.push((name, Unused::Unknown)),
            (true, false) => unused.push((name, Unused::Repeated)),
            _ => {}
        }
    }
    unused
}

/// Returns the names in a query that an endpoint with these parameters ignores: unknown ones, and those given more than
/// once.
pub fn ignored_in(uri: &Uri, parameters: &[Parameter]) -> Ignored {
    let mut ignored = Ignored::default();
    unused(uri, parameters).iter().for_each(|(name, _)| ignored.note("query", name));
    ignored
}

/// Checks that an endpoint with these parameters uses the whole query.
///
/// # Errors
/// 400, with the parameters that are unknown or given more than once.
pub fn check_query(uri: &Uri, parameters: &[Parameter]) -> Result<(), Problem> {
    let known: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
    let fault = |(name, why): (String, Unused)| match why {
        Unused::Unknown => (shown(&name), unknown("query parameter", &name, &known)),
        Unused::Repeated => (shown(&name), repeated()),
    };
    let faults: Vec<_> = unused(uri, parameters).into_iter().map(fault).collect();
    let taken = match known.as_slice() {
        [] => "This address takes no query parameters.".to_owned(),
        names => format!("This address takes `{}`.", names.join("`, `")),
    };
    let detail = match faults.as_slice() {
        [] => return Ok(()),
        [(name, fault)] => {
            message!("unused-parameter", "{name}: {fault} {taken}", name, fault = fault.text(), taken)
        }
        several => message!(
            "unused-parameters",
            "{several} query parameters are invalid; see `errors`. {taken}",
            several = several.len(),
            taken
        ),
    };
    let listed = faults.into_iter().take(LISTED);
    Err(listed.fold(Problem::bad_request(detail), |problem, (name, fault)| problem.with_error(name, fault)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 6] = ["capacity", "event_format", "name", "page", "page_size", "seed"];

    #[test]
    fn a_name_near_a_known_one_is_recognized_and_no_other() {
        for (name, near) in [
            ("capcity", "capacity"),
            ("capactiy", "capacity"),
            ("Capacity", "capacity"),
            ("eventFormat", "event_format"),
            ("event-format", "event_format"),
            ("nmae", "name"),
            ("pgae", "page"),
            ("pagesize", "page_size"),
            ("seeds", "seed"),
        ] {
            assert_eq!(nearest(name, &KNOWN), Some(near), "{name}");
        }
        for name in ["", "a", "format", "sea", "date", "xyzzy", "\u{0}", &"capacity".repeat(20)] {
            assert_eq!(nearest(name, &KNOWN), None, "{name}");
        }
    }

    #[test]
    fn a_name_is_shown_short_and_safe_and_never_if_it_is_a_credential() {
        assert_eq!(shown("has_byes_for_round_numbers"), "has_byes_for_round_numbers");
        assert_eq!(shown("a\r\nb: \u{e4}\"<"), "a??b????<".replace('<', "?"));
        assert_eq!(shown(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
        assert_eq!(shown("key=sk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd34KlM6"), "sk_...");
        assert_eq!(shown("cut_size"), "cut_size");
    }

    #[test]
    fn the_header_lists_so_many_names_and_says_that_there_are_more() {
        let mut ignored = Ignored::default();
        assert_eq!(ignored.header(), None);
        (0..1000).for_each(|number| ignored.field(&format!("{number}{}", "x".repeat(60))));
        let header = ignored.header().unwrap();
        assert!(header.len() < 500 + 10, "{header:?}");
        assert!(header.to_str().unwrap().ends_with(", ..."));
        let mut together = ignored_in(&"/?pgae=1".parse().unwrap(), &[]);
        together.add(ignored);
        assert!(together.0.contains("query.pgae") && together.0.len() == LISTED + 1);
    }
}
