//! Small runs of the drills; `docs/reliability.md` has the large ones.
//!
//! They need the program, which is built with the workspace's tests. To run them alone, run `cargo build -p crosstable`
//! first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]
use std::time::Duration;

use drills::report::bar;
use drills::{
    Fleet, NoticeFault, Report, Role, Shape, Site, Target, disk, disks, flipped, fresh, frozen, kill, live, mirrored,
    outage, pairs,
};
use drills::{power, read_your_writes, retries, rolling, set_back, strangers, stream, upgrade, webhooks};

/// Fails with the whole report.
#[track_caller]
fn assert_sound(report: &Report) {
    assert!(report.is_sound(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_outlives_kills() {
    let site = Site::make(None).unwrap();
    let settings = kill::Settings { moments: 8, clients: 16, checkpoints: 2, seed: 1, careless: false };
    assert_sound(&kill::run(&site, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_is_one_list_and_one_answer_whatever_happens() {
    let site = Site::make(None).unwrap();
    let settings = retries::Settings { rounds: 3, clients: 20, kills: 2, seed: 2, careless: false };
    assert_sound(&retries::run(&site, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_is_what_is_read_next() {
    let site = Site::make(None).unwrap();
    let settings = read_your_writes::Settings { writes: 250, clients: 8, seed: 3, careless: false };
    assert_sound(&read_your_writes::run(&site, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn while_views_are_rendered_anew_and_processes_killed_lists_are_readable_within_a_second() {
    let site = Site::make(None).unwrap();
    let settings = upgrade::Settings { events: 5_000, kills: 3, seed: 31 };
    assert_sound(&upgrade::run(&site, settings, &bar(1)).await.unwrap());

    let mut fleet = Fleet::start(Shape::default()).await.unwrap();
    let settings = upgrade::Settings { events: 5_000, kills: 3, seed: 32 };
    assert_sound(&upgrade::run_on_services(&mut fleet, settings, &bar(1)).await.unwrap());
}

async fn rolling_upgrade(order: [Role; 3]) -> Report {
    let (order, time) = (order.to_vec(), Duration::from_secs(1));
    let settings = rolling::Settings { old: None, order, events: 5_000, time, seed: 33 };
    rolling::run(settings, &bar(1)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn during_an_upgrade_that_begins_with_readers_lists_are_readable_within_a_second() {
    assert_sound(&rolling_upgrade([Role::ReadApi, Role::Projector, Role::WriteApi]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn during_an_upgrade_that_begins_with_writers_lists_are_readable_within_a_second() {
    assert_sound(&rolling_upgrade([Role::WriteApi, Role::Projector, Role::ReadApi]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_to_webhooks_are_delivered_in_order_whatever_receivers_do() {
    let site = Site::make(None).unwrap();
    let settings = webhooks::Settings { organizations: 2, webhooks: 8, events: 5, changes: 100, kills: 4, seed: 34 };
    assert_sound(&webhooks::run(&site, settings, &bar(1)).await.unwrap());
}

/// Shows that the drills detect errors: clients without keys and tokens get the faults that keys and tokens prevent.
#[tokio::test(flavor = "multi_thread")]
async fn without_keys_and_tokens_the_drills_find_faults() {
    let site = Site::make(None).unwrap();
    let settings = kill::Settings { moments: 6, clients: 16, checkpoints: 1, seed: 4, careless: true };
    let report = kill::run(&site, settings, &bar(1)).await.unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("was never acknowledged")), "{report}");

    let site = Site::make(None).unwrap();
    let settings = read_your_writes::Settings { writes: 100, clients: 8, seed: 5, careless: true };
    let report = read_your_writes::run(&site, settings, &bar(1)).await.unwrap();
    assert!(!report.is_sound(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_bytes_give_no_wrong_answer() {
    let site = Site::make(None).unwrap();
    let settings = flipped::Settings { damages: 6, from: 0, seed: 14, careless: false };
    assert_sound(&flipped::run(&site, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_outlives_a_power_cut() {
    let settings = power::Settings { moments: 12, writes: 48, seed: 15, careless: false };
    assert_sound(&power::run(settings, &bar(1)).await.unwrap());
}

/// Calls fail as they would on a faulty disk. Disks that are really full or read-only need root.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fails_loses_nothing_and_stops_nobody_for_long() {
    use disk::Store::{Log, Views};
    use disks::Fault::{Eio, Flush, Full};
    for (fault, of) in [(Full, Log), (Full, Views), (Eio, Log), (Eio, Views), (Flush, Log)] {
        let hold = Duration::from_secs(1);
        let settings = disk::Settings { fault, of, mounted: false, rounds: 2, hold, kills: true, clients: 6, seed: 22 };
        assert_sound(&disk::run(settings, &bar(1)).await.unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_is_set_back_shows_nothing_of_what_it_lost() {
    let site = Site::make(None).unwrap();
    let settings = set_back::Settings { rounds: 2, seed: 17, careless: false };
    assert_sound(&set_back::run(&site, settings, &bar(1)).await.unwrap());
    let fleet = Fleet::start(Shape::default()).await.unwrap();
    let settings = set_back::Settings { rounds: 2, seed: 18, careless: false };
    assert_sound(&set_back::run_on_postgres(&fleet, settings, &bar(1)).await.unwrap());
}

/// Shows that these drills detect errors: a changed list, ignored flushes, writes that are not lost.
#[tokio::test(flavor = "multi_thread")]
async fn without_care_the_drills_of_disks_find_faults() {
    let site = Site::make(None).unwrap();
    let settings = flipped::Settings { damages: 2, from: 0, seed: 19, careless: true };
    let report = flipped::run(&site, settings, &bar(1)).await.unwrap();
    for of in ["damage 0 of the views", "damage 1 of the log"] {
        assert!(report.faults.iter().any(|fault| fault.contains(of) && fault.contains("instead of")), "{of}: {report}");
    }

    let settings = power::Settings { moments: 6, writes: 48, seed: 20, careless: true };
    let report = power::run(settings, &bar(1)).await.unwrap();
    assert!(!report.is_sound(), "{report}");

    let site = Site::make(None).unwrap();
    let settings = set_back::Settings { rounds: 1, seed: 21, careless: true };
    let report = set_back::run(&site, settings, &bar(1)).await.unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("read with the token of the lost")), "{report}");
}

async fn outage_of(target: Target, moments: usize, careless: bool) -> Report {
    let fleet = Fleet::start(Shape::default()).await.unwrap();
    let settings = outage::Settings { target, moments, clients: 8, seed: 6, careless };
    outage::run(&fleet, settings, &bar(1)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_api_may_die() {
    assert_sound(&outage_of(Target::WriteApi, 6, false).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_projector_may_die() {
    assert_sound(&outage_of(Target::Projector, 6, false).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_api_may_die() {
    assert_sound(&outage_of(Target::ReadApi, 6, false).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_die() {
    assert_sound(&outage_of(Target::Nats, 6, false).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_may_die() {
    assert_sound(&outage_of(Target::Postgres, 4, false).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_may_be_restarted() {
    let fleet = Fleet::start(Shape::default()).await.unwrap();
    let settings = outage::Settings { target: Target::Postgres, moments: 2, clients: 8, seed: 7, careless: false };
    assert_sound(&outage::restart_postgres(&fleet, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_may_lose_anything() {
    for fault in [stream::Fault::Deleted, stream::Fault::Truncated, stream::Fault::RolledBack] {
        let fleet = Fleet::start(Shape::default()).await.unwrap();
        let settings = stream::Settings { fault, rounds: 2, clients: 8, seed: 8, careless: false };
        assert_sound(&stream::run(&fleet, settings, &bar(1)).await.unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_and_reads_go_on_without_nats() {
    let fleet = Fleet::start(Shape::default()).await.unwrap();
    let settings = stream::DownSettings { time: Duration::from_secs(4), clients: 8, seed: 9 };
    assert_sound(&stream::nats_down(&fleet, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_relays_fill_one_stream() {
    let fleet = Fleet::start(Shape { write_apis: 2, ..Shape::default() }).await.unwrap();
    let settings = pairs::Settings { writes: 400, kills: 2, clients: 8, seed: 10 };
    assert_sound(&pairs::two_relays(&fleet, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_projectors_render_one_shard() {
    let fleet = Fleet::start(Shape { projectors: 2, ..Shape::default() }).await.unwrap();
    let settings = pairs::Settings { writes: 100, kills: 2, clients: 4, seed: 11 };
    assert_sound(&pairs::two_projectors(&fleet, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_write_api_takes_few_writes_along() {
    let fleet = Fleet::start(Shape { write_apis: 2, ..Shape::default() }).await.unwrap();
    let settings = frozen::Settings { clients: 8, time: Duration::from_secs(6) };
    assert_sound(&frozen::run(&fleet, settings).await.unwrap());
}

/// Strangers at one address that use up the resources of one process, on a small scale. Speed is checked in the large run.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_take_little_and_keep_nobody_out() {
    let site = Site::make(None).unwrap();
    let options = "--max-connections 300 --max-connections-per-address 200 --unauthenticated-memory 2MiB";
    let options = options.split(' ').map(String::from).collect();
    let settings = strangers::Settings {
        slow_heads: 2_000,
        head_bytes: 60_000,
        login_bodies: 400,
        pipeliners: 100,
        idle: 600,
        addresses: 1,
        rounds: 1,
        time: Duration::from_secs(3),
        memory: 160,
        speed: false,
        options,
    };
    assert_sound(&strangers::run(&site, settings, &bar(1)).await.unwrap());
}

async fn notices(fault: NoticeFault, careless: bool) -> Report {
    let fleet = Fleet::start(Shape { far_readers: true, ..Shape::default() }).await.unwrap();
    let settings = fresh::Settings { fault, reads: 2_000, plain: 2, writers: 3, readers: 6, seed: 12, careless };
    fresh::run(&fleet, settings, &bar(1)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn notices_may_be_dropped_late_or_doubled() {
    for fault in [NoticeFault::Dropped, NoticeFault::Delayed, NoticeFault::Doubled] {
        assert_sound(&notices(fault, false).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_read_with_a_token_is_stale_on_any_of_three_nodes() {
    let fleet = Fleet::start(Shape { read_apis: 3, far_readers: true, ..Shape::default() }).await.unwrap();
    let fault = NoticeFault::DroppedAtTimes;
    let settings = fresh::Settings { fault, reads: 3_000, plain: 0, writers: 3, readers: 8, seed: 13, careless: false };
    assert_sound(&fresh::run(&fleet, settings, &bar(1)).await.unwrap());
}

/// Shows that these drills detect errors too.
#[tokio::test(flavor = "multi_thread")]
async fn without_keys_and_tokens_the_drills_of_several_processes_find_faults() {
    let report = outage_of(Target::WriteApi, 8, true).await;
    assert!(report.faults.iter().any(|fault| fault.contains("was never acknowledged")), "{report}");
    let report = notices(NoticeFault::Delayed, true).await;
    assert!(report.faults.iter().any(|fault| fault.contains("with the token of version")), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_follow_an_event_end_with_the_newest_documents_whatever_is_killed_or_cut() {
    let site = Site::make(None).unwrap();
    let settings = live::Settings { moments: 12, seed: 41, careless: false };
    assert_sound(&live::run(&site, settings, &bar(1)).await.unwrap());
    let fleet = Fleet::start(Shape { read_apis: 3, ..Shape::default() }).await.unwrap();
    let settings = live::Settings { moments: 8, seed: 42, careless: false };
    assert_sound(&live::run_on_services(&fleet, settings, &bar(1)).await.unwrap());
}

/// Shows that this drill detects errors too: clients that forget where they were miss what happened meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn clients_that_forget_where_they_were_miss_changes() {
    let site = Site::make(None).unwrap();
    let settings = live::Settings { moments: 4, seed: 43, careless: true };
    let report = live::run(&site, settings, &bar(1)).await.unwrap();
    assert!(!report.is_sound(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_equals_the_export_whatever_is_killed() {
    let site = Site::make(None).unwrap();
    let settings = mirrored::Settings { commands: 120, checkpoints: 2, seed: 51, careless: false };
    assert_sound(&mirrored::run(&site, settings, &bar(1)).await.unwrap());
}

/// Shows that the drill detects errors: a mirror that stores the cursor of an answer first misses that answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_that_stores_the_cursor_first_is_found_out() {
    let site = Site::make(None).unwrap();
    let settings = mirrored::Settings { commands: 80, checkpoints: 1, seed: 52, careless: true };
    let report = mirrored::run(&site, settings, &bar(1)).await.unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("instead of")), "{report}");
}
