//! The rules in the form of an event. They are an object inside the settings, so the names of their fields begin with `rules.`.
//! A field that is empty has the value of the chosen rule set.

use domain::documents::EventRules;
use domain::rule_sets;
use proto_events::vocabulary::RuleSet;
use serde_json::{Map, Value};

pub(crate) const RULE_SET: &str = "rules.rule_set";

pub(super) fn in_document<'a>(document: &'a Value, field: &str) -> &'a Value {
    field.split('.').fold(document, |object, name| &object[name])
}

/// Returns the value that a rule has in a rule set; null if the field is not one of a rule set's rules.
pub(super) fn of_rule_set(rule_set: &str, field: &str) -> Value {
    let Some(rule) = field.strip_prefix("rules.").filter(|_| field != RULE_SET) else { return Value::Null };
    let rules = rule_sets::rules(RuleSet::from_wire_name(rule_set).unwrap_or_default());
    EventRules::serialize(&rules, serde_json::value::Serializer).unwrap_or_default()[rule].take()
}

/// Returns fields of settings as the interface takes them: rules in an object of their own.
pub(crate) fn nested(fields: Value) -> Value {
    let Value::Object(fields) = fields else { return fields };
    let mut nested = Map::new();
    for (field, value) in fields {
        match field.split_once('.') {
            Some((object, field)) => {
                nested.entry(object).or_insert_with(|| Map::new().into())[field] = value;
            }
            None => {
                nested.insert(field, value);
            }
        }
    }
    nested.into()
}
