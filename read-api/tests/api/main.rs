//! Tests of the read side through its router, over a real view store. Documents are written as by the projector.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod audit;
mod caching;
mod consistency;
mod conventions;
mod cross_origin;
mod documentation;
mod documents;
mod dumps;
mod errors;
mod explain;
mod export;
mod harness;
mod judging;
mod keys;
mod lists;
mod live;
mod members;
mod pages;
mod persons;
mod pictures;
mod secrecy;
mod selection;
mod stores;
mod streams;
mod tiebreakers;
mod unknown_names;
