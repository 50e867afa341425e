//! Projects events into views: applies events to folded state, renders the response documents, and is the only writer
//! of the view store.
//!
//! # From event to view
//!
//! | Step | Where |
//! |---|---|
//! | read the event from the log, in order | `feed` |
//! | decode it, apply it to its stream's fold, note what it makes dirty | `batch`, with `folds`, `load` and `dirty` |
//! | at the end of the batch, render dirty streams and their dependents | `engine`, `render`, `joined` |
//! | render each document | [`views`] |
//! | choose one document where several tournaments render the same list | `shown` |
//! | add the event to its tournament's audit | `journal` |
//! | commit changed documents with the checkpoint, notify caches | `commit`; for other processes: `tell` |
//! | decide which of several shards does that | `sharding` |
//! | render the heavy documents of a large event within a second | `lagging` |
//! | report how many events the views are behind the log | [`Lag`] |
//! | park only the stream of an event that fails three times | `poison` |
//!
//! [`Projector`] is the run loop. [`rebuild`] fills a second generation of views with the same engine and switches to
//! it; [`verify`] fills one to compare it (`compare`) and deletes it.
//!
//! # How to add an event's projection
//!
//! 1. Fold it in `domain`; list in `domain::tournament::touched` the rounds it touches. For most events that is all:
//!    the documents of its own stream are rendered again.
//! 2. If documents of *other* streams show it, add it to `dirty::reach`, and make sure that those streams name its
//!    stream among their sources (`joined`).
//! 3. If a document shows something new, change its view, and raise [`settings::RENDERER_VERSION`].

mod batch;
mod bounded;
mod commit;
mod compare;
mod dirty;
mod engine;
mod error;
mod feed;
mod folds;
mod joined;
mod journal;
mod lag;
mod lagging;
mod lineage;
mod load;
mod meters;
mod poison;
mod projector;
mod rebuild;
mod render;
pub mod settings;
mod sharding;
mod shown;
mod tell;
mod traced;
mod verify;
pub mod views;

pub use compare::Comparison;
pub use error::ProjectorError;
pub use feed::{EventFeed, FeedBatch, NatsFeed, StoreFeed};
pub use lag::{Behind, Lag};
pub use lineage::give_up_foreign_views;
pub use projector::Projector;
pub use rebuild::{RebuildReport, rebuild};
pub use settings::ViewSettings;
pub use tell::{Telling, teller};
pub use verify::{VerifyReport, verify};
pub use views::schemas::schemas;
