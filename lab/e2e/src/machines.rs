//! The state machines of `docs/organizer.md`: diagrams generated from the tables in `domain/src/machines.rs`.

use std::fmt::Display;

use domain::machines::{
    CARD_PAYMENT, CHECK_IN, CONVENTION, EVENT, MATCH, Machine, PAIRINGS, REGISTRATION, ROUND, WALLET_ORDER,
};

/// Returns the diagrams in Markdown.
pub fn diagrams() -> String {
    [
        section("A convention", &CONVENTION),
        section("An event", &EVENT),
        section("A registration", &REGISTRATION),
        section("A payment by card", &CARD_PAYMENT),
        section("A payment from a wallet", &WALLET_ORDER),
        section("The check-in queue", &CHECK_IN),
        section("A round", &ROUND),
        section("The pairings of a round", &PAIRINGS),
        section("A match", &MATCH),
    ]
    .concat()
}

fn section<S: Copy + PartialEq + Display>(title: &str, machine: &Machine<S>) -> String {
    format!("\n### {title}\n\n```mermaid\n{}```\n", diagram(machine))
}

/// Returns the machine as a Mermaid diagram.
fn diagram<S: Copy + PartialEq + Display>(machine: &Machine<S>) -> String {
    let mut diagram = String::from("stateDiagram-v2\n");
    for state in machine.initial {
        diagram += &format!("    [*] --> {state}\n");
    }
    for (from, next) in machine.steps {
        for to in *next {
            diagram += &format!("    {from} --> {to}\n");
        }
    }
    diagram
}
