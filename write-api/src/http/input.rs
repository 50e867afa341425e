//! The input of a write: its body, and the headers that say for which version and how often it is carried out.

use axum::body::Body as RawBody;
use service_kit::problem::Problem;

use super::body::{Body, Object};
use super::headers;
use super::idempotency::{self, Request};
use super::request::WriteRequest;
use super::run::Run;
use crate::engine::context::Context;
use crate::{FieldErrors, VersionMatch};

/// A body that is read, with the errors found so far.
pub(crate) struct Input<B> {
    fields: Option<B>,
    object: Object,
    key: Option<String>,
    expected: Option<VersionMatch>,
}

impl WriteRequest {
    /// Reads the body and the headers of the request.
    ///
    /// # Errors
    /// If the body cannot be read at all. Errors in fields and headers are collected for [`Input::finish`].
    pub(crate) async fn read<B: Body>(&self, body: RawBody) -> Result<Input<B>, Problem> {
        let mut object = self.object_for::<B>(body).await?;
        let key = headers::idempotency_key(&self.headers, &mut object.errors);
        let expected = headers::if_match(&self.headers, &mut object.errors);
        let fields = B::take(&mut object);
        Ok(Input { fields, object, key, expected })
    }

    /// Reads the body of a request on which the headers have no effect.
    ///
    /// # Errors
    /// If the body cannot be read at all. Errors in fields are collected for [`Input::finish`].
    pub(crate) async fn read_body<B: Body>(&self, body: RawBody) -> Result<Input<B>, Problem> {
        let mut object = self.object_for::<B>(body).await?;
        let fields = B::take(&mut object);
        Ok(Input { fields, object, key: None, expected: None })
    }

    /// Reads the JSON object of a body.
    async fn object_for<B: Body>(&self, body: RawBody) -> Result<Object, Problem> {
        match B::EXAMPLE {
            Some(example) => self.object(body, example).await,
            None => self.object_or_nothing(body).await,
        }
    }

    /// Reads the body and the headers of a request whose fields need no further look.
    ///
    /// # Errors
    /// 400 with all errors, if fields or headers have any.
    pub(crate) async fn input<B: Body>(&self, body: RawBody) -> Result<(B, Run), Problem> {
        self.read(body).await?.finish(self)
    }
}

impl<B: Body> Input<B> {
    /// Returns the fields, unless a required one is missing or invalid.
    pub(crate) fn fields(&self) -> Option<&B> {
        self.fields.as_ref()
    }

    /// Returns the errors so far, to add more.
    pub(crate) fn errors(&mut self) -> &mut FieldErrors {
        &mut self.object.errors
    }

    /// Keeps faults that the command will find in single values. If the body is refused before the command runs, the
    /// answer reports them as well.
    pub(crate) fn foresee(&mut self, faults: FieldErrors) {
        self.object.foresee(faults);
    }

    /// Returns the fields, and the run with its conditions.
    ///
    /// # Errors
    /// 400 with all errors, if fields or headers have any.
    pub(crate) fn finish(self, request: &WriteRequest) -> Result<(B, Run), Problem> {
        let Self { fields, mut object, key, expected } = self;
        let sent = Request::Fields(&request.line.text, object.taken());
        let key = key.map(|key| idempotency::key(&request.caller, key, sent));
        object.check()?;
        // Without an error, every required field was read.
        let fields = fields.ok_or_else(|| Problem::internal("a body without errors is incomplete"))?;
        let context = Context { expected, key, ..request.context.clone() };
        Ok((fields, Run { context, ..request.run.clone() }))
    }
}
