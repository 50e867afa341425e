// Shows a button that prints the sheet or the page. Without this script, the browser's own command prints it.
"use strict";

for (const button of document.querySelectorAll("nav.screen button, button[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
