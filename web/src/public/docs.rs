//! The documentation page of the API. It loads Swagger UI, which draws the OpenAPI document.

const PAGE: &str = include_str!("../../assets/public/docs/index.html");

/// Returns the page. Links begin with `base`.
pub fn page(base: &str) -> String {
    PAGE.replace("{base}", base)
}
