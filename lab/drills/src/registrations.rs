//! The drill `registrations`: guests register by the form of a join page while processes are killed, and repeat it until it is
//! answered. Players cancel, and free places are offered to those who wait. No one is registered twice or missed, no place is given
//! twice, and no one is overtaken. At the end, many guests ask for one last place at once.

mod compare;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::Args;
use e2e::client::{Client, Request};
use e2e::crawl::id;
use e2e::form::Form;
use proto_events::vocabulary::RegistrationStatus as Status;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::{Barrier, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::compare::{Answered, Truth};
use crate::installed::{Installed, MOSTLY_WRITE_API, arrive};
use crate::place::Door;
use crate::run::Run;
use crate::teller::{Teller, of_event};

/// Time for the last offers after the last kill.
const PATIENCE: Duration = Duration::from_secs(180);

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Several processes on PostgreSQL, two of which take registrations, instead of one on SQLite
    #[arg(long)]
    several: bool,
    /// Events, each with places for a quarter of its guests
    #[arg(long, default_value_t = 10)]
    events: usize,
    /// Guests of all events
    #[arg(long, default_value_t = 1_000)]
    guests: usize,
    /// How often a process is killed
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Guests who ask for the last place of one more event at once
    #[arg(long, default_value_t = 500)]
    at_once: usize,
}

/// Runs the drill. Careless guests fill in the form anew when an answer is lost.
pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Settings { several, events, guests, kills, at_once } = settings;
    ensure!(events > 0, "there must be an event");
    let mut installed = Installed::with_two_write_apis(several, Vec::new()).await?;
    let (door, begun) = (installed.place().door(), Instant::now());
    let mut teller = Teller::new(&door, "scene")?;
    let mut open = Vec::new();
    for number in 0..events {
        open.push(announce(&mut teller, &format!("Event {number}"), guests.div_ceil(events * 4)).await?);
    }
    let joining = |number: usize| Ok(Guest::new(&door.address, open[number % events], number, run)?.join(None));
    let joining = (0..guests).map(joining).collect::<anyhow::Result<_>>()?;
    let (stop, stopped) = watch::channel(false);
    let desk = tokio::spawn(Desk::new(&door, open.clone(), run)?.run(stopped));
    let mut all: Vec<Joined> = arrive(&mut installed, joining, kills, run).await?;
    stop.send_replace(true);
    let answered = timeout(PATIENCE, desk).await.context("offers do not end")???;

    let last = announce(&mut teller, "Last place", 1).await?;
    all.extend(contest(&mut installed, (last, at_once, guests), run).await?);
    let took = begun.elapsed().as_secs_f64();
    let ended = installed.end(&run.faults).await?;
    let truth = Truth::read(&installed.place().log(), &run.faults).await?;
    let links: Vec<_> = all.iter().map(|guest| (guest.event, guest.code.as_str())).collect();
    truth.compare(&links, &answered, &run.faults);
    truth.note_last_place(last, at_once, &run.faults);
    let mut lines = vec![
        format!(
            "{kills} times a kill, {guests} guests of {events} events, {at_once} who ask for one place at once, seed {}; {took:.0} s.",
            run.seed
        ),
        format!("Requests that were not answered: {}.", all.iter().map(|it| it.in_doubt).sum::<u32>()),
    ];
    lines.extend(truth.lines().into_iter().chain(ended));
    Ok(lines)
}

/// Announces an event with this many places, for which everyone may register.
async fn announce(teller: &mut Teller, name: &str, capacity: usize) -> anyhow::Result<i64> {
    let details = json!({
        "name": name,
        "event_format": "LEGACY",
        "capacity": capacity,
        "registration_policy": "EVERYONE",
        "offer_minutes": 1,
    });
    teller.create("/api/v1/magic-events/", details).await
}

/// Lets guests who have opened the form send it at once, and kills a process meanwhile.
async fn contest(
    installed: &mut Installed,
    (event, guests, first): (i64, usize, usize),
    run: &Run,
) -> anyhow::Result<Vec<Joined>> {
    let (barrier, mut joining) = (Arc::new(Barrier::new(guests + 1)), JoinSet::new());
    for number in first..first + guests {
        let guest = Guest::new(&installed.place().door().address, event, number, run)?;
        joining.spawn(guest.join(Some(Arc::clone(&barrier))));
    }
    barrier.wait().await;
    sleep(Duration::from_millis(100)).await;
    installed.kill(&MOSTLY_WRITE_API, &mut run.rng(), &run.faults).await?;
    joining.join_all().await.into_iter().collect()
}

struct Desk {
    teller: Teller,
    events: Vec<i64>,
    rng: StdRng,
    /// Answered offers, and those that players let expire until the end.
    answered: Answered,
    ignored: BTreeMap<i64, bool>,
}

impl Desk {
    fn new(door: &Door, events: Vec<i64>, run: &Run) -> anyhow::Result<Self> {
        let (teller, rng) = (Teller::new(door, "desk")?, run.rng_of(usize::MAX));
        Ok(Self { teller, events, rng, answered: Answered::new(), ignored: BTreeMap::new() })
    }

    /// Works until it is stopped, then until there is nothing more to do: all places are taken, or no one waits. Returns what was
    /// answered.
    async fn run(mut self, stopped: watch::Receiver<bool>) -> anyhow::Result<Answered> {
        loop {
            let (is_end, mut is_over) = (*stopped.borrow(), true);
            for event in self.events.clone() {
                is_over &= self.look(event, is_end).await?;
            }
            if is_end && is_over {
                return Ok(self.answered);
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Looks at an event. Returns whether nothing is left to do.
    async fn look(&mut self, event: i64, is_end: bool) -> anyhow::Result<bool> {
        let players = self.teller.read(&of_event(event, "registrations/")).await?;
        let players: Vec<&Value> = players.as_array().into_iter().flatten().collect();
        let has = |player: &Value, status: &str| player["registration_status"] == status;
        let waiting = players.iter().filter(|player| has(player, "ON_WAITLIST"));
        let settings = self.teller.read(&of_event(event, "settings/")).await?;
        let offers = settings["offers"].as_array().into_iter().flatten();
        let offered: Vec<i64> = offers.filter_map(|offer| offer["registration"].as_i64()).collect();
        for player in &offered {
            self.answer(event, *player, is_end).await?;
        }
        let complete: Vec<i64> = players.iter().filter(|it| has(it, "COMPLETE")).map(|it| id(it)).collect();
        // Those who accepted a place keep it, so that it can be looked for at the end.
        let others: Vec<_> = complete.iter().filter(|player| !self.answered.contains_key(player)).collect();
        if !is_end && waiting.clone().count() > 0 && !others.is_empty() && self.rng.random_ratio(1, 3) {
            let player = others[self.rng.random_range(0..others.len())];
            let canceled = json!({ "registration_status": "CANCELED" });
            self.teller.done(Method::PATCH, &of_event(event, &format!("registrations/{player}/")), canceled).await?;
        }
        let places = settings["capacity"].as_u64().unwrap_or_default();
        Ok(waiting.count() == 0 || complete.len() as u64 == places)
    }

    /// Answers an offer, or leaves it; in the end, it is accepted.
    async fn answer(&mut self, event: i64, player: i64, is_end: bool) -> anyhow::Result<()> {
        let drawn = self.rng.random_range(0..10);
        if !is_end && *self.ignored.entry(player).or_insert(drawn < 3) {
            return Ok(());
        }
        let answer = if drawn < 5 && !is_end { Status::Canceled } else { Status::Complete };
        let body = json!({ "is_accepted": answer == Status::Complete });
        let below = format!("registrations/{player}/answer-offer/");
        let (status, said) = self.teller.tell(Method::POST, &of_event(event, &below), body).await?;
        // It may have expired a moment ago.
        ensure!([StatusCode::OK, StatusCode::CONFLICT].contains(&status), "an answer is refused: {said}");
        if status == StatusCode::OK {
            self.answered.insert(player, answer);
        }
        Ok(())
    }
}

const REPEATED: Duration = Duration::from_secs(90);

struct Guest {
    client: Client,
    event: i64,
    name: String,
    rng: StdRng,
    run: Run,
    /// Requests that were not answered.
    in_doubt: AtomicU32,
}

#[derive(Debug)]
struct Joined {
    event: i64,
    code: String,
    in_doubt: u32,
}

impl Guest {
    /// Creates a guest, with an address of its own.
    fn new(address: &str, event: i64, number: usize, run: &Run) -> anyhow::Result<Self> {
        let [.., high, low] = u32::try_from(number)?.to_be_bytes();
        let own = IpAddr::V4(Ipv4Addr::new(127, 1, high, low.max(1)));
        let http = reqwest::Client::builder().local_address(own).timeout(Duration::from_secs(20));
        let (client, name) = (Client::with(address.to_owned(), None, http)?, format!("Guest {number}"));
        Ok(Self { client, event, name, rng: run.rng_of(number), run: run.clone(), in_doubt: AtomicU32::new(0) })
    }

    /// Registers. With a barrier, the form is sent when all have opened it.
    async fn join(mut self, together: Option<Arc<Barrier>>) -> anyhow::Result<Joined> {
        let mut form = self.open().await?;
        if let Some(barrier) = together {
            barrier.wait().await;
        }
        let (begun, mut loses, mut lost) = (Instant::now(), self.rng.random_ratio(1, 4), None);
        loop {
            let taps_twice = self.rng.random_ratio(1, 5);
            let (first, second) =
                tokio::join!(self.send(&form), async { if taps_twice { self.send(&form).await } else { Ok(None) } });
            for code in [first?, second?].into_iter().flatten() {
                if lost.get_or_insert_with(|| code.clone()) != &code {
                    self.run.faults.note(format!("{} of event {} got two links", self.name, self.event));
                }
            }
            if let Some(code) = lost.clone().filter(|_| !std::mem::take(&mut loses)) {
                self.show(&code).await?;
                return Ok(Joined { event: self.event, code, in_doubt: self.in_doubt.into_inner() });
            }
            if begun.elapsed() > REPEATED {
                bail!("{} is not registered within {REPEATED:?}", self.name);
            }
            sleep(Duration::from_millis(10)).await;
            if self.run.careless {
                form = self.open().await?;
                self.name.push_str(" again");
            }
        }
    }

    /// Opens the page. Returns the value by which its form is carried out once.
    async fn open(&self) -> anyhow::Result<String> {
        let text = self.get(&format!("/join/{}/", self.event)).await?;
        let (_, rest) = text.split_once("name=\"form_id\" value=\"").with_context(|| format!("no form in {text}"))?;
        Ok(rest.split('"').next().unwrap_or_default().to_owned())
    }

    /// Opens the guest's own page.
    async fn show(&self, code: &str) -> anyhow::Result<()> {
        let text = self.get(&format!("/e/{}/{code}/", self.event)).await?;
        if !text.contains(&self.name) {
            self.run.faults.note(format!("the page of {} of event {} is another one's", self.name, self.event));
        }
        Ok(())
    }

    async fn get(&self, path: &str) -> anyhow::Result<String> {
        let answer =
            self.client.answer(&Request::get(path)).await.with_context(|| format!("{path} is not answered"))?;
        ensure!(answer.status == 200, "{path} is answered {}", answer.short());
        Ok(String::from_utf8(answer.body.to_vec())?)
    }

    /// Sends the form. Returns the code of the link, or `None` if the answer is lost.
    async fn send(&self, form: &str) -> anyhow::Result<Option<String>> {
        let fields = vec![("name", self.name.clone()), ("email", String::new()), ("form_id", form.to_owned())];
        let request = Request::new(Method::POST, format!("/join/{}/", self.event), Form::UrlEncoded, fields);
        let answer = match self.client.send(&request.with("sec-fetch-site", "same-origin"), 0).await {
            Ok(answer) if ![502, 503, 504, 507].contains(&answer.status) => answer,
            Err(error) if error.is_connect() => return Ok(None),
            _ => {
                self.in_doubt.fetch_add(1, Ordering::Relaxed);
                return Ok(None);
            }
        };
        let place = answer.header("location");
        let code = place.split("/e/").nth(1).and_then(|rest| rest.split('/').nth(1));
        match code.filter(|_| answer.status == 303) {
            Some(code) => Ok(Some(code.to_owned())),
            None => bail!("{} is answered {place} {}", self.name, answer.short()),
        }
    }
}
