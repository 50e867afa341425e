//! A write on its way through an endpoint: what was asked, and what it asks for once it is read.

use std::sync::Arc;

use api_kit::Caller;
use api_kit::path::{integer, nothing};
use axum::body::Body;
use axum::http::HeaderMap;
use domain::permissions::Operation::WriteDecklists;
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
    /// Parameters of the address by name, as they stand there.
    pub(crate) params: Vec<(String, String)>,
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
    /// The lists that the caller may change.
    pub(crate) fn lists(&self) -> Reach {
        Reach { organization_id: self.caller.organization_for(WriteDecklists), user_id: self.caller.person() }
    }

    /// A parameter of the address, as it stands there; empty where the address has none of this name.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
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

    /// Reads a body that is a JSON object; the example is told to whoever sends nothing.
    pub(crate) async fn object(&self, body: Body, example: &str) -> Result<Object, Problem> {
        MediaType::json_alone(&self.headers)?;
        let bytes = body::receive(body).await?;
        Object::read(&bytes, example).map_err(|fault| problems::unreadable(fault, &FieldErrors::default()))
    }

    /// Reads the body of a list, and the key.
    pub(crate) async fn input(&self, body: Body) -> Result<Input, Problem> {
        let media_type = MediaType::of(&self.headers)?;
        let bytes = body::receive(body).await?;
        let mut errors = FieldErrors::default();
        let key = headers::idempotency_key(&self.headers, &mut errors);
        match body::read(&media_type, bytes, &mut errors).await {
            Ok(fields) => Ok(Input { fields, key, errors }),
            Err(fault) => Err(problems::unreadable(fault, &errors)),
        }
    }
}
