// Shadow roots. A closed one is nowhere in the page: the driver gets it from the browser and hands it over.

const closedRoots = new WeakMap();
const shadowOf = (el) => el.shadowRoot || closedRoots.get(el) || null;

// A slot of a closed root does not show in what is put into it.
const slotOf = (el) => {
  if (el.assignedSlot) return el.assignedSlot;
  const root = el.parentElement && closedRoots.get(el.parentElement);
  if (!root) return null;
  const slots = Array.from(root.querySelectorAll('slot'));
  return slots.find((slot) => slot.assignedNodes().includes(el)) || null;
};

// Elements that may have a closed root: those pages define, and others that show something although nothing
// is in them. Nothing in the page says whether they have; the driver asks once for each, and again when it
// is defined or has another extent.
const MAY_HOST = /^(article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
const LEAST_HOST = 8;
const MOST_HOSTS = 20;
const askedAs = new WeakMap();
let hosts = [];

const noteHost = (el, tag, rect) => {
  const isOwn = tag.includes('-');
  if (!isOwn && (el.firstChild || !MAY_HOST.test(tag))) return;
  if (el.shadowRoot || closedRoots.has(el) || rect.width < LEAST_HOST || rect.height < LEAST_HOST || hosts.length >= MOST_HOSTS) return;
  const now = isOwn ? String(el.matches(':defined')) : Math.round(rect.width) + 'x' + Math.round(rect.height);
  if (askedAs.get(el) === now) return;
  askedAs.set(el, now);
  hosts.push(el);
};

// Takes a closed root the driver found.
const adopt = (root) => { closedRoots.set(root.host, root); };
const host = (number) => hosts[number];
