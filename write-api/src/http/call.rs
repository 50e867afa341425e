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
    /// The id in the path, as it stands there; empty where the address has none.
    pub(crate) id: String,
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

    /// The integer in the path, which names a thing of this kind. There is no other spelling of an id than its digits.
    pub(crate) fn id<T: From<i64>>(&self, what: &str) -> Result<T, Problem> {
        integer(&self.id).map(T::from).ok_or_else(|| nothing(what, &self.id))
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
