//! Streams an answer to a client. The answer of a client that reads too slowly is aborted. What it holds is free at once; the
//! connection ends when the client has read the bytes on their way, or after `stalled_answer_seconds`.

use std::time::Duration;

use api_kit::limits::Pace;
use axum::body::Body;
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use service_kit::{BoxError, chain};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout};

use api_kit::concurrency::ConcurrencyPermit;

/// Pieces that are produced ahead of the client.
const AHEAD: usize = 2;

/// A message from the producer of an answer to its sender.
enum Piece {
    Bytes(Bytes),
    End,
    Failed(BoxError),
}

/// Why an answer was not completed.
#[derive(Debug, thiserror::Error)]
#[error("the answer was aborted because its client read it too slowly")]
struct Aborted;

/// The resources of an answer that is being sent.
pub(crate) struct Sending {
    pub(crate) pace: Pace,
    /// Held until the answer is produced.
    pub(crate) counted: ConcurrencyPermit,
}

impl Sending {
    /// Returns a body that consists of these pieces.
    pub(crate) fn body(self, pieces: impl Stream<Item = Result<Bytes, BoxError>> + Send + 'static) -> Body {
        let (ahead, made) = channel(AHEAD);
        let Self { pace, counted } = self;
        tokio::spawn(async move {
            let _counted = counted;
            if produce(pieces, &ahead, pace).await.is_err() {
                metrics::counter!("crosstable_slow_answers_total").increment(1);
                tracing::info!("an answer was aborted because its client read it too slowly");
            }
        });
        Body::from_stream(stream::unfold(Some(made), |made| async move { next(made?).await }))
    }
}

async fn next(mut made: Receiver<Piece>) -> Option<(Result<Bytes, BoxError>, Option<Receiver<Piece>>)> {
    match made.recv().await {
        Some(Piece::Bytes(bytes)) => Some((Ok(bytes), Some(made))),
        Some(Piece::End) => None,
        Some(Piece::Failed(error)) => Some((Err(error), None)),
        None => Some((Err(Aborted.into()), None)),
    }
}

/// Produces the pieces and hands each to the client.
async fn produce(
    pieces: impl Stream<Item = Result<Bytes, BoxError>>,
    ahead: &Sender<Piece>,
    pace: Pace,
) -> Result<(), Aborted> {
    let mut pieces = std::pin::pin!(pieces);
    let mut client = Client { pace, taken: 0, waited: Duration::ZERO };
    loop {
        let piece = match pieces.next().await {
            Some(Ok(bytes)) => Piece::Bytes(bytes),
            Some(Err(error)) => {
                tracing::error!(error = chain(&*error), "answer aborted");
                Piece::Failed(error)
            }
            None => Piece::End,
        };
        let Some(piece) = client.hand_over(piece, ahead).await? else { return Ok(()) };
        client.taken += piece;
    }
}

/// Tracks how fast a client reads.
struct Client {
    pace: Pace,
    /// Bytes handed over so far.
    taken: u64,
    /// Time spent waiting for the client.
    waited: Duration,
}

impl Client {
    /// Hands over a piece and returns its length; `None` after the end, after an error, or if the client has
    /// disconnected.
    async fn hand_over(&mut self, piece: Piece, ahead: &Sender<Piece>) -> Result<Option<u64>, Aborted> {
        let begun = Instant::now();
        let room = timeout(self.patience(), ahead.reserve()).await.map_err(|_| Aborted)?;
        self.waited += begun.elapsed();
        let Ok(room) = room else { return Ok(None) };
        let length = match &piece {
            Piece::Bytes(bytes) => Some(bytes.len() as u64),
            Piece::End | Piece::Failed(_) => None,
        };
        room.send(piece);
        Ok(length)
    }

    /// The time that the client has for its next piece.
    fn patience(&self) -> Duration {
        let kept_up = Duration::from_millis(self.taken.saturating_mul(1_000) / self.pace.slowest.max(1));
        self.pace.grace.saturating_add(kept_up).min(self.pace.longest).saturating_sub(self.waited)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use api_kit::limits;
    use http_body_util::BodyExt;

    use super::*;
    use api_kit::answer_limit::AnswerLimit;

    const PACE: Pace = Pace { slowest: 1_000, grace: Duration::from_secs(10), longest: Duration::from_secs(100) };

    /// An endless answer in pieces of this size.
    fn endless(bytes: usize) -> Body {
        sending(&limit()).body(stream::repeat_with(move || Ok(vec![b'x'; bytes].into())))
    }

    fn limit() -> Arc<AnswerLimit> {
        AnswerLimit::new("lists", limits::MaxAnswers { in_all: 2, per_caller: 1 })
    }

    fn sending(limit: &Arc<AnswerLimit>) -> Sending {
        let counted = limit.permit(None, None).unwrap_or_else(|_| panic!("refused"));
        Sending { pace: PACE, counted }
    }

    /// Reads a piece after each pause until the answer is aborted; returns the time that took.
    async fn taken_every(pause: Duration, mut body: Body) -> Duration {
        let begun = Instant::now();
        loop {
            tokio::time::sleep(pause).await;
            match body.frame().await {
                Some(Ok(_)) => {}
                Some(Err(_)) => return begun.elapsed(),
                None => panic!("the answer ends as if it were complete"),
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_disconnected_after_the_grace_period() {
        let took = taken_every(Duration::from_secs(60), endless(1)).await;
        assert!(took >= PACE.grace, "{took:?}");
        let limit = limit();
        let _body = sending(&limit).body(stream::repeat_with(|| Ok("x".into())));
        tokio::time::sleep(PACE.grace * 2).await;
        assert!(limit.permit(None, None).is_ok(), "the answer no longer counts although the body was never polled");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_must_keep_the_minimum_rate_and_the_longest_time() {
        let second = Duration::from_secs(1);
        let slower = taken_every(second, endless(500)).await;
        assert!((PACE.grace..3 * PACE.grace).contains(&slower), "{slower:?}");
        let fast_enough = taken_every(second, endless(2_000)).await;
        assert!((PACE.longest..PACE.longest + 5 * second).contains(&fast_enough), "{fast_enough:?}");
    }

    #[tokio::test]
    async fn an_error_follows_the_pieces_before_it() {
        let pieces = stream::iter([Ok("whole".into()), Err(std::io::Error::other("lost").into())]);
        let mut body = sending(&limit()).body(pieces);
        assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), "whole");
        assert!(body.frame().await.unwrap().is_err());
    }
}
