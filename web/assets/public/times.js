// Adds the reader's own time to times that are shown in the zone of an event (`data-zone`), if the clocks differ. `data-own`
// is the text, with a `%` for the time.
"use strict";

(() => {
  const clock = (at, timeZone) =>
    new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(at);

  const add = () => {
    for (const time of document.querySelectorAll("time[data-zone]:not([data-added])")) {
      const at = new Date(time.dateTime);
      time.dataset.added = "";
      const own = clock(at);
      if (own === clock(at, time.dataset.zone)) continue;
      const text = document.createElement("small");
      text.className = "quiet";
      text.textContent = ` · ${time.dataset.own.replace("%", () => own)}`;
      time.append(text);
    }
  };

  add();
  document.addEventListener("live:shown", add);
})();
