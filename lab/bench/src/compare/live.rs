//! `bench live`: thousands of open streams of an event, compared with nginx and nchan. It measures the memory of a
//! stream, the time from a result until a reader has it, deliveries per second, and the readers who poll meanwhile.

use std::time::{Duration, SystemTime};

use anyhow::Context;
use service_kit::clock::{Clock, SystemClock};

use super::Size;
use crate::figures::{Samples, at, count, millis, number};
use crate::http::{Connection, Request};
use crate::live::Stage;
use crate::pace::Writer;
use crate::peers::nchan::Nchan;
use crate::process::Tree;
use crate::report::{Table, say};
use crate::streams::{Kind, Streams};
use crate::wrk::{self, CONNECTIONS, Target};

/// More than any number of streams that is measured.
const LIMITS: [&str; 6] =
    ["--max-streams", "16000", "--max-streams-per-address", "16000", "--max-connections", "18000"];
/// Results per second while readers poll and streams are open.
const RATE: u32 = 1;
const BARS: &str = "The bars: at most 4 KiB per stream; p99 at most 10 ms with 2,000 streams and at most 500 ms with \
                    15,000; at least as many deliveries per second as nchan.";
/// An event of nchan, as large as ours.
const PEER_EVENT: &str = r#"{"round_number":1,"address":"/events/1/rounds/1/"}"#;

/// Numbers of open streams.
const COUNTS: [usize; 6] = [500, 1_000, 2_000, 5_000, 10_000, 15_000];
/// Players of the event.
const PLAYERS: usize = 256;

/// The figures of a server at each number of streams.
struct Figures {
    name: &'static str,
    at: Vec<AtCount>,
}

/// Samples with a number of open streams.
#[derive(Default)]
struct AtCount {
    /// Memory for each stream, in KiB.
    memory: Samples,
    /// Milliseconds from the answer to a change until a reader has it.
    half: Samples,
    most: Samples,
    /// Deliveries per second, from the first reader to the last.
    rate: Samples,
    /// Processor time of the server for a delivery, in microseconds.
    cpu: Samples,
}

/// A change that all streams received.
struct Delivered {
    answered: SystemTime,
    times: Vec<SystemTime>,
    cpu: Duration,
}

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let counts = size.pick(vec![500, 2_000], COUNTS.to_vec(), COUNTS.to_vec());
    let changes = size.pick(5, 20, 50);
    let figures = |name| Figures { name, at: counts.iter().map(|_| AtCount::default()).collect() };
    let (mut ours, mut theirs) = (figures("Crosstable"), figures("nchan"));
    for server in size.turns(2) {
        if server == 0 {
            of_crosstable(&counts, changes, &mut ours).await?;
        } else {
            of_nchan(&counts, changes, &mut theirs).await?;
        }
    }
    let table = compared(&counts, &ours, &theirs);
    let most = counts.iter().copied().max().unwrap_or_default();
    Ok(vec![table, polling(most, size).await?])
}

/// Returns the streams of the public pages of an event.
fn public(port: u16, event: i64) -> Kind {
    Kind { port, path: format!("/events/{event}/live/"), mark: b"event: result" }
}

async fn of_crosstable(counts: &[usize], changes: usize, figures: &mut Figures) -> anyhow::Result<()> {
    let Stage { subject, running, connection: _, live } = Stage::set(PLAYERS, &LIMITS).await?;
    let result = |number: usize| live.result(number, &subject.key, &[]);
    grown(&public(running.port, live.event), running.tree, (changes, &result), counts, figures).await
}

async fn of_nchan(counts: &[usize], changes: usize, figures: &mut Figures) -> anyhow::Result<()> {
    let nchan = Nchan::start()?;
    let kind = Kind { port: nchan.port, path: "/live/".into(), mark: b"data: " };
    grown(&kind, nchan.tree, (changes, &|_| Request::text("/publish", PEER_EVENT)), counts, figures).await
}

/// Measures a server with more and more streams.
async fn grown(
    kind: &Kind,
    server: Tree,
    (changes, change): (usize, &dyn Fn(usize) -> Request),
    counts: &[usize],
    figures: &mut Figures,
) -> anyhow::Result<()> {
    let (mut streams, mut connection) = (Streams::of(kind)?, Connection::open(kind.port).await?);
    // The first stream, and first changes, take memory of their own.
    streams.grow(1).await?;
    for number in 0..changes {
        deliver(&streams, &mut connection, &change(number), server).await?;
    }
    let base = server.memory();
    for (place, wanted) in counts.iter().enumerate() {
        streams.grow(*wanted).await?;
        let later = |number: usize| change((place + 1) * changes + number);
        let at = &mut figures.at[place];
        measure((&streams, *wanted), &mut connection, (server, base), (changes, &later), at).await?;
        say(format_args!("{}", figures.told(*wanted, place)));
    }
    Ok(())
}

/// Measures a server with this number of streams.
async fn measure(
    (streams, open): (&Streams, usize),
    connection: &mut Connection,
    (server, base): (Tree, u64),
    (changes, change): (usize, &dyn Fn(usize) -> Request),
    figures: &mut AtCount,
) -> anyhow::Result<()> {
    // The first change after new streams warms them up.
    let mut delivered = Vec::new();
    for number in 0..changes {
        delivered.push(deliver(streams, connection, &change(number), server).await?);
    }
    delivered.drain(..(changes / 5).max(1));
    server.rests().await;
    streams.forget();
    let grown = server.memory().saturating_sub(base) as f64 / open as f64;
    figures.memory.add(grown);
    let mut latencies = Vec::new();
    for Delivered { answered, times, cpu } in &delivered {
        let since =
            |earlier: SystemTime| times.iter().map(move |time| time.duration_since(earlier).unwrap_or_default());
        latencies.extend(since(*answered));
        let first = times.iter().min().context("no stream")?;
        let span = since(*first).max().unwrap_or_default();
        let open = open as f64;
        figures.rate.add(open / span.as_secs_f64().max(1e-6));
        figures.cpu.add(cpu.as_secs_f64() * 1e6 / open);
    }
    figures.half.add(millis(at(&mut latencies, 500)));
    figures.most.add(millis(at(&mut latencies, 990)));
    Ok(())
}

/// Makes a change, and waits until all streams have received it.
async fn deliver(
    streams: &Streams,
    connection: &mut Connection,
    change: &Request,
    server: Tree,
) -> anyhow::Result<Delivered> {
    server.rests().await;
    streams.forget();
    let before = server.cpu();
    let answer = connection.ask(change).await?;
    let answered = SystemTime::from(SystemClock.now());
    anyhow::ensure!((200..300).contains(&answer.status), "a change is answered {}: {}", answer.status, answer.text());
    let times = streams.received().await?;
    Ok(Delivered { answered, times, cpu: server.cpu().saturating_sub(before) })
}

impl Figures {
    fn told(&self, streams: usize, place: usize) -> String {
        let AtCount { memory, half, most, rate, .. } = &self.at[place];
        let [memory, half, most, rate] = [memory, half, most, rate].map(Samples::told);
        format!("{}, {streams} streams: {memory} KiB, p50 {half} ms, p99 {most} ms, {rate}/s", self.name)
    }
}

fn compared(counts: &[usize], ours: &Figures, theirs: &Figures) -> Table {
    let columns = "streams | who | KiB a stream | p50 ms | p99 ms | deliveries/s | × nchan | server's CPU \
        µs a delivery";
    let mut table = Table::new("A change reaches all streams of an event", columns);
    for (place, streams) in counts.iter().enumerate() {
        let other = theirs.at.get(place).map(|at| at.rate.clone()).unwrap_or_default();
        for figures in [ours, theirs] {
            let AtCount { memory, half, most, rate, cpu } = &figures.at[place];
            let ratio = number(rate.median() / other.median());
            let cells = [memory, half, most, rate].map(Samples::told);
            let head = [count(*streams), figures.name.to_owned()];
            table.row(head.into_iter().chain(cells).chain([ratio, number(cpu.median())]).collect());
        }
    }
    table.note(BARS);
    table.note(
        "Times are from the answer to the change until the event is in the system of a reader, as the system notes it for each \
         connection; the readers stand for other machines, and read it up to 25 ms later. Deliveries per second: streams divided by the time \
         from the first reader to the last.",
    );
    table
}

/// Measures readers who poll standings: without and with open streams.
async fn polling(open: usize, size: &Size) -> anyhow::Result<Table> {
    let Stage { subject, running, connection: _, live } = Stage::set(PLAYERS, &LIMITS).await?;
    let headers =
        vec![("X-API-Key".to_owned(), subject.key.clone()), ("Accept-Encoding".to_owned(), "gzip".to_owned())];
    let target =
        Target { port: running.port, path: live.standings(), headers, tree: running.tree, connections: CONNECTIONS };
    // Without and with streams, each without and with results.
    let mut rates = [(); 4].map(|()| Samples::default());
    let mut reported = 0;
    for _ in 0..size.runs {
        for has_streams in [false, true] {
            let mut streams = Streams::of(&public(running.port, live.event))?;
            if has_streams {
                streams.grow(open).await?;
            }
            for changes in [false, true] {
                running.settles().await;
                let writer = changes.then(|| Writer::begin(running.port, &live, &subject.key, reported, RATE));
                let load = wrk::run(&target, size.time()).await?;
                if let Some(writer) = writer {
                    reported += writer.end().await?;
                }
                say(format_args!("polling, streams {has_streams}, changes {changes}: {:.0}/s", load.rate));
                rates[usize::from(has_streams) * 2 + usize::from(changes)].add(load.rate);
            }
            drop(streams);
            running.settles().await;
        }
    }
    let title = format!("Standings of {} players are polled while {} streams are open", count(PLAYERS), count(open));
    let mut table =
        Table::new(title, "results/s | without streams, requests/s | with streams, requests/s | with ÷ without");
    let [quiet, changing, beside, delivering] = &rates;
    for (results, without, with) in [("0", quiet, beside), ("1", changing, delivering)] {
        table.row(vec![results.into(), without.told(), with.told(), with.by(without).told()]);
    }
    table.note("The bar: at least 0.9. The readers of the streams, the pollers and the service share the processors; at one result \
                per second, the readers alone receive as many events per second as there are streams.");
    Ok(table)
}
