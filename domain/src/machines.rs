//! The state machines: which step may follow which. Commands ask them, refusals name what would be legal, and
//! `docs/organizer.md` draws them.
//!
//! A step to where something stands already is no step: the command's outcome says so, and nothing is refused.

mod tables;

use std::fmt::Display;

pub use tables::{CARD_PAYMENT, CHECK_IN, CONVENTION, EVENT, MATCH, PAIRINGS, REGISTRATION, ROUND, WALLET_ORDER};

/// A state machine: its states with the steps that lead out of each.
#[derive(Debug)]
pub struct Machine<S: 'static> {
    /// What it is of: "registration".
    pub name: &'static str,
    /// Where something may begin.
    pub initial: &'static [S],
    /// For each state where it may go from there. One that leads nowhere is final.
    pub steps: &'static [(S, &'static [S])],
}

/// A step that the table does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a {machine} that is {from} cannot become {to}; it can become {}", legal_words(.legal))]
pub struct IllegalStep {
    /// What the machine is of.
    pub machine: &'static str,
    /// Where it stands.
    pub from: String,
    /// Where it was to go.
    pub to: String,
    /// Where it may go.
    pub legal: Vec<String>,
}

fn legal_words(legal: &[String]) -> String {
    if legal.is_empty() { "nothing else".to_owned() } else { legal.join(", ") }
}

impl<S: Copy + PartialEq + Display> Machine<S> {
    /// Where something may go from here.
    pub fn after(&self, from: S) -> &'static [S] {
        self.steps.iter().find(|(state, _)| *state == from).map_or(&[], |(_, next)| next)
    }

    /// Checks a step.
    ///
    /// # Errors
    /// When the table does not have it, naming those that it has.
    pub fn check(&self, from: S, to: S) -> Result<(), IllegalStep> {
        let legal = self.after(from);
        if legal.contains(&to) {
            return Ok(());
        }
        let legal = legal.iter().map(ToString::to_string).collect();
        Err(IllegalStep { machine: self.name, from: from.to_string(), to: to.to_string(), legal })
    }

    /// The machine as a diagram in Mermaid's notation.
    pub fn diagram(&self) -> String {
        let mut diagram = String::from("stateDiagram-v2\n");
        for state in self.initial {
            diagram += &format!("    [*] --> {state}\n");
        }
        for (from, next) in self.steps {
            for to in *next {
                diagram += &format!("    {from} --> {to}\n");
            }
        }
        diagram
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

    /// Every state has a row, no step is named twice, none leads to where it began, and each state is reached.
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

    #[test]
    fn a_diagram_has_a_line_for_each_step() {
        let diagram = ROUND.diagram();
        assert!(diagram.contains("[*] --> UPCOMING\n") && diagram.contains("UPCOMING --> IN_PROGRESS\n"), "{diagram}");
    }
}
