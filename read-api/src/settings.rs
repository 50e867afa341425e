//! Settings of the read side.

use std::path::PathBuf;

use service_kit::client_address::TrustedProxies;
use service_kit::limits::Limits;

/// Settings of the read side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadApiSettings {
    /// Whether the export may be read without a key.
    pub anonymous_export: bool,
    /// Folder of dumps that everyone may download; `None` if there are none.
    pub dumps: Option<PathBuf>,
    /// Whether answers also have the vendors' field names. Documents have them already.
    pub vendor_field_names: bool,
    /// Public address of the service, without a trailing slash.
    pub public_url: String,
    /// Maximum size of the cache in bytes.
    pub cache_bytes: u64,
    /// Proxies that are trusted to state the address of a client.
    pub trusted_proxies: TrustedProxies,
    /// Addresses and methods of the write side. This side answers reads of those that take only writes.
    pub written: Vec<(&'static str, &'static str)>,
    /// Limits per caller and for all callers together.
    pub limits: Limits,
}

impl ReadApiSettings {
    /// Returns the path of the public address, with which links on pages begin: empty, or `/crosstable` behind a
    /// gateway.
    pub(crate) fn base_path(&self) -> &str {
        api_kit::path::base_of(&self.public_url)
    }
}

impl Default for ReadApiSettings {
    fn default() -> Self {
        Self {
            anonymous_export: false,
            dumps: None,
            vendor_field_names: false,
            public_url: "http://127.0.0.1:8080".into(),
            cache_bytes: 256 * 1024 * 1024,
            trusted_proxies: TrustedProxies::default(),
            written: Vec::new(),
            limits: Limits::default(),
        }
    }
}
