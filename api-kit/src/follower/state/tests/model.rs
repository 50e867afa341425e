//! A model of a projector, a network that loses, duplicates, delays and reorders notices, a follower, and a cache that
//! is read at random.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

const KEYS: usize = 6;

/// A step of the model.
#[derive(Debug, Clone)]
enum Step {
    /// A shard commits a batch that changes these documents. A partial batch does not advance its position.
    Commit {
        shard: Index,
        keys: Vec<usize>,
        is_part: bool,
    },
    /// A notice arrives: the first one or a random one.
    Deliver(Option<Index>),
    Lose(Index),
    Double(Index),
    LookBegins,
    /// The read returns the state of the store at its beginning or at its end.
    LookEnds {
        early: bool,
    },
    LookFails,
    Pass(u64),
    /// A document is read into the cache.
    Read(usize),
    /// Notices stop arriving, and those in transit are lost.
    Deafen,
    Listen,
    /// The store switches to a rebuilt generation.
    Switch,
    Divide(usize),
}

fn step(faults: bool) -> BoxedStrategy<Step> {
    let keys = prop::collection::vec(0..KEYS, 0..3);
    let commit = (any::<Index>(), keys, prop::bool::weighted(0.2));
    let commit = commit.prop_map(|(shard, keys, is_part)| Step::Commit { shard, keys, is_part });
    let usual = prop_oneof![
        6 => commit,
        8 => Just(Step::Deliver(None)),
        2 => Just(Step::LookBegins),
        3 => any::<bool>().prop_map(|early| Step::LookEnds { early }),
        8 => (0..KEYS).prop_map(Step::Read),
    ];
    let lost = prop_oneof![
        4 => any::<Index>().prop_map(|at| Step::Deliver(Some(at))),
        3 => any::<Index>().prop_map(Step::Lose),
        2 => any::<Index>().prop_map(Step::Double),
        1 => Just(Step::LookFails),
        6 => (0..700_u64).prop_map(Step::Pass),
        1 => Just(Step::Deafen),
        1 => Just(Step::Listen),
        1 => Just(Step::Switch),
        1 => (1..4_usize).prop_map(Step::Divide),
    ];
    if faults {
        prop_oneof![27 => usual, 20 => lost].boxed()
    } else {
        prop_oneof![27 => usual, 4 => (0..20_u64).prop_map(Step::Pass)].boxed()
    }
}

/// A state of a document: its version and its position.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    version: u64,
    position: i64,
}

struct World {
    state: FollowerState,
    now: Instant,
    store: Checkpoint,
    head: i64,
    /// All states of each document.
    documents: Vec<Vec<State>>,
    /// The versions in the follower's cache.
    cache: Vec<Option<u64>>,
    wire: Vec<CommitNotice>,
    looking: Option<(Instant, Checkpoint)>,
    raised: Reached,
    emptied: usize,
}

impl World {
    fn new() -> Self {
        let now = Instant::now();
        let documents = vec![vec![State::default()]; KEYS];
        let mut world = Self {
            state: FollowerState::new(now),
            now,
            store: checkpoint(1, &[0, 0]),
            head: 0,
            documents,
            cache: vec![None; KEYS],
            wire: Vec::new(),
            looking: None,
            raised: Reached::default(),
            emptied: 0,
        };
        let outputs = world.state.listens(now);
        world.carry_out(outputs);
        world
    }

    fn take(&mut self, step: Step) {
        let pick = |at: Index, wire: &[CommitNotice]| (!wire.is_empty()).then(|| at.index(wire.len()));
        let outputs = match step {
            Step::Commit { shard, keys, is_part } => {
                self.commit(shard, &keys, is_part);
                Vec::new()
            }
            Step::Deliver(at) => {
                let at = at.map_or((!self.wire.is_empty()).then_some(0), |at| pick(at, &self.wire));
                at.map_or_else(Vec::new, |at| self.state.note(self.wire.remove(at), self.now))
            }
            Step::Lose(at) => {
                pick(at, &self.wire).map(|at| self.wire.remove(at));
                Vec::new()
            }
            Step::Double(at) => {
                let doubled = pick(at, &self.wire).map(|at| self.wire[at].clone());
                self.wire.extend(doubled);
                Vec::new()
            }
            Step::LookBegins => self.look_begins(),
            Step::LookEnds { early } => self.look_ends(early),
            Step::LookFails => {
                self.looking = None;
                Vec::new()
            }
            Step::Pass(milliseconds) => {
                self.now += ms(milliseconds);
                self.state.tick(self.now)
            }
            Step::Read(key) => {
                self.cache[key] = self.cache[key].or_else(|| self.documents[key].last().map(|state| state.version));
                Vec::new()
            }
            Step::Deafen => {
                self.wire.clear();
                self.state.no_longer_listens(self.now)
            }
            Step::Listen => self.state.listens(self.now),
            Step::Switch => {
                self.store = checkpoint(self.store.generation.0 + 1, &[0]);
                self.store.shards[0].reached = reached(self.head);
                Vec::new()
            }
            Step::Divide(of) => {
                let commits = self.store.shards.iter().map(|place| place.commits).max().unwrap();
                let place = ShardCheckpoint { reached: self.store.reached(), commits, complete: true, hash: None };
                if of != self.store.shards.len() {
                    self.store.shards = vec![place; of];
                }
                Vec::new()
            }
        };
        self.carry_out(outputs);
    }

    fn commit(&mut self, shard: Index, keys: &[usize], is_part: bool) {
        let of = self.store.shards.len();
        let index = shard.index(of);
        self.head += 1;
        let place = &mut self.store.shards[index];
        place.commits += 1;
        if !is_part {
            place.reached = reached(self.head);
        }
        for key in keys {
            let version = self.documents[*key].last().unwrap().version + 1;
            self.documents[*key].push(State { version, position: self.head });
        }
        let named = keys.iter().map(|key| DocumentKey::new(OrganizationId(1), ViewKind::Round, key)).collect();
        self.wire.push(CommitNotice {
            generation: self.store.generation,
            shard: Shard { index: index.try_into().unwrap(), of: of.try_into().unwrap() },
            number: place.commits,
            reached: place.reached,
            notice: Notice::Documents { keys: named, position: Position(self.head) },
        });
    }

    fn look_begins(&mut self) -> Vec<Output> {
        if self.looking.is_none() {
            self.state.looks();
            self.looking = Some((self.now, self.store.clone()));
        }
        Vec::new()
    }

    fn look_ends(&mut self, early: bool) -> Vec<Output> {
        let Some((began, found)) = self.looking.take() else { return Vec::new() };
        let found = if early { found } else { self.store.clone() };
        self.state.looked(began, Some(&found), self.now)
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Post(Notice::Everything) => {
                    self.emptied += 1;
                    self.cache.fill(None);
                }
                Output::Post(Notice::Documents { keys, .. }) => {
                    for key in keys {
                        self.cache[key.key.parse::<usize>().unwrap()] = None;
                    }
                }
                Output::Raise(reached) => self.raised = reached,
            }
            self.check();
        }
    }

    /// Checks that no cached document is older than the reported progress.
    fn check(&self) {
        for (key, cached) in self.cache.iter().enumerate() {
            let Some(cached) = cached else { continue };
            let wanted = self.documents[key].iter().filter(|state| state.position <= self.raised.applied.0);
            let wanted = wanted.map(|state| state.version).max().unwrap_or_default();
            assert!(*cached >= wanted, "document {key} is cached at {cached}, {wanted} is promised: {:?}", self.state);
        }
    }

    /// Returns whether all cached documents equal those in the store.
    fn is_fresh(&self) -> bool {
        let newest = self.documents.iter().map(|states| states.last().unwrap().version);
        self.cache.iter().zip(newest).all(|(cached, newest)| cached.is_none_or(|cached| cached == newest))
    }

    /// Lets time pass for a follower without notices: it reads the store every half second if `looks`, and acts when
    /// something is due.
    fn go_on_without_notices(&mut self, milliseconds: u64, looks: bool) {
        let end = self.now + ms(milliseconds);
        let mut next_look = self.now;
        while self.now < end {
            if looks && next_look <= self.now {
                self.take(Step::LookBegins);
                self.take(Step::LookEnds { early: true });
                next_look = self.now + ms(500);
            }
            let next = if looks { next_look.min(end) } else { end };
            self.now = self.state.due().max(self.now).min(next);
            self.take(Step::Pass(0));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn nobody_who_waited_is_given_what_was_before(steps in prop::collection::vec(step(true), 0..120)) {
        let mut world = World::new();
        for step in steps {
            world.take(step);
        }
    }

    #[test]
    fn without_notices_everything_is_fresh_within_two_seconds_whether_the_store_is_seen_or_not(
        steps in prop::collection::vec(step(true), 0..80),
        looks in any::<bool>(),
    ) {
        let mut world = World::new();
        for step in steps {
            world.take(step);
        }
        world.wire.clear();
        world.looking = None;
        world.go_on_without_notices(1_999, looks);
        prop_assert!(world.is_fresh(), "{:?}", world.state);
        if looks {
            // A new division may continue from an earlier position, but the documents of the other shards are still
            // there.
            prop_assert_eq!(world.raised.most(world.store.reached()), world.raised, "{:?}", world.state);
        }
    }

    #[test]
    fn caches_are_emptied_once_while_nothing_is_lost(steps in prop::collection::vec(step(false), 0..200)) {
        let mut world = World::new();
        world.take(Step::LookBegins);
        world.take(Step::LookEnds { early: true });
        let (emptied, mut looked) = (world.emptied, world.now);
        let mut committed: Vec<Instant> = Vec::new();
        for step in steps {
            world.take(step);
            // A slower notice would count as lost, and a missing read as blindness.
            committed.resize(world.wire.len(), world.now);
            while committed.first().is_some_and(|at| world.now.duration_since(*at) > ms(200)) {
                committed.remove(0);
                world.take(Step::Deliver(None));
            }
            if world.now.duration_since(looked) > ms(500) {
                world.take(Step::LookBegins);
                world.take(Step::LookEnds { early: false });
                looked = world.now;
            }
        }
        prop_assert_eq!(world.emptied, emptied);
    }
}
