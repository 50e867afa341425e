//! Offers of places against a real store: two processes at once, and where a notification leads.

use api_kit::PrivateLinks;
use chrono::Duration;
use futures::future::join_all;
use proto_events::ids::{OrganizationId, RegistrationId, TournamentId, UserId};
use proto_events::tournament::{Organizing, TournamentDetails};
use proto_events::user::Profile;
use proto_events::vocabulary::{EventFormat, RegistrationStatus};
use proto_events::{Actor, DomainEvent, StreamId, TournamentEvent as E};
use service_kit::keyring::Keyring;
use service_kit::secret::Secret;
use storage::LogReader as _;
use write_api::accounts::RegisterUser;
use write_api::notifications::{Notification, What};
use write_api::schedule::Task;

use super::Scene;

const EVENT: TournamentId = TournamentId(3);

/// An event with one free place, for which a guest with a private link waits.
async fn scene(links: &PrivateLinks) -> (Scene, OrganizationId, UserId) {
    let (scene, store) = Scene::with_organization().await;
    let profile = Profile { best_identifier: "Ann".into(), ..Profile::default() };
    let command = RegisterUser { profile, managed_by: Some(store) };
    let user_id = scene.api.carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id;
    let details = TournamentDetails { capacity: Some(1), ..TournamentDetails::new("Open", EventFormat::Legacy) };
    let organizing = Organizing { offer_minutes: Some(60), ..Organizing::default() };
    let (registration_id, status) = (RegistrationId(1), RegistrationStatus::OnWaitlist);
    let sha256 = links.code(EVENT, registration_id, 1).sha256_hex();
    let events = [
        E::Created { details, seed: 1 },
        E::OrganizingChanged { organizing },
        E::PlayerRegistered { registration_id, user_id, status },
        E::PrivateLinkMade { registration_id, number: 1, sha256 },
    ];
    let events = events.into_iter().map(DomainEvent::from).collect();
    scene.server.append(StreamId::tournament(EVENT), store, events).await;
    (scene, store, user_id)
}

fn links() -> PrivateLinks {
    PrivateLinks::new(&Keyring::from(&Secret::generate()))
}

#[tokio::test]
async fn two_processes_that_settle_at_once_make_one_offer() {
    let (scene, store, _) = scene(&links()).await;
    let settled = [scene.api.clone(), scene.another_process()]
        .map(|api| tokio::spawn(async move { api.run_task(EVENT.0, store, &Task::SettleWaitlist).await.unwrap() }));
    join_all(settled).await.into_iter().for_each(Result::unwrap);
    let log = scene.server.store.read_stream(StreamId::tournament(EVENT), 0).await.unwrap();
    let is_offer = |event: &DomainEvent| matches!(event, DomainEvent::Tournament(E::PlaceOffered { .. }));
    assert_eq!(log.iter().filter(|event| is_offer(&event.decode().unwrap().event)).count(), 1);
}

#[tokio::test]
async fn an_offer_leads_a_guest_to_the_private_page_by_mail_and_not_on_a_phone() {
    let links = links();
    let (scene, store, user_id) = scene(&links).await;
    scene.api.run_task(EVENT.0, store, &Task::SettleWaitlist).await.unwrap();
    let about =
        Notification { tournament_id: EVENT, what: What::PlaceOffered { until: scene.now() + Duration::hours(1) } };
    let path = async |api: &write_api::WriteApi, is_by_phone| {
        api.notification_facts(&about, user_id, is_by_phone).await.unwrap().unwrap().path
    };
    let api = scene.another_process().linking_with(links.clone());
    let private = links.code(EVENT, RegistrationId(1), 1).path(EVENT);
    assert_eq!((path(&api, false).await, path(&api, true).await), (private, "/events/3/".to_owned()));
    // After another secret, the link can no longer be written.
    let api = scene.another_process().linking_with(self::links());
    assert_eq!(path(&api, false).await, "/events/3/");
}
