//! Push messages: a browser of a test reaches no push service, so its subscription is made up, and the browser's developer tools deliver
//! the messages to the service worker.

use serde_json::{Value, json};

use super::Browser;

/// Makes pages subscribe at an address without a push service.
const SUBSCRIBE: &str = "
const made = {
  endpoint: 'ENDPOINT',
  toJSON: () => ({ endpoint: made.endpoint, expirationTime: null, keys: { p256dh: 'KEY', auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
  unsubscribe: async () => sessionStorage.removeItem('subscribed') ?? true,
};
if (window.PushManager) {
  PushManager.prototype.getSubscription = async () => (sessionStorage.getItem('subscribed') ? made : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65 || applicationServerKey[0] !== 4) throw new Error('refused');
    sessionStorage.setItem('subscribed', 'yes');
    return made;
  };
}";

/// A key as browsers make them.
const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

/// Runs a service worker's functions that choose the page of a notification.
const PAGES: &str = "
const [source, scope, paths, done] = arguments;
const worker = { registration: { scope }, addEventListener() {} };
const kept = { match: async (url) => (url.pathname.endsWith('/own-pages/7') ? new Response('/e/7/CODE/') : undefined) };
const made = new Function('self', 'caches', source + '; return async (path) => own(page(path));')(worker, kept);
Promise.all(paths.map(made)).then(done, (error) => done([String(error)]));";

impl Browser {
    /// Lets pages show notifications, and subscribe at this address.
    pub async fn may_subscribe_at(&self, endpoint: &str) {
        let permission = json!({ "permissions": ["notifications"], "origin": self.home });
        self.driver.command("Browser.grantPermissions", permission).await;
        let source = SUBSCRIBE.replace("ENDPOINT", endpoint).replace("KEY", KEY);
        self.driver.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// Delivers a push message to the page's service worker, once that is active: before, the browser drops it.
    pub async fn deliver_push(&self, data: &Value) {
        let active = "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done());";
        self.driver.script("async", active, json!([])).await;
        self.driver.command("ServiceWorker.enable", json!({})).await;
        let message = json!({ "origin": self.home, "registrationId": "0", "data": data.to_string() });
        self.driver.command("ServiceWorker.deliverPushMessage", message).await;
    }

    /// Titles and texts of the notifications that the browser shows, by title, once there are so many.
    pub async fn notifications(&self, count: usize) -> Vec<(String, String)> {
        let script = "const [count, done] = arguments;
            const look = async () => {
                const worker = await navigator.serviceWorker.ready;
                const shown = await worker.getNotifications();
                if (shown.length < count) return setTimeout(look, 20);
                done(shown.map((one) => [one.title, one.body]).sort());
            };
            look();";
        let shown = self.driver.script("async", script, json!([count])).await;
        serde_json::from_value(shown).expect("titles and texts")
    }

    /// The pages that a service worker of this source and scope opens for notifications with these paths, if the own page of
    /// event 7 is kept as `/e/7/CODE/`.
    pub async fn pages_of_notifications(&self, source: &str, scope: &str, paths: &[&str]) -> Vec<String> {
        self.open("about:blank").await;
        let pages = self.driver.script("async", PAGES, json!([source, scope, paths])).await;
        serde_json::from_value(pages).expect("addresses")
    }
}
