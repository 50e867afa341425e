//! Checks NATS: reachable, with JetStream, and with a stream that ends where the log ends.

use std::time::Duration;

use proto_events::wire::{LOG_HEADER, POSITION_HEADER};
use proto_events::{Position, stream_name, subjects};
use service_kit::nats::{Nats, NatsOptions, connect};
use storage::EventStore;

use super::finding::Finding;

const CHECK: &str = "NATS";
const STREAM: &str = "JetStream stream";
/// Time limit for connecting.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Number of domain events that the stream may lack while writes come in.
const BEHIND: i64 = 1_000;

pub(super) async fn check(options: &NatsOptions, events: Option<&dyn EventStore>) -> Vec<Finding> {
    let nats = match connect(options).await {
        Ok(nats) => nats,
        Err(error) => {
            return vec![Finding::wrong(CHECK, error.to_string(), "correct the options that begin with --nats")];
        }
    };
    let mut link = nats.link();
    let connected = tokio::time::timeout(TIME_LIMIT, link.wait_for(|link| link.connected)).await;
    if !matches!(connected, Ok(Ok(_))) {
        return vec![judge_failure(nats.failure().as_deref())];
    }
    let server = nats.client().server_info();
    let reached = Finding::fine(CHECK, format!("server {} answers", server.version));
    if !server.jetstream {
        let advice = "start nats-server with -js, or `jetstream {…}` in its configuration, with a folder that is kept";
        return vec![reached, Finding::wrong(STREAM, "the server has no JetStream", advice)];
    }
    vec![reached, stream(&nats, events).await]
}

async fn stream(nats: &Nats, events: Option<&dyn EventStore>) -> Finding {
    let name = stream_name(nats.prefix());
    let stream = match nats.jetstream().get_stream(&name).await {
        Ok(stream) => stream,
        Err(error) => {
            let advice =
                "the write-api makes it: check that one runs with --nats-url, and that its user may use JetStream";
            return Finding::wrong(STREAM, format!("{name} cannot be found: {error}"), advice);
        }
    };
    if stream.cached_info().state.messages == 0 {
        return Finding::fine(STREAM, format!("{name} exists and is empty"));
    }
    let last = match stream.get_last_raw_message_by_subject(&subjects(nats.prefix())).await {
        Ok(message) => {
            let header = |name: &str| message.headers.get(name).map(|value| value.as_str().to_owned());
            (header(POSITION_HEADER).and_then(|text| text.parse().ok()), header(LOG_HEADER))
        }
        Err(error) => return Finding::wrong(STREAM, format!("{name} cannot be read: {error}"), HEALS),
    };
    let Some(events) = events else { return Finding::fine(STREAM, format!("{name} exists")) };
    match events.head().await {
        Ok(head) => judge(&name, (last.0, last.1.as_deref()), &events.log_id(), head),
        Err(error) => Finding::wrong(STREAM, format!("the log cannot be compared: {error}"), "see `log database`"),
    }
}

/// Reports that there is no connection, because of this error if there was one.
fn judge_failure(error: Option<&str>) -> Finding {
    let error = error.unwrap_or("the server does not answer");
    if ["authorization", "authentication"].iter().any(|refused| error.to_lowercase().contains(refused)) {
        let advice = "give the user and the password of this process: --nats-user, --nats-password-file";
        return Finding::wrong(CHECK, format!("the server refuses the login: {error}"), advice);
    }
    let found = format!("no connection within {} seconds: {error}", TIME_LIMIT.as_secs());
    let advice = "check that the server runs, and that its address and TLS are right. Writes and reads go on without it, \
                  and processes see each other's changes later";
    Finding::wrong(CHECK, found, advice)
}

/// Advice for a stream with the wrong contents: the relay corrects it, and projectors read the log meanwhile.
const HEALS: &str = "check that a write-api runs with --nats-url, and read its log: its relay corrects the stream";

/// Judges the stream by its last message, which has a position and the id of its log.
fn judge(name: &str, (position, log_there): (Option<i64>, Option<&str>), log: &str, head: Position) -> Finding {
    let Some(position) = position.filter(|_| log_there == Some(log)) else {
        let found = format!("{name} holds messages of another log");
        let advice =
            format!("{HEALS}. If another installation uses these servers, give one of them another --nats-prefix");
        return Finding::wrong(STREAM, found, advice);
    };
    let found = format!("{name} ends with event {position}, and the log ends with {head}");
    match head.0 - position {
        0..=BEHIND => Finding::fine(STREAM, found),
        _ => Finding::wrong(STREAM, found, HEALS),
    }
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    #[test]
    fn a_refused_login_is_not_told_as_a_missing_connection() {
        let refused = judge_failure(Some("nats: authorization violation"));
        assert!(refused.found.starts_with("the server refuses the login"), "{refused:?}");
        assert!(judge_failure(Some("IO error")).found.ends_with("seconds: IO error"));
        assert_eq!(judge_failure(None).state, State::Wrong);
    }

    #[test]
    fn a_stream_follows_its_log_and_no_other() {
        let state = |position, log: &str| judge("S", (position, Some(log)), "abc", Position(5_000)).state;
        assert_eq!((state(Some(5_000), "abc"), state(Some(4_500), "abc")), (State::Fine, State::Fine));
        let wrong =
            [state(Some(3_000), "abc"), state(Some(5_001), "abc"), state(Some(5_000), "abd"), state(None, "abc")];
        assert_eq!(wrong, [State::Wrong; 4]);
    }
}
