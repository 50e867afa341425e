//! Plays one event, from its announcement to its published lists.

use anyhow::Context;
use serde_json::json;
use service_kit::clock::{Clock, SystemClock};

use super::client::Ask;
use super::crowd::{Accounts, Crowd};
use super::round::{self, leave, step};
use super::{EventReport, Run, entry, id, standings};

/// One player in this many is too late for the first round.
const LATE: usize = 50;
/// With at least this many players, one is disqualified.
const CHEAT: usize = 32;

/// An event in play.
pub(super) struct Course<'a> {
    pub(super) run: &'a Run,
    pub(super) id: i64,
    pub(super) crowd: Crowd,
    /// Consistency token of the event's newest step.
    pub(super) token: Option<String>,
    seed: u64,
    /// Players who come too late.
    late: Vec<i64>,
    report: EventReport,
}

impl<'a> Course<'a> {
    /// Announces an event and registers all players who are in time.
    pub(super) async fn begin(run: &'a Run, accounts: &Accounts, number: usize) -> anyhow::Result<Self> {
        let plan = &run.plan;
        let seed = plan.seed.wrapping_mul(1_000).wrapping_add(u64::try_from(number)?);
        let name = format!("Simulated {} {number} (seed {})", plan.format.display_name(), plan.seed);
        run.bar.set_message(format!("event {number}: registration"));
        let body = json!({
            "name": name, "event_format": plan.format.wire_name(), "start_datetime": SystemClock.now().to_rfc3339(),
            "swiss_rounds": plan.rounds, "top_cut": plan.top_cut, "seed": seed & 0x1f_ffff_ffff_ffff,
        });
        let made = run.pool.ask(Ask::post("create_event", "/api/v1/magic-events/", body)).await?;
        let id = id(&made.body)?;
        let in_time = accounts.0.len() - accounts.0.len() / LATE;
        let (in_time, late) = accounts.0.split_at(in_time);
        let entries = entry::register(run, id, in_time).await?;
        let crowd = Crowd::new(seed, accounts.0.len(), entries);
        let report = EventReport::new(id, number, name, plan.players);
        Ok(Self { run, id, crowd, token: made.token, seed, late: late.to_vec(), report })
    }

    /// Plays the event to its end. Returns the figures even if it ended early.
    pub(super) async fn play(mut self) -> (EventReport, anyhow::Result<()>) {
        let done = self.all().await.with_context(|| format!("event {} was not played to its end", self.id));
        (self.report, done)
    }

    async fn all(&mut self) -> anyhow::Result<()> {
        self.hand_in().await?;
        round::meeting(self).await?;
        for number in 1..=self.run.plan.rounds {
            let played = round::play(self, "swiss").await?;
            self.report.rounds.push(played);
            if number == 1 {
                self.take_in_late().await?;
            }
            if number < self.run.plan.rounds {
                self.lose_some(number).await?;
            }
        }
        self.play_off().await?;
        for status in ["EVENT_FINISHED", "DECKLISTS_PUBLISHING", "DECKLISTS_PUBLISHED"] {
            self.move_on(status).await?;
        }
        let last = standings::at_the_end(self).await?;
        self.report.ends(last);
        Ok(())
    }

    /// Submits all lists at once; then they are locked.
    async fn hand_in(&mut self) -> anyhow::Result<()> {
        self.move_on("REGISTRATION_CLOSED").await?;
        self.say("lists");
        entry::hand_in(self.run, self.id, self.seed, 0, self.crowd.entries()).await?;
        step(self, "lock_decklists", "decklists/lock/".into(), json!({})).await?;
        self.move_on("EVENT_IN_PROGRESS").await
    }

    async fn take_in_late(&mut self) -> anyhow::Result<()> {
        let before = self.crowd.entries().len();
        let mut entries = entry::register(self.run, self.id, &self.late).await?;
        entries.sort_unstable();
        entry::hand_in(self.run, self.id, self.seed, before, &entries).await?;
        self.crowd.join(entries);
        Ok(())
    }

    async fn lose_some(&mut self, round: i32) -> anyhow::Result<()> {
        let leaving = self.crowd.leaving(round);
        leave(self, &leaving).await?;
        if round == (self.run.plan.rounds + 1) / 2
            && self.run.plan.players >= CHEAT
            && let Some(place) = self.crowd.cheat()
        {
            let entry = self.crowd.entries()[place];
            step(self, "disqualify_player", format!("registrations/{entry}/disqualify/"), json!({})).await?;
        }
        Ok(())
    }

    async fn play_off(&mut self) -> anyhow::Result<()> {
        if self.run.plan.top_cut == 0 {
            return Ok(());
        }
        let cut = step(self, "make_cut", "cut/".into(), json!({ "size": self.run.plan.top_cut })).await?;
        let mut left = cut["advancing"].as_array().map_or(0, Vec::len);
        while left > 1 {
            let played = round::play(self, "playoff").await?;
            self.report.rounds.push(played);
            left = left.div_ceil(2);
        }
        Ok(())
    }

    async fn move_on(&mut self, status: &str) -> anyhow::Result<()> {
        step(self, "change_lifecycle", "lifecycle/".into(), json!({ "status": status })).await.map(drop)
    }

    /// Whether a playoff follows this Swiss round.
    pub(super) fn is_last(&self, round: i32) -> bool {
        self.run.plan.top_cut > 0 && round == self.run.plan.rounds
    }

    /// Shows the current step.
    pub(super) fn say(&self, what: impl std::fmt::Display) {
        self.run.bar.set_message(format!("event {}: {what}", self.report.number));
    }
}
