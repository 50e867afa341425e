//! Feeds read events in order from a position, without gaps.
//!
//! A feed stores no position: the projector passes the position after which it continues. So a call may be cancelled
//! and repeated.
//!
//! | Feed | Reads | For |
//! |---|---|---|
//! | [`StoreFeed`] | the event store | a single process, or processes without NATS |
//! | [`NatsFeed`] | the NATS stream of a relay, and the store if that stream has a gap or stops | separate processes |

mod listener;
mod nats;
mod store;

pub use self::nats::NatsFeed;
pub(crate) use self::store::READ_LIMIT;
pub use self::store::{EventFeed, FeedBatch, StoreFeed};
