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
fn what_is_told_in_order_is_posted_and_then_raised() {
    let mut scene = Scene::following(&[4]);
    assert_eq!(scene.hear(commit(1, 0, 1, 5)), [Output::Post(changed(5)), raise(50)]);
    assert_eq!(scene.hear(commit(1, 0, 1, 6)), [Output::Post(changed(6)), raise(60)]);
    for again in [6, 5, 1, 0, -7] {
        assert_eq!(scene.hear(commit(1, 0, 1, again)), [], "{again} changes nothing");
    }
    assert_eq!(scene.look(1, &[6]), []);
}

#[test]
fn for_notices_that_are_lost_stands_everything() {
    let mut scene = Scene::following(&[4]);
    assert_eq!(scene.hear(commit(1, 0, 1, 7)), [EVERYTHING, raise(70)]);
    assert_eq!(scene.hear(commit(1, 0, 1, 5)), [], "a late notice is covered");
    assert_eq!(scene.hear(commit(1, 0, 1, 8)), [Output::Post(changed(8)), raise(80)]);
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
fn what_is_on_its_way_is_waited_for_but_not_for_long() {
    let mut scene = Scene::following(&[4]);
    assert_eq!(scene.look(1, &[6]), []);
    scene.pass(200);
    assert_eq!(scene.hear(commit(1, 0, 1, 5)), [Output::Post(changed(5)), raise(50)]);
    assert_eq!(scene.hear(commit(1, 0, 1, 6)), [Output::Post(changed(6)), raise(60)]);
    scene.pass(100);
    assert_eq!(scene.tick(), [], "all notices arrived");

    assert_eq!(scene.look(1, &[9]), []);
    assert_eq!(scene.state.due(), scene.now + ms(250));
    assert_eq!(scene.hear(commit(1, 0, 1, 7)), [Output::Post(changed(7)), raise(70)]);
    scene.pass(250);
    assert_eq!(scene.tick(), [EVERYTHING, raise(90)]);
    assert_eq!(scene.hear(commit(1, 0, 1, 9)), []);
}

#[test]
fn without_notices_the_store_is_believed_at_once() {
    let now = Instant::now();
    let mut scene = Scene { state: FollowerState::new(now), now };
    assert_eq!(scene.look(1, &[4]), [EVERYTHING, raise(40)]);
    scene.pass(500);
    assert_eq!(scene.look(1, &[4]), [], "nothing was written");
    scene.pass(500);
    assert_eq!(scene.look(1, &[6]), [EVERYTHING, raise(60)]);

    let mut scene = Scene::following(&[4]);
    assert_eq!(scene.look(1, &[5]), []);
    let now = scene.now;
    assert_eq!(scene.state.no_longer_listens(now), [EVERYTHING, raise(50)], "no notice can arrive any more");
    assert_eq!(scene.pass(50).look(1, &[6]), [EVERYTHING, raise(60)]);
}

#[test]
fn who_listens_again_empties_caches_and_looks_for_what_was_missed() {
    let mut scene = Scene::following(&[4]);
    let now = scene.pass(10).now;
    assert_eq!(scene.state.no_longer_listens(now), []);
    scene.look(1, &[4]);
    scene.pass(100);
    assert_eq!(scene.state.listens(scene.now), [EVERYTHING]);
    assert!(scene.state.wants_look());
    scene.pass(1);
    assert_eq!(scene.look(1, &[5]), [EVERYTHING, raise(50)], "the missed notice is not awaited");
    assert!(!scene.state.wants_look());
    scene.pass(500);
    assert_eq!(scene.look(1, &[6]), [], "its notice may still arrive");
}

#[test]
fn of_shards_the_last_counts_also_those_that_were_never_heard() {
    let mut scene = Scene::following(&[4, 2]);
    assert_eq!(scene.hear(commit(1, 0, 2, 5)), [Output::Post(changed(5))]);
    assert_eq!(scene.hear(commit(1, 1, 2, 3)), [Output::Post(changed(3)), raise(30)]);
    assert_eq!(scene.hear(commit(1, 1, 2, 4)), [Output::Post(changed(4)), raise(40)]);
    assert_eq!(scene.hear(commit(1, 1, 2, 5)), [Output::Post(changed(5)), raise(50)]);
}

#[test]
fn nobody_is_told_how_far_views_are_before_the_store_said_so() {
    let mut scene = Scene::new();
    assert_eq!(scene.hear(commit(1, 0, 2, 9)), []);
    assert!(scene.state.wants_look());
    assert_eq!(scene.hear(commit(1, 0, 2, 8)), []);
    assert_eq!(scene.look(1, &[7, 4]), [EVERYTHING, raise(40)]);
    assert_eq!(scene.hear(commit(1, 0, 2, 9)), [], "this notice preceded the emptying of caches");
    assert_eq!(scene.hear(commit(1, 0, 2, 10)), [Output::Post(changed(10))]);
    assert_eq!(scene.hear(commit(1, 1, 2, 5)), [Output::Post(changed(5)), raise(50)]);
}

#[test]
fn another_generation_or_division_is_taken_from_the_store_alone() {
    let mut scene = Scene::following(&[4]);
    for elsewhere in [commit(2, 0, 1, 5), commit(1, 0, 2, 5), commit(1, 1, 1, 5), commit(1, 7, 0, 5)] {
        assert_eq!(scene.hear(elsewhere), []);
        assert!(scene.state.wants_look());
    }
    assert_eq!(scene.look(2, &[3]), [EVERYTHING, raise(50)], "the position known from its notice");
    assert_eq!(scene.hear(commit(1, 0, 1, 6)), [], "notices of the old generation are ignored");
    assert_eq!(scene.look(2, &[5, 5]), [EVERYTHING]);
    assert_eq!(scene.hear(commit(2, 0, 1, 6)), []);
    assert_eq!(scene.look(2, &[5, 5]), []);
    assert_eq!(scene.hear(commit(2, 0, 2, 6)), [Output::Post(changed(6))]);
    assert_eq!(scene.hear(commit(2, 1, 2, 6)), [Output::Post(changed(6)), raise(60)]);
    assert_eq!(scene.look(3, &[1]), [EVERYTHING, raise(10)], "another generation may be behind");
}

#[test]
fn while_another_division_may_be_at_work_views_are_said_to_be_no_further() {
    let mut scene = Scene::following(&[10, 5]);
    assert_eq!(scene.hear(commit(1, 0, 3, 11)), []);
    assert_eq!(scene.hear(commit(1, 1, 2, 6)), [Output::Post(changed(6))]);
    scene.state.looks();
    assert_eq!(scene.hear(commit(1, 1, 2, 7)), [Output::Post(changed(7))]);
    let found = scene.state.looked(scene.now, Some(&checkpoint(1, &[10, 6])), scene.now);
    assert_eq!(found, [raise(70)], "there was no other division");
    scene.hear(commit(1, 0, 3, 11));
    assert_eq!(scene.hear(commit(1, 1, 2, 8)), [Output::Post(changed(8))]);
    scene.state.looks();
    scene.hear(commit(1, 0, 3, 12));
    let found = scene.state.looked(scene.now, Some(&checkpoint(1, &[10, 8])), scene.now);
    assert_eq!(found, [], "the read may have begun too early");
    assert_eq!(scene.look(1, &[10, 8]), [raise(80)]);
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

#[test]
fn a_look_that_was_overtaken_by_notices_says_nothing() {
    let mut scene = Scene::following(&[4]);
    scene.state.looks();
    let began = scene.now;
    scene.pass(5);
    scene.hear(commit(1, 0, 1, 5));
    scene.hear(commit(1, 0, 1, 6));
    assert_eq!(scene.state.looked(began, Some(&checkpoint(1, &[4])), scene.now), []);
    assert_eq!(scene.hear(commit(1, 0, 1, 7)), [Output::Post(changed(7)), raise(70)]);
}

#[test]
fn who_cannot_see_the_store_keeps_nothing_for_long() {
    let mut scene = Scene::following(&[4]);
    scene.pass(1_700);
    assert_eq!(scene.hear(commit(1, 0, 1, 5)), [Output::Post(changed(5)), raise(50)]);
    assert!(!scene.state.is_blind(scene.now));
    assert_eq!(scene.state.due(), scene.now + ms(100), "a notice does not confirm that no other was lost");
    scene.pass(100);
    assert_eq!(scene.tick(), [EVERYTHING]);
    assert!(scene.state.is_blind(scene.now));
    scene.pass(1_000);
    assert_eq!(scene.tick(), []);
    scene.pass(800);
    assert_eq!(scene.tick(), [EVERYTHING], "again, for documents loaded since");
    scene.pass(10);
    assert_eq!(scene.look(1, &[5]), [EVERYTHING], "and when the store is readable again");
    assert_eq!(scene.pass(500).look(1, &[5]), []);
}

#[test]
fn a_look_bears_out_what_was_when_it_began_and_no_later() {
    let mut scene = Scene::following(&[4]);
    scene.state.looks();
    let began = scene.now;
    scene.pass(900);
    scene.state.looked(began, Some(&checkpoint(1, &[4])), scene.now);
    assert_eq!(scene.state.due(), began + BLIND);
}

#[test]
fn a_notice_that_says_everything_says_so() {
    let mut scene = Scene::following(&[4]);
    let all = CommitNotice { notice: Notice::Everything, ..commit(1, 0, 1, 5) };
    assert_eq!(scene.hear(all), [EVERYTHING, raise(50)]);
}
