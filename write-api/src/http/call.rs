//! A write on its way through an endpoint: what was asked, and what it asks for once it is read.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api_kit::Caller;
use api_kit::names::Ignored;
use api_kit::path::{integer, nothing};
use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderValue};
use chrono::{DateTime, Utc};
use domain::permissions::Operation;
use domain::permissions::Own;
use service_kit::problem::Problem;

use super::body::{self, MediaType, Object};
use super::{Shared, headers, problems};
use crate::commands::decklists::decklist_fields::DecklistFields;
use crate::{FieldErrors, Reach};

/// What was asked.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) caller: Caller,
    pub(crate) headers: HeaderMap,
    pub(crate) asked: Asked,
}

/// What was asked for, before anything of the body was read.
pub(crate) struct Asked {
    /// When it came: what is in time is so by this, however long its body takes.
    pub(crate) arrived_at: DateTime<Utc>,
    /// Method and address: `PUT /api/v1/decklists/17`.
    pub(crate) line: String,
    /// What it stands for.
    pub(crate) operation: Operation,
    /// Parameters of the address by name, as they stand there.
    pub(crate) params: Vec<(String, String)>,
    /// Names in the query, and later in the body, that this address ignores.
    pub(crate) ignored: IgnoredNames,
}

/// Names of a request that its address ignores. Clones share them: every answer lists them, a refusal too.
#[derive(Debug, Clone, Default)]
pub(crate) struct IgnoredNames(Arc<Mutex<Ignored>>);

impl IgnoredNames {
    /// Notes further ones.
    pub(crate) fn add(&self, names: Ignored) {
        self.names().add(names);
    }

    /// The header's value; none if nothing was ignored.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        self.names().header()
    }

    fn names(&self) -> MutexGuard<'_, Ignored> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a body and the headers that belong to it say.
pub(crate) struct Input {
    pub(crate) fields: DecklistFields,
    /// The client's `Idempotency-Key`.
    pub(crate) key: Option<String>,
    /// What is wrong with fields and headers so far.
    pub(crate) errors: FieldErrors,
}

impl Call {
    /// A parameter of the address, as it stands there; empty where the address has none of this name.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.asked.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// What the caller reaches by what was asked for: the organization's if the role may, and as a person the own if that is
    /// meant too.
    pub(crate) fn reach(&self) -> Reach {
        let (caller, operation) = (&self.caller, self.asked.operation);
        let person = caller.person().filter(|_| operation.rule().own == Own::Too);
        Reach { organization_id: caller.organization_for(operation), user_id: person }
    }

    /// The integer that the address begins with, `{id}`, which names a thing of this kind.
    pub(crate) fn id<T: From<i64>>(&self, what: &str) -> Result<T, Problem> {
        self.id_in("id", what)
    }

    /// An integer in the address that names a thing of this kind. There is no other spelling of an id than its digits.
    pub(crate) fn id_in<T: From<i64>>(&self, param: &str, what: &str) -> Result<T, Problem> {
        let text = self.param(param);
        integer(text).map(T::from).ok_or_else(|| nothing(what, text))
    }

    /// Reads a body that is a JSON object; the example is for the refusal of an empty body.
    pub(crate) async fn object(&self, body: Body, example: &str) -> Result<Object, Problem> {
        MediaType::json_alone(&self.headers)?;
        read(&body::receive(body).await?, example)
    }

    /// The same where the body is optional: no body, or null, is an object without fields.
    pub(crate) async fn object_or_nothing(&self, body: Body) -> Result<Object, Problem> {
        if body.size_hint().exact() == Some(0) {
            return Ok(Object::default());
        }
        MediaType::json_alone(&self.headers)?;
        let bytes = body::receive(body).await?;
        if [&b""[..], b"null"].contains(&bytes.trim_ascii()) { Ok(Object::default()) } else { read(&bytes, "{}") }
    }

    /// Reads the body of a list, and the key.
    pub(crate) async fn input(&self, body: Body) -> Result<Input, Problem> {
        let media_type = MediaType::of(&self.headers)?;
        let bytes = body::receive(body).await?;
        let mut errors = FieldErrors::default();
        let key = headers::idempotency_key(&self.headers, &mut errors);
        let mut ignored = Ignored::default();
        let read = body::read(&media_type, bytes, &mut errors, &mut ignored).await;
        self.asked.ignored.add(ignored);
        match read {
            Ok(fields) => Ok(Input { fields, key, errors }),
            Err(fault) => Err(problems::unreadable(fault, &errors)),
        }
    }
}

fn read(bytes: &[u8], example: &str) -> Result<Object, Problem> {
    Object::read(bytes, example).map_err(|fault| problems::unreadable(fault, &FieldErrors::default()))
}
