//! Every event has a sample, and every sample matches its golden file when written and read.
//!
//! `UPDATE_GOLDEN=1 cargo nextest run -p proto-events` writes missing files. It never changes an existing one: events
//! of that form may be stored already, and a change needs a new schema number and a conversion.

use std::collections::BTreeSet;
use std::path::PathBuf;

use proto_events::ids::MatchId;
use proto_events::testing::samples;
use proto_events::tournament::{Games, MatchResult, Winner};
use proto_events::{CURRENT_SCHEMA, DomainEvent, Encoded, StreamKind, TournamentEvent};

/// Returns the names of all events of a kind: the decoder lists them when it refuses another name.
fn names(kind: StreamKind) -> BTreeSet<String> {
    let unknown = Encoded { event_type: "?".into(), schema: CURRENT_SCHEMA, payload: r#"{"?":{}}"#.into() };
    let refused = DomainEvent::decode(kind, &unknown).unwrap_err().to_string();
    refused.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

fn name(event: &DomainEvent) -> String {
    event.encode().unwrap().event_type
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn file_name(kind: StreamKind, event_type: &str) -> String {
    format!("{}.{event_type}.v{CURRENT_SCHEMA}.json", kind.name())
}

#[test]
fn every_event_has_exactly_one_sample() {
    for kind in StreamKind::ALL {
        let of_kind = samples().into_iter().filter(|event| event.stream_kind() == kind);
        let mut sampled: Vec<String> = of_kind.map(|event| name(&event)).collect();
        sampled.sort_unstable();
        assert_eq!(sampled, names(kind).into_iter().collect::<Vec<_>>(), "samples of kind {}", kind.name());
    }
}

#[test]
fn every_sample_writes_and_reads_as_its_golden_file_says() {
    for sample in samples() {
        let event_type = name(&sample);
        assert_golden(&sample, &event_type, &file_name(sample.stream_kind(), &event_type));
    }
}

#[test]
fn match_that_both_lose_writes_and_reads_as_its_golden_file_says() {
    let result = MatchResult::new(Winner::Neither, Some(Games { first: 0, second: 0, drawn: 0 }));
    let event = DomainEvent::from(TournamentEvent::ResultReported { match_id: MatchId(1_200), result });
    assert_golden(&event, "result_reported", "tournament.result_reported.v1.neither.json");
}

/// Checks that an event is written and read as its golden file says.
fn assert_golden(event: &DomainEvent, event_type: &str, file: &str) {
    let encoded = event.encode().unwrap();
    assert_eq!(encoded.event_type, event_type);
    assert_eq!(encoded.schema, CURRENT_SCHEMA);
    let path = folder().join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !path.exists() {
        std::fs::write(&path, pretty(&encoded.payload)).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(pretty(&encoded.payload), golden, "{} is written differently", path.display());
    let stored = Encoded { payload: golden, ..encoded };
    let decoded = DomainEvent::decode(event.stream_kind(), &stored).unwrap();
    assert_eq!(decoded, *event, "{} is read differently", path.display());
}

#[test]
fn result_has_its_winner_by_name() {
    for (winner, name) in
        [(Winner::First, "first"), (Winner::Second, "second"), (Winner::Draw, "draw"), (Winner::Neither, "neither")]
    {
        let result = MatchResult::new(winner, Some(Games { first: 0, second: 0, drawn: 0 }));
        let event = DomainEvent::from(TournamentEvent::ResultReported { match_id: MatchId(1_200), result });
        let encoded = event.encode().unwrap();
        let payload: serde_json::Value = serde_json::from_str(&encoded.payload).unwrap();
        assert_eq!(payload["result_reported"]["result"]["winner"], name);
        assert_eq!(DomainEvent::decode(StreamKind::Tournament, &encoded).unwrap(), event);
    }
}

#[test]
fn every_golden_file_belongs_to_an_event() {
    let expected: BTreeSet<String> = StreamKind::ALL
        .into_iter()
        .flat_map(|kind| names(kind).into_iter().map(move |event_type| file_name(kind, &event_type)))
        .collect();
    let files = std::fs::read_dir(folder()).unwrap();
    let of_today = format!(".v{CURRENT_SCHEMA}.json");
    let found = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> = found.filter(|file| file.ends_with(&of_today)).collect();
    assert_eq!(found, expected);
}

/// Returns the payload as indented JSON with sorted fields, for readers of golden files.
fn pretty(payload: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(payload).unwrap();
    serde_json::to_string_pretty(&value).unwrap() + "\n"
}
