//! On-demand queues: events of a convention whose registrations are a line. `queue_changes.rs` decides steps of a queue together
//! with its convention and the events that it makes; `settle_queue.rs` is what the service does by itself.

pub mod fire_queue;
pub(crate) mod queue_changes;
pub(crate) mod settle_queue;
pub mod step_in_queue;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[endpoint!(step_in_queue), endpoint!(fire_queue)];
