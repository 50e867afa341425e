//! What the files of operations have in common: the words of a declaration, of a command and of a handler.

pub(crate) use api_kit::description::{Answer, Route};
pub(crate) use axum::body::Body;
pub(crate) use axum::http::StatusCode;
pub(crate) use axum::response::Response;
pub(crate) use domain::foreign_ids::{NamedId, Rule, Thing};
pub(crate) use domain::permissions::Operation;
pub(crate) use domain::tournament::Tournament;
pub(crate) use proto_events::TournamentEvent;
pub(crate) use service_kit::message;
pub(crate) use service_kit::message::Message;
pub(crate) use service_kit::problem::Problem;

pub(crate) use crate::command::{Command, DirectCommand, EventCommand, EventRun, Run};
pub(crate) use crate::http::body::{NoFields, body, body_schema};
pub(crate) use crate::http::request::WriteRequest;
pub(crate) use crate::{FieldErrors, Folded, Ids, Refusal, Written};
