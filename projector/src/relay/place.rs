//! The stream in JetStream: creates it if it is missing, and finds its end.

use std::time::Duration;

use async_nats::HeaderValue;
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, Stream as JetStream,
};
use async_nats::jetstream::{ErrorCode, context::GetStreamErrorKind};
use proto_events::wire::{LOG_HEADER, POSITION_HEADER};
use proto_events::{Position, stream_name, subjects};
use service_kit::nats::Nats;
use storage::EventStore;

use super::trouble::Trouble;

/// Largest backlog that is still published. With more events, the stream continues at the head.
pub const WORTH_RELAYING: i64 = 50_000;

/// How long events stay in the stream, and how many bytes of them: a projector that lags more reads the store.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);
const MAX_BYTES: i64 = 1 << 30;
/// JetStream's own window for duplicate messages, the smallest possible: here, conditions prevent duplicates.
const DUPLICATES: Duration = Duration::from_millis(100);

/// The stream of one log.
pub(super) struct Stream {
    pub(super) nats: Nats,
    stream: JetStream,
    pub(super) log: String,
}

/// Where to continue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Sequence number of the stream's last message.
    pub(super) sequence: u64,
    /// The event after which to continue.
    pub(super) position: Position,
    /// Head of the log at that time.
    pub(super) head: Position,
}

/// The stream's last message.
enum Last {
    None,
    Event(Position),
    /// A message of another log, or not a message of ours.
    Foreign,
}

impl Stream {
    /// Opens the stream, and creates it if it is missing.
    pub(super) async fn open(nats: &Nats, log: String) -> Result<Self, Trouble> {
        let (jetstream, name) = (nats.jetstream(), stream_name(nats.prefix()));
        let stream = match jetstream.get_stream(&name).await {
            Ok(stream) => stream,
            Err(error) if is_missing(error.kind()) => jetstream
                .create_stream(config(nats.prefix()))
                .await
                .map_err(|error| Trouble::nats("making the stream", error))?,
            Err(error) => return Err(Trouble::nats("looking for the stream", error)),
        };
        let found = &stream.cached_info().config;
        let wanted = adapted(found.clone(), nats.prefix());
        if *found != wanted {
            jetstream.update_stream(wanted).await.map_err(|error| Trouble::nats("setting up the stream", error))?;
        }
        Ok(Self { nats: nats.clone(), stream, log })
    }

    /// Returns where to continue: after the last message, or in an empty stream after the position `relayed`. A stream
    /// with events that are not in the store is emptied.
    pub(super) async fn place(&self, events: &dyn EventStore, relayed: Option<Position>) -> Result<Place, Trouble> {
        let mut is_emptied = false;
        loop {
            let (sequence, last) = self.end().await?;
            // Looked up after the message, so that the head includes it if it is of this log.
            let head = events.head().await?;
            let position = match last {
                Last::None => Some(relayed.unwrap_or(head).min(head)),
                Last::Event(position) => Some(position).filter(|position| *position <= head),
                Last::Foreign => None,
            };
            if let Some(position) = position {
                let is_near = head.0 - position.0 <= WORTH_RELAYING;
                if !is_near {
                    tracing::info!(
                        from = position.0,
                        to = head.0,
                        "the stream is far behind the log: it continues at the head"
                    );
                }
                return Ok(Place { sequence, position: if is_near { position } else { head }, head });
            }
            if is_emptied {
                return Err(Trouble::Contested);
            }
            tracing::warn!("the stream has events that are not in this log: it is emptied");
            self.stream.purge().await.map_err(|error| Trouble::nats("emptying the stream", error))?;
            is_emptied = true;
        }
    }

    /// Deletes the stream.
    pub(super) async fn delete(&self) -> Result<(), Trouble> {
        tracing::warn!("the stream refuses further events: it is created anew");
        let name = stream_name(self.nats.prefix());
        let deleted = self.nats.jetstream().delete_stream(name).await;
        deleted.map(drop).map_err(|error| Trouble::nats("deleting the stream", error))
    }

    /// Returns the last sequence number and the last message. The number is read first: if another relay publishes in
    /// between, the newer message counts, and no event is published twice.
    async fn end(&self) -> Result<(u64, Last), Trouble> {
        let info = self.stream.get_info().await.map_err(|error| Trouble::nats("asking for the stream's end", error))?;
        let sequence = info.state.last_sequence;
        if info.state.messages == 0 {
            return Ok((sequence, Last::None));
        }
        let message = match self.stream.get_last_raw_message_by_subject(&subjects(self.nats.prefix())).await {
            Ok(message) => message,
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                return Ok((sequence, Last::Foreign));
            }
            Err(error) => return Err(Trouble::nats("asking for the stream's last message", error)),
        };
        let header = |name: &str| message.headers.get(name).map(HeaderValue::as_str);
        let position = header(POSITION_HEADER).and_then(|position| position.parse().ok());
        let last = match position {
            Some(position) if header(LOG_HEADER) == Some(&*self.log) => Last::Event(Position(position)),
            _ => Last::Foreign,
        };
        Ok((sequence.max(message.sequence), last))
    }
}

fn is_missing(error: GetStreamErrorKind) -> bool {
    matches!(error, GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND)
}

/// Returns the configuration of a new stream.
fn config(prefix: &str) -> Config {
    let new = Config {
        name: stream_name(prefix),
        description: Some(
            "The events that were appended to the log of Crosstable recently; the log itself is in its database".into(),
        ),
        retention: RetentionPolicy::Limits,
        max_age: MAX_AGE,
        max_bytes: MAX_BYTES,
        num_replicas: 1,
        max_messages: -1,
        max_messages_per_subject: -1,
        max_consumers: -1,
        ..Config::default()
    };
    adapted(new, prefix)
}

/// Returns the configuration with the relay's own settings. An operator's other settings, such as replicas and limits,
/// stay.
fn adapted(config: Config, prefix: &str) -> Config {
    Config {
        subjects: vec![subjects(prefix)],
        discard: DiscardPolicy::Old,
        duplicate_window: DUPLICATES,
        no_ack: false,
        ..config
    }
}
