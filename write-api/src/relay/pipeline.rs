//! Events on their way: many are sent before the first is acknowledged.
//!
//! Each is sent on two conditions: that the stream ends with this sequence number, and, by a name that says log and position,
//! that it ends with this event. The number alone would do in a stream that is only added to; the name holds also where one
//! was lost and made anew while events were on their way.

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::publish::PublishAck;
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesOrdered;
use proto_events::wire::{HASH_HEADER, LOG_HEADER, POSITION_HEADER, TRACE_HEADER};
use proto_events::{Position, Recorded, subject};

use super::Trouble;
use super::place::Stream;

/// Events on their way at most.
const MAX_EVENTS: usize = 256;
/// What they weigh at most; one more may come on top.
const MAX_BYTES: usize = 4 << 20;

/// An event on its way.
struct Sent {
    position: Position,
    /// The number that it gets if all is well.
    sequence: u64,
    bytes: usize,
    answer: Result<PublishAck, PublishError>,
}

/// Events on their way to the end of a stream.
pub(super) struct Pipeline<'a> {
    stream: &'a Stream,
    on_their_way: FuturesOrdered<BoxFuture<'static, Sent>>,
    bytes: usize,
    /// Number of the last message, once all that was sent is there.
    sequence: u64,
    /// Name of the last event sent.
    last: Option<String>,
    /// Whether one of them is there. Until then there is one on its way alone: which events come after a place is not sure
    /// before, since a relay that begins anew at the head counts otherwise.
    is_proven: bool,
}

impl<'a> Pipeline<'a> {
    /// To a stream that ends with this number.
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

    /// Sends an event. One that is damaged, or that no message can hold, is left out; projectors read it from the store.
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
                tracing::warn!(position = position.0, bytes, "an event is larger than NATS takes: it is left out");
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

    /// The position of the next event that has arrived. May be dropped and called again.
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

/// Whether a header may hold this.
fn is_header(text: &str) -> bool {
    text.bytes().all(|letter| letter.is_ascii_graphic() || letter == b' ')
}
