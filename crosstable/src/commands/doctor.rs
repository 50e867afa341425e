//! `crosstable doctor`: checks a deployment and reports problems.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use service_kit::clock::SystemClock;
use storage::{Access, Database};

use super::Options;
use crate::doctor::{Deployment, Finding, State, examine};
use crate::home::Home;
use crate::out;
use crate::parts::Part;

const AFTER_HELP: &str = "\
Examples:
  crosstable doctor
  crosstable doctor --address http://127.0.0.1:8080 --public-url https://events.example
  crosstable doctor --json | jq '.findings[] | select(.state != \"fine\")'

Give it the options of the process to check, and run it as that process's user, on its machine. It changes nothing; a
server may run meanwhile. It prints what it finds to stdout, with advice for each problem.
Exit code 1 if anything is wrong.";

/// Check a deployment; report problems and how to solve them
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Doctor {
    /// Address of a running process whose health is checked: http://127.0.0.1:8080
    #[arg(long, value_name = "URL", value_parser = crate::app::public_url)]
    address: Option<String>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

/// The document of `--json`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    sound: bool,
    findings: &'a [Finding],
}

impl Doctor {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let deployment = self.deployment(options)?;
        let findings = examine(&deployment, &SystemClock).await;
        let wrong = findings.iter().filter(|finding| finding.state == State::Wrong).count();
        if self.json {
            out::data(serde_json::to_string_pretty(&Report { sound: wrong == 0, findings: &findings })?)?;
        } else {
            for finding in &findings {
                print_finding(finding)?;
            }
        }
        match wrong {
            0 => out::say("Nothing is wrong."),
            1 => out::say("One thing is wrong."),
            _ => out::say(format_args!("{wrong} things are wrong.")),
        }
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Returns the deployment that the options describe, with the access that its process needs.
    fn deployment(&self, options: &Options) -> anyhow::Result<Deployment> {
        let settings = options.settings(options.data_dir())?;
        let (parts, public_url) = (settings.parts.clone(), settings.public_url.clone());
        let log = [(Part::WriteApi, Access::Write), (Part::Projector, Access::Read)];
        let log = log.into_iter().find(|(part, _)| parts.has(*part)).map(|(_, access)| access);
        let views = if parts.has(Part::Projector) { Access::Write } else { Access::Read };
        let named = settings.databases.is_named();
        let home = if named { Some(Home::Databases(settings.databases.clone())) } else { options.home().ok() };
        Ok(Deployment {
            folder: (!named).then(|| settings.data_dir.clone()),
            secret_file: settings.databases.secret_file.clone().filter(|_| named && parts.answer()),
            events: home.as_ref().and_then(|home| Some((home.events().ok()?, log?))),
            // The file of the views is created when they are first rendered.
            views: home
                .as_ref()
                .and_then(|home| Some((home.views().ok()?, views)))
                .filter(|(views, _)| !matches!(views, Database::Sqlite(file) if !file.exists())),
            settings: home.as_ref().and_then(|home| options.view_settings(home).ok()),
            free_space_floor: settings.free_space_floor,
            parts,
            address: self.address.clone(),
            nats: settings.nats,
            public_url,
        })
    }
}

fn print_finding(finding: &Finding) -> std::io::Result<()> {
    let Finding { check, state, found, advice } = finding;
    let mark = match state {
        State::Fine => "fine ",
        State::Note => "note ",
        State::Wrong => "WRONG",
    };
    out::data(format_args!("{mark}  {check}: {found}"))?;
    advice.iter().try_for_each(|advice| out::data(format_args!("       → {advice}")))
}
