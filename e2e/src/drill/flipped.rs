//! The drill `flipped-bytes`: bytes of the views or of the log are changed while the program does not run. It must answer
//! what is true or refuse; damaged views must be true again by themselves, and damage of the log must be noticed.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::ensure;
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::Value;

use super::Site;
use super::body::Form;
use super::client::{Client, Request};
use super::crawled::{Answers, Judged, Question, ask, judge_all, questions};
use super::damage::Damage;
use super::disk::Store;
use super::installation::Installation;
use super::place::Place;
use super::report::{Faults, Report};
use super::server::Server;
use super::times::Times;

/// Time in which all answers must be true again after views were damaged.
const RECOVERY: Duration = Duration::from_secs(10);
/// Time in which a program on a damaged log may still come to answer more.
const SETTLED: Duration = Duration::from_secs(2);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(100);
/// Faults of the same round that are noted.
const NAMED: usize = 3;

/// How large the drill is.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Damages; every second one is of the log.
    pub damages: usize,
    /// The number of the first one.
    pub from: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// Whether, instead of being damaged, a list is changed: then the drill must find that.
    pub careless: bool,
}

/// The installation while it is whole, and its answers.
struct Whole<'a> {
    site: &'a Site,
    installation: Installation,
    questions: Vec<Question>,
    truth: Answers,
    /// What `doctor` finds wrong, with views and without.
    wrong: [BTreeSet<String>; 2],
    /// The log without its first and last line, which contain times.
    dump: Vec<String>,
}

/// Figures.
#[derive(Debug, Default)]
struct Counts {
    refused_start: usize,
    refused: usize,
    partly: usize,
    verify: usize,
    doctor: usize,
    either: usize,
    unused: usize,
    written: usize,
    not_written: usize,
    damaged_at_once: usize,
    recoveries: Times,
}

struct Drill<'a> {
    whole: Whole<'a>,
    faults: Faults,
    views: Counts,
    log: Counts,
    careless: bool,
}

/// Runs the drill.
///
/// # Errors
/// When it cannot be carried out; broken promises stand in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { damages, from, seed, careless } = settings;
    let (views, log) = (Counts::default(), Counts::default());
    let mut drill = Drill { whole: Whole::look(site).await?, faults: Faults::default(), views, log, careless };
    for round in from..from + damages {
        // Each damage follows from its own number, so that one can be looked at alone.
        let mut rng = StdRng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(round as u64));
        match if round % 2 == 0 { Store::Views } else { Store::Log } {
            Store::Views => drill.damage_views(round, &mut rng).await?,
            Store::Log => drill.damage_log(round, &mut rng).await?,
        }
        bar.set_message(format!("{} faults", drill.faults.count()));
        bar.inc(1);
    }
    Ok(drill.report(settings))
}

impl<'a> Whole<'a> {
    /// Makes the installation, and notes what it answers while it is whole: the same in two processes.
    async fn look(site: &'a Site) -> anyhow::Result<Self> {
        let installation = Installation::make(site).await?;
        let server = site.serve().await?;
        let questions = questions(&installation).await?;
        let first = ask(&installation, &questions).await;
        server.stop().await?;
        let server = site.serve().await?;
        let truth = ask(&installation, &questions).await;
        server.stop().await?;
        let judged = judge_all(&installation, &first, &truth);
        ensure!(judged.wrong.is_empty(), "answers differ though nothing was damaged: {:?}", judged.wrong);
        ensure!(judged.refused == 0, "{} answers are refused though nothing was damaged", judged.refused);
        let without = site.copy()?;
        remove_views(&without)?;
        let wrong = [wrong(site)?, wrong(&without)?];
        let (dump, again) = (dump(site)?.unwrap_or_default(), dump(site)?);
        ensure!(dump.len() > 100 && Some(&dump) == again.as_ref(), "two backups of one log differ");
        Ok(Self { site, installation, questions, truth, wrong, dump })
    }
}

impl Drill<'_> {
    /// Views are damaged: no answer is wrong, and all are true in time, without a restart.
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
        let installation = self.whole.installation.at(&site.address());
        let mut judged = self.look(&installation, &name).await;
        self.views.damaged_at_once += usize::from(judged.refused > 0);
        self.views.refused += judged.refused;
        while judged.refused > 0 && since.elapsed() < RECOVERY {
            tokio::time::sleep(LOOK).await;
            judged = self.look(&installation, &name).await;
        }
        if judged.refused > 0 {
            self.faults.note(format!("{name}: {} answers are still refused after {RECOVERY:?}", judged.refused));
        }
        self.views.recoveries.add(since.elapsed());
        self.end(server, &name).await
    }

    /// The log is damaged: no answer is wrong, no write goes astray, and `verify` notices if any of it is in use.
    async fn damage_log(&mut self, round: usize, rng: &mut StdRng) -> anyhow::Result<()> {
        let site = self.whole.site.copy()?;
        let with_views: bool = rng.random();
        if !with_views {
            remove_views(&site)?;
        }
        let damage = self.spoil(&site, &site.log_file(), rng).await?;
        let kept = if with_views { "" } else { " and no views" };
        let name = format!("damage {round} of the log, {damage}{kept}");
        // Looked at in a copy, so that the program meets the damage itself.
        let looked_at = site.copy()?;
        let verify = !looked_at.run(&["verify"])?.status.success();
        let doctor = wrong(&looked_at)? != self.whole.wrong[usize::from(!with_views)];
        let is_unused = dump(&looked_at)?.as_ref() == Some(&self.whole.dump);
        self.log.verify += usize::from(verify);
        self.log.doctor += usize::from(doctor);
        self.log.either += usize::from(verify || doctor);
        self.log.unused += usize::from(is_unused && !verify);
        if !verify && !is_unused && !self.careless {
            self.faults.note(format!("{name}: `verify` is content, and `backup` gives something else than before"));
        }
        let mut server = site.start()?;
        if let Err(error) = server.listening().await {
            self.log.refused_start += 1;
            if server.last_words().trim().is_empty() {
                self.faults.note(format!("{name}: the start is refused without a word: {error:#}"));
            }
            return Ok(());
        }
        let since = Instant::now();
        let installation = self.whole.installation.at(&site.address());
        let mut judged = self.look(&installation, &name).await;
        while judged.refused > 0 && since.elapsed() < SETTLED {
            tokio::time::sleep(LOOK).await;
            judged = self.look(&installation, &name).await;
        }
        self.log.refused += judged.refused;
        self.log.partly += usize::from(judged.refused > 0);
        self.write(&site, &name, rng).await?;
        self.end(server, &name).await
    }

    /// Damages a file; or, to show that it would be found, changes a list.
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

    /// Asks everything once; what is wrong is noted.
    async fn look(&self, installation: &Installation, name: &str) -> Judged {
        let judged = judge_all(installation, &self.whole.truth, &ask(installation, &self.whole.questions).await);
        for wrong in judged.wrong.iter().take(NAMED) {
            self.faults.note(format!("{name}: {wrong}"));
        }
        judged
    }

    /// Lists that the site's own key may change, as they are.
    fn lists(&self, site: &Site) -> Vec<(String, Value)> {
        let is_own = |(caller, path, _): &&Question| {
            let key = crate::people::Credential::Key(site.key.clone());
            let rest = path.strip_prefix("/api/v1/decklists/").and_then(|rest| rest.strip_suffix('/'));
            self.whole.installation.callers[*caller].credential == key
                && rest.is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let own = self.whole.truth.iter().filter(|(question, _)| is_own(question));
        let found = own.filter_map(|((_, path, _), seen)| Some((path.clone(), seen.as_ref()?.json()?)));
        found
            .filter(|(path, list)| {
                list["name"].as_str().is_some_and(|name| name.starts_with("List ")) && !path.is_empty()
            })
            .collect()
    }

    /// Changes a list: it is refused, or it is the list as it was, with the change.
    async fn write(&mut self, site: &Site, name: &str, rng: &mut StdRng) -> anyhow::Result<()> {
        let mut lists = self.lists(site);
        ensure!(!lists.is_empty(), "the site's key made no list");
        let (path, mut expected) = lists.swap_remove(rng.random_range(0..lists.len()));
        let client = Client::new(site.address(), site.key.clone())?;
        let change = vec![("archetype", "Changed".to_owned())];
        let Ok(written) = client.send(&Request::new(Method::PATCH, &path, Form::Json, change), 0).await else {
            self.log.not_written += 1;
            return Ok(());
        };
        if written.status >= 500 {
            self.log.not_written += 1;
            return Ok(());
        }
        self.log.written += 1;
        expected["archetype"] = "Changed".into();
        if written.status != 200 || written.json() != expected {
            self.faults.note(format!("{name}: a change of {path} is answered {}", written.short()));
            return Ok(());
        }
        let token = written.header("consistency-token");
        match client.send(&Request::get(&path).with("consistency-token", token).with("prefer", "wait=2"), 0).await {
            Ok(read) if read.status == 200 && read.json() != expected => {
                self.faults.note(format!("{name}: {path} was changed, and is answered {}", read.short()));
            }
            Ok(read) if read.status != 200 && read.status < 500 => {
                self.faults.note(format!("{name}: {path} was changed, and is answered {}", read.short()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the process. Errors in its log are as it should be; panics are not.
    async fn end(&self, server: Server, name: &str) -> anyhow::Result<()> {
        let words = server.kill().await?;
        let bad = words.into_iter().filter(|line| line.contains("panicked at"));
        self.faults.note_all(bad.map(|line| format!("{name}: {line}")));
        Ok(())
    }

    fn report(self, settings: Settings) -> Report {
        let Settings { damages, seed, .. } = settings;
        let (views, log) = (&self.views, &self.log);
        let lines = vec![
            format!(
                "{damages} damages, half of them of the views, half of the log, seed {seed}; {} addresses read after each.",
                self.whole.questions.len()
            ),
            format!(
                "Views: {} damages were met at the first look, {} answers refused then; all true again: {}.",
                views.damaged_at_once,
                views.refused,
                views.recoveries.summary()
            ),
            format!(
                "Log: noticed by `verify` {}, by `doctor` {}, by either {}; in bytes that nothing uses {}.",
                log.verify, log.doctor, log.either, log.unused
            ),
            format!(
                "Log: {} starts were refused; {} processes refused some answers, {} in all; changes of a list: {} right, {} refused.",
                log.refused_start, log.partly, log.refused, log.written, log.not_written
            ),
        ];
        Report::new(lines, &self.faults)
    }
}

fn remove_views(site: &Site) -> anyhow::Result<()> {
    Ok(std::fs::remove_file(site.views_file())?)
}

/// Checks of `doctor` that find something wrong; or that it could not be carried out.
fn wrong(site: &Site) -> anyhow::Result<BTreeSet<String>> {
    let output = site.run(&["doctor", "--json"])?;
    let Ok(found) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Ok(BTreeSet::from(["no answer".into()]));
    };
    let findings = found["findings"].as_array().or_else(|| found.as_array());
    let wrong = findings.into_iter().flatten().filter(|finding| finding["state"] == "wrong");
    // The folder is another one each time.
    let folder = site.data().display().to_string();
    Ok(wrong.map(|finding| format!("{} {}", finding["check"], finding["found"]).replace(&folder, "")).collect())
}

/// The log as `backup` writes it, without the times in its first line and its checksum in the last; none if it is refused.
fn dump(site: &Site) -> anyhow::Result<Option<Vec<String>>> {
    let output = site.run(&["backup", "-"])?;
    let mut text = String::new();
    let read = flate2::read::MultiGzDecoder::new(&output.stdout[..]).read_to_string(&mut text);
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let is_whole = output.status.success() && read.is_ok() && lines.len() > 2;
    lines.pop();
    Ok(is_whole.then(|| lines.split_off(1)))
}
