//! Reads standings and checks that they match the results.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::client::Ask;
use super::crowd::Crowd;
use super::event::Event;

/// How long standings may take to show a result.
const PATIENCE: Duration = Duration::from_secs(30);
/// Interval between two reads.
const PAUSE: Duration = Duration::from_millis(5);

/// A line of the standings.
#[derive(Debug, Deserialize)]
struct SimulatedStanding {
    rank: i32,
    name: String,
    match_points: i32,
    record: String,
    opponent_match_win_percentage: f64,
    game_win_percentage: f64,
    opponent_game_win_percentage: f64,
    playoff_wins: i32,
    user_event_status_ids: Vec<i64>,
}

#[derive(Debug, Deserialize)]
struct Sheet {
    standings: Vec<SimulatedStanding>,
}

/// The final standings of an event.
pub(super) struct Final {
    /// Name of the winner.
    pub(super) champion: String,
    /// Hash of the standings without names: the same results give the same hash.
    pub(super) sha256: String,
}

/// Reads standings until they match the results. Returns the time that this took.
pub(super) async fn become_visible(event: &Event<'_>, round_id: i64) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    loop {
        let path = format!("/api/v1/tournament-rounds/{round_id}/standings/");
        let answer = event.run.clients.ask(Ask::get("read_standings", path)).await?;
        let Some(difference) = difference(&event.crowd, &sheet(answer.body)?) else { return Ok(begun.elapsed()) };
        if begun.elapsed() > PATIENCE {
            bail!("the standings do not match the results: {difference}");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Reads the final standings, which must match the results.
pub(super) async fn at_the_end(event: &Event<'_>) -> anyhow::Result<Final> {
    let path = format!("/api/v1/magic-events/{}/current_standings/", event.id);
    let ask = Ask::get("read_standings", path).after(event.token.as_ref());
    let sheet = sheet(event.run.clients.ask(ask).await?.body)?;
    if let Some(difference) = difference(&event.crowd, &sheet) {
        bail!("the final standings do not match the results: {difference}");
    }
    let mut hash = Sha256::new();
    for line in &sheet.standings {
        let place = line.user_event_status_ids.first().and_then(|entry| event.crowd.place(*entry));
        let shares = [line.opponent_match_win_percentage, line.game_win_percentage, line.opponent_game_win_percentage];
        hash.update(format!("{} {place:?} {} {} {shares:?}\n", line.rank, line.match_points, line.record));
    }
    Ok(Final {
        champion: sheet.standings.first().map(|line| line.name.clone()).unwrap_or_default(),
        sha256: service_kit::hex::hex(&hash.finalize()),
    })
}

fn sheet(body: Value) -> anyhow::Result<Sheet> {
    serde_json::from_value(body).context("the answer holds no standings")
}

/// Returns the difference of a line that does not match the results.
fn difference(crowd: &Crowd, sheet: &Sheet) -> Option<String> {
    if sheet.standings.is_empty() {
        return Some("they are empty".into());
    }
    sheet.standings.iter().find_map(|line| {
        let entry = line.user_event_status_ids.first().copied().unwrap_or_default();
        let Some(place) = crowd.place(entry) else { return Some(format!("{} is not in the event", line.name)) };
        let won = crowd.won[place];
        let shown = (line.match_points, line.playoff_wins);
        let differs = shown != (won.points, won.playoff_wins);
        differs.then(|| format!("{} has {shown:?} match points and playoff wins instead of {won:?}", line.name))
    })
}
