//! JSON whose members keep their order, so that the document reads as written: `id` before `archetype`.

use std::fmt;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Number;

/// Prefix of references to schemas.
const SCHEMAS: &str = "#/components/schemas/";

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Object(IndexMap<String, Json>),
}

/// Makes an object of these members: `object! { "type" => "string" }`.
macro_rules! object {
    ($($name:expr => $value:expr),* $(,)?) => {
        $crate::openapi::json::Json::Object([$((String::from($name), $crate::openapi::json::Json::from($value))),*].into())
    };
}
pub(crate) use object;

impl Json {
    /// An empty object.
    pub fn empty() -> Self {
        Self::Object(IndexMap::new())
    }

    /// Reads JSON.
    ///
    /// # Panics
    /// If the text is not JSON.
    pub fn parse(text: &[u8]) -> Self {
        serde_json::from_slice(text).expect("JSON")
    }

    /// Converts a serializable value.
    ///
    /// # Panics
    /// If the value cannot be written as JSON.
    pub fn of(value: &impl Serialize) -> Self {
        Self::parse(&serde_json::to_vec(value).expect("a value that can be written as JSON"))
    }

    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        if let Self::Object(members) = self { members.get(name) } else { None }
    }

    /// A member of an object, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        if let Self::Object(members) = self { members.get_mut(name) } else { None }
    }

    /// Members of an object; none for other values.
    pub fn members(&self) -> impl Iterator<Item = (&String, &Self)> {
        let members = if let Self::Object(members) = self { Some(members) } else { None };
        members.into_iter().flatten()
    }

    /// Sets a member of an object; an existing member keeps its place. Other values stay as they are.
    pub fn set(&mut self, name: &str, value: impl Into<Self>) {
        if let Self::Object(members) = self {
            members.insert(name.to_owned(), value.into());
        }
    }

    /// Removes a member of an object.
    pub fn take(&mut self, name: &str) -> Option<Self> {
        if let Self::Object(members) = self { members.shift_remove(name) } else { None }
    }

    /// Adds a member.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Self>) -> Self {
        self.set(name, value);
        self
    }

    /// Items of an array; none for other values.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Items of an array, to change them.
    pub fn items_mut(&mut self) -> &mut [Self] {
        match self {
            Self::List(items) => items,
            _ => &mut [],
        }
    }

    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Calls a function with this value and every value in it.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Self)) {
        see(self);
        self.items().iter().for_each(|item| item.visit(see));
        self.members().for_each(|(_, value)| value.visit(see));
    }

    /// A reference to a schema.
    pub(super) fn reference(schema: &str) -> Self {
        object! { "$ref" => format!("{SCHEMAS}{schema}") }
    }

    /// The name of the schema that the value refers to, if it is a reference.
    pub(super) fn target(&self) -> Option<&str> {
        self.get("$ref")?.text()?.strip_prefix(SCHEMAS)
    }

    /// The names of all schemas that the value refers to.
    pub(super) fn references(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.visit(&mut |value| names.extend(value.target().map(str::to_owned)));
        names
    }
}

/// Formats the value for people, indented by two.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string_pretty(self).map_err(|_| fmt::Error)?)
    }
}

macro_rules! from {
    ($($type:ty as $value:ident => $json:expr),+ $(,)?) => {
        $(impl From<$type> for Json {
            fn from($value: $type) -> Self { $json }
        })+
    };
}

from! {
    bool as value => Self::Boolean(value),
    &str as value => Self::Text(value.to_owned()),
    String as value => Self::Text(value),
    &String as value => Self::Text(value.clone()),
    i64 as value => Self::Number(value.into()),
    u16 as value => Self::Number(value.into()),
    usize as value => Self::Number(value.into()),
    &Json as value => value.clone(),
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}
