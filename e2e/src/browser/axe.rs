//! Checks with axe-core for accessibility faults: text that cannot be read, elements that have no name or cannot be
//! reached.

use std::sync::atomic::Ordering;

use serde::Deserialize;
use serde_json::json;

use super::Browser;

/// Where `scripts/browser` puts it, in the folder of files that tests keep.
const FILE: &str = "axe-core/axe.min.js";

/// Runs all its rules and returns the violations.
const RUN: &str = "const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] }).then(
        found => done({ violations: found.violations, passes: found.passes.length }),
        error => done({ error: String(error) }));";

/// A rule that a page breaks.
#[derive(Debug, Clone, Deserialize)]
pub struct Violation {
    /// The rule.
    pub id: String,
    /// The severity: `minor`, `moderate`, `serious`, `critical`.
    pub impact: String,
    /// How to correct it.
    pub help: String,
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, Deserialize)]
struct Node {
    html: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.id, self.impact, self.help)?;
        self.nodes.iter().take(5).try_for_each(|node| write!(f, "\n    {}", node.html))
    }
}

impl Browser {
    /// Every rule that the page breaks.
    pub async fn violations(&self) -> Vec<Violation> {
        let axe = script();
        // axe-core is a script itself, so scripts are turned on for it.
        self.let_scripts_run(true).await;
        self.driver.script("sync", &axe, json!([])).await;
        let found = self.driver.script("async", RUN, json!([])).await;
        self.let_scripts_run(self.scripts.load(Ordering::Relaxed)).await;
        assert!(found["passes"].as_u64() > Some(3), "axe looked at nothing on {}: {found}", self.path().await);
        serde_json::from_value(found["violations"].clone()).expect("violations")
    }

    /// Fails if the page has an accessibility fault.
    pub async fn is_for_everybody(&self) {
        let found: Vec<_> = self.violations().await.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "on {}:\n{}", self.path().await, found.join("\n"));
    }
}

fn script() -> String {
    let file = test_servers::kept_folder().join(FILE);
    std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}: the tests need axe-core, run scripts/browser", file.display()))
}
