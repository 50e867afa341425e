//! Small runs of the drills; `docs/reliability.md` has the large ones.
//!
//! They need the program, which is built with the workspace's tests. To run them alone, run `cargo build -p crosstable`
//! first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use std::collections::BTreeSet;

use clap::{CommandFactory, Parser};
use drills::{Cli, Report};

/// Runs a drill with these words of a command line.
async fn drill(words: &str) -> Report {
    Cli::try_parse_from(["drill"].into_iter().chain(words.split_whitespace())).unwrap().run().await.unwrap()
}

/// Runs a drill. Fails with the whole report if a promise was broken.
async fn assert_sound(words: &str) {
    let report = drill(words).await;
    assert!(report.is_sound(), "{words}: {report}");
}

/// Runs a drill that must find a fault with this text.
async fn assert_finds(words: &str, text: &str) {
    let report = drill(words).await;
    assert!(report.faults.iter().any(|fault| fault.contains(text)), "{words}: {report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_outlives_kills() {
    assert_sound("kill --moments 8 --clients 16 --checkpoints 2 --seed 1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_is_one_list_and_one_answer_whatever_happens() {
    assert_sound("retries --rounds 3 --clients 20 --kills 2 --seed 2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_is_what_is_read_next() {
    assert_sound("read-your-writes --writes 250 --clients 8 --seed 3").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_views_are_rendered_anew_and_processes_killed_lists_are_readable_within_a_second() {
    assert_sound("upgrade --events 3000 --kills 2 --after 1 --seed 31").await;
    assert_sound("upgrade --several --events 3000 --kills 2 --after 1 --seed 32").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn during_an_upgrade_that_begins_with_readers_or_writers_lists_are_readable_within_a_second() {
    for order in ["read-api,projector,write-api", "write-api,projector,read-api"] {
        assert_sound(&format!("rolling --order {order} --events 1000 --seconds 1 --seed 33")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_come_and_only_a_kill_lets_one_come_again() {
    assert_sound("messages --events 3 --kills 4 --failing 10 --seed 61").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_senders_send_each_message_once() {
    assert_sound("messages --several --events 3 --kills 4 --failing 10 --seed 62").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_are_registered_once_and_the_last_place_goes_to_one() {
    assert_sound("registrations --events 2 --guests 40 --kills 8 --at-once 60 --seed 64").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_of_two_processes_are_registered_once() {
    assert_sound("registrations --several --events 2 --guests 24 --kills 5 --at-once 40 --seed 65").await;
}

/// Shows that the drill detects errors: guests whose answer was lost open the form again, and are registered twice.
#[tokio::test(flavor = "multi_thread")]
async fn guests_who_fill_in_the_form_again_are_found() {
    assert_finds("registrations --events 1 --guests 20 --kills 2 --at-once 20 --seed 66 --careless", "two links").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queues_call_no_player_twice() {
    assert_sound("queues --queues 3 --parties 16 --kills 8 --seed 71").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queues_of_two_processes_call_no_player_twice() {
    assert_sound("queues --several --queues 3 --parties 12 --kills 5 --seed 72").await;
}

/// Shows that the drill detects errors: players join again, as if the answer had been lost.
#[tokio::test(flavor = "multi_thread")]
async fn players_who_join_a_queue_twice_are_found() {
    assert_finds("queues --queues 2 --parties 3 --kills 1 --seed 73 --careless", "were acknowledged, but there are")
        .await;
}

/// Shows that the drill detects errors: receivers accept some messages, and refuse them then.
#[tokio::test(flavor = "multi_thread")]
async fn messages_that_come_again_without_a_kill_are_found() {
    assert_finds("messages --events 4 --kills 0 --failing 0 --seed 63 --careless", "was accepted again").await;
}

/// Shows that the drills detect errors: clients without keys and tokens get the faults that keys and tokens prevent.
#[tokio::test(flavor = "multi_thread")]
async fn without_keys_and_tokens_the_drills_find_faults() {
    let kill = "kill --moments 6 --clients 16 --checkpoints 1 --seed 4 --careless";
    assert_finds(kill, "was never acknowledged").await;
    assert_finds("read-your-writes --writes 100 --clients 8 --seed 5 --careless", "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_bytes_give_no_wrong_answer() {
    assert_sound("flipped-bytes --damages 4 --seed 14").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_outlives_a_power_cut() {
    assert_sound("power-cut --moments 12 --writes 48 --seed 15").await;
}

/// Calls fail as they would on a faulty disk. Disks that are really full or read-only need root.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fails_loses_nothing_and_stops_nobody_for_long() {
    for of in [
        "--fault full --of log --kills",
        "--fault full --of views --kills",
        "--fault eio --of log --kills",
        "--fault eio --of views --kills",
        "--fault flush --of log --kills",
        "--fault read-only --of both --starts",
    ] {
        assert_sound(&format!("disk --simulated {of} --rounds 2 --hold 1 --clients 6 --seed 22")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_is_set_back_shows_nothing_of_what_it_lost() {
    assert_sound("set-back --rounds 1 --seed 17").await;
    assert_sound("set-back --postgres --rounds 1 --seed 18").await;
}

/// Shows that these drills detect errors: a changed list, ignored flushes, writes that are not lost.
#[tokio::test(flavor = "multi_thread")]
async fn without_care_the_drills_of_disks_find_faults() {
    let report = drill("flipped-bytes --damages 2 --seed 19 --careless").await;
    for of in ["damage 0 of the views", "damage 1 of the log"] {
        assert!(report.faults.iter().any(|fault| fault.contains(of) && fault.contains("instead of")), "{of}: {report}");
    }
    assert_finds("power-cut --moments 6 --writes 48 --seed 20 --careless", "").await;
    assert_finds("set-back --rounds 1 --seed 21 --careless", "read with the token of the lost").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_part_may_die_or_be_restarted() {
    let of = "write-api,projector,read-api,nats,postgres,postgres-restart";
    assert_sound(&format!("outage --of {of} --moments 4 --clients 8 --seed 6")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_and_reads_go_on_without_nats() {
    assert_sound("nats-down --seconds 4 --clients 8 --seed 9").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_projectors_render_one_shard() {
    assert_sound("outage --of projector --projectors 2 --moments 3 --clients 4 --seed 11").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_write_api_takes_few_writes_along() {
    assert_sound("frozen --clients 8 --seconds 6").await;
}

/// Strangers at one address that use up the resources of one process, and slow readers, on a small scale. Speed is checked in
/// the large run.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_take_little_and_keep_nobody_out() {
    assert_sound(
        "strangers --slow-heads 2000 --head-bytes 60000 --login-bodies 400 --pipeliners 100 --idle 600 \
         --slow-readers 8 --pages 8 --tournaments 4 --lists 500 --rounds 1 --seconds 3 --memory 160 --without-speed \
         --server=--max-connections=300,--max-connections-per-address=200,--unauthenticated-memory=2MiB",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notices_may_be_dropped_late_or_doubled() {
    for fault in ["dropped", "delayed", "doubled"] {
        assert_sound(&format!("notices --fault {fault} --reads 2000 --seed 12")).await;
    }
    // Long enough for a time without notices.
    assert_sound("notices --fault dropped-at-times --nodes 3 --reads 12000 --seed 13").await;
}

/// Shows that these drills detect errors too.
#[tokio::test(flavor = "multi_thread")]
async fn without_keys_and_tokens_the_drills_of_several_processes_find_faults() {
    let outage = "outage --of write-api --moments 8 --clients 8 --seed 6 --careless";
    assert_finds(outage, "was never acknowledged").await;
    assert_finds("notices --fault delayed --reads 2000 --seed 12 --careless", "with the token of version").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_follow_an_event_end_with_the_newest_documents_whatever_is_killed_or_cut() {
    assert_sound("live --moments 12 --seed 41").await;
    assert_sound("live --several --moments 8 --seed 42").await;
}

/// Shows that this drill detects errors too: clients that forget where they were miss what happened meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn clients_that_forget_where_they_were_miss_changes() {
    assert_finds("live --moments 12 --seed 43 --careless", "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_equals_the_export_whatever_is_killed() {
    assert_sound("mirror --commands 120 --checkpoints 2 --seed 51").await;
}

/// Shows that the drill detects errors: a mirror that stores the cursor of an answer first misses that answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_that_stores_the_cursor_first_is_found_out() {
    assert_finds("mirror --commands 80 --checkpoints 1 --seed 52 --careless", "instead of").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_at_a_steady_pace_becomes_visible() {
    assert_sound("visible --rate 50 --seconds 3 --without-bar").await;
    // Shows that the drill detects errors: readers without a token read too early.
    assert_finds("visible --rate 50 --seconds 3 --without-bar --careless", "read as").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_do_not_notice_a_rebuild() {
    assert_sound("rebuild --events 20000").await;
}

#[test]
fn every_drill_is_run_by_the_script_and_described_on_the_page() {
    let (script, page) = (include_str!("../../../scripts/drills"), include_str!("../../../docs/reliability.md"));
    let list = script.split_once("drills=(").unwrap().1.split_once("\n)").unwrap().0;
    // Entries with options are in quotes; the first word is the drill's.
    let entries = list.split('"').zip([false, true].into_iter().cycle());
    let run: BTreeSet<&str> = entries
        .flat_map(|(part, is_quoted)| part.split_whitespace().take(if is_quoted { 1 } else { usize::MAX }))
        .collect();
    let command = Cli::command();
    let drills: BTreeSet<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    assert_eq!(run, drills);
    for drill in drills {
        let is_named = ["`", " "].iter().any(|end| page.contains(&format!("`{drill}{end}")));
        assert!(is_named, "docs/reliability.md does not describe {drill}");
    }
}
