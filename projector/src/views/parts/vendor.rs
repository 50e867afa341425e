//! Field names that the original service takes from its vendors, added to ours if the operator asks for them.

use crate::settings::ViewSettings;

/// Returns the value for a vendor's field name; `None` unless the operator asks for these names.
pub(in crate::views) fn alias<T>(settings: &ViewSettings, value: T) -> Option<T> {
    settings.vendor_field_names.then_some(value)
}
