//! Names that the original service takes from its vendors, given beside ours when the operator asks for them.

use crate::settings::ViewSettings;

/// A value under a vendor's name: absent unless asked for, whatever the value is.
pub(in crate::views) fn alias<T>(settings: &ViewSettings, value: T) -> Option<T> {
    domain::documents::alias(settings.vendor_field_names, value)
}
