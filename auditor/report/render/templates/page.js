"use strict";
/* Filters, sorts, searches and folds what stands in the page; without it the page is whole. */
(() => {
  const by = (id) => document.getElementById(id);
  const tools = by("tools");
  if (!tools) return;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const fields = { q: by("f-search"), severity: by("f-severity"), rule: by("f-rule"), table: by("f-table"), player: by("f-player") };
  const body = document.querySelector("table.index tbody");
  const items = [...body.rows].map((row) => {
    const card = by("n" + row.dataset.n);
    return { row, card, text: plain(row.textContent + (card ? card.textContent : "")) };
  });
  const sections = [...document.querySelectorAll("section.rule")];
  const titles = [...document.querySelectorAll(".class-title")];

  /* ---- filters ---- */
  const values = () => Object.fromEntries(Object.entries(fields).map(([name, own]) => [name, own.value]));
  const matches = (item, asked, words) =>
    ["severity", "rule", "table"].every((name) => !asked[name] || item.row.dataset[name] === asked[name]) &&
    (!asked.player || `, ${item.row.dataset.player}, `.includes(`, ${asked.player}, `)) &&
    words.every((word) => item.text.includes(word));
  const show = () => {
    const asked = values();
    const words = plain(asked.q).split(/\s+/).filter(Boolean);
    const rules = new Set();
    let count = 0;
    for (const item of items) {
      const shown = matches(item, asked, words);
      item.row.hidden = !shown;
      if (item.card) item.card.hidden = !shown;
      if (shown) { count += 1; rules.add(item.row.dataset.rule); }
    }
    for (const own of sections) own.hidden = !rules.has(own.dataset.rule);
    for (const own of titles) {
      const part = sections.filter((section) => section.dataset.part === own.dataset.part);
      own.hidden = part.every((section) => section.hidden);
      if (own.nextElementSibling) own.nextElementSibling.hidden = own.hidden;
    }
    by("f-count").textContent = String(count);
    by("f-partial").hidden = count === items.length;
    tools.classList.toggle("filtered", count !== items.length);
  };
  const remember = () => {
    const asked = Object.entries(values()).filter(([, value]) => value);
    const mark = new URLSearchParams(asked).toString();
    history.replaceState(null, "", mark ? "#" + mark : location.pathname + location.search);
  };
  const recall = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const [name, own] of Object.entries(fields)) own.value = asked.get(name) || "";
    show();
  };
  const arrive = () => {
    if (location.hash.includes("=")) { recall(); return; }
    const target = by(location.hash.slice(1));
    if (!target) return;
    if (target.closest("[hidden]")) {
      for (const own of Object.values(fields)) own.value = "";
      show();
    }
    for (let at = target; at; at = at.parentElement) fold(at, false);
    target.scrollIntoView();
  };
  let waiting = 0;
  const changed = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { show(); remember(); }, 120);
  };
  for (const own of Object.values(fields)) own.addEventListener("input", changed);
  by("f-reset").addEventListener("click", () => {
    for (const own of Object.values(fields)) own.value = "";
    show();
    remember();
    fields.q.focus();
  });
  by("f-print").addEventListener("click", () => window.print());

  /* ---- folding ---- */
  const button = (text, label) => {
    const own = document.createElement("button");
    own.type = "button";
    own.textContent = text;
    own.setAttribute("aria-label", label);
    return own;
  };
  const folders = new Map();
  const fold = (own, folded) => {
    const toggle = folders.get(own);
    if (!toggle) return;
    own.classList.toggle("folded", folded);
    toggle.setAttribute("aria-expanded", String(!folded));
    toggle.textContent = folded ? "▸" : "▾";
  };
  const says = by("index").dataset.toggle;
  const foldable = (own, heading) => {
    const toggle = button("▾", `${says} : ${heading.textContent.trim()}`);
    toggle.className = "fold";
    toggle.setAttribute("aria-expanded", "true");
    toggle.addEventListener("click", () => fold(own, !own.classList.contains("folded")));
    heading.prepend(toggle);
    folders.set(own, toggle);
  };
  for (const own of document.querySelectorAll("section.chapter, section.index, #glossary")) {
    const heading = own.querySelector(":scope > h2, :scope > h3");
    if (heading) foldable(own, heading);
  }
  const cards = items.map((item) => item.card).filter(Boolean);
  for (const card of cards) foldable(card, card.querySelector(".head .no"));
  by("f-fold").addEventListener("click", () => cards.forEach((card) => fold(card, true)));
  by("f-unfold").addEventListener("click", () => cards.forEach((card) => fold(card, false)));

  /* ---- sorting ---- */
  const language = document.documentElement.lang;
  const order = new Intl.Collator(language, { numeric: true });
  const key = (row, at) => row.cells[at].dataset.key ?? row.cells[at].textContent;
  const heads = [...document.querySelectorAll("table.index th")];
  heads.forEach((head, at) => {
    const sorter = button(head.textContent, head.textContent);
    head.replaceChildren(sorter);
    sorter.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sign = down ? -1 : 1;
      items.sort((one, other) => sign * order.compare(key(one.row, at), key(other.row, at)));
      body.append(...items.map((item) => item.row));
    });
  });

  tools.hidden = false;
  by("f-more").open = !window.matchMedia("(max-width: 700px)").matches;
  window.addEventListener("hashchange", arrive);
  arrive();
})();
