//! Commands as typed values. HTTP, the desk, the pages of players and the panel run the same ones.
//!
//! HTTP reads a command from path and body, runs it and answers with a document. Other parts of the process make the value
//! and hand it to `WriteHttp::run` (`interface/typed.rs`), which checks what HTTP checks before: permission, values, and
//! the turn of the organization.

use std::fmt::Debug;

use api_kit::description::Route;
use domain::tournament::Tournament;
use proto_events::Position;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

pub use crate::http::run::{EventRun, Run};

use crate::{FieldErrors, Written};

/// A command.
pub trait Command: Debug + Send + Sync {
    /// The declaration of its operation.
    const ROUTE: &'static Route;
    /// What it leaves.
    type Done: Recorded + Send;

    /// Adds the faults of values that HTTP refuses while it reads the body.
    fn check(&self, _errors: &mut FieldErrors) {}

    /// Carries it out.
    fn run(&self, run: &Run) -> impl Future<Output = Result<Self::Done, Problem>> + Send;
}

/// A command on an event.
pub trait EventCommand: Debug + Send + Sync {
    /// The declaration of its operation.
    const ROUTE: &'static Route;

    /// Adds the faults of values that HTTP refuses while it reads the body.
    fn check(&self, _errors: &mut FieldErrors) {}

    /// Carries it out.
    fn run(&self, event: &EventRun<'_>) -> impl Future<Output = Result<Written<Tournament>, Problem>> + Send;
}

/// A command with its event.
#[derive(Debug, Clone)]
pub struct OnEvent<C>(pub TournamentId, pub C);

impl<C: EventCommand> Command for OnEvent<C> {
    const ROUTE: &'static Route = C::ROUTE;
    type Done = Written<Tournament>;

    fn check(&self, errors: &mut FieldErrors) {
        self.1.check(errors);
    }

    async fn run(&self, run: &Run) -> Result<Written<Tournament>, Problem> {
        self.1.run(&run.on_event(self.0)).await
    }
}

/// What a command leaves.
pub trait Recorded {
    /// Returns the position of its last event.
    fn position(&self) -> Position;
}

impl<S> Recorded for Written<S> {
    fn position(&self) -> Position {
        self.folded.position
    }
}
