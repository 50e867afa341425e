// The page for the wall: turns pages by itself, and plays a sound when the clock of the round is at zero. Without this
// file, everything is on one long page.
//
// The page has boards, such as the pairings, each with a list. Letters are as large as the list fits on one page, and
// else as large as the style sheet says: then the list is cut into pages of as many columns as fit. Names that are too
// long for their column are cut. The controls appear when the pointer moves or a key is pressed; pages always leave
// room for them. People who prefer less motion get the long page, until they press the button.
"use strict";

(() => {
  /** Time for which a page is shown. */
  const TURN = 10_000;
  /** Time after which the controls hide. */
  const IDLE = 5_000;
  /** Sizes of letters that are tried, and the most columns. */
  const SCALES = [2.4, 2, 1.75, 1.5, 1.35, 1.2, 1.1, 1];
  const MOST_COLUMNS = 12;
  /** Share of the entries of a list that need not be cut. */
  const UNCUT = 0.85;
  /** How small a name is set that would be cut. */
  const SMALLEST = 0.6;
  /** How much wider than its longest entry a column may be. */
  const WIDEST = 1.6;
  /** The tones at zero: how many, their length and their distance in seconds, and their pitch. */
  const TONES = { count: 3, length: 0.35, distance: 0.6, pitch: 880 };

  const main = () => document.querySelector("main");
  const controls = () => document.querySelector("[data-controls]");
  const boards = () => [...document.querySelectorAll("[data-board]")];
  const items = (board) => [...board.querySelectorAll("[data-item]")];

  let isTurning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** The board and the first entry of the page that is shown. */
  let shown = { board: 0, first: 0 };
  let pages = [];

  /** The size of letters and the columns of a list, and how many of its entries a page holds. */
  const fit = (list, entries) => {
    list.classList.add("measured");
    list.style.setProperty("--scale", "1");
    const sizes = entries.map((item) => item.getBoundingClientRect());
    const widths = sizes.map((size) => size.width).sort((one, other) => one - other);
    const height = Math.max(...sizes.map((size) => size.height));
    list.classList.remove("measured");
    const [gap, room] = [Number.parseFloat(getComputedStyle(list).columnGap) || 0, list.getBoundingClientRect()];
    const rest = controls().getBoundingClientRect().top - room.top - scrollY;
    const layout = (scale, width) => {
      const most = Math.min(Math.max(1, Math.floor((room.width + gap) / (width * scale + gap))), MOST_COLUMNS);
      // A little more, because heights of rows are rounded.
      const rows = Math.max(1, Math.floor(rest / (height * scale + 0.5)));
      const columns = Math.min(most, Math.ceil(entries.length / rows));
      // A name and its table stay close enough to each other for the eye.
      const widest = columns * width * scale * WIDEST + (columns - 1) * gap;
      return { scale, columns, widest, fitting: most * rows, fits: width * scale <= room.width && most * rows >= entries.length };
    };
    const whole = SCALES.map((scale) => layout(scale, widths.at(-1)));
    return whole.find(({ fits }) => fits) ?? layout(1, widths[Math.floor((widths.length - 1) * UNCUT)]);
  };

  /** Cuts the boards into pages: [board, first entry, entry after the last]. */
  const cut = () => {
    const all = boards();
    return all.flatMap((board, index) => {
      all.forEach((other) => {
        other.hidden = other !== board;
      });
      const entries = items(board);
      entries.forEach((item) => {
        item.hidden = false;
      });
      if (entries.length === 0) return [[index, 0, 0]];
      const list = entries[0].parentElement;
      const { scale, columns, widest, fitting } = fit(list, entries);
      const count = Math.ceil(entries.length / fitting);
      const each = Math.ceil(entries.length / count);
      list.style.setProperty("--scale", String(scale));
      list.style.setProperty("--columns", String(columns));
      list.style.maxWidth = `${widest}px`;
      return Array.from({ length: count }, (_, page) => [index, page * each, Math.min((page + 1) * each, entries.length)]);
    });
  };

  const at = () => {
    const place = pages.findIndex(([board, first, end]) => board === shown.board && first <= shown.first && shown.first < Math.max(end, 1));
    return Math.max(place, 0);
  };

  /** Sets names smaller that are longer than their column. */
  const narrow = (all) => {
    const names = all.flatMap((item) => [...item.querySelectorAll("span")]);
    for (const name of names) name.style.fontSize = "";
    const ratios = names.map((name) => name.clientWidth / name.scrollWidth);
    names.forEach((name, index) => {
      if (ratios[index] < 1) name.style.fontSize = `${Math.max(ratios[index] * 0.98, SMALLEST)}em`;
    });
  };

  const number = (text) => {
    for (const each of document.querySelectorAll("[data-page-number]")) each.textContent = text;
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
    narrow(boards().flatMap(items).filter((item) => !item.hidden));
    const same = pages.filter(([other]) => other === board);
    number(same.length > 1 ? `${same.indexOf(pages[place]) + 1} / ${same.length}` : "");
  };

  /** Shows everything on one long page. */
  const unroll = () => {
    for (const board of boards()) {
      board.hidden = false;
      for (const item of items(board)) {
        item.hidden = false;
        for (const name of item.querySelectorAll("span")) name.style.fontSize = "";
      }
      board.querySelector("ol")?.removeAttribute("style");
    }
    number("");
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

  // The controls.

  let idle;

  const wake = () => {
    delete controls().dataset.idle;
    clearTimeout(idle);
    idle = setTimeout(() => {
      controls().dataset.idle = "";
    }, IDLE);
  };

  for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, wake);
  document.addEventListener("clock:over", () => {
    lay();
    if (audio) play(TONES.count);
  });
  document.addEventListener("live:shown", lay);
  addEventListener("resize", lay);
  Object.assign(controls().dataset, { on: "", idle: "" });
  lay();
  setInterval(turn, TURN);
})();
