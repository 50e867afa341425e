//! The command side: loads a stream, decides a command, appends its events.
//!
//! It serves no reads. It reads views only to identify callers, to find related streams, to count a person's lists, and
//! to add a convention's events to the answer of a write.
//!
//! # How a command runs
//!
//! [`WriteApi`] loads the stream and folds it with `domain` (`folded.rs`). Lists, events and organizations stay in
//! memory (`memory.rs`). `decide` returns the new events, which are appended at the version that was read
//! (`change.rs`). If another writer appended first, the new events are read and the command is decided again, up to
//! [`ATTEMPTS`] times. Writers of one stream take turns (`turns.rs`). A command with an idempotency key is carried out
//! once (`once.rs`). Hashes of passwords are stored outside the log (`passwords.rs`). The values of keys, tokens and
//! links are shown once and not stored.
//!
//! # How to add a command
//!
//! 1. Make a file `commands/<kind>/<verb_noun>.rs`: the input struct, `Refusal` (only if it can be refused), `Outcome`
//!    (a repeated command is an outcome with a name, not an error), and
//!    `decide(&state, &command, &context) -> Result<Decision<Event, Outcome>, Refusal>`. It is pure: ids and time come
//!    from the context. No events mean that there was nothing to do.
//! 2. In the same file, add `impl WriteApi { pub async fn verb_noun(…) }`. A command on one existing stream is one call
//!    of `WriteApi::change`.
//! 3. Test `decide` with given/when/then, every refusal included, and the method against a real store in
//!    `tests/commands.rs`.
//! 4. Declare it in `commands/<kind>/mod.rs`.

mod change;
pub mod commands;
pub mod decision;
pub mod fields;
pub mod folded;
pub mod history;
pub mod http;
pub mod ids;
pub mod import;
pub mod key_uses;
mod look_up;
mod memory;
pub mod once;
mod passwords;
pub mod relay;
pub mod tournament_script;
mod turns;
pub mod version_match;

#[cfg(test)]
mod testing;

use std::sync::Arc;

use service_kit::clock::Clock;
use service_kit::password::Passwords;
use storage::EventStore;

use memory::Memories;
use turns::Turns;

pub use change::Reach;
pub use decision::{ATTEMPTS, CommandError, Decision};
pub use fields::FieldErrors;
pub use folded::Folded;
pub use ids::{Ids, Overdrawn};
pub use import::{CheckedArchive, ImportError, ImportOutcome};
pub use once::{Done, IdempotencyKey};
pub use relay::Relay;
pub use tournament_script::{PairedTeams, RoundFlags, Table, TournamentScript};
pub use version_match::{Stale, VersionMatch};

/// Runs commands against the event store.
#[derive(Clone)]
pub struct WriteApi {
    events: Arc<dyn EventStore>,
    clock: Arc<dyn Clock>,
    memories: Memories,
    turns: Arc<Turns>,
    passwords: Passwords,
}

impl WriteApi {
    /// Returns the id of the log that this write side appends to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }

    /// Creates a write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        Self { events, clock, memories: Memories::new(), turns: Arc::new(Turns::new()), passwords: Passwords::new() }
    }
}
