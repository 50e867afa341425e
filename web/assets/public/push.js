// Subscribes this phone to notifications: asks for permission after a tap, and sends the subscription as a form. Without
// this file, the page says that it needs scripts.
"use strict";

(() => {
  const form = document.querySelector("form[data-worker]");
  const { worker, scope, key, event, own } = form.dataset;
  const button = form.querySelector("button");

  const say = (state) => {
    for (const text of document.querySelectorAll("[data-state]")) text.hidden = text.dataset.state !== state;
    button.hidden = !["ready", "failed"].includes(state);
  };

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

  const sha256 = async (text) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  /**
   * Keeps the address of the private link for the service worker, which opens it when a notification is tapped. A phone that
   * goes to another person keeps none of the one before.
   */
  const keep = async (isNew) => {
    if (isNew) await caches.delete("own-pages");
    if (own) await (await caches.open("own-pages")).put(`${scope}own-pages/${event}`, new Response(own));
  };

  const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

  const start = async () => {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
      return say(isApple ? "install" : "off");
    }
    const registration = await navigator.serviceWorker.getRegistration(scope);
    const made = await registration?.pushManager.getSubscription();
    const known = made && document.querySelector(`[data-phone="${await sha256(made.endpoint)}"]`);
    if (Notification.permission === "denied") return say("denied");
    if (!known) return say("ready");
    known.hidden = false;
    await keep(false);
    return say("on");
  };

  const subscribe = async () => {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return say(permission === "denied" ? "denied" : "ready");
    await navigator.serviceWorker.register(worker, { scope });
    const { pushManager } = await navigator.serviceWorker.ready;
    // An earlier subscription may be of another key of the service, which the browser would refuse.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint, keys } = made.toJSON();
    for (const [name, value] of Object.entries({ endpoint, ...keys })) form.elements[name].value = value;
    await keep(true);
    return form.submit();
  };

  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    button.disabled = true;
    subscribe()
      .catch(() => say("failed"))
      .finally(() => {
        button.disabled = false;
      });
  });

  start().catch(() => say("off"));
})();
