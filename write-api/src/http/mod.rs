//! What the HTTP sides of all commands share: bodies, headers, problems, answers.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod fair_queue;
pub(crate) mod headers;
pub(crate) mod idempotency;
pub(crate) mod problems;
pub(crate) mod request;
pub(crate) mod run;
