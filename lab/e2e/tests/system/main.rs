//! The parts of the service together: what is written is read, streamed, relayed, limited and rebuilt.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod consistency;
mod conventions;
mod discord;
mod given;
mod hall;
mod hosts;
mod limits;
mod log;
mod mail;
mod operations;
mod push;
mod queues;
mod rebuild;
mod schedule;
mod series;
mod sign_in;
mod streams;
mod waitlist;
mod webhooks;
