//! A waitlist that works alone: two processes settle it, and players answer on their phones.

use chrono::Duration as Span;
use e2e::until::{until, wanted};
use e2e::{Options, Reply, TestApp};
use proto_events::ids::TournamentId;
use proto_events::{Actor, DomainEvent, StreamId, TournamentEvent as E};
use serde_json::json;

use crate::given::{asks, event, own_page, presses, register_name};

/// An event with one place, which Ann has, and Ben, Cem and Dora on the waitlist.
struct Hall {
    app: TestApp,
    event: i64,
    entries: Vec<i64>,
}

fn options() -> Options {
    Options { writers: 2, ..Options::default() }
}

impl Hall {
    async fn open() -> Self {
        let app = TestApp::with(options()).await;
        let event = event(&app, json!({"capacity": 1, "offer_minutes": 30})).await;
        let mut entries = Vec::new();
        for name in ["Ann", "Ben", "Cem", "Dora"] {
            entries.push(register_name(&app, event, name).await);
        }
        Self { app, event, entries }
    }

    /// Returns whom a place was offered to, and whose offers ended, in order; all by the service itself.
    async fn offers(&self) -> Vec<(&'static str, i64)> {
        let log = self.app.stream(StreamId::tournament(TournamentId(self.event))).await;
        let offers = log.into_iter().filter_map(|envelope| {
            let (name, entry) = match envelope.event {
                DomainEvent::Tournament(E::PlaceOffered { registration_id, .. }) => ("offered", registration_id),
                DomainEvent::Tournament(E::OfferExpired { registration_id }) => ("expired", registration_id),
                _ => return None,
            };
            assert_eq!(envelope.actor, Actor::System);
            Some((name, entry.0))
        });
        offers.collect()
    }

    async fn until(&self, expected: &[(&'static str, usize)]) {
        let expected: Vec<_> = expected.iter().map(|(name, place)| (*name, self.entries[*place])).collect();
        until("offers", async || wanted(self.offers().await, |offers| *offers == expected)).await;
    }

    async fn page(&self, place: usize) -> String {
        own_page(&self.app, self.event, self.entries[place]).await
    }

    async fn answers(&self, place: usize, step: &str) -> Reply {
        presses(&self.app, self.event, self.entries[place], step).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_goes_down_the_line_until_somebody_takes_it_across_a_restart() {
    let hall = Hall::open().await;
    assert!(hall.page(1).await.contains("You are number 1 on the waitlist."));
    asks(&hall.app, hall.event, &format!("registrations/{}/drop/", hall.entries[0]), &json!({})).await;
    hall.until(&[("offered", 1)]).await;
    assert!(hall.page(1).await.contains("A place is free for you"));
    let next = hall.page(2).await;
    assert!(next.contains("You are number 2 on the waitlist.") && !next.contains("A place is free"), "{next}");
    assert_ne!(hall.answers(2, "accept").await.status, 303, "the place is kept for Ben");
    let Hall { app, event, entries } = hall;
    let hall = Hall { app: app.restart(options()).await, event, entries };
    hall.app.clock.advance(Span::minutes(30));
    hall.until(&[("offered", 1), ("expired", 1), ("offered", 2)]).await;
    assert!(hall.page(1).await.contains("You are number 3 on the waitlist."), "behind Dora");
    assert_ne!(hall.answers(1, "accept").await.status, 303);
    assert_eq!(hall.answers(2, "decline").await.status, 303);
    hall.until(&[("offered", 1), ("expired", 1), ("offered", 2), ("offered", 3)]).await;
    assert_eq!(hall.answers(3, "accept").await.status, 303);
    let dora = hall.page(3).await;
    assert!(!dora.contains("A place is free") && dora.contains("The event has not begun."), "{dora}");
    hall.app.clock.advance(Span::hours(2));
    let stays = [("offered", 1), ("expired", 1), ("offered", 2), ("offered", 3)];
    hall.until(&stays).await;
    hall.app.stop().await;
}
