//! How long standings take. Run by hand: `cargo test --release -p domain --test rules -- --ignored --nocapture speed`.

use std::fmt::Write;
use std::time::Instant;

use domain::tournament::standings::standings_after;
use proto_events::vocabulary::PhaseType;

use crate::support::{Script, round};

#[test]
#[ignore = "a measurement, meaningful in release builds alone"]
fn ten_thousand_players_and_fifteen_rounds() {
    let mut script = Script::new(10_000);
    for number in 1..=15 {
        let mut tables = Vec::new();
        for table in 0..5_000_i64 {
            // Steps through the field differently in each round, so that neighbours in one are far apart in the next.
            let second = 5_001 + (table * 37 + i64::from(number) * 911) % 5_000;
            let mut text = String::new();
            let result = ["2-0", "2-1", "1-2", "1-1-1"][usize::try_from(table + i64::from(number)).unwrap() % 4];
            write!(text, "{}v{second} {result}", table + 1).unwrap();
            tables.push(text);
        }
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        script = script.open(PhaseType::Swiss, number, &tables).complete(number);
    }
    let began = Instant::now();
    let tournament = script.fold();
    println!("fold of {} events: {:?}", script.events.len(), began.elapsed());
    for _ in 0..5 {
        let began = Instant::now();
        let standings = standings_after(&tournament, round(15)).unwrap();
        println!("standings of {} players: {:?}", standings.len(), began.elapsed());
    }
}
