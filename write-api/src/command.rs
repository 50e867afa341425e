//! Commands as typed values. HTTP, the desk, the pages of players, the panel and the command line run the same ones.
//!
//! HTTP reads a command from path and body, runs it and answers with a document. Other parts of the process make the value
//! and hand it to `WriteHttp::run` (`interface/typed.rs`), which checks what HTTP checks before: permission, values, and
//! the turn of the organization.

use std::fmt::Debug;
use std::sync::Arc;

use api_kit::description::Route;
use async_trait::async_trait;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::{Actor, OrganizationEvent, Position, StreamId, UserEvent};
use service_kit::problem::Problem;

pub use crate::http::run::{EventRun, Run};

use crate::{CommandError, Context, FieldErrors, Folded, Ids, Refusal, WriteApi, Written};

/// A command.
#[async_trait]
pub trait Command: Debug + Send + Sync {
    /// The declaration of its operation.
    const ROUTE: &'static Route;
    /// What it leaves.
    type Done: Recorded + Send;

    /// Returns the event that it is about, in which a role for one event counts.
    fn event(&self) -> Option<TournamentId> {
        None
    }

    /// Adds the faults of values that HTTP refuses while it reads the body.
    fn check(&self, _errors: &mut FieldErrors) {}

    /// Carries it out.
    async fn run(&self, run: &Run) -> Result<Self::Done, Problem>;
}

/// A command on an event.
#[async_trait]
pub trait EventCommand: Debug + Send + Sync {
    /// The declaration of its operation.
    const ROUTE: &'static Route;

    /// Adds the faults of values that HTTP refuses while it reads the body.
    fn check(&self, _errors: &mut FieldErrors) {}

    /// Carries it out.
    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem>;
}

/// A command with its event.
#[derive(Debug, Clone)]
pub struct OnEvent<C>(pub TournamentId, pub C);

#[async_trait]
impl<C: EventCommand> Command for OnEvent<C> {
    const ROUTE: &'static Route = C::ROUTE;
    type Done = Written<Tournament>;

    fn event(&self) -> Option<TournamentId> {
        Some(self.0)
    }

    fn check(&self, errors: &mut FieldErrors) {
        self.1.check(errors);
    }

    async fn run(&self, run: &Run) -> Result<Written<Tournament>, Problem> {
        self.1.run(&run.clone().on_event(self.0)).await
    }
}

/// A command on an organization or a person that needs nothing but its actor. HTTP, the panel and the command line run it
/// with [`WriteApi::carry_out`], and decide before who may give it.
#[async_trait]
pub trait DirectCommand: Sync {
    /// What it leaves.
    type Done;

    /// Carries it out.
    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError>;
}

/// Implements [`EventCommand`] for a command that its event decides on alone, by an expression of the command, the event, the
/// run and the ids.
///
/// `checked by` names a function that adds the faults of values that HTTP refuses while it reads the body. After `=>` comes how
/// HTTP answers: see `answers!`.
macro_rules! decided_by_event {
    (
        $command:ident $(, checked by $check:expr)?,
        |$this:pat_param, $tournament:pat_param, $run:pat_param, $ids:pat_param| $decision:expr
        $(=> $($answer:ident)::+ ($($field:ident)?))?
    ) => {
        $($crate::command::answers!($command => $($answer)::+ ($($field)?));)?

        #[async_trait::async_trait]
        impl $crate::command::EventCommand for $command {
            const ROUTE: &'static api_kit::description::Route = &ROUTE;

            $(fn check(&self, errors: &mut $crate::FieldErrors) {
                ($check)(self, errors);
            })?

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
/// request, the written state, and fields of the command. A command whose body is only a part of it is named with its fields:
/// an id in the address, and the body. `within` stands before a command of the caller's organization, `run` before one that
/// is on no event.
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
    ($command:ident { $id:ident, $change:ident: $body:ty } => $($answer:ident)::+) => {
        pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
            let $id = request.part(stringify!($id))?;
            let ($change, event) = request.on_event::<$body>(body).await?;
            let written = $command { $id, $change: $change.into() }.run(&event).await?;
            $($answer)::+(&request, &written, $id).await
        }
    };
}
pub(crate) use answers;

/// Implements [`DirectCommand`] for a command that its organization decides on alone, by the function `decide` of its file,
/// or another one.
macro_rules! decided_by_organization {
    ($command:ty) => {
        $crate::command::decided_by_organization!($command, decide);
    };
    ($command:ty, $decide:ident) => {
        $crate::command::decided_by!(
            domain::organization::Organization,
            change_organization,
            organization_id,
            $command,
            $decide
        );
    };
}
pub(crate) use decided_by_organization;

/// Implements [`DirectCommand`] for a command that its person decides on alone, by this function.
macro_rules! decided_by_person {
    ($command:ty, $decide:ident) => {
        $crate::command::decided_by!(domain::user::User, change_person, user_id, $command, $decide);
    };
}
pub(crate) use decided_by_person;

/// Implements [`DirectCommand`] by a method of [`WriteApi`] and the field that names the stream.
macro_rules! decided_by {
    ($state:ty, $change:ident, $id:ident, $command:ty, $decide:ident) => {
        #[async_trait::async_trait]
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
        command.run(self, actor).await
    }

    /// Runs a command that its organization decides on alone.
    pub(crate) async fn change_organization(
        &self,
        actor: &Actor,
        id: OrganizationId,
        decide: impl Fn(&Organization, &mut Ids) -> Result<Vec<OrganizationEvent>, Refusal> + Send + Sync,
    ) -> Result<Written<Organization>, CommandError> {
        self.change(&Context::within(actor, id), StreamId::organization(id), decide).await
    }

    /// Runs a command that its person decides on alone.
    pub(crate) async fn change_person(
        &self,
        actor: &Actor,
        id: UserId,
        decide: impl Fn(&User, &mut Ids) -> Result<Vec<UserEvent>, Refusal> + Send + Sync,
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
