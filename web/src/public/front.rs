//! The front page, which links to the documentation.

const PAGE: &str = include_str!("../../assets/public/front.html");

/// Returns the page. Links begin with `base`.
pub fn page(base: &str) -> String {
    PAGE.replace("{base}", base)
}
