//! Logs that are filled before a drill: with decklists, appended directly, and with imported tournaments.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use e2e::client::Request;
use e2e::generate::{Plan, generate};
use e2e::scenario;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{OrganizationId, Sequence, UserId};
use proto_events::{Actor, DecklistEvent, DomainEvent, StreamId};
use storage::{Access, open_events};
use tempfile::tempdir;

use crate::place::Place;

/// The organization of the installation's key.
const ORGANIZATION: OrganizationId = OrganizationId(1);
const REVISIONS: usize = 20;
const AT_ONCE: usize = 250;
/// How long the first rendering of the log may take.
const FIRST_VIEWS: Duration = Duration::from_secs(1_800);
/// Players and rounds of each tournament, and its events: with a list of each player and a result of each table.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 7;
const EVENTS: usize = 691;

/// Imports seeded tournaments and fills the log with decklists, about as many events as this. Waits until the views show
/// them. Returns the decklists that belong to no tournament.
pub(crate) async fn fill_half(place: &dyn Place, events: usize, seed: u64) -> anyhow::Result<Vec<i64>> {
    let of_tournaments = events / 2;
    let plan = |number| Plan::new(&format!("earlier-{number}"), PLAYERS, ROUNDS, seed.wrapping_add(number));
    import(place, "1", (0..of_tournaments.div_ceil(EVENTS) as u64).map(plan))?;
    fill(place, events - of_tournaments).await
}

pub(crate) fn import(place: &dyn Place, organization: &str, plans: impl Iterator<Item = Plan>) -> anyhow::Result<()> {
    let folder = tempdir().context("a folder for files")?;
    let files = plans.map(|plan| generate(&plan).write_into(folder.path()).to_string_lossy().into_owned());
    let files: Vec<_> = files.collect();
    let words = ["import", "--organization", organization].into_iter().chain(files.iter().map(String::as_str));
    place.ask(&words.collect::<Vec<_>>()).map(drop)
}

/// Appends events of lists with many revisions, as fast as the log takes them, and waits until the views show the last one.
/// Returns the lists.
pub(crate) async fn fill(place: &dyn Place, events: usize) -> anyhow::Result<Vec<i64>> {
    let count = events.div_ceil(REVISIONS).max(AT_ONCE);
    let revisions = |id| (1..=REVISIONS).map(|number| told(id, number)).collect();
    let lists = append(place, (Actor::System, ORGANIZATION), count, revisions).await?;
    let (client, begun, tag) = (place.door().client()?, Instant::now(), format!("\"{REVISIONS}\""));
    let last = Request::get(format!("/api/v1/decklists/{}/", lists[count - 1]));
    while !client.send(&last, 0).await.is_ok_and(|answer| answer.header("etag") == tag) {
        ensure!(begun.elapsed() < FIRST_VIEWS, "the projector does not finish the log");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(lists)
}

/// Appends this many decklists of a person to the log, which belong to no organization.
pub(crate) async fn fill_for(place: &dyn Place, owner: UserId, count: usize) -> anyhow::Result<()> {
    let submitted = |id| {
        let body = DecklistBody {
            name: format!("List {id}"),
            plaintext_list: "4 Lightning Bolt\n4 Lava Spike\n4 Rift Bolt\n48 Mountain\n".into(),
            archetype: "Burn".into(),
            ..DecklistBody::default()
        };
        vec![DecklistEvent::Submitted { owner_user_id: Some(owner), body, deck_url: String::new() }]
    };
    append(place, (Actor::User(owner), OrganizationId::SHARED), count, submitted).await.map(drop)
}

async fn append(
    place: &dyn Place,
    (actor, organization_id): (Actor, OrganizationId),
    count: usize,
    events_of: impl Fn(i64) -> Vec<DecklistEvent>,
) -> anyhow::Result<Vec<i64>> {
    let log = open_events(&place.log(), Access::Write).await?;
    let first = log.reserve_ids(Sequence::Decklist, count).await?;
    let ids: Vec<i64> = (first..).take(count).collect();
    for ids in ids.chunks(AT_ONCE) {
        let events = |id: i64| events_of(id).into_iter().map(DomainEvent::from).collect::<Vec<_>>();
        let streams = ids.iter().map(|id| (StreamId::decklist((*id).into()), events(*id)));
        scenario::append(&*log, (actor.clone(), organization_id), streams).await?;
    }
    log.close().await;
    Ok(ids)
}

/// The last revision of a list that [`fill`] appends.
pub(crate) fn last_body(id: i64) -> DecklistBody {
    body(id, REVISIONS)
}

fn body(id: i64, number: usize) -> DecklistBody {
    let plaintext_list = format!("{} Island\n{} Opt\n4 Brainstorm\n", 10 + number, 1 + id % 4);
    DecklistBody {
        name: format!("List {id}, {number}"),
        plaintext_list,
        archetype: "Control".into(),
        ..DecklistBody::default()
    }
}

fn told(id: i64, number: usize) -> DecklistEvent {
    let body = body(id, number);
    if number == 1 {
        DecklistEvent::Submitted { owner_user_id: None, body, deck_url: String::new() }
    } else {
        DecklistEvent::Revised { body }
    }
}
