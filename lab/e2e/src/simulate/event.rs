//! An event in play, as the steps of its course see it.

use serde_json::Value;

use super::client::Ask;
use super::crowd::Crowd;
use super::run::Run;

/// An event in play.
pub(super) struct Event<'a> {
    pub(super) run: &'a Run,
    pub(super) id: i64,
    pub(super) crowd: Crowd,
    /// Consistency token of its newest step.
    pub(super) token: Option<String>,
}

impl Event<'_> {
    /// Carries out a step of the whole event.
    pub(super) async fn step(&mut self, kind: &'static str, path: String, body: Value) -> anyhow::Result<Value> {
        let path = format!("/api/v1/magic-events/{}/{path}", self.id);
        let done = self.run.clients.ask(Ask::post(kind, path, body)).await?;
        self.token = done.token.or_else(|| self.token.take());
        Ok(done.body)
    }

    /// Whether a playoff follows this Swiss round.
    pub(super) fn is_last(&self, round: i32) -> bool {
        self.run.plan.top_cut > 0 && round == self.run.plan.rounds
    }
}
