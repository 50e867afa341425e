//! What views depend on beside the events.

/// Raised by hand whenever a renderer's output changes, so that the next start rebuilds the views.
pub const RENDERER_VERSION: u32 = 7;

/// Settings that are baked into documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewSettings {
    /// Address under which people reach the service, without a slash at the end: `https://events.example`.
    pub public_url: String,
    /// Whether the field names of the original service's vendors stand beside ours (`compat_field_names=vendor`).
    pub vendor_field_names: bool,
}

impl ViewSettings {
    /// Changes whenever documents rendered before would now look different.
    pub fn fingerprint(&self) -> String {
        format!("renderer {RENDERER_VERSION}; vendor names {}; {}", self.vendor_field_names, self.public_url)
    }
}
