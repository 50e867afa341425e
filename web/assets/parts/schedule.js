// Moves an event of a convention's schedule by dragging it to another hour or room. Without this script, the form of each
// event does the same.
"use strict";

(() => {
  const form = document.getElementById("drag");
  if (!form) return;
  let dragged = null;
  const cell = (event) => dragged && event.target.closest?.("td[data-hour]");

  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.("[data-event]") ?? null;
  });
  document.addEventListener("dragend", () => {
    dragged = null;
  });
  document.addEventListener("dragover", (event) => {
    if (cell(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const target = cell(event);
    if (!target) return;
    event.preventDefault();
    const minutes = dragged.dataset.time.split(":")[1] ?? "00";
    form.elements.event.value = dragged.dataset.event;
    form.elements.time.value = `${target.dataset.hour.padStart(2, "0")}:${minutes}`;
    form.elements.place.value = target.dataset.place;
    form.elements.was.value = `${form.elements.day.value}T${dragged.dataset.time}`;
    form.elements.was_place.value = dragged.dataset.place;
    form.requestSubmit();
  });
})();
