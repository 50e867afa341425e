//! The floor of the convention: players of each queue answer and take other steps, and play in the events that queues make.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::ensure;
use e2e::crawl::id;
use proto_events::vocabulary::QueueCheckInStatus as Step;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::place::Door;
use crate::teller::{Teller, of_event};
use crate::usual::Usual;

/// The convention.
const CONVENTION: &str = "/api/v1/conventions/drill/";
/// Pause between two looks.
const LOOK: Duration = Duration::from_millis(100);
/// One registration in this many answers no call before the end.
const SILENT: i64 = 50;

/// How often each step of a registration was acknowledged.
pub(super) type Acknowledged = BTreeMap<(i64, Step), usize>;

/// The staff of one queue, who also play a share of the events that queues make.
pub(super) struct Floor {
    teller: Teller,
    rng: StdRng,
    queues: Vec<i64>,
    /// Its number among the queues.
    number: usize,
    /// Events that are over.
    over: BTreeSet<i64>,
    pub(super) acknowledged: Acknowledged,
}

impl Floor {
    pub(super) fn new(door: &Door, queues: &[i64], number: usize, usual: &Usual) -> anyhow::Result<Self> {
        let (teller, rng) = (Teller::new(door, format!("floor-{number}"))?, usual.rng_of(usize::MAX - number));
        let (over, acknowledged) = (BTreeSet::new(), Acknowledged::new());
        Ok(Self { teller, rng, queues: queues.to_vec(), number, over, acknowledged })
    }

    /// Works until it is stopped.
    pub(super) async fn run(mut self, stopped: watch::Receiver<bool>) -> anyhow::Result<Self> {
        while !*stopped.borrow() {
            self.look(false).await?;
            sleep(LOOK).await;
        }
        Ok(self)
    }

    /// Looks at the queue and the events. At the end, all called players come, and others do nothing.
    pub(super) async fn look(&mut self, is_end: bool) -> anyhow::Result<()> {
        let queue = self.queues[self.number];
        for player in self.read(&of_event(queue, "registrations/")).await?.as_array().into_iter().flatten() {
            let status: Option<Step> = serde_json::from_value(player["queue_check_in_status"].clone())?;
            let drawn = self.rng.random_range(0..1_000);
            let Some(step) = choose(id(player), status, drawn, is_end) else { continue };
            // Refused if the call has ended a moment ago, another queue has called the player, or the event is made.
            let at = of_event(queue, &format!("registrations/{}/queue/", id(player)));
            if self.tell(&at, json!({ "status": step })).await? {
                *self.acknowledged.entry((id(player), step)).or_default() += 1;
            }
        }
        let convention = self.read(CONVENTION).await?;
        for event in convention["magic_events"].as_array().into_iter().flatten().map(id) {
            let is_own = usize::try_from(event)? % self.queues.len() == self.number;
            if is_own && !self.queues.contains(&event) && !self.over.contains(&event) {
                self.play(event).await?;
            }
        }
        Ok(())
    }

    async fn play(&mut self, event: i64) -> anyhow::Result<()> {
        let state = self.read(&of_event(event, "")).await?;
        if state["settings"]["event_lifecycle_status"] == "EVENT_FINISHED" {
            self.over.insert(event);
        }
        let phases = state["tournament_phases"].as_array().into_iter().flatten();
        let rounds = phases.flat_map(|phase| phase["rounds"].as_array().into_iter().flatten());
        for round in rounds.filter(|round| round["status"] == "IN_PROGRESS") {
            let matches = self.read(&format!("/api/v1/tournament-rounds/{}/matches/", id(round))).await?;
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

    async fn read(&mut self, at: &str) -> anyhow::Result<Value> {
        self.teller.done(Method::GET, at, Value::Null).await
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
