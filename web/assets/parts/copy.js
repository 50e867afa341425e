// Adds a button that copies a value. Without this script, the value can be selected and copied by hand.
"use strict";

for (const button of document.querySelectorAll("button[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const told = document.getElementById(button.dataset.tells);
  const mark = () => {
    field.focus();
    field.select();
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      told.textContent = button.dataset.copied;
    } catch {
      // Without TLS, browsers do not offer the clipboard API; the older way may still work.
      mark();
      told.textContent = document.execCommand("copy") ? button.dataset.copied : button.dataset.selected;
    }
  });
}
