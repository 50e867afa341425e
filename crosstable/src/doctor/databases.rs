//! Checks the databases: reachable, current schema, right time, and neither too few nor too many rights.

use std::time::Duration;

use chrono::TimeDelta;
use service_kit::chain;
use service_kit::clock::Clock;
use storage::inspect::{Facts, LogFacts, Rights, Schema, Soundness, StoreKind, look};
use storage::{Access, Database, StoreError};

use super::finding::Finding;
use crate::soundness::{self, Read};

/// Time limit for each check of a file and for each reading of its contents.
pub(super) const BUDGET: Duration = Duration::from_secs(5);
/// Tolerated clock difference; beyond it, lifetimes of keys and times of domain events are visibly off.
const CLOCKS: TimeDelta = TimeDelta::seconds(2);
/// Maximum number of tables to name; the others are counted.
const NAMED: usize = 3;

/// Checks a database. Returns its facts if it can be opened as it is.
pub(super) async fn check(
    database: &Database,
    store: StoreKind,
    access: Access,
    clock: &dyn Clock,
    findings: &mut Vec<Finding>,
) -> Option<Facts> {
    let check = name(store);
    let facts = match look(database, store, &|| clock.now()).await {
        Ok(facts) => facts,
        Err(error) => {
            findings.push(Finding::wrong(
                check,
                format!("{database} cannot be opened: {}", chain(&error)),
                advice(database),
            ));
            return None;
        }
    };
    let is_readable = facts.rights.as_ref().is_none_or(|rights| rights.unreadable.is_empty());
    // Without the right to read it, the contents of the database are unknown.
    if is_readable || facts.schema.found.is_some() {
        findings.push(judge_schema(database, store, &facts));
    }
    findings.extend(facts.clock_ahead.map(judge_clock));
    findings.extend(facts.rights.as_ref().map(|rights| judge_rights(store, access, rights)));
    (facts.schema.is_current() && is_readable).then_some(facts)
}

/// Reports a database that passes the checks but cannot be opened.
pub(super) fn not_opened(store: StoreKind, error: &StoreError) -> Finding {
    Finding::wrong(name(store), format!("it cannot be opened: {}", chain(error)), "check the database's own log")
}

/// Checks the file of a database for a few seconds.
pub(super) async fn check_file(database: &Database, store: StoreKind) -> Option<Finding> {
    let Database::Sqlite(_) = database else { return None };
    let check = match store {
        StoreKind::Events => "log file",
        StoreKind::Views => "views file",
    };
    Some(match soundness::check_file(database, Some(BUDGET)).await {
        Ok(Soundness::Sound) => Finding::fine(check, "SQLite finds nothing wrong with it"),
        Ok(Soundness::Unfinished) => Finding::fine(
            check,
            format!(
                "in {} s SQLite found nothing wrong with it; `crosstable verify` checks all of it",
                BUDGET.as_secs()
            ),
        ),
        Ok(Soundness::Damaged(damage)) => Finding::wrong(
            check,
            format!("it is damaged: {damage}"),
            match store {
                StoreKind::Events => "stop the server, restore a backup into an empty folder, and check the disk",
                StoreKind::Views => "restart the server, which renders new views, and check the disk",
            },
        ),
        Err(error) => Finding::wrong(check, format!("it cannot be checked: {}", chain(&error)), advice(database)),
    })
}

/// Checks that the events or documents are undamaged, for a few seconds.
pub(super) fn judge_content(store: StoreKind, read: Result<Read, StoreError>) -> Finding {
    let (check, name, advice) = match store {
        StoreKind::Events => ("events", "events", "restore a backup into an empty folder, and check the disk"),
        StoreKind::Views => ("documents", "documents", "run `crosstable rebuild`, and check the disk"),
    };
    match read {
        Ok(Read { count, damaged: 0, is_unfinished: false }) => {
            Finding::fine(check, format!("all {count} {name} are undamaged"))
        }
        Ok(Read { count, damaged: 0, is_unfinished: true }) => Finding::fine(
            check,
            format!("the first {count} {name} are undamaged; `crosstable verify` reads all of them"),
        ),
        Ok(Read { count, damaged, .. }) => {
            Finding::wrong(check, format!("{damaged} of {count} {name} are damaged"), advice)
        }
        Err(error) => Finding::wrong(check, format!("the {name} cannot be read: {}", chain(&error)), advice),
    }
}

/// Checks that the positions of the log have no gap.
pub(super) fn judge_log(facts: &LogFacts) -> Finding {
    const CHECK: &str = "log";
    let LogFacts { head, last, events } = *facts;
    if head == last && head.0 == events {
        return Finding::fine(CHECK, format!("it holds {events} events without a gap"));
    }
    Finding::wrong(
        CHECK,
        format!("its counter is {head}, its last event is {last}, and it holds {events} events"),
        "events were lost or added by another program: stop the service, restore the log from a backup, and check the disk",
    )
}

fn name(store: StoreKind) -> &'static str {
    match store {
        StoreKind::Events => "log database",
        StoreKind::Views => "views database",
    }
}

fn advice(database: &Database) -> &'static str {
    match database {
        Database::Sqlite(_) => "restore the file from a backup; the views file may be deleted instead",
        Database::Postgres(_) => {
            "check that the server runs, that its address, user and password are right, and that pg_hba.conf allows this host"
        }
    }
}

fn judge_schema(database: &Database, store: StoreKind, facts: &Facts) -> Finding {
    let (check, server, Schema { found, needed }) = (name(store), &facts.server, facts.schema);
    let place = format!("{database} ({server})");
    match found {
        None => Finding::wrong(
            check,
            format!("{place} is empty or holds other data"),
            match database {
                Database::Sqlite(_) => "name another data folder, or start the server, which sets it up",
                Database::Postgres(_) => "run `crosstable migrate`, which sets it up, or name another database",
            },
        ),
        Some(found) if found < needed => Finding::wrong(
            check,
            format!("{place} has schema {found}, and this version needs {needed}"),
            match database {
                Database::Sqlite(_) => "start the server in this version: it updates the schema",
                Database::Postgres(_) => "run `crosstable migrate` of this version: it updates the schema",
            },
        ),
        Some(found) if found > needed => Finding::wrong(
            check,
            format!("{place} has schema {found}, which is newer than this version's {needed}"),
            "run a newer Crosstable",
        ),
        Some(found) => Finding::fine(check, format!("{place} answers, and has the right schema, {found}")),
    }
}

fn judge_clock(ahead: TimeDelta) -> Finding {
    const CHECK: &str = "clocks";
    let off = ahead.abs();
    let direction = if ahead < TimeDelta::zero() { "behind" } else { "ahead of" };
    let found = format!("the database server's clock is {} ms {direction} this machine's", off.num_milliseconds());
    if off > CLOCKS {
        Finding::wrong(CHECK, found, "set both clocks by NTP, with chrony or systemd-timesyncd")
    } else {
        Finding::fine(CHECK, found)
    }
}

fn judge_rights(store: StoreKind, access: Access, rights: &Rights) -> Finding {
    let check = match store {
        StoreKind::Events => "rights on the log",
        StoreKind::Views => "rights on the views",
    };
    let Rights { user, superuser, unreadable, reads_passwords, writable, unwritable } = rights;
    if !unreadable.is_empty() {
        let found = format!("user {user} may not read {}", some(unreadable));
        return Finding::wrong(check, found, format!("as the tables' owner: SELECT grant_reading('{user}')"));
    }
    match access {
        Access::Write if !unwritable.is_empty() => Finding::wrong(
            check,
            format!("user {user} may not write {}", some(unwritable)),
            "connect as the tables' owner",
        ),
        Access::Write if *superuser => {
            Finding::note(check, format!("user {user} is a superuser"), "a user that owns only this database is enough")
        }
        Access::Write => Finding::fine(check, format!("user {user} may read and write")),
        Access::Read if *superuser || !writable.is_empty() => {
            let what = if *superuser { "is a superuser".to_owned() } else { format!("may write {}", some(writable)) };
            Finding::wrong(
                check,
                format!("user {user} {what}, but the process only reads"),
                "give it its own user: CREATE ROLE … LOGIN, and as the tables' owner SELECT grant_reading('…')",
            )
        }
        Access::Read if *reads_passwords => Finding::wrong(
            check,
            format!("user {user} may read the hashes of passwords, which only the writer of the log needs"),
            format!("as the tables' owner: REVOKE ALL ON passwords FROM {user}, PUBLIC"),
        ),
        Access::Read => Finding::fine(check, format!("user {user} may read, and nothing else")),
    }
}

/// Names the first few tables.
fn some(tables: &[String]) -> String {
    let named = tables.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match tables.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more tables"),
    }
}

#[cfg(test)]
mod tests {
    use proto_events::Position;

    use super::super::State;
    use super::*;

    fn rights(superuser: bool, unreadable: usize, writable: usize, unwritable: usize) -> Rights {
        let tables = |count| (0..count).map(|number| format!("table{number}")).collect();
        Rights {
            user: "reader".into(),
            superuser,
            unreadable: tables(unreadable),
            reads_passwords: false,
            writable: tables(writable),
            unwritable: tables(unwritable),
        }
    }

    #[test]
    fn too_few_rights_are_wrong_and_too_many_as_well() {
        for (access, found, state) in [
            (Access::Read, rights(false, 0, 0, 9), State::Fine),
            (Access::Read, rights(false, 1, 0, 9), State::Wrong),
            (Access::Read, rights(false, 0, 1, 8), State::Wrong),
            (Access::Read, rights(true, 0, 9, 0), State::Wrong),
            (Access::Read, Rights { reads_passwords: true, ..rights(false, 0, 0, 9) }, State::Wrong),
            (Access::Write, Rights { reads_passwords: true, ..rights(false, 0, 9, 0) }, State::Fine),
            (Access::Write, rights(false, 0, 9, 0), State::Fine),
            (Access::Write, rights(false, 0, 8, 1), State::Wrong),
            (Access::Write, rights(true, 0, 9, 0), State::Note),
        ] {
            assert_eq!(judge_rights(StoreKind::Views, access, &found).state, state, "{access:?} {found:?}");
        }
        assert_eq!(some(&rights(false, 5, 0, 0).unreadable), "table0, table1, table2 and 2 more tables");
    }

    #[test]
    fn clocks_may_differ_a_little() {
        let states = [-2_001, -1_500, 0, 2_000, 2_001].map(|ahead| judge_clock(TimeDelta::milliseconds(ahead)).state);
        assert_eq!(states, [State::Wrong, State::Fine, State::Fine, State::Fine, State::Wrong]);
    }

    #[test]
    fn a_log_is_as_long_as_its_counter_says() {
        let state =
            |head, last, events| judge_log(&LogFacts { head: Position(head), last: Position(last), events }).state;
        assert_eq!((state(0, 0, 0), state(7, 7, 7)), (State::Fine, State::Fine));
        assert_eq!([state(7, 6, 6), state(7, 7, 6), state(6, 7, 7)], [State::Wrong; 3]);
    }
}
