//! Names the settings that a change of settings changed.

use std::collections::{BTreeSet, HashMap};

use proto_events::tournament::Organizing;
use proto_events::{DomainEvent, Envelope, TournamentEvent, Version};
use serde::Serialize;
use serde_json::Value;

use crate::texts::Texts;
use crate::texts::events::key;

/// Returns whether a change is one of settings.
pub(crate) fn is_about_settings(change: &Envelope) -> bool {
    matches!(
        change.event,
        DomainEvent::Tournament(TournamentEvent::DetailsChanged { .. } | TournamentEvent::OrganizingChanged { .. })
    )
}

/// Returns the names of the settings that each change of a whole log changed, by version.
pub(crate) fn changed(texts: &Texts, history: &[Envelope]) -> HashMap<Version, Vec<String>> {
    let (mut details, mut organizing) = (Value::Null, json(&Organizing::default()));
    let mut changed = HashMap::new();
    for change in history {
        let DomainEvent::Tournament(event) = &change.event else { continue };
        let (known, after) = match event {
            TournamentEvent::Created { details: after, .. } => {
                details = json(after);
                continue;
            }
            TournamentEvent::DetailsChanged { details: after } => (&mut details, json(after)),
            TournamentEvent::OrganizingChanged { organizing: after } => (&mut organizing, json(after)),
            _ => continue,
        };
        let words: BTreeSet<_> = differing(known, &after).into_iter().map(|name| texts.say(&field(&name))).collect();
        changed.insert(change.version, words.into_iter().collect());
        *known = after;
    }
    changed
}

fn json(settings: &impl Serialize) -> Value {
    serde_json::to_value(settings).unwrap_or_default()
}

/// Returns the names of fields that differ.
fn differing(before: &Value, after: &Value) -> BTreeSet<String> {
    let names = [before, after].into_iter().filter_map(Value::as_object).flat_map(|fields| fields.keys());
    names.filter(|name| before.get(name) != after.get(name)).cloned().collect()
}

/// Returns the key of the text for a setting: `desk-setting-top-cut` for `top_cut`.
pub(crate) fn field(name: &str) -> String {
    key("desk-setting-{name}", name)
}
