//! Commands as typed values. HTTP, the desk, the pages of players, the panel and the command line run the same ones.
//!
//! HTTP reads a command from path and body, runs it and answers with a document. Other parts of the process make the value
//! and hand it to `WriteHttp::run` (`interface/typed.rs`), which checks what HTTP checks before: permission, values, and
//! the turn of the organization.

use std::fmt::Debug;
use std::sync::Arc;

use api_kit::description::Route;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::{Actor, Position, StreamId};
use service_kit::problem::Problem;

pub use crate::http::run::{EventRun, Run};

use crate::engine::decision::Decision;
use crate::{CommandError, Context, FieldErrors, Folded, Ids, Refusal, WriteApi, Written};

/// Adds the faults of a command.
pub(crate) type Check<C> = fn(&C, &mut FieldErrors);

/// A command.
pub trait Command: Debug + Send + Sync {
    /// The declaration of its operation.
    const ROUTE: &'static Route;
    /// Adds the faults of values that HTTP refuses while it reads the body.
    const CHECK: Check<Self> = |_, _| {};
    /// What it leaves.
    type Done: Recorded + Send;

    /// Returns the event that it is about, in which a role for one event counts.
    fn event(&self) -> Option<TournamentId> {
        None
    }

    /// Carries it out.
    fn run(&self, run: &Run) -> impl Future<Output = Result<Self::Done, Problem>> + Send;
}

/// A command on an event.
pub trait EventCommand: Debug + Send + Sync {
    /// The declaration of its operation.
    const ROUTE: &'static Route;
    /// Adds the faults of values that HTTP refuses while it reads the body.
    const CHECK: Check<Self> = |_, _| {};

    /// Carries it out.
    fn run(&self, event: &EventRun) -> impl Future<Output = Result<Written<Tournament>, Problem>> + Send;
}

/// A command with its event.
#[derive(Debug, Clone)]
pub struct OnEvent<C>(pub TournamentId, pub C);

impl<C: EventCommand> Command for OnEvent<C> {
    const ROUTE: &'static Route = C::ROUTE;
    const CHECK: Check<Self> = |command, errors| C::CHECK(&command.1, errors);
    type Done = Written<Tournament>;

    fn event(&self) -> Option<TournamentId> {
        Some(self.0)
    }

    async fn run(&self, run: &Run) -> Result<Written<Tournament>, Problem> {
        self.1.run(&run.clone().on_event(self.0)).await
    }
}

/// A command on an organization or a person that needs nothing but its actor. HTTP, the panel and the command line run it
/// with [`WriteApi::carry_out`], and decide before who may give it.
pub trait DirectCommand: Sync {
    /// What it leaves.
    type Done;

    /// Carries it out.
    fn run(&self, api: &WriteApi, actor: &Actor) -> impl Future<Output = Result<Self::Done, CommandError>> + Send;
}

/// Implements [`EventCommand`] for a command that its event decides on alone, by an expression of the command, the event, the
/// run and the ids.
///
/// `checked by` names a function that adds the faults of values that HTTP refuses while it reads the body. After `=>` comes how
/// HTTP answers: see `answers!`.
macro_rules! decided_by_event {
    (
        $command:ident $(, checked by $check:ident)?,
        |$this:pat_param, $tournament:pat_param, $run:pat_param, $ids:pat_param| $decision:expr
        $(=> $($answer:ident)::+ ($($field:ident)?))?
    ) => {
        $($crate::command::answers!($command => $($answer)::+ ($($field)?));)?

        impl $crate::command::EventCommand for $command {
            const ROUTE: &'static api_kit::description::Route = &ROUTE;

            $(const CHECK: $crate::command::Check<Self> = $check;)?

            async fn run(
                &self,
                event: &$crate::command::EventRun,
            ) -> Result<$crate::Written<domain::tournament::Tournament>, service_kit::problem::Problem> {
                let decided = |tournament: &domain::tournament::Tournament, ids: &mut $crate::Ids| {
                    let ($this, $tournament, $run, $ids) = (self, tournament, event, ids);
                    $decision
                };
                event.change(decided).await
            }
        }
    };
}
pub(crate) use decided_by_event;

/// Declares a step on a part of an event: a command without a body that the event decides on alone. It has an id of the
/// address, and otherwise the arguments of `decided_by_event!`.
macro_rules! step {
    (
        $(#[doc = $doc:literal])*
        $command:ident of $id:ident: $id_type:ident,
        |$this:pat_param, $tournament:pat_param, $run:pat_param, $ids:pat_param| $decision:expr
        => $($answer:ident)::+ ($($field:ident)?)
    ) => {
        $crate::http::body::body! {
            $(#[doc = $doc])*
            pub struct $command of $id: $id_type {}
        }

        $crate::command::decided_by_event!(
            $command,
            |$this, $tournament, $run, $ids| $decision => $($answer)::+ ($($field)?)
        );
    };
}
pub(crate) use step;

/// Defines the handler of a command on an event: reads the command, runs it, and answers with what a function makes of the
/// request, the written state, and fields of the command. `within` stands before a command of the caller's organization, `run`
/// before one that is on no event.
macro_rules! answers {
    ($command:ident => $($answer:ident)::+ ($($field:ident)?)) => {
        pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
            let (command, event) = request.on_event::<$command>(body).await?;
            let written = command.run(&event).await?;
            $($answer)::+(&request, &written $(, command.$field)?).await
        }
    };
    (within $command:ident => $($answer:ident)::+ ($($field:ident)?)) => {
        pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
            request.caller.organization()?;
            let (command, _) = request.read_body::<$command>(body).await?.finish(&request)?;
            let written = request.carry_out(&command).await?;
            $($answer)::+(&request, &written $(, command.$field)?).await
        }
    };
    (run $command:ident => $($answer:ident)::+ ($($field:ident)?)) => {
        pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
            let (command, run) = request.input::<$command>(body).await?;
            let written = command.run(&run).await?;
            $($answer)::+(&request, &written $(, command.$field)?).await
        }
    };
}
pub(crate) use answers;

/// Implements [`DirectCommand`] for a command that its organization or its person decides on alone, by this function.
macro_rules! decided_by {
    (organization: $command:ty, $decide:ident) => {
        $crate::command::decided_by!(Organization.change_organization(organization_id): $command, $decide);
    };
    (person: $command:ty, $decide:ident) => {
        $crate::command::decided_by!(User.change_person(user_id): $command, $decide);
    };
    ($state:ident.$change:ident($id:ident): $command:ty, $decide:ident) => {
        impl $crate::command::DirectCommand for $command {
            type Done = $crate::Written<$state>;

            async fn run(
                &self,
                api: &$crate::WriteApi,
                actor: &proto_events::Actor,
            ) -> Result<Self::Done, $crate::CommandError> {
                api.$change(actor, self.$id, |state, _| $decide(state, self)).await
            }
        }
    };
}
pub(crate) use decided_by;

impl WriteApi {
    /// Carries out a command on an organization or a person.
    ///
    /// # Errors
    /// If the command is refused, what it names is unknown, or the store fails.
    pub async fn carry_out<C: DirectCommand>(&self, actor: &Actor, command: &C) -> Result<C::Done, CommandError> {
        Box::pin(command.run(self, actor)).await
    }

    /// Runs a command that its organization decides on alone.
    pub(crate) async fn change_organization<D: Into<Decision>>(
        &self,
        actor: &Actor,
        id: OrganizationId,
        decide: impl Fn(&Organization, &mut Ids) -> Result<D, Refusal> + Send + Sync,
    ) -> Result<Written<Organization>, CommandError> {
        self.change(&Context::within(actor, id), StreamId::organization(id), decide).await
    }

    /// Runs a command that its person decides on alone.
    pub(crate) async fn change_person<D: Into<Decision>>(
        &self,
        actor: &Actor,
        id: UserId,
        decide: impl Fn(&User, &mut Ids) -> Result<D, Refusal> + Send + Sync,
    ) -> Result<Written<User>, CommandError> {
        self.change(&Context::own(actor), StreamId::user(id), decide).await
    }

    /// Returns an organization that a command needs.
    pub(crate) async fn expect_organization(
        &self,
        id: OrganizationId,
    ) -> Result<Arc<Folded<Organization>>, CommandError> {
        self.organization(id).await?.ok_or(CommandError::NotFound(StreamId::organization(id)))
    }
}

impl Run {
    /// Carries out a command on an organization or a person in the caller's name.
    pub(crate) async fn carry_out<C: DirectCommand>(&self, command: &C) -> Result<C::Done, CommandError> {
        self.api().carry_out(&self.caller.actor(), command).await
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
