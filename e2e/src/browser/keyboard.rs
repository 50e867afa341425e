//! The keyboard, for those who have nothing else.

use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::page::Element;

/// How many things there may be on a page before the one that is looked for.
const MOST: usize = 200;

/// A key that writes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// To the next field.
    Tab,
    /// Sends a form, follows a link.
    Enter,
    /// Presses a button, ticks a box.
    Space,
    /// To the next entry of a list.
    Down,
}

impl Key {
    /// As WebDriver writes it.
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

    /// Writes text, wherever that goes.
    pub async fn write(&self, text: &str) {
        self.keys(text).await;
    }

    /// What is called so gets the keyboard, by pressing Tab as often as it takes.
    pub async fn tab_to(&self, name: &str) {
        let mut seen = Vec::new();
        while seen.len() < MOST {
            self.hit(Key::Tab).await;
            let here = self.focused().await;
            if here == name {
                return;
            }
            seen.push(here);
        }
        panic!("Tab does not come to `{name}` on {}, but to {seen:?}", self.path().await);
    }

    /// What is called so gets the keyboard, by pressing the arrow down as often as it takes.
    pub async fn down_to(&self, name: &str) {
        let first = self.focused().await;
        let mut here = first.clone();
        while here != name {
            self.hit(Key::Down).await;
            here = self.focused().await;
            assert_ne!(here, first, "the arrow does not come to `{name}`");
        }
    }

    /// The name of what has the keyboard.
    pub async fn focused(&self) -> String {
        let element = self.driver.ask(Method::GET, "/element/active", Value::Null).await;
        self.name_of(&Element::of(&element)).await
    }

    /// Whether it can be seen what has the keyboard: it has an outline.
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
