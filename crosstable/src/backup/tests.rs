//! Backups come back unchanged, and damaged ones are refused.

use std::io::{Cursor, Read, Write};

use chrono::DateTime;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use futures::{StreamExt, stream};
use proto_events::ids::{OrganizationId, PasswordId, UserId, WebhookId, WebhookSecretId};
use proto_events::player_salt::PlayerSalt;
use proto_events::{Actor, Encoded, EventHash, Position, Recorded, StreamId, StreamKind};
use service_kit::hex::hex;
use service_kit::keyring::Secrets;
use service_kit::secret::Secret;
use sha2::{Digest, Sha256};
use storage::deliveries::ScheduledTask;
use storage::notifications::{NotificationChoices, NotificationItem};
use storage::{
    BackupItem, Claim, IdempotentAnswer, PersonKey, StoreError, StoredPassword, StoredPicture, StoredWebhookSecret,
};

use super::*;

const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g";
const CHOICES: &str = "{\"notification\":{\"choices\":{\"user_id\":9,\"language\":\"ja\",\"off\":[\"push:clock\"]}}}\n";

fn event(position: i64) -> Recorded {
    Recorded {
        position: Position(position),
        stream: StreamId { kind: StreamKind::Decklist, id: 7 },
        version: position,
        organization_id: OrganizationId(3),
        occurred_at: DateTime::from_timestamp_micros(1_700_000_000_123_456).unwrap(),
        recorded_at: DateTime::from_timestamp_micros(-1).unwrap(),
        actor: Actor::System,
        hash: EventHash::START,
        is_damaged: false,
        encoded: Encoded {
            event_type: "revised".into(),
            schema: 1,
            payload: format!("{{\n  \"text\" : \"Æther Vial \\u0041 {position}\"\r\n}} "),
        },
        traceparent: (position % 2 == 0).then(|| "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".into()),
    }
}

fn items(events: i64) -> Vec<BackupItem> {
    let stream = StreamId { kind: StreamKind::Decklist, id: 7 };
    let mut items = vec![
        BackupItem::Head { log_id: "abc".into(), position: Position(events) },
        BackupItem::NextId { sequence: "decklist".into(), next: 8 },
        BackupItem::Claim(Claim { scope: "slug".into(), name: "a\nb".into(), holder: stream }),
        BackupItem::Answer(IdempotentAnswer {
            owner: "api-key/1".into(),
            key: "k".into(),
            request_sha256: "00".into(),
            response: "{\"a\":\n1}".into(),
            recorded_at: DateTime::UNIX_EPOCH,
        }),
        BackupItem::Password(StoredPassword { id: PasswordId(2), user_id: UserId(9), hash: HASH.into() }),
        BackupItem::WebhookSecret(StoredWebhookSecret {
            id: WebhookSecretId(4),
            webhook_id: WebhookId(3),
            secret: "whsec_bm90IGEgc2VjcmV0".into(),
        }),
        BackupItem::Notification(NotificationItem::Choices(NotificationChoices {
            user_id: UserId(9),
            language: "ja".into(),
            off: ["push:clock".into()].into(),
        })),
        BackupItem::Notification(NotificationItem::Task(ScheduledTask {
            of: 7,
            organization_id: OrganizationId(1),
            cause: "opens/1".into(),
            due_at: DateTime::UNIX_EPOCH,
            expires_at: None,
            task: "\"settle_waitlist\"".into(),
        })),
        BackupItem::PersonKey(UserId(9), PersonKey::from_bytes(&[7; 32]).unwrap()),
        BackupItem::PlayerSalt(PlayerSalt::new([8; 32])),
        BackupItem::Picture(StoredPicture::new("image/png", vec![0, 255, 10].into(), DateTime::UNIX_EPOCH)),
    ];
    items.extend((1..=events).map(|position| BackupItem::Event(event(position))));
    items
}

async fn written(items: Vec<BackupItem>, secret: Option<&Secrets>) -> anyhow::Result<Vec<u8>> {
    let items = stream::iter(items.into_iter().map(Ok)).boxed();
    let mut file = Vec::new();
    write(&mut file, items, secret, DateTime::UNIX_EPOCH).await?;
    Ok(file)
}

async fn read(file: Vec<u8>) -> Result<Vec<BackupItem>, StoreError> {
    let (items, _) = open(Cursor::new(file)).map_err(|error| StoreError::Damaged(error.to_string()))?.items();
    items.collect::<Vec<_>>().await.into_iter().collect()
}

/// Returns a backup with edited lines.
fn edited(file: &[u8], edit: impl FnOnce(&mut Vec<String>)) -> Vec<u8> {
    let mut text = String::new();
    MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    edit(&mut lines);
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(lines.concat().as_bytes()).unwrap();
    gzip.finish().unwrap()
}

/// Replaces the last line with a valid one for the edited lines.
fn close(lines: &mut Vec<String>) {
    lines.pop();
    let sha256 = hex(&Sha256::digest(lines.concat()));
    lines.push(format!("{{\"end\":{{\"lines\":{},\"sha256\":\"{sha256}\"}}}}\n", lines.len()));
}

#[tokio::test]
async fn everything_comes_back_letter_by_letter() {
    let secret = Secrets::from(Secret::generate());
    let file = written(items(300), Some(&secret)).await.unwrap();
    let opened = open(Cursor::new(file)).unwrap();
    assert_eq!((opened.header.log_id.as_str(), opened.header.position), ("abc", Position(300)));
    let (read, found) = opened.items();
    let read: Vec<BackupItem> = read.map(Result::unwrap).collect().await;
    assert!(read == items(300));
    assert_eq!(found.lock().unwrap().as_ref().unwrap().expose(), secret.expose());
}

#[tokio::test]
async fn the_secret_is_in_it_only_if_it_is_asked_for() {
    let file = written(items(3), None).await.unwrap();
    let opened = open(Cursor::new(file)).unwrap();
    assert!(!opened.header.with_secret);
    let (read, found) = opened.items();
    assert_eq!(read.count().await, items(3).len());
    assert!(found.lock().unwrap().is_none());
}

#[tokio::test]
async fn a_backup_from_before_there_were_passwords_is_read() {
    let file = written(items(3), None).await.unwrap();
    let older = edited(&file, |lines| {
        lines[0] = lines[0].replace("\"crosstable_backup\":7", "\"crosstable_backup\":1");
        assert!(lines.remove(4).starts_with("{\"password\":{"));
        assert!(lines.remove(4).starts_with("{\"webhook_secret\":{"));
        assert_eq!(lines.remove(4), CHOICES);
        assert!(lines.remove(4).starts_with("{\"notification\":{"));
        assert!(lines.remove(4).starts_with("{\"person_key\":{"));
        assert!(lines.remove(4).starts_with("{\"player_salt\":"));
        assert!(lines.remove(4).starts_with("{\"picture\":"));
        close(lines);
    });
    let mut expected = items(3);
    let is_newer = |item: &BackupItem| {
        use BackupItem::{Notification, Password, PersonKey, Picture, PlayerSalt, WebhookSecret};
        matches!(item, Password(_) | WebhookSecret(_) | Notification(_) | PersonKey(..) | PlayerSalt(_) | Picture(_))
    };
    expected.retain(|item| !is_newer(item));
    assert!(read(older).await.unwrap() == expected);
}

#[tokio::test]
async fn the_hash_of_a_password_stands_in_the_file_alone() {
    let file = written(items(1), None).await.unwrap();
    let mut found = String::new();
    edited(&file, |lines| found.clone_from(&lines[4]));
    let shown = format!("{{\"password\":{{\"password_id\":2,\"user_id\":9,\"hash\":\"{HASH}\"}}}}\n");
    assert_eq!(found, shown);
    assert!(!format!("{:?}", items(1)).contains("argon2"));

    let damaged = edited(&file, |lines| lines[4] = shown.replace("9,", "\"9\","));
    let refused = read(damaged).await.unwrap_err();
    assert!(!format!("{refused} {refused:?}").contains("argon2"), "{refused}");
}

#[tokio::test]
async fn a_file_that_is_cut_off_anywhere_is_refused() {
    let file = written(items(20), None).await.unwrap();
    assert!(read(file.clone()).await.is_ok());
    for length in 0..file.len() {
        assert!(read(file[..length].to_vec()).await.is_err(), "{length} of {}", file.len());
    }
}

#[tokio::test]
async fn a_file_with_another_letter_anywhere_is_refused() {
    let file = written(items(4), None).await.unwrap();
    // The gzip head contains a time and a system that are never read, and a few bits pad the last byte of the data.
    let mut the_same = 0;
    for place in 10..file.len() {
        let mut other = file.clone();
        other[place] ^= 0x10;
        if let Ok(read) = read(other).await {
            assert!(read == items(4), "{place}");
            the_same += 1;
        }
    }
    assert!(the_same <= 1, "{the_same}");
}

#[tokio::test]
async fn lines_that_were_taken_out_put_in_or_moved_are_noticed() {
    let file = written(items(9), None).await.unwrap();
    assert!(read(edited(&file, |_| {})).await.is_ok());
    let edits: [fn(&mut Vec<String>); 6] = [
        |lines| drop(lines.remove(3)),
        |lines| drop(lines.remove(lines.len() - 2)),
        |lines| lines.swap(9, 10),
        |lines| lines.insert(4, lines[4].clone()),
        |lines| lines[11] = lines[11].replace("Vial", "Viol"),
        |lines| lines.push("{}\n".into()),
    ];
    for (number, edit) in edits.into_iter().enumerate() {
        assert!(read(edited(&file, edit)).await.is_err(), "{number}");
    }
    let cut = edited(&file, |lines| drop(lines.pop()));
    assert!(read(cut).await.unwrap_err().to_string().contains("cut off after line 20"));
}

#[tokio::test]
async fn what_is_no_backup_is_told_from_one_of_a_newer_version() {
    let shown = |file: Vec<u8>| open(Cursor::new(file)).err().map(|error| format!("{error:#}")).unwrap_or_default();
    assert!(shown(b"no gzip at all".to_vec()).contains("this is not a backup"));
    let file = written(items(1), None).await.unwrap();
    let newer = edited(&file, |lines| lines[0] = "{\"crosstable_backup\":8,\"more\":[]}\n".into());
    assert!(shown(newer).contains("restore it with a newer Crosstable"));
    assert!(shown(edited(&file, |lines| lines[0] = "{}\n".into())).contains("first line"));
}

#[tokio::test]
async fn a_log_that_ends_early_or_is_damaged_gives_no_backup_and_its_position_is_named() {
    let (mut short, mut damaged) = (items(5), items(3));
    short.pop();
    damaged.pop();
    damaged.push(BackupItem::Event(Recorded { is_damaged: true, ..event(3) }));
    for (items, said) in [(short, "ended at event 4"), (damaged, "event 3 is damaged")] {
        let refused = written(items, None).await.unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn a_file_that_unpacks_into_one_long_line_is_not_read_into_memory() {
    // A gigabyte that compresses to a megabyte.
    let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..1_024 {
        packed.write_all(&[b'['; 1 << 20]).unwrap();
    }
    let file = Cursor::new(packed.finish().unwrap());
    let Err(refused) = open(file) else { panic!("it was opened") };
    assert!(format!("{refused:#}").contains("longer than 65536 bytes"), "{refused:#}");
}
