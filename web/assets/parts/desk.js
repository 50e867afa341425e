// The desk with scripts. Without this file, every page works by plain links and forms.
//
// htmx sends the forms and follows the links of a page, and replaces its main part by the answer. This file says so if a
// form got no answer, keeps what was typed over a reload, and offers people while a name is typed.
"use strict";

(() => {
  const main = () => document.getElementById("main");

  // Links to other kinds of pages, such as sheets to print, are opened by the browser.

  const isDesk = (path) => {
    const url = new URL(path, location.href);
    return url.pathname.startsWith(`${main().dataset.desk}/`) && !url.pathname.includes("/print/");
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { boosted, requestConfig } = event.detail;
    if (boosted && requestConfig.verb === "get" && !isDesk(requestConfig.path)) {
      event.preventDefault();
      location.assign(requestConfig.path);
    }
  });

  // A form without an answer stays as it is.

  const buttons = new WeakMap();

  document.addEventListener("submit", (event) => buttons.set(event.target, event.submitter), true);

  const unsent = (event) => {
    const form = event.target.closest("form");
    const template = document.getElementById("unsent");
    document.getElementById("unsent-note")?.remove();
    if (!template) return;
    const note = template.content.firstElementChild.cloneNode(true);
    note.id = "unsent-note";
    note.dataset.keep = "";
    note.querySelector("button").addEventListener("click", () => {
      if (!form) return location.reload();
      const button = buttons.get(form);
      return form.requestSubmit(button?.isConnected ? button : null);
    });
    (form ?? main().firstElementChild).before(note);
  };

  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, unsent);
  }

  // The values of fields, until their form is sent. They are restored only when the page is loaded again.

  const place = () => `unsent ${location.pathname}`;
  const nameOf = (field) => {
    if (field.id) return field.id;
    const same = [...field.form.elements].filter((other) => other.name === field.name);
    return `${field.form.getAttribute("action")} ${field.name} ${same.indexOf(field)}`;
  };
  const isKept = (field) =>
    field.form && field.name && field.matches("textarea, select, input:not([type=hidden], [type=password], [type=checkbox], [type=radio])");

  const stored = () => {
    try {
      return JSON.parse(sessionStorage.getItem(place())) ?? {};
    } catch {
      return {};
    }
  };

  const store = (values) => {
    try {
      if (Object.keys(values).length === 0) sessionStorage.removeItem(place());
      else sessionStorage.setItem(place(), JSON.stringify(values));
    } catch {
      // Without room or permission, the values are lost on a reload, as without this script.
    }
  };

  document.addEventListener("input", (event) => {
    if (isKept(event.target)) store({ ...stored(), [nameOf(event.target)]: event.target.value });
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.shouldSwap) store({});
  });

  const restore = () => {
    const [navigation] = performance.getEntriesByType("navigation");
    if (navigation?.type !== "reload") return store({});
    const values = stored();
    for (const field of document.querySelectorAll("#main input, #main textarea, #main select")) {
      const value = isKept(field) ? values[nameOf(field)] : undefined;
      const isOffered = !field.matches("select") || [...field.options].some((option) => option.value === value);
      if (value !== undefined && isOffered) field.value = value;
    }
    return undefined;
  };

  // The field for a player offers known people: a combobox with a list (WAI-ARIA).

  const WAIT = 120;
  let asked = 0;
  let timer;

  const list = () => document.getElementById("people-options");
  const options = () => [...(list()?.querySelectorAll("[role=option]") ?? [])];

  const prepare = () => {
    const field = document.querySelector("input[data-people]");
    if (!field || field.getAttribute("role") === "combobox") return;
    const box = document.createElement("div");
    box.id = "people-options";
    box.className = "options";
    box.setAttribute("role", "listbox");
    box.setAttribute("aria-label", field.labels[0]?.textContent ?? "");
    box.hidden = true;
    const status = document.createElement("p");
    status.id = "people-status";
    status.className = "hidden";
    status.setAttribute("role", "status");
    field.after(box, status);
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", box.id]]) {
      field.setAttribute(name, value);
    }
  };

  const close = (field) => {
    asked += 1;
    clearTimeout(timer);
    if (list()) list().hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };

  const activate = (field, option) => {
    for (const other of options()) other.setAttribute("aria-selected", String(other === option));
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const choose = (field, option) => {
    const hidden = document.createElement("input");
    Object.assign(hidden, { type: "hidden", name: "user_id", value: option.dataset.person, id: "chosen-person" });
    document.getElementById("chosen-person")?.remove();
    field.form.append(hidden);
    field.value = option.dataset.name;
    close(field);
    field.form.requestSubmit();
  };

  const optionOf = (person) => {
    const option = document.createElement("div");
    option.id = `person-${person.dataset.person}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    Object.assign(option.dataset, person.dataset);
    option.append(...person.childNodes);
    return option;
  };

  const find = async (field) => {
    asked += 1;
    const number = asked;
    const text = field.value.trim();
    if (text === "") return close(field);
    let answer;
    try {
      answer = await fetch(`${field.dataset.people}?q=${encodeURIComponent(text)}`);
    } catch {
      return undefined; // The name can be typed in full.
    }
    if (!answer.ok || number !== asked) return undefined;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== asked || !list()) return undefined;
    list().replaceChildren(...[...found.querySelectorAll("[data-person]")].map(optionOf));
    list().hidden = options().length === 0;
    field.setAttribute("aria-expanded", String(!list().hidden));
    field.removeAttribute("aria-activedescendant");
    document.getElementById("people-status").textContent = found.getElementById("found")?.textContent ?? "";
    return undefined;
  };

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("input[data-people]")) return;
    document.getElementById("chosen-person")?.remove();
    clearTimeout(timer);
    timer = setTimeout(() => find(field), WAIT);
  });

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!(field instanceof Element) || !field.matches("input[data-people]") || !list() || event.isComposing) return;
    const all = options();
    const at = all.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const isOpen = !list().hidden && all.length > 0;
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close(field);
    } else if (event.key === "ArrowDown" && isOpen) {
      event.preventDefault();
      activate(field, all[(at + 1) % all.length]);
    } else if (event.key === "ArrowUp" && isOpen) {
      event.preventDefault();
      activate(field, all.at(at <= 0 ? -1 : at - 1));
    } else if (event.key === "Enter" && isOpen && at >= 0) {
      event.preventDefault();
      choose(field, all[at]);
    }
  });

  // On pointerdown, the field would lose the focus before the click.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#people-options")) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const option = event.target.closest("#people-options [role=option]");
    const field = document.querySelector("input[data-people]");
    if (option) choose(field, option);
    else if (field && event.target !== field) close(field);
  });

  // A name that the page asks about is replaced by the next one that is typed. A new event is in the browser's zone.
  const fill = () => {
    document.querySelector("input[data-select]")?.select();
    const zone = document.querySelector("form[data-new-event] #time_zone");
    if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? zone.value;
    suggest();
  };

  // The usual rounds for the places that an event has.
  const suggest = () => {
    const places = Number(document.getElementById("capacity")?.value);
    const sizes = [...document.querySelectorAll("[data-usual] [data-players]")];
    const fitting = places > 1 && sizes.find((size) => places <= Number(size.dataset.players));
    for (const size of sizes) size.hidden = size !== fitting;
    if (!fitting) return;
    fitting.dataset.text ??= fitting.textContent;
    fitting.textContent = fitting.dataset.text.replace(fitting.dataset.players, places);
  };
  document.addEventListener("input", (event) => event.target.id === "capacity" && suggest());

  // Commander is usually played at tables of four, by rules of its own, and Trios by teams of three. What was chosen
  // otherwise stays.
  const [COMMANDER, TRIOS] = [["COMMANDER2", "PAUPER_COMMANDER", "MULTIPLAYER"], ["TRIOS_CONSTRUCTED"]];
  const USUAL = [[COMMANDER, "pod_size", "2", "4"], [COMMANDER, "rules.rule_set", "MAGIC", "COMMANDER"], [TRIOS, "team_size", "1", "3"]];
  document.addEventListener("change", (event) => {
    if (event.target.id !== "format" || !event.target.closest("form[data-is-new]")) return;
    const format = event.target;
    const before = format.dataset.before ?? [...format.options].find((option) => option.defaultSelected)?.value;
    format.dataset.before = format.value;
    for (const [formats, name, others, own] of USUAL) {
      const field = document.getElementById(name);
      const isOwn = formats.includes(format.value);
      const [from, to] = isOwn ? [others, own] : [own, others];
      if (isOwn === formats.includes(before) || field?.value !== from) continue;
      field.value = to;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      field.closest("details")?.setAttribute("open", "");
    }
  });

  // Another rule set has values of its own: single rules that were not typed here are emptied, and come back with it.
  document.addEventListener("change", (event) => {
    if (event.target.id !== "rules.rule_set") return;
    const isOwn = event.target.selectedOptions[0]?.defaultSelected;
    for (const field of event.target.form.querySelectorAll("input[name^='rules.']")) {
      if (field.value === field.defaultValue || field.value === "") field.value = isOwn ? field.defaultValue : "";
    }
  });

  for (const name of ["htmx:afterSettle", "live:shown"]) document.addEventListener(name, prepare);
  document.addEventListener("htmx:afterSettle", fill);
  fill();
  restore();
  prepare();
})();
