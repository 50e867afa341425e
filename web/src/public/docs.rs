//! The documentation page of the API. It loads Swagger UI, which draws the OpenAPI document.

/// The style sheet of the page.
pub const STYLES: &[u8] = include_bytes!("../../assets/public/docs/page.css");
/// The script of the page.
pub const SCRIPT: &[u8] = include_bytes!("../../assets/public/docs/page.js");

const PAGE: &str = include_str!("../../assets/public/docs/index.html");

/// Returns the page. Links begin with `base`.
pub fn page(base: &str) -> String {
    PAGE.replace("{base}", base)
}
