//! Files that pages load: styles, scripts, icons. The read side serves them at `/assets/{file}`, for its own pages and for
//! those that are served with the write side. Their address changes with their contents, so browsers can keep them.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// A file: its name, media type and content.
pub type PageFile = (&'static str, &'static str, &'static [u8]);

const CSS: &str = "text/css; charset=utf-8";
const PNG: &str = "image/png";
const SCRIPT: &str = "text/javascript; charset=utf-8";

const STYLE: &str = concat!(
    include_str!("../../assets/parts/style.css"),
    include_str!("../../assets/parts/style-parts.css"),
    include_str!("../../assets/parts/style-event.css"),
);

/// All files that pages load.
pub const FILES: [PageFile; 25] = [
    ("style.css", CSS, STYLE.as_bytes()),
    ("screen.css", CSS, include_bytes!("../../assets/public/screen.css")),
    ("live.js", SCRIPT, include_bytes!("../../assets/public/live.js")),
    ("clock.js", SCRIPT, include_bytes!("../../assets/public/clock.js")),
    ("times.js", SCRIPT, include_bytes!("../../assets/public/times.js")),
    ("person.js", SCRIPT, include_bytes!("../../assets/public/person.js")),
    ("agenda.js", SCRIPT, include_bytes!("../../assets/public/agenda.js")),
    ("push.js", SCRIPT, include_bytes!("../../assets/public/push.js")),
    ("screen.js", SCRIPT, include_bytes!("../../assets/public/screen.js")),
    ("copy.js", SCRIPT, include_bytes!("../../assets/parts/copy.js")),
    ("bell.js", SCRIPT, include_bytes!("../../assets/parts/bell.js")),
    ("desk.js", SCRIPT, include_bytes!("../../assets/parts/desk.js")),
    ("schedule.js", SCRIPT, include_bytes!("../../assets/parts/schedule.js")),
    ("htmx.js", SCRIPT, include_bytes!("../../assets/vendor/htmx/htmx.min.js")),
    ("print.css", CSS, include_bytes!("../../assets/parts/print.css")),
    ("print-a4.css", CSS, include_bytes!("../../assets/parts/print-a4.css")),
    ("print-letter.css", CSS, include_bytes!("../../assets/parts/print-letter.css")),
    ("print.js", SCRIPT, include_bytes!("../../assets/parts/print.js")),
    ("docs.css", CSS, include_bytes!("../../assets/public/docs/page.css")),
    ("docs.js", SCRIPT, include_bytes!("../../assets/public/docs/page.js")),
    ("manifest.webmanifest", "application/manifest+json", include_bytes!("../../assets/parts/manifest.webmanifest")),
    ("icon-192.png", PNG, include_bytes!("../../assets/parts/icon-192.png")),
    ("icon-512.png", PNG, include_bytes!("../../assets/parts/icon-512.png")),
    ("icon.svg", "image/svg+xml", include_bytes!("../../assets/parts/icon.svg")),
    ("preview.png", PNG, include_bytes!("../../assets/public/preview.png")),
];

/// The script that shows notifications, served at `/service-worker.js`: its folder is its scope.
pub const SERVICE_WORKER: &[u8] = include_bytes!("../../assets/public/service-worker.js");

/// Returns a hash of the contents of all files.
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let digest = FILES.iter().fold(Sha256::new(), |all, (.., content)| all.chain_update(content)).finalize();
        digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    });
    &VERSION
}

/// Returns the address of a file. Addresses begin with `base`.
pub(crate) fn address(base: &str, name: &str) -> String {
    format!("{base}/assets/{name}?v={}", version())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of `dist/htmx.min.js` in the npm package `htmx.org`, version 2.0.11.
    const HTMX: &str = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717";

    #[test]
    fn htmx_is_the_file_of_its_package() {
        let (.., content) = FILES.iter().find(|(name, ..)| *name == "htmx.js").unwrap();
        let hash: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, HTMX);
        assert!(std::str::from_utf8(content).unwrap().contains("version:\"2.0.11\""));
    }
}
