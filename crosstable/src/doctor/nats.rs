//! Checks NATS: reachable, with the login of this process.

use std::time::Duration;

use service_kit::nats::{NatsOptions, connect};

use super::finding::Finding;

const CHECK: &str = "NATS";
/// Time limit for connecting.
const TIME_LIMIT: Duration = Duration::from_secs(5);
pub(super) async fn check(options: &NatsOptions) -> Finding {
    let nats = match connect(options).await {
        Ok(nats) => nats,
        Err(error) => return Finding::wrong(CHECK, error.to_string(), "correct the options that begin with --nats"),
    };
    let mut link = nats.link();
    let connected = tokio::time::timeout(TIME_LIMIT, link.wait_for(|link| link.connected)).await;
    if !matches!(connected, Ok(Ok(_))) {
        return judge_failure(nats.failure().as_deref());
    }
    Finding::fine(CHECK, format!("server {} answers", nats.client().server_info().version))
}

/// Reports that there is no connection, because of this error if there was one.
fn judge_failure(error: Option<&str>) -> Finding {
    let error = error.unwrap_or("the server does not answer");
    if ["authorization", "authentication"].iter().any(|refused| error.to_lowercase().contains(refused)) {
        let advice = "give the user and the password of this process: --nats-user, --nats-password-file";
        return Finding::wrong(CHECK, format!("the server refuses the login: {error}"), advice);
    }
    let found = format!("no connection within {} seconds: {error}", TIME_LIMIT.as_secs());
    let advice = "check that the server runs, and that its address and TLS are right. Writes and reads go on without it, \
                  and processes see each other's changes later";
    Finding::wrong(CHECK, found, advice)
}
