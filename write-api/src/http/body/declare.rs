//! Declares the body of a route once: the struct, its reader, its limits and its schema.

use api_kit::description::BodySchema;
use serde_json::Value;
use service_kit::problem::Problem;
use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};

use super::object::Object;
use super::value::{FromJson, Limit};
use crate::FieldErrors;

/// A body of a route. It may also be an object inside another body.
pub(crate) trait Body: Sized {
    /// Name of its schema.
    const NAME: &'static str;
    /// Name of the id in the address that belongs to it: `round_id`; none if there is no such id.
    const PART: Option<&'static str>;
    /// A body for the refusal of an empty one; `None` if the route accepts an empty body.
    const EXAMPLE: Option<&'static str>;
    /// Takes the fields. `None` if a required field is missing or invalid; the faults are in the object's errors.
    fn take(object: &mut Object) -> Option<Self>;
    /// Returns the schema of the body.
    fn body_schema() -> RefOr<Schema>;
    /// Adds the bodies inside it.
    fn collect(_: &mut Vec<BodySchema>) {}
    /// Adds the faults of a body that was not read from JSON.
    fn check(&self, _: &mut FieldErrors) {}
}

impl<B: Body> FromJson for B {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        within(value, path, errors, Self::take)
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::Ref(Ref::from_schema_name(Self::NAME))
    }

    fn check_value(&self, path: &str, _: Limit, errors: &mut FieldErrors) {
        let mut inner = FieldErrors::default();
        self.check(&mut inner);
        errors.add_inner(path, &inner);
    }
}

/// Adds the faults of a body that was not read from JSON.
pub(crate) fn check_body<B: Body>(body: &B, errors: &mut FieldErrors) {
    body.check(errors);
}

/// Returns the schema of a body, for the declaration of its operation.
pub(crate) const fn body_schema<B: Body>() -> BodySchema {
    BodySchema { name: B::NAME, schema: Some(B::body_schema), is_optional: B::EXAMPLE.is_none(), collect: B::collect }
}

/// Returns the schema of a decklist's body of this name, which the document itself describes.
pub(crate) const fn described_elsewhere(name: &'static str) -> BodySchema {
    BodySchema { name, schema: None, is_optional: false, collect: |_| () }
}

/// A required field that may be missing while the body is read, so that faults of other fields are found as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Required<T>(pub(crate) Option<T>);

impl<T> Required<T> {
    /// Returns the value, once the body was read without faults.
    pub(crate) fn get(self) -> Result<T, Problem> {
        self.0.ok_or_else(|| Problem::internal("a body without errors is incomplete"))
    }
}

impl<T: FromJson> FromJson for Required<T> {
    fn from_json(value: Value, path: &str, limit: Limit, errors: &mut FieldErrors) -> Option<Self> {
        Some(Self(T::from_json(value, path, limit, errors)))
    }

    fn missing() -> Option<Self> {
        Some(Self(None))
    }

    fn schema(limit: Limit) -> RefOr<Schema> {
        T::schema(limit)
    }

    fn check_value(&self, name: &str, limit: Limit, errors: &mut FieldErrors) {
        self.0.iter().for_each(|value| value.check_value(name, limit, errors));
    }
}

/// Reads an object inside a body.
pub(crate) fn within<T>(
    value: Value,
    path: &str,
    errors: &mut FieldErrors,
    read: impl FnOnce(&mut Object) -> Option<T>,
) -> Option<T> {
    match Object::inside(value) {
        Ok(mut object) => {
            let inner = read(&mut object);
            object.finish_inside(path, errors);
            inner
        }
        Err(said) => super::value::fault(errors, path, said),
    }
}

/// Returns the schema of a body with the fields of another one, some of them required, and with further ones: name, lines
/// of documentation, whether it is required, schema.
pub(crate) fn schema(
    docs: &[&str],
    base: Option<(RefOr<Schema>, &[&str])>,
    fields: Vec<(&str, &[&str], bool, RefOr<Schema>)>,
) -> RefOr<Schema> {
    let mut object = ObjectBuilder::new().description(Some(text(docs)));
    if let Some((RefOr::T(Schema::Object(base)), required)) = base {
        object = base.properties.into_iter().fold(object, |object, (name, schema)| object.property(name, schema));
        object = required.iter().fold(object, |object, name| object.required(*name));
    }
    for (name, docs, required, schema) in fields {
        object = object.property(name, described(schema, text(docs)));
        if required {
            object = object.required(name);
        }
    }
    RefOr::T(object.into())
}

fn text(docs: &[&str]) -> String {
    docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n")
}

fn described(schema: RefOr<Schema>, text: String) -> RefOr<Schema> {
    match schema {
        RefOr::Ref(mut target) => {
            target.description = text;
            RefOr::Ref(target)
        }
        RefOr::T(mut schema) => {
            match &mut schema {
                Schema::Object(object) => object.description = Some(text),
                Schema::Array(array) => array.description = Some(text),
                Schema::OneOf(forms) => forms.description = Some(text),
                _ => {}
            }
            RefOr::T(schema)
        }
    }
}

/// Declares a body. From one list of fields come the struct, the reader, the limits and the schema:
///
/// ```ignore
/// body! {
///     /// The result of a match.
///     pub(crate) struct NewResult such as r#"{"games_won": {"12": 2, "15": 1}}"# {
///         /// Games drawn; 0 if not given.
///         games_drawn: Option<i32> => 0..=GAMES_MAX,
///         /// The name of a table.
///         name: String => SHORT_TEXT,
///     }
/// }
/// ```
///
/// `Option` makes a field optional, `OrNull` lets it be null. After `=>` stands the range of a number, or the most
/// characters of a text. A body without an example (`such as`) may be missing. `checked by` names a function that adds
/// the faults of fields which exclude each other. `foreseeing` names a function that returns the faults that the command
/// will find in single values: if the body is refused before the command runs, the answer reports them as well. `containing`
/// names a body inside it, which the OpenAPI document needs. A body
/// may begin with all fields of another one, whose fields are optional there: `..details: ConventionChange => [name],`
/// names those that are required here, if any.
///
/// A body may be a command. `of round_id: RoundId` adds a field with that id of the address. If the command has another name
/// than the schema, the latter comes after `as`. `within organization_id` adds the caller's organization:
///
/// ```ignore
/// body! {
///     /// How a round is completed.
///     pub struct CompleteRound as RoundEnd of round_id: RoundId {
///         /// How matches without a result count.
///         unreported: Option<Unreported>,
///     }
/// }
/// ```
macro_rules! body {
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derived:ident),+)])?
        $vis:vis struct $name:ident $(as $schema:ident)? $(within $organization:ident)? $(of $id:ident: $id_type:ident)?
            $(such as $example:literal)? $(checked by $check:ident)? $(foreseeing $foreseen:ident)?
            $(containing $inner:ident)? {
            $(..$base:ident: $base_type:ty $(=> [$($needed:ident),+])?,)?
            $($(#[doc = $field_doc:literal])* $field:ident: $type:ty $(=> $limit:expr)?,)*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq $($(, $derived)+)?)]
        $vis struct $name {
            $(#[doc = "The organization."] pub $organization: OrganizationId,)?
            $(#[doc = "Its id in the address."] pub $id: $id_type,)?
            $(#[doc = "The fields of a change."] pub $base: $base_type,)?
            $($(#[doc = $field_doc])* pub $field: $type,)*
        }

        impl $crate::http::body::Body for $name {
            const NAME: &'static str = {
                let [.., name] = [stringify!($name) $(, stringify!($schema))?];
                name
            };
            const PART: Option<&'static str> = <[&str]>::first(&[$(stringify!($id))?]).copied();
            const EXAMPLE: Option<&'static str> = <[&str]>::first(&[$($example)?]).copied();

            fn take(object: &mut $crate::http::body::Object) -> Option<Self> {
                // All fields are taken before a missing one ends it, so that all faults are reported at once.
                $(
                    let $base = <$base_type as $crate::http::body::Body>::take(object);
                    $($(object.require(
                        stringify!($needed),
                        $base.as_ref().is_some_and(|base| base.$needed.is_some()),
                    );)+)?
                )?
                $(let $field = object.take::<$type>(stringify!($field), $crate::http::body::limit!($($limit)?));)*
                let _ = &object;
                let body = Self {
                    $($organization: OrganizationId(object.organization_id),)?
                    $($id: $id_type(object.id),)?
                    $($base: $base?,)?
                    $($field: $field?,)*
                };
                $($check(&body, &mut object.errors);)?
                $(object.foreseen = $foreseen(&body);)?
                Some(body)
            }

            fn body_schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let base = [$((
                    <$base_type as $crate::http::body::Body>::body_schema(),
                    &[$($(stringify!($needed)),+)?] as &[&str],
                ))?];
                $crate::http::body::schema(&[$($doc),*], base.into_iter().next(), vec![$((
                    stringify!($field),
                    &[$($field_doc),*],
                    <$type as $crate::http::body::FromJson>::REQUIRED,
                    <$type as $crate::http::body::FromJson>::schema($crate::http::body::limit!($($limit)?)),
                )),*])
            }

            $(fn collect(all: &mut Vec<api_kit::description::BodySchema>) {
                all.push($crate::http::body::body_schema::<$inner>());
            })?

            fn check(&self, _errors: &mut $crate::FieldErrors) {
                $(
                    $crate::http::body::Body::check(&self.$base, _errors);
                    $($(if self.$base.$needed.is_none() {
                        _errors.add(stringify!($needed), $crate::engine::fields::required());
                    })+)?
                )?
                $($crate::http::body::FromJson::check_value(
                    &self.$field,
                    stringify!($field),
                    $crate::http::body::limit!($($limit)?),
                    _errors,
                );)*
                $($check(self, _errors);)?
            }
        }
    };
}
pub(crate) use body;

/// Declares an enumeration of a body by the names of its values in JSON. The first one is the example of its schema.
macro_rules! choices {
    (
        $(#[doc = $doc:literal])*
        $vis:vis enum $name:ident {
            $($(#[doc = $choice_doc:literal])* $choice:ident = $text:literal,)+
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $($(#[doc = $choice_doc])* $choice,)+
        }

        impl $name {
            const ALL: &'static [Self] = &[$(Self::$choice),+];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$choice => $text,)+ })
            }
        }

        impl $crate::http::body::FromJson for $name {
            fn from_json(
                value: serde_json::Value,
                path: &str,
                _: $crate::http::body::Limit,
                errors: &mut $crate::FieldErrors,
            ) -> Option<Self> {
                $crate::http::body::one_of(&value, Self::ALL, path, errors)
            }

            fn schema(_: $crate::http::body::Limit) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let text = $crate::http::body::plain(utoipa::openapi::schema::Type::String, None);
                utoipa::openapi::RefOr::T(text.examples([$($text),+].first().copied()).into())
            }
        }
    };
}
pub(crate) use choices;

/// The limit of a field, if one is declared.
macro_rules! limit {
    () => {
        $crate::http::body::Limit::default()
    };
    ($limit:expr) => {
        $crate::http::body::Limit::from($limit)
    };
}
pub(crate) use limit;

body! {
    /// No fields.
    pub(crate) struct NoFields {}
}

/// A body whose fields can be typed in a form of this process.
pub trait Typed: Sized {
    /// Reads the fields as they are read from a body. An id of the address is to be set.
    ///
    /// # Errors
    /// 400 with the faults of all fields.
    fn typed(fields: Value) -> Result<Self, Problem>;
}

impl<B: Body> Typed for B {
    fn typed(fields: Value) -> Result<Self, Problem> {
        let mut object = Object::inside(fields).map_err(Problem::bad_request)?;
        let body = B::take(&mut object);
        object.check()?;
        body.ok_or_else(|| Problem::internal("a body without errors is incomplete"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    body! {
        /// A body with a field of each type.
        #[derive(Default)]
        struct Everything such as "{}" checked by has_number_or_flag containing Inner {
            /// A text.
            text: Option<String> => 20,
            /// A flag.
            flag: Option<bool>,
            /// A number.
            number: Option<i32> => 1..=3,
            /// Numbers.
            numbers: Option<Vec<i32>> => 1..=3,
            /// An id.
            id: Option<OrNull<i64>>,
            /// A role.
            role: Option<Role>,
            /// A time.
            time: Option<OrNull<DateTime<Utc>>>,
            /// An object inside.
            inner: Option<Inner>,
        }
    }

    body! {
        /// An object inside another one.
        struct Inner {
            /// Its name, in two lines
            /// of documentation.
            name: String => (20, "^[a-z]*$"),
            /// Its ids.
            ids: Vec<i64>,
        }
    }

    fn has_number_or_flag(body: &Everything, errors: &mut FieldErrors) {
        if body.number.is_some() && body.flag.is_some() {
            errors.add("number", message!("test", "Give one of number and flag."));
        }
    }

    fn read(text: &str) -> (Option<Everything>, Vec<String>) {
        let mut object = Object::read(text.as_bytes(), "{}").unwrap();
        let body = Everything::take(&mut object);
        let errors = object.errors.iter().map(|(field, said)| {
            let said: Vec<&str> = said.iter().map(Message::text).collect();
            format!("{field}: {}", said.join(" "))
        });
        (body, errors.collect())
    }

    #[test]
    fn fields_are_read_by_their_types() {
        let text = r#"{"text": "é", "flag": true, "numbers": [1, 3.0], "id": null, "role": "JUDGE",
            "time": "2026-03-15T20:00:00+02:00", "inner": {"name": "a", "ids": [7, -7]}}"#;
        let expected = Everything {
            text: Some("é".into()),
            flag: Some(true),
            numbers: Some(vec![1, 3]),
            id: Some(OrNull(None)),
            role: Some(Role::Judge),
            time: Some(OrNull(Some("2026-03-15T18:00:00Z".parse().unwrap()))),
            inner: Some(Inner { name: "a".into(), ids: vec![7, -7] }),
            number: None,
        };
        assert_eq!(read(text), (Some(expected), vec![]));
        assert_eq!(read("{}"), (Some(Everything::default()), vec![]));
    }

    #[test]
    fn all_faults_are_reported_at_once_with_their_paths() {
        let text = r#"{"text": 7, "flag": "true", "number": 1.5, "numbers": [0, 2, "x"], "id": "7", "role": "judge",
            "time": "tomorrow", "inner": {"ids": 7, "nmae": "a"}}"#;
        let (body, errors) = read(text);
        assert_eq!(body, Some(Everything::default()), "optional fields that are invalid are left out");
        assert_eq!(
            errors,
            [
                "flag: Must be true or false; this is a string.",
                "id: Must be an integer.",
                "inner.ids: Must be a list; this is a number.",
                "inner.name: This field is required.",
                "inner.nmae: Unknown field \"nmae\"; did you mean \"name\"?",
                "number: Must be a whole number from 1 to 3.",
                "numbers[0]: Must be a whole number from 1 to 3.",
                "numbers[2]: Must be a whole number from 1 to 3.",
                "role: Must be one of ADMIN, ORGANIZER, SCOREKEEPER, JUDGE, READ_ONLY.",
                "text: Must be a string; this is a number.",
                "time: Must be a time such as `2026-03-15T18:00:00Z`, or null for none.",
            ]
        );
        assert_eq!(read(r#"{"number": 1, "flag": true}"#).1, ["number: Give one of number and flag."]);
        assert_eq!(read(r#"{"time": "2026-06-30T23:59:60Z"}"#).1.len(), 1, "a leap second");
    }

    #[test]
    fn the_schema_has_names_types_limits_and_texts() {
        let schema = |body: RefOr<Schema>| serde_json::to_value(body).unwrap();
        let everything = schema(Everything::body_schema());
        assert_eq!(everything["description"], "A body with a field of each type.");
        assert!(everything.get("required").is_none());
        let field = |name: &str| &everything["properties"][name];
        assert_eq!((&field("text")["maxLength"], &field("number")["maximum"]), (&20.into(), &3.into()));
        assert_eq!(field("numbers")["items"]["minimum"], 1);
        assert_eq!(field("id")["type"], serde_json::json!(["integer", "null"]));
        assert_eq!(field("role")["$ref"], "#/components/schemas/Role");
        assert_eq!(field("inner")["$ref"], "#/components/schemas/Inner");
        let inner = schema(Inner::body_schema());
        assert_eq!(inner["required"], serde_json::json!(["name", "ids"]));
        assert_eq!(inner["properties"]["name"]["pattern"], "^[a-z]*$");
        assert_eq!(inner["properties"]["name"]["description"], "Its name, in two lines\nof documentation.");
        assert_eq!(schema(OrNull::<RegistrationStatus>::schema(Limit::default()))["oneOf"][0]["type"], "null");
    }
}
