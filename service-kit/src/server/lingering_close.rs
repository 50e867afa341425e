//! Closes a connection whose client may still be sending. If the socket were closed with unread bytes, the client's
//! system would discard the answer. So the server keeps receiving for a while.

use std::io::Result;
use std::time::Duration;

use bytes::Buf;
use futures::FutureExt;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::ready::{Date, Ready};

/// Time for a client to read the answer and close its side.
const LONGEST: Duration = Duration::from_secs(2);
/// Maximum number of bytes received after an answer.
const AFTERWARDS: u64 = 256 * 1024;
/// Maximum number of connections in this state. The limit of connections no longer counts them.
static PLACES: Semaphore = Semaphore::const_new(256);

/// Sends the final answer, if any, and receives bytes that are still arriving. If all places are taken, it sends the
/// answer without waiting.
pub(super) async fn close(socket: &mut (impl AsyncRead + AsyncWrite + Unpin), answer: Option<&Ready>) {
    close_with(&PLACES, socket, answer).await;
}

async fn close_with(places: &Semaphore, socket: &mut (impl AsyncRead + AsyncWrite + Unpin), answer: Option<&Ready>) {
    let Ok(_place) = places.try_acquire() else {
        // The answer fits into the system's buffer.
        let _ = send(socket, answer).now_or_never();
        return;
    };
    let exchange = async {
        send(&mut *socket, answer).await?;
        tokio::io::copy(&mut socket.take(AFTERWARDS), &mut tokio::io::sink()).await
    };
    // A client that does not read the answer in time loses it.
    let _ = timeout(LONGEST, exchange).await;
}

async fn send(socket: &mut (impl AsyncWrite + Unpin), answer: Option<&Ready>) -> Result<()> {
    if let Some(answer) = answer {
        let mut date = Date::default();
        let head = Buf::chain(&answer.head[..], date.now().as_bytes());
        socket.write_all_buf(&mut head.chain(&answer.body[..])).await?;
    }
    socket.shutdown().await
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::super::refusal::Refusal;
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn without_a_place_the_answer_is_sent_and_nothing_is_waited_for() {
        let answer = Refusal::Malformed.answer(&[]);
        for (places, waits) in [(1, true), (0, false)] {
            let (mut client, mut server) = tokio::io::duplex(4096);
            client.write_all(b"the rest").await.unwrap();
            let begun = Instant::now();
            close_with(&Semaphore::new(places), &mut server, Some(&answer)).await;
            assert_eq!(begun.elapsed() >= LONGEST, waits, "{places} places");
            drop(server);
            let mut received = String::new();
            client.read_to_string(&mut received).await.unwrap();
            assert!(received.starts_with("HTTP/1.1 400"), "{received}");
        }
    }
}
