//! The drill `queues`: players join several on-demand queues of one convention, alone and with friends, answer calls, decline, stand
//! by and let time run out, and play in the events that the queues make, while processes are killed. No one is called by two queues,
//! or plays in two of their events, at once; each event has the players of its queue's size, paired and seated; no acknowledged step is
//! lost or doubled, and no queue waits that could call players.

mod floor;
mod truth;

use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use e2e::crawl::id;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::floor::Floor;
use self::truth::{Joined, Truth};
use crate::arrivals::arrive;
use crate::installed::Installed;
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::tally::joined;
use crate::teller::{Teller, of_event};
use crate::usual::Usual;

/// The sizes of queues.
const SIZES: [usize; 3] = [4, 2, 6];
/// Most friends in a party, and the number of queues that it joins.
const FRIENDS: usize = 3;
const JOINS: usize = 3;
/// Time in which the last calls and events must end.
const PATIENCE: Duration = Duration::from_secs(180);
const PAUSE: Duration = Duration::from_millis(500);

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Several processes on PostgreSQL and NATS, two of which take commands, instead of one on SQLite
    #[arg(long)]
    several: bool,
    /// Queues of the convention
    #[arg(long, default_value_t = 8)]
    queues: usize,
    /// Parties of one to three players
    #[arg(long, default_value_t = 150)]
    parties: usize,
    /// How often a process is killed
    #[arg(long, default_value_t = 200)]
    kills: usize,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let Settings { parties, kills, .. } = *settings;
    let (faults, begun) = (Faults::default(), Instant::now());
    // What a killed process had taken is free again after seconds.
    let options = [("CROSSTABLE_WEBHOOK_TIME_DIVISOR", "2000".to_owned())];
    let mut installed = Installed::start(settings.several, &options, usual).await?;
    let door = installed.door();
    let queues = open(&mut Teller::new(&door, "scene")?, settings.queues).await?;
    let joining = |number: usize| {
        let teller = Teller::new(&door, format!("party-{number}"))?;
        Ok(join(number, queues.clone(), teller, usual.rng_of(number), usual.careless))
    };
    let joining = (0..parties).map(joining).collect::<anyhow::Result<_>>()?;
    let ((stop, stopped), mut floors) = (watch::channel(false), JoinSet::new());
    for number in 0..queues.len() {
        floors.spawn(Floor::new(&door, &queues, number, usual)?.run(stopped.clone()));
    }
    let all = arrive(&mut installed, joining, kills, usual, &faults).await?.concat();
    stop.send_replace(true);
    let mut floors = joined(floors).await?.into_iter().collect::<anyhow::Result<Vec<Floor>>>()?;
    let waiting = Instant::now();
    let truth = loop {
        for floor in &mut floors {
            floor.look(true).await?;
        }
        let truth = Truth::read(&installed.log()).await?;
        if truth.unsettled().is_empty() || waiting.elapsed() > PATIENCE {
            break truth;
        }
        sleep(PAUSE).await;
    };
    let took = begun.elapsed().as_secs_f64();
    faults.note_all(truth.unsettled());
    faults.note_all(installed.settled().await.err());
    truth.compare(&all, &floors.into_iter().flat_map(|floor| floor.acknowledged).collect(), &faults);
    truth.read_back(&mut Teller::new(&door, "reader")?, &faults).await?;
    let ended = installed.end(&faults).await?;
    installed.verify(&faults)?;
    let (queues, seed) = (queues.len(), usual.seed);
    let mut lines =
        vec![format!("{kills} times a kill, {parties} parties in {queues} queues, seed {seed}; {took:.0} s.")];
    lines.extend(truth.lines().into_iter().chain(ended));
    Ok(Report::new(lines, &faults))
}

/// Makes a convention with queues.
async fn open(teller: &mut Teller, queues: usize) -> anyhow::Result<Vec<i64>> {
    ensure!(queues > 1, "there must be two queues");
    teller.done(Method::POST, "/api/v1/conventions/", json!({ "name": "Drill", "status": "SCHEDULED" })).await?;
    let mut made = Vec::new();
    for number in 0..queues {
        let queue = json!({
            "name": format!("Queue {number}"),
            "event_format": "LEGACY",
            "convention_slug": "drill",
            "queue_size": SIZES[number % SIZES.len()],
            "swiss_rounds": 1,
            "answer_minutes": 1,
        });
        made.push(id(&teller.done(Method::POST, "/api/v1/magic-events/", queue).await?));
    }
    Ok(made)
}

/// A party of players joins some queues, as a group in each. Careless ones join each queue again, as if the answer had been lost.
async fn join(
    number: usize,
    queues: Vec<i64>,
    mut teller: Teller,
    mut rng: StdRng,
    careless: bool,
) -> anyhow::Result<Vec<Joined>> {
    let (mut users, mut joined) = (Vec::new(), Vec::new());
    let size = rng.random_range(1..=FRIENDS);
    for queue in queues.sample(&mut rng, JOINS).copied() {
        let register = of_event(queue, "registrations/");
        let mut invite = json!({});
        for friend in 0..size {
            let name = format!("Player {}", FRIENDS * number + friend);
            let player = users.get(friend).map_or(json!({ "name": name }), |user| json!({ "user_id": user }));
            let entry = teller.done(Method::POST, &register, player).await?;
            let (registration, user) = (id(&entry), id(&entry["user"]));
            joined.push((queue, registration, user));
            if friend == users.len() {
                users.push(user);
            }
            if careless {
                let again = json!({ "name": format!("{name}, again in {queue}") });
                teller.done(Method::POST, &register, again).await?;
            }
            if size > 1 {
                let group = of_event(queue, &format!("registrations/{registration}/join-group/"));
                // Refused if the queue has moved one of them to an event meanwhile.
                let (status, group) = teller.tell(Method::POST, &group, invite.clone()).await?;
                if status.is_success() {
                    invite = json!({ "invite_hash": group["invite_hash"] });
                }
            }
        }
    }
    Ok(joined)
}
