//! The drill `flipped-bytes`: bytes of the views or of the log are changed while the program does not run. Every answer
//! must be true or a refusal. Damaged views must be repaired without help, and damage to the log must be noticed.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use e2e::client::Request;
use e2e::form::Form;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::Value;

use crate::crawled::{Known, Question, Seen};
use crate::installation::make;
use crate::place::Place;
use crate::run::Run;
use crate::server::Server;
use crate::site::Site;
use crate::times::Times;

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Settings {
    /// Number of damages; every second one is in the log
    #[arg(long, default_value_t = 200)]
    damages: usize,
}

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

/// The undamaged installation with its answers.
struct Drill<'a> {
    site: Site,
    known: Known,
    /// The log without its first and last line, which contain times.
    dump: Vec<String>,
    run: &'a Run,
    counts: Counts,
}

/// Runs the drill. A careless one changes a list instead of damaging a file, which it must then find.
pub(crate) async fn run(&Settings { damages }: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let mut drill = Drill::prepare(run).await?;
    run.steps(damages);
    for round in 0..damages {
        let mut rng = run.rng_of(round);
        if round % 2 == 0 {
            drill.damage_views(round, &mut rng).await?;
        } else {
            drill.damage_log(round, &mut rng).await?;
        }
        run.step();
    }
    let Counts { verify, unused, refused_starts, refused, written, not_written, recoveries } = &drill.counts;
    let (addresses, seed) = (drill.known.questions.len(), run.seed);
    Ok(vec![
        format!(
            "{damages} damages, half of them of the views, half of the log, seed {seed}; {addresses} addresses each."
        ),
        format!("Views: all answers right again: {}.", recoveries.summary()),
        format!(
            "Log: {verify} noticed by `verify`, {unused} others in bytes that nothing uses; {refused_starts} starts refused."
        ),
        format!("Log: {refused} answers refused; changes of a list: {written} right, {not_written} refused."),
    ])
}

impl<'a> Drill<'a> {
    /// Creates the installation and records its answers. Two processes must give the same answers.
    async fn prepare(run: &'a Run) -> anyhow::Result<Self> {
        let site = Site::new(Vec::new())?;
        let callers = make(&site).await?;
        let server = site.serve().await?;
        let known = Known::look(callers).await?;
        server.stop().await?;
        let server = site.serve().await?;
        let (refused, wrong) = known.judge(&known.ask().await);
        server.stop().await?;
        ensure!(wrong.is_empty(), "answers differ though nothing was damaged: {wrong:?}");
        ensure!(refused == 0, "{refused} answers are refused though nothing was damaged");
        let (dump, again) = (dump(&site)?.unwrap_or_default(), dump(&site)?);
        ensure!(dump.len() > 100 && Some(&dump) == again.as_ref(), "two backups of one log differ");
        Ok(Self { site, known, dump, run, counts: Counts::default() })
    }

    /// Damages the views. No answer may be wrong, and all must be true in time, without a restart.
    async fn damage_views(&mut self, round: usize, rng: &mut StdRng) -> anyhow::Result<()> {
        let site = self.site.copy()?;
        let damage = self.spoil(&site, &site.views_file(), rng).await?;
        let name = format!("damage {round} of the views, {damage}");
        let mut server = site.start()?;
        if let Err(error) = server.listening().await {
            self.run.faults.note(format!("{name}: {error:#}"));
            return Ok(());
        }
        let since = Instant::now();
        self.known.expect_true(&name, since, Duration::ZERO, &self.run.faults).await;
        self.counts.recoveries.add(since.elapsed());
        self.end(server, &name).await
    }

    /// Damages the log. No answer may be wrong, no write may be misplaced, and `verify` must notice damage to data in
    /// use.
    async fn damage_log(&mut self, round: usize, rng: &mut StdRng) -> anyhow::Result<()> {
        let site = self.site.copy()?;
        let with_views: bool = rng.random();
        if !with_views {
            std::fs::remove_file(site.views_file())?;
        }
        let damage = self.spoil(&site, &site.log_file(), rng).await?;
        let kept = if with_views { "" } else { " and no views" };
        let name = format!("damage {round} of the log, {damage}{kept}");
        // `verify` runs on a copy, so that the program itself meets the damage.
        let looked_at = site.copy()?;
        let verify = !looked_at.run(&["verify"])?.status.success();
        let is_unused = dump(&looked_at)?.as_ref() == Some(&self.dump);
        self.counts.verify += usize::from(verify);
        self.counts.unused += usize::from(is_unused && !verify);
        if !verify && !is_unused && !self.run.careless {
            self.run.faults.note(format!("{name}: `verify` finds no fault, but `backup` differs from before"));
        }
        let mut server = site.start()?;
        if let Err(error) = server.listening().await {
            self.counts.refused_starts += 1;
            if server.last_words().trim().is_empty() {
                self.run.faults.note(format!("{name}: the start fails without a message: {error:#}"));
            }
            return Ok(());
        }
        let times = (Duration::ZERO, Duration::from_secs(2));
        self.counts.refused += self.known.until_true(&name, Instant::now(), times, &self.run.faults).await.0;
        self.write(&site, &name, rng).await?;
        self.end(server, &name).await
    }

    /// Damages a file. A careless drill changes a list instead, which it must then find.
    async fn spoil(&self, site: &Site, file: &Path, rng: &mut StdRng) -> anyhow::Result<Damage> {
        let damage = Damage::draw(rng, std::fs::metadata(file)?.len());
        if !self.run.careless {
            damage.apply(file)?;
            return Ok(damage);
        }
        let server = site.serve().await?;
        let list = self.lists().into_iter().next().map(|(path, _)| path).unwrap_or_default();
        let request = Request::new(Method::PATCH, list, Form::Json, vec![("archetype", "changed".to_owned())]);
        let changed = site.door().client()?.answer(&request).await;
        ensure!(changed.is_some_and(|answer| answer.status == 200), "no list can be changed");
        server.stop().await?;
        Ok(damage)
    }

    /// Lists that the site's own key may change, with their content.
    fn lists(&self) -> Vec<(String, Value)> {
        let own = self.known.answers.iter().filter(|((caller, ..), _)| *caller == 0);
        let list = |((_, path, _), seen): (&Question, &Option<Seen>)| {
            let id = path.strip_prefix("/api/v1/decklists/")?.strip_suffix('/')?;
            let list = id.parse::<i64>().ok().and_then(|_| seen.as_ref()?.json())?;
            list["name"].as_str()?.starts_with("List ").then(|| (path.clone(), list))
        };
        own.filter_map(list).collect()
    }

    /// Changes a list. The change must be refused, or the answer must be the list with the change.
    async fn write(&mut self, site: &Site, name: &str, rng: &mut StdRng) -> anyhow::Result<()> {
        let mut lists = self.lists();
        ensure!(!lists.is_empty(), "the site's key made no list");
        let (path, mut expected) = lists.swap_remove(rng.random_range(0..lists.len()));
        let client = site.door().client()?;
        let change = vec![("archetype", "Changed".to_owned())];
        let written = client.send(&Request::new(Method::PATCH, &path, Form::Json, change), 0).await.ok();
        let Some(written) = written.filter(|written| written.status < 500) else {
            self.counts.not_written += 1;
            return Ok(());
        };
        self.counts.written += 1;
        expected["archetype"] = "Changed".into();
        if written.status != 200 || written.json() != expected {
            self.run.faults.note(format!("{name}: a change of {path} is answered {}", written.short()));
            return Ok(());
        }
        let token = written.header("consistency-token");
        let read = Request::get(&path).with("consistency-token", token).with("prefer", "wait=2");
        let read = client.send(&read, 0).await.ok().filter(|read| read.status < 500);
        if let Some(read) = read.filter(|read| read.status != 200 || read.json() != expected) {
            self.run.faults.note(format!("{name}: {path} was changed, and is answered {}", read.short()));
        }
        Ok(())
    }

    /// Kills the process. Errors in its log are expected; panics are faults.
    async fn end(&self, server: Server, name: &str) -> anyhow::Result<()> {
        let words = server.kill().await?;
        let bad = words.into_iter().filter(|line| line.contains("panicked at"));
        self.run.faults.note_all(bad.map(|line| format!("{name}: {line}")));
        Ok(())
    }
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

/// Size of a page in SQLite's files.
const PAGE: u64 = 4_096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damage {
    offset: u64,
    /// The mask for each byte, applied by exclusive or.
    mask: Vec<u8>,
}

impl Damage {
    /// Draws damage to a byte, a short run or a page of a file of this length: anywhere, or in the header of a page or
    /// of the file. Every byte of it changes; of a page almost every byte.
    pub(crate) fn draw(rng: &mut StdRng, length: u64) -> Self {
        let page = rng.random_range(0..length.div_ceil(PAGE).max(1)) * PAGE;
        let (offset, count) = match rng.random_range(0..16) {
            0 => (rng.random_range(0..100), 1),
            1..4 => (page + rng.random_range(0..12), rng.random_range(1..=4)),
            4..6 => (page, PAGE),
            6..10 => (rng.random_range(0..length), rng.random_range(1..=64)),
            _ => (rng.random_range(0..length), 1),
        };
        let count = count.min(length.saturating_sub(offset)).max(1);
        Self { offset, mask: (0..count).map(|_| rng.random_range(1..=255)).collect() }
    }

    pub(crate) fn apply(&self, path: &Path) -> anyhow::Result<()> {
        let file = File::options().read(true).write(true).open(path).context("the file cannot be opened")?;
        ensure!(self.offset < file.metadata()?.len(), "the file is shorter than {}", self.offset);
        let mut bytes = vec![0; self.mask.len()];
        let count = file.read_at(&mut bytes, self.offset)?;
        bytes.truncate(count);
        bytes.iter_mut().zip(&self.mask).for_each(|(byte, mask)| *byte ^= mask);
        file.write_all_at(&bytes, self.offset).context("the file cannot be written")
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes from byte {}", self.mask.len(), self.offset)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn every_kind_of_damage_changes_what_it_says_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let whole: Vec<u8> = (0..=250).cycle().take(10_000).collect();
        let mut rng = StdRng::seed_from_u64(1);
        let mut sizes = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let damage = Damage::draw(&mut rng, whole.len() as u64);
            std::fs::write(&path, &whole).unwrap();
            damage.apply(&path).unwrap();
            let changed = std::fs::read(&path).unwrap();
            let (start, count) = (usize::try_from(damage.offset).unwrap(), damage.mask.len());
            for (place, (before, after)) in whole.iter().zip(&changed).enumerate() {
                assert_eq!(before != after, (start..start + count).contains(&place), "{damage}: byte {place}");
            }
            assert_eq!(whole.len(), changed.len());
            sizes.insert(count);
        }
        assert!(sizes.contains(&1) && sizes.contains(&4_096) && sizes.len() > 20, "{sizes:?}");
    }
}
