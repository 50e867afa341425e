//! The documents that a client shows.

use std::collections::BTreeMap;

use serde_json::Value;

/// The documents by address, as far as clients compare them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mirror(BTreeMap<String, String>);

impl Mirror {
    /// Returns whether the client shows the document.
    pub(super) fn has(&self, address: &str) -> bool {
        self.0.contains_key(address)
    }

    /// Shows a document.
    pub(super) fn show(&mut self, address: &str, body: &str) {
        self.0.insert(address.to_owned(), normal(address, body));
    }

    /// Removes a document, with all that are below its address.
    pub(super) fn remove(&mut self, address: &str) {
        self.0.retain(|shown, _| !shown.starts_with(address));
    }

    /// Returns the first difference; `None` if both show the same.
    pub(super) fn difference_to(&self, fresh: &Self) -> Option<String> {
        let addresses = self.0.keys().chain(fresh.0.keys());
        let mut differing = addresses.filter(|address| self.0.get(*address) != fresh.0.get(*address));
        let address = differing.next()?;
        Some(match (self.0.get(address), fresh.0.get(address)) {
            (Some(_), None) => format!("it still shows {address}, which is gone"),
            (None, _) => format!("it does not show {address}"),
            (Some(shown), Some(fresh)) => {
                let same = shown.bytes().zip(fresh.bytes()).take_while(|(one, other)| one == other).count();
                let part = |text: &str| text.chars().skip(same.saturating_sub(60)).take(140).collect::<String>();
                format!("it shows an old {address}: `…{}…` instead of `…{}…`", part(shown), part(fresh))
            }
        })
    }
}

/// Returns the part of a document that has events. The overview repeats the rounds, and the document of a round repeats
/// its matches; these have addresses of their own. A page names the position of its stream.
fn normal(address: &str, body: &str) -> String {
    let Ok(mut document) = serde_json::from_str::<Value>(body) else {
        let Some((start, rest)) = body.split_once("data-live=\"") else { return body.to_owned() };
        return format!("{start}{}", rest.split_once('"').map_or(rest, |(_, rest)| rest));
    };
    let is_of_round = address.contains("/tournament-rounds/");
    if let Some(fields) = document.as_object_mut() {
        if address.ends_with("/overview/") {
            for name in ["number_of_incomplete_matches", "current_round"] {
                fields.remove(name);
            }
            let phases = fields.get_mut("tournament_phases").and_then(Value::as_array_mut);
            phases
                .into_iter()
                .flatten()
                .filter_map(Value::as_object_mut)
                .for_each(|phase| drop(phase.remove("rounds")));
        } else if is_of_round && !address.ends_with("/matches/") && !address.ends_with("/standings/") {
            fields.remove("matches");
        }
    }
    document.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_an_address_of_its_own_is_compared_there() {
        let overview =
            |round: &str| format!(r#"{{"tournament_phases":[{{"id":1,"rounds":[{{"status":"{round}"}}]}}]}}"#);
        let address = "/api/v1/magic-events/1/overview/";
        assert_eq!(normal(address, &overview("UPCOMING")), normal(address, &overview("COMPLETE")));
        let page = |id: &str| format!("<main data-live=\"/live/?last_event_id={id}\"><h1>Legacy</h1>");
        assert_eq!(normal("/events/1/", &page("a")), normal("/events/1/", &page("b")));
        assert_ne!(normal("/events/1/", &page("a")), normal("/events/1/", &page("a").replace("Legacy", "Modern")));
    }
}
