mod model;

use proto_events::Position;
use proto_events::ids::OrganizationId;
use storage::{DocumentKey, ViewKind};

use super::*;

const EVERYTHING: Output = Output::Post(Notice::Everything);

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn reached(position: i64) -> Reached {
    Reached::all(Position(position))
}

fn raise(position: i64) -> Output {
    Output::Raise(reached(position))
}

fn changed(key: i64) -> Notice {
    let keys = vec![DocumentKey::new(OrganizationId(1), ViewKind::Round, key)];
    Notice::Documents { keys, position: Position(key) }
}

/// Creates a notice with this number. Its shard has reached ten times the number as position.
fn commit(generation: i64, index: u32, of: u32, number: i64) -> CommitNotice {
    let (generation, shard) = (Generation(generation), Shard { index, of });
    CommitNotice { generation, shard, number, reached: reached(number * 10), notice: changed(number) }
}

/// Creates a checkpoint whose shards have written these numbers of batches and reached ten times these positions.
fn checkpoint(generation: i64, commits: &[i64]) -> Checkpoint {
    let place = |commits: &i64| ShardCheckpoint {
        reached: reached(commits * 10),
        commits: *commits,
        complete: true,
        hash: None,
    };
    let shards = commits.iter().map(place).collect();
    Checkpoint { generation: Generation(generation), shards, fingerprint: String::new(), log_id: String::new() }
}

/// The state of a follower and a clock.
struct Scene {
    state: FollowerState,
    now: Instant,
}

impl Scene {
    /// Creates a scene in which notices arrive and the store has not been read.
    fn new() -> Self {
        let now = Instant::now();
        let mut scene = Self { state: FollowerState::new(now), now };
        assert_eq!(scene.state.listens(now), [EVERYTHING]);
        scene
    }

    /// Creates a scene that has followed generation 1, with these numbers of batches, for a second.
    fn following(commits: &[i64]) -> Self {
        let mut scene = Self::new();
        let least = commits.iter().min().unwrap() * 10;
        assert_eq!(scene.look(1, commits), [EVERYTHING, raise(least)]);
        scene.pass(1_000);
        assert_eq!(scene.look(1, commits), []);
        scene
    }

    fn pass(&mut self, milliseconds: u64) -> &mut Self {
        self.now += ms(milliseconds);
        self
    }

    fn tick(&mut self) -> Vec<Output> {
        self.state.tick(self.now)
    }

    fn hear(&mut self, commit: CommitNotice) -> Vec<Output> {
        self.state.note(commit, self.now)
    }

    fn look(&mut self, generation: i64, commits: &[i64]) -> Vec<Output> {
        self.state.looks();
        self.state.looked(self.now, Some(&checkpoint(generation, commits)), self.now)
    }
}

#[test]
fn caches_are_not_emptied_for_every_lost_notice_of_many() {
    let mut scene = Scene::following(&[4]);
    assert_eq!(scene.hear(commit(1, 0, 1, 6)), [EVERYTHING, raise(60)]);
    scene.pass(10);
    assert_eq!(scene.hear(commit(1, 0, 1, 8)), []);
    scene.pass(10);
    assert_eq!(scene.hear(commit(1, 0, 1, 10)), []);
    assert_eq!(scene.state.due(), scene.now + ms(30));
    scene.pass(30);
    assert_eq!(scene.tick(), [EVERYTHING, raise(100)]);
    assert_eq!(scene.hear(commit(1, 0, 1, 11)), [Output::Post(changed(11)), raise(110)]);
}

#[test]
fn a_store_that_was_set_back_or_emptied_is_believed() {
    let mut scene = Scene::following(&[7]);
    scene.hear(commit(1, 0, 1, 8));
    assert_eq!(scene.look(1, &[2]), [EVERYTHING, raise(20)]);
    scene.hear(commit(1, 0, 1, 3));
    assert_eq!(scene.look(1, &[2, 2]), [EVERYTHING, raise(20)], "also in another division");
    let mut anew = checkpoint(1, &[9, 9]);
    anew.shards[1].reached = reached(1);
    scene.state.looks();
    let found = scene.state.looked(scene.now, Some(&anew), scene.now);
    assert_eq!(found, [EVERYTHING, raise(1)], "more batches, but an earlier position");
    scene.state.looks();
    assert_eq!(scene.state.looked(scene.now, None, scene.now), [EVERYTHING, raise(0)]);
    scene.state.looks();
    assert_eq!(scene.state.looked(scene.now, None, scene.now), []);
}
