// Counts clocks down: elements with the time at which they end (`data-ends`). A page that was made for this reader also
// has the time at which the server made it (`data-now`); for other pages, the server is asked once. The difference to the
// clock of this computer is measured once, so a wrong clock does not matter.
//
// An element with the time since which something runs (`data-since`) counts up.
//
// An element of the class `over` in the same section is shown when the time is over. The document then gets the event
// `clock:over`.
"use strict";

(() => {
  const running = new WeakMap();
  const script = document.currentScript?.src;
  let asked;

  /** The difference to the clock of the server, from an answer that has its time. A second more or less does not matter. */
  const ask = async () => {
    const begun = Date.now();
    try {
      const answer = await fetch(script, { method: "HEAD", cache: "no-store" });
      const difference = Date.parse(answer.headers.get("date")) - (begun + Date.now()) / 2;
      return Math.abs(difference) > 2_000 ? difference : 0;
    } catch {
      return 0;
    }
  };

  const begin = (clock) => {
    const state = { difference: 0, wasOpen: false };
    running.set(clock, state);
    if (clock.dataset.now) {
      state.difference = Date.parse(clock.dataset.now) - Date.now();
    } else {
      asked ??= ask();
      asked.then((difference) => {
        state.difference = difference;
      });
    }
    return state;
  };

  const count = (clock) => {
    const state = running.get(clock) ?? begin(clock);
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.ends) - Date.now() - state.difference) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    const over = clock.closest("section, header")?.querySelector(".over");
    if (over) over.hidden = left > 0;
    if (left === 0 && state.wasOpen) document.dispatchEvent(new CustomEvent("clock:over"));
    state.wasOpen = left > 0;
  };

  const countUp = (clock) => {
    const state = running.get(clock) ?? begin(clock);
    const seconds = Math.max(0, Math.floor((Date.now() + state.difference - Date.parse(clock.dataset.since)) / 1000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  const tick = () => {
    document.querySelectorAll(".clock[data-ends]").forEach(count);
    document.querySelectorAll(".clock[data-since]").forEach(countUp);
  };

  tick();
  setInterval(tick, 1000);
  document.addEventListener("live:shown", tick);
})();
