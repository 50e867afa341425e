// Keeps the events that a visitor chose from the schedule of a convention in this browser. The form of the schedule
// (`data-all`) ticks them and sends also those that a filter hides; the agenda opens with them.
"use strict";

(() => {
  const form = document.querySelector("form[data-agenda]");
  if (!form) return;
  const key = `crosstable-agenda-${form.dataset.agenda}`;
  const kept = () => {
    try {
      const ids = JSON.parse(localStorage.getItem(key) || "[]");
      return Array.isArray(ids) ? ids.filter((id) => /^\d+$/.test(id)) : [];
    } catch {
      return [];
    }
  };
  const boxes = [...form.querySelectorAll("input[name=event]")];

  form.addEventListener("change", ({ target }) => {
    if (target.name !== "event") return;
    const others = kept().filter((id) => id !== target.value);
    try {
      localStorage.setItem(key, JSON.stringify(target.checked ? [...others, target.value] : others));
    } catch {
      // A browser that keeps nothing still sends what is ticked.
    }
  });

  if ("all" in form.dataset) {
    const ids = kept();
    for (const box of boxes) box.checked ||= ids.includes(box.value);
    form.addEventListener("formdata", ({ formData }) => {
      const shown = new Set(boxes.map((box) => box.value));
      for (const id of kept()) if (!shown.has(id)) formData.append("event", id);
    });
  } else if (!boxes.length && !new URLSearchParams(location.search).has("event") && kept().length) {
    const query = new URLSearchParams(new FormData(form));
    for (const id of kept()) query.append("event", id);
    location.replace(`?${query}`);
  }
})();
