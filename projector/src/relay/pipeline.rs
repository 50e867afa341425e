//! Events in flight: many are sent before the first is acknowledged.
//!
//! Each is sent on two conditions: that the stream ends with this sequence number, and that its last message has this
//! id, which is made of log and position. The number alone would do for a stream that only grows. The id also detects a
//! stream that was lost and created anew while events were in flight.

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::publish::PublishAck;
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesOrdered;
use proto_events::wire::{HASH_HEADER, LOG_HEADER, POSITION_HEADER, TRACE_HEADER};
use proto_events::{Position, Recorded, subject};

use super::place::Stream;
use super::trouble::Trouble;

/// Limit of events in flight.
const MAX_EVENTS: usize = 256;
/// Limit of their bytes; the last event may exceed it.
const MAX_BYTES: usize = 4 << 20;

/// An event in flight.
struct Sent {
    position: Position,
    /// The sequence number that it gets if no other message comes first.
    sequence: u64,
    bytes: usize,
    answer: Result<PublishAck, PublishError>,
}

/// Events in flight to the end of a stream.
pub(super) struct Pipeline<'a> {
    stream: &'a Stream,
    on_their_way: FuturesOrdered<BoxFuture<'static, Sent>>,
    bytes: usize,
    /// Sequence number of the last message once all sent events have arrived.
    sequence: u64,
    /// Message id of the last event sent.
    last: Option<String>,
    /// Whether one of them has arrived. Until then only one is in flight: another relay that continued at the head may
    /// have published other events after the same sequence number.
    is_proven: bool,
}

impl<'a> Pipeline<'a> {
    /// Creates a pipeline to a stream that ends with this sequence number.
    pub(super) fn behind(stream: &'a Stream, sequence: u64) -> Self {
        Self { stream, on_their_way: FuturesOrdered::new(), bytes: 0, sequence, last: None, is_proven: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.on_their_way.is_empty()
    }

    pub(super) fn has_room(&self) -> bool {
        let most = if self.is_proven { MAX_EVENTS } else { 1 };
        self.on_their_way.len() < most && self.bytes < MAX_BYTES
    }

    /// Sends an event. A damaged one, or one too large for a message, is skipped; projectors read it from the store.
    pub(super) async fn send(&mut self, event: &Recorded) -> Result<(), Trouble> {
        if event.is_damaged {
            return Ok(());
        }
        let body = event.to_message().map_err(|error| Trouble::nats("writing an event", error))?;
        let (position, bytes, sequence) = (event.position, body.len(), self.sequence + 1);
        let name = format!("{}.{position}", self.stream.log);
        let mut message = PublishMessage::build()
            .payload(body.into())
            .message_id(&name)
            .expected_last_sequence(self.sequence)
            .header(POSITION_HEADER, position.to_string())
            .header(HASH_HEADER, event.hash.to_string())
            .header(LOG_HEADER, self.stream.log.as_str());
        if let Some(last) = &self.last {
            message = message.expected_last_message_id(last);
        }
        if let Some(trace) = event.traceparent.as_deref().filter(|trace| is_header(trace)) {
            message = message.header(TRACE_HEADER, trace);
        }
        let nats = &self.stream.nats;
        let answer = match nats.jetstream().send_publish(subject(nats.prefix(), event), message).await {
            Ok(answer) => answer.into_future(),
            Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                tracing::warn!(position = position.0, bytes, "an event is too large for NATS and is skipped");
                return Ok(());
            }
            Err(error) => return Err(Trouble::nats("publishing", error)),
        };
        let sent = async move { Sent { position, sequence, bytes, answer: answer.await } };
        self.on_their_way.push_back(Box::pin(sent));
        (self.sequence, self.last) = (sequence, Some(name));
        self.bytes += bytes;
        Ok(())
    }

    /// Returns the position of the next event that has arrived. May be dropped and called again.
    pub(super) async fn acknowledged(&mut self) -> Result<Position, Trouble> {
        let Some(sent) = self.on_their_way.next().await else { return Err(Trouble::Overtaken) };
        self.bytes -= sent.bytes;
        match sent.answer {
            Ok(ack) if ack.sequence == sent.sequence => {
                self.is_proven = true;
                Ok(sent.position)
            }
            Ok(_) => Err(Trouble::Overtaken),
            Err(error) => Err(match error.kind() {
                PublishErrorKind::WrongLastSequence | PublishErrorKind::WrongLastMessageId => Trouble::Overtaken,
                _ => Trouble::nats("publishing", error),
            }),
        }
    }
}

/// Returns whether a header may hold this text.
fn is_header(text: &str) -> bool {
    text.bytes().all(|letter| letter.is_ascii_graphic() || letter == b' ')
}
