//! JSON whose members keep their order, so that the document reads as written: `id` before `archetype`.

use serde::Serialize;
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

/// Makes an object of these members: `object! { "type" => "string" }`.
#[macro_export]
macro_rules! object {
    ($($name:expr => $value:expr),* $(,)?) => {
        $crate::Json::Object(vec![$((String::from($name), $crate::Json::from($value))),*])
    };
}

impl Json {
    /// An empty object.
    pub fn empty() -> Self {
        Self::Object(Vec::new())
    }

    /// Reads JSON.
    ///
    /// # Errors
    /// If the text is not JSON.
    pub fn parse(text: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(text)
    }

    /// Converts a serializable value.
    ///
    /// # Errors
    /// If the value cannot be written as JSON.
    pub fn of(value: &impl Serialize) -> serde_json::Result<Self> {
        Self::parse(&serde_json::to_vec(value)?)
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

    /// Members of an object; none for other values.
    pub fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    /// Sets a member of an object; an existing member keeps its place. Other values stay as they are.
    pub fn set(&mut self, name: &str, value: impl Into<Self>) {
        let Self::Object(members) = self else { return };
        match members.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value.into(),
            None => members.push((name.to_owned(), value.into())),
        }
    }

    /// Removes a member of an object.
    pub fn take(&mut self, name: &str) -> Option<Self> {
        let Self::Object(members) = self else { return None };
        let place = members.iter().position(|(known, _)| known == name)?;
        Some(members.remove(place).1)
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
