//! The elements of a page, and how users work with them.

use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;

/// How WebDriver marks an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Selectors of the elements with accessible names: fields, buttons and links.
const FIELDS: &str = "input:not([type=hidden]):not([type=submit]), select, textarea";
const BUTTONS: &str = "button, input[type=submit], summary, [role=button]";
const LINKS: &str = "a[href]";

/// An element of the page.
#[derive(Debug, Clone)]
pub(super) struct Element(String);

impl Element {
    pub(super) fn of(value: &Value) -> Self {
        Self(value[ELEMENT].as_str().expect("an element").to_owned())
    }

    fn reference(&self) -> Value {
        json!({ ELEMENT: self.0 })
    }
}

/// Finds the visible elements of a kind whose texts and labels contain every word of a name. The browser is asked only for
/// the names of these: on a page with a hundred links it would need a second for all.
const CANDIDATES: &str = "
const words = arguments[1].split(/\\s+/).filter(word => word);
const attributes = ['aria-label', 'alt', 'title', 'value', 'placeholder'];
const texts = one => [one, ...one.querySelectorAll('*')]
  .flatMap(part => attributes.map(name => part.getAttribute(name)))
  .concat(one.textContent);
const fits = one => {
  const labels = (one.getAttribute('aria-labelledby') ?? '').split(/\\s+/).map(id => document.getElementById(id));
  const all = [one, ...(one.labels ?? []), ...labels].filter(part => part).flatMap(texts).join(' ');
  return words.every(word => all.includes(word));
};
return [...document.querySelectorAll(arguments[0])].filter(one => one.checkVisibility() && fits(one));";

/// Opens the menu of the header that has an element of a kind with this text.
const OPEN_MENU: &str = "
const fits = one => one.textContent.trim() === arguments[1];
for (const menu of document.querySelectorAll('details.menu'))
  if ([...menu.querySelectorAll(arguments[0])].some(fits)) menu.open = true;";

/// Scrolls to an element that something else covers, such as the bar at the bottom of a phone.
const UNCOVER: &str = "
const box = arguments[0].getBoundingClientRect();
const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
if (box.width && !(top && (arguments[0].contains(top) || top.contains(arguments[0]))))
  arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });";

/// Looks at each place of a text: the visible letters before and after it in its block must be on its left and right.
const AROUND: &str = "
const wanted = arguments[0], blocks = new Map(), wrong = [];
let count = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  let block = node.parentElement;
  while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
  if (!block.checkVisibility()) continue;
  if (!blocks.has(block)) blocks.set(block, []);
  for (let at = 0; at < node.data.length; at++) blocks.get(block).push([node, at]);
}
const box = ([node, at], [last, end]) => {
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(last, end + 1);
  return range.getBoundingClientRect();
};
for (const letters of blocks.values()) {
  const text = letters.map(([node, at]) => node.data[at]).join('');
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + 1)) {
    const to = from + wanted.length - 1, own = box(letters[from], letters[to]);
    count++;
    const seen = at => at >= 0 && at < text.length && text[at].trim() && !/[\\u2066-\\u2069]/.test(text[at]);
    let before = from - 1, after = to + 1;
    while (before >= 0 && !seen(before)) before--;
    while (after < text.length && !seen(after)) after++;
    const near = at => seen(at) ? box(letters[at], letters[at]) : null;
    const [left, right] = [near(before), near(after)];
    const onLine = other => other && other.width && Math.abs(other.top - own.top) < own.height / 2;
    if (onLine(left) && left.right > own.left + 1) wrong.push(text.slice(before, to + 1));
    if (onLine(right) && right.left < own.right - 1) wrong.push(text.slice(from, after + 1));
  }
}
return { count, wrong };
";

impl Browser {
    /// Cuts the network off, or connects it again.
    pub async fn offline(&self, is_off: bool) {
        let conditions = json!({ "offline": is_off, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.driver.command("Network.enable", json!({})).await;
        self.driver.command("Network.emulateNetworkConditions", conditions).await;
    }

    /// Marks the page that is open, to find out later whether it was loaded anew.
    pub async fn remember_page(&self) {
        self.driver.script("sync", "window.isRemembered = true", json!([])).await;
    }

    /// Whether the page is still the one that was marked.
    pub async fn is_remembered_page(&self) -> bool {
        self.driver.script("sync", "return window.isRemembered === true", json!([])).await == true
    }

    /// Everything that can be read on the page.
    pub async fn text(&self) -> String {
        let text = self.driver.script("sync", "return document.body.innerText", json!([])).await;
        text.as_str().expect("text").to_owned()
    }

    /// The text of the first element that a selector names; empty if there is none.
    pub async fn text_of(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        let text = self.driver.script("sync", script, json!([selector])).await;
        text.as_str().expect("text").to_owned()
    }

    /// Whether the first element that a selector names begins within the window.
    pub async fn is_in_view(&self, selector: &str) -> bool {
        let script = "const top = document.querySelector(arguments[0])?.getBoundingClientRect().top ?? -1;
            return top >= 0 && top < innerHeight";
        self.driver.script("sync", script, json!([selector])).await == true
    }

    /// How often a text is on the page, and the places where what is before it is not to its left, or what is after it
    /// is not to its right.
    pub async fn moved_around(&self, text: &str) -> (u64, Vec<String>) {
        let found = self.driver.script("sync", AROUND, json!([text])).await;
        let wrong = found["wrong"].as_array().into_iter().flatten().filter_map(|place| place.as_str());
        (found["count"].as_u64().unwrap_or_default(), wrong.map(str::to_owned).collect())
    }

    /// The page as it is now, in HTML.
    pub async fn source(&self) -> String {
        self.driver.ask(Method::GET, "/source", Value::Null).await.as_str().expect("HTML").to_owned()
    }

    /// The title of the page.
    pub async fn title(&self) -> String {
        self.driver.ask(Method::GET, "/title", Value::Null).await.as_str().expect("a title").to_owned()
    }

    /// Whether something can be read on the page.
    pub async fn shows(&self, text: &str) -> bool {
        let script = "return document.body?.innerText.includes(arguments[0]) ?? false";
        self.driver.script("sync", script, json!([text])).await == true
    }

    /// Fails unless something can be read on the page.
    pub async fn sees(&self, text: &str) {
        let there = self.text().await;
        assert!(there.contains(text), "`{text}` is not on {}, but\n{there}", self.path().await);
    }

    /// Sets the field of this name to `value`; in a list, chooses the entry.
    pub async fn fill(&self, name: &str, value: &str) {
        let field = self.named(FIELDS, name).await;
        let kind = self.driver.script("sync", "return arguments[0].type", json!([field.reference()])).await;
        match kind.as_str().expect("the type of a field") {
            "select-one" | "select-multiple" => self.choose(&field, value).await,
            // Which keys type a time depends on the language of the browser.
            "datetime-local" => {
                let set = "arguments[0].value = arguments[1]";
                self.driver.script("sync", set, json!([field.reference(), value])).await;
            }
            _ => {
                self.on(&field, "clear", json!({})).await;
                self.on(&field, "value", json!({ "text": value })).await;
            }
        }
    }

    /// Ticks the checkbox or radio button of this name.
    pub async fn tick(&self, name: &str) {
        let field = self.named(FIELDS, name).await;
        self.click(&field).await;
    }

    /// The value of the field of this name.
    pub async fn value(&self, name: &str) -> String {
        let field = self.named(FIELDS, name).await;
        let value = self.driver.script("sync", "return arguments[0].value", json!([field.reference()])).await;
        value.as_str().expect("text").to_owned()
    }

    /// Presses the button of this name, which leads to another page.
    pub async fn press(&self, name: &str) {
        let button = self.named(BUTTONS, name).await;
        self.leave_by(&button).await;
    }

    /// Presses the button of this name, which does something on this page.
    pub async fn touch(&self, name: &str) {
        let button = self.named(BUTTONS, name).await;
        self.click(&button).await;
    }

    /// Follows the link of this name to another page.
    pub async fn follow(&self, name: &str) {
        let link = self.named(LINKS, name).await;
        self.leave_by(&link).await;
    }

    /// Clicks on an element that leads to another page, and waits until the element is gone: with this page, or with the
    /// main part of it, if a script replaces only that.
    async fn leave_by(&self, element: &Element) {
        let page = format!("/element/{}/name", element.0);
        self.click(element).await;
        let is_gone = async || self.driver.try_ask(Method::GET, &page, Value::Null).await.is_err();
        self.until("the click did not open another page", is_gone).await;
    }

    /// The cells of every row of the table in the part of the page that has this heading.
    pub async fn rows(&self, heading: &str) -> Vec<Vec<String>> {
        let script = "const part = [...document.querySelectorAll('section')]
                .find(part => part.querySelector('h2')?.innerText.startsWith(arguments[0]));
            const rows = [...(part?.querySelectorAll('tbody tr') ?? [])];
            return rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))";
        let rows = self.driver.script("sync", script, json!([heading])).await;
        serde_json::from_value(rows).expect("rows of cells")
    }

    /// The text of every element that a selector finds, in order.
    pub async fn texts(&self, selector: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(one => one.innerText.trim())";
        let texts = self.driver.script("sync", script, json!([selector])).await;
        serde_json::from_value(texts).expect("texts")
    }

    /// The computed value of a property of every element that a selector finds, in order; of what is drawn after them, if it
    /// ends with `::after`.
    pub async fn styles(&self, selector: &str, property: &str) -> Vec<String> {
        let script = "const [plain, after] = arguments[0].split('::');
            const all = [...document.querySelectorAll(plain)];
            return all.map(one => getComputedStyle(one, after && `::${after}`)[arguments[1]])";
        let styles = self.driver.script("sync", script, json!([selector, property])).await;
        serde_json::from_value(styles).expect("styles")
    }

    /// The text of every element that a selector finds and that is wholly between the top of the window and another element.
    pub async fn texts_above(&self, selector: &str, other: &str) -> Vec<String> {
        let script = "const end = document.querySelector(arguments[1]).getBoundingClientRect().top;
            const isAbove = box => box.height > 0 && box.top >= 0 && box.bottom <= end;
            const all = [...document.querySelectorAll(arguments[0])];
            return all.filter(one => isAbove(one.getBoundingClientRect())).map(one => one.innerText.trim())";
        let texts = self.driver.script("sync", script, json!([selector, other])).await;
        serde_json::from_value(texts).expect("texts")
    }

    /// Whether there is a button of this name.
    pub async fn has_button(&self, name: &str) -> bool {
        self.names(BUTTONS, name).await.iter().any(|(_, known)| known == name)
    }

    /// The targets of the page's links, as written in the HTML.
    pub async fn links(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))";
        let links = self.driver.script("sync", script, json!([])).await;
        serde_json::from_value(links).expect("addresses")
    }

    /// The only element of this kind with this name.
    async fn named(&self, selector: &str, name: &str) -> Element {
        let mut known = Vec::new();
        // An element may be in a menu of the header, which is opened then. A name may have a word that only a style sheet
        // writes. Such an element is found among all.
        for (turn, words) in [name, name, ""].into_iter().enumerate() {
            if turn == 1 {
                self.driver.script("sync", OPEN_MENU, json!([selector, name])).await;
            }
            known = self.names(selector, words).await;
            let mut found = known.iter().filter(|(_, known)| known == name);
            if let (Some((element, _)), None) = (found.next(), found.next()) {
                return element.clone();
            }
        }
        let known: Vec<_> = known.iter().map(|(_, name)| name).collect();
        let (path, text) = (self.path().await, self.text().await);
        panic!("no element or several are called `{name}` among {known:?} on {path}:\n{text}")
    }

    /// The visible elements of this kind whose texts contain these words, each with the name that a screen reader
    /// announces.
    async fn names(&self, selector: &str, words: &str) -> Vec<(Element, String)> {
        let found = self.driver.script("sync", CANDIDATES, json!([selector, words])).await;
        let mut named = Vec::new();
        for element in found.as_array().expect("elements").iter().map(Element::of) {
            let name = self.name_of(&element).await;
            named.push((element, name));
        }
        named
    }

    /// The name that a screen reader announces.
    pub(super) async fn name_of(&self, element: &Element) -> String {
        let path = format!("/element/{}/computedlabel", element.0);
        let name = self.driver.ask(Method::GET, &path, Value::Null).await;
        name.as_str().expect("a name").to_owned()
    }

    async fn click(&self, element: &Element) {
        self.driver.script("sync", UNCOVER, json!([element.reference()])).await;
        self.on(element, "click", json!({})).await;
    }

    async fn on(&self, element: &Element, what: &str, body: Value) {
        self.driver.ask(Method::POST, &format!("/element/{}/{what}", element.0), body).await;
    }

    /// Chooses the entry of a list with this text.
    async fn choose(&self, list: &Element, text: &str) {
        let script = "return [...arguments[0].options].find(one => one.label.trim() === arguments[1]) ?? null";
        let option = self.driver.script("sync", script, json!([list.reference(), text])).await;
        assert!(!option.is_null(), "there is no entry `{text}` on {}", self.path().await);
        self.on(&Element::of(&option), "click", json!({})).await;
    }
}
