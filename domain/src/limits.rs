//! Limits of the interface, each defined once. Lengths are in characters.

/// API key name.
pub const API_KEY_NAME: usize = 255;
/// Convention name.
pub const CONVENTION_NAME: usize = 300;
/// Convention slug; letters, digits, `-` and `_` alone.
pub const CONVENTION_SLUG: usize = 350;
/// Convention url.
pub const CONVENTION_URL: usize = 200;
/// Name of a convention's location, and its address.
pub const LOCATION: usize = 500;
/// Event name, pairing engine, floor-judge buzzer and hub identifiers.
pub const SHORT_TEXT: usize = 200;
/// Accent colours.
pub const ACCENT_COLOR: usize = 6;
/// Wallet order id.
pub const WALLET_ORDER_ID: usize = 255;
/// Decklists on a page, unless asked otherwise.
pub const PAGE_SIZE_DEFAULT: i64 = 25;
/// Decklists on a page at most.
pub const PAGE_SIZE_MAX: i64 = 1_000;
/// Days the export looks back, unless asked otherwise.
pub const EXPORT_DAYS_DEFAULT: i64 = 14;
/// Days the export looks back at most: a hundred years.
pub const EXPORT_DAYS_MAX: i64 = 36_500;
