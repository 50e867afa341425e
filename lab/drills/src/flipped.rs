//! The drill `flipped-bytes`: bytes of the views or of the log are changed while the program does not run. Every answer
//! must be true or a refusal. Damaged views must be repaired without help, and damage to the log must be noticed.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use e2e::client::{Client, Request};
use e2e::form::Form;
use e2e::people::Credential;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::Value;

use crate::crawled::Known;
use crate::damage::Damage;
use crate::installation::Installation;
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::server::Server;
use crate::site::Site;
use crate::times::Times;
use crate::usual::Usual;

/// Time in which all answers must be true again after the views were damaged.
const RECOVERY: Duration = Duration::from_secs(10);
/// Time in which a program on a damaged log may still become able to answer more.
const SETTLED: Duration = Duration::from_secs(2);

/// The size of the drill.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Settings {
    /// Number of damages; every second one is in the log
    #[arg(long, default_value_t = 200)]
    damages: usize,
}

/// The undamaged installation and its answers.
struct Whole<'a> {
    site: &'a Site,
    known: Known,
    /// The log without its first and last line, which contain times.
    dump: Vec<String>,
}

/// The figures of the report.
#[derive(Debug, Default)]
struct Counts {
    /// Damages of the log that `verify` notices, and others in bytes that nothing uses.
    verify: usize,
    unused: usize,
    refused_starts: usize,
    /// Answers that were refused with a damaged log.
    refused: usize,
    written: usize,
    not_written: usize,
    /// From the start on damaged views until all answers were right.
    recoveries: Times,
}

struct Drill<'a> {
    whole: Whole<'a>,
    faults: Faults,
    counts: Counts,
    careless: bool,
}

/// Runs the drill. A careless one changes a list instead of damaging a file, which it must then find.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (Settings { damages }, careless) = (*settings, usual.careless);
    let (site, bar) = (&usual.site()?, bar(damages));
    let mut drill =
        Drill { whole: Whole::look(site).await?, faults: Faults::default(), counts: Counts::default(), careless };
    for round in 0..damages {
        let mut rng = usual.rng_of(round);
        if round % 2 == 0 {
            drill.damage_views(round, &mut rng).await?;
        } else {
            drill.damage_log(round, &mut rng).await?;
        }
        bar.set_message(format!("{} faults", drill.faults.count()));
        bar.inc(1);
    }
    Ok(drill.report(damages, usual.seed))
}

impl<'a> Whole<'a> {
    /// Creates the installation and records its answers. Two processes must give the same answers.
    async fn look(site: &'a Site) -> anyhow::Result<Self> {
        let installation = Installation::make(site).await?;
        let server = site.serve().await?;
        let known = Known::look(installation).await?;
        server.stop().await?;
        let server = site.serve().await?;
        let judged = known.judge(&known.ask().await);
        server.stop().await?;
        ensure!(judged.wrong.is_empty(), "answers differ though nothing was damaged: {:?}", judged.wrong);
        ensure!(judged.refused == 0, "{} answers are refused though nothing was damaged", judged.refused);
        let (dump, again) = (dump(site)?.unwrap_or_default(), dump(site)?);
        ensure!(dump.len() > 100 && Some(&dump) == again.as_ref(), "two backups of one log differ");
        Ok(Self { site, known, dump })
    }
}

impl Drill<'_> {
    /// Damages the views. No answer may be wrong, and all must be true in time, without a restart.
    async fn damage_views(&mut self, round: usize, rng: &mut StdRng) -> anyhow::Result<()> {
        let site = self.whole.site.copy()?;
        let damage = self.spoil(&site, &site.views_file(), rng).await?;
        let name = format!("damage {round} of the views, {damage}");
        let mut server = site.start()?;
        if let Err(error) = server.listening().await {
            self.faults.note(format!("{name}: {error:#}"));
            return Ok(());
        }
        let since = Instant::now();
        let (refused, _) = self.whole.known.until_true(&name, since, (Duration::ZERO, RECOVERY), &self.faults).await;
        if refused > 0 {
            self.faults.note(format!("{name}: {refused} answers are still refused after {RECOVERY:?}"));
        }
        self.counts.recoveries.add(since.elapsed());
        self.end(server, &name).await
    }

    /// Damages the log. No answer may be wrong, no write may be misplaced, and `verify` must notice damage to data in
    /// use.
    async fn damage_log(&mut self, round: usize, rng: &mut StdRng) -> anyhow::Result<()> {
        let site = self.whole.site.copy()?;
        let with_views: bool = rng.random();
        if !with_views {
            remove_views(&site)?;
        }
        let damage = self.spoil(&site, &site.log_file(), rng).await?;
        let kept = if with_views { "" } else { " and no views" };
        let name = format!("damage {round} of the log, {damage}{kept}");
        // `verify` runs on a copy, so that the program itself meets the damage.
        let looked_at = site.copy()?;
        let verify = !looked_at.run(&["verify"])?.status.success();
        let is_unused = dump(&looked_at)?.as_ref() == Some(&self.whole.dump);
        self.counts.verify += usize::from(verify);
        self.counts.unused += usize::from(is_unused && !verify);
        if !verify && !is_unused && !self.careless {
            self.faults.note(format!("{name}: `verify` finds no fault, but `backup` differs from before"));
        }
        let mut server = site.start()?;
        if let Err(error) = server.listening().await {
            self.counts.refused_starts += 1;
            if server.last_words().trim().is_empty() {
                self.faults.note(format!("{name}: the start fails without a message: {error:#}"));
            }
            return Ok(());
        }
        let times = (Duration::ZERO, SETTLED);
        self.counts.refused += self.whole.known.until_true(&name, Instant::now(), times, &self.faults).await.0;
        self.write(&site, &name, rng).await?;
        self.end(server, &name).await
    }

    /// Damages a file. A careless drill changes a list instead, which it must then find.
    async fn spoil(&self, site: &Site, file: &Path, rng: &mut StdRng) -> anyhow::Result<Damage> {
        let damage = Damage::draw(rng, std::fs::metadata(file)?.len());
        if !self.careless {
            damage.apply(file)?;
            return Ok(damage);
        }
        let server = site.serve().await?;
        let list = self.lists(site).into_iter().next().map(|(path, _)| path).unwrap_or_default();
        let request = Request::new(Method::PATCH, list, Form::Json, vec![("archetype", "changed".to_owned())]);
        let client = Client::new(site.address(), site.key.clone())?;
        ensure!(client.answer(&request).await.is_some_and(|answer| answer.status == 200), "no list can be changed");
        server.stop().await?;
        Ok(damage)
    }

    /// Lists that the site's own key may change, with their content.
    fn lists(&self, site: &Site) -> Vec<(String, Value)> {
        let key = Credential::Key(site.key.clone());
        let own = self.whole.known.answers.iter().filter_map(|((caller, path, _), seen)| {
            let id = path.strip_prefix("/api/v1/decklists/")?.strip_suffix('/')?;
            let list = (self.whole.known.installation.callers[*caller].credential == key && id.parse::<i64>().is_ok())
                .then(|| seen.as_ref()?.json())??;
            list["name"].as_str()?.starts_with("List ").then(|| (path.clone(), list))
        });
        own.collect()
    }

    /// Changes a list. The change must be refused, or the answer must be the list with the change.
    async fn write(&mut self, site: &Site, name: &str, rng: &mut StdRng) -> anyhow::Result<()> {
        let mut lists = self.lists(site);
        ensure!(!lists.is_empty(), "the site's key made no list");
        let (path, mut expected) = lists.swap_remove(rng.random_range(0..lists.len()));
        let client = Client::new(site.address(), site.key.clone())?;
        let change = vec![("archetype", "Changed".to_owned())];
        let written = client.send(&Request::new(Method::PATCH, &path, Form::Json, change), 0).await.ok();
        let Some(written) = written.filter(|written| written.status < 500) else {
            self.counts.not_written += 1;
            return Ok(());
        };
        self.counts.written += 1;
        expected["archetype"] = "Changed".into();
        if written.status != 200 || written.json() != expected {
            self.faults.note(format!("{name}: a change of {path} is answered {}", written.short()));
            return Ok(());
        }
        let token = written.header("consistency-token");
        let read = Request::get(&path).with("consistency-token", token).with("prefer", "wait=2");
        let read = client.send(&read, 0).await.ok().filter(|read| read.status < 500);
        if let Some(read) = read.filter(|read| read.status != 200 || read.json() != expected) {
            self.faults.note(format!("{name}: {path} was changed, and is answered {}", read.short()));
        }
        Ok(())
    }

    /// Kills the process. Errors in its log are expected; panics are faults.
    async fn end(&self, server: Server, name: &str) -> anyhow::Result<()> {
        let words = server.kill().await?;
        let bad = words.into_iter().filter(|line| line.contains("panicked at"));
        self.faults.note_all(bad.map(|line| format!("{name}: {line}")));
        Ok(())
    }

    fn report(self, damages: usize, seed: u64) -> Report {
        let Counts { verify, unused, refused_starts, refused, written, not_written, recoveries } = &self.counts;
        let addresses = self.whole.known.questions.len();
        let lines = vec![
            format!(
                "{damages} damages, half of them of the views, half of the log, seed {seed}; {addresses} addresses each."
            ),
            format!("Views: all answers right again: {}.", recoveries.summary()),
            format!(
                "Log: {verify} noticed by `verify`, {unused} others in bytes that nothing uses; {refused_starts} starts refused."
            ),
            format!("Log: {refused} answers refused; changes of a list: {written} right, {not_written} refused."),
        ];
        Report::new(lines, &self.faults)
    }
}

fn remove_views(site: &Site) -> anyhow::Result<()> {
    Ok(std::fs::remove_file(site.views_file())?)
}

/// The output of `backup` without its first and last line, which contain times; `None` if `backup` fails.
fn dump(site: &Site) -> anyhow::Result<Option<Vec<String>>> {
    let output = site.run(&["backup", "-"])?;
    let mut text = String::new();
    let read = flate2::read::MultiGzDecoder::new(&output.stdout[..]).read_to_string(&mut text);
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let is_whole = output.status.success() && read.is_ok() && lines.len() > 2;
    lines.pop();
    Ok(is_whole.then(|| lines.split_off(1)))
}
