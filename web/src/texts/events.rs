//! Says in words what an event of the log is. A kind of event needs no code here: its text has the name of the event,
//! and can use the event's fields by name.

use std::collections::BTreeMap;

use fluent_bundle::FluentValue;
use serde::Serialize;
use serde_json::Value;

use super::{Texts, key};

/// A value in a text, by name.
pub(crate) type Arg = (&'static str, FluentValue<'static>);

/// Returns the text of an event: `desk-audit-round-started` for `round_started` and the pattern `desk-audit-{name}`. It can
/// use the event's fields, and further values, which replace fields of the same name. `None` if the catalogue lacks it.
pub(crate) fn say_event(
    texts: &Texts,
    pattern: &str,
    event: &impl Serialize,
    further: impl IntoIterator<Item = Arg>,
) -> Option<String> {
    let Ok(Value::Object(tagged)) = serde_json::to_value(event) else { return None };
    let (name, fields) = tagged.iter().next()?;
    let key = Some(key(pattern, name)).filter(|key| texts.has(key))?;
    let mut args = BTreeMap::new();
    add_fields(&mut args, fields);
    for (name, value) in further {
        args.insert(name, value);
    }
    Some(texts.with_all(&key, args))
}

/// Adds fields of an event: numbers and texts, "yes" or "no", "none" if there is no value. The items of a list are joined,
/// and `count` is their number. The fields of an object are added as well.
fn add_fields<'a>(args: &mut BTreeMap<&'a str, FluentValue<'a>>, fields: &'a Value) {
    for (name, value) in fields.as_object().into_iter().flatten() {
        let said = match value {
            Value::Null => "none".into(),
            Value::Bool(is) => yes(*is),
            Value::String(text) => text.as_str().into(),
            Value::Number(number) => number.as_f64().unwrap_or_default().into(),
            Value::Array(items) => {
                args.insert("count", items.len().into());
                let item = |item: &Value| item.as_str().map_or_else(|| item.to_string(), ToOwned::to_owned);
                items.iter().filter(|item| !item.is_object()).map(item).collect::<Vec<_>>().join(", ").into()
            }
            Value::Object(_) => {
                add_fields(args, value);
                "some".into()
            }
        };
        args.insert(name, said);
    }
}

pub(crate) fn yes(is: bool) -> FluentValue<'static> {
    FluentValue::from(if is { "yes" } else { "no" })
}
