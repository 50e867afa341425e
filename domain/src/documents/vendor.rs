//! Names that the original service takes from its vendors. They are added to ours if the operator asks for them.

use proto_events::vocabulary::PaymentMethod;
use serde::Serialize;

/// Returns a value for a field with a vendor's name, or none unless the operator asks for such fields.
pub fn alias<T>(vendor_field_names: bool, value: T) -> Option<T> {
    vendor_field_names.then_some(value)
}

/// Returns the kind of a deck, as documents show it. Clients of vendors' services expect one, and fail on an empty text.
pub fn archetype(vendor_field_names: bool, archetype: &str) -> &str {
    if vendor_field_names && archetype.is_empty() { "Unknown" } else { archetype }
}

/// A payment method, in our words or the vendors'.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// The method.
    pub method: PaymentMethod,
    /// Whether to use the vendors' words.
    pub vendor: bool,
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
