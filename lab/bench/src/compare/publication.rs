//! `bench publication`: a round of a large event is published while thousands of phones follow it. Each phone hears of it on its
//! stream and loads its page again: players their own page by a private link, spectators the public page of the round.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use service_kit::random;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;

use super::Size;
use crate::figures::{Samples, at, count, millis, number};
use crate::http::{Connection, Request};
use crate::live::{Live, serve_event};
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// More than any number of phones.
const LIMITS: [&str; 8] = [
    "--max-streams",
    "16000",
    "--max-streams-per-address",
    "16000",
    "--max-connections",
    "18000",
    "--max-connections-per-address",
    "18000",
];
/// The time over which phones spread their requests in a large event, as the script of the pages does.
const SPREAD: Duration = Duration::from_millis(1_500);
/// Pause between two requests of a reader of standings.
const PAUSE: Duration = Duration::from_millis(4);
/// Readers of standings.
const READERS: usize = 2;
/// The lowest priority that the system gives a thread.
const LOWEST: i32 = 19;
const BARS: &str = "The bars: all within 2 s, and p99 of standings meanwhile at most 4 times that of a quiet time.";

/// Number of connections to open at once, so that no backlog overflows.
const AT_ONCE: usize = 100;
/// Players of the event, and phones; those beyond the players are spectators'.
const HERD: (usize, usize) = (2_000, 5_000);

/// A phone with its page.
struct Phone {
    page: String,
    stream: Connection,
    /// The registration of the player; `None` for a spectator.
    player: Option<i64>,
}

/// A phone that has loaded its page again.
struct Loaded {
    told: Instant,
    loaded: Instant,
    player: Option<i64>,
    packed: Vec<u8>,
}

/// Milliseconds of publications: until all phones hear of it; until half, 99 of 100 and all have their page; and p99 of standings in a
/// quiet time and meanwhile.
type Figures = [Samples; 6];

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let (players, all) = size.pick((64, 200), HERD, HERD);
    let subject = Subject::on_sqlite()?;
    let (running, event) = serve_event(&subject, players, &LIMITS).await?;
    let mut organizer = Connection::open(running.port).await?;
    let links = links(&mut organizer, &subject.key, event).await?;
    let elsewhere = elsewhere()?;
    let (mut figures, mut done) = (Figures::default(), Ok(()));
    for _ in 0..size.runs {
        if done.is_ok() {
            done = publication((&subject, &running, event), (&links, all, &elsewhere), &mut figures).await;
        }
    }
    elsewhere.shutdown_background();
    done?;
    let title = format!("{} phones when a round of {} players is published", count(all), count(players));
    let columns =
        "all told, ms | p50 ms | p99 ms | all, ms | standings quiet, p99 ms | meanwhile, p99 ms | meanwhile ÷ quiet";
    let mut table = Table::new(title, columns);
    let ratio = number(figures[5].by(&figures[4]).median());
    table.row(figures.iter().map(Samples::told).chain([ratio]).collect());
    table.note(format!(
        "From the answer to the publication until a phone has its whole page; {} phones have a page of their own, drawn for \
         each request, the others that of the round. Requests are spread over 1.5 s. Each phone opens a connection for its request. Phones stand for other \
         machines: their threads have the lowest priority, so that they leave the processors to the service and to the two readers \
         of standings.",
        count(players)
    ));
    table.note(BARS);
    Ok(vec![table])
}

/// Starts the threads of the phones. Without the lowest priority, the system would let the service and the readers of standings
/// wait for phones, which in a hall compute with processors of their own.
fn elsewhere() -> anyhow::Result<Runtime> {
    // If a thread keeps its priority, the phones only disturb more.
    let yields = || {
        let _ = rustix::process::setpriority_process(None, LOWEST);
    };
    Builder::new_multi_thread().on_thread_start(yields).enable_all().build().context("threads for phones")
}

/// Makes the private links of all players. Returns the paths of their pages by registration.
pub(super) async fn links(organizer: &mut Connection, key: &str, event: i64) -> anyhow::Result<Vec<(i64, String)>> {
    let path = format!("/api/v1/magic-events/{event}/private-links/");
    let answer = organizer.ask(&Request::send("POST", &path, key, &[], &json!({}))).await?.expect(200)?.json()?;
    let link = |link: &Value| {
        let url = link["url"].as_str().context("no address")?;
        let path = url.find("/e/").and_then(|start| url.get(start..)).context("not a private link")?;
        Ok((link["registration"].as_i64().context("no registration")?, path.to_owned()))
    };
    answer.as_array().context("no links")?.iter().map(link).collect()
}

/// Pairs a round, publishes it while all phones follow, and ends it.
async fn publication(
    (subject, running, event): (&Subject, &Running, i64),
    (links, all, elsewhere): (&[(i64, String)], usize, &Runtime),
    figures: &mut Figures,
) -> anyhow::Result<()> {
    let (mut organizer, key) = (Connection::open(running.port).await?, &subject.key);
    let live = Live::pair(&mut organizer, key, event).await?;
    let public = format!("/events/{event}/rounds/{}/", live.number);
    let pages = links.iter().map(|(player, page)| (Some(*player), page.clone()));
    let pages = pages.chain(std::iter::repeat((None, public.clone()))).take(all);
    // In a large event, pages lag behind by up to a second.
    subject.until(running, &public).await?;
    let phones = elsewhere.spawn(opened(running.port, event, pages.collect())).await??;
    running.settles().await;
    let readers = Readers::begin(running.port, &Request::get(&live.standings(), key, &[("Accept-Encoding", "gzip")]));
    sleep(SPREAD * 2).await;
    let quiet = millis(at(&mut readers.end().await?, 990));

    let mut waiting = JoinSet::new();
    for phone in phones {
        waiting.spawn_on(phone.follow(running.port), elsewhere.handle());
    }
    let readers = Readers::begin(running.port, &Request::get(&live.standings(), key, &[("Accept-Encoding", "gzip")]));
    let path = format!("/api/v1/magic-events/{event}/rounds/{}/publish/", live.round);
    organizer.ask(&Request::send("POST", &path, key, &[], &json!({}))).await?.expect(200)?;
    let published = Instant::now();
    let loaded = waiting.join_all().await.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let meanwhile = millis(at(&mut readers.end().await?, 990));
    let since = |of: fn(&Loaded) -> Instant| {
        loaded.iter().map(|phone| of(phone).saturating_duration_since(published)).collect::<Vec<_>>()
    };
    let (mut told, mut times) = (since(|phone| phone.told), since(|phone| phone.loaded));
    let told = millis(at(&mut told, 1_000));
    let [half, most, last] = [500, 990, 1_000].map(|part| millis(at(&mut times, part)));
    figures.iter_mut().zip([told, half, most, last, quiet, meanwhile]).for_each(|(figure, time)| figure.add(time));
    say(format_args!("p50 {half:.0} ms, p99 {most:.0} ms, all {last:.0} ms"));
    let matches = organizer.ask(&Request::get(&live.matches(), key, &[])).await?.expect(200)?.json()?;
    let registrations = format!("/api/v1/magic-events/{event}/registrations/");
    let registrations = organizer.ask(&Request::get(&registrations, key, &[])).await?.expect(200)?.json()?;
    shown(&loaded, &opponents(&matches, &registrations))?;
    live.start(&mut organizer, key).await?;
    live.complete(&mut organizer, key).await?;
    running.settles().await;
    Ok(())
}

/// The first bytes of what is packed by gzip.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// Returns the name of each player's opponent, by registration.
fn opponents(matches: &Value, registrations: &Value) -> HashMap<i64, String> {
    let name = |entry: &Value| Some((entry["id"].as_i64()?, entry["user"]["best_identifier"].as_str()?.to_owned()));
    let names: HashMap<i64, String> = registrations.as_array().into_iter().flatten().filter_map(name).collect();
    let mut opponents = HashMap::new();
    for table in matches["matches"].as_array().into_iter().flatten() {
        let seats = table["players"].as_array().into_iter().flatten();
        let seats: Vec<i64> = seats.filter_map(|player| player["user_event_status"]["id"].as_i64()).collect();
        let [one, other] = seats[..] else { continue };
        for (player, opponent) in [(one, other), (other, one)] {
            opponents.extend(names.get(&opponent).map(|name| (player, name.clone())));
        }
    }
    opponents
}

/// Checks that each page shows the own table, or for spectators all of them.
fn shown(loaded: &[Loaded], opponents: &HashMap<i64, String>) -> anyhow::Result<()> {
    ensure!(!opponents.is_empty(), "the matches name no opponents");
    let spectator = loaded.iter().find(|phone| phone.player.is_none());
    for phone in loaded.iter().filter(|phone| phone.player.is_some()).chain(spectator) {
        let mut page = String::new();
        // Short pages are not packed.
        if phone.packed.starts_with(GZIP) {
            GzDecoder::new(&phone.packed[..]).read_to_string(&mut page).context("a page that cannot be unpacked")?;
        } else {
            page.push_str(std::str::from_utf8(&phone.packed).context("a page that is no text")?);
        }
        match phone.player {
            Some(player) => {
                let is_shown = opponents.get(&player).is_none_or(|name| page.contains(name));
                ensure!(is_shown, "the page of registration {player} does not show its table");
            }
            None => ensure!(opponents.values().all(|name| page.contains(name)), "the round's page lacks players"),
        }
    }
    Ok(())
}

/// Opens pages, and the streams that they name.
async fn opened(port: u16, event: i64, pages: Vec<(Option<i64>, String)>) -> anyhow::Result<Vec<Phone>> {
    let mut phones = Vec::new();
    for pages in pages.chunks(AT_ONCE) {
        let mut opening = JoinSet::new();
        for (player, page) in pages.iter().cloned() {
            opening.spawn(async move {
                let mut stream = Connection::open(port).await?;
                let answer = stream.ask(&Request::get(&page, "", &[])).await?.expect(200)?;
                let text = String::from_utf8_lossy(&answer.body);
                let named = text.split_once("data-live=\"").and_then(|(_, rest)| rest.split('"').next());
                let live = named.map_or_else(|| format!("/events/{event}/live/"), |live| live.replace("&amp;", "&"));
                stream.follow(&Request::get(&live, "", &[])).await?;
                anyhow::Ok(Phone { page, stream, player })
            });
        }
        while let Some(phone) = opening.join_next().await {
            phones.push(phone?.with_context(|| format!("phone {}; see `ulimit -n`", phones.len()))?);
        }
    }
    Ok(phones)
}

impl Phone {
    /// Waits for an event, and loads the page again after a random part of the time over which requests are spread.
    async fn follow(mut self, port: u16) -> anyhow::Result<Loaded> {
        self.stream.until(b"data: ").await?;
        let told = Instant::now();
        let part = u32::from(u16::from_be_bytes(random::bytes()));
        sleep(SPREAD * part / u32::from(u16::MAX)).await;
        let mut connection = Connection::open(port).await?;
        let answer =
            connection.ask(&Request::get(&self.page, "", &[("Accept-Encoding", "gzip")])).await?.expect(200)?;
        Ok(Loaded { told, loaded: Instant::now(), player: self.player, packed: answer.body })
    }
}

/// Clients that read standings again and again, on a thread of their own: they do not wait for the turn of a phone in this program.
struct Readers {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<anyhow::Result<Vec<Duration>>>,
}

impl Readers {
    fn begin(port: u16, request: &Request) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, request) = (Arc::clone(&stop), request.clone());
        let thread = tokio::task::spawn_blocking(move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let reader = |_| tokio::spawn(read(port, request.clone(), Arc::clone(&stopped)));
                let readers: Vec<_> = (0..READERS).map(reader).collect();
                let mut times = Vec::new();
                for reader in readers {
                    times.extend(reader.await??);
                }
                Ok(times)
            })
        });
        Self { stop, thread }
    }

    /// Returns how long the reads took.
    async fn end(self) -> anyhow::Result<Vec<Duration>> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.await?
    }
}

/// Reads again and again until it has to stop. Returns how long the reads took.
async fn read(port: u16, request: Request, stop: Arc<AtomicBool>) -> anyhow::Result<Vec<Duration>> {
    let (mut connection, mut times) = (Connection::open(port).await?, Vec::new());
    while !stop.load(Ordering::Relaxed) {
        let asked = Instant::now();
        connection.ask(&request).await?.expect(200)?;
        times.push(asked.elapsed());
        sleep(PAUSE).await;
    }
    Ok(times)
}
