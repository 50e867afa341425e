//! Connections of many addresses, without sockets, with a clock that the tests control.

use std::net::Ipv4Addr;
use std::task::{Context, Poll, Waker};

use futures::FutureExt;
use tokio::time::advance;

use super::*;
use crate::limits::Limits;

fn registry(connections: usize, idle: u64) -> Arc<Registry> {
    let limits = Limits { max_idle_connections_per_address: idle, ..Limits::default() };
    Registry::new(&Listening { connections, ..Listening::within(limits) })
}

fn address(number: u32) -> IpAddr {
    Ipv4Addr::from(u32::from(Ipv4Addr::new(198, 18, 0, 0)) + number).into()
}

fn try_connect(registry: &Arc<Registry>, peer: IpAddr) -> Option<Admitted> {
    registry.admit(peer).now_or_never()
}

/// Opens a connection that sends nothing.
fn connect(registry: &Arc<Registry>, number: u32) -> Admitted {
    try_connect(registry, address(number)).expect("a place")
}

/// Opens a connection whose request the server works on.
fn work(registry: &Arc<Registry>, number: u32) -> Admitted {
    let connection = connect(registry, number);
    connection.state.works();
    connection
}

fn is_closed(connection: &Admitted) -> bool {
    connection.state.closing.poll(&Context::from_waker(Waker::noop()), &mut false) != Poll::Pending
}

/// Opens several connections from an address at once. Returns those that were not closed.
fn crowd(registry: &Arc<Registry>, number: u32, connections: usize) -> Vec<Admitted> {
    let mut all = Vec::new();
    for _ in 0..connections {
        all.push(connect(registry, number));
        // A closed connection ends with its task.
        all.retain(|connection| !is_closed(connection));
    }
    all
}

#[tokio::test(start_paused = true)]
async fn a_burst_from_few_addresses_closes_no_connection_of_another() {
    let registry = registry(300, 2_000);
    let (reader, mut attackers) = (connect(&registry, 100), Vec::new());
    for burst in 0..20 {
        for attacker in 0..8 {
            attackers.extend(crowd(&registry, attacker, 75));
        }
        attackers.retain(|connection| !is_closed(connection));
        // All of this happens before anything is read. A new reader connects between two bursts.
        let another = connect(&registry, 101 + burst);
        attackers.extend(crowd(&registry, 0, 200));
        assert!(!is_closed(&reader) && !is_closed(&another), "burst {burst}");
    }
}

#[tokio::test(start_paused = true)]
async fn new_connections_of_a_full_hall_stay_where_older_ones_wait() {
    let registry = registry(1_000, 2_000);
    // A thousand addresses with one connection each, so that the hall has the most connections.
    let idle: Vec<_> = (1..=1_000).map(|number| connect(&registry, number)).collect();
    advance(RECENT).await;
    let hall: Vec<_> = (0..900).map(|_| connect(&registry, 0)).collect();
    assert_eq!(hall.iter().filter(|connection| is_closed(connection)).count(), 0);
    assert_eq!(idle.iter().filter(|connection| is_closed(connection)).count(), 900);
}

#[tokio::test(start_paused = true)]
async fn a_new_client_is_behind_idle_connections_of_known_callers() {
    let registry = registry(4, 2_000);
    let known: Vec<_> = (0..3).map(|_| connect(&registry, 1)).collect();
    known.iter().for_each(|connection| connection.state.knows_caller());
    let unknown = connect(&registry, 1);
    advance(RECENT).await;
    let first = connect(&registry, 2);
    assert!(is_closed(&unknown) && !known.iter().any(is_closed), "unauthenticated callers are closed first");
    let second = connect(&registry, 3);
    assert_eq!(known.iter().filter(|connection| is_closed(connection)).count(), 1);
    assert!(!is_closed(&first) && !is_closed(&second));
}

#[tokio::test(start_paused = true)]
async fn idle_connections_of_one_address_make_place_for_each_other_alone() {
    let registry = registry(100, 10);
    let (other, first) = (connect(&registry, 1), connect(&registry, 2));
    advance(RECENT).await;
    let more: Vec<_> = (0..50).map(|_| connect(&registry, 2)).collect();
    assert!(!is_closed(&first) && !more.iter().any(is_closed), "new ones are not idle");
    advance(RECENT).await;
    let last = connect(&registry, 2);
    assert!(is_closed(&first) && !is_closed(&last) && !is_closed(&other));
    assert_eq!(more.iter().filter(|connection| !is_closed(connection)).count(), 9);
}

#[tokio::test(start_paused = true)]
async fn connections_of_a_proxy_stay_longest() {
    let registry = registry(2, 1);
    let proxy = try_connect(&registry, Ipv4Addr::LOCALHOST.into()).unwrap();
    advance(RECENT).await;
    let client = connect(&registry, 1);
    advance(RECENT).await;
    let next = connect(&registry, 2);
    assert!(is_closed(&client) && !is_closed(&proxy) && !is_closed(&next));
}

#[tokio::test(start_paused = true)]
async fn spare_places_stay_free_for_health() {
    let registry = registry(3, 2_000);
    let working: Vec<_> = (0..3).map(|_| work(&registry, 1)).collect();
    assert!(!working.iter().any(|connection| connection.state.is_spare));
    for _ in 0..3 {
        let mut spare: Vec<_> = (0..SPARE).map(|_| connect(&registry, 1)).collect();
        // A waiting connection gives its place to the next, which stays a spare one.
        spare.push(connect(&registry, 2));
        spare.retain(|connection| !is_closed(connection));
        assert!(spare.len() <= SPARE && spare.iter().all(|connection| connection.state.is_spare));
    }
    let spare: Vec<_> = (0..SPARE).map(|_| work(&registry, 1)).collect();
    assert!(try_connect(&registry, address(3)).is_none(), "the server works on the requests of all");
    drop(working);
    assert!(!connect(&registry, 1).state.is_spare);
    drop(spare);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_found_no_place_gets_that_of_the_next_that_waits() {
    let registry = registry(1, 2_000);
    let all: Vec<_> = (0..=SPARE).map(|_| work(&registry, 1)).collect();
    let waiting = registry.admit(address(2));
    let mut waiting = std::pin::pin!(waiting);
    assert!(waiting.as_mut().now_or_never().is_none());
    all[0].state.waits(Instant::now());
    assert!(!waiting.await.state.is_spare);
    assert!(is_closed(&all[0]));
}
