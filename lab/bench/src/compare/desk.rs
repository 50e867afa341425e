//! `bench desk`: every page of the desk of an event of 512 players while 20 results per second come in: time to the whole
//! page, and bytes on the way.
//!
//! A scorekeeper is signed in. The pages are requested one after the other, as a browser does, on one connection.

use std::time::Instant;

use e2e::permissions::routes;

use super::Size;
use crate::figures::{Samples, at, count, millis, scaled};
use crate::http::Request;
use crate::live::Stage;
use crate::pace::Writer;
use crate::report::{Table, say};

/// Results per second.
const RATE: u32 = 20;
/// The time that a page may take, and its bytes on the way.
const BARS: &str = "The bars: p99 of every page at most 50 ms, at most 100 kB packed.";
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let players = size.pick(64, 512, 512);
    let title = format!("Pages of the desk, {players} players, while {RATE} results/s come in");
    let columns = "page | kB | kB packed | quiet, p50 ms | quiet, p99 ms | p50 ms | p99 ms";
    let mut table = Table::new(title, columns);
    let Stage { subject, running, mut connection, live } = Stage::set(players, &[]).await?;
    let cookie = subject.sign_in(running.port).await?;
    running.settles().await;
    let (mut reported, mut others) = (0, Vec::new());
    for page in pages() {
        let path = live.path(page);
        let plain = Request::get(&path, "", &[("Cookie", &cookie)]);
        let answer = connection.ask(&plain).await?;
        if answer.status != 200 {
            others.push(format!("{page} ({})", answer.status));
            continue;
        }
        let bytes = answer.body.len();
        let packed = Request::get(&path, "", &[("Cookie", &cookie), ("Accept-Encoding", "gzip")]);
        let on_the_way = connection.ask(&packed).await?.expect(200)?.body.len();
        let mut figures = [(); 4].map(|()| Samples::default());
        for _ in 0..size.runs {
            let mut quiet = connection.repeat(&packed, 200, Instant::now() + size.time()).await?;
            let writer = Writer::begin(running.port, &live, &subject.key, reported, RATE);
            let mut changing = connection.repeat(&packed, 200, Instant::now() + size.time()).await?;
            reported += writer.end().await?;
            let found = [at(&mut quiet, 500), at(&mut quiet, 990), at(&mut changing, 500), at(&mut changing, 990)];
            figures.iter_mut().zip(found).for_each(|(figure, time)| figure.add(millis(time)));
        }
        say(format_args!("{page}: {} ms", figures.iter().map(Samples::told).collect::<Vec<_>>().join(", ")));
        let cells = [page.to_owned(), scaled(bytes, 1e3), scaled(on_the_way, 1e3)];
        table.row(cells.into_iter().chain(figures.iter().map(Samples::told)).collect());
    }
    table.note(BARS);
    if !others.is_empty() {
        table.note(format!("Without a page in this event: {}.", others.join(", ")));
    }
    table.note(format!("{} results were reported meanwhile.", count(reported)));
    Ok(vec![table])
}

/// The pages of the desk, as their addresses are in the table of routes.
fn pages() -> Vec<&'static str> {
    let pages = routes().into_iter().filter(|route| route.method == "GET" && route.template.starts_with("/desk/"));
    pages.map(|route| route.template).collect()
}
