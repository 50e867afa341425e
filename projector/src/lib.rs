//! Event → view. Folds events, renders finished response documents, and is the only writer of the view store.
//!
//! # The way of an event
//!
//! | Step | Where |
//! |---|---|
//! | it is read from the log, in order | `feed` |
//! | decoded, applied to its stream's fold, and noted for what it makes dirty | `batch`, with `folds`, `load` and `dirty` |
//! | at the end of the batch the dirty streams are rendered: own, dependents, conventions last | `engine`, `render`, `joined` |
//! | each document by its view | [`views`] |
//! | what several tournaments say of one list is settled | `shown` |
//! | what happened is added to the audits of tournaments | `journal` |
//! | what differs from before is committed with the checkpoint, and caches are told | `commit`; in other processes: `tell` |
//! | which of several shards does that | `sharding` |
//! | heavy documents of a large event follow within a second | `lagging` |
//! | how far behind the log that is | [`Lag`] |
//! | what fails three times parks its stream alone | `poison` |
//!
//! [`Projector`] is the loop around it. [`rebuild`] fills a second generation of views with the same engine and switches;
//! [`verify`] fills one to compare (`compare`) and throws it away.
//!
//! # How to add an event's projection
//!
//! 1. Fold it in `domain`; say in `domain::tournament::touched` which rounds it touches. For most events that is all: the
//!    documents of its own stream are rendered again.
//! 2. If documents of *other* streams show it, say so in `dirty::reach`, and make sure that those streams name its stream
//!    among their sources (`joined`).
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
