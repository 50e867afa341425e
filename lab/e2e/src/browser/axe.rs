//! Checks with axe-core for accessibility faults: text that cannot be read, elements that have no name or cannot be
//! reached.

use std::sync::atomic::Ordering;

use serde_json::json;

use super::Browser;

/// Where `scripts/browser` puts it, in the folder of files that tests keep.
const FILE: &str = "axe-core/axe.min.js";

/// Waits until the page is drawn in its new look and nothing fades any more, because letters that fade have too little contrast.
/// Then runs all rules, and returns the violations: each with the rule, its severity, how to correct it, and the first
/// elements that break it. Swagger UI is the work of others.
const RUN: &str = "const done = arguments[0];
    const said = rule => `${rule.id} (${rule.impact}): ${rule.help}`
        + rule.nodes.slice(0, 5).map(node => `\\n    ${node.html}`).join('');
    const drawn = new Promise(seen => {
        requestAnimationFrame(() => requestAnimationFrame(seen));
        setTimeout(seen, 1000);
    });
    const still = () => Promise.allSettled(document.getAnimations().map(one => one.finished));
    drawn.then(still).then(() => axe.run({ exclude: [['.swagger-ui']] }, { resultTypes: ['violations'] })).then(
        found => done({ violations: found.violations.map(said), passes: found.passes.length }),
        error => done({ error: String(error) }));";

impl Browser {
    /// Fails if the page has an accessibility fault.
    pub async fn is_for_everybody(&self) {
        // axe-core is a script itself, so scripts are turned on for it. It stays in the page.
        self.let_scripts_run(true).await;
        if self.driver.script("sync", "return typeof axe", json!([])).await != "object" {
            self.driver.script("sync", &script(), json!([])).await;
        }
        let found = self.driver.script("async", RUN, json!([])).await;
        self.let_scripts_run(self.scripts.load(Ordering::Relaxed)).await;
        assert!(found["passes"].as_u64() > Some(3), "axe looked at nothing on {}: {found}", self.path().await);
        let broken = found["violations"].as_array().expect("violations").iter().filter_map(|rule| rule.as_str());
        let broken: Vec<_> = broken.collect();
        assert!(broken.is_empty(), "on {}:\n{}", self.path().await, broken.join("\n"));
    }
}

fn script() -> String {
    let file = test_servers::kept_folder().join(FILE);
    std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}: the tests need axe-core, run scripts/browser", file.display()))
}
