//! A cheap phone with a poor connection, and what loading a page on it costs.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Browser, Look};

/// How many times slower than this machine's the phone's processor is.
const PROCESSOR: u32 = 4;
/// The time of a round trip.
const ROUND_TRIP: Duration = Duration::from_millis(150);
/// Bytes per second towards the phone: 1.6 Mbit/s.
const DOWN: u32 = 200_000;
/// Bytes per second from the phone: 0.75 Mbit/s.
const UP: u32 = 93_750;

/// Returns the figures once nothing has moved for a second after the page was loaded.
const FIGURES: &str = "
const done = arguments[0];
let shift = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
const collect = () => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const navigation = performance.getEntriesByType('navigation')[0];
  if (!paint || !navigation.loadEventEnd) return void setTimeout(collect, 50);
  setTimeout(() => {
    const files = performance.getEntriesByType('resource').filter(file => file.initiatorType !== 'fetch');
    done({
      first_content: paint.startTime,
      bytes: [navigation, ...files].reduce((sum, file) => sum + file.transferSize, 0),
      requests: 1 + files.length,
      shift,
      height: document.documentElement.scrollHeight,
    });
  }, 1000);
};
collect();";

/// What loading a page cost, with nothing in the browser's cache.
#[derive(Debug, Clone, Copy)]
pub struct Loaded {
    /// Time until the first text or picture was painted.
    pub first_content: Duration,
    /// Bytes on the way to the phone: the page with its style sheets, scripts and pictures, and their headers.
    pub bytes: u64,
    /// Number of requests.
    pub requests: u64,
    /// Sum of the layout shifts: each is the share of the screen that moved, multiplied by the distance.
    pub shift: f64,
    /// Height of the page in points of style sheets.
    pub height: u64,
}

impl Browser {
    /// Makes the browser a slow phone with a slow network: a processor four times slower, 150 ms for a round trip, and
    /// 1.6 Mbit/s.
    pub async fn become_slow_phone(&self) {
        self.look(Look::Phone).await;
        self.driver.command("Emulation.setCPUThrottlingRate", json!({ "rate": PROCESSOR })).await;
        self.driver.command("Network.enable", json!({})).await;
        let conditions = json!({
            "offline": false,
            "latency": ROUND_TRIP.as_millis(),
            "downloadThroughput": DOWN,
            "uploadThroughput": UP,
        });
        self.driver.command("Network.emulateNetworkConditions", conditions).await;
    }

    /// Opens a page that the browser has never seen, and measures.
    pub async fn load(&self, path: &str) -> Loaded {
        self.open("about:blank").await;
        self.driver.command("Network.clearBrowserCache", json!({})).await;
        self.open(path).await;
        let figures = self.driver.script("async", FIGURES, json!([])).await;
        let number = |name: &str| figures[name].as_f64().unwrap_or_else(|| panic!("no {name}: {figures}"));
        let whole = |name: &str| figures.get(name).and_then(Value::as_u64).unwrap_or_else(|| panic!("no {name}"));
        Loaded {
            first_content: Duration::from_secs_f64(number("first_content") / 1_000.0),
            bytes: whole("bytes"),
            requests: whole("requests"),
            shift: number("shift"),
            height: whole("height"),
        }
    }
}
