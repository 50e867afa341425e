//! The bell of the judges' page: what a page would sound like.

use serde_json::json;

use super::Browser;

impl Browser {
    /// Counts the tones that the open page makes from now on.
    pub async fn listen(&self) {
        let script = "const context = BaseAudioContext.prototype, make = context.createOscillator;
            window.tones = 0;
            context.createOscillator = function () { window.tones += 1; return make.call(this); }";
        self.driver.script("sync", script, json!([])).await;
    }

    /// The number of tones since.
    pub async fn tones(&self) -> u64 {
        self.driver.script("sync", "return window.tones", json!([])).await.as_u64().expect("a number")
    }
}
