//! Checks the running service: alive, ready, and reachable under its public address.

use axum::http::{StatusCode, Uri, header};
use service_kit::chain;
use service_kit::health::{ALIVE, READY};
use service_kit::http_client::{Answer, get};

use super::deployment::Deployment;
use super::finding::Finding;

const PROCESS: &str = "running process";
const PUBLIC: &str = "public address";
/// An address of the API that needs no key.
const OPEN: &str = "/api/schema/";

pub(super) async fn check(deployment: &Deployment) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(address) = &deployment.address {
        findings.extend(process(address).await);
    }
    if let Some(url) = &deployment.public_url {
        findings.push(public(url).await);
    }
    findings
}

async fn process(address: &str) -> Vec<Finding> {
    let alive = match get(&format!("{address}{ALIVE}")).await {
        Ok(answer) if answer.status == StatusCode::OK => Finding::fine(PROCESS, format!("{address} is alive")),
        Ok(answer) => {
            let found = format!("{address}{ALIVE} answers with {}", answer.status);
            return vec![Finding::wrong(PROCESS, found, "another program may listen there: check which one")];
        }
        Err(error) => {
            let found = format!("{address}: {}", chain(&error));
            return vec![Finding::wrong(PROCESS, found, "start it, or set --address to the address where it listens")];
        }
    };
    let ready = match get(&format!("{address}{READY}")).await {
        Ok(answer) if answer.status == StatusCode::OK => judge_ready(address, &answer),
        Ok(answer) => {
            let found = format!("{address} is not ready: {}", said(&answer));
            Finding::wrong("readiness", found, "wait if it was just started; else check what fails, and read its log")
        }
        Err(error) => Finding::wrong("readiness", format!("{address}: {}", chain(&error)), "read its log"),
    };
    vec![alive, ready]
}

/// Judges the answer of a ready process. Other parts may still fail; their checks are reported.
fn judge_ready(address: &str, answer: &Answer) -> Finding {
    let ready: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
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
fn said(answer: &Answer) -> String {
    let problem: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let reasons = problem["errors"].as_object().into_iter().flat_map(|errors| errors.values());
    let reasons: Vec<&str> = reasons.flat_map(|it| it.as_array()).flatten().filter_map(|it| it.as_str()).collect();
    if reasons.is_empty() { answer.status.to_string() } else { reasons.join(" ") }
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

fn judge_public(url: &str, answer: &Answer) -> Finding {
    let advice =
        "the gateway must pass every path on to Crosstable unchanged, and --public-url must be its public address";
    if answer.status.is_redirection() {
        let to = answer.headers.get(header::LOCATION).and_then(|to| to.to_str().ok()).unwrap_or("nowhere");
        let host = |text: &str| text.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
        let what = if host(to).is_some() && host(to) != host(url) { "another host" } else { "another address" };
        return Finding::wrong(PUBLIC, format!("{url} sends people to {what}: {to}"), advice);
    }
    let is_ours = answer.status == StatusCode::OK && is_our_schema(&answer.body);
    if is_ours {
        return Finding::fine(PUBLIC, format!("{url} answers as Crosstable does"));
    }
    Finding::wrong(PUBLIC, format!("{url}{OPEN} answers with {}, but not as Crosstable does", answer.status), advice)
}

fn is_our_schema(body: &[u8]) -> bool {
    let schema: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    schema["openapi"].is_string() && schema["info"]["title"].as_str().is_some_and(|title| title.contains("Crosstable"))
}
