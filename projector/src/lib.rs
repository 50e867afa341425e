//! Projects events into views: applies events to folded state, renders the response documents, and is the only writer
//! of the view store.
//!
//! # From event to view
//!
//! A `feed` reads events from the log, in order. The `engine` passes them through four parts. Each part owns its state,
//! and none knows the engine.
//!
//! | Part | Task |
//! |---|---|
//! | `folder` | decodes events, applies them to the state of their streams, and notes what they change; parks only the stream of an event that fails three times |
//! | `planner` | decides which documents are rendered at once, and which may lag for a second in a large event |
//! | `renderer` | calls the `views` of a stream with its state |
//! | `writer` | drops documents that are the same as before, commits the others with the checkpoint, and notifies the caches; for other processes: `writer::tell` |
//!
//! `sharding` says which of several shards takes in an event and renders a stream. [`Lag`] reports how many events the
//! views are behind the log.
//!
//! [`Projector`] is the run loop. [`rebuild`] fills a second generation of views with the same engine and switches to
//! it; [`verify`] fills one to compare it (`compare`) and deletes it. After an upgrade that renders something else,
//! `renewal` does the same in the background of the run loop, at a [`Pace`].
//!
//! # How to add an event's projection
//!
//! 1. Fold it in `domain`; give it an impact in `domain::tournament::facts`. For most events that is all:
//!    the documents of its own stream are rendered again.
//! 2. If documents of *other* streams show it, add it to `is_seen` in `planner`, and make sure that those streams name its
//!    stream among their sources (`folder::joined`). Documents that show the name of a person who is neither a player
//!    nor the judge of a match need that person in `people` there.
//! 3. If a document shows something new: `views` (`projector/src/views/mod.rs`), which also says how to add a view.
//!
//! [`publish_events`] wakes the feeds of other processes over NATS when this process has appended events.

mod bounded;
mod compare;
mod engine;
mod error;
mod feed;
mod folder;
mod lag;
mod lineage;
mod meters;
mod pace;
mod planner;
mod progress;
mod projector;
mod published_events;
mod rebuild;
mod renderer;
mod renewal;
pub mod settings;
mod sharding;
mod traced;
mod verify;
mod views;
mod writer;

pub use compare::Comparison;
pub use error::ProjectorError;
pub use feed::{FeedBatch, StoreFeed};
pub use lag::{Behind, Lag};
pub use lineage::give_up_foreign_views;
pub use pace::Pace;
pub use progress::{Progress, ProgressSender, percent};
pub use projector::Projector;
pub use published_events::publish_events;
pub use rebuild::{RebuildReport, rebuild};
pub use settings::ViewSettings;
pub use verify::{VerifyReport, verify};
pub use views::{DocumentSchema, document_schema};
pub use writer::{Telling, teller};
