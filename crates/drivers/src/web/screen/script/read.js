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
  heldBefore = held();
  lastWalk = walk;
  return JSON.stringify({
    url: location.href, isReady: !saidLoading, goesOn: goesOn(), scrolled: Math.round(walk.scrolled + scrolled(document.scrollingElement)), width: view.w, height: view.h,
    number: numberInParent(), elements, holes: walk.holes, hosts: hosts.length, zoom: zoom(), order: reading,
  });
};

const read = () => whenNearlyReady(readNow);

// A frame of the same origin is read with the frame around it, and says so.
const readFrame = () => (isInner ? JSON.stringify({ number: numberInParent(), isInner: true }) : readNow());

watch();
Object.assign(globalThis, { retap: { watch, read, readFrame, dump, drawn, drawnClosely, host, adopt, setValue, choose, afterFrames, clearStorage, expectTouch, letTouch, touchCame, missedTouch, expectText, textCame, missedText, useClipboard } });
