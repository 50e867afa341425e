//! Decklists that a process keeps in memory, compared with the log.

use proto_events::Actor;
use proto_events::decklist::DecklistBody;
use proto_events::ids::OrganizationId;
use write_api::{Context, DecklistFields, FieldErrors, Reach, SubmitDecklist, WriteApi};

use super::Scene;

const STORE: OrganizationId = OrganizationId(1);

fn list(name: &str) -> DecklistBody {
    let fields = DecklistFields { name: Some(name.into()), ..DecklistFields::default() };
    fields.whole(FieldErrors::default()).unwrap()
}

#[tokio::test]
async fn what_stays_in_memory_is_what_the_log_says() {
    let scene = Scene::empty().await;
    let context = Context::new(Actor::System, Reach::organization(STORE));
    let command = SubmitDecklist { organization_id: STORE, owner_user_id: None, list: list("Burn"), own_lists: None };
    let id = scene.api.submit_decklist(&context, &command).await.unwrap().folded.state.id;
    scene.server.clock.advance(chrono::Duration::nanoseconds(1_234_567_891));
    let replace = async |api: &WriteApi| api.revise_decklist(&context, id, &[], |_| Ok(list("Burn 2"))).await.unwrap();
    let (kept, read) = (replace(&scene.api).await, replace(&scene.another_process()).await);
    assert_eq!((kept.happened(), read.happened()), (true, false));
    assert_eq!(kept.folded, read.folded);
    assert_eq!(kept.folded.state.earlier.len(), 1);
}
