//! Uses of keys that other processes noticed, over a real NATS.

use api_kit::KeyUse;
use api_kit::key_uses::sender::subject;
use chrono::{DateTime, Duration, Utc};
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::vocabulary::Role;
use proto_events::{Actor, DomainEvent, OrganizationEvent, StreamId};
use service_kit::lifecycle::Stop;
use service_kit::nats::{Nats, NatsOptions, connect};
use storage::LogReader as _;
use test_servers::nats::{Nats as Server, Version};
use write_api::key_uses::receive;

use super::{Scene, key_for};

async fn connected(server: &Server) -> Nats {
    let nats = connect(&NatsOptions::new([server.url()])).await.unwrap();
    nats.link().wait_for(|link| link.connected).await.unwrap();
    nats
}

async fn publish(nats: &Nats, message: impl Into<Vec<u8>>) {
    nats.client().publish(subject(nats.prefix()), message.into().into()).await.unwrap();
}

/// Returns the uses on record.
async fn noted(scene: &Scene, id: OrganizationId) -> Vec<(ApiKeyId, DateTime<Utc>)> {
    let recorded = scene.server.store.read_stream(StreamId::organization(id), 0).await.unwrap();
    let used = recorded.iter().filter_map(|event| match event.decode().unwrap().event {
        DomainEvent::Organization(OrganizationEvent::ApiKeyUsed { key_id, used_at }) => Some((key_id, used_at)),
        _ => None,
    });
    used.collect()
}

#[tokio::test]
async fn uses_from_elsewhere_are_noted_once_by_one_of_the_writers() {
    let server = Server::private(Version::Debian).unwrap();
    let (scene, organization_id) = Scene::with_organization().await;
    let issue = key_for(organization_id, Role::ReadOnly);
    let key_id = scene.api.carry_out(&Actor::CommandLine, &issue).await.unwrap().key_id;
    let reader = connected(&server).await;
    let stop = Stop::default();
    let mut writers = Vec::new();
    for _ in 0..2 {
        let nats = connected(&server).await;
        writers.push(tokio::spawn(receive(scene.another_process(), nats.clone(), stop.clone())));
    }

    let used = |seconds| KeyUse { organization_id, key_id, used_at: scene.now() + Duration::seconds(seconds) };
    let unknown = KeyUse { key_id: ApiKeyId(key_id.0 + 1), ..used(0) };
    let batches = [vec![used(3_600)], vec![unknown, used(0), used(1)], vec![used(59)], vec![used(60)]];
    let send = async |batch: &[KeyUse]| {
        publish(&reader, "no uses").await;
        publish(&reader, serde_json::to_vec(batch).unwrap()).await;
        reader.client().flush().await.unwrap();
        tokio::task::yield_now().await;
    };
    // It is unknown when a writer listens. Sending a use again does not add another one.
    while noted(&scene, organization_id).await.is_empty() {
        send(&[unknown, used(0)]).await;
    }
    while noted(&scene, organization_id).await.len() < 2 {
        for batch in &batches {
            send(batch).await;
        }
    }
    stop.stop();
    for writer in writers {
        writer.await.unwrap().unwrap();
    }
    let on_record = noted(&scene, organization_id).await;
    assert!(on_record.iter().all(|(key, _)| *key == key_id));
    let apart = on_record.windows(2).all(|pair| pair[1].1 - pair[0].1 >= Duration::seconds(60));
    assert!(apart, "{on_record:?}");
    let latest = on_record.iter().map(|(_, used_at)| *used_at).max().unwrap();
    assert_eq!(latest, scene.now() + Duration::seconds(60), "a use from far in the future is not believed");
}
