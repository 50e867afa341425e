//! The state machines, defined once for commands, refusals and documents.

use proto_events::vocabulary::{
    CardPaymentStatus as Card, ConventionStatus as C, GenerationStatus as G, LifecycleStatus as L, ProgressStatus as P,
    QueueCheckInStatus as Q, RegistrationStatus as R, WalletOrderStatus as W,
};

use super::Machine;

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
        (R::OnWaitlist, &[R::InProgress, R::Complete, R::Canceled, R::Dropped]),
        (R::Complete, &[R::OnWaitlist, R::MovedToChildEvent, R::Canceled, R::Dropped, R::Disqualified, R::Eliminated]),
        (R::Canceled, &[R::InProgress, R::OnWaitlist, R::Complete]),
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
        (Q::WaitingForCheckInRequest, &[Q::Standby, Q::WaitingForPlayerResponse, Q::CheckedIn]),
        (Q::Standby, &[Q::WaitingForCheckInRequest, Q::WaitingForPlayerResponse]),
        (Q::WaitingForPlayerResponse, &[Q::CheckedIn, Q::Declined, Q::TimedOut]),
        (Q::CheckedIn, &[Q::Standby, Q::Declined]),
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
