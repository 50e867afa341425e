//! `bench phone`: the pages that players open, for an event of 512 players, in Chromium as a cheap phone with a poor
//! connection and an empty cache: time to the first content, bytes on the way, and what moves while it loads.

use e2e::browser::Browser;

use super::Size;
use super::publication::links;
use crate::figures::{Samples, count, millis, number};
use crate::live::Stage;
use crate::report::{Table, say};

/// Points of the phone's screen, from top to bottom.
const SCREEN: f64 = 800.0;
const BARS: &str = "The bars: first content within 1,500 ms, at most 60 kB on the way, no layout shift.";

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let players = size.pick(64, 512, 512);
    let title = format!(
        "Pages on a phone, {players} players: a processor four times slower, 150 ms for a round trip, 1.6 Mbit/s"
    );
    let columns = "page | first content, ms | kB on the way | requests | layout shift | screens long";
    let mut table = Table::new(title, columns);
    let Stage { subject, running, mut connection, live } = Stage::set(players, &[]).await?;
    let event = live.event;
    let (_, link) = links(&mut connection, &subject.key, event).await?.swap_remove(0);
    running.settles().await;
    let browser = Browser::start(&format!("127.0.0.1:{}", running.port)).await;
    browser.become_slow_phone().await;
    let public = |page: &str| (format!("/events/{{id}}/{page}"), format!("/events/{event}/{page}"));
    let mut pages: Vec<_> = ["", "rounds/1/", "rounds/1/?by=table", "screen/"].map(public).to_vec();
    pages.push(("/".into(), "/".into()));
    pages.push(("/e/{event}/{code}/".into(), link));
    for (page, path) in pages {
        let mut figures = [(); 5].map(|()| Samples::default());
        for _ in 0..size.runs {
            let loaded = browser.load(&path).await;
            let (kilobytes, requests) = (loaded.bytes as f64 / 1e3, loaded.requests as f64);
            let screens = loaded.height as f64 / SCREEN;
            let found = [millis(loaded.first_content), kilobytes, requests, loaded.shift, screens];
            figures.iter_mut().zip(found).for_each(|(figure, value)| figure.add(value));
        }
        let [first, bytes, requests, shift, long] = figures;
        let cells = [first.told(), number(bytes.median()), number(requests.median()), shift.told(), long.told()];
        say(format_args!("{page}: {}", cells.join(", ")));
        table.row([page].into_iter().chain(cells).collect());
    }
    table.note(BARS);
    table.note(format!("The names of the {} players pack as badly as real ones.", count(players)));
    Ok(vec![table])
}
