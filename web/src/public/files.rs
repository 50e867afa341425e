//! Scripts that public pages load, and pages that are served with the write side too. Their address changes with their
//! contents, so browsers can keep them.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// The script of pages that follow an event.
pub const LIVE: &str = include_str!("../../assets/public/live.js");
/// The script of clocks.
pub const CLOCK: &str = include_str!("../../assets/public/clock.js");
/// The script of the page for the wall.
const SCREEN: &str = include_str!("../../assets/public/screen.js");

/// Names and contents of the scripts.
pub const SCRIPTS: [(&str, &str); 3] = [("live.js", LIVE), ("clock.js", CLOCK), ("screen.js", SCREEN)];

/// Returns a hash of the contents of all files.
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let digest = SCRIPTS.iter().fold(Sha256::new(), |digest, (_, content)| digest.chain_update(content));
        digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    });
    &VERSION
}

/// Returns the address of a file. Addresses begin with `base`.
pub(super) fn address(base: &str, name: &str) -> String {
    format!("{base}/assets/{name}?v={}", version())
}
