//! An event as a message: it is read back exactly as it was written, and the released form does not change.

use proto_events::testing::samples;
use proto_events::wire::WireError;
use proto_events::{EventHash, Recorded, StreamId};

use crate::STARTED;

const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

fn recorded(payload: &str) -> Recorded {
    let traceparent = Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".into());
    Recorded { traceparent, hash: HASH.to_owned().try_into().unwrap(), ..crate::recorded(payload) }
}

#[test]
fn the_form_is_the_one_released() {
    let event = recorded(STARTED);
    let released = include_str!("../../golden/message.json").trim_end();
    assert_eq!(event.to_message().unwrap(), released);
    assert_eq!(Recorded::from_message(released.as_bytes()).unwrap(), event);
}

#[test]
fn a_message_of_a_version_without_hashes_is_read() {
    let released = include_str!("../../golden/message_without_hash.json");
    let event = Recorded { hash: EventHash::START, ..recorded(STARTED) };
    assert_eq!(Recorded::from_message(released.as_bytes()).unwrap(), event);
}

#[test]
fn every_event_comes_back_as_it_went() {
    for event in samples() {
        let encoded = event.encode().unwrap();
        for traceparent in [None, Some("a \"trace\"".to_owned())] {
            let event = Recorded {
                stream: StreamId { kind: event.stream_kind(), id: 1 },
                encoded: encoded.clone(),
                traceparent,
                ..recorded("")
            };
            assert_eq!(Recorded::from_message(event.to_message().unwrap().as_bytes()).unwrap(), event);
        }
    }
}

#[test]
fn a_payload_keeps_every_letter() {
    let payloads = [
        r#"{ "b" : 1.50, "a":1e3, "b": "\u00e9é\/" }"#,
        " {} ",
        "{}\n",
        "",
        "no JSON",
        r#"{"cut":"#,
        "\"\\\"\"",
        "null",
        "\u{0}\u{1f600}",
    ];
    for payload in payloads {
        let event = recorded(payload);
        assert_eq!(Recorded::from_message(event.to_message().unwrap().as_bytes()).unwrap(), event, "{payload:?}");
    }
}

#[test]
fn a_payload_of_json_does_not_grow() {
    let payload = format!(r#"{{"notes_changed":{{"notes":"{}"}}}}"#, r#"\""#.repeat(200_000));
    assert!(recorded(&payload).to_message().unwrap().len() < payload.len() + 512);
}

#[test]
fn what_is_no_event_is_refused() {
    let whole = recorded("{}").to_message().unwrap();
    for body in ["", "{}", "[]", "\u{0}", &whole[..whole.len() - 1], &whole.replace("tournament", "pet")] {
        assert!(matches!(Recorded::from_message(body.as_bytes()), Err(WireError::Malformed(_))), "{body}");
    }
    assert!(matches!(Recorded::from_message(whole.replace(r#""payload":{},"#, "").as_bytes()), Err(WireError::Empty)));
    let later = whole.replace(r#"{"position""#, r#"{"a_later_field":[1],"position""#);
    assert_eq!(Recorded::from_message(later.as_bytes()).unwrap(), recorded("{}"));
}
