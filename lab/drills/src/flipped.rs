//! The drill `flipped-bytes`: bytes of the views or of the log are changed while the program does not run. Every answer
//! must be true or a refusal. Damaged views must be repaired without help, and damage to the log must be noticed.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use e2e::client::{Client, Request};
use e2e::form::Form;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::Value;

use crate::crawled::{Answers, Question, ask, judge_all, questions};
use crate::damage::Damage;
use crate::disk::Store;
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
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(100);
/// Maximum number of faults noted for each look.
const NAMED: usize = 3;

/// The size of the drill.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Settings {
    /// Number of damages; every second one is in the log
    #[arg(long, default_value_t = 200)]
    damages: usize,
    /// Number of the first damage, to repeat a single one
    #[arg(long, default_value_t = 0)]
    from: usize,
}

/// The undamaged installation and its answers.
struct Whole<'a> {
    site: &'a Site,
    installation: Installation,
    questions: Vec<Question>,
    truth: Answers,
    /// The faults that `doctor` finds, with views and without.
    wrong: [BTreeSet<String>; 2],
    /// The log without its first and last line, which contain times.
    dump: Vec<String>,
}

/// The figures of the report.
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

/// Runs the drill. A careless one changes a list instead of damaging a file, which it must then find.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (Settings { damages, from }, careless) = (*settings, usual.careless);
    let (site, bar) = (&usual.site()?, bar(damages));
    let (views, log) = (Counts::default(), Counts::default());
    let mut drill = Drill { whole: Whole::look(site).await?, faults: Faults::default(), views, log, careless };
    for round in from..from + damages {
        // Each damage is drawn from its number, so that a single one can be repeated.
        let mut rng = usual.rng_of(round);
        match if round % 2 == 0 { Store::Views } else { Store::Log } {
            Store::Views => drill.damage_views(round, &mut rng).await?,
            Store::Log => drill.damage_log(round, &mut rng).await?,
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
        let (at_first, at_last) = self.look(&site, &name, RECOVERY).await;
        self.views.damaged_at_once += usize::from(at_first > 0);
        self.views.refused += at_first;
        if at_last > 0 {
            self.faults.note(format!("{name}: {at_last} answers are still refused after {RECOVERY:?}"));
        }
        self.views.recoveries.add(since.elapsed());
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
        let doctor = wrong(&looked_at)? != self.whole.wrong[usize::from(!with_views)];
        let is_unused = dump(&looked_at)?.as_ref() == Some(&self.whole.dump);
        self.log.verify += usize::from(verify);
        self.log.doctor += usize::from(doctor);
        self.log.either += usize::from(verify || doctor);
        self.log.unused += usize::from(is_unused && !verify);
        if !verify && !is_unused && !self.careless {
            self.faults.note(format!("{name}: `verify` finds no fault, but `backup` differs from before"));
        }
        let mut server = site.start()?;
        if let Err(error) = server.listening().await {
            self.log.refused_start += 1;
            if server.last_words().trim().is_empty() {
                self.faults.note(format!("{name}: the start fails without a message: {error:#}"));
            }
            return Ok(());
        }
        let (_, at_last) = self.look(&site, &name, SETTLED).await;
        self.log.refused += at_last;
        self.log.partly += usize::from(at_last > 0);
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

    /// Asks all questions and notes wrong answers, again while some are refused and time is left. Returns how many were
    /// refused at first and at last.
    async fn look(&self, site: &Site, name: &str, time: Duration) -> (usize, usize) {
        let (since, mut at_first) = (Instant::now(), None);
        let installation = self.whole.installation.at(&site.address());
        loop {
            let answers = ask(&installation, &self.whole.questions).await;
            let judged = judge_all(&installation, &self.whole.truth, &answers);
            for wrong in judged.wrong.iter().take(NAMED) {
                self.faults.note(format!("{name}: {wrong}"));
            }
            let first = *at_first.get_or_insert(judged.refused);
            if judged.refused == 0 || since.elapsed() >= time {
                return (first, judged.refused);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Lists that the site's own key may change, with their content.
    fn lists(&self, site: &Site) -> Vec<(String, Value)> {
        let is_own = |(caller, path, _): &&Question| {
            let key = e2e::people::Credential::Key(site.key.clone());
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

    /// Changes a list. The change must be refused, or the answer must be the list with the change.
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

    /// Kills the process. Errors in its log are expected; panics are faults.
    async fn end(&self, server: Server, name: &str) -> anyhow::Result<()> {
        let words = server.kill().await?;
        let bad = words.into_iter().filter(|line| line.contains("panicked at"));
        self.faults.note_all(bad.map(|line| format!("{name}: {line}")));
        Ok(())
    }

    fn report(self, damages: usize, seed: u64) -> Report {
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

/// The checks of `doctor` that find a fault, or a marker if `doctor` gives no answer.
fn wrong(site: &Site) -> anyhow::Result<BTreeSet<String>> {
    let output = site.run(&["doctor", "--json"])?;
    let Ok(found) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Ok(BTreeSet::from(["no answer".into()]));
    };
    let findings = found["findings"].as_array().or_else(|| found.as_array());
    let wrong = findings.into_iter().flatten().filter(|finding| finding["state"] == "wrong");
    // The folder differs from run to run.
    let folder = site.data().display().to_string();
    Ok(wrong.map(|finding| format!("{} {}", finding["check"], finding["found"]).replace(&folder, "")).collect())
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
