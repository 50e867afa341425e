//! Checks the running service: alive, ready, and reachable under its public address.

use std::collections::BTreeSet;
use std::sync::Arc;

use api_kit::ConsistencyTokens;
use api_kit::consistency::{CONSISTENCY_TOKEN, LogTag, NOT_ISSUED};
use axum::body::Bytes;
use axum::http::{HeaderMap, Response, StatusCode, Uri, header};
use proto_events::Position;
use proto_events::ids::OrganizationId;
use service_kit::chain;
use service_kit::clock::SystemClock;
use service_kit::health::{ALIVE, READY};
use service_kit::http_client::{get, get_with};
use service_kit::keyring::{Keyring, Secrets};

use super::finding::{Deployment, Finding, State};
use crate::parts::{Part, Parts};

const PROCESS: &str = "running process";
const PUBLIC: &str = "public address";
/// An address of the API that needs no key.
const OPEN: &str = "/api/schema/";

/// Checks the process, which should serve the log with this id.
pub(super) async fn check(deployment: &Deployment, log_id: Option<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(address) = &deployment.address {
        findings.extend(process(address, &deployment.parts).await);
        let is_the_one = findings.iter().all(|finding| finding.state < State::Wrong);
        if is_the_one && deployment.parts.has(Part::ReadApi) {
            findings.extend(installation(address, deployment, log_id).await);
        }
    }
    if let Some(url) = &deployment.public_url {
        findings.push(public(url).await);
    }
    findings
}

async fn process(address: &str, parts: &Parts) -> Vec<Finding> {
    let alive = match get(&format!("{address}{ALIVE}")).await {
        Ok(answer) if answer.status() == StatusCode::OK => Finding::fine(PROCESS, format!("{address} is alive")),
        Ok(answer) => {
            let found = format!("{address}{ALIVE} answers with {}", answer.status());
            return vec![Finding::wrong(PROCESS, found, "another program may listen there: check which one")];
        }
        Err(error) => {
            let found = format!("{address}: {}", chain(&error));
            return vec![Finding::wrong(PROCESS, found, "start it, or set --address to the address where it listens")];
        }
    };
    let ready = get(&format!("{address}{READY}")).await;
    let role = ready.as_ref().ok().and_then(|answer| judge_parts(address, answer, parts));
    let ready = match ready {
        Ok(answer) if answer.status() == StatusCode::OK => judge_ready(address, &answer),
        Ok(answer) => {
            let found = format!("{address} is not ready: {}", said(&answer));
            Finding::wrong("readiness", found, "wait if it was just started; else check what fails, and read its log")
        }
        Err(error) => Finding::wrong("readiness", format!("{address}: {}", chain(&error)), "read its log"),
    };
    [Some(alive), role, Some(ready)].into_iter().flatten().collect()
}

/// Reports a process that runs other parts than the options name.
fn judge_parts(address: &str, answer: &Response<Bytes>, parts: &Parts) -> Option<Finding> {
    let ready: serde_json::Value = serde_json::from_slice(answer.body()).unwrap_or_default();
    let found: BTreeSet<&str> = ready["parts"].as_object()?.keys().map(String::as_str).collect();
    if found == parts.checked().into_iter().collect() {
        return None;
    }
    let found: Vec<_> = found.into_iter().collect();
    let found = format!(
        "{address} has the parts {}, but a process with --roles {parts} has {}",
        found.join(", "),
        parts.checked().join(", ")
    );
    Some(Finding::wrong(PROCESS, found, "give the --address of that process, or the --roles of this one"))
}

/// Checks that the process has the secret and the log that were given. It must accept a token of them.
async fn installation(address: &str, deployment: &Deployment, log_id: Option<&str>) -> Option<Finding> {
    const CHECK: &str = "installation";
    let in_folder = deployment.folder.as_ref().map(|folder| folder.join("secret"));
    let file = deployment.secret_file.clone().or(in_folder)?;
    let secrets = Secrets::parse(&std::fs::read_to_string(&file).ok()?).ok()?;
    let tokens = ConsistencyTokens::new(Keyring::new(secrets, Arc::new(SystemClock)));
    let token = tokens.issue(Position::START, OrganizationId(0), LogTag::of(log_id.unwrap_or_default()));
    let answer =
        get_with(&format!("{address}{OPEN}"), HeaderMap::from_iter([(CONSISTENCY_TOKEN, token)])).await.ok()?;
    let file = file.display();
    if answer.status() == StatusCode::BAD_REQUEST && said(&answer).contains(NOT_ISSUED) {
        let advice =
            "give the data folder or the secret of that process; if the file was changed, start the process anew";
        return Some(Finding::wrong(CHECK, format!("{address} has another secret than {file}"), advice));
    }
    let log_id = log_id?;
    if answer.status() == StatusCode::BAD_REQUEST {
        let found = format!("{address} serves another log than the one given here ({log_id})");
        let advice = "give the data folder or the databases of that process";
        return Some(Finding::wrong(CHECK, found, advice));
    }
    let fine = || Finding::fine(CHECK, format!("{address} has the secret and the log given here"));
    (answer.status() == StatusCode::OK).then(fine)
}

/// Judges the answer of a ready process. Other parts may still fail; their checks are reported.
fn judge_ready(address: &str, answer: &Response<Bytes>) -> Finding {
    let ready: serde_json::Value = serde_json::from_slice(answer.body()).unwrap_or_default();
    let checks = ready["checks"].as_object().into_iter().flatten();
    let failing = checks.filter_map(|(name, said)| Some((name, said.as_str().filter(|said| *said != "ok")?)));
    let failing: Vec<_> = failing.map(|(name, said)| format!("{name}: {said}")).collect();
    if failing.is_empty() {
        return Finding::fine("readiness", format!("{address} is ready"));
    }
    let found = format!("{address} answers reads, but other parts fail: {}", failing.join(" "));
    Finding::wrong("readiness", found, "check what fails, and read its log, which says what to do")
}

/// Returns the reasons in a problem document, else the status.
fn said(answer: &Response<Bytes>) -> String {
    let problem: serde_json::Value = serde_json::from_slice(answer.body()).unwrap_or_default();
    let reasons = problem["errors"].as_object().into_iter().flat_map(|errors| errors.values());
    let reasons: Vec<&str> = reasons.flat_map(|it| it.as_array()).flatten().filter_map(|it| it.as_str()).collect();
    if reasons.is_empty() { answer.status().to_string() } else { reasons.join(" ") }
}

async fn public(url: &str) -> Finding {
    match get(&format!("{url}{OPEN}")).await {
        Ok(answer) => judge_public(url, &answer),
        Err(error) => Finding::wrong(
            PUBLIC,
            format!("{url}: {}", chain(&error)),
            "check the name in the DNS, the gateway, its certificate, and the network between here and there",
        ),
    }
}

fn judge_public(url: &str, answer: &Response<Bytes>) -> Finding {
    let advice =
        "the gateway must pass every path on to Crosstable unchanged, and --public-url must be its public address";
    if answer.status().is_redirection() {
        let to = answer.headers().get(header::LOCATION).and_then(|to| to.to_str().ok()).unwrap_or("nowhere");
        let host = |text: &str| text.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
        let what = if host(to).is_some() && host(to) != host(url) { "another host" } else { "another address" };
        return Finding::wrong(PUBLIC, format!("{url} sends people to {what}: {to}"), advice);
    }
    let is_ours = answer.status() == StatusCode::OK && is_our_schema(answer.body());
    if is_ours {
        return Finding::fine(PUBLIC, format!("{url} answers as Crosstable does"));
    }
    Finding::wrong(PUBLIC, format!("{url}{OPEN} answers with {}, but not as Crosstable does", answer.status()), advice)
}

fn is_our_schema(body: &[u8]) -> bool {
    let schema: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    schema["openapi"].is_string() && schema["info"]["title"].as_str().is_some_and(|title| title.contains("Crosstable"))
}
