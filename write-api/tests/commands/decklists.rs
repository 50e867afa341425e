//! Decklists that a process keeps in memory, compared with the log.

use domain::decklist::Decklist;
use proto_events::Actor;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId};
use write_api::{Context, DecklistFields, FieldErrors, Reach, SubmitDecklist, WriteApi, Written};

use crate::support::Scene;

const STORE: OrganizationId = OrganizationId(1);
const ACTOR: Actor = Actor::System;

fn list(name: &str) -> DecklistBody {
    let fields = DecklistFields { name: Some(name.into()), ..DecklistFields::default() };
    fields.whole(FieldErrors::default()).unwrap()
}

async fn submit(api: &WriteApi, name: &str) -> DecklistId {
    let command = SubmitDecklist { organization_id: STORE, owner_user_id: None, list: list(name), own_lists: None };
    let context = Context::new(ACTOR, Reach::organization(STORE));
    api.submit_decklist(&context, &command).await.unwrap().folded.state.id
}

async fn replace(api: &WriteApi, id: DecklistId, name: &str) -> Written<Decklist> {
    let context = Context::new(ACTOR, Reach::organization(STORE));
    api.revise_decklist(&context, id, &[], |_| Ok(list(name))).await.unwrap()
}

#[tokio::test]
async fn what_stays_in_memory_is_what_the_log_says() {
    let scene = Scene::empty().await;
    let id = submit(&scene.api, "Burn").await;
    scene.clock.advance(chrono::Duration::nanoseconds(1_234_567_891));
    let kept = replace(&scene.api, id, "Burn 2").await;
    let fresh = scene.another_process();
    let read = replace(&fresh, id, "Burn 2").await;
    assert_eq!((kept.happened(), read.happened()), (true, false));
    assert_eq!(kept.folded, read.folded);
    assert_eq!(kept.folded.state.earlier.len(), 1);
}
