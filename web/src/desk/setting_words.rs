//! Names the settings that a change of settings changed.

use std::collections::{BTreeSet, HashMap};

use proto_events::tournament::Organizing;
use proto_events::{DomainEvent, Envelope, TournamentEvent, Version};
use serde::Serialize;
use serde_json::Value;

use crate::texts::Texts;

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
        let words: BTreeSet<_> = differing(known, &after).into_iter().map(|name| texts.say(field(&name))).collect();
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

/// Returns the key of the text for a setting.
pub(crate) fn field(name: &str) -> &'static str {
    match name {
        "name" => "desk-setting-name",
        "event_format" => "desk-setting-format",
        "start_datetime" => "desk-setting-start",
        "convention_id" => "desk-setting-convention",
        "is_test" => "desk-setting-test",
        "is_unlisted" => "desk-setting-unlisted",
        "is_canceled" => "desk-setting-canceled",
        "team_size" => "desk-setting-team-size",
        "capacity" => "desk-setting-capacity",
        "swiss_rounds" => "desk-setting-rounds",
        "top_cut" => "desk-setting-cut",
        "rules" => "desk-setting-rules",
        "decklist_deadline" | "decklist_grace_seconds" => "desk-setting-deadline",
        "power_pair_last_round" | "ranked_playoff" | "draft_pod_size" => "desk-setting-pairings",
        "parent_id" => "desk-setting-parent",
        "publish_when_paired" => "desk-setting-publish",
        "fee_note" => "desk-setting-fee",
        "time_zone" => "desk-setting-zone",
        "best_of" => "desk-setting-best-of",
        "end_of_round_rule" => "desk-setting-end-of-round",
        "check_in_required" => "desk-setting-check-in",
        "first_table" | "last_table" => "desk-setting-tables",
        "round_minutes" => "desk-setting-minutes",
        _ => "desk-setting-other",
    }
}

#[cfg(test)]
mod tests {
    use proto_events::testing::samples;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn every_setting_has_its_word() {
        let mut names = BTreeSet::new();
        for sample in samples() {
            let settings = match sample {
                DomainEvent::Tournament(TournamentEvent::DetailsChanged { details }) => json(&details),
                DomainEvent::Tournament(TournamentEvent::OrganizingChanged { organizing }) => json(&organizing),
                _ => continue,
            };
            names.extend(differing(&Value::Null, &settings));
        }
        assert!(names.len() > 10);
        for name in names {
            assert_ne!(field(&name), "desk-setting-other", "{name}");
            assert_ne!(Texts::of(Language::English).say(field(&name)), field(&name));
        }
    }
}
