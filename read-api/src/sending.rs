//! Streams an answer to a client. The answer of a client that reads too slowly is aborted. What it holds is free at once; the
//! connection ends when the client has read the bytes on their way, or after `stalled_answer_seconds`.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use service_kit::concurrency::ConcurrencyPermit;
use service_kit::limits::Limits;
use service_kit::{BoxError, chain};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout};

/// Time for which the minimum rate does not apply, so that a connection can get up to speed.
const GRACE: Duration = Duration::from_secs(20);
/// Pieces that are produced ahead of the client.
const AHEAD: usize = 2;

/// A piece of an answer, or why there are no more; the last one is empty. Without it the answer was aborted.
type Piece = Result<Bytes, BoxError>;

/// Why an answer was not completed.
#[derive(Debug, thiserror::Error)]
#[error("the answer was aborted because its client read it too slowly")]
struct Aborted;

/// The resources of an answer that is being sent.
pub(crate) struct Sending {
    pub(crate) limits: Limits,
    /// Held until the answer is produced.
    pub(crate) counted: ConcurrencyPermit,
}

impl Sending {
    /// Returns a body that consists of these pieces.
    pub(crate) fn body(self, pieces: impl Stream<Item = Result<Bytes, BoxError>> + Send + 'static) -> Body {
        let (ahead, made) = channel(AHEAD);
        let Self { limits, counted } = self;
        tokio::spawn(async move {
            let _counted = counted;
            if produce(pieces, &ahead, &limits).await.is_err() {
                metrics::counter!("crosstable_slow_answers_total").increment(1);
                tracing::info!("an answer was aborted because its client read it too slowly");
            }
        });
        Body::from_stream(stream::unfold(Some(made), |made| async move { next(made?).await }))
    }
}

async fn next(mut made: Receiver<Piece>) -> Option<(Piece, Option<Receiver<Piece>>)> {
    match made.recv().await {
        Some(Ok(bytes)) if bytes.is_empty() => None,
        Some(Ok(bytes)) => Some((Ok(bytes), Some(made))),
        Some(Err(error)) => Some((Err(error), None)),
        None => Some((Err(Aborted.into()), None)),
    }
}

/// Produces the pieces and hands each to the client, until the end, an error, or until the client has disconnected.
async fn produce(
    pieces: impl Stream<Item = Result<Bytes, BoxError>>,
    ahead: &Sender<Piece>,
    limits: &Limits,
) -> Result<(), Aborted> {
    let has_bytes = |piece: &Piece| std::future::ready(!piece.as_ref().is_ok_and(Bytes::is_empty));
    let mut pieces = std::pin::pin!(pieces.filter(has_bytes));
    let (mut taken, mut waited) = (0_u64, Duration::ZERO);
    loop {
        let piece = pieces.next().await.unwrap_or_else(|| Ok(Bytes::new()));
        if let Err(error) = &piece {
            tracing::error!(error = chain(&**error), "answer aborted");
        }
        let length = piece.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let begun = Instant::now();
        let room = timeout(patience(limits, taken, waited), ahead.reserve()).await.map_err(|_| Aborted)?;
        waited += begun.elapsed();
        let Ok(room) = room else { return Ok(()) };
        room.send(piece);
        if length == 0 {
            return Ok(());
        }
        taken += length;
    }
}

/// Returns the time that a client who has taken so many bytes, and was waited for so long, has for its next piece. The
/// minimum rate is a mean over the time that the service waited for the client.
fn patience(limits: &Limits, taken: u64, waited: Duration) -> Duration {
    let kept_up = taken.saturating_mul(1_000).checked_div(limits.min_read_rate).map(Duration::from_millis);
    let longest = (limits.max_read_seconds > 0).then(|| Duration::from_secs(limits.max_read_seconds));
    let most = kept_up.map(|kept_up| GRACE + kept_up).into_iter().chain(longest).min();
    most.unwrap_or(Duration::MAX).saturating_sub(waited)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http_body_util::BodyExt;

    use super::*;
    use api_kit::answer_limit::AnswerLimit;

    const LONGEST: Duration = Duration::from_secs(100);

    fn endless(bytes: usize) -> Body {
        sending(&limit()).body(stream::repeat_with(move || Ok(vec![b'x'; bytes].into())))
    }

    fn limit() -> Arc<AnswerLimit> {
        AnswerLimit::new("lists", 2, 1)
    }

    fn sending(limit: &Arc<AnswerLimit>) -> Sending {
        let counted = limit.permit(None, None).unwrap_or_else(|_| panic!("refused"));
        let limits = Limits { min_read_rate: 1_000, max_read_seconds: LONGEST.as_secs(), ..Limits::default() };
        Sending { limits, counted }
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
        assert!(took >= GRACE, "{took:?}");
        let limit = limit();
        let _body = sending(&limit).body(stream::repeat_with(|| Ok("x".into())));
        tokio::time::sleep(GRACE * 2).await;
        assert!(limit.permit(None, None).is_ok(), "the answer no longer counts although the body was never polled");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_must_keep_the_minimum_rate_and_the_longest_time() {
        let second = Duration::from_secs(1);
        let slower = taken_every(second, endless(500)).await;
        assert!((GRACE..3 * GRACE).contains(&slower), "{slower:?}");
        let fast_enough = taken_every(second, endless(2_000)).await;
        assert!((LONGEST..LONGEST + 5 * second).contains(&fast_enough), "{fast_enough:?}");
    }
}
