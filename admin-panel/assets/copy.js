// A button beside a value that copies it. Without this script the value can be selected and copied by hand.
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
      told.textContent = "Copied.";
    } catch {
      // Where the page came without TLS a browser has no clipboard for it; the older way may still work.
      mark();
      told.textContent = document.execCommand("copy") ? "Copied." : "Marked: copy it with Ctrl+C or ⌘C.";
    }
  });
}
