//! Files that pages load. Their address changes with their contents, so browsers can cache them.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::public::files::{CLOCK, LIVE};

/// Name, media type, content.
const FILES: [(&str, &str, &str); 11] = [
    ("panel.css", "text/css; charset=utf-8", include_str!("../../assets/parts/panel.css")),
    ("copy.js", "text/javascript; charset=utf-8", include_str!("../../assets/parts/copy.js")),
    ("clock.js", "text/javascript; charset=utf-8", CLOCK),
    ("desk.js", "text/javascript; charset=utf-8", include_str!("../../assets/parts/desk.js")),
    ("live.js", "text/javascript; charset=utf-8", LIVE),
    ("htmx.js", "text/javascript; charset=utf-8", include_str!("../../assets/vendor/htmx/htmx.min.js")),
    ("print.css", "text/css; charset=utf-8", include_str!("../../assets/parts/print.css")),
    ("print-a4.css", "text/css; charset=utf-8", include_str!("../../assets/parts/print-a4.css")),
    ("print-letter.css", "text/css; charset=utf-8", include_str!("../../assets/parts/print-letter.css")),
    ("print.js", "text/javascript; charset=utf-8", include_str!("../../assets/parts/print.js")),
    ("icon.svg", "image/svg+xml", include_str!("../../assets/parts/icon.svg")),
];

/// Returns a hash of the contents of all files.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let digest = FILES.iter().fold(Sha256::new(), |digest, (.., content)| digest.chain_update(content));
        digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    });
    &VERSION
}

/// Returns the address of a file. Addresses begin with `base`.
pub(crate) fn address(base: &str, name: &str) -> String {
    format!("{base}/admin/assets/{name}?v={}", version())
}

/// Returns the media type and the content of a file.
pub(crate) fn find(name: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|(known, ..)| *known == name).map(|(_, media_type, content)| (*media_type, *content))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of `dist/htmx.min.js` in the npm package `htmx.org`, version 2.0.11.
    const HTMX: &str = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717";

    #[test]
    fn htmx_is_the_file_of_its_package() {
        let (_, content) = find("htmx.js").unwrap();
        let hash: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, HTMX);
        assert!(content.contains("version:\"2.0.11\""));
    }
}
