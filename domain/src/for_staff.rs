//! Values in documents that only staff see, such as the matches of a round whose pairings are not published.
//!
//! The store has one document with the value. For other readers, the value is replaced when the document is read (see
//! `storage::without_staff_values`). Documents have no blanks outside texts, so a blank marks the value: in a list after
//! the bracket that opens it, and else before the value. JSON allows both, so the mark changes nothing for staff.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json::{AFTER_A_BLANK, to_raw_json};

/// A value in a document, which may be for staff only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForStaff<T> {
    value: T,
    is_for_all: bool,
}

impl<T> ForStaff<T> {
    /// Creates a value that only staff see, unless it is for all.
    pub fn unless(is_for_all: bool, value: T) -> Self {
        Self { value, is_for_all }
    }

    /// Creates a value that only staff see.
    pub fn new(value: T) -> Self {
        Self::unless(false, value)
    }

    /// Returns the value.
    pub(crate) fn get(&self) -> &T {
        &self.value
    }
}

impl<T: Serialize> Serialize for ForStaff<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error;
        if self.is_for_all {
            return self.value.serialize(serializer);
        }
        let raw = to_raw_json(&self.value).map_err(S::Error::custom)?;
        let marked = match raw.get() {
            // Other readers see the same.
            "[]" | "\"\"" | "null" | "false" => return raw.serialize(serializer),
            list if list.starts_with('[') => format!("[ {}", &list[1..]),
            value => format!("{AFTER_A_BLANK}{value}]"),
        };
        RawValue::from_string(marked).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ForStaff<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::to_json;

    #[test]
    fn values_for_staff_are_marked_by_a_blank_unless_others_see_the_same() {
        let written = |document: &(ForStaff<Option<i64>>, ForStaff<&str>, ForStaff<Vec<bool>>)| {
            String::from_utf8(to_json(document).unwrap()).unwrap()
        };
        let marked = (ForStaff::new(Some(7)), ForStaff::new("a [\t b]"), ForStaff::new(vec![true]));
        assert_eq!(written(&marked), r#"[ 7, "a [\t b]",[ true]]"#);
        assert_eq!(written(&(ForStaff::new(None), ForStaff::new(""), ForStaff::new(vec![]))), r#"[null,"",[]]"#);
        let open = (ForStaff::unless(true, Some(7)), ForStaff::unless(true, "a"), ForStaff::unless(true, vec![true]));
        assert_eq!(written(&open), r#"[7,"a",[true]]"#);
    }
}
