//! A browser as people use it: Chromium without a window, driven by WebDriver. It finds elements by their accessible
//! names, so a test says what a user does and fails when a user could not do it.
//!
//! The browser ends and its files are deleted when the value is dropped or the test is killed.

mod axe;
mod bell;
mod driver;
mod keyboard;
mod page;
mod print;
mod push;
mod slow_phone;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use reqwest::Method;
use serde_json::{Value, json};

use self::driver::Driver;
pub use self::keyboard::Key;
pub use self::print::{Page, Print, Word};
pub use self::slow_phone::Loaded;

/// How long a page may take to load.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pause before a page is looked at again. Without it, the driver and the browser would take the processor from the app.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Environment variable with the folder for screenshots; without it they are deleted with the browser's folder.
const SCREENSHOTS: &str = "CROSSTABLE_SCREENSHOTS";

/// A browser with one page open.
#[derive(Debug)]
pub struct Browser {
    driver: Driver,
    /// The address that paths are relative to: `http://127.0.0.1:8080`.
    home: String,
    /// Whether scripts of pages run.
    scripts: AtomicBool,
    look: Mutex<Look>,
}

/// Screen and colors in which a page is viewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// A screen of 1280 × 800 in light colors.
    Light,
    /// The same in dark colors.
    Dark,
    /// A narrow phone of 360 × 800.
    Phone,
    /// The first, enlarged to 200 %: half as many points, each twice as large.
    Enlarged,
}

impl Look {
    /// Each of them.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Phone, Self::Enlarged];

    /// Width and height in the points of style sheets, the pixels of a point, and whether it is a phone.
    fn screen(self) -> (u32, u32, u32, bool) {
        match self {
            Self::Light | Self::Dark => (1280, 800, 1, false),
            Self::Phone => (360, 800, 1, true),
            Self::Enlarged => (640, 400, 2, false),
        }
    }
}

impl Browser {
    /// Starts a browser; paths are relative to `http://{address}`. Panics with instructions if none is installed.
    pub async fn start(address: &str) -> Self {
        let browser = Self {
            driver: Driver::start().await,
            home: format!("http://{address}"),
            scripts: AtomicBool::new(true),
            look: Mutex::new(Look::Light),
        };
        browser.look(Look::Light).await;
        browser
    }

    /// Opens an address, or a path of the app.
    pub async fn open(&self, path: &str) {
        let url = if path.starts_with('/') { format!("{}{path}", self.home) } else { path.to_owned() };
        self.driver.ask(Method::POST, "/url", json!({ "url": url })).await;
    }

    /// The path of the page that is open.
    pub async fn path(&self) -> String {
        let url = self.driver.ask(Method::GET, "/url", Value::Null).await;
        let url = url.as_str().expect("an address");
        url.strip_prefix(&self.home).unwrap_or(url).to_owned()
    }

    /// Waits until a page is open whose path begins with `path`: a key press does not wait for the page that it opens.
    pub async fn arrives_at(&self, path: &str) {
        self.until(&format!("`{path}` is not open"), async || self.path().await.starts_with(path)).await;
    }

    /// Waits until something can be read on the page.
    pub async fn comes_to_show(&self, text: &str) {
        self.until(&format!("`{text}` does not appear"), async || self.shows(text).await).await;
    }

    /// Waits until a condition holds.
    async fn until(&self, otherwise: &str, holds: impl AsyncFn() -> bool) {
        let begun = Instant::now();
        while !holds().await {
            let is_late = begun.elapsed() > PATIENCE;
            assert!(!is_late, "{otherwise}, at {}:\n{}", self.path().await, self.text().await);
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    /// Goes back to the page before.
    pub async fn back(&self) {
        self.driver.ask(Method::POST, "/back", json!({})).await;
    }

    /// Checks the page in each look. Fails at accessibility faults and if the page scrolls sideways. Takes screenshots if
    /// there is a folder for them.
    pub async fn look_at(&self, name: &str) {
        let before = *self.look.lock().expect("no test panics here");
        for look in Look::ALL {
            self.look(look).await;
            if std::env::var_os(SCREENSHOTS).is_some() {
                self.screenshot(&format!("{name}-{look:?}").to_lowercase()).await;
            }
            self.is_for_everybody_in(look).await;
            assert!(!self.is_too_wide().await, "{} is wider than the window, {look:?}", self.path().await);
        }
        self.look(before).await;
    }

    /// Opens the page again.
    pub async fn reload(&self) {
        self.driver.ask(Method::POST, "/refresh", json!({})).await;
    }

    /// Changes the look of pages.
    pub async fn look(&self, look: Look) {
        *self.look.lock().expect("no test panics here") = look;
        let scheme = if look == Look::Dark { "dark" } else { "light" };
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.driver.command("Emulation.setEmulatedMedia", json!({ "features": [feature] })).await;
        let (width, height, scale, mobile) = look.screen();
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile });
        self.driver.command("Emulation.setDeviceMetricsOverride", screen).await;
    }

    /// Makes the window so many points wide and high.
    pub async fn window(&self, width: u32, height: u32) {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.driver.command("Emulation.setDeviceMetricsOverride", screen).await;
    }

    /// Turns scripts of pages on or off. An open page must be opened again.
    pub async fn scripts(&self, are_on: bool) {
        self.scripts.store(are_on, Ordering::Relaxed);
        self.let_scripts_run(are_on).await;
    }

    async fn let_scripts_run(&self, are_on: bool) {
        self.driver.command("Emulation.setScriptExecutionDisabled", json!({ "value": !are_on })).await;
    }

    /// The text on the clipboard.
    pub async fn clipboard(&self) -> String {
        let read = "const done = arguments[0]; navigator.clipboard.readText().then(done, e => done('refused: ' + e));";
        let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        self.driver.command("Browser.grantPermissions", permissions).await;
        let text = self.driver.script("async", read, json!([])).await;
        self.driver.command("Browser.resetPermissions", json!({})).await;
        text.as_str().expect("text").to_owned()
    }

    /// Whether the page is wider than the window and scrolls sideways.
    pub async fn is_too_wide(&self) -> bool {
        let wide = "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        self.driver.script("sync", wide, json!([])).await == true
    }

    /// Whether the page is taller than the window.
    pub async fn is_taller_than_the_window(&self) -> bool {
        let tall = "return document.documentElement.scrollHeight > innerHeight";
        self.driver.script("sync", tall, json!([])).await == true
    }

    /// How much the content of the page has moved without a cause that the user gave: Chromium's measure, of which 0.1 is
    /// good.
    pub async fn layout_shift(&self) -> f64 {
        let script = "const done = arguments[0];
            let sum = 0;
            const observer = new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.value; }));
            observer.observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => setTimeout(() => done(sum), 50));";
        self.driver.script("async", script, json!([])).await.as_f64().expect("a number")
    }

    /// The size of the smallest letters that can be seen, in pixels.
    pub async fn smallest_letters(&self) -> f64 {
        let script = "const all = [...document.querySelectorAll('main, main *')].filter(one => one.checkVisibility()
                && [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ''));
            return Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))";
        self.driver.script("sync", script, json!([])).await.as_f64().expect("a size")
    }

    /// Saves a screenshot of the whole page as `{name}.png` in the folder for screenshots.
    async fn screenshot(&self, name: &str) {
        let size = "const page = document.documentElement;
            return { x: 0, y: 0, width: page.scrollWidth, height: page.scrollHeight, scale: 1 };";
        let page = self.driver.script("sync", size, json!([])).await;
        let options = json!({ "format": "png", "captureBeyondViewport": true, "clip": page });
        self.capture(&self.folder_of_pictures().join(format!("{name}.png")), options).await;
    }

    /// Saves what the window shows in a file.
    pub async fn picture(&self, file: &Path) {
        self.capture(file, json!({ "format": "png" })).await;
    }

    async fn capture(&self, file: &Path, options: Value) {
        let picture = self.driver.command("Page.captureScreenshot", options).await;
        write(file, &BASE64_STANDARD.decode(picture["data"].as_str().expect("a picture")).expect("base64"));
    }

    /// The folder for screenshots and printed pages.
    fn folder_of_pictures(&self) -> PathBuf {
        std::env::var_os(SCREENSHOTS).map_or_else(|| self.driver.folder().to_owned(), PathBuf::from)
    }
}

fn write(file: &Path, bytes: &[u8]) -> PathBuf {
    let folder = file.parent().expect("a folder");
    std::fs::create_dir_all(folder).and_then(|()| std::fs::write(file, bytes)).expect("a file to write");
    file.to_owned()
}
