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
    /// Creates a scene that has followed generation 1, with these numbers of batches, for a second.
    fn following(commits: &[i64]) -> Self {
        let now = Instant::now();
        let mut scene = Self { state: FollowerState::new(now), now };
        assert_eq!(scene.state.listens(now), [EVERYTHING]);
        let least = commits.iter().min().unwrap() * 10;
        assert_eq!(scene.look(commits), [EVERYTHING, raise(least)]);
        scene.pass(1_000);
        assert_eq!(scene.look(commits), []);
        scene
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now += ms(milliseconds);
    }

    /// Hears of a batch of the only shard of generation 1.
    fn hear(&mut self, number: i64) -> Vec<Output> {
        let (generation, shard, reached) = (Generation(1), Shard::WHOLE, reached(number * 10));
        self.state.note(CommitNotice { generation, shard, number, reached, notice: changed(number) }, self.now)
    }

    /// Reads generation 1.
    fn look(&mut self, commits: &[i64]) -> Vec<Output> {
        self.finds(Some(&checkpoint(1, commits)))
    }

    fn finds(&mut self, checkpoint: Option<&Checkpoint>) -> Vec<Output> {
        self.state.looks();
        self.state.looked(self.now, checkpoint, self.now)
    }
}

#[test]
fn a_missing_number_empties_the_caches_and_what_comes_after_it_is_heard() {
    let mut scene = Scene::following(&[4]);
    assert_eq!(scene.hear(6), [EVERYTHING, raise(60)]);
    assert_eq!(scene.hear(5), [], "it is late");
    assert_eq!(scene.hear(7), [Output::Post(changed(7)), raise(70)]);
}

#[test]
fn a_notice_on_its_way_is_waited_for_and_a_lost_one_is_not_for_long() {
    let mut scene = Scene::following(&[4]);
    assert_eq!(scene.look(&[5]), []);
    assert_eq!(scene.hear(5), [Output::Post(changed(5)), raise(50)]);
    scene.pass(1_000);
    assert_eq!(scene.state.tick(scene.now), [], "nothing is in doubt");
    assert_eq!(scene.look(&[6]), []);
    assert_eq!(scene.state.due(), scene.now + ON_THE_WAY);
    scene.pass(250);
    assert_eq!(scene.state.tick(scene.now), [EVERYTHING, raise(60)]);
}

#[test]
fn a_store_that_was_set_back_or_emptied_is_believed() {
    let mut scene = Scene::following(&[7]);
    scene.hear(8);
    assert_eq!(scene.look(&[2]), [EVERYTHING, raise(20)]);
    scene.hear(3);
    assert_eq!(scene.look(&[2, 2]), [EVERYTHING, raise(20)], "also in another division");
    let mut anew = checkpoint(1, &[9, 9]);
    anew.shards[1].reached = reached(1);
    assert_eq!(scene.finds(Some(&anew)), [EVERYTHING, raise(1)], "more batches, but an earlier position");
    assert_eq!(scene.finds(None), [EVERYTHING, raise(0)]);
    assert_eq!(scene.finds(None), []);
}
