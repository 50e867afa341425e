// Counts clocks down: elements with the time at which they end, and the time at which the server made the page. The
// difference to the clock of this computer is measured once, so a wrong clock does not matter.
"use strict";

(() => {
  const differences = new WeakMap();

  const count = (clock) => {
    if (!differences.has(clock)) differences.set(clock, Date.parse(clock.dataset.now) - Date.now());
    const now = Date.now() + differences.get(clock);
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.ends) - now) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const over = clock.closest("section")?.querySelector(".over");
    if (over && left === 0) over.hidden = false;
  };

  setInterval(() => document.querySelectorAll(".clock[data-ends]").forEach(count), 1000);
})();
