//! Checks with axe-core for accessibility faults: text that cannot be read, elements that have no name or cannot be
//! reached.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::{Browser, Look};

/// Where `scripts/browser` puts it, in the folder of files that tests keep.
const FILE: &str = "axe-core/axe.min.js";

/// The rules that look at colors. Dark colors change nothing else, which the tests of looks check.
const OF_COLORS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// Waits until the page is drawn in its new look and nothing fades any more, because letters that fade have too little contrast.
/// Then runs these rules or all, and returns the violations: each with the rule, its severity, how to correct it, and the first
/// elements that break it. Swagger UI is the work of others. Returns nothing if axe-core is not in the page.
const RUN: &str = "const [rules, done] = arguments;
    if (typeof axe !== 'object') return done(null);
    const options = { resultTypes: ['violations'] };
    if (rules) options.runOnly = { type: 'rule', values: rules };
    const said = rule => `${rule.id} (${rule.impact}): ${rule.help}`
        + rule.nodes.slice(0, 5).map(node => `\\n    ${node.html}`).join('');
    const drawn = new Promise(seen => {
        requestAnimationFrame(() => requestAnimationFrame(seen));
        setTimeout(seen, 1000);
    });
    const still = () => Promise.allSettled(document.getAnimations().map(one => one.finished));
    drawn.then(still).then(() => axe.run({ exclude: [['.swagger-ui']] }, options)).then(
        found => done({ violations: found.violations.map(said), passes: found.passes.length }),
        error => done({ error: String(error) }));";

impl Browser {
    /// Fails if the page has an accessibility fault.
    pub async fn is_for_everybody(&self) {
        let found = self.found(&Value::Null).await;
        assert!(found["passes"].as_u64() > Some(3), "axe looked at nothing on {}: {found}", self.path().await);
        self.assert_sound(&found).await;
    }

    /// The same of a page that was found to be for everybody in light colors, and of the same size.
    pub(super) async fn is_for_everybody_in(&self, look: Look) {
        if look != Look::Dark {
            return self.is_for_everybody().await;
        }
        let found = self.found(&json!(OF_COLORS)).await;
        assert!(found["passes"].as_u64() > Some(0), "axe looked at no colors on {}: {found}", self.path().await);
        self.assert_sound(&found).await;
    }

    /// What axe-core says of the page by these rules. It is a script itself, so scripts are turned on for it, and it stays in the
    /// page.
    async fn found(&self, rules: &Value) -> Value {
        let are_on = self.scripts.load(Ordering::Relaxed);
        if !are_on {
            self.let_scripts_run(true).await;
        }
        let mut found = self.driver.script("async", RUN, json!([rules])).await;
        if found.is_null() {
            self.driver.script("sync", &script(), json!([])).await;
            found = self.driver.script("async", RUN, json!([rules])).await;
        }
        if !are_on {
            self.let_scripts_run(false).await;
        }
        found
    }

    async fn assert_sound(&self, found: &Value) {
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
