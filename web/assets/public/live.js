// Follows the changes of an event while one of its pages is open. Without this file, people reload the page.
//
// The main part of a page names a stream of server-sent events (`data-live`), which begins where the page ends. When the
// stream tells of a change on the page, the page is loaded again, and its changes are put in place: what is being typed,
// the focus, the position and opened details stay. Without a stream, the page is loaded from time to time.
//
// Attributes of the main part: `data-page` is the address of the page, if it is not the one in the address bar;
// `data-also` are the kinds of changes that concern the page whatever their address (`*` for all); `data-spread` is the
// number of milliseconds over which the readers of a large event spread their requests; `data-answer` marks the answer
// to a form; `data-every` is the number of milliseconds after which a page without a stream is loaded again. An element
// with `data-keep` is left alone. The bar of a player's own page names the address of the public pages of its event
// (`data-event`).
"use strict";

(() => {
  const KINDS = ["lifecycle", "registration", "round", "pairings", "result", "clock", "standings", "change", "reset"];
  /** Time between loads without a stream, and time after which a stream is opened anew, because it may be dead. */
  const POLL = 30_000;
  const RENEW = 150_000;
  /** The first and the longest wait after a failure. */
  const FAILURE = [2_000, 60_000];
  /** Wait before a page that did not change is loaded once more: another process may have been asked. */
  const AGAIN = 1_500;
  /** Least time between two announcements. */
  const SPEECH = 5_000;
  const PAUSED = "live-paused";

  const main = () => document.querySelector("main");
  const bar = () => document.querySelector("[data-live-bar]");
  const page = () => main().dataset.page ?? location.href;
  const spread = (time) => time * (0.75 + Math.random() / 2);

  let source;
  let timers = {};
  let isLoading = false;
  let isWanted = false;
  let isOver = false;
  let wasAskedTwice = false;
  /** Changes when something else replaces the page, so that an older answer is not shown. */
  let generation = 0;
  /** The number of requests of htmx that are on their way. Until they end, the elements that sent them must stay. */
  let requests = 0;
  let failures = 0;
  let refusals = 0;

  const later = (name, time, run) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(() => {
      delete timers[name];
      run();
    }, time);
  };

  const remembered = (value) => {
    try {
      if (value === undefined) return sessionStorage.getItem(PAUSED) === "yes";
      if (value) sessionStorage.setItem(PAUSED, "yes");
      else sessionStorage.removeItem(PAUSED);
    } catch {
      // Without permission, the choice is lost with the page.
    }
    return value ?? false;
  };
  let isPaused = remembered();

  // What the page says about its updates.

  let spoken = 0;

  const say = (text) => {
    const status = bar()?.querySelector("[role=status]");
    if (status) status.textContent = text;
  };

  const announce = () => {
    const words = bar()?.dataset;
    if (!words) return;
    const time = new Date().toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" });
    later("speech", Math.max(0, spoken + SPEECH - Date.now()), () => {
      spoken = Date.now();
      if (!isPaused && !isOver) say(`${words.updated} ${time}`);
    });
  };

  const show = () => {
    const box = bar();
    if (!box) return;
    const button = box.querySelector("button");
    button.textContent = isPaused ? box.dataset.resume : box.dataset.pause;
    button.hidden = isOver;
    box.dataset.on = "";
  };

  const pause = (wanted) => {
    isPaused = remembered(wanted);
    show();
    say(isPaused ? bar().dataset.paused : bar().dataset.resumed);
    if (!isPaused && (isWanted || !source)) want(true);
  };

  /** The page no longer opens: that is said once. */
  const end = () => {
    isOver = true;
    close();
    Object.values(timers).forEach(clearTimeout);
    show();
    say(bar()?.dataset.gone ?? "");
  };

  // Loading the page again: at most one request, and one that waits for it.

  const want = (isUrgent) => {
    if (isOver) return;
    isWanted = true;
    if (isPaused) return say(bar()?.dataset.news ?? "");
    if (document.hidden || isLoading || requests > 0 || (timers.load && !isUrgent)) return;
    const over = isUrgent ? 0 : Number(main().dataset.spread ?? 0);
    later("load", Math.random() * over, load);
  };

  const load = async () => {
    if (isLoading || isPaused || isOver) return;
    [isLoading, isWanted] = [true, false];
    const [asked, position] = [generation, main().dataset.live];
    try {
      const answer = await fetch(page(), { headers: { accept: "text/html" }, cache: "no-cache" });
      if ([401, 403, 404, 410].includes(answer.status) || answer.redirected) return end();
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const text = await answer.text();
      if (asked !== generation || isPaused || requests > 0) isWanted = true;
      else take(text, position);
      failures = 0;
    } catch {
      failures += 1;
      const [first, longest] = FAILURE;
      later("load", spread(Math.min(first * 2 ** (failures - 1), longest)), () => want(true));
    } finally {
      isLoading = false;
    }
    if (isWanted) want();
    return undefined;
  };

  const take = (text, position) => {
    const loaded = new DOMParser().parseFromString(text, "text/html");
    if (loaded.querySelector("main")?.dataset.live === undefined) return end();
    const hasMoved = loaded.querySelector("main").dataset.live !== position;
    if (replace(loaded)) announce();
    if (!hasMoved && source && !wasAskedTwice) later("load", spread(AGAIN), load);
    wasAskedTwice = !hasMoved;
    return undefined;
  };

  // The stream.

  const position = () => new URL(main().dataset.live, location.href).searchParams.get("last_event_id");
  const path = (address) => new URL(address, location.href).pathname.replace(/\/$/, "");

  const concerns = (kind, change) => {
    if (kind === "reset") return true;
    if (change.position !== undefined) return change.position !== position();
    const also = (main().dataset.also ?? "").split(" ");
    return change.address === undefined || path(change.address) === path(page()) || also.includes(kind) || also.includes("*");
  };

  const heed = (event) => {
    let change = {};
    try {
      change = JSON.parse(event.data);
    } catch {
      // A change without readable data concerns every page.
    }
    if (concerns(event.type, change)) want();
  };

  const close = () => {
    source?.close();
    source = undefined;
  };

  const open = () => {
    close();
    clearTimeout(timers.open);
    if (isOver || document.hidden || main()?.dataset.live === undefined) return undefined;
    const { every } = main().dataset;
    if (every) {
      later("open", spread(Number(every)), async () => {
        if (!isPaused) await load();
        open();
      });
      return undefined;
    }
    if (!window.EventSource) return poll();
    source = new EventSource(main().dataset.live);
    for (const kind of KINDS) source.addEventListener(kind, heed);
    source.addEventListener("open", () => {
      refusals = 0;
      // The server answers again: a load that failed need not wait any longer.
      if (failures > 0) {
        failures = 0;
        clearTimeout(timers.load);
        delete timers.load;
        want();
      }
    });
    source.addEventListener("error", (event) => {
      // Otherwise the browser connects again by itself.
      if (event.target === source && source.readyState === EventSource.CLOSED) poll();
    });
    later("open", spread(RENEW), open);
    return undefined;
  };

  /** The stream was refused: the page is loaded, soon for the first time, and then the stream is tried again. */
  const poll = () => {
    close();
    refusals += 1;
    later("open", spread(refusals === 1 ? FAILURE[0] : POLL), async () => {
      if (!isPaused) await load();
      open();
    });
  };

  /** A page that is not seen has no stream: a browser opens only six connections to a server, for all its tabs. */
  const rest = () => {
    close();
    clearTimeout(timers.open);
  };

  /** The page is seen again, or the network is back: the stream begins where the page ends, with what was missed. */
  const wake = () => {
    if (isOver || document.hidden || main()?.dataset.live === undefined) return;
    if (isWanted && !isPaused) want(true);
    open();
  };

  // Putting changes in place.

  let hasChanged = false;

  const isBlank = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() === "";
  const isText = (field) => field.matches("textarea, input:not([type=hidden], [type=checkbox], [type=radio])");

  const isTyped = (field) => {
    if (field.matches("[type=hidden], button, fieldset, output")) return false;
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    if (!field.matches("select")) return field.value !== field.defaultValue;
    const chosen = [...field.options].findIndex((option) => option.defaultSelected);
    return field === document.activeElement || field.selectedIndex !== Math.max(chosen, 0);
  };

  /** Whether an element stays as it is: a form in which something was typed, or something that scripts have added. */
  const isKept = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return false;
    const isAnswer = main().dataset.answer !== undefined;
    if (node.matches("[data-keep]") || (isAnswer && node.matches("[role=alert]"))) return true;
    const fields = node.matches("form") ? [...node.elements] : [];
    return fields.some((field) => isTyped(field) || (isAnswer && isText(field) && field.value !== ""));
  };

  const key = (element) => {
    const value = element.matches("button") ? element.value : "";
    return ["id", "href", "action", "name", "type"].map((name) => element.getAttribute(name) ?? "").concat(value).join(" ");
  };

  const fits = (node, wanted) =>
    node.nodeName === wanted.nodeName && (node.nodeType !== Node.ELEMENT_NODE || key(node) === key(wanted));

  /** The node among the next ones that becomes the wanted one. */
  const find = (at, wanted) => {
    if (!at || at.isEqualNode(wanted)) return at;
    if (wanted.nodeType === Node.ELEMENT_NODE) {
      let node = at;
      for (let left = 50; node && left > 0; left -= 1) {
        if (node.isEqualNode(wanted) || (wanted.id && node.id === wanted.id && fits(node, wanted))) return node;
        node = node.nextSibling;
      }
    }
    return fits(at, wanted) ? at : undefined;
  };

  const drop = (node) => {
    const next = node.nextSibling;
    if (!isKept(node)) {
      hasChanged ||= !isBlank(node);
      node.remove();
    }
    return next;
  };

  /** Attributes that stay as they are: what a person opened, and what the page has been loaded as. */
  const OWN = { details: ["open"], main: ["data-answer", "data-page"] };

  const setAttributes = (element, wanted) => {
    const isOwn = (name) => OWN[element.localName]?.includes(name);
    const isQuiet = element.matches("main, input[type=hidden]");
    for (const { name } of [...element.attributes]) {
      if (!isOwn(name) && !wanted.hasAttribute(name)) element.removeAttribute(name);
    }
    for (const { name, value } of wanted.attributes) {
      if (isOwn(name) || name === "autofocus" || element.getAttribute(name) === value) continue;
      element.setAttribute(name, value);
      hasChanged ||= !isQuiet;
    }
  };

  const patch = (node, wanted) => {
    if (node.isEqualNode(wanted) || isKept(node)) return;
    if (node.nodeType !== Node.ELEMENT_NODE) {
      hasChanged = true;
      node.data = wanted.data;
      return;
    }
    setAttributes(node, wanted);
    // A clock that runs is the matter of clock.js.
    if (!(node.dataset.ends && wanted.dataset.ends)) patchChildren(node, wanted);
  };

  const patchChildren = (parent, wanted) => {
    let at = parent.firstChild;
    for (const child of [...wanted.childNodes]) {
      while (at && isBlank(at) && !isBlank(child)) at = drop(at);
      const found = find(at, child);
      if (found) {
        while (at !== found) at = drop(at);
        at = found.nextSibling;
        patch(found, child);
      } else {
        const added = document.importNode(child, true);
        if (added.nodeType === Node.ELEMENT_NODE) {
          for (const field of [added, ...added.querySelectorAll("[autofocus]")]) field.removeAttribute("autofocus");
        }
        hasChanged ||= !isBlank(added);
        parent.insertBefore(added, at);
      }
    }
    while (at) at = drop(at);
  };

  /** Makes the page like the loaded one. Returns whether a reader sees a difference. */
  const replace = (loaded) => {
    hasChanged = false;
    const active = document.activeElement;
    patch(main(), loaded.querySelector("main"));
    document.title = loaded.title;
    if (active && !active.isConnected) {
      const same = (element) => key(element) === key(active) && element.textContent === active.textContent;
      const next = [...main().querySelectorAll(active.tagName)].find(same) ?? main();
      next.focus({ preventScroll: true });
    }
    window.htmx?.process(main());
    document.dispatchEvent(new CustomEvent("live:shown"));
    return hasChanged;
  };

  // A page that htmx puts in place has a stream of its own, and is newer than what is being loaded.

  const replaced = () => {
    generation += 1;
    isWanted = false;
    start();
  };

  // The way back. The bar of an own page stays with the tab, and stands on the public pages of its event, too.

  const OWN_BAR = "own-bar";

  const keepBar = () => {
    const own = document.querySelector(".pages[data-event]");
    if (own) sessionStorage.setItem(OWN_BAR, own.outerHTML);
    const kept = new DOMParser().parseFromString(sessionStorage.getItem(OWN_BAR) ?? "", "text/html");
    const added = kept.querySelector(".pages");
    if (own || !added || !location.pathname.startsWith(added.dataset.event)) return;
    const links = [...added.querySelectorAll("a")];
    for (const link of links) {
      if (path(link.href) === path(location.href)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    added.dataset.keep = "";
    main().prepend(document.importNode(added, true));
    // A player with a private link has no account to sign in with.
    for (const link of document.querySelectorAll(".bar nav a[href$='/me/']")) link.href = links.at(-1).href;
  };

  let followed;

  const start = () => {
    show();
    if (isPaused) say(bar()?.dataset.paused ?? "");
    const address = main()?.dataset.live;
    const stream = address && path(address);
    if (stream !== followed || !source) open();
    if (!address) close();
    followed = stream;
  };

  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-live-bar] button")) pause(!isPaused);
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : wake()));
  addEventListener("online", wake);
  addEventListener("pagehide", rest);
  addEventListener("pageshow", (event) => {
    if (event.persisted) wake();
  });
  document.addEventListener("htmx:beforeRequest", () => {
    generation += 1;
  });
  document.addEventListener("htmx:beforeSend", () => {
    requests += 1;
  });
  document.addEventListener("htmx:afterRequest", () => {
    requests = Math.max(0, requests - 1);
    if (isWanted) want();
  });
  document.addEventListener("htmx:afterSettle", replaced);
  try {
    keepBar();
  } catch {
    // Without permission, the browser's own way back is left.
  }
  start();
})();
