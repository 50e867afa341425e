//! `crosstable demo`: a server with generated data, in a folder of its own.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use service_kit::api_key::ApiKeyValue;
use service_kit::clock::{Clock, SystemClock};

use super::{Options, server};
use crate::app::{App, Claimed};
use crate::demo::organizations::KEYS;
use crate::demo::record::{DemoRecord, Found};
use crate::demo::{self, Origin};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable demo
  crosstable demo --listen 127.0.0.1:0     on any free port
  crosstable demo --fresh --seed 7         another world

The data is generated once, without network, and kept: a second start has the same data and the same keys. All keys
are in demo-keys.json in the data folder, also an expired and a revoked one.";

/// Serve generated data to look around in
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Demo {
    /// Delete what an earlier demo made, and generate it anew
    #[arg(long)]
    fresh: bool,
    /// Seed of everything random in the data; another one needs --fresh
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Demo {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        server::begin_log(options)?;
        let folder = options.data_dir.clone().unwrap_or_else(|| PathBuf::from("crosstable-demo"));
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let claimed = Claimed::take(options.settings(folder)?, &*clock).await?;
        let kept = match DemoRecord::find(claimed.data_dir()?)? {
            Found::Complete(record) if !self.fresh => Some(record),
            Found::Nothing => None,
            Found::Complete(_) | Found::Unfinished => {
                DemoRecord::delete_all(claimed.data_dir()?)?;
                None
            }
        };
        if let (Some(record), Some(seed)) = (&kept, self.seed)
            && record.seed != seed
        {
            out::say(format_args!("The data here was made with seed {}; --fresh makes it anew.", record.seed));
        }
        let app = claimed.open_stores(clock.clone()).await?;
        let record = match kept {
            Some(record) => record,
            None => generate(&app, self.seed.unwrap_or(1), &*clock).await?,
        };
        let running = app.run().await?;
        running.caught_up().await?;
        greet(&record, &running.address(), running.public_url())?;
        server::serve_until_told(running).await
    }
}

/// Makes keys and data, and leaves a record of both.
async fn generate(app: &App, seed: u64, clock: &dyn Clock) -> anyhow::Result<DemoRecord> {
    let values: Vec<ApiKeyValue> = KEYS.iter().map(|_| ApiKeyValue::generate()).collect();
    let now = clock.now();
    let mut record = DemoRecord::new(seed, now);
    // A folder with this record is the demo's, also when the next steps are cut short.
    record.write(app.data_dir()?)?;
    let key_hashes: Vec<String> = values.iter().map(ApiKeyValue::sha256_hex).collect();
    let sights = demo::create(&**app.events()?, Origin { now, seed, key_hashes: &key_hashes }).await?;
    record.complete(sights, &values);
    record.write(app.data_dir()?)?;
    Ok(record)
}

/// The key and three commands on stdout, the rest for people.
fn greet(record: &DemoRecord, address: &str, public_url: &str) -> anyhow::Result<()> {
    let key = record.first_key();
    let event = record.championship;
    out::data(format_args!("API key: {key}"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' {address}/api/v1/conventions/"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' {address}/api/v1/magic-events/{event}/current_standings/"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' '{address}/api/export-decklists/?num_days=365&format=ndjson'"))?;
    out::say(format_args!("Serving the demo on {address}; a page to look at: {public_url}/events/{event}/"));
    out::say(format_args!("The data was made at {}. Ctrl-C stops.", record.made_at.format("%Y-%m-%d %H:%M UTC")));
    Ok(())
}
