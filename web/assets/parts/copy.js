// Makes buttons copy a value, also those that are put in place later. Without this script, the value can be selected and
// copied by hand.
"use strict";

(() => {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    const told = document.getElementById(button.dataset.tells);
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      told.textContent = button.dataset.copied;
    } catch {
      // Without TLS, browsers do not offer the clipboard API; the older way may still work.
      if (source.select) {
        source.focus();
        source.select();
      } else getSelection().selectAllChildren(source);
      told.textContent = document.execCommand("copy") ? button.dataset.copied : button.dataset.selected;
    }
  });
})();
