//! A write on its way through an endpoint: its request context, its body, and the headers that say for which version and
//! how often it is carried out.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api_kit::description::{Answer, Route};
use api_kit::names::Ignored;
use api_kit::path::{integer, nothing};
use axum::body::{Body as RawBody, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use domain::limits::BODY_BYTES;
use futures::future::BoxFuture;
use proto_events::ids::TournamentId;
use service_kit::message;
use service_kit::problem::Problem;
use tokio::sync::OnceCell;

use super::body::{self, Body, MediaType, Object};
use super::fair_queue::{Crowd, Share};
use super::problems::with_errors;
use super::run::{EventRun, Run};
use super::{headers, idempotency};
use crate::decklist_fields::DecklistFields;
use crate::{FieldErrors, VersionMatch, event_roles};

/// A write that is being handled: its run so far, headers and address. The body is read by the endpoint.
pub(crate) struct WriteRequest {
    /// The declaration of its operation.
    pub(crate) route: &'static Route,
    pub(crate) run: Run,
    pub(crate) headers: HeaderMap,
    pub(crate) line: RequestLine,
    /// Its place among the writes in progress, once the body is received.
    pub(crate) share: OnceCell<Share>,
}

/// The parts of a request that are known before its caller is identified.
pub(crate) struct RequestLine {
    /// Method and address: `PUT /api/v1/decklists/17`.
    pub(crate) text: String,
    /// Parameters of the address by name, not parsed yet.
    pub(crate) params: Vec<(String, String)>,
    /// The query, as pairs of names and values.
    pub(crate) query: Vec<(String, String)>,
    /// Unknown names in the query, and later in the body, that this address ignores.
    pub(crate) ignored: IgnoredNames,
}

impl RequestLine {
    /// Returns the id `{id}` of the address, as that of an event.
    pub(crate) fn event(&self) -> Option<TournamentId> {
        let (_, text) = self.params.iter().find(|(name, _)| name == "id")?;
        integer(text).map(TournamentId)
    }
}

impl Deref for WriteRequest {
    type Target = Run;

    fn deref(&self) -> &Run {
        &self.run
    }
}

/// Names of a request that its address ignores. Clones share them: every answer lists them, also a refusal.
#[derive(Debug, Clone, Default)]
pub(crate) struct IgnoredNames(Arc<Mutex<Ignored>>);

impl IgnoredNames {
    /// Adds further names.
    pub(crate) fn add(&self, names: Ignored) {
        self.names().add(names);
    }

    /// Returns the value of the header; `None` if nothing was ignored.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        self.names().header()
    }

    fn names(&self) -> MutexGuard<'_, Ignored> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body that is read, with the errors found so far.
pub(crate) struct Input<B> {
    /// The fields, unless a required one is missing or invalid.
    pub(crate) fields: Option<B>,
    /// The object with the errors so far.
    pub(crate) object: Object,
    key: Option<String>,
    expected: Option<VersionMatch>,
}

/// The fields of a decklist body, and its headers.
pub(crate) struct ListInput {
    pub(crate) fields: DecklistFields,
    /// The run with the client's `Idempotency-Key`.
    pub(crate) run: Run,
    /// Errors in fields and headers so far.
    pub(crate) errors: FieldErrors,
}

impl WriteRequest {
    /// Returns a parameter of the address, not parsed; empty if the address has none of this name.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.line.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns a query parameter; the last one counts.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        self.line.query.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns an integer in the query within these bounds.
    pub(crate) fn query_integer(&self, name: &str, (least, most): (i64, i64)) -> Result<Option<i64>, Problem> {
        let Some(text) = self.query(name) else { return Ok(None) };
        let number = integer(text).filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| malformed(name, &format!("must be an integer from {least} to {most}")))
    }

    /// Returns the status of the answer, as declared. A creation that is repeated, so that nothing happened, is answered
    /// with 200.
    pub(crate) fn status(&self, happened: bool) -> StatusCode {
        match self.route.answer {
            Answer::Json(status, _) if happened || !self.route.is_created_once => {
                StatusCode::from_u16(status).unwrap_or_default()
            }
            _ => StatusCode::OK,
        }
    }

    /// Returns the first integer of the address, `{id}`, as the id of a `what`.
    pub(crate) fn id<T: From<i64>>(&self, what: &str) -> Result<T, Problem> {
        self.id_in("id", what)
    }

    /// Returns an integer in the address as the id of a `what`. An id has exactly one spelling: its digits.
    pub(crate) fn id_in<T: From<i64>>(&self, param: &str, what: &str) -> Result<T, Problem> {
        let text = self.param(param);
        integer(text).map(T::from).ok_or_else(|| nothing(what, text))
    }

    /// Returns the id of a thing in the address, named as the field that has it. An address of a part of an event has it
    /// under that name, after the id of the event; others have it as `{id}`.
    pub(crate) fn part<T: From<i64>>(&self, field: &str) -> Result<T, Problem> {
        let what = if field == "key_id" { "API key" } else { field.trim_end_matches("_id") };
        if self.param(field).is_empty() {
            return self.id(what);
        }
        if self.param("slug").is_empty() {
            self.id::<TournamentId>("event")?;
        }
        self.id_in(field, what)
    }

    /// Receives a body of at most `most` bytes, however long its client takes, and then waits until the write may begin.
    pub(crate) async fn received(&self, body: RawBody, most: usize) -> Result<Bytes, Problem> {
        let bytes = body::receive(body, most).await?;
        self.begin(bytes.len()).await?;
        Ok(bytes)
    }

    /// Waits until a write with a body of this size may begin.
    async fn begin(&self, bytes: usize) -> Result<(), Problem> {
        if self.operation.rule().writes {
            let event = self.line.event().filter(|_| event_roles::is_below_an_event(self.route));
            let crowd = Crowd::of(&self.caller, event);
            self.share.get_or_try_init(|| self.shared.shares.begin(crowd, bytes)).await?;
        }
        Ok(())
    }

    /// Reads a JSON object; the example is for the refusal of an empty body. Without one, the body is optional: no body, or
    /// null, is an object without fields.
    pub(crate) async fn object(&self, body: RawBody, example: Option<&str>) -> Result<Object, Problem> {
        if example.is_none() && body.size_hint().exact() == Some(0) {
            self.begin(0).await?;
            return Ok(Object::default());
        }
        MediaType::of(&self.headers, true)?;
        let bytes = self.received(body, BODY_BYTES).await?;
        match example {
            None if [&b""[..], b"null"].contains(&bytes.trim_ascii()) => Ok(Object::default()),
            example => Object::read(&bytes, example.unwrap_or("{}")),
        }
    }

    /// Reads the body of a list, and the idempotency key.
    pub(crate) async fn list_input(&self, body: RawBody) -> Result<ListInput, Problem> {
        let media_type = MediaType::of(&self.headers, false)?;
        let bytes = self.received(body, BODY_BYTES).await?;
        let mut errors = FieldErrors::default();
        let key = headers::idempotency_key(&self.headers, &mut errors);
        let mut ignored = Ignored::default();
        let read = body::read_list(&media_type, bytes, &mut errors, &mut ignored).await;
        self.line.ignored.add(ignored);
        match read {
            Ok(fields) => {
                let mut run = self.run.clone();
                run.context.key = key.map(|key| idempotency::key(&self.caller, key, &self.line.text, &fields.texts()));
                Ok(ListInput { fields, run, errors })
            }
            Err(problem) if problem.status() == StatusCode::BAD_REQUEST => Err(with_errors(problem, &errors)),
            Err(problem) => Err(problem),
        }
    }

    /// Reads the body and the headers of the request.
    pub(crate) async fn read<B: Body>(&self, body: RawBody) -> Result<Input<B>, Problem> {
        let mut object = self.object_for::<B>(body).await?;
        let key = headers::idempotency_key(&self.headers, &mut object.errors);
        let expected = headers::if_match(&self.headers, &mut object.errors);
        let fields = B::take(&mut object);
        Ok(Input { fields, object, key, expected })
    }

    /// Reads the body of a request on which the headers have no effect.
    pub(crate) async fn read_body<B: Body>(&self, body: RawBody) -> Result<Input<B>, Problem> {
        let mut object = self.object_for::<B>(body).await?;
        let fields = B::take(&mut object);
        Ok(Input { fields, object, key: None, expected: None })
    }

    /// Reads the JSON object of a body.
    async fn object_for<B: Body>(&self, body: RawBody) -> Result<Object, Problem> {
        let id = B::PART.map(|param| self.part(param)).transpose()?;
        let mut object = self.object(body, B::EXAMPLE).await?;
        object.id = id.unwrap_or_default();
        object.organization_id = self.caller.organization_id.map_or(0, |id| id.0);
        Ok(object)
    }

    /// Reads the body and the headers of a request on the event in its address, and the id of a part of the event, if the
    /// body has one.
    pub(crate) async fn on_event<B: Body>(&self, body: RawBody) -> Result<(B, EventRun), Problem> {
        let event_id = self.id("event")?;
        let (fields, run) = self.input(body).await?;
        Ok((fields, run.on_event(event_id)))
    }

    /// Reads the body and the headers of a request whose fields need no further look.
    pub(crate) async fn input<B: Body>(&self, body: RawBody) -> Result<(B, Run), Problem> {
        self.read(body).await?.finish(self)
    }
}

impl<B: Body> Input<B> {
    /// Returns the fields, and the run with its conditions.
    pub(crate) fn finish(self, request: &WriteRequest) -> Result<(B, Run), Problem> {
        let Self { fields, mut object, key, expected } = self;
        let key = key.map(|key| idempotency::key_of_fields(&request.caller, key, &request.line.text, object.taken()));
        object.check()?;
        // Without an error, every required field was read.
        let fields = fields.ok_or_else(|| Problem::internal("a body without errors is incomplete"))?;
        let mut run = request.run.clone();
        (run.context.expected, run.context.key) = (expected, key);
        Ok((fields, run))
    }
}

/// Returns the refusal of a malformed query parameter.
pub(crate) fn malformed(name: &str, form: &str) -> Problem {
    let detail = message!("malformed-parameter", "The query parameter `{name}` is malformed: it {form}.", name, form);
    Problem::bad_request(detail).with_error(name, message!("malformed-parameter-fault", form))
}

/// The future answer of an endpoint.
pub(crate) type Answered = BoxFuture<'static, Result<Response, Problem>>;

/// An operation at its address, which is also served without the slash at its end.
pub(crate) struct Endpoint {
    pub(crate) route: Route,
    pub(crate) handler: fn(WriteRequest, RawBody) -> Answered,
}

/// Returns the endpoint of the operation in a module: its `ROUTE` and its `answer`.
macro_rules! endpoint {
    ($module:ident) => {
        $crate::http::request::Endpoint {
            route: $module::ROUTE,
            handler: |request, body| Box::pin($module::answer(request, body)),
        }
    };
}
pub(crate) use endpoint;
