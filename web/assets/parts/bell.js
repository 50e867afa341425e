// The bell of the judges' page: it rings for each new call while the page is seen. Without this file, judges look at it.
//
// Browsers make no sound before a tap, so sound is off after a page was loaded, until the button or anything else is
// tapped. The choice is kept in the browser. A call that waits has its number as `data-call`.
"use strict";

(() => {
  const CHOICE = "bell";
  const box = () => document.querySelector("[data-bell]");

  const remembered = (value) => {
    try {
      if (value === undefined) return localStorage.getItem(CHOICE) === "on";
      localStorage.setItem(CHOICE, value ? "on" : "off");
    } catch {
      // Without permission, the choice is lost with the page.
    }
    return value ?? false;
  };
  let isWanted = remembered();
  let sound;
  /** The page whose calls are known, and the greatest number of a call on it. */
  let known = { page: "", call: 0 };

  const isOn = () => isWanted && sound?.state === "running";

  /** Two short tones. */
  const ring = () => {
    for (const [pitch, after] of [[880, 0], [1175, 0.2]]) {
      const [tone, volume] = [sound.createOscillator(), sound.createGain()];
      const start = sound.currentTime + after;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.3, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.6);
      tone.connect(volume).connect(sound.destination);
      tone.start(start);
      tone.stop(start + 0.6);
    }
  };

  const show = () => {
    const here = box();
    if (!here || !window.AudioContext) return;
    here.hidden = false;
    here.querySelector("button").textContent = isOn() ? here.dataset.off : here.dataset.on;
  };

  const look = () => {
    show();
    if (!box()) return;
    const numbers = [...document.querySelectorAll("[data-call]")].map((call) => Number(call.dataset.call));
    const [page, call] = [location.pathname, Math.max(0, ...numbers)];
    if (page === known.page && call > known.call && isOn()) ring();
    known = { page, call: page === known.page ? Math.max(call, known.call) : call };
  };

  const start = async () => {
    sound ??= new AudioContext();
    await sound.resume();
    show();
  };

  document.addEventListener("click", async (event) => {
    if (!window.AudioContext) return;
    if (event.target instanceof Element && event.target.closest("[data-bell] button")) {
      isWanted = remembered(!isOn());
      if (isWanted) {
        await start();
        ring();
      }
    } else if (isWanted && box() && !isOn()) await start();
    show();
  });
  for (const name of ["htmx:afterSettle", "live:shown"]) document.addEventListener(name, look);
  look();
})();
