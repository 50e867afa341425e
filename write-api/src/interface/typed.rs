//! Runs typed commands for other parts of the process.

use api_kit::{Caller, Preferences};
use proto_events::Version;
use service_kit::problem::Problem;

use super::WriteHttp;
use crate::command::{Command, Recorded};
use crate::http::answer::until_readable;
use crate::http::fair_queue::Crowd;
use crate::http::headers::key_fault;
use crate::http::run::Run;
use crate::http::{idempotency, problems};
use crate::{FieldErrors, VersionMatch, event_roles};

/// Who runs a typed command, and on which conditions. The gate has admitted the caller, for this form or request.
#[derive(Debug, Clone)]
pub struct Terms {
    caller: Caller,
    key: Option<String>,
    expected: Option<VersionMatch>,
}

impl Terms {
    /// Returns the terms without conditions.
    pub fn of(caller: Caller) -> Self {
        Self { caller, key: None, expected: None }
    }

    /// The command is carried out once, however often it is run with this idempotency key. An empty key has no effect.
    #[must_use]
    pub fn once(self, key: &str) -> Self {
        Self { key: (!key.is_empty()).then(|| key.to_owned()), ..self }
    }

    /// The command is refused if the stream has another version than this one.
    #[must_use]
    pub fn at_version(self, version: Version) -> Self {
        Self { expected: Some(VersionMatch::OneOf(vec![version])), ..self }
    }
}

impl WriteHttp {
    /// Runs a command as HTTP does, and returns once the views include it.
    ///
    /// # Errors
    /// The problem that HTTP answers.
    pub async fn run<C: Command>(&self, terms: Terms, command: &C) -> Result<C::Done, Problem> {
        let Terms { mut caller, key, expected } = terms;
        let operation = C::ROUTE.operation().ok_or_else(|| Problem::internal("a command is open to all"))?;
        if let Some(event) = command.event().filter(|_| event_roles::counts_for(C::ROUTE)) {
            caller = self.shared.commands.caller_in_event(caller, operation, event).await?;
        }
        caller.authorize(operation)?;
        self.shared.settings.room.for_operation(&caller, operation)?;
        let mut errors = FieldErrors::default();
        if let Some(fault) = key.as_deref().and_then(|key| key_fault(key.as_bytes())) {
            errors.add("Idempotency-Key", fault);
        }
        C::CHECK(command, &mut errors);
        errors.check().map_err(|errors| problems::fields(&errors))?;
        let text = format!("{} {command:?}", C::ROUTE.id);
        let key = key.map(|key| idempotency::key(&caller, key, &text, &[]));
        let _share = self.shared.shares.begin(Crowd::of(&caller, command.event()), text.len()).await?;
        let mut run = Run::new(self.shared.clone(), caller, operation, self.shared.commands.now());
        (run.context.key, run.context.expected) = (key, expected);
        let done = Box::pin(command.run(&run)).await?;
        until_readable(&self.shared.progress, done.position(), Preferences::default()).await;
        Ok(done)
    }
}
