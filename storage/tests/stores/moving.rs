//! Moves a log from one database to the other and back: it stays the same, byte for byte.

use proto_events::Position;

use crate::conformance::backup::{fill, items, restore, told};
use crate::conformance::{Backend, EventBackend};
use crate::postgres::EventDatabase;
use crate::sqlite::Folder;

#[tokio::test]
async fn a_log_moves_to_postgresql_and_back() {
    let (file, database, last) = (Folder::empty().await, EventDatabase::empty().await, Folder::empty().await);
    let (first, middle) = (file.event_store().await, database.event_store().await);
    let end = last.event_store().await;
    fill(&*first).await;
    let log = first.read_from(Position::START, 10_000).await.unwrap();

    restore(&*middle, items(&*first).await).await.unwrap();
    restore(&*end, items(&*middle).await).await.unwrap();

    assert_eq!(middle.read_from(Position::START, 10_000).await.unwrap(), log);
    assert_eq!(end.read_from(Position::START, 10_000).await.unwrap(), log);
    assert_eq!(told(items(&*end).await), told(items(&*first).await));
}
