//! Files that pages load. Their address changes with their contents, so browsers can cache them.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// Name, media type, content.
const FILES: [(&str, &str, &str); 7] = [
    ("panel.css", "text/css; charset=utf-8", include_str!("../../assets/parts/panel.css")),
    ("copy.js", "text/javascript; charset=utf-8", include_str!("../../assets/parts/copy.js")),
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
