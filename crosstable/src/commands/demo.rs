//! `crosstable demo`: a server with generated data, in a folder of its own.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use proto_events::Actor;
use service_kit::clock::{Clock, SystemClock};
use service_kit::credential_value::{CredentialValue, Kind};
use write_api::WriteApi;
use write_api::commands::users::make_password_link::MakePasswordLink;
use write_api::commands::users::stewardship::Steward;

use super::{Options, server};
use crate::app::{App, Claimed};
use crate::demo::organizations::{KEYS, USERNAME};
use crate::demo::record::{DemoRecord, Found};
use crate::demo::{self, Origin};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable demo
  crosstable demo --listen 127.0.0.1:0     on any free port
  crosstable demo --fresh --seed 7         another world

The data is generated once, without network, and kept: a second start has the same data and the same keys. All keys
are in demo-keys.json in the data folder, also an expired and a revoked one. Each start prints a link, good once and for
24 hours, by which the administrator, demo, chooses a password for the admin panel.";

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
        let link = sign_in_link(&app, clock).await?;
        let running = app.run().await?;
        running.caught_up().await?;
        greet(&record, &running.address(), running.public_url(), link.as_deref())?;
        server::serve_until_told(running).await
    }
}

/// Makes keys and data, and leaves a record of both.
async fn generate(app: &App, seed: u64, clock: &dyn Clock) -> anyhow::Result<DemoRecord> {
    let values: Vec<CredentialValue> = KEYS.iter().map(|_| CredentialValue::generate(Kind::ApiKey)).collect();
    let now = clock.now();
    let mut record = DemoRecord::new(seed, now);
    // A folder with this record is the demo's, also when the next steps are cut short.
    record.write(app.data_dir()?)?;
    let key_hashes: Vec<String> = values.iter().map(CredentialValue::sha256_hex).collect();
    let sights = demo::create(&**app.events()?, Origin { now, seed, key_hashes: &key_hashes }).await?;
    record.complete(sights, &values);
    record.write(app.data_dir()?)?;
    Ok(record)
}

/// The path of a new link by which the demo's administrator chooses a password. There is no password that everybody knows,
/// and none that is kept somewhere: each start makes another link. None in a folder from before there was an administrator.
async fn sign_in_link(app: &App, clock: Arc<dyn Clock>) -> anyhow::Result<Option<String>> {
    let api = WriteApi::new(Arc::clone(app.events()?), clock);
    let Some(user) = api.user_named(USERNAME).await? else { return Ok(None) };
    let command = MakePasswordLink { user_id: user.state.id, steward: Steward::Operator };
    Ok(Some(api.make_password_link(&Actor::CommandLine, &command).await?.path()))
}

/// The key, three commands and the link on stdout, the rest for people.
fn greet(record: &DemoRecord, address: &str, public_url: &str, link: Option<&str>) -> anyhow::Result<()> {
    let key = record.first_key();
    let event = record.championship;
    out::data(format_args!("API key: {key}"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' {address}/api/v1/conventions/"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' {address}/api/v1/magic-events/{event}/current_standings/"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' '{address}/api/export-decklists/?num_days=365&format=ndjson'"))?;
    match link {
        Some(link) => out::data(format_args!("Sign in as {USERNAME}: choose a password at {public_url}{link}"))?,
        None => out::say("This demo has nobody who could sign in; --fresh makes it anew."),
    }
    out::say(format_args!("Serving the demo on {address}; a page to look at: {public_url}/events/{event}/"));
    out::say(format_args!("The admin panel: {public_url}/admin/"));
    out::say(format_args!("The data was made at {}. Ctrl-C stops.", record.made_at.format("%Y-%m-%d %H:%M UTC")));
    Ok(())
}
