//! The migrations of each store and database: the files in `migrations/`, which `build.rs` lists. `sqlx::migrate!` would do the
//! same, but compiles sqlx with both databases a second time, for the compiler.

use std::sync::LazyLock;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Makes migrations of files: their names, such as `0001_log_id.sql`, and their texts.
fn migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    let migration = |(name, text): &(&'static str, &'static str)| {
        let (version, description) = name.trim_end_matches(".sql").split_once('_')?;
        let description = description.replace('_', " ").into();
        Some(Migration::new(
            version.parse().ok()?,
            description,
            MigrationType::Simple,
            SqlStr::from_static(text),
            false,
        ))
    };
    Migrator::with_migrations(files.iter().filter_map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_migrations_are_those_that_sqlx_finds_in_the_folders() {
        for (ours, folder) in [
            (&EVENTS_ON_SQLITE, "events/sqlite"),
            (&EVENTS_ON_POSTGRES, "events/postgres"),
            (&VIEWS_ON_SQLITE, "views/sqlite"),
            (&VIEWS_ON_POSTGRES, "views/postgres"),
        ] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(folder);
            let found = Migrator::new(path).await.unwrap();
            let parts = |migrations: &Migrator| -> Vec<_> {
                let part = |it: &Migration| (it.version, it.description.clone(), it.checksum.clone(), it.no_tx);
                migrations.iter().map(part).collect()
            };
            assert_eq!(parts(ours), parts(&found), "{folder}");
            assert!(found.iter().count() > 5);
        }
    }
}
