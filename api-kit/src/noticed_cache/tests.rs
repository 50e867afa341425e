//! Checks that no value is older than its last notice or its lifetime, in any order of events. The tests hold loads
//! back.

use std::sync::atomic::{AtomicI64, Ordering};

use service_kit::message;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::advance;

use super::*;

const KEY: &str = "key";
/// Lifetimes: until the notice, and half a second.
const UNTIL_NOTICE: Option<Duration> = None;
const BRIEFLY: Option<Duration> = Some(Duration::from_millis(500));

type Value = &'static str;
type Answer = oneshot::Sender<LoadResult<Value>>;

/// A cache whose loads wait for the test.
#[derive(Clone)]
struct HeldBack {
    cache: NoticedCache<&'static str, Value>,
    begun: mpsc::UnboundedSender<Answer>,
}

impl HeldBack {
    /// Returns the cache, and a channel with a sender for the result of each load.
    fn new(lifetime: Option<Duration>) -> (Self, mpsc::UnboundedReceiver<Answer>) {
        let (begun, loads) = mpsc::unbounded_channel();
        (Self { cache: NoticedCache::expiring(lifetime, 1 << 20, |_, _| 1), begun }, loads)
    }

    async fn get(&self, key: &'static str) -> Result<Option<Value>, Problem> {
        let load = |_| {
            let (answer, answered) = oneshot::channel();
            self.begun.send(answer).unwrap();
            async move { answered.await.unwrap_or_else(|_| Err(Problem::unavailable(message!("test", "Away."), 1))) }
        };
        self.cache.get(&key, load).await
    }

    fn ask(&self) -> JoinHandle<Result<Option<Value>, Problem>> {
        let this = self.clone();
        tokio::spawn(async move { this.get(KEY).await })
    }

    fn notice(&self) {
        self.cache.invalidate([&KEY]);
    }

    /// Puts a value in memory.
    async fn fill(&self, loads: &mut mpsc::UnboundedReceiver<Answer>, value: Value) {
        let asker = self.ask();
        loads.recv().await.unwrap().send(found(value)).unwrap();
        assert_eq!(asker.await.unwrap().unwrap(), Some(value));
    }

    async fn value(&self) -> Value {
        self.get(KEY).await.unwrap().unwrap()
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the type of a load's result")]
fn found(value: Value) -> LoadResult<Value> {
    Ok(Some(value))
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
async fn concurrent_requests_share_one_load() {
    for lifetime in [UNTIL_NOTICE, BRIEFLY] {
        let (cache, mut loads) = HeldBack::new(lifetime);
        let askers: Vec<_> = (0..20).map(|_| cache.ask()).collect();
        let answer = loads.recv().await.unwrap();
        settle().await;
        answer.send(found("one")).unwrap();
        for asker in askers {
            assert_eq!(given(asker).await, "one");
        }
        assert!(loads.try_recv().is_err(), "one load was enough");
        assert!(cache.cache.0.lock().by_key.is_empty(), "the load was removed");
    }
}

#[tokio::test]
async fn a_notice_for_all_keys_removes_everything_and_detaches_loads() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let under_way = cache.ask();
    let answer = loads.recv().await.unwrap();
    cache.cache.invalidate_all();
    answer.send(found("first generation")).unwrap();
    assert_eq!(given(under_way).await, "first generation");
    cache.fill(&mut loads, "second generation").await;
    cache.cache.invalidate_all();
    cache.fill(&mut loads, "third generation").await;
}

#[tokio::test]
async fn a_notice_removes_the_values_that_it_names_and_no_others() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    cache.fill(&mut loads, "one").await;
    cache.cache.invalidate([&"another key"]);
    assert_eq!(cache.value().await, "one");
    assert_eq!(cache.cache.size(), (1, 1));
    cache.notice();
    assert_eq!(cache.cache.cached(&KEY), None);
    assert_eq!(cache.cache.size(), (0, 0));
}

#[tokio::test]
async fn a_missing_value_is_loaded_again() {
    for lifetime in [UNTIL_NOTICE, BRIEFLY] {
        let (cache, mut loads) = HeldBack::new(lifetime);
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
    answer.send(found("one")).unwrap();
    assert_eq!(given(stays).await, "one");
}

#[tokio::test]
async fn a_lost_load_does_not_block_the_next() {
    let (cache, mut loads) = HeldBack::new(UNTIL_NOTICE);
    let lost = cache.cache.get(&KEY, |_| async { panic!("the store is broken") }).await;
    assert_eq!(lost.unwrap_err().status().as_u16(), 500);
    cache.fill(&mut loads, "one").await;
}

/// A step in the life of one value.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A request arrives.
    Ask,
    /// A newer value is stored.
    Write,
    /// The notice of the newest value is processed, and then its position is reported as applied.
    Notice,
    /// The oldest load ends with the value that it found when it began.
    Land,
    /// More than half of the lifetime passes.
    Pass,
}

/// A request under way: the oldest position that it may get, and its task.
type Reader = (i64, JoinHandle<Result<Option<i64>, Problem>>);

/// The order of steps in a test, and the state of its store.
struct Run {
    cache: NoticedCache<&'static str, i64>,
    /// The position of the store, and that which is applied.
    stored: Arc<AtomicI64>,
    applied: i64,
    /// The position of the store after each step, with its time.
    history: Vec<(Instant, i64)>,
    readers: Vec<Reader>,
}

impl Run {
    fn new(lifetime: Option<Duration>) -> Self {
        let cache = NoticedCache::expiring(lifetime, 1 << 20, |_, _| 1);
        let stored = Arc::new(AtomicI64::new(1));
        Self { cache, stored, applied: 1, history: Vec::new(), readers: Vec::new() }
    }

    fn stored(&self) -> i64 {
        self.stored.load(Ordering::SeqCst)
    }

    /// Returns the oldest position that a request may get now: it was applied, or was stored a lifetime ago.
    fn oldest(&self) -> i64 {
        let Some(lifetime) = self.cache.0.lifetime else { return self.applied };
        let stored = self.history.iter().filter(|(at, _)| at.elapsed() >= lifetime).map(|(_, stored)| *stored);
        stored.chain([self.applied]).max().unwrap()
    }

    fn ask(&self, begun: &mpsc::UnboundedSender<oneshot::Sender<()>>) -> Reader {
        let (cache, stored, begun) = (self.cache.clone(), Arc::clone(&self.stored), begun.clone());
        let load = move |_| {
            let (value, (let_go, held)) = (stored.load(Ordering::SeqCst), oneshot::channel::<()>());
            begun.send(let_go).unwrap();
            async move {
                let _ = held.await;
                Ok(Some(value))
            }
        };
        (self.oldest(), tokio::spawn(async move { cache.get(&KEY, load).await }))
    }

    /// Runs these steps. Returns, for each answered request, the oldest position that it may get, and what it got.
    async fn go(mut self, steps: &[Step]) -> Vec<(i64, i64)> {
        let (begun, mut loads) = mpsc::unbounded_channel();
        for step in steps {
            match step {
                Step::Ask => self.readers.push(self.ask(&begun)),
                Step::Write => drop(self.stored.fetch_add(1, Ordering::SeqCst)),
                Step::Notice => {
                    self.cache.invalidate([&KEY]);
                    self.applied = self.stored();
                }
                Step::Land => drop(loads.try_recv()),
                Step::Pass => advance(Duration::from_millis(300)).await,
            }
            self.history.push((Instant::now(), self.stored()));
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
            given.push((oldest, found.unwrap().unwrap()));
        }
        given
    }
}

/// Runs every order of six of these steps after a first request.
async fn check_all_orders(lifetime: Option<Duration>, kinds: &[Step]) {
    let (mut answers, count) = (0, kinds.len());
    for order in 0..count.pow(6) {
        let further = (0..6).map(|place| kinds[order / count.pow(place) % count]);
        let steps: Vec<_> = [Step::Ask].into_iter().chain(further).collect();
        for (oldest, given) in Run::new(lifetime).go(&steps).await {
            answers += 1;
            assert!(given >= oldest, "{steps:?}: got position {given} instead of {oldest} or newer");
        }
    }
    assert!(answers > 5_000, "{answers}");
}

#[tokio::test]
async fn no_request_gets_a_value_from_before_an_applied_position() {
    check_all_orders(UNTIL_NOTICE, &[Step::Ask, Step::Write, Step::Notice, Step::Land]).await;
}

#[tokio::test(start_paused = true)]
async fn no_request_gets_a_value_from_before_a_notice_or_a_lifetime_ago_even_if_notices_are_lost() {
    check_all_orders(BRIEFLY, &[Step::Ask, Step::Write, Step::Notice, Step::Land, Step::Pass]).await;
}
