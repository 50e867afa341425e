//! Command → event: loads what a command needs, decides, appends.
//!
//! It never reads views, but to see who asks and whose an account is; and never answers a question about them.
//!
//! # How a command runs
//!
//! [`WriteApi`] loads the stream, folds it with `domain` (`folded.rs`; lists, events and organizations stay in memory, `memory.rs`), asks `decide`
//! what happens, and appends the events at the version that was seen (`change.rs`). If somebody else wrote first, it reads
//! what is new and decides again, [`ATTEMPTS`] times. Writers of one stream take turns (`turns.rs`). A command that carries
//! an idempotency key is carried out once (`once.rs`). Hashes of passwords stand beside the log (`passwords.rs`), and what is
//! generated and told once, the values of keys, tokens and links, stands nowhere.
//!
//! # How to add a command
//!
//! 1. Make a file `commands/<kind>/<verb_noun>.rs`: the input struct, `Refusal` (only if it can be refused), `Outcome` (a
//!    repeated command is an outcome with a name, not an error), and
//!    `decide(&state, &command, &context) -> Result<Decision<Event, Outcome>, Refusal>`. It is pure: ids and time come in by the
//!    context, no events mean that there was nothing left to do.
//! 2. Beside it `impl WriteApi { pub async fn verb_noun(…) }`. A command on one existing stream is one call of `WriteApi::change`.
//! 3. Test `decide` with given/when/then, every refusal included, and the method against a real store in `tests/commands.rs`.
//! 4. Name it in `commands/<kind>/mod.rs`.

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
    /// The id of the log that is written to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }

    /// A write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        Self { events, clock, memories: Memories::new(), turns: Arc::new(Turns::new()), passwords: Passwords::new() }
    }
}
