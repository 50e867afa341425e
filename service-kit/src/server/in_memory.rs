//! Connections in memory, with which tests compare the ways of answering requests.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::DuplexStream;

use super::registry::Registry;
use super::service::SiteService;
use super::{Listening, MOST_HEAD, Site, connection};
use crate::client_address::Peer;
use crate::lifecycle::Stop;
use crate::limits::Limits;

/// The client address of all connections.
const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A server without a listener.
pub struct InMemory {
    service: Arc<SiteService>,
    registry: Arc<Registry>,
    stop: Stop,
}

impl InMemory {
    /// Creates a server for this site.
    pub fn new(site: impl Into<Site>, limits: Limits) -> Self {
        let (stop, listening) = (Stop::default(), Listening::within(limits));
        let service = site.into().service(listening.proxies.clone(), None, stop.clone());
        Self { service, registry: Registry::new(&listening), stop }
    }

    /// Serves a connection to its end, like one from the network.
    pub async fn serve(&self, stream: DuplexStream) {
        let admitted = self.registry.admit(PEER).await;
        let service = self.service.of_connection(Peer(PEER), Arc::clone(&admitted.state));
        connection(stream, service, admitted, self.stop.clone()).await;
    }

    /// Serves a connection with hyper only.
    pub async fn serve_by_hyper(&self, stream: DuplexStream) {
        let admitted = self.registry.admit(PEER).await;
        let service = self.service.of_connection(Peer(PEER), Arc::clone(&admitted.state));
        let mut http = http1::Builder::new();
        http.header_read_timeout(None).max_header_size(MOST_HEAD).max_buf_size(2 * MOST_HEAD);
        // hyper has already answered a request that it refuses.
        let _ = http.serve_connection(TokioIo::new(stream), service).await;
    }
}
