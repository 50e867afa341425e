//! Commands on a convention. HTTP finds it by its slug, pages by its id.

use std::fmt::Debug;

use super::document;
use crate::http::body;
use crate::prelude::*;

/// A command on a convention.
pub trait ConventionCommand: Debug + Send + Sync {
    /// The declaration of its operation.
    const ROUTE: &'static Route;
    /// Adds the faults of values that HTTP refuses while it reads the body.
    const CHECK: Check<Self> = |_, _| {};

    /// Carries it out.
    fn run(&self, run: &Run, id: ConventionId) -> impl Future<Output = Result<Written<Convention>, Problem>> + Send;
}

/// A command with its convention.
#[derive(Debug, Clone)]
pub struct OnConvention<C>(pub ConventionId, pub C);

impl<C: ConventionCommand> Command for OnConvention<C> {
    const ROUTE: &'static Route = C::ROUTE;
    const CHECK: Check<Self> = |command, errors| C::CHECK(&command.1, errors);
    type Done = Written<Convention>;

    async fn run(&self, run: &Run) -> Result<Written<Convention>, Problem> {
        self.1.run(run, self.0).await
    }
}

/// Runs a command of a request on the convention in its address.
pub(super) async fn carried_out<C: ConventionCommand + body::Body>(
    request: &WriteRequest,
    body: Body,
) -> Result<Written<Convention>, Problem> {
    let (command, run) = request.input::<C>(body).await?;
    command.run(&run, document::named(request).await?).await
}

/// Runs a command of a request on the convention in its address, and answers with the convention.
pub(super) async fn answer<C: ConventionCommand + body::Body>(
    request: &WriteRequest,
    body: Body,
) -> Result<Response, Problem> {
    let written = carried_out::<C>(request, body).await?;
    document::answer(request, &written).await
}
