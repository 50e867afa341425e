//! Requests to addresses that users name, such as those of webhooks.
//!
//! A user must not be able to make the service send requests into the operator's network. So an address is read strictly
//! (`target.rs`), its name is resolved once for each request (`resolver.rs`), all results are checked against the
//! ranges that are not public (`ranges.rs`), and the connection goes to a checked result (`post.rs`). There is no second
//! resolution that could have another result. Redirects are not followed, and proxies from the environment are not used.

mod post;
mod ranges;
mod resolver;
mod target;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ipnet::IpNet;
use tokio_rustls::TlsConnector;

use crate::http_client::connector;

pub use post::{PostAnswer, PostError};
pub use resolver::{Resolve, SystemResolver};
pub use target::{Host, Target, TargetFault};

/// Time to resolve the name of an address that a user enters.
const CHECK_TIME: Duration = Duration::from_secs(3);

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
    resolver: Arc<dyn Resolve>,
    /// Made for the first request over TLS, because it reads the system's certificate authorities.
    tls: Arc<OnceLock<TlsConnector>>,
}

/// Why an address may not be used.
#[derive(Debug, thiserror::Error)]
pub enum NotAllowed {
    /// It is not written as it must be.
    #[error(transparent)]
    Target(#[from] TargetFault),
    /// Its name cannot be resolved.
    #[error("the name {host} cannot be resolved")]
    Unresolved {
        /// The name.
        host: String,
        /// The error of the resolver.
        #[source]
        source: io::Error,
    },
    /// It leads into a range that is not public. The range is not named, so that nothing is learned about the network.
    #[error("{0} leads to an address that is not public")]
    NotPublic(String),
}

impl Outbound {
    /// Creates a client that resolves names with the system's resolver.
    pub fn new(rules: OutboundRules) -> Self {
        Self::resolving(rules, Arc::new(SystemResolver))
    }

    /// Creates a client with another resolver.
    pub fn resolving(rules: OutboundRules, resolver: Arc<dyn Resolve>) -> Self {
        Self { rules, resolver, tls: Arc::default() }
    }

    /// Checks an address that a user enters. A name that cannot be resolved now is accepted, because it may exist later;
    /// each request checks it again.
    ///
    /// # Errors
    /// If the address may not be used.
    pub async fn check(&self, url: &str) -> Result<(), NotAllowed> {
        let target = self.read(url)?;
        match tokio::time::timeout(CHECK_TIME, self.resolve(&target)).await {
            Ok(Err(refused @ (NotAllowed::NotPublic(_) | NotAllowed::Target(_)))) => Err(refused),
            Ok(Ok(_) | Err(NotAllowed::Unresolved { .. })) | Err(_) => Ok(()),
        }
    }

    fn connector(&self) -> io::Result<TlsConnector> {
        if let Some(made) = self.tls.get() {
            return Ok(made.clone());
        }
        let made = connector()?;
        Ok(self.tls.get_or_init(|| made).clone())
    }

    /// Reads an address without resolving it.
    ///
    /// # Errors
    /// If it is not written as it must be, or names an IP address that is not public.
    pub fn read(&self, url: &str) -> Result<Target, NotAllowed> {
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
    async fn resolve(&self, target: &Target) -> Result<Vec<SocketAddr>, NotAllowed> {
        let addresses = match &target.host {
            Host::Ip(address) => vec![*address],
            Host::Name(name) => {
                let unresolved = |source| NotAllowed::Unresolved { host: name.clone(), source };
                let addresses = self.resolver.resolve(name).await.map_err(unresolved)?;
                if addresses.is_empty() {
                    return Err(unresolved(io::Error::other("it has no address")));
                }
                addresses
            }
        };
        for address in &addresses {
            self.expect_allowed(target, *address)?;
        }
        Ok(addresses.into_iter().map(|address| SocketAddr::new(address, target.port)).collect())
    }

    fn expect_allowed(&self, target: &Target, address: IpAddr) -> Result<(), NotAllowed> {
        let allowed = ranges::is_public(address) || self.rules.allowed.iter().any(|range| range.contains(&address));
        if allowed { Ok(()) } else { Err(NotAllowed::NotPublic(target.host.to_string())) }
    }
}

impl Default for Outbound {
    fn default() -> Self {
        Self::new(OutboundRules::default())
    }
}

impl std::fmt::Debug for Outbound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outbound").field("rules", &self.rules).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
