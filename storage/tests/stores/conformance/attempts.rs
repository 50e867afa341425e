//! Tests of counters of sign-in attempts, which processes share.

use chrono::TimeDelta;
use futures::FutureExt;
use futures::future::join_all;
use storage::{Attempt, AttemptLimit, CounterId, SignIn};

use super::given::at;
use super::{Backend, Log};

const WINDOW: TimeDelta = TimeDelta::minutes(10);

const ADA_HERE: CounterId = [1; 16];
const ADA: CounterId = [2; 16];
const ADA_THERE: CounterId = [3; 16];

/// Returns an attempt at this second with these counters and limits.
fn attempt(second: i64, limits: &[(CounterId, i64)]) -> Attempt {
    let limits = limits.iter().map(|(counter, limit)| AttemptLimit { counter: *counter, limit: *limit });
    Attempt { limits: limits.collect(), at: at(second), window: WINDOW }
}

/// Counts an attempt. If it is refused, returns the second from which one is allowed again.
async fn refused(store: &Log, attempt: Attempt) -> Option<i64> {
    store.count_attempt(&attempt).await.unwrap().map(|until| until.timestamp())
}

fn right(second: i64) -> SignIn {
    SignIn { reset: ADA_HERE, taken_back: vec![ADA], origin: ADA_HERE, at: at(second) }
}

pub(crate) async fn processes_share_the_counts(_: &Log, backend: &impl Backend) {
    let (one, other) = (backend.event_store().await, backend.event_store().await);
    for (second, store) in [(1_000, &one), (1_100, &other)] {
        assert_eq!(refused(&**store, attempt(second, &[(ADA_HERE, 2)])).await, None);
    }
    for store in [&one, &other] {
        assert_eq!(refused(&**store, attempt(1_599, &[(ADA_HERE, 2)])).await, Some(1_600));
    }
    one.close().await;
    let later = backend.event_store().await;
    assert_eq!(refused(&*later, attempt(1_599, &[(ADA_HERE, 2)])).await, Some(1_600), "the counts survive a restart");
    assert_eq!(refused(&*later, attempt(1_600, &[(ADA_HERE, 2)])).await, None, "the window is over");
    assert_eq!(refused(&*later, attempt(1_601, &[(ADA_HERE, 2)])).await, None, "a new window has begun");
    assert_eq!(refused(&*later, attempt(1_602, &[(ADA_HERE, 2)])).await, Some(2_200));
}

pub(crate) async fn a_refused_attempt_counts_nowhere(store: &Log, _: &impl Backend) {
    let both = |second| attempt(second, &[(ADA_HERE, 1), (ADA, 2)]);
    assert_eq!(refused(store, both(1_000)).await, None);
    for second in 1_001..1_010 {
        assert_eq!(refused(store, both(second)).await, Some(1_600));
    }
    assert_eq!(refused(store, attempt(1_200, &[(ADA_THERE, 1), (ADA, 2)])).await, None, "one attempt is left");
    let third = attempt(1_300, &[([4; 16], 1), (ADA, 2)]);
    assert_eq!(refused(store, third).await, Some(1_600), "the person's counter has reached its limit");
    assert_eq!(refused(store, attempt(1_300, &[([4; 16], 1)])).await, None, "the other counter did not count");
}

pub(crate) async fn of_many_attempts_at_once_as_many_count_as_are_allowed(_: &Log, backend: &impl Backend) {
    let stores = [backend.event_store().await, backend.event_store().await];
    let limits = [(ADA_HERE, 7), (ADA, 50)];
    let backwards = [(ADA, 50), (ADA_HERE, 7)];
    let attempts = (0..40).map(|number: usize| {
        let limits = if number.is_multiple_of(3) { backwards } else { limits };
        refused(&*stores[number % 2], attempt(1_000, &limits)).boxed_local()
    });
    let allowed = join_all(attempts).await.into_iter().filter(Option::is_none).count();
    assert_eq!(allowed, 7);
    assert_eq!(refused(&*stores[0], attempt(1_000, &[(ADA, 8)])).await, None, "seven were counted");
}

pub(crate) async fn a_right_password_takes_its_attempt_back_and_is_remembered(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    let both = |second| attempt(second, &[(ADA_HERE, 3), (ADA, 2)]);
    assert!(!other.is_known_origin(&ADA_HERE, at(0)).await.unwrap());
    for second in [1_000, 1_001] {
        assert_eq!(refused(store, both(second)).await, None);
    }
    store.note_sign_in(&right(1_002)).await.unwrap();
    assert!(other.is_known_origin(&ADA_HERE, at(1_002)).await.unwrap());
    assert!(!other.is_known_origin(&ADA_HERE, at(1_003)).await.unwrap(), "the last sign-in was earlier");
    assert!(!other.is_known_origin(&ADA_THERE, at(0)).await.unwrap());
    assert_eq!(refused(&*other, both(1_003)).await, None, "one of two attempts was removed");
    assert_eq!(refused(&*other, both(1_004)).await, Some(1_600));
    for second in [1_005, 1_006] {
        assert_eq!(refused(&*other, attempt(second, &[(ADA_HERE, 3)])).await, None, "this counter was reset");
    }
    store.note_sign_in(&right(2_000)).await.unwrap();
    assert!(other.is_known_origin(&ADA_HERE, at(2_000)).await.unwrap(), "the last sign-in counts");
}

pub(crate) async fn a_clock_that_was_ahead_refuses_nothing_afterwards(store: &Log, _: &impl Backend) {
    assert_eq!(refused(store, attempt(90_000, &[(ADA_HERE, 1)])).await, None);
    assert_eq!(refused(store, attempt(1_000, &[(ADA_HERE, 1)])).await, None);
    assert_eq!(refused(store, attempt(1_001, &[(ADA_HERE, 1)])).await, Some(1_600));
}

pub(crate) async fn old_attempts_and_addresses_are_forgotten(store: &Log, _: &impl Backend) {
    for (second, counter) in [(1_000, ADA_HERE), (2_000, ADA_THERE)] {
        assert_eq!(refused(store, attempt(second, &[(counter, 9)])).await, None);
    }
    store.note_sign_in(&SignIn { reset: ADA, ..right(1_500) }).await.unwrap();
    assert_eq!(store.forget_attempts(at(1_001), at(1_500)).await.unwrap(), 1);
    assert_eq!(store.forget_attempts(at(1_001), at(1_501)).await.unwrap(), 1);
    assert!(!store.is_known_origin(&ADA_HERE, at(0)).await.unwrap());
    assert_eq!(store.forget_attempts(at(3_000), at(3_000)).await.unwrap(), 1);
}
