//! The demo's record file: it holds the keys, of which the log has only hashes. Only its owner can read it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use service_kit::credential_value::CredentialValue;

use super::Sights;
use super::about::TEXTS;
use super::organizations::KEYS;
use crate::data_dir::{DataDir, read_json, write_private};

const FILE: &str = "demo-keys.json";

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct DemoRecord {
    pub(crate) complete: bool,
    pub(crate) seed: u64,
    pub(crate) made_at: DateTime<Utc>,
    /// The ongoing event.
    pub(crate) championship: i64,
    keys: Vec<DemoKey>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct DemoKey {
    organization_id: i64,
    organization: String,
    name: String,
    role: String,
    key: String,
}

impl DemoRecord {
    pub(crate) fn new(seed: u64, made_at: DateTime<Utc>) -> Self {
        Self { complete: false, seed, made_at, championship: 0, keys: Vec::new() }
    }

    /// Marks the record as complete. `values` are the keys of [`KEYS`].
    pub(crate) fn fill_in(&mut self, sights: Sights, values: &[CredentialValue]) {
        let keys = KEYS.iter().zip(values).map(|(plan, value)| DemoKey {
            organization_id: sights.organizations[plan.organization].0,
            organization: TEXTS.stores[plan.organization].name.clone(),
            name: plan.name.to_owned(),
            role: plan.role.wire_name().to_owned(),
            key: value.expose().to_owned(),
        });
        self.keys = keys.collect();
        self.championship = sights.championship.0;
        self.complete = true;
    }

    /// Returns the key that the demo shows.
    pub(crate) fn first_key(&self) -> &str {
        self.keys.first().map_or("", |key| &key.key)
    }

    /// Returns the record of the demo in a folder, if there is one. Refuses a folder with other data.
    pub(crate) fn find(dir: &DataDir) -> anyhow::Result<Option<Self>> {
        let record = read_json::<Self>(&path(dir), "delete the folder to start again")?;
        if record.is_none() && dir.has_data() {
            let folder = dir.path.display();
            bail!("{folder} holds data that is not the demo's; choose another folder with --data-dir")
        }
        Ok(record.map(|record| Self { complete: record.complete && dir.has_data(), ..record }))
    }

    /// Deletes a demo's files and nothing else. The record goes last, so that an interrupted deletion can be repeated.
    pub(crate) fn delete_all(dir: &DataDir) -> anyhow::Result<()> {
        dir.delete_data()?;
        let path = path(dir);
        fs::remove_file(&path).with_context(|| format!("{} cannot be deleted", path.display()))
    }

    /// Writes the file so that only its owner can read it.
    pub(crate) fn write(&self, dir: &DataDir) -> anyhow::Result<()> {
        write_private(&path(dir), &serde_json::to_string_pretty(self)?)
    }
}

fn path(dir: &DataDir) -> PathBuf {
    dir.path.join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demo_cut_short_is_known_and_can_be_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::create(folder.path()).unwrap();
        DemoRecord::new(1, DateTime::UNIX_EPOCH).write(&dir).unwrap();
        fs::write(dir.events(), "").unwrap();
        assert!(DemoRecord::find(&dir).unwrap().is_some_and(|record| !record.complete));
        DemoRecord::delete_all(&dir).unwrap();
        assert!(DemoRecord::find(&dir).unwrap().is_none());
    }

    #[test]
    fn data_of_others_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::create(folder.path()).unwrap();
        fs::write(dir.events(), "").unwrap();
        let Err(error) = DemoRecord::find(&dir) else { panic!("a refusal") };
        assert!(error.to_string().contains("not the demo's"), "{error}");
    }
}
