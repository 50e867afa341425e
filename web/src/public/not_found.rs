//! The page for addresses without a public page.

/// The page.
pub const PAGE: &str = include_str!("../../assets/public/not_found.html");
