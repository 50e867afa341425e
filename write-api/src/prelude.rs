//! What the files of operations have in common: the words of a declaration, of a command, of a handler and of an answer.

pub(crate) use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
pub(crate) use std::sync::Arc;

pub(crate) use api_kit::description::{Answer, Route, Tag};
pub(crate) use api_kit::path::nothing;
pub(crate) use axum::body::Body;
pub(crate) use axum::http::StatusCode;
pub(crate) use axum::response::Response;
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use domain::convention::Convention;
pub(crate) use domain::decklist::Decklist;
pub(crate) use domain::limits::*;
pub(crate) use domain::machines::*;
pub(crate) use domain::names;
pub(crate) use domain::organization::Organization;
pub(crate) use domain::permissions::Operation;
pub(crate) use domain::tournament::{Match, Phase, Placed, Registration, Round, Tournament};
pub(crate) use domain::user::User;
pub(crate) use proto_events::ids::*;
pub(crate) use proto_events::user::Profile;
pub(crate) use proto_events::vocabulary::*;
pub(crate) use proto_events::{
    Actor, ConventionEvent, DomainEvent, OrganizationEvent, Position, StreamId, StreamKind, TournamentEvent, UserEvent,
};
pub(crate) use serde::Serialize;
pub(crate) use service_kit::message;
pub(crate) use service_kit::message::Message;
pub(crate) use service_kit::problem::Problem;
pub(crate) use storage::StoreError;
pub(crate) use utoipa::ToSchema;

pub(crate) use crate::changes::{OrNull, applied};
pub(crate) use crate::command::{
    Check, Command, DirectCommand, EventCommand, EventRun, Run, answers, decided_by, decided_by_event, step,
};
pub(crate) use crate::engine::context::{ActingAs, Context};
pub(crate) use crate::engine::decision::{CommandError, Decision, Failure};
pub(crate) use crate::engine::fields::FieldErrors;
pub(crate) use crate::engine::folded::Found;
pub(crate) use crate::http::body::{NoFields, Required, body, body_schema, check_body, choices};
pub(crate) use crate::http::request::WriteRequest;
pub(crate) use crate::http::{answer, problems};
pub(crate) use crate::{Folded, Ids, Refusal, WriteApi, Written};
