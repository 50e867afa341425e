//! Settings on which the views depend. The public address is none of them: documents contain
//! [`ADDRESS_MARK`](storage::ADDRESS_MARK) instead.

/// The version of the renderers. Raise it when a renderer's output changes, so that the next start rebuilds the views.
pub const RENDERER_VERSION: u32 = 10;

/// Settings that affect the content of documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewSettings {
    /// Whether documents also have the field names of the original service's vendors (`compat_field_names=vendor`).
    pub vendor_field_names: bool,
}

impl ViewSettings {
    /// Returns a text that changes whenever earlier documents would now look different.
    pub fn fingerprint(&self) -> String {
        format!("renderer {RENDERER_VERSION}; vendor names {}", self.vendor_field_names)
    }
}
