//! Names what a file has and its reader does not use: members of JSON, elements and attributes of XML.
//!
//! Each form has a [`Shape`]: a table of its kinds of objects and their members. A test imports a file of each form and
//! compares what is named.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::problems::Path;

/// The kinds of objects of a form, that of the file first, with the members that the reader uses. A member `name:kind`
/// has objects of that kind, also in lists; `*:kind` stands for objects and lists of any other name. A kind may have
/// several rows; those of members that are passed over say why.
pub(crate) type Shape = [(&'static str, &'static str)];

/// Members named at once; the rest are counted.
const SHOWN: usize = 100;
/// Members that begin so describe the types of GraphQL.
const OF_GRAPHQL: &str = "__";

/// The parts of a file that are not used, once per kind.
pub(crate) struct Unused {
    kinds: HashMap<&'static str, HashMap<&'static str, &'static str>>,
    found: BTreeSet<String>,
}

impl Unused {
    pub(crate) fn new(shape: &Shape) -> Self {
        let mut kinds: HashMap<_, HashMap<_, _>> = HashMap::new();
        for (kind, members) in shape {
            let members = members.split_whitespace().map(|member| member.split_once(':').unwrap_or((member, "")));
            kinds.entry(*kind).or_default().extend(members);
        }
        Self { kinds, found: BTreeSet::new() }
    }

    /// Adds the members of a JSON value that its kind does not have.
    pub(crate) fn add_json(&mut self, kind: &str, path: Path<'_>, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.add_json(kind, Path::Each(&path), item)),
            Value::Object(members) => {
                for (name, value) in members.iter().filter(|(_, value)| !is_nothing(value)) {
                    let is_open = value.is_object() || value.is_array();
                    if let Some((name, kind)) = self.member(kind, path, name, is_open) {
                        self.add_json(kind, Path::Field(&path, name), value);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the name and the kind of a member whose objects have a kind. A member without a place is added.
    pub(crate) fn member<'n>(
        &mut self,
        kind: &str,
        path: Path<'_>,
        name: &'n str,
        is_open: bool,
    ) -> Option<(&'n str, &'static str)> {
        let members = self.kinds.get(kind)?;
        match (members.get(name), members.get("*")) {
            (Some(kind), _) => Some((name, *kind)),
            (None, Some(kind)) if is_open => Some(("*", *kind)),
            _ if name.starts_with(OF_GRAPHQL) => None,
            _ => {
                self.found.insert(Path::Field(&path, name).to_string());
                None
            }
        }
        .filter(|(_, kind)| !kind.is_empty())
    }

    /// Returns what is not used, in words.
    pub(crate) fn in_words(self, what: &str) -> Option<String> {
        let names: Vec<&str> = self.found.iter().take(SHOWN).map(String::as_str).collect();
        let more = self.found.len() - names.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!names.is_empty()).then(|| format!("the {what} {}{more}", names.join(", ")))
    }
}

/// Returns what a JSON file has and its reader does not use, in words.
pub(crate) fn unused_members(file: &Value, shape: &Shape) -> Option<String> {
    let (mut unused, kind) = (Unused::new(shape), shape.first()?.0);
    // A file may be a list of what others have alone.
    let items = file.as_array().map_or(std::slice::from_ref(file), Vec::as_slice);
    items.iter().for_each(|item| unused.add_json(kind, Path::Root, item));
    unused.in_words("members")
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SHAPE: &Shape = &[
        ("file", "name rounds:match cards:section"),
        // Says nothing.
        ("file", "version"),
        ("match", "a b"),
        ("section", "*:card"),
        ("card", "count"),
    ];

    #[test]
    fn members_without_a_place_are_named_once_per_kind() {
        let file = json!([{
            "name": {"any": 1}, "version": 2, "extra": 1, "__typename": "File", "empty": "", "none": null, "list": [],
            "rounds": [[{"a": 1, "c": 2}], [{"b": 1, "c": 3, "d": {"e": 1}}]],
            "cards": {"Main": {"count": 1, "id": 2}, "Side": {"count": 1, "id": 3}, "text": "x"},
        }]);
        let expected = "the members cards.*.id, cards.text, extra, rounds[][].c, rounds[][].d";
        assert_eq!(unused_members(&file, SHAPE).unwrap(), expected);
    }

    #[test]
    fn many_members_are_counted_and_none_is_no_message() {
        let many: serde_json::Map<String, Value> = (0..120).map(|number| (format!("m{number:03}"), json!(1))).collect();
        let told = unused_members(&Value::Object(many), SHAPE).unwrap();
        assert!(told.starts_with("the members m000, m001,") && told.ends_with("m099 and 20 more"), "{told}");
        assert_eq!(unused_members(&json!({"name": "x"}), SHAPE), None);
    }
}
