//! Tests of view stores for PostgreSQL only.

mod commits;
mod lost_answers;
mod reading;
