//! `crosstable demo`: a server with generated data in its own folder.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use proto_events::Actor;
use service_kit::clock::{Clock, SystemClock};
use write_api::WriteApi;
use write_api::accounts::{MakePasswordLink, Steward};

use super::{Options, serve};
use crate::app::App;
use crate::data_dir::DataDir;
use crate::demo;
use crate::demo::organizations::USERNAME;
use crate::demo::record::DemoRecord;
use crate::home::Home;
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable demo
  crosstable demo --listen 127.0.0.1:0     on any free port
  crosstable demo --fresh --seed 7         other data

The data is generated once, without network access, and kept: a second start has the same data and the same keys. All
keys are in demo-keys.json in the data folder. Each start prints a link, valid once and for 24 hours, where the
administrator, demo, sets a password for the admin panel.";

/// Serve generated data to try the service
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Demo {
    /// Delete the data of an earlier demo and generate it again
    #[arg(long)]
    fresh: bool,
    /// Seed of the random data; changing it needs --fresh
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Demo {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let folder = options.data_dir.clone().unwrap_or_else(|| PathBuf::from("crosstable-demo"));
        let settings = options.settings(folder)?;
        serve::begin_log(options, &settings.parts)?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let mut kept = None;
        let opened = App::open(settings, clock.clone(), |home| {
            kept = self.find(demo_folder(home)?)?;
            Ok(())
        });
        let mut app = opened.await?;
        app.further_pages = web::components::router();
        if let (Some(record), Some(seed)) = (&kept, self.seed)
            && record.seed != seed
        {
            out::say(format_args!("The data here was made with seed {}; use --fresh to make new data.", record.seed));
        }
        let record = match kept {
            Some(record) => record,
            None => generate(&app, self.seed.unwrap_or(1), &*clock).await?,
        };
        let link = sign_in_link(&app, clock).await?;
        let running = app.run().await?;
        running.caught_up().await?;
        greet(&record, &running.address(), &running.public_url, &link)?;
        serve::serve_until_told(running).await.map(drop)
    }

    /// Returns the record of a complete demo that is kept. Deletes any other demo.
    fn find(&self, dir: &DataDir) -> anyhow::Result<Option<DemoRecord>> {
        match DemoRecord::find(dir)? {
            Some(record) if self.fresh || !record.complete => DemoRecord::delete_all(dir).map(|()| None),
            kept => Ok(kept),
        }
    }
}

fn demo_folder(home: &Home) -> anyhow::Result<&DataDir> {
    home.folder().context("this works only on a data folder; omit --database-url")
}

/// Generates keys and data, and records both.
async fn generate(app: &App, seed: u64, clock: &dyn Clock) -> anyhow::Result<DemoRecord> {
    let (now, dir) = (clock.now(), demo_folder(&app.home)?);
    let mut record = DemoRecord::new(seed, now);
    // This record marks the folder as the demo's, even if the next steps are interrupted.
    record.write(dir)?;
    let (keys, sights) = demo::create(&**app.events()?, now, seed).await?;
    record.fill_in(sights, &keys);
    record.write(dir)?;
    Ok(record)
}

/// Returns the path of a new link where the demo's administrator sets a password. Each start makes a new link, so no
/// password is shared or stored.
async fn sign_in_link(app: &App, clock: Arc<dyn Clock>) -> anyhow::Result<String> {
    let api = WriteApi::new(Arc::clone(app.events()?), clock);
    let user =
        api.user_named(USERNAME).await?.context("the demo has no administrator; use --fresh to make new data")?;
    let command = MakePasswordLink { user_id: user.state.id, steward: Steward::Operator };
    Ok(api.carry_out(&Actor::CommandLine, &command).await?.path())
}

/// Prints the key, three commands and the link to stdout, and the rest to stderr.
fn greet(record: &DemoRecord, address: &str, public_url: &str, link: &str) -> anyhow::Result<()> {
    let key = record.first_key();
    let event = record.championship;
    out::data(format_args!("API key: {key}"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' {address}/api/v1/conventions/"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' {address}/api/v1/magic-events/{event}/current_standings/"))?;
    out::data(format_args!("curl -H 'X-API-Key: {key}' '{address}/api/export-decklists/?num_days=365&format=ndjson'"))?;
    out::data(format_args!("Sign in as {USERNAME}: set a password at {public_url}{link}"))?;
    out::say(format_args!("Serving the demo on {address}; a page to look at: {public_url}/events/{event}/"));
    out::say(format_args!("The admin panel: {public_url}/admin/"));
    out::say(format_args!("The data was made at {}. Ctrl-C stops.", record.made_at.format("%Y-%m-%d %H:%M UTC")));
    Ok(())
}
