//! Checks that no value is older than its last notice or its lifetime, in any order of events. The tests hold loads
//! back.

use std::sync::atomic::{AtomicI64, Ordering};

use service_kit::message;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::advance;

use super::*;

const KEY: &str = "key";
const UNTIL_NOTICE: CacheSettings = CacheSettings { capacity: 1 << 20, attempts: 3, lifetime: None };
const BRIEFLY: CacheSettings = CacheSettings {
    capacity: 1 << 20,
    attempts: 1,
    lifetime: Some(Lifetime { valid_for: Duration::from_millis(500), refreshed_after: Duration::from_millis(250) }),
};

type Value = &'static str;
type Answer = oneshot::Sender<LoadResult<Value>>;

/// A cache whose loads wait for the test.
#[derive(Clone)]
struct HeldBack {
    cache: NoticedCache<String, Value>,
    begun: mpsc::UnboundedSender<Answer>,
}

impl HeldBack {
    /// Returns the cache, and a channel with a sender for the result of each load.
    fn new(settings: CacheSettings) -> (Self, mpsc::UnboundedReceiver<Answer>) {
        let (begun, loads) = mpsc::unbounded_channel();
        (Self { cache: NoticedCache::new(settings, |_, _| 1), begun }, loads)
    }

    async fn get(&self, key: &str) -> Result<Option<Value>, Problem> {
        let load = |_| {
            let (answer, answered) = oneshot::channel();
            self.begun.send(answer).unwrap();
            async move { answered.await.unwrap_or_else(|_| Err(Problem::unavailable(message!("test", "Away."), 1))) }
        };
        self.cache.get(key, load).await
    }

    fn ask(&self) -> JoinHandle<Result<Option<Value>, Problem>> {
        let this = self.clone();
        tokio::spawn(async move { this.get(KEY).await })
    }

    fn notice(&self, position: i64) {
        self.cache.invalidate([KEY], Position(position));
    }

    /// Puts a value in memory.
    async fn fill(&self, loads: &mut mpsc::UnboundedReceiver<Answer>, value: Value) {
        let asker = self.ask();
        loads.recv().await.unwrap().send(found(value, 1)).unwrap();
        assert_eq!(asker.await.unwrap().unwrap(), Some(value));
    }

    async fn value(&self) -> Value {
        self.get(KEY).await.unwrap().unwrap()
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the type of a load's result")]
fn found(value: Value, position: i64) -> LoadResult<Value> {
    Ok(Some(Loaded { value, position: Some(Position(position)) }))
}

async fn given(asker: JoinHandle<Result<Option<Value>, Problem>>) -> Value {
    asker.await.unwrap().unwrap().expect("a value")
}

/// Lets every task run until it waits.
async fn settle() {
    for _ in 0..8 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_hit_loads_nothing() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    cache.fill(&mut loads, "one").await;
    assert_eq!(cache.value().await, "one");
    assert!(loads.try_recv().is_err());
}

#[tokio::test]
async fn concurrent_requests_share_one_load() {
    for settings in [UNTIL_NOTICE, BRIEFLY] {
        let (cache, mut loads) = HeldBack::new(settings);
        let askers: Vec<_> = (0..20).map(|_| cache.ask()).collect();
        let answer = loads.recv().await.unwrap();
        settle().await;
        answer.send(found("one", 1)).unwrap();
        for asker in askers {
            assert_eq!(given(asker).await, "one");
        }
        assert!(loads.try_recv().is_err(), "one load was enough");
        assert!(cache.cache.0.lock().flights.is_empty(), "the load was removed");
    }
}

#[tokio::test]
async fn a_late_load_does_not_outlive_a_newer_notice() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let early = cache.ask();
    let answer = loads.recv().await.unwrap();
    cache.notice(2);
    answer.send(found("old", 1)).unwrap();
    // It is loaded again rather than served.
    loads.recv().await.unwrap().send(found("new", 2)).unwrap();
    assert_eq!(given(early).await, "new");
    assert_eq!(cache.value().await, "new");
}

#[tokio::test]
async fn with_one_attempt_a_load_before_a_notice_is_served_to_earlier_requests_but_not_kept() {
    let (cache, mut loads) = HeldBack::new(BRIEFLY);
    let early = cache.ask();
    let answer = loads.recv().await.unwrap();
    cache.notice(1);
    answer.send(found("old", 1)).unwrap();
    assert_eq!(given(early).await, "old", "it was current when it was requested");
    cache.fill(&mut loads, "new").await;
}

#[tokio::test]
async fn a_request_after_a_notice_does_not_wait_for_a_load_from_before() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let early = cache.ask();
    let old = loads.recv().await.unwrap();
    cache.notice(2);
    let late = cache.ask();
    let new = loads.recv().await.unwrap();
    new.send(found("new", 2)).unwrap();
    assert_eq!(given(late).await, "new");
    old.send(found("old", 1)).unwrap();
    assert_eq!(given(early).await, "new", "the early request gets the stored value too");
    assert_eq!(cache.value().await, "new");
}

#[tokio::test]
async fn a_load_of_the_same_position_as_the_notice_is_not_kept_if_it_began_before() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let early = cache.ask();
    let answer = loads.recv().await.unwrap();
    cache.notice(2);
    answer.send(found("before it caught up", 2)).unwrap();
    loads.recv().await.unwrap().send(found("after", 2)).unwrap();
    assert_eq!(given(early).await, "after");
}

#[tokio::test]
async fn a_value_older_than_a_notice_is_neither_stored_nor_served() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    cache.notice(5);
    cache.notice(3);
    let asker = cache.ask();
    for _ in 0..UNTIL_NOTICE.attempts {
        loads.recv().await.unwrap().send(found("old", 4)).unwrap();
    }
    let refused = asker.await.unwrap().unwrap_err();
    assert_eq!((refused.status().as_u16(), refused.detail()), (503, NOT_YET));
    let asker = cache.ask();
    loads.recv().await.unwrap().send(found("new", 5)).unwrap();
    assert_eq!(given(asker).await, "new");
}

#[tokio::test]
async fn under_a_hail_of_notices_there_is_still_an_answer_and_it_is_not_stored() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let asker = cache.ask();
    for position in 2..2 + i64::try_from(UNTIL_NOTICE.attempts).unwrap() {
        let answer = loads.recv().await.unwrap();
        cache.notice(position);
        answer.send(found("as of the load", position)).unwrap();
    }
    assert_eq!(given(asker).await, "as of the load");
    let next = cache.ask();
    loads.recv().await.unwrap().send(found("newest", 9)).unwrap();
    assert_eq!(given(next).await, "newest");
}

#[tokio::test]
async fn a_notice_for_all_keys_removes_everything_and_forgets_positions() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    cache.fill(&mut loads, "first generation").await;
    cache.notice(9);
    let under_way = cache.ask();
    let answer = loads.recv().await.unwrap();
    cache.cache.invalidate_all();
    answer.send(found("first generation", 9)).unwrap();
    // Rebuilt values may have an earlier position.
    loads.recv().await.unwrap().send(found("second generation", 4)).unwrap();
    assert_eq!(given(under_way).await, "second generation");
    assert_eq!(cache.value().await, "second generation");
    cache.cache.invalidate_all();
    cache.fill(&mut loads, "third generation").await;
}

#[tokio::test]
async fn a_notice_removes_the_values_that_it_names_and_no_others() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    cache.fill(&mut loads, "one").await;
    cache.cache.invalidate(["another key"], Position(2));
    assert_eq!(cache.value().await, "one");
    assert_eq!(cache.cache.size(), (1, 1));
    cache.notice(1);
    assert_eq!(cache.cache.at_hand(KEY), None);
    assert_eq!(cache.cache.size(), (0, 0));
}

#[tokio::test]
async fn a_notice_with_a_value_replaces_the_one_in_memory_and_adds_none() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let renew = |position, value| cache.cache.renew(["another key", KEY], Position(position), |_, _| value);
    renew(1, Some("none had one"));
    assert_eq!((cache.cache.at_hand("another key"), cache.cache.at_hand(KEY)), (None, None));
    cache.fill(&mut loads, "one").await;
    renew(2, Some("two"));
    assert_eq!(cache.value().await, "two");
    renew(3, None);
    assert_eq!(cache.cache.at_hand(KEY), None);
}

#[tokio::test]
async fn a_missing_value_is_loaded_again() {
    for settings in [UNTIL_NOTICE, BRIEFLY] {
        let (cache, mut loads) = HeldBack::new(settings);
        for _ in 0..2 {
            let asker = cache.ask();
            loads.recv().await.unwrap().send(Ok(None)).unwrap();
            assert!(asker.await.unwrap().unwrap().is_none());
        }
    }
}

#[tokio::test]
async fn a_failure_is_reported_to_all_and_not_remembered() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let (one, other) = (cache.ask(), cache.ask());
    let answer = loads.recv().await.unwrap();
    settle().await;
    answer.send(Err(Problem::unavailable(message!("test", "Away."), 1))).unwrap();
    for asker in [one, other] {
        let problem = asker.await.unwrap().unwrap_err();
        assert_eq!((problem.status().as_u16(), problem.detail()), (503, "Away."));
    }
    cache.fill(&mut loads, "one").await;
}

#[tokio::test]
async fn a_load_continues_after_its_request_is_canceled() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let gone = cache.ask();
    let answer = loads.recv().await.unwrap();
    gone.abort();
    let stays = cache.ask();
    settle().await;
    answer.send(found("one", 1)).unwrap();
    assert_eq!(given(stays).await, "one");
}

#[tokio::test]
async fn a_lost_load_does_not_block_the_next() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let lost = cache.cache.get(KEY, |_| async { panic!("the store is broken") }).await;
    assert_eq!(lost.unwrap_err().status().as_u16(), 500);
    cache.fill(&mut loads, "one").await;
}

#[tokio::test(start_paused = true)]
async fn a_value_expires_without_a_notice() {
    let (cache, mut loads) = HeldBack::new(BRIEFLY);
    cache.fill(&mut loads, "old").await;
    advance(Duration::from_millis(249)).await;
    assert_eq!(cache.value().await, "old");
    advance(Duration::from_millis(251)).await;
    assert_eq!(cache.cache.at_hand(KEY), None);
    cache.fill(&mut loads, "new").await;
}

#[tokio::test(start_paused = true)]
async fn one_request_refreshes_a_value_while_others_use_it() {
    let (cache, mut loads) = HeldBack::new(BRIEFLY);
    cache.fill(&mut loads, "old").await;
    advance(Duration::from_millis(250)).await;
    assert_eq!(cache.cache.at_hand(KEY), None, "a request that cannot wait leaves the refresh to another");
    let refreshing = cache.ask();
    let answer = loads.recv().await.unwrap();
    assert_eq!(cache.cache.at_hand(KEY), Some("old"));
    assert_eq!(cache.value().await, "old");
    answer.send(found("new", 2)).unwrap();
    assert_eq!(given(refreshing).await, "new");
    assert_eq!(cache.value().await, "new");
    assert!(loads.try_recv().is_err(), "no other request loaded it");
}

#[tokio::test(start_paused = true)]
async fn a_refresh_that_fails_extends_nothing_and_one_that_finds_nothing_removes_the_value() {
    let (cache, mut loads) = HeldBack::new(BRIEFLY);
    cache.fill(&mut loads, "old").await;
    advance(Duration::from_millis(250)).await;
    let refreshing = cache.ask();
    drop(loads.recv().await.unwrap());
    assert!(refreshing.await.unwrap().is_err());
    assert_eq!(cache.value().await, "old");
    advance(Duration::from_millis(250)).await;
    cache.fill(&mut loads, "new").await;
    advance(Duration::from_millis(250)).await;
    let refreshing = cache.ask();
    loads.recv().await.unwrap().send(Ok(None)).unwrap();
    assert!(refreshing.await.unwrap().unwrap().is_none());
    assert_eq!(cache.cache.at_hand(KEY), None);
}

/// A step in the life of one value.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A request arrives.
    Ask,
    /// A newer value is committed.
    Write,
    /// The store catches up with the newest commit.
    CatchUp,
    /// The notice of the newest value is processed, and then its position is reported as applied.
    Notice,
    /// The same, and the notice brings the value.
    Renew,
    /// The oldest load ends with the value that it found when it began.
    Land,
    /// More than half of the lifetime passes.
    Pass,
}

/// A request under way: the oldest position that it may get, and its task.
type Reader = (i64, JoinHandle<Result<Option<i64>, Problem>>);

/// The order of steps in a test, and the state of its store.
struct Run {
    cache: NoticedCache<String, i64>,
    is_positioned: bool,
    /// The newest position, that of the store, and that which is applied.
    written: i64,
    stored: Arc<AtomicI64>,
    applied: i64,
    /// The position of the store after each step, with its time.
    history: Vec<(Instant, i64)>,
    readers: Vec<Reader>,
}

impl Run {
    fn new(settings: CacheSettings) -> Self {
        let is_positioned = settings.lifetime.is_none();
        let (cache, stored) = (NoticedCache::new(settings, |_, _| 1), Arc::new(AtomicI64::new(1)));
        Self { cache, is_positioned, written: 1, stored, applied: 1, history: Vec::new(), readers: Vec::new() }
    }

    /// Returns the oldest position that a request may get now: it was applied, or was stored a lifetime ago.
    fn oldest(&self) -> i64 {
        let Some(lifetime) = self.cache.0.settings.lifetime else { return self.applied };
        let stored =
            self.history.iter().filter(|(at, _)| at.elapsed() >= lifetime.valid_for).map(|(_, stored)| *stored);
        stored.chain([self.applied]).max().unwrap()
    }

    fn ask(&self, begun: &mpsc::UnboundedSender<oneshot::Sender<()>>) -> Reader {
        let (cache, stored, begun) = (self.cache.clone(), Arc::clone(&self.stored), begun.clone());
        let is_positioned = self.is_positioned;
        let load = move |_| {
            let (value, (let_go, held)) = (stored.load(Ordering::SeqCst), oneshot::channel::<()>());
            begun.send(let_go).unwrap();
            async move {
                let _ = held.await;
                Ok(Some(Loaded { value, position: is_positioned.then_some(Position(value)) }))
            }
        };
        (self.oldest(), tokio::spawn(async move { cache.get(KEY, load).await }))
    }

    /// Runs these steps. Returns, for each answered request, the oldest position that it may get, and what it got.
    async fn go(mut self, steps: &[Step]) -> Vec<(i64, i64)> {
        let (begun, mut loads) = mpsc::unbounded_channel();
        for step in steps {
            match step {
                Step::Ask => self.readers.push(self.ask(&begun)),
                Step::Write => self.written += 1,
                Step::CatchUp => self.stored.store(self.written, Ordering::SeqCst),
                Step::Notice => {
                    self.cache.invalidate([KEY], Position(self.written));
                    self.applied = self.written;
                }
                Step::Renew => {
                    let written = self.written;
                    self.cache.renew([KEY], Position(written), |_, _| Some(written));
                    self.applied = written;
                }
                Step::Land => drop(loads.try_recv()),
                Step::Pass => advance(Duration::from_millis(300)).await,
            }
            if !self.is_positioned {
                self.stored.store(self.written, Ordering::SeqCst);
            }
            self.history.push((Instant::now(), self.stored.load(Ordering::SeqCst)));
            settle().await;
        }
        let mut given = Vec::new();
        for (oldest, mut reader) in self.readers {
            let found = loop {
                tokio::select! {
                    found = &mut reader => break found.unwrap(),
                    Some(let_go) = loads.recv() => drop(let_go),
                }
            };
            match found {
                Ok(value) => given.push((oldest, value.unwrap())),
                Err(refused) => assert_eq!(refused.detail(), NOT_YET, "{steps:?}"),
            }
        }
        given
    }
}

/// Runs every order of five of these steps after a first request.
async fn check_all_orders(settings: CacheSettings, kinds: [Step; 5]) {
    let mut answers = 0;
    for order in 0..5_usize.pow(5) {
        let further = (0..5).map(|place| kinds[order / 5_usize.pow(place) % 5]);
        let steps: Vec<_> = [Step::Ask].into_iter().chain(further).collect();
        for (oldest, given) in Run::new(settings).go(&steps).await {
            answers += 1;
            assert!(given >= oldest, "{steps:?}: got position {given} instead of {oldest} or newer");
        }
    }
    assert!(answers > 5_000, "{answers}");
}

#[tokio::test]
async fn no_request_gets_a_value_from_before_an_applied_position_even_if_the_store_lags() {
    for notice in [Step::Notice, Step::Renew] {
        check_all_orders(UNTIL_NOTICE, [Step::Ask, Step::Write, Step::CatchUp, notice, Step::Land]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn no_request_gets_a_value_from_before_a_notice_or_a_lifetime_ago_even_if_notices_are_lost() {
    check_all_orders(BRIEFLY, [Step::Ask, Step::Write, Step::Notice, Step::Land, Step::Pass]).await;
}
