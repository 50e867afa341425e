//! Tests of dumps: records of a store in memory, in one run and in many.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use read_api::dumps::{MANIFEST, NEXT};
use zstd::stream::read::Decoder;

use super::*;

const ALL: Option<OrganizationId> = None;

fn record(id: i64, start: Option<&str>, name: &str, matches: usize) -> String {
    let rows: Vec<String> = (0..matches).map(|row| format!("{{\"id\":{row},\"name\":\"{name}\"}}")).collect();
    let start = start.map_or("null".to_owned(), |start| format!("\"{start}\""));
    format!(
        "{{\"id\":{id},\"name\":\"{name}\",\"start\":{start},\"standings\":[{{}}],\"rounds\":[],\"matches\":[{}],\"cards\":[],\"decklists\":[]}}",
        rows.join(",")
    )
}

/// Writes these records into a folder, as a dump does.
fn write_into(path: &Path, all: &[String], cursor: &str) -> Dumped {
    let folder = Folder::open(path).unwrap();
    let mut records = Records::new(path).unwrap();
    all.iter().for_each(|record| records.store(record.as_bytes()).unwrap());
    write(&folder, ALL, &records, cursor.to_owned()).unwrap()
}

/// Returns the bytes of all files in a folder by name.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let names = files.map(|entry| entry.file_name().into_string().unwrap()).filter(|name| name != "dump.lock");
    names.map(|name| (name.clone(), fs::read(path.join(name)).unwrap())).collect()
}

fn text(path: &Path, name: &str) -> String {
    let mut text = String::new();
    Decoder::new(fs::File::open(path.join(name)).unwrap()).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_record_has_a_line_in_each_table_of_its_month() {
    let place = tempfile::tempdir().unwrap();
    let records = [
        record(12, Some("2026-03-31T23:59:59Z"), "late", 2),
        record(2, None, "some day", 0),
        record(3, Some("2026-03-01T00:00:00Z"), "early", 1),
    ];
    let dumped = write_into(place.path(), &records, "c1");
    assert_eq!((dumped.written, dumped.removed, dumped.manifest.tournaments), (5, 0, 3));
    assert_eq!(
        text(place.path(), "tournaments-2026-03.ndjson.zst"),
        "{\"id\":3,\"name\":\"early\",\"start\":\"2026-03-01T00:00:00Z\"}\n{\"id\":12,\"name\":\"late\",\"start\":\"2026-03-31T23:59:59Z\"}\n"
    );
    assert_eq!(
        text(place.path(), "matches-2026-03.ndjson.zst"),
        "{\"tournament_id\":3,\"id\":0,\"name\":\"early\"}\n{\"tournament_id\":12,\"id\":0,\"name\":\"late\"}\n{\"tournament_id\":12,\"id\":1,\"name\":\"late\"}\n"
    );
    assert_eq!(text(place.path(), "standings-undated.ndjson.zst"), "{\"tournament_id\":2}\n");
    for file in &dumped.manifest.files {
        let bytes = fs::read(place.path().join(&file.name)).unwrap();
        assert_eq!(
            (bytes.len() as u64, text(place.path(), &file.name).lines().count() as u64),
            (file.bytes, file.lines)
        );
    }
}

#[test]
fn a_second_dump_replaces_the_files_that_differ() {
    let place = tempfile::tempdir().unwrap();
    let month = |id: i64, month: u32| record(id, Some(&format!("2026-{month:02}-10T10:00:00Z")), "x", 1);
    write_into(place.path(), &[month(1, 1), month(2, 2), month(3, 3)], "c1");
    let same = write_into(place.path(), &[month(3, 3), month(2, 2), month(1, 1)], "c1");
    assert_eq!((same.written, same.removed), (0, 0), "the same data gives the same bytes");
    // From February to March: the files of February are removed, and those of January stay.
    let january = fs::metadata(place.path().join("matches-2026-01.ndjson.zst")).unwrap().modified().unwrap();
    let moved = write_into(place.path(), &[month(1, 1), month(2, 3), month(3, 3)], "c2");
    assert_eq!((moved.written, moved.removed, moved.manifest.tournaments), (3, 3, 3));
    assert_eq!(fs::metadata(place.path().join("matches-2026-01.ndjson.zst")).unwrap().modified().unwrap(), january);
    let gone = write_into(place.path(), &[month(2, 3), month(3, 3)], "c3");
    assert_eq!((gone.written, gone.removed, gone.manifest.tournaments), (0, 3, 2));
}

/// Stops while files are replaced: after each number of renamed files.
#[test]
fn a_dump_that_is_killed_is_whole_when_it_is_opened_again() {
    let month = |id: i64, name: &str| record(id, Some("2026-01-10T10:00:00Z"), name, 1);
    let (first, second) = ([month(1, "a"), month(2, "b")], [month(2, "c"), month(3, "d")]);
    let expected = tempfile::tempdir().unwrap();
    write_into(expected.path(), &first, "c1");
    let before = files(expected.path());
    write_into(expected.path(), &second, "c2");
    let after = files(expected.path());
    for moved in 0..=3 {
        let place = tempfile::tempdir().unwrap();
        write_into(place.path(), &first, "c1");
        let next = place.path().join(NEXT);
        fs::create_dir(&next).unwrap();
        for (number, (name, bytes)) in after.iter().enumerate() {
            let folder = if number < moved && name != MANIFEST { place.path() } else { &next };
            fs::write(folder.join(name), bytes).unwrap();
        }
        drop(Folder::open(place.path()).unwrap());
        assert_eq!(files(place.path()), after, "after {moved} files");
    }
    // Killed before the new files are complete.
    let place = tempfile::tempdir().unwrap();
    write_into(place.path(), &first, "c1");
    fs::create_dir(place.path().join(NEXT)).unwrap();
    fs::write(place.path().join(NEXT).join("matches-2026-01.ndjson.zst.unfinished"), "half").unwrap();
    fs::write(place.path().join(NEXT).join("matches-2026-01.ndjson.zst"), "other").unwrap();
    drop(Folder::open(place.path()).unwrap());
    assert_eq!(files(place.path()), before);
    write_into(place.path(), &second, "c2");
    assert_eq!(files(place.path()), after);
}

#[test]
fn files_that_someone_changed_are_replaced() {
    let place = tempfile::tempdir().unwrap();
    let manifest = write_into(place.path(), &[record(1, None, "a", 1)], "c1").manifest;
    let made = files(place.path());
    fs::write(place.path().join("matches-undated.ndjson.zst"), "other").unwrap();
    let again = write_into(place.path(), &[record(1, None, "a", 1)], "c1");
    assert_eq!((again.written, again.manifest), (1, manifest));
    assert_eq!(files(place.path()), made);
    fs::write(place.path().join("more.txt"), "").unwrap();
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("notes.txt"), "mine").unwrap();
    assert!(Folder::open(other.path()).unwrap_err().to_string().contains("holds no dump"));
}
