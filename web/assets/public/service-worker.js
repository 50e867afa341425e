// Shows notifications that the service sends to this phone, and opens their page. Keeps no pages.
"use strict";

const scope = new URL(self.registration.scope);

/** The page of a notification. A path never leads to another site, nor out of the service. */
const page = (path) => {
  const url = new URL(typeof path === "string" && path.startsWith("/") ? scope.href.replace(/\/$/, "") + path : scope);
  return url.origin === scope.origin && url.pathname.startsWith(scope.pathname) ? url.href : scope.href;
};

/** Where the player of an event without an account has the own page: `push.js` keeps the address on this phone. */
const own = async (url) => {
  const below = url.startsWith(scope.href) ? url.slice(scope.href.length) : "";
  const event = /^(?:me|events)\/(\d+)\/$/.exec(below)?.[1];
  const kept = event && (await caches.match(new URL(`own-pages/${event}`, scope)));
  return kept ? page(await kept.text()) : url;
};

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {
    // Browsers require that something is shown.
  }
  const { title = scope.host, body = "", tag = "", path } = message;
  const icon = new URL("assets/icon-192.png", scope).href;
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: tag !== "", icon, data: { path } }));
});

const open = async (path) => {
  const url = await own(page(path));
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((window) => window.url === url);
  return shown ? shown.focus() : self.clients.openWindow(url);
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});
