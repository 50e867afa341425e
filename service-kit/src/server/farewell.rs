//! The end of a connection whose client may still be sending. If the socket were closed with bytes unread, the client's system
//! would drop the answer. So the server goes on receiving for a while.

use std::io::Result;
use std::time::Duration;

use bytes::Buf;
use futures::FutureExt;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::ready::{Date, Ready};

/// Time for a client to take an answer, and to end its side of the connection afterwards.
const LONGEST: Duration = Duration::from_secs(2);
/// Bytes that are received after an answer.
const AFTERWARDS: u64 = 256 * 1024;
/// Connections that may wait for their ends at the same time: the limit of connections does not count them any more.
static PLACES: Semaphore = Semaphore::const_new(256);

/// Says the last of a connection, if there is anything left to say, and receives what is still on its way. Without a place
/// the answer is sent and nothing is waited for.
pub(super) async fn bid(socket: &mut (impl AsyncRead + AsyncWrite + Unpin), answer: Option<&Ready>) {
    bid_in(&PLACES, socket, answer).await;
}

async fn bid_in(places: &Semaphore, socket: &mut (impl AsyncRead + AsyncWrite + Unpin), answer: Option<&Ready>) {
    let Ok(_place) = places.try_acquire() else {
        // An answer fits into what the system holds.
        let _ = say(socket, answer).now_or_never();
        return;
    };
    let farewell = async {
        say(&mut *socket, answer).await?;
        tokio::io::copy(&mut socket.take(AFTERWARDS), &mut tokio::io::sink()).await
    };
    // A client that does not take it goes without.
    let _ = timeout(LONGEST, farewell).await;
}

async fn say(socket: &mut (impl AsyncWrite + Unpin), answer: Option<&Ready>) -> Result<()> {
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
            bid_in(&Semaphore::new(places), &mut server, Some(&answer)).await;
            assert_eq!(begun.elapsed() >= LONGEST, waits, "{places} places");
            drop(server);
            let mut received = String::new();
            client.read_to_string(&mut received).await.unwrap();
            assert!(received.starts_with("HTTP/1.1 400"), "{received}");
        }
    }
}
