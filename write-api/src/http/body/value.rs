//! The types of fields in a body: how each is read from JSON, and its schema.

use std::fmt::Display;
use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use domain::times;
use proto_events::ids::{DecklistId, MatchId, RegistrationId, RoundId, TournamentId, UserId};
use proto_events::vocabulary as v;
use serde_json::Value;
use service_kit::message;
use service_kit::message::Message;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};

use super::json::{kind, string};
use crate::FieldErrors;
use crate::changes::OrNull;
use crate::engine::fields::{not_one_of, too_many_items, whole_number};

/// Limit of items of a list in a body.
const ITEMS: usize = 10_000;
const TIME: &str = "Must be a time such as `2026-03-15T18:00:00Z`, or null for none.";

/// The limit of a field, from the constants of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Limit {
    /// The smallest and the largest whole number; the reader checks it.
    pub(crate) numbers: Option<(i32, i32)>,
    /// The most characters of a text; the command checks it, since other callers than HTTP need that, too.
    pub(crate) characters: Option<usize>,
    /// The pattern of a text; the command checks it.
    pub(crate) pattern: Option<&'static str>,
}

impl From<RangeInclusive<i32>> for Limit {
    fn from(range: RangeInclusive<i32>) -> Self {
        Self { numbers: Some((*range.start(), *range.end())), ..Self::default() }
    }
}

impl From<usize> for Limit {
    fn from(characters: usize) -> Self {
        Self { characters: Some(characters), ..Self::default() }
    }
}

impl From<(usize, &'static str)> for Limit {
    fn from((characters, pattern): (usize, &'static str)) -> Self {
        Self { characters: Some(characters), pattern: Some(pattern), ..Self::default() }
    }
}

/// A type of values in a body.
pub(crate) trait FromJson: Sized {
    /// Whether a field of this type must be given.
    const REQUIRED: bool = true;
    /// Whether an empty text is null, where null is allowed.
    const EMPTY_IS_NULL: bool = false;
    /// Reads a value. Faults are added to the errors, under the path of the field.
    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self>;
    /// Returns the value of a field that is not given, or `None` if there is no body without it.
    fn missing() -> Option<Self> {
        None
    }
    /// Returns the schema of such a value.
    fn schema(limit: Limit) -> RefOr<Schema>;
    /// Adds the faults of a value that was not read from JSON.
    fn check_value(&self, _path: &str, _limit: Limit, _errors: &mut FieldErrors) {}
}

/// An optional field. If its value is invalid, the rest of the body is read all the same.
impl<T: FromJson> FromJson for Option<T> {
    const REQUIRED: bool = false;

    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
        Some(T::from_json(value, path, limit, errors))
    }

    fn missing() -> Option<Self> {
        Some(None)
    }

    fn schema(limit: Limit) -> RefOr<Schema> {
        T::schema(limit)
    }

    fn check_value(&self, path: &str, limit: Limit, errors: &mut FieldErrors) {
        self.iter().for_each(|value| value.check_value(path, limit, errors));
    }
}

impl<T: FromJson> FromJson for OrNull<T> {
    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
        match value {
            Value::Null => Some(Self(None)),
            Value::String(text) if T::EMPTY_IS_NULL && text.is_empty() => Some(Self(None)),
            value => T::from_json(value, path, limit, errors).map(|value| Self(Some(value))),
        }
    }

    fn schema(limit: Limit) -> RefOr<Schema> {
        match T::schema(limit) {
            RefOr::T(Schema::Object(mut object)) => {
                if let SchemaType::Type(one) = object.schema_type {
                    object.schema_type = SchemaType::from_iter([one, Type::Null]);
                }
                RefOr::T(object.into())
            }
            RefOr::T(Schema::Array(mut array)) => {
                array.schema_type = SchemaType::from_iter([Type::Array, Type::Null]);
                RefOr::T(array.into())
            }
            other => {
                let null = ObjectBuilder::new().schema_type(Type::Null);
                let one_of = OneOfBuilder::new().item(null).item(other);
                let empty = T::EMPTY_IS_NULL.then(|| plain(Type::String, None).max_length(Some(0)));
                RefOr::T(empty.into_iter().fold(one_of, OneOfBuilder::item).into())
            }
        }
    }

    fn check_value(&self, path: &str, limit: Limit, errors: &mut FieldErrors) {
        self.0.iter().for_each(|value| value.check_value(path, limit, errors));
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let items = match value {
            Value::Array(items) if items.len() > ITEMS => {
                return fault(errors, path, too_many_items(ITEMS));
            }
            Value::Array(items) => items,
            other => {
                return fault(
                    errors,
                    path,
                    message!("not-a-list", "Must be a list; this is {kind}.", kind = kind(&other)),
                );
            }
        };
        let mut read = Some(Self::with_capacity(items.len()));
        for (place, item) in items.into_iter().enumerate() {
            let item = T::from_json(item, &format!("{path}[{place}]"), limit, errors);
            read = read.zip(item).map(|(mut read, item)| {
                read.push(item);
                read
            });
        }
        read
    }

    fn schema(limit: Limit) -> RefOr<Schema> {
        RefOr::T(ArrayBuilder::new().items(T::schema(limit)).into())
    }

    fn check_value(&self, path: &str, limit: Limit, errors: &mut FieldErrors) {
        if self.len() > ITEMS {
            errors.add(path.to_owned(), too_many_items(ITEMS));
            return;
        }
        let items = self.iter().enumerate();
        items.for_each(|(place, item)| item.check_value(&format!("{path}[{place}]"), limit, errors));
    }
}

/// Adds a fault.
pub(crate) fn fault<T>(errors: &mut FieldErrors, path: &str, said: Message) -> Option<T> {
    errors.add(path.to_owned(), said);
    None
}

/// Returns the schema of a type of JSON.
pub(crate) fn plain(kind: Type, format: Option<KnownFormat>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(kind).format(format.map(SchemaFormat::KnownFormat))
}

impl FromJson for String {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        string(value).map_err(|said| errors.add(path.to_owned(), said)).ok()
    }

    fn schema(limit: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::String, None).max_length(limit.characters).pattern(limit.pattern).into())
    }
}

impl FromJson for bool {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let said = || message!("not-true-or-false", "Must be true or false; this is {kind}.", kind = kind(&value));
        value.as_bool().or_else(|| fault(errors, path, said()))
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::Boolean, None).into())
    }
}

/// A whole number within the limit of its field.
impl FromJson for i32 {
    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let (least, most) = limit.numbers.unwrap_or((Self::MIN, Self::MAX));
        let number = whole(&value).filter(|number| (least..=most).contains(number));
        number.or_else(|| fault(errors, path, whole_number(least, most)))
    }

    fn schema(limit: Limit) -> RefOr<Schema> {
        let number = plain(Type::Integer, Some(KnownFormat::Int32));
        let Some((least, most)) = limit.numbers else { return RefOr::T(number.into()) };
        let most = Some(most).filter(|most| *most < Self::MAX);
        RefOr::T(number.minimum(Some(least)).maximum(most).into())
    }

    fn check_value(&self, path: &str, limit: Limit, errors: &mut FieldErrors) {
        if let Some((least, most)) = limit.numbers.filter(|(least, most)| !(least..=most).contains(&self)) {
            errors.add(path.to_owned(), whole_number(least, most));
        }
    }
}

/// An id, or a whole number without a limit.
impl FromJson for i64 {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        whole(&value).or_else(|| fault(errors, path, message!("not-an-integer", "Must be an integer.")))
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::Integer, Some(KnownFormat::Int64)).into())
    }
}

impl FromJson for f64 {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        value.as_f64().or_else(|| fault(errors, path, message!("not-a-number", "Must be a number.")))
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::Number, Some(KnownFormat::Double)).into())
    }
}

macro_rules! ids {
    ($($name:ident),+) => {
        $(impl FromJson for $name {
            fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
                i64::from_json(value, path, limit, errors).map(Self)
            }

            fn schema(limit: Limit) -> RefOr<Schema> {
                i64::schema(limit)
            }
        })+
    };
}

ids!(DecklistId, MatchId, RegistrationId, RoundId, TournamentId, UserId);

impl FromJson for DateTime<Utc> {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let time = value.as_str().and_then(times::read);
        time.or_else(|| fault(errors, path, message!("not-a-time", TIME)))
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::String, Some(KnownFormat::DateTime)).into())
    }
}

/// Returns the text of a value that has digits where the pattern has zeros, and its other characters in their places.
fn written<'a>(value: &'a Value, pattern: &str) -> Option<&'a str> {
    let is_like = |(letter, like): (u8, u8)| if like == b'0' { letter.is_ascii_digit() } else { letter == like };
    value.as_str().filter(|text| text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(is_like))
}

impl FromJson for NaiveDate {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let day = written(&value, "0000-00-00").and_then(|text| text.parse().ok());
        day.or_else(|| fault(errors, path, message!("not-a-day", "Must be a day such as `2026-03-20`.")))
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::String, Some(KnownFormat::Date)).into())
    }
}

/// A time of the day, to the minute.
impl FromJson for NaiveTime {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        let time = written(&value, "00:00").and_then(|text| Self::parse_from_str(text, "%H:%M").ok());
        time.or_else(|| {
            fault(errors, path, message!("not-a-time-of-day", "Must be a time of the day such as `18:30`."))
        })
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::T(plain(Type::String, None).pattern(Some("^([01][0-9]|2[0-3]):[0-5][0-9]$")).into())
    }
}

/// Reads one of these values, by its name.
pub(crate) fn one_of<T: Copy + Display>(value: &Value, all: &[T], path: &str, errors: &mut FieldErrors) -> Option<T> {
    let named = value.as_str().and_then(|name| all.iter().find(|known| known.to_string() == name));
    named.copied().or_else(|| {
        let names: Vec<_> = all.iter().map(ToString::to_string).collect();
        fault(errors, path, not_one_of(&names))
    })
}

/// Enumerations of the interface are read by their names; their schemas are components of the document.
macro_rules! enumerations {
    ($($name:ident $(EMPTY_IS_NULL = $empty:literal)?),+) => {
        $(impl FromJson for v::$name {
            $(const EMPTY_IS_NULL: bool = $empty;)?

            fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
                one_of(&value, Self::ALL, path, errors)
            }

            fn schema(_: Limit) -> RefOr<Schema> {
                RefOr::Ref(Ref::from_schema_name(stringify!($name)))
            }
        })+
    };
}

enumerations!(
    CardPaymentStatus,
    ConventionStatus,
    LifecycleStatus,
    MatchWinBy,
    PaymentMethod,
    Penalty,
    PlayoffKind,
    QueueCheckInStatus,
    RegionalChampionshipRegion EMPTY_IS_NULL = true,
    RegistrationPolicy,
    RegistrationStatus,
    Role,
    RuleSet,
    RulesLevel,
    ShortPods,
    Tiebreaker,
    WalletOrderStatus,
    WebhookEventType
);

/// Returns a whole number, also one with an empty fraction: 142.0 is an integer in JSON Schema, which describes our
/// bodies.
fn whole<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    let pointed = || value.as_f64().filter(|number| number.fract() == 0.0).map(|number| format!("{number:.0}"));
    let number = value.as_i64().or_else(|| pointed()?.parse().ok())?;
    T::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_is_one_however_it_is_written() {
        for (text, number) in [
            ("142", Some(142)),
            ("142.0", Some(142)),
            ("-1.42e2", Some(-142)),
            ("9223372036854775807", Some(i64::MAX)),
            ("1.5", None),
            ("9223372036854775808", None),
            ("1e300", None),
            ("\"142\"", None),
        ] {
            assert_eq!(whole(&serde_json::from_str(text).unwrap()), number, "{text}");
        }
        assert_eq!(whole::<i32>(&Value::from(i64::MAX)), None);
    }
}
