use std::time::Instant;

use proto_events::ids::TournamentId;
use proto_events::{Position, StreamId};
use storage::{DocumentBody, Notice};
use tokio::sync::{mpsc, oneshot};

use super::*;

const KEY: &str = "the hash of a key";

type Answer = oneshot::Sender<Option<Document>>;

/// Returns a cache whose loads wait for the test's answer, the channel of loads, and the notice board. A record says
/// whether its key is revoked.
fn held_back() -> (Credentials, mpsc::UnboundedReceiver<Answer>, NoticeBoard) {
    let (begun, loads) = mpsc::unbounded_channel();
    let load = move |_| -> Loading {
        let (answer, answered) = oneshot::channel();
        begun.send(answer).unwrap();
        Box::pin(async move { answered.await.map_err(|_| StoreError::Closed) })
    };
    let board = NoticeBoard::new();
    (Credentials::loading(load, &board), loads, board)
}

async fn look_up(credentials: &Credentials) -> Result<Option<bool>, Problem> {
    Ok(credentials.find(ViewKind::Credential, KEY.to_owned()).await?.map(|found: Arc<bool>| *found))
}

fn stored(record: &str) -> Option<Document> {
    Some(Document {
        key: DocumentKey::new(OrganizationId::SHARED, ViewKind::Credential, KEY),
        source: StreamId::tournament(TournamentId(1)),
        sort: String::new(),
        owner: None,
        position: Position(1),
        digest: String::new(),
        body: DocumentBody::same(ViewKind::Credential, record.to_owned()),
        stale: false,
    })
}

fn changed(kind: ViewKind) -> Notice {
    let keys = vec![DocumentKey::new(OrganizationId::SHARED, kind, KEY)];
    Notice::Documents { keys, position: Position(2) }
}

/// Looks up the record, and answers with `document` if the store is asked.
async fn find(
    credentials: &Credentials,
    loads: &mut mpsc::UnboundedReceiver<Answer>,
    document: Option<Document>,
) -> Option<bool> {
    let credentials = credentials.clone();
    let mut asking = tokio::spawn(async move { look_up(&credentials).await.unwrap() });
    tokio::select! {
        biased;
        found = &mut asking => found.unwrap(),
        Some(answer) = loads.recv() => {
            answer.send(document).unwrap();
            asking.await.unwrap()
        }
    }
}

#[tokio::test]
async fn a_known_key_costs_no_look_up_and_an_unknown_one_is_looked_up_again() {
    let (credentials, mut loads, _board) = held_back();
    assert_eq!(find(&credentials, &mut loads, None).await, None);
    assert_eq!(find(&credentials, &mut loads, stored("false")).await, Some(false), "it was issued meanwhile");
    assert_eq!(look_up(&credentials).await.unwrap(), Some(false));
    assert!(loads.try_recv().is_err(), "the store was not asked again");
}

#[tokio::test]
async fn a_notice_takes_a_credential_out_at_once() {
    let (credentials, mut loads, board) = held_back();
    for notice in [changed(ViewKind::Credential), Notice::Everything] {
        find(&credentials, &mut loads, stored("false")).await;
        board.post(&notice);
        assert_eq!(find(&credentials, &mut loads, stored("true")).await, Some(true), "{notice:?}");
        board.post(&notice);
    }
    find(&credentials, &mut loads, stored("false")).await;
    board.post(&changed(ViewKind::Decklist));
    assert_eq!(look_up(&credentials).await.unwrap(), Some(false));
    assert!(loads.try_recv().is_err(), "a notice of something else removes nothing");
}

#[tokio::test]
async fn a_credential_is_looked_up_again_soon_though_its_notice_was_lost() {
    let (credentials, mut loads, _board) = held_back();
    find(&credentials, &mut loads, stored("false")).await;
    let kept_since = Instant::now();
    while find(&credentials, &mut loads, stored("true")).await == Some(false) {
        tokio::task::yield_now().await;
        assert!(kept_since.elapsed() < Duration::from_secs(1), "a revoked key still opens");
    }
}

#[tokio::test]
async fn a_store_that_fails_or_holds_nonsense_is_a_failure_and_no_unknown_key() {
    let (credentials, mut loads, _board) = held_back();
    for (nonsense, status) in [(None, 503), (stored("{}"), 500)] {
        let answer = async {
            let answer = loads.recv().await.unwrap();
            match nonsense {
                None => drop(answer),
                nonsense => answer.send(nonsense).unwrap(),
            }
        };
        let (found, ()) = tokio::join!(look_up(&credentials), answer);
        assert_eq!(found.unwrap_err().status().as_u16(), status);
    }
}
