//! Parses JSON. An object that has a member twice, with two values, is refused: it does not say which one counts.

use domain::names::normalized;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::problems::ProblemSink;

/// Parses a text. `None` if it is not JSON, or a member is there twice.
pub(crate) fn parse(text: &str, problems: &ProblemSink) -> Option<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Distinct.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    let noted = value.map_err(|error| {
        // serde_json ends its message with the place; here the place comes first.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        problems.add_at(error.line(), error.column(), message);
    });
    noted.ok()
}

/// Writes the functions of values without members.
macro_rules! scalars {
    ($($name:ident: $type:ty),*) => {
        $(fn $name<E>(self, value: $type) -> Result<Value, E> {
            Ok(value.into())
        })*
    };
}

/// Reads a value whose objects have each member once.
struct Distinct;

impl<'de> DeserializeSeed<'de> for Distinct {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Distinct {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    scalars! { visit_bool: bool, visit_u64: u64, visit_i64: i64, visit_f64: f64 }

    /// Texts are read in one form, also where escapes hide the other one.
    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(normalized(text).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(Self)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            let name = normalized(&name).into_owned();
            let value = object.next_value_seed(Self)?;
            if members.get(&name).is_some_and(|earlier| *earlier != value) {
                let message = format!("the member {name:?} is there twice, with two values; delete the wrong one");
                return Err(A::Error::custom(message));
            }
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Value, crate::Problems> {
        let problems = ProblemSink::default();
        let value = parse(text, &problems);
        problems.check().map(|()| value.unwrap())
    }

    #[test]
    fn values_are_those_of_the_usual_parser() {
        let text = r#"{"a": [1, -2, 2.5, 1e3, true, null, "é\n"], "b": {}, "c": 18446744073709551615}"#;
        assert_eq!(parsed(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
    }

    #[test]
    fn a_member_with_two_values_is_refused_and_one_with_the_same_value_twice_is_not() {
        let told = parsed("{\"a\": {\"b\": 1,\n\"b\": 2}}").unwrap_err().to_string();
        assert!(told.starts_with("line 2, column "), "{told}");
        assert!(told.ends_with(": the member \"b\" is there twice, with two values; delete the wrong one"), "{told}");
        assert!(parsed(r#"{"a": 1, "a": 1}"#).is_ok());
    }
}
