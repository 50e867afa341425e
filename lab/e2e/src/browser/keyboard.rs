//! Use of pages with the keyboard alone.

use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::page::Element;

/// How often Tab is pressed before the search is given up.
const MOST: usize = 200;

/// A key that writes no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Moves to the next field.
    Tab,
    /// Sends a form, follows a link.
    Enter,
    /// Presses a button, ticks a box.
    Space,
    /// Moves to the next entry of a list.
    Down,
}

impl Key {
    /// The key's code in WebDriver.
    fn sign(self) -> &'static str {
        match self {
            Self::Tab => "\u{e004}",
            Self::Enter => "\u{e007}",
            Self::Space => " ",
            Self::Down => "\u{e015}",
        }
    }
}

impl Browser {
    /// Presses a key.
    pub async fn hit(&self, key: Key) {
        self.keys(key.sign()).await;
    }

    /// Types text into the focused element.
    pub async fn write(&self, text: &str) {
        self.keys(text).await;
    }

    /// Presses Tab until the element with this name has the focus. Returns how often.
    pub async fn tab_to(&self, name: &str) -> usize {
        let mut seen = Vec::new();
        while seen.len() < MOST {
            self.hit(Key::Tab).await;
            let here = self.focused().await;
            seen.push(here);
            if seen.last().is_some_and(|here| here == name) {
                return seen.len();
            }
        }
        panic!("Tab does not reach `{name}` on {}, only {seen:?}", self.path().await);
    }

    /// Presses the down arrow until the element with this name has the focus.
    pub async fn down_to(&self, name: &str) {
        let first = self.focused().await;
        let mut here = first.clone();
        while here != name {
            self.hit(Key::Down).await;
            here = self.focused().await;
            assert_ne!(here, first, "the down arrow does not reach `{name}`");
        }
    }

    /// The name of the focused element.
    pub async fn focused(&self) -> String {
        let element = self.driver.ask(Method::GET, "/element/active", Value::Null).await;
        self.name_of(&Element::of(&element)).await
    }

    /// Whether the focused element has a visible outline.
    pub async fn focus_can_be_seen(&self) -> bool {
        let script = "const style = getComputedStyle(document.activeElement);
            return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0";
        self.driver.script("sync", script, json!([])).await == true
    }

    async fn keys(&self, text: &str) {
        let strokes = text
            .chars()
            .flat_map(|sign| ["keyDown", "keyUp"].map(|stroke| json!({ "type": stroke, "value": sign.to_string() })));
        let strokes: Vec<_> = strokes.collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": strokes });
        self.driver.ask(Method::POST, "/actions", json!({ "actions": [keyboard] })).await;
    }
}
