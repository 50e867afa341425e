//! `crosstable doctor`: checks a deployment, and says what is wrong.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use service_kit::clock::SystemClock;
use storage::{Access, Database};

use super::Options;
use crate::data_dir::DataDir;
use crate::doctor::{Deployment, Finding, State, examine};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable doctor
  crosstable doctor --address http://127.0.0.1:8080 --public-url https://events.example
  crosstable doctor --json | jq '.findings[] | select(.state != \"fine\")'

Give it the options of the process that it is to check, and run it as that process's user, on its machine. Nothing is
changed; a server may run meanwhile. What is found is printed to stdout, and to each thing that is wrong what to do.
Exit code 1 if anything is wrong.";

/// Check a deployment, and say what is wrong and what to do
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Doctor {
    /// Where a running process answers, to be asked for its health: http://127.0.0.1:8080
    #[arg(long, value_name = "URL", value_parser = super::public_url)]
    address: Option<String>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

/// What is printed with `--json`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    sound: bool,
    findings: &'a [Finding],
}

impl Doctor {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let deployment = self.deployment(options)?;
        let findings = examine(&deployment, &SystemClock).await;
        let wrong = findings.iter().filter(|finding| finding.state == State::Wrong).count();
        if self.json {
            out::data(serde_json::to_string_pretty(&Report { sound: wrong == 0, findings: &findings })?)?;
        } else {
            for finding in &findings {
                tell(finding)?;
            }
        }
        match wrong {
            0 => out::say("Nothing is wrong."),
            1 => out::say("One thing is wrong."),
            _ => out::say(format_args!("{wrong} things are wrong.")),
        }
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// What the options name.
    fn deployment(&self, options: &Options) -> anyhow::Result<Deployment> {
        let folder = options.data_dir();
        let dir = DataDir::existing(&folder).ok();
        let settings = dir.as_ref().map(|dir| options.view_settings(dir)).transpose()?;
        let database = |file| Some((Database::Sqlite(file), Access::Write));
        Ok(Deployment {
            folder: Some(folder),
            secret_file: None,
            events: dir.as_ref().and_then(|dir| database(dir.events())),
            views: dir.as_ref().filter(|dir| dir.views().exists()).and_then(|dir| database(dir.views())),
            nats: None,
            settings,
            address: self.address.clone(),
            public_url: options.public_url.clone(),
        })
    }
}

fn tell(finding: &Finding) -> std::io::Result<()> {
    let Finding { check, state, found, advice } = finding;
    let mark = match state {
        State::Fine => "fine ",
        State::Note => "note ",
        State::Wrong => "WRONG",
    };
    out::data(format_args!("{mark}  {check}: {found}"))?;
    advice.iter().try_for_each(|advice| out::data(format_args!("       → {advice}")))
}
