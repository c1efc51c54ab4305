// The one reading: what the driver asks for.

const numberInParent = () => {
  if (window === window.parent) return -1;
  for (let i = 0; i < window.parent.length; i++) if (window.parent[i] === window) return i;
  return -1;
};

// How large the page is drawn, and what of it is in view; only the outermost frame is drawn by itself.
const zoom = () => {
  const seen = window.visualViewport;
  return window === window.parent && seen ? { scale: seen.scale, x: seen.offsetLeft, y: seen.offsetTop } : { scale: 1, x: 0, y: 0 };
};

// Whether the document can be scrolled down; less than a line is nothing anybody misses.
const LEAST_MORE = 8;
const goesOn = () => {
  const page = document.scrollingElement;
  return !!page && page.scrollTop + page.clientHeight + LEAST_MORE < page.scrollHeight && getComputedStyle(page).overflowY !== 'hidden';
};

const scrolled = (el) => (el ? el.scrollTop + el.scrollLeft : 0);

// Few pages have any, and most readings none.
const markAlerts = (walk) => {
  if (!document.querySelector(ALERTS)) return;
  walk.out.forEach((entry, i) => {
    const node = walk.nodes[i];
    const el = node && (node.nodeType === 1 || isForm(node) ? node : node.parentElement);
    // What only holds one text stands for it.
    if (el && (of(el, 'closest').call(el, ALERTS) || (entry.t && of(el, 'querySelector').call(el, ALERTS)))) entry.f |= ALERT;
  });
};

// What a walk found, as the driver reads it.
const pageOf = (walk) => {
  const elements = [];
  const numbers = [];
  walk.out.forEach((entry) => {
    const parent = entry.p < 0 ? -1 : numbers[entry.p];
    if (entry.gone) { numbers.push(parent); return; }
    entry.p = parent;
    entry.b = entry.b.map((value) => Math.round(value * 100) / 100);
    numbers.push(elements.length);
    elements.push(entry);
  });
  for (const hole of walk.holes) hole.parent = numbers[hole.parent];
  return {
    url: location.href, isReady: !saidLoading, goesOn: goesOn(), scrolled: Math.round(walk.scrolled + scrolled(document.scrollingElement)), width: walk.view.w, height: walk.view.h,
    number: numberInParent(), elements, layers: walk.layers, holes: walk.holes, hosts: hosts.length, zoom: zoom(), order: reading,
  };
};

const readNow = () => {
  watch();
  guardWindow(window);
  arm();
  saidLoading = !isReady(document);
  const view = { w: innerWidth, h: innerHeight };
  hosts = [];
  const walk = new Walk(view);
  const clip = { l: 0, t: 0, r: view.w, b: view.h };
  walk.document(document, { ...TOP, doc: document }, -1, clip);
  judgeCovers(walk, view);
  markAlerts(walk);
  heldBefore = held();
  lastWalk = walk;
  return JSON.stringify(pageOf(walk));
};

// The elements of the last whole reading, as the driver numbers them.
let wholeNodes = [];

// All that can be scrolled to. It is no reading that anything relies on later: what changed since the last one still counts.
const readWhole = () => {
  if (isInner) return JSON.stringify({ number: numberInParent(), isInner: true });
  const view = { w: innerWidth, h: innerHeight };
  const walk = new Walk(view, true);
  walk.document(document, { ...TOP, doc: document }, -1, pageArea(document, { l: 0, t: 0, r: view.w, b: view.h }));
  wholeNodes = walk.nodes.filter((_, index) => !walk.out[index].gone);
  return JSON.stringify(pageOf(walk));
};

// Scrolls until an element of the last whole reading is in view, below what sticks to the edges; returns why not.
const bringIntoView = async (number) => {
  const node = wholeNodes[number];
  const el = node && (of(node, 'nodeType') === Node.ELEMENT_NODE ? node : node.parentElement);
  if (!el || !el.isConnected) return 'it is not attached any more';
  Element.prototype.scrollIntoView.call(el, { block: 'center', inline: 'nearest', behavior: 'instant' });
  await afterFrames();
  return '';
};

const read = () => whenNearlyReady(readNow);

// A frame of the same origin is read with the frame around it, and says so.
const readFrame = () => (isInner ? JSON.stringify({ number: numberInParent(), isInner: true }) : readNow());

watch();
Object.assign(globalThis, { retap: { watch, read, readFrame, readWhole, bringIntoView, dump, drawn, drawnClosely, host, adopt, setValue, choose, afterFrames, clearStorage, expectTouch, letTouch, touchCame, missedTouch, expectText, textCame, missedText, focusHoldsLess, fieldEndsWith, identifiersAt, useClipboard } });
