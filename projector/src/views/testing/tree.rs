//! JSON that keeps its field order, for snapshots and comparisons.

use std::fmt::Write;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// Objects up to this width are written on one line.
const WIDTH: usize = 150;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::views) enum Tree {
    Object(Vec<(String, Tree)>),
    Array(Vec<Tree>),
    Leaf(serde_json::Value),
}

impl Tree {
    pub(in crate::views) fn parse(json: &[u8]) -> Self {
        serde_json::from_slice(json).unwrap()
    }

    pub(in crate::views) fn pretty(&self) -> String {
        let mut text = String::new();
        self.write(0, &mut text);
        text
    }

    fn inline(&self) -> String {
        match self {
            Self::Object(fields) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, value)| format!("{name:?}: {}", value.inline())).collect();
                format!("{{ {} }}", fields.join(", "))
            }
            Self::Array(items) => format!("[{}]", items.iter().map(Self::inline).collect::<Vec<_>>().join(", ")),
            Self::Leaf(value) => value.to_string(),
        }
    }

    fn write(&self, depth: usize, text: &mut String) {
        let inline = self.inline();
        let indent = "  ".repeat(depth + 1);
        match self {
            _ if inline.len() + 2 * depth <= WIDTH => text.push_str(&inline),
            Self::Object(fields) => {
                text.push_str("{\n");
                for (index, (name, value)) in fields.iter().enumerate() {
                    write!(text, "{indent}{name:?}: ").unwrap();
                    value.write(depth + 1, text);
                    text.push_str(if index + 1 < fields.len() { ",\n" } else { "\n" });
                }
                write!(text, "{}}}", "  ".repeat(depth)).unwrap();
            }
            Self::Array(items) => {
                text.push_str("[\n");
                for (index, item) in items.iter().enumerate() {
                    text.push_str(&indent);
                    item.write(depth + 1, text);
                    text.push_str(if index + 1 < items.len() { ",\n" } else { "\n" });
                }
                write!(text, "{}]", "  ".repeat(depth)).unwrap();
            }
            Self::Leaf(_) => text.push_str(&inline),
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Tree::Object(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Tree::Array(items))
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Leaf(serde_json::Value::Null))
    }
}
