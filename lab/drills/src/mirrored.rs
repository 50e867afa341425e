//! The drill `mirror`: two folders follow an installation's export while random commands change its events, and the server
//! and the mirrors are killed. In the end, each folder must equal a full export, record by record.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::Args;
use e2e::client::{Answer, Client, Request};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::body::read_with_token;
use crate::live::Organizer;
use crate::place::{Door, Place};
use crate::run::{Faults, Run};
use crate::server::Server;
use crate::site::Site;

/// Time in which the folders must equal the export, once nothing changes any more.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Random commands that change events
    #[arg(long, default_value_t = 1_000)]
    commands: usize,
    /// How often everything is compared, including at the end
    #[arg(long, default_value_t = 5)]
    checkpoints: usize,
}

struct Drill<'a> {
    site: &'a Site,
    server: Option<Server>,
    followers: Vec<Follower<'a>>,
    commander: Commander,
    rng: StdRng,
    run: &'a Run,
    server_kills: usize,
    mirror_kills: usize,
    compared: usize,
}

/// Runs the drill. In a careless one, a killed mirror had stored the cursor of an answer that it had not applied.
pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let (commands, checkpoints) = (settings.commands, settings.checkpoints.max(1));
    let (site, mut rng) = (&Site::new(Vec::new())?, run.rng());
    let (door, (_, other)) = (site.door(), site.organization("Second")?);
    let server = Some(site.serve().await?);
    let followers = vec![
        Follower::new("a key of the organization", site, door.clone())?,
        Follower::new("a key of another organization", site, Door { key: other, ..door.clone() })?,
    ];
    let commander = Commander::new(&door, rng.random()).await?;
    let (server_kills, mirror_kills, compared) = (0, 0, 0);
    let mut drill = Drill { site, server, followers, commander, rng, run, server_kills, mirror_kills, compared };
    run.steps(commands);
    for checkpoint in 1..=checkpoints {
        while drill.commander.count < commands * checkpoint / checkpoints {
            drill.moment().await?;
            run.bar.set_position(drill.commander.count as u64);
        }
        drill.compare().await?;
    }
    if let Some(server) = drill.server.take() {
        run.faults.note_all(server.kill().await?);
    }
    let Drill { commander, server_kills, mirror_kills, compared, .. } = drill;
    let (count, refused) = (commander.count, commander.organizer.refused);
    Ok(vec![
        format!("{count} commands, seed {}, of which {refused} were refused in the state of the event.", run.seed),
        format!("Kills: {server_kills} of the server, {mirror_kills} of mirrors."),
        format!("Compared {checkpoints} times: {compared} records equal those of a full export."),
    ])
}

impl Drill<'_> {
    /// Carries out some commands, and kills the server or a mirror meanwhile.
    async fn moment(&mut self) -> anyhow::Result<()> {
        let (commands, pause) = (self.rng.random_range(1..=12), delay(&mut self.rng));
        for follower in &mut self.followers {
            follower.start()?;
        }
        let victim = self.rng.random_range(0..=self.followers.len());
        let Self { site, server, followers, commander, rng, run, .. } = self;
        let disturbance = async {
            sleep(pause).await;
            match followers.get_mut(victim) {
                Some(follower) => follower.kill(&run.faults).await,
                None => site.restart(server, rng, delay, &run.faults).await.map(drop),
            }
        };
        let (changed, disturbed) = tokio::join!(commander.carry_out(commands), disturbance);
        changed?;
        disturbed?;
        if victim < self.followers.len() {
            self.mirror_kills += 1;
            if self.run.careless {
                self.followers[victim].store_cursor_first().await?;
            }
        } else {
            self.server_kills += 1;
        }
        Ok(())
    }

    /// Compares each folder with a full export, after a last pull.
    async fn compare(&mut self) -> anyhow::Result<()> {
        // The token is for its own organization. When the first export has the last write, all others have it.
        let tokens = [Some(&*self.commander.organizer.teller.token), None];
        for (follower, token) in self.followers.iter_mut().zip(tokens) {
            follower.kill(&self.run.faults).await?;
            let begun = Instant::now();
            loop {
                match follower.compare(token).await? {
                    Ok(compared) => {
                        self.compared += compared;
                        break;
                    }
                    Err(difference) if begun.elapsed() > PATIENCE || self.run.careless => {
                        self.run.faults.note(format!("the mirror of {}: {difference}", follower.name));
                        break;
                    }
                    Err(_) => sleep(Duration::from_millis(200)).await,
                }
            }
        }
        Ok(())
    }
}

/// Draws a delay. As in other drills, delays are spread evenly over the orders of magnitude, here 1 ms to 1 s.
fn delay(rng: &mut StdRng) -> Duration {
    Duration::from_secs_f64(0.001 * 1_000_f64.powf(rng.random()))
}

struct Commander {
    organizer: Organizer,
    rng: StdRng,
    /// All events but the one that is being played.
    events: Vec<i64>,
    playing: i64,
    count: usize,
    /// Changes until another event is played.
    left: usize,
}

impl Commander {
    async fn new(door: &Door, seed: u64) -> anyhow::Result<Self> {
        let mut organizer = Organizer::new(door, seed)?;
        organizer.create_players().await?;
        Ok(Self { organizer, rng: StdRng::seed_from_u64(seed ^ 1), events: Vec::new(), playing: 0, count: 0, left: 0 })
    }

    async fn carry_out(&mut self, count: usize) -> anyhow::Result<()> {
        for _ in 0..count {
            self.count += 1;
            match self.rng.random_range(0..10) {
                0 | 1 => self.announce().await?,
                2..=4 if !self.events.is_empty() => self.change().await?,
                _ => self.play().await?,
            }
        }
        Ok(())
    }

    async fn play(&mut self) -> anyhow::Result<()> {
        match self.left {
            0 => {
                self.left = 20;
                self.playing = self.organizer.announce().await?;
                Ok(())
            }
            1 => {
                self.left = 0;
                self.events.push(self.playing);
                self.organizer.finish().await
            }
            _ => {
                self.left -= 1;
                self.organizer.change(1).await
            }
        }
    }

    async fn announce(&mut self) -> anyhow::Result<()> {
        let details = json!({ "name": self.name(), "event_format": self.format(), "start_datetime": self.start() });
        let event = self.organizer.tell(Method::POST, "/api/v1/magic-events/", details).await?;
        self.events.extend(event["id"].as_i64());
        Ok(())
    }

    async fn change(&mut self) -> anyhow::Result<()> {
        let place = self.rng.random_range(0..self.events.len());
        let path = format!("/api/v1/magic-events/{}/", self.events[place]);
        let (method, below, body) = match self.rng.random_range(0..9) {
            0 => (Method::DELETE, "", json!({})),
            1 => (Method::POST, "lifecycle/", json!({ "status": "REGISTRATION_OPEN" })),
            2 => (Method::POST, "lifecycle/", json!({ "status": "CANCELED" })),
            7 => (Method::POST, "lifecycle/", json!({ "status": "DECKLISTS_PUBLISHED" })),
            3 => (Method::PATCH, "", json!({ "start_datetime": self.start() })),
            4 => (Method::PATCH, "", json!({ "event_format": self.format() })),
            5 | 6 => (Method::PATCH, "", json!({ "is_unlisted": self.rng.random::<bool>() })),
            _ => (Method::PATCH, "", json!({ "name": self.name() })),
        };
        self.organizer.tell(method, &format!("{path}{below}"), body).await.map(drop)
    }

    fn name(&mut self) -> String {
        format!("Event {}", self.rng.random_range(0..10_000))
    }

    fn format(&mut self) -> &'static str {
        ["LEGACY", "MODERN", "PAUPER", "VINTAGE"][self.rng.random_range(0..4)]
    }

    fn start(&mut self) -> String {
        format!("2026-{:02}-{:02}T18:00:00Z", self.rng.random_range(1..=12), self.rng.random_range(1..=28))
    }
}

/// The parts of tournaments that the mirrors pull.
const INCLUDE: &str = "standings,matches,rounds,decklists,cards";

struct Follower<'a> {
    name: &'static str,
    site: &'a Site,
    /// Dropped, and so killed, before its folder.
    process: Option<Server>,
    folder: TempDir,
    door: Door,
    client: Client,
}

impl<'a> Follower<'a> {
    fn new(name: &'static str, site: &'a Site, door: Door) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("drill-mirror-").tempdir().context("a folder cannot be made")?;
        let client = door.client()?;
        Ok(Self { name, site, folder, door, client, process: None })
    }

    fn start(&mut self) -> anyhow::Result<()> {
        if self.process.is_none() {
            self.process = Some(Server::spawn(self.command(&["--every", "1"]))?);
        }
        Ok(())
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = self.site.command();
        let into = self.folder.path().join("mirror");
        command.args(["mirror", &self.door.address, "--include", INCLUDE, "--into"]).arg(into).args(options);
        command.env("CROSSTABLE_KEY", &self.door.key);
        command
    }

    fn state_file(&self) -> PathBuf {
        self.folder.path().join("mirror/state.json")
    }

    /// Kills the mirror with SIGKILL. It is a fault if it had ended by itself.
    async fn kill(&mut self, faults: &Faults) -> anyhow::Result<()> {
        if let Some(process) = self.process.take() {
            let alarming = process.kill().await?;
            faults.note_all(alarming.into_iter().map(|line| format!("the mirror of {}: {line}", self.name)));
        }
        Ok(())
    }

    /// Does what a mirror would do that stores the cursor of an answer first, and is killed before it applies it.
    async fn store_cursor_first(&self) -> anyhow::Result<()> {
        let Ok(text) = fs::read(self.state_file()) else { return Ok(()) };
        let mut state: Value = serde_json::from_slice(&text)?;
        let since = state["cursor"].as_str().context("the state has no cursor")?.to_owned();
        let path = format!("/api/v1/export/tournaments/?since={since}&include={INCLUDE}");
        if let Some(answer) = self.client.answer(&Request::get(path)).await.filter(|answer| answer.status == 200) {
            state["cursor"] = answer.header("export-cursor").into();
            fs::write(self.state_file(), serde_json::to_vec(&state)?)?;
        }
        Ok(())
    }

    /// Pulls once more, and compares the folder with a full export. Returns the number of equal records, or a difference.
    async fn compare(&mut self, token: Option<&str>) -> anyhow::Result<Result<usize, String>> {
        let before = self.export(token).await?;
        let pulled = self.command(&["--once"]).stdin(Stdio::null()).output()?;
        ensure!(pulled.status.success(), "the mirror cannot pull: {}", String::from_utf8_lossy(&pulled.stderr));
        let after = self.export(token).await?;
        if before.header("export-cursor") != after.header("export-cursor") {
            return Ok(Err("the export does not come to rest".to_owned()));
        }
        let (expected, found) = (records(&after)?, self.files()?);
        if let Some(id) = expected.keys().chain(found.keys()).find(|id| expected.get(id) != found.get(id)) {
            let (there, here) = (expected.get(id), found.get(id));
            return Ok(Err(format!("tournament {id} is {here:.200?} instead of {there:.200?}")));
        }
        Ok(Ok(found.len()))
    }

    async fn export(&self, token: Option<&str>) -> anyhow::Result<Answer> {
        let path = format!("/api/v1/export/tournaments/?include={INCLUDE}");
        let request = token.map_or_else(|| Request::get(&path), |token| read_with_token(&path, token));
        match self.client.answer(&request).await {
            Some(answer) if answer.status == 200 => Ok(answer),
            Some(answer) => bail!("the export is answered {}", answer.short()),
            None => bail!("the export is not answered"),
        }
    }

    fn files(&self) -> anyhow::Result<BTreeMap<i64, String>> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(self.folder.path().join("mirror/tournaments"))? {
            let path = entry?.path();
            let id = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
            if path.extension().is_some_and(|extension| extension == "json") {
                files.insert(id.context("a file without an id")?, fs::read_to_string(&path)?.trim_end().to_owned());
            }
        }
        Ok(files)
    }
}

fn records(export: &Answer) -> anyhow::Result<BTreeMap<i64, String>> {
    let text = std::str::from_utf8(&export.body)?;
    let record = |line: &str| {
        let id = serde_json::from_str::<Value>(line)?["id"].as_i64().context("a record has no id")?;
        Ok((id, line.to_owned()))
    };
    text.lines().map(record).collect()
}
