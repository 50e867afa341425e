//! Plays a round: pairing, looking at the pairings, reports, standings, end of the round.

use std::time::Instant;

use anyhow::{Context, bail};
use crosstable::demo::turned;
use proto_events::tournament::Winner;
use rand::seq::SliceRandom;
use serde::Deserialize;
use serde_json::json;

use super::client::{Ask, id, milliseconds};
use super::crowd::{Happening, told};
use super::event::Event;
use super::report::RoundReport;
use super::standings;

/// The parts of a match in an answer that are needed here.
#[derive(Debug, Deserialize)]
struct Match {
    id: i64,
    players: Vec<Seat>,
    match_is_bye: bool,
    match_is_loss: bool,
}

#[derive(Debug, Deserialize)]
struct Seat {
    user_event_status: Reference,
}

#[derive(Debug, Deserialize)]
struct Reference {
    id: i64,
}

/// An action of a client during a round.
enum Step {
    /// Reports a result.
    Report(Table),
    /// Reads the pairings.
    Look,
}

#[derive(Clone)]
struct Table {
    match_id: i64,
    /// Registration ids by seat.
    entries: Vec<i64>,
    /// Their indexes.
    places: Vec<usize>,
    happening: Happening,
}

/// Plays a round of this kind.
pub(super) async fn play(event: &mut Event<'_>, kind: &'static str) -> anyhow::Result<RoundReport> {
    let begun = Instant::now();
    let (round_id, number) = begin(event, kind).await?;
    let pairing = begun.elapsed();
    let (tables, alone) = tables(event, round_id, number, kind).await?;
    if kind != "playoff" && event.run.plan.pod_size > 2 {
        let pods: Vec<Vec<usize>> = tables.iter().map(|table| table.places.clone()).collect();
        event.crowd.note_pods(event.run.plan.pod_size, &pods).with_context(|| format!("round {number}"))?;
    }
    event.step("start_round", format!("rounds/{round_id}/start/"), json!({})).await?;
    let reporting = Instant::now();
    report(event, round_id, number, &tables).await?;
    let reporting = reporting.elapsed();
    count(event, kind, &tables, &alone);
    let visible = standings::become_visible(event, round_id).await?;
    event.step("complete_round", format!("rounds/{round_id}/complete/"), json!({})).await?;
    Ok(RoundReport {
        number,
        kind,
        tables: tables.len(),
        reporting_ms: milliseconds(reporting),
        pairing_ms: milliseconds(pairing),
        standings_visible_ms: milliseconds(visible),
    })
}

/// Adds a round. Returns its id and number.
async fn begin(event: &mut Event<'_>, kind: &str) -> anyhow::Result<(i64, i64)> {
    let round = event.step("create_round", "rounds/".into(), json!({ "kind": kind })).await?;
    let number = round["round_number"].as_i64().context("a round has no number")?;
    Ok((id(&round)?, number))
}

/// Holds a player meeting before the first round.
pub(super) async fn meeting(event: &mut Event<'_>) -> anyhow::Result<()> {
    let (round_id, _) = begin(event, "player_meeting").await?;
    for (kind, what) in [("start_round", "start"), ("complete_round", "complete")] {
        event.step(kind, format!("rounds/{round_id}/{what}/"), json!({})).await?;
    }
    Ok(())
}

/// Returns the tables with their matches' courses, and the players without an opponent: index, and whether it is a bye.
async fn tables(
    event: &Event<'_>,
    round_id: i64,
    number: i64,
    kind: &str,
) -> anyhow::Result<(Vec<Table>, Vec<(usize, bool)>)> {
    let ask = look(round_id).after(event.token.as_ref());
    let mut round = event.run.clients.ask(ask).await?.body;
    let matches: Vec<Match> = serde_json::from_value(round["matches"].take()).context("the answer holds no matches")?;
    let crowd = &event.crowd;
    let number = i32::try_from(number)?;
    let (mut tables, mut alone) = (Vec::new(), Vec::new());
    for found in matches {
        let entries: Vec<i64> = found.players.iter().map(|seat| seat.user_event_status.id).collect();
        let places: Vec<usize> = entries.iter().filter_map(|entry| crowd.place(*entry)).collect();
        let happening = match places[..] {
            _ if places.len() != entries.len() => bail!("match {} of round {number} has unknown players", found.id),
            [first, second] if kind == "playoff" => crowd.meet_to_the_end(number, first, second),
            [first, second] => crowd.meet(number, first, second, event.is_last(number)),
            [place] if found.match_is_bye || found.match_is_loss => {
                alone.push((place, found.match_is_bye));
                continue;
            }
            [_, _, _, ..] => crowd.sit(number, &places, kind == "playoff"),
            _ => bail!("match {} of round {number} has no players", found.id),
        };
        tables.push(Table { match_id: found.id, entries, places, happening });
    }
    Ok((tables, alone))
}

fn look(round_id: i64) -> Ask {
    Ask::get("read_pairings", format!("/api/v1/tournament-rounds/{round_id}/matches/"))
}

/// Reports all results in random order, while other clients read the pairings.
async fn report(event: &Event<'_>, round_id: i64, number: i64, tables: &[Table]) -> anyhow::Result<()> {
    let mut steps: Vec<Step> = tables.iter().cloned().map(Step::Report).collect();
    steps.extend((0..event.run.clients.count().min(tables.len())).map(|_| Step::Look));
    steps.shuffle(&mut event.crowd.rng(6, i32::try_from(number)?, 0, 0));
    let done = event.run.clients.all(steps, |step| async move {
        match step {
            Step::Report(table) => report_one(event, table).await?,
            Step::Look => drop(event.run.clients.ask(look(round_id)).await?),
        }
        Ok(())
    });
    done.await.context("not all tables could report").map(drop)
}

async fn report_one(event: &Event<'_>, table: Table) -> anyhow::Result<()> {
    let Table { match_id, entries, happening, .. } = table;
    let path = format!("/api/v1/magic-events/{}/matches/{match_id}/result/", event.id);
    let body = |result| told(result, &entries);
    let right = happening.result;
    let first_told = if happening.is_mistaken { turned(right) } else { right };
    event.run.clients.ask(Ask::post("report_result", path.clone(), body(first_told))).await?;
    if happening.is_mistaken {
        event.run.clients.ask(Ask::put("correct_result", path, body(right))).await?;
    } else if happening.is_confirmed {
        let path = format!("/api/v1/magic-events/{}/matches/{match_id}/confirm/", event.id);
        event.run.clients.ask(Ask::post("confirm_result", path, json!({}))).await?;
    }
    Ok(())
}

/// Adds up the players' wins.
fn count(event: &mut Event<'_>, kind: &str, tables: &[Table], alone: &[(usize, bool)]) {
    let (won, win) = (&mut event.crowd.won, event.run.plan.win());
    for table in tables {
        let winner = table.happening.result.winner;
        match (kind, winner.seat().map(|seat| table.places[seat])) {
            ("playoff", Some(player)) => won[player].playoff_wins += 1,
            (_, Some(player)) => won[player].points += win,
            (_, None) if winner == Winner::Draw => table.places.iter().for_each(|player| won[*player].points += 1),
            (_, None) => {}
        }
    }
    if kind != "playoff" {
        alone.iter().filter(|(_, is_bye)| *is_bye).for_each(|(player, _)| won[*player].points += win);
    }
}

/// Drops players, given by index.
pub(super) async fn leave(event: &Event<'_>, places: &[usize]) -> anyhow::Result<()> {
    let entries: Vec<i64> = places.iter().map(|place| event.crowd.entries()[*place]).collect();
    let gone = event.run.clients.all(entries, |entry| {
        let path = format!("/api/v1/magic-events/{}/registrations/{entry}/drop/", event.id);
        event.run.clients.ask(Ask::post("drop_player", path, json!({})))
    });
    gone.await.context("not all players could drop").map(drop)
}
