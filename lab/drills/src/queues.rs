//! The drill `queues`: players join several on-demand queues of one convention, alone and with friends, answer calls, decline, stand
//! by and let time run out, and play in the events that the queues make, while processes are killed. No one is called by two queues,
//! or plays in two of their events, at once; each event has the players of its queue's size, paired and seated; no acknowledged step is
//! lost or doubled, and no queue waits that could call players.

mod truth;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use e2e::crawl::id;
use proto_events::vocabulary::QueueCheckInStatus as Step;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::truth::{Acknowledged, Joined, Truth};
use crate::installed::{Installed, arrive};
use crate::place::Door;
use crate::read_back::settled;
use crate::run::Run;
use crate::teller::{Teller, of_event};

const SIZES: [usize; 3] = [4, 2, 6];
/// Most friends in a party.
const FRIENDS: usize = 3;
/// Time in which the last calls and events must end.
const PATIENCE: Duration = Duration::from_secs(180);

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

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Settings { several, queues, parties, kills } = settings;
    let (faults, begun) = (&run.faults, Instant::now());
    let mut installed = Installed::with_two_write_apis(several, Vec::new()).await?;
    let door = installed.place().door();
    let queues = open(&mut Teller::new(&door, "scene")?, queues).await?;
    let joining = |number: usize| {
        let teller = Teller::new(&door, format!("party-{number}"))?;
        Ok(join(number, queues.clone(), teller, run.rng_of(number), run.careless))
    };
    let joining = (0..parties).map(joining).collect::<anyhow::Result<_>>()?;
    let ((stop, stopped), mut floors) = (watch::channel(false), JoinSet::new());
    for number in 0..queues.len() {
        floors.spawn(Floor::new(&door, &queues, number, run)?.run(stopped.clone()));
    }
    let all = arrive(&mut installed, joining, kills, run).await?.concat();
    stop.send_replace(true);
    let mut floors = floors.join_all().await.into_iter().collect::<anyhow::Result<Vec<Floor>>>()?;
    let waiting = Instant::now();
    let truth = loop {
        for floor in &mut floors {
            floor.look(true).await?;
        }
        let truth = Truth::read(&installed.place().log()).await?;
        if truth.unsettled().is_empty() || waiting.elapsed() > PATIENCE {
            break truth;
        }
        sleep(Duration::from_millis(500)).await;
    };
    let took = begun.elapsed().as_secs_f64();
    faults.note_all(truth.unsettled());
    faults.check(settled(installed.place()).await);
    truth.compare(&all, &floors.into_iter().flat_map(|floor| floor.acknowledged).collect(), faults);
    truth.read_back(&mut Teller::new(&door, "reader")?, faults).await?;
    let ended = installed.end(faults).await?;
    installed.place().verify(faults)?;
    let (queues, seed) = (queues.len(), run.seed);
    let mut lines =
        vec![format!("{kills} times a kill, {parties} parties in {queues} queues, seed {seed}; {took:.0} s.")];
    lines.extend(truth.lines().into_iter().chain(ended));
    Ok(lines)
}

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
        made.push(teller.create("/api/v1/magic-events/", queue).await?);
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
    for queue in queues.sample(&mut rng, 3).copied() {
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

/// One registration in this many answers no call before the end.
const SILENT: i64 = 50;

/// The staff of one queue, who also play a share of the events that queues make.
struct Floor {
    teller: Teller,
    rng: StdRng,
    queues: Vec<i64>,
    number: usize,
    over: BTreeSet<i64>,
    acknowledged: Acknowledged,
}

impl Floor {
    fn new(door: &Door, queues: &[i64], number: usize, run: &Run) -> anyhow::Result<Self> {
        let (teller, rng) = (Teller::new(door, format!("floor-{number}"))?, run.rng_of(usize::MAX - number));
        let (over, acknowledged) = (BTreeSet::new(), Acknowledged::new());
        Ok(Self { teller, rng, queues: queues.to_vec(), number, over, acknowledged })
    }

    async fn run(mut self, stopped: watch::Receiver<bool>) -> anyhow::Result<Self> {
        while !*stopped.borrow() {
            self.look(false).await?;
            sleep(Duration::from_millis(100)).await;
        }
        Ok(self)
    }

    /// Looks at the queue and the events. At the end, all called players come, and others do nothing.
    async fn look(&mut self, is_end: bool) -> anyhow::Result<()> {
        let queue = self.queues[self.number];
        for player in self.teller.read(&of_event(queue, "registrations/")).await?.as_array().into_iter().flatten() {
            let status: Option<Step> = serde_json::from_value(player["queue_check_in_status"].clone())?;
            let drawn = self.rng.random_range(0..1_000);
            let Some(step) = choose(id(player), status, drawn, is_end) else { continue };
            // Refused if the call has ended a moment ago, another queue has called the player, or the event is made.
            let at = of_event(queue, &format!("registrations/{}/queue/", id(player)));
            if self.tell(&at, json!({ "status": step })).await? {
                *self.acknowledged.entry((id(player), step)).or_default() += 1;
            }
        }
        let convention = self.teller.read("/api/v1/conventions/drill/").await?;
        for event in convention["magic_events"].as_array().into_iter().flatten().map(id) {
            let is_own = usize::try_from(event)? % self.queues.len() == self.number;
            if is_own && !self.queues.contains(&event) && !self.over.contains(&event) {
                self.play(event).await?;
            }
        }
        Ok(())
    }

    async fn play(&mut self, event: i64) -> anyhow::Result<()> {
        let state = self.teller.read(&of_event(event, "")).await?;
        if state["settings"]["event_lifecycle_status"] == "EVENT_FINISHED" {
            self.over.insert(event);
        }
        let phases = state["tournament_phases"].as_array().into_iter().flatten();
        let rounds = phases.flat_map(|phase| phase["rounds"].as_array().into_iter().flatten());
        for round in rounds.filter(|round| round["status"] == "IN_PROGRESS") {
            let matches = self.teller.read(&format!("/api/v1/tournament-rounds/{}/matches/", id(round))).await?;
            for table in matches["matches"].as_array().into_iter().flatten() {
                let seats = table["players"].as_array().into_iter().flatten();
                let seats = seats.map(|player| id(&player["user_event_status"]));
                let won = json!({ "games_won": seats.zip([2, 0]).collect::<BTreeMap<_, _>>() });
                // Refused if it has a result already.
                self.tell(&of_event(event, &format!("matches/{}/result/", id(table))), won).await?;
            }
        }
        Ok(())
    }

    /// Takes a step. Returns false if it is refused because of the state.
    async fn tell(&mut self, at: &str, body: Value) -> anyhow::Result<bool> {
        let (status, said) = self.teller.tell(Method::POST, at, body).await?;
        ensure!(status.is_success() || status == StatusCode::CONFLICT, "{at} is refused: {said}");
        Ok(status.is_success())
    }
}

/// Chooses the next step of a player, if the player takes one now. Players without a status were moved to an event.
fn choose(player: i64, status: Option<Step>, drawn: u32, is_end: bool) -> Option<Step> {
    use Step::{
        CheckedIn, Declined, Standby, TimedOut, WaitingForCheckInRequest as Waiting, WaitingForPlayerResponse as Called,
    };
    match (status, drawn) {
        (Some(Called), _) if is_end => Some(CheckedIn),
        _ if is_end => None,
        (Some(Called), _) if player % SILENT == 0 => None,
        (Some(Called), 0..50) | (Some(CheckedIn), 0..10) | (Some(Waiting), 0..2) => Some(Declined),
        // Staff ends the call.
        (Some(Called), 50..90) => Some(TimedOut),
        (Some(Called), 90..120) | (Some(Waiting), 2..4) => Some(Standby),
        (Some(Called), _) => Some(CheckedIn),
        (Some(Standby | Declined | TimedOut) | None, 0..50) => Some(Waiting),
        _ => None,
    }
}
