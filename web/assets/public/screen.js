// The page for the wall: turns pages by itself, and plays a sound when the clock of the round is at zero. Without this
// file, everything is on one long page.
//
// The page has boards, such as the pairings, each with a list. A board is cut into pages that fit into the window. People
// who prefer less motion get the long page, until they press the button.
"use strict";

(() => {
  /** Time for which a page is shown. */
  const TURN = 8_000;
  /** The tones at zero: how many, their length and their distance in seconds, and their pitch. */
  const TONES = { count: 3, length: 0.35, distance: 0.6, pitch: 880 };

  const main = () => document.querySelector("main");
  const boards = () => [...document.querySelectorAll("[data-board]")];
  const items = (board) => [...board.querySelectorAll("[data-item]")];
  const number = () => document.querySelector("[data-page-number]");

  let isTurning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** The board and the first entry of the page that is shown. */
  let shown = { board: 0, first: 0 };
  let pages = [];

  /** Cuts the boards into pages: [board, first entry, entry after the last]. */
  const cut = () => {
    const all = boards();
    return all.flatMap((board, index) => {
      all.forEach((other) => {
        other.hidden = other !== board;
      });
      const list = items(board);
      list.forEach((item) => {
        item.hidden = false;
      });
      if (list.length === 0) return [[index, 0, 0]];
      const height = Math.max(...list.map((item) => item.getBoundingClientRect().height));
      const columns = Math.max(1, Math.round(Number(getComputedStyle(list[0].parentElement).columnCount) || 1));
      const rest = innerHeight - list[0].parentElement.getBoundingClientRect().top - scrollY - foot();
      const fitting = Math.max(1, Math.floor(rest / height)) * columns;
      const count = Math.ceil(list.length / fitting);
      const each = Math.ceil(list.length / count);
      return Array.from({ length: count }, (_, page) => [index, page * each, Math.min((page + 1) * each, list.length)]);
    });
  };

  const foot = () => document.querySelector("[data-controls]").getBoundingClientRect().height;

  const at = () => {
    const place = pages.findIndex(([board, first, end]) => board === shown.board && first <= shown.first && shown.first < Math.max(end, 1));
    return Math.max(place, 0);
  };

  const show = (place) => {
    const [board, first, end] = pages[place] ?? [0, 0, 0];
    shown = { board, first };
    boards().forEach((each, index) => {
      each.hidden = index !== board;
      items(each).forEach((item, entry) => {
        item.hidden = index !== board || entry < first || entry >= end;
      });
    });
    number().textContent = pages.length > 1 ? `${place + 1} / ${pages.length}` : "";
  };

  /** Shows everything on one long page. */
  const unroll = () => {
    for (const board of boards()) {
      board.hidden = false;
      for (const item of items(board)) item.hidden = false;
    }
    number().textContent = "";
  };

  const lay = () => {
    const button = document.querySelector("[data-turn]");
    button.textContent = isTurning ? button.dataset.stop : button.dataset.start;
    main().toggleAttribute("data-turning", isTurning);
    if (!isTurning) return unroll();
    pages = cut();
    return show(at());
  };

  const turn = () => {
    if (isTurning && !document.hidden) show((at() + 1) % Math.max(pages.length, 1));
  };

  // The sound. Browsers allow it after a button was pressed.

  let audio;

  const play = (count) => {
    for (let tone = 0; tone < count; tone += 1) {
      const begin = audio.currentTime + tone * TONES.distance;
      const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
      oscillator.frequency.value = TONES.pitch;
      volume.gain.setValueAtTime(0.4, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + TONES.length);
      oscillator.connect(volume).connect(audio.destination);
      oscillator.start(begin);
      oscillator.stop(begin + TONES.length);
    }
  };

  const sound = (button) => {
    if (audio) {
      audio.close();
      audio = undefined;
    } else {
      audio = new AudioContext();
      play(1);
    }
    button.setAttribute("aria-pressed", String(audio !== undefined));
  };

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : undefined;
    if (button?.matches("[data-sound]")) sound(button);
    if (button?.matches("[data-turn]")) {
      isTurning = !isTurning;
      lay();
    }
  });
  document.addEventListener("clock:over", () => {
    if (audio) play(TONES.count);
  });
  document.addEventListener("live:shown", lay);
  addEventListener("resize", lay);
  document.querySelector("[data-controls]").dataset.on = "";
  lay();
  setInterval(turn, TURN);
})();
