//! Plays one event, from its announcement to its published lists.

use anyhow::Context;
use crosstable::demo::deck;
use serde_json::json;
use service_kit::clock::{Clock, SystemClock};

use super::client::{Ask, id};
use super::crowd::{Crowd, rng};
use super::event::Event;
use super::report::EventReport;
use super::round::{self, leave};
use super::run::Run;
use super::standings;

/// One player in this many is too late for the first round.
const LATE: usize = 50;
/// With at least this many players, one is disqualified.
const CHEAT: usize = 32;

/// The course of an event.
pub(super) struct Course<'a> {
    event: Event<'a>,
    seed: u64,
    /// Players who come too late.
    late: Vec<i64>,
    report: EventReport,
}

impl<'a> Course<'a> {
    /// Announces an event and registers all players who are in time.
    pub(super) async fn begin(run: &'a Run, accounts: &[i64], number: usize) -> anyhow::Result<Self> {
        let plan = &run.plan;
        let seed = plan.seed.wrapping_mul(1_000).wrapping_add(u64::try_from(number)?);
        let name = format!("Simulated {} {number} (seed {})", plan.format.display_name(), plan.seed);
        let mut body = json!({
            "name": name, "event_format": plan.format.wire_name(), "start_datetime": SystemClock.now().to_rfc3339(),
            "swiss_rounds": plan.rounds, "top_cut": plan.top_cut, "pod_size": plan.pod_size,
            "seed": seed & 0x1f_ffff_ffff_ffff,
        });
        if plan.pod_size > 2 {
            body["rules"] = json!({ "rule_set": "COMMANDER" });
        }
        let made = run.clients.ask(Ask::post("create_event", "/api/v1/magic-events/", body)).await?;
        let id = id(&made.body)?;
        let in_time = accounts.len() - accounts.len() / LATE;
        let (in_time, late) = accounts.split_at(in_time);
        let entries = register(run, id, in_time).await?;
        let crowd = Crowd::new(seed, accounts.len(), entries);
        let report = EventReport { id, name, rounds: Vec::new(), champion: None, standings_sha256: None };
        let event = Event { run, id, crowd, token: made.token };
        Ok(Self { event, seed, late: late.to_vec(), report })
    }

    /// Plays the event to its end. Returns the figures even if it ended early.
    pub(super) async fn play(mut self) -> (EventReport, anyhow::Result<()>) {
        let done = self.all().await.with_context(|| format!("event {} was not played to its end", self.event.id));
        (self.report, done)
    }

    async fn all(&mut self) -> anyhow::Result<()> {
        self.hand_in().await?;
        round::meeting(&mut self.event).await?;
        for number in 1..=self.event.run.plan.rounds {
            let played = round::play(&mut self.event, "swiss").await?;
            self.report.rounds.push(played);
            if number == 1 {
                self.take_in_late().await?;
            }
            if number < self.event.run.plan.rounds {
                self.lose_some(number).await?;
            }
        }
        self.play_off().await?;
        for status in ["EVENT_FINISHED", "DECKLISTS_PUBLISHING", "DECKLISTS_PUBLISHED"] {
            self.move_on(status).await?;
        }
        let last = standings::at_the_end(&self.event).await?;
        self.report.champion = Some(last.champion);
        self.report.standings_sha256 = Some(last.sha256);
        Ok(())
    }

    /// Submits all lists at once; then they are locked.
    async fn hand_in(&mut self) -> anyhow::Result<()> {
        self.move_on("REGISTRATION_CLOSED").await?;
        hand_in(self.event.run, self.event.id, self.seed, 0, self.event.crowd.entries()).await?;
        self.event.step("lock_decklists", "decklists/lock/".into(), json!({})).await?;
        self.move_on("EVENT_IN_PROGRESS").await
    }

    async fn take_in_late(&mut self) -> anyhow::Result<()> {
        let before = self.event.crowd.entries().len();
        let mut entries = register(self.event.run, self.event.id, &self.late).await?;
        entries.sort_unstable();
        hand_in(self.event.run, self.event.id, self.seed, before, &entries).await?;
        self.event.crowd.join(entries);
        Ok(())
    }

    async fn lose_some(&mut self, round: i32) -> anyhow::Result<()> {
        let leaving = self.event.crowd.leaving(round);
        leave(&self.event, &leaving).await?;
        if round == (self.event.run.plan.rounds + 1) / 2
            && self.event.run.plan.players >= CHEAT
            && let Some(place) = self.event.crowd.cheat()
        {
            let entry = self.event.crowd.entries()[place];
            self.event.step("disqualify_player", format!("registrations/{entry}/disqualify/"), json!({})).await?;
        }
        Ok(())
    }

    async fn play_off(&mut self) -> anyhow::Result<()> {
        if self.event.run.plan.top_cut == 0 {
            return Ok(());
        }
        let cut = self.event.step("make_cut", "cut/".into(), json!({ "size": self.event.run.plan.top_cut })).await?;
        let mut left = cut["advancing"].as_array().map_or(0, Vec::len);
        while left > 1 {
            let played = round::play(&mut self.event, "playoff").await?;
            self.report.rounds.push(played);
            left = left.div_ceil(self.event.run.plan.pod_size);
        }
        Ok(())
    }

    async fn move_on(&mut self, status: &str) -> anyhow::Result<()> {
        self.event.step("change_lifecycle", "lifecycle/".into(), json!({ "status": status })).await.map(drop)
    }
}

/// Registers people. Returns their registrations.
async fn register(run: &Run, event: i64, users: &[i64]) -> anyhow::Result<Vec<i64>> {
    let path = format!("/api/v1/magic-events/{event}/registrations/");
    let registered = run.clients.all(users.to_vec(), |user| {
        let ask = Ask::post("create_registration", path.clone(), json!({ "user_id": user, "status": "COMPLETE" }));
        async move { id(&run.clients.ask(ask).await?.body) }
    });
    registered.await.context("not all players could register")
}

/// Submits a list for each registration. The registration with index 0 gets the first deck of the seed.
async fn hand_in(run: &Run, event: i64, seed: u64, first: usize, entries: &[i64]) -> anyhow::Result<()> {
    let entries: Vec<(u64, i64)> = (0..).skip(first).zip(entries.iter().copied()).collect();
    let handed_in = run.clients.all(entries, |(place, entry)| async move {
        let body = serde_json::to_value(&deck(run.plan.format, &mut rng(&[seed, 5, place])).body)?;
        let list = run.clients.ask(Ask::post("create_decklist", "/api/v1/decklists/", body)).await?;
        let path = format!("/api/v1/magic-events/{event}/registrations/{entry}/decklist/");
        let attach = Ask::put("attach_decklist", path, json!({ "decklist_id": id(&list.body)? }));
        run.clients.ask(attach).await.map(drop)
    });
    handed_in.await.context("not all lists were accepted").map(drop)
}
