//! State machines: the allowed steps between states. Commands check them, refusals list the allowed steps, and
//! `docs/organizer.md` draws them.
//!
//! Setting the state that something already has is not a step: the command succeeds and changes nothing.

use std::fmt::Display;

use proto_events::vocabulary::{
    CardPaymentStatus as Card, ConventionStatus as C, GenerationStatus as G, LifecycleStatus as L, ProgressStatus as P,
    QueueCheckInStatus as Q, RegistrationStatus as R, WalletOrderStatus as W,
};

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
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Status of a convention. An archived convention stays archived.
pub const CONVENTION: Machine<C> = Machine {
    name: "convention",
    initial: &[C::DetailsPending, C::Scheduled, C::Unlisted, C::UseExternalSchedule],
    steps: &[
        (C::DetailsPending, &[C::Scheduled, C::Unlisted, C::UseExternalSchedule, C::Canceled, C::Archived]),
        (C::Scheduled, &[C::DetailsPending, C::Unlisted, C::UseExternalSchedule, C::Canceled, C::Archived]),
        (C::Unlisted, &[C::DetailsPending, C::Scheduled, C::UseExternalSchedule, C::Canceled, C::Archived]),
        (C::UseExternalSchedule, &[C::DetailsPending, C::Scheduled, C::Unlisted, C::Canceled, C::Archived]),
        (C::Canceled, &[C::DetailsPending, C::Scheduled, C::Archived]),
        (C::Archived, &[]),
    ],
};

/// Lifecycle of an event. A finished event may be resumed until its lists are being published.
pub const EVENT: Machine<L> = Machine {
    name: "tournament",
    initial: &[L::RegistrationOpen],
    steps: &[
        (L::RegistrationOpen, &[L::WaitlistOnly, L::RegistrationClosed, L::EventInProgress]),
        (L::WaitlistOnly, &[L::RegistrationOpen, L::RegistrationClosed, L::EventInProgress]),
        (L::RegistrationClosed, &[L::RegistrationOpen, L::WaitlistOnly, L::EventInProgress]),
        (L::EventInProgress, &[L::RegistrationClosed, L::EventFinished]),
        (L::EventFinished, &[L::EventInProgress, L::DecklistsPublishing]),
        (L::DecklistsPublishing, &[L::EventFinished, L::DecklistsPublished]),
        (L::DecklistsPublished, &[L::DecklistsPublishing]),
    ],
};

/// Status of a registration. Players who dropped may return during the event; only staff can undo a disqualification.
pub const REGISTRATION: Machine<R> = Machine {
    name: "registration",
    initial: &[R::InProgress, R::InWaitingRoom, R::OnWaitlist, R::Complete],
    steps: &[
        (R::InProgress, &[R::InWaitingRoom, R::OnWaitlist, R::Complete, R::Canceled]),
        (R::InWaitingRoom, &[R::InProgress, R::OnWaitlist, R::Complete, R::Canceled]),
        (R::OnWaitlist, &[R::InProgress, R::InWaitingRoom, R::Complete, R::Canceled, R::Dropped]),
        (R::Complete, &[R::OnWaitlist, R::MovedToChildEvent, R::Canceled, R::Dropped, R::Disqualified, R::Eliminated]),
        (R::Canceled, &[R::InProgress, R::InWaitingRoom, R::OnWaitlist, R::Complete]),
        (R::Dropped, &[R::Complete, R::Disqualified]),
        (R::Disqualified, &[R::Complete, R::Dropped]),
        (R::Eliminated, &[R::Complete, R::Disqualified]),
        (R::MovedToChildEvent, &[R::Complete]),
    ],
};

/// Status of a card payment.
pub const CARD_PAYMENT: Machine<Card> = Machine {
    name: "card payment",
    initial: &[Card::Processing, Card::RequiresCapture, Card::Succeeded],
    steps: &[
        (Card::Processing, &[Card::Succeeded, Card::RequiresCapture, Card::PaymentFailed]),
        (Card::RequiresCapture, &[Card::Succeeded, Card::PaymentFailed]),
        (Card::PaymentFailed, &[Card::Processing]),
        (Card::Succeeded, &[Card::Refunded]),
        (Card::Refunded, &[]),
    ],
};

/// Status of a wallet payment.
pub const WALLET_ORDER: Machine<W> = Machine {
    name: "wallet order",
    initial: &[W::Created],
    steps: &[
        (W::Created, &[W::Saved, W::PayerActionRequired, W::Approved, W::Voided]),
        (W::Saved, &[W::PayerActionRequired, W::Approved, W::Voided]),
        (W::PayerActionRequired, &[W::Approved, W::Voided]),
        (W::Approved, &[W::Completed, W::Voided]),
        (W::Completed, &[]),
        (W::Voided, &[]),
    ],
};

/// The check-in queue of a pod or an on-demand event. If there is no queue, players check in at once.
pub const CHECK_IN: Machine<Q> = Machine {
    name: "check-in",
    initial: &[Q::WaitingForCheckInRequest, Q::Standby, Q::CheckedIn],
    steps: &[
        (Q::WaitingForCheckInRequest, &[Q::Standby, Q::WaitingForPlayerResponse, Q::CheckedIn, Q::Declined]),
        (Q::Standby, &[Q::WaitingForCheckInRequest, Q::WaitingForPlayerResponse, Q::CheckedIn, Q::Declined]),
        (
            Q::WaitingForPlayerResponse,
            &[Q::CheckedIn, Q::Declined, Q::TimedOut, Q::WaitingForCheckInRequest, Q::Standby],
        ),
        (Q::CheckedIn, &[Q::Standby, Q::Declined, Q::WaitingForCheckInRequest]),
        (Q::Declined, &[Q::WaitingForCheckInRequest]),
        (Q::TimedOut, &[Q::WaitingForCheckInRequest]),
    ],
};

/// Status of a round. A complete round may be resumed for a correction.
pub const ROUND: Machine<P> = Machine {
    name: "round",
    initial: &[P::Upcoming],
    steps: &[(P::Upcoming, &[P::InProgress]), (P::InProgress, &[P::Complete]), (P::Complete, &[P::InProgress])],
};

/// Status of a round's pairings. They can be discarded until the round starts.
pub const PAIRINGS: Machine<G> = Machine {
    name: "round's pairings",
    initial: &[G::NotGenerated],
    steps: &[
        (G::NotGenerated, &[G::Generating]),
        (G::Generating, &[G::Generated, G::NotGenerated]),
        (G::Generated, &[G::NotGenerated]),
    ],
};

/// Status of a match. It begins with its round and ends with its result or with the round. A bye is complete at once.
pub const MATCH: Machine<P> = Machine {
    name: "match",
    initial: &[P::Upcoming],
    steps: &[(P::Upcoming, &[P::InProgress, P::Complete]), (P::InProgress, &[P::Complete]), (P::Complete, &[])],
};

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
        let (from, to) = ("EVENT_FINISHED".to_owned(), "REGISTRATION_OPEN".to_owned());
        let legal = ["EVENT_IN_PROGRESS", "DECKLISTS_PUBLISHING"].map(str::to_owned).to_vec();
        assert_eq!(refused, IllegalStep { machine: "tournament", from, to, legal });
        let refused = CONVENTION.check(ConventionStatus::Archived, ConventionStatus::Scheduled).unwrap_err();
        assert!(refused.legal.is_empty());
    }
}
