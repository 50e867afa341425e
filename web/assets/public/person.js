// Shows the name of the signed-in person in the header of public pages, which are the same for all readers.
"use strict";

(() => {
  const name = document.cookie.split("; ").find((cookie) => cookie.startsWith("crosstable_name="));
  const label = document.querySelector("[data-person]");
  if (name && label) label.textContent = decodeURIComponent(name.slice(name.indexOf("=") + 1));
})();
