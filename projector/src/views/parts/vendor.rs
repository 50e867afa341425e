//! Names that the original service takes from its vendors, given beside ours when the operator asks for them.

use proto_events::vocabulary::PaymentMethod;
use serde::Serialize;

use crate::settings::ViewSettings;

/// A value under a vendor's name: absent unless asked for, whatever the value is.
pub(in crate::views) fn alias<T>(settings: &ViewSettings, value: T) -> Option<T> {
    settings.vendor_field_names.then_some(value)
}

/// A payment method in our words or in the vendors'.
#[derive(Debug, Clone, Copy)]
pub(in crate::views) struct Method {
    method: PaymentMethod,
    vendor: bool,
}

impl Method {
    /// The method as the settings want it written.
    pub(in crate::views) fn new(method: PaymentMethod, settings: &ViewSettings) -> Self {
        Self { method, vendor: settings.vendor_field_names }
    }
}

impl Serialize for Method {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match (self.method, self.vendor) {
            (PaymentMethod::Cardpay, true) => "STRIPE",
            (PaymentMethod::Walletpay, true) => "PAYPAL",
            (method, false) => method.wire_name(),
        })
    }
}
