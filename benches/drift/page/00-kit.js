// Knows the true key of every control, notes what is touched, and makes the change of the replay.
//
// Pages write the key of a control as `k="order:7/ship"`. It is taken away before anybody can look and is kept here
// only. A key that begins with `#` is that of a region, one that begins with `~` belongs to something a change added.
// A change is `kind(NAME, { start, element, scan, click, final, submit })`; only that of the replay is ever called.

const keys = new WeakMap();
const keyed = new Map();
const change = {};
const kind = (name, hooks) => { if (name === setup.change) Object.assign(change, hooks); };

const keyOf = (node) => {
  for (; node; node = node.parentNode || node.host) if (keys.has(node)) return keys.get(node);
  return null;
};

// The element of a key as it is in the page now.
const byKey = (key) => {
  const found = [...(keyed.get(key) || [])].filter((it) => it.isConnected);
  return found[found.length - 1] || null;
};

const setKey = (element, key) => {
  keys.set(element, key);
  if (!keyed.has(key)) keyed.set(key, new Set());
  keyed.get(key).add(element);
};

const note = (entry, store = '~touches') => {
  const all = JSON.parse(localStorage[store] || '[]');
  all.push(entry);
  localStorage[store] = JSON.stringify(all);
  // For a tool that closes its browser before the page can be asked.
  if (setup.beacons && store === '~touches') navigator.sendBeacon('/~touch', entry);
};

// ---- what is touched

const touched = (event) => {
  // Tools put text into fields by scripts of their own; clicks by scripts are those of pages and of changes.
  if (event.type === 'click' && !event.isTrusted) return;
  const on = event.composedPath()[0];
  const key = keyOf(on);
  if (setup.records) record(event, on, key);
  if (key && !key.startsWith('#')) note(`${event.type} ${key}`);
  if (event.type === 'click') change.click?.(event, on, key);
};
for (const type of ['click', 'input']) window.addEventListener(type, touched, true);

// ---- keys, and changes of elements

let isParsed = false;
const waiting = [];

const meet = (element) => {
  setKey(element, element.getAttribute('k'));
  element.removeAttribute('k');
  if (isParsed) change.element?.(element, keys.get(element));
  else waiting.push(element);
};

const scan = (root) => {
  if (root.nodeType === 1 && root.hasAttribute('k')) meet(root);
  if (root.querySelectorAll) for (const element of root.querySelectorAll('[k]')) meet(element);
  if (isParsed) change.scan?.(root);
};

const watch = (root) => new MutationObserver((records) => {
  for (const record of records) for (const node of record.addedNodes) if (node.isConnected) scan(node);
}).observe(root, { childList: true, subtree: true });
watch(document);

const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attachShadow.call(this, options);
  watch(root);
  return root;
};

// Scripts of the page have found their elements by then, and nobody has acted yet.
window.addEventListener('DOMContentLoaded', () => {
  isParsed = true;
  change.start?.();
  if (setup.toast) toast(setup.toast, 'alert');
  for (const element of waiting.splice(0)) if (element.isConnected) change.element?.(element, keys.get(element));
  change.scan?.(document);
}, true);

// ---- what is sent

const finalRoute = new RegExp(`^${setup.final.replace(/\{[^}]*\}/g, '([^/]+)')}$`);
const isFinal = (method, url) => finalRoute.test(`${method.toUpperCase()} ${new URL(url, location).pathname}`);

const realFetch = window.fetch;
window.fetch = async (url, options = {}) => {
  if (!isFinal(options.method || 'GET', url)) return realFetch(url, options);
  const send = (to = url, what = options) => realFetch(to, what);
  if (change.final) return change.final({ url, options, send });
  const answer = await send();
  return setup.calm ? calm(answer) : answer;
};

// The answer as a page takes it that does not look whether it is one of success.
const calm = async (answer) => new Response(answer.redirected ? '{}' : await answer.text(), { status: 200 });

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (isFinal(form.method || 'get', form.action)) change.submit?.(form, event);
}, true);

// The page reads its data anew.
const refresh = () => window.dispatchEvent(new Event('refresh'));

// ---- for changes

const make = (html) => {
  const holder = document.createElement('template');
  holder.innerHTML = html.trim();
  return holder.content.firstElementChild;
};

// The text of a control: what it shows, or is called.
const setText = (element, text) => {
  if (element.matches('input')) { element.value = text; return; }
  if (element.hasAttribute('aria-label')) { element.setAttribute('aria-label', text); return; }
  const texts = textsOf(element);
  if (texts.length === 0) { element.setAttribute('aria-label', text); element.title = text; return; }
  texts[0].data = text;
  for (const other of texts.slice(1)) other.data = '';
};

const textsOf = (element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  return texts;
};

const textOf = (element) => element.getAttribute('aria-label') || (element.matches('input') ? element.value : element.textContent.trim());

// Where the name of a field stands: an element with text, or the name of an attribute.
const labelOf = (field) => {
  if (field.labels?.length) return field.labels[0];
  const by = field.getAttribute('aria-labelledby');
  if (by) return field.getRootNode().getElementById(by);
  return field.hasAttribute('aria-label') ? 'aria-label' : 'placeholder';
};

const nameOf = (field) => {
  const label = labelOf(field);
  return typeof label === 'string' ? field.getAttribute(label) || '' : (textsOf(label)[0]?.data || '').trim();
};

const setName = (field, name) => {
  const label = labelOf(field);
  if (typeof label === 'string') field.setAttribute(label, name);
  else { const text = textsOf(label).find((it) => !field.contains(it)); if (text) text.data = `${name} `; }
};

// A stand-in for a control: it looks and is touched like it, and hands its clicks on.
const standIn = (element, other) => {
  const key = keys.get(element);
  setKey(other, key);
  other.addEventListener('click', (event) => { event.preventDefault(); event.stopPropagation(); element.click(); });
  element.style.display = 'none';
  element.after(other);
};

const style = (css) => {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  document.head.append(sheet);
};

const toast = (text, role) => {
  const box = make(`<div style="position:fixed;right:16px;bottom:16px;padding:12px 18px;background:#7a1f1f;color:#fff;z-index:99"></div>`);
  if (role) box.setAttribute('role', role);
  box.textContent = text;
  document.body.append(box);
  setTimeout(() => box.remove(), 4000);
  return box;
};

const hash = (text) => {
  let sum = 2166136261;
  for (const character of text) sum = Math.imul(sum ^ character.charCodeAt(0), 16777619) >>> 0;
  return sum.toString(36);
};

const target = (hooks) => ({ element(element, key) { if (key === setup.target) hooks(element); } });
const field = (hooks) => ({ element(element, key) { if (key === setup.field) hooks(element); } });
