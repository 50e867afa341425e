//! Resolves names.

use std::io;
use std::net::IpAddr;

use async_trait::async_trait;

/// Resolves names.
#[async_trait]
pub trait Resolve: Send + Sync + 'static {
    /// Returns the addresses of a name.
    ///
    /// # Errors
    /// If the name cannot be resolved.
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// Resolves names as the system does.
#[derive(Debug, Clone, Copy)]
pub struct SystemResolver;

#[async_trait]
impl Resolve for SystemResolver {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect())
    }
}
