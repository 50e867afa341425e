//! `bench hub`: the public page of a convention of 300 events for several readers at once, while results come in, and while events
//! change what the page shows, so that it is drawn anew.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Size;
use crate::figures::{Samples, at, count, millis, scaled};
use crate::http::{Connection, Request};
use crate::live::{Live, serve_event};
use crate::pace::Writer;
use crate::report::{Table, say};
use crate::subject::Subject;

/// Readers at once, each with a connection.
const READERS: usize = 16;
/// Players of the event that reports results, and its results per second.
const PLAYERS: usize = 64;
const RATE: u32 = 20;
/// The pause between two changes of the schedule.
const PAUSE: Duration = Duration::from_millis(500);
/// What happens meanwhile.
const LOADS: [&str; 3] = ["nothing", "20 results/s", "20 results/s, and 2 changes of the schedule"];
const BARS: &str = "The bars: at most 60 kB packed; p99 at most 10 ms while results come in.";

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let events = size.pick(50, 300, 300);
    let subject = Subject::on_sqlite()?;
    let (running, event) = serve_event(&subject, PLAYERS, &[]).await?;
    let (mut connection, port, key) = (Connection::open(running.port).await?, running.port, &subject.key);
    let convention = json!({ "name": "Bench", "status": "SCHEDULED" });
    connection.ask(&Request::send("POST", "/api/v1/conventions/", key, &[], &convention)).await?.expect(201)?;
    let place = json!({ "convention_slug": "bench" });
    let changed = format!("/api/v1/magic-events/{event}/");
    connection.ask(&Request::send("PATCH", &changed, key, &[], &place)).await?.expect(200)?;
    for number in 1..events {
        let planned = json!({
            "name": format!("Event {number}"), "event_format": "LEGACY", "convention_slug": "bench", "capacity": 64,
            "start_datetime": format!("2027-03-{:02}T{:02}:00:00Z", 5 + number % 3, 8 + number % 12),
        });
        connection.ask(&Request::send("POST", "/api/v1/magic-events/", key, &[], &planned)).await?.expect(201)?;
    }
    let live = Live::pair(&mut connection, key, event).await?;
    live.start(&mut connection, key).await?;
    running.settles().await;

    let read = Request::get("/conventions/bench/", "", &[("Accept-Encoding", "gzip")]);
    let on_the_way = connection.ask(&read).await?.expect(200)?.body.len();
    let title = format!("Page of a convention, {events} events, {READERS} readers");
    let mut table = Table::new(title, "meanwhile | kB packed | pages/s | p50 ms | p99 ms");
    let mut reported = 0;
    for (number, load) in LOADS.into_iter().enumerate() {
        let mut figures = [(); 3].map(|()| Samples::default());
        for _ in 0..size.runs {
            let writer = (number > 0).then(|| Writer::begin(port, &live, key, reported, RATE));
            let changing = (number > 1).then(|| tokio::spawn(change(port, changed.clone(), key.clone())));
            let until = Instant::now() + size.time();
            let mut readers = JoinSet::new();
            for _ in 0..READERS {
                let read = read.clone();
                readers.spawn(async move { Connection::open(port).await?.repeat(&read, 200, until).await });
            }
            let times = readers.join_all().await.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
            let mut times = times.concat();
            if let Some(writer) = writer {
                reported += writer.end().await?;
            }
            if let Some(changing) = changing {
                changing.abort();
            }
            let pages = times.len() as f64 / size.time().as_secs_f64();
            let found = [pages, millis(at(&mut times, 500)), millis(at(&mut times, 990))];
            figures.iter_mut().zip(found).for_each(|(figure, value)| figure.add(value));
        }
        let told = figures.iter().map(Samples::told);
        say(format_args!("{load}: {}", told.clone().collect::<Vec<_>>().join(", ")));
        table.row([load.to_owned(), scaled(on_the_way, 1e3)].into_iter().chain(told).collect());
    }
    table.note(BARS);
    table.note(format!(
        "{} results were reported meanwhile. Readers and service share the processors.",
        count(reported)
    ));
    Ok(vec![table])
}

/// Renames an event again and again.
async fn change(port: u16, event: String, key: String) -> anyhow::Result<()> {
    let mut connection = Connection::open(port).await?;
    for number in 0.. {
        let name = json!({ "name": format!("Renamed {number}") });
        connection.ask(&Request::send("PATCH", &event, &key, &[], &name)).await?.expect(200)?;
        sleep(PAUSE).await;
    }
    Ok(())
}
