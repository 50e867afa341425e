//! `bench pushes`: a round of a large event is published, and each player's phone gets a push message.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use proto_events::ids::UserId;
use serde_json::json;
use storage::EventStore;
use storage::notifications::PushSubscription;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use super::Size;
use crate::figures::{Samples, at, count, millis};
use crate::http::{Connection, Request};
use crate::live::{Live, serve_event};
use crate::report::{Table, say};
use crate::subject::Subject;

/// Lets the service send to a receiver on this machine, without TLS.
const OPTIONS: [&str; 3] = ["--webhook-allow", "127.0.0.0/8", "--webhook-allow-http"];
/// The browsers' key and secret: those of the example in RFC 8291.
const KEYS: [&str; 2] = [
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
];
/// How long a push service takes to answer.
const ANSWER: Duration = Duration::from_millis(100);
/// How long a message may take to arrive.
const PATIENCE: Duration = Duration::from_secs(60);
const BAR: &str = "The bar: all have arrived within 5 s.";

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let players = size.pick(64, 2_000, 2_000);
    let (port, mut arrivals) = receiver().await?;
    let subject = Subject::on_sqlite()?;
    let (running, event) = serve_event(&subject, players, &OPTIONS).await?;
    let (mut organizer, key) = (Connection::open(running.port).await?, &subject.key);
    subscribe(&*subject.log().await?, &mut organizer, (key, event), port).await?;
    let mut figures = [(); 3].map(|()| Samples::default());
    for _ in 0..size.runs {
        let live = Live::pair(&mut organizer, key, event).await?;
        running.settles().await;
        let path = format!("/api/v1/magic-events/{event}/rounds/{}/publish/", live.round);
        organizer.ask(&Request::send("POST", &path, key, &[], &json!({}))).await?.expect(200)?;
        let published = Instant::now();
        let mut times = Vec::new();
        while times.len() < players {
            let arrival = timeout(PATIENCE, arrivals.recv()).await;
            let arrival = arrival.with_context(|| format!("{} of {players} have arrived", times.len()))?;
            times.push(arrival.context("the receiver has ended")?.saturating_duration_since(published));
        }
        let found = [500, 990, 1_000].map(|part| millis(at(&mut times, part)));
        figures.iter_mut().zip(found).for_each(|(figure, value)| figure.add(value));
        say(format_args!("p50 {:.0} ms, p99 {:.0} ms, all {:.0} ms", found[0], found[1], found[2]));
        live.start(&mut organizer, key).await?;
        live.complete(&mut organizer, key).await?;
        running.settles().await;
        ensure!(arrivals.is_empty(), "messages came twice");
    }
    let title = format!("Push messages when a round of {} players is published", count(players));
    let mut table = Table::new(title, "p50 ms | p99 ms | all, ms");
    table.row(figures.iter().map(Samples::told).collect());
    table.note("From the answer to the publication until the push service has the message. It answers after 100 ms, without TLS.");
    table.note(BAR);
    Ok(vec![table])
}

/// Gives each player a private link and a phone.
async fn subscribe(
    log: &dyn EventStore,
    organizer: &mut Connection,
    (key, event): (&str, i64),
    port: u16,
) -> anyhow::Result<()> {
    let links = format!("/api/v1/magic-events/{event}/private-links/");
    organizer.ask(&Request::send("POST", &links, key, &[], &json!({}))).await?.expect(200)?;
    let registrations = format!("/api/v1/magic-events/{event}/registrations/");
    let registrations = organizer.ask(&Request::get(&registrations, key, &[])).await?.expect(200)?.json()?;
    for registration in registrations.as_array().context("no registrations")? {
        let user = registration["user"]["id"].as_i64().context("no person")?;
        let ([public_key, auth], language) = (KEYS.map(str::to_owned), "en".to_owned());
        let endpoint = format!("http://127.0.0.1:{port}/{user}");
        let phone = PushSubscription { id: 0, user_id: UserId(user), endpoint, public_key, auth, language };
        log.put_push_subscription(&phone).await?;
    }
    Ok(())
}

/// Starts a push service. Returns its port, and when messages arrive.
async fn receiver() -> anyhow::Result<(u16, UnboundedReceiver<Instant>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let (arrived, arrivals) = unbounded_channel();
    let arrived = Arc::new(arrived);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let arrived = Arc::clone(&arrived);
            // A connection that breaks is a message that does not arrive, and is sent again.
            tokio::spawn(async move { receive(stream, &arrived).await });
        }
    });
    Ok((port, arrivals))
}

/// Reads one request to its end, and accepts it.
async fn receive(mut stream: TcpStream, arrived: &UnboundedSender<Instant>) -> anyhow::Result<()> {
    let (mut request, mut expected) = (Vec::new(), None);
    while expected.is_none_or(|length| request.len() < length) {
        ensure!(stream.read_buf(&mut request).await? > 0, "an unfinished request");
        expected = expected.or_else(|| length(&request));
    }
    arrived.send(Instant::now())?;
    sleep(ANSWER).await;
    stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").await?;
    Ok(())
}

/// Returns the length of a request, once its head is complete.
fn length(request: &[u8]) -> Option<usize> {
    let end = memchr::memmem::find(request, b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&request[..end]).to_ascii_lowercase();
    let (_, body) = head.split_once("content-length: ")?;
    Some(end + body.split('\r').next()?.parse::<usize>().ok()?)
}
