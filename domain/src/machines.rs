//! State machines: the allowed steps between states. Commands check them, refusals list the allowed steps, and
//! `docs/organizer.md` draws them.
//!
//! Setting the state that something already has is not a step: the command succeeds and changes nothing.

mod tables;

use std::fmt::Display;

pub use tables::{CARD_PAYMENT, CHECK_IN, CONVENTION, EVENT, MATCH, PAIRINGS, REGISTRATION, ROUND, WALLET_ORDER};

/// A state machine: its states, each with the steps out of it.
#[derive(Debug)]
pub struct Machine<S: 'static> {
    /// The thing it describes: "registration".
    pub name: &'static str,
    /// The states in which something may begin.
    pub initial: &'static [S],
    /// For each state, the states that may follow. A state without any is final.
    pub steps: &'static [(S, &'static [S])],
}

/// A step that the state machine does not allow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a {machine} that is {from} cannot become {to}; it can become {}", legal_words(.legal))]
pub struct IllegalStep {
    /// The thing that the machine describes.
    pub machine: &'static str,
    /// Its present state.
    pub from: String,
    /// The state that was wanted.
    pub to: String,
    /// The states that may follow.
    pub legal: Vec<String>,
}

fn legal_words(legal: &[String]) -> String {
    if legal.is_empty() { "nothing else".to_owned() } else { legal.join(", ") }
}

impl<S: Copy + PartialEq + Display> Machine<S> {
    /// Returns the states that may follow this one.
    pub fn after(&self, from: S) -> &'static [S] {
        self.steps.iter().find(|(state, _)| *state == from).map_or(&[], |(_, next)| next)
    }

    /// Checks a step.
    ///
    /// # Errors
    /// When the machine does not allow it. The error lists the allowed steps.
    pub fn check(&self, from: S, to: S) -> Result<(), IllegalStep> {
        let legal = self.after(from);
        if legal.contains(&to) {
            return Ok(());
        }
        let legal = legal.iter().map(ToString::to_string).collect();
        Err(IllegalStep { machine: self.name, from: from.to_string(), to: to.to_string(), legal })
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use proto_events::vocabulary::{
        CardPaymentStatus, ConventionStatus, GenerationStatus, LifecycleStatus, ProgressStatus, QueueCheckInStatus,
        RegistrationStatus, WalletOrderStatus,
    };

    use super::*;

    /// Checks that every state has one row and can be reached, and that no step is listed twice or leads back to its
    /// state.
    #[track_caller]
    fn assert_whole<S: Copy + PartialEq + Display + Debug>(machine: &Machine<S>, all: &[S]) {
        for state in all {
            let rows = machine.steps.iter().filter(|(from, _)| from == state).count();
            assert_eq!(rows, 1, "{} {state}", machine.name);
            let next = machine.after(*state);
            assert!(!next.contains(state), "{} {state}: no step leads to itself", machine.name);
            assert!(next.iter().all(|to| next.iter().filter(|other| *other == to).count() == 1), "{state}");
            let reached = machine.initial.contains(state) || machine.steps.iter().any(|(_, next)| next.contains(state));
            assert!(reached, "{} {state} is never reached", machine.name);
        }
    }

    #[test]
    fn every_table_is_whole() {
        assert_whole(&CONVENTION, ConventionStatus::ALL);
        assert_whole(&EVENT, LifecycleStatus::ALL);
        assert_whole(&REGISTRATION, RegistrationStatus::ALL);
        assert_whole(&CARD_PAYMENT, CardPaymentStatus::ALL);
        assert_whole(&WALLET_ORDER, WalletOrderStatus::ALL);
        assert_whole(&CHECK_IN, QueueCheckInStatus::ALL);
        assert_whole(&ROUND, ProgressStatus::ALL);
        assert_whole(&MATCH, ProgressStatus::ALL);
        assert_whole(&PAIRINGS, GenerationStatus::ALL);
    }

    #[test]
    fn an_illegal_step_names_the_legal_ones() {
        let refused = EVENT.check(LifecycleStatus::EventFinished, LifecycleStatus::RegistrationOpen).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "a tournament that is EVENT_FINISHED cannot become REGISTRATION_OPEN; it can become EVENT_IN_PROGRESS, \
             DECKLISTS_PUBLISHING"
        );
        let refused = CONVENTION.check(ConventionStatus::Archived, ConventionStatus::Scheduled).unwrap_err();
        assert!(refused.to_string().ends_with("it can become nothing else"), "{refused}");
    }
}
