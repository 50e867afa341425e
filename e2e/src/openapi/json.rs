//! JSON whose members keep their order, so that the document reads as it was written: `id` before `archetype`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Number;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
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
    Object(Vec<(String, Json)>),
}

/// An object of these members: `object! { "type" => "string" }`.
macro_rules! object {
    ($($name:expr => $value:expr),* $(,)?) => {
        $crate::openapi::json::Json::Object(vec![$((String::from($name), $crate::openapi::json::Json::from($value))),*])
    };
}
pub(super) use object;

impl Json {
    /// An empty object.
    pub fn empty() -> Self {
        Self::Object(Vec::new())
    }

    /// Reads text that is known to be JSON.
    pub fn parse(text: &[u8]) -> Self {
        serde_json::from_slice(text).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(text)))
    }

    /// The same as something that serializes.
    pub fn of(value: &impl Serialize) -> Self {
        Self::parse(&serde_json::to_vec(value).expect("JSON"))
    }

    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.members().iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// A member of an object, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Self::Object(members) => members.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Members of an object; none of anything else.
    pub fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    /// Sets a member of an object, in its place if it is there already.
    pub fn set(&mut self, name: &str, value: impl Into<Self>) {
        let value = value.into();
        match self.get_mut(name) {
            Some(known) => *known = value,
            None => match self {
                Self::Object(members) => members.push((name.to_owned(), value)),
                other => panic!("{other:?} has no members"),
            },
        }
    }

    /// Takes a member out of an object.
    pub fn take(&mut self, name: &str) -> Option<Self> {
        let Self::Object(members) = self else { return None };
        let place = members.iter().position(|(known, _)| known == name)?;
        Some(members.remove(place).1)
    }

    /// The same with a further member.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Self>) -> Self {
        self.set(name, value);
        self
    }

    /// Items of an array; none of anything else.
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

    /// For people: indented by two, with a newline at the end.
    pub fn pretty(&self) -> String {
        serde_json::to_string_pretty(self).expect("JSON") + "\n"
    }

    /// Calls a function with this value and every value in it.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Self)) {
        see(self);
        self.items().iter().for_each(|item| item.visit(see));
        self.members().iter().for_each(|(_, value)| value.visit(see));
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

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(value) => serializer.serialize_bool(*value),
            Self::Number(value) => value.serialize(serializer),
            Self::Text(value) => serializer.serialize_str(value),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                members.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyJson)
    }
}

struct AnyJson;

impl<'de> Visitor<'de> for AnyJson {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = entries.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}
