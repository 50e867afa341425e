//! JSON that keeps its field order, for snapshots.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// Values up to this width are written on one line.
const WIDTH: usize = 150;

/// The fields of an object in their order.
struct Fields(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldVisitor;

        impl<'de> Visitor<'de> for FieldVisitor {
            type Value = Fields;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(FieldVisitor)
    }
}

pub(in crate::views) fn pretty(json: &[u8]) -> String {
    written(std::str::from_utf8(json).unwrap(), Some(0))
}

/// Writes a value on one line, if it is not too long or has no depth, or else each of its parts on a line.
fn written(json: &str, depth: Option<usize>) -> String {
    let (open, close, parts) = match json.as_bytes()[0] {
        b'{' => {
            let Fields(fields) = serde_json::from_str(json).unwrap();
            ("{ ", " }", fields.into_iter().map(|(name, value)| (format!("{name:?}: "), value)).collect())
        }
        b'[' => {
            let items: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap();
            ("[", "]", items.into_iter().map(|item| (String::new(), item)).collect::<Vec<_>>())
        }
        _ => return serde_json::from_str::<Value>(json).unwrap().to_string(),
    };
    let all = |depth| parts.iter().map(|(name, value)| name.clone() + &written(value.get(), depth)).collect::<Vec<_>>();
    let line = format!("{open}{}{close}", all(None).join(", "));
    let Some(depth) = depth.filter(|depth| line.len() + 2 * depth > WIDTH) else { return line };
    let (indent, outdent) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    let lines = all(Some(depth + 1)).join(&format!(",\n{indent}"));
    format!("{}\n{indent}{lines}\n{outdent}{}", open.trim(), close.trim())
}
