//! Checks at the end of every drill.

use std::collections::BTreeSet;
use std::sync::Arc;

use e2e::client::Client;

use crate::compare::{Comparison, compare};
use crate::contested::Contested;
use crate::history::History;
use crate::place::Place;
use crate::tally::Tally;
use crate::writers::Writer;
use crate::{log, read_back};

/// Compares the answers that clients got with the log, and the log with what the server serves. There must be no writes
/// meanwhile.
pub(crate) async fn check(
    place: &dyn Place,
    client: &Client,
    writers: &[Writer],
    contested: &Contested,
    others: &BTreeSet<i64>,
    tally: &Tally,
) -> anyhow::Result<Comparison> {
    let truth = Arc::new(log::read(place).await?);
    let histories: Vec<&History> = writers.iter().flat_map(|writer| &writer.histories).collect();
    let mut comparison = compare(&histories, &truth, others);
    tally.faults.note_all(std::mem::take(&mut comparison.faults));
    tally.faults.note_all(contested.faults(&truth));
    read_back::pages(client, &truth, &tally.faults).await;
    read_back::details(&place.door(), &truth, &tally.faults).await?;
    Ok(comparison)
}
