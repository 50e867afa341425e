//! Measures how fast events are projected and views are rebuilt: `cargo run --release -p projector --example
//! rebuild_speed`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement, run by hand"
)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::*;
use projector::rebuild;
use proto_events::{TournamentEvent, UserEvent};

/// Measures with cheap events in many streams: users, and tournaments whose results are corrected again and again.
#[tokio::main(worker_threads = 2)]
async fn main() {
    let mut world = World::with_store().await;
    for id in 0..400 {
        let people = (0..64).map(|player| id * 1_000 + player);
        for user in people {
            let registered = UserEvent::Registered { profile: profile("Player") };
            world.user(user, registered).await;
        }
        let mut events = first_round(id, 64, None);
        for _ in 0..30 {
            events.extend((0..32).map(|table| won(match_id(id, 1, table))));
        }
        events.push(TournamentEvent::RoundCompleted { round_id: round_id(id, 1) });
        world.tournament(id, events).await;
    }
    let begin = Instant::now();
    let head = world.projector().catch_up().await.unwrap();
    println!("{head} events projected in {:.2} s", begin.elapsed().as_secs_f64());
    let begin = Instant::now();
    let report = rebuild(world.events.clone(), world.views.clone(), &settings(), Default::default()).await.unwrap();
    println!("{head} events rebuilt in {:.2} s: {:?}", begin.elapsed().as_secs_f64(), report.comparison);
}
