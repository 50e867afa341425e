//! Requests to addresses that users name, such as those of webhooks.
//!
//! A user must not be able to make the service send requests into the operator's network. So an address is read strictly
//! (`target.rs`), its name is resolved once for each request, all results are checked against the ranges that are not
//! public (`ranges.rs`), and the connection goes to a checked result. There is no second
//! resolution that could have another result. Redirects are not followed, and proxies from the environment are not used.

mod ranges;
mod target;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Request, Response, header};
use bytes::Bytes;
use futures::future::BoxFuture;
use http_body_util::{BodyExt, Limited};
use ipnet::IpNet;
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::rustls::pki_types::ServerName;

use crate::BoxError;
use crate::http_client::{Connection, RequestError};
use crate::message;
use crate::message::Message;

pub use target::{Host, Target};

/// Time to resolve the name of an address that a user enters.
const CHECK_TIME: Duration = Duration::from_secs(3);

/// Bytes of an answer's body that are read, so that the connection can be closed in order.
const BODY_BYTES: usize = 4 * 1024;
/// Time to read them.
const BODY_TIME: Duration = Duration::from_secs(1);

/// What the operator allows beyond public addresses and HTTPS.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutboundRules {
    /// Ranges that are allowed although they are not public.
    pub allowed: Vec<IpNet>,
    /// Whether addresses may begin with `http://`.
    pub allow_http: bool,
}

/// A client for requests to addresses that users name.
#[derive(Clone)]
pub struct Outbound {
    rules: OutboundRules,
    resolver: Resolver,
}

/// Returns the addresses of a name.
type Resolver = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The address may not be used.
    #[error("{}", as_error(.0))]
    NotAllowed(Message),
    /// Its name cannot be resolved.
    #[error("the name {0} cannot be resolved")]
    Unresolved(String),
    /// No connection can be opened.
    #[error(transparent)]
    NotConnected(RequestError),
    /// The answer is not HTTP, or the connection was closed.
    #[error("no valid HTTP answer: {0}")]
    Http(#[source] BoxError),
    /// There was no answer in time.
    #[error("no answer within {} seconds", .0.as_secs())]
    Slow(Duration),
}

impl From<Message> for PostError {
    fn from(why: Message) -> Self {
        Self::NotAllowed(why)
    }
}

impl From<RequestError> for PostError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Http(source) => Self::Http(source),
            other => Self::NotConnected(other),
        }
    }
}

impl Outbound {
    /// Creates a client that resolves names with the system's resolver.
    pub fn new(rules: OutboundRules) -> Self {
        Self { rules, resolver: Arc::new(resolve_by_system) }
    }

    /// Checks an address that a user enters. A name that cannot be resolved now is accepted, because it may exist later;
    /// each request checks it again.
    ///
    /// # Errors
    /// Why it may not be used.
    pub async fn check(&self, url: &str) -> Result<(), Message> {
        let target = self.read(url)?;
        match tokio::time::timeout(CHECK_TIME, self.resolve(&target)).await {
            Ok(Err(PostError::NotAllowed(why))) => Err(why),
            _ => Ok(()),
        }
    }

    /// Reads an address without resolving it.
    ///
    /// # Errors
    /// If it is not written as it must be, or names an IP address that is not public.
    pub fn read(&self, url: &str) -> Result<Target, Message> {
        let target = Target::parse(url, self.rules.allow_http)?;
        match target.host {
            Host::Ip(address) => self.expect_allowed(&target, address)?,
            Host::Name(_) => {}
        }
        Ok(target)
    }

    /// Resolves an address once, and checks all results.
    ///
    /// # Errors
    /// If it cannot be resolved, or one of the results is not public.
    async fn resolve(&self, target: &Target) -> Result<Vec<SocketAddr>, PostError> {
        let addresses = match &target.host {
            Host::Ip(address) => vec![*address],
            Host::Name(name) => (self.resolver)(name.clone()).await.unwrap_or_default(),
        };
        if addresses.is_empty() {
            return Err(PostError::Unresolved(target.host.to_string()));
        }
        for address in &addresses {
            self.expect_allowed(target, *address)?;
        }
        Ok(addresses.into_iter().map(|address| SocketAddr::new(address, target.port)).collect())
    }

    /// Refuses an address that is not public. Its range is not named, so that nothing is learned about the network.
    fn expect_allowed(&self, target: &Target, address: IpAddr) -> Result<(), Message> {
        if ranges::is_public(address) || self.rules.allowed.iter().any(|range| range.contains(&address)) {
            return Ok(());
        }
        Err(message!("webhook-not-public", "{host} leads to an address that is not public.", host = target.host))
    }

    /// Sends a POST request to an address and returns the answer without its body, within a time limit. A redirect is an answer.
    ///
    /// # Errors
    /// If the address may not be used, or there is no answer in time.
    pub async fn post(
        &self,
        url: &str,
        headers: HeaderMap,
        body: Bytes,
        limit: Duration,
    ) -> Result<Response<()>, PostError> {
        let answered = tokio::time::timeout(limit, self.post_unlimited(url, headers, body)).await;
        answered.map_err(|_| PostError::Slow(limit))?
    }

    async fn post_unlimited(&self, url: &str, headers: HeaderMap, body: Bytes) -> Result<Response<()>, PostError> {
        let target = self.read(url)?;
        let addresses = self.resolve(&target).await?;
        let mut request = Request::post(&target.path).body(body).map_err(http)?;
        *request.headers_mut() = headers;
        let host = HeaderValue::from_str(&target.authority).map_err(http)?;
        request.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));

        let socket = TcpStream::connect(&addresses[..]).await.map_err(RequestError::Unreachable)?;
        let name = match target.host {
            _ if !target.is_secure => None,
            Host::Name(name) => Some(ServerName::try_from(name).map_err(http)?),
            Host::Ip(address) => Some(ServerName::from(address)),
        };
        let (head, body) = Connection::over(socket, name, host).await?.begin(request).await?.into_parts();
        // The status is the answer, whatever follows.
        let _ = tokio::time::timeout(BODY_TIME, Limited::new(body, BODY_BYTES).collect()).await;
        Ok(Response::from_parts(head, ()))
    }
}

fn resolve_by_system(name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    Box::pin(async move { Ok(lookup_host((name, 0)).await?.map(|address| address.ip()).collect()) })
}

/// Returns the text for people in the form of an error, which may follow other words.
fn as_error(told: &Message) -> String {
    told.trim_end_matches('.').replacen("The ", "the ", 1)
}

fn http(error: impl Into<BoxError>) -> PostError {
    PostError::Http(error.into())
}

impl Default for Outbound {
    fn default() -> Self {
        Self::new(OutboundRules::default())
    }
}

#[cfg(test)]
mod tests;
