// Tells the driver that the page may look different, once between two readings.

let isArmed = true;
const roots = new WeakSet();
let shadows = [];

// Frames of the same origin are read by the frame around them.
const isInner = (() => {
  try { return !!window.frameElement; } catch (_) { return false; }
})();

// The browser gives us the function; should it be late, nothing may be lost for that.
const LATE = 50;
const tell = (payload) => {
  if (globalThis.retapSignal) globalThis.retapSignal(payload);
  else setTimeout(tell, LATE, payload);
};

// Readings are numbered, so that a signal says which of them it makes old.
let reading = 0;
const signal = () => {
  if (!isArmed) return;
  isArmed = false;
  tell(isInner ? 'i' : 'c' + reading);
};

const observer = new MutationObserver((records) => {
  noteMutations(records);
  signal();
});
const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };

const observeRoot = (root) => {
  if (roots.has(root)) return;
  roots.add(root);
  observer.observe(root, WATCHED);
  // These do not leave a shadow root by themselves.
  if (root.mode) shadows.push(new WeakRef(root));
  if (root.mode === 'closed') root.addEventListener('mousedown', (event) => openList(event), { capture: true });
  for (const type of ['change', 'scroll', 'toggle', 'load', 'error']) root.addEventListener(type, signal, { capture: true, passive: true });
};

const arm = () => {
  observer.takeRecords();
  mutated.clear();
  why = null;
  endText();
  isRead = true;
  isArmed = true;
  reading += 1;
};

// Events cross the border between worlds, so a frame of the same origin is armed by one. The page must not know its name:
// what changed since the reading would be forgotten.
const REARM = 'retap:read' + globalThis.retapKey;
const rearm = (doc) => doc.dispatchEvent(new CustomEvent(REARM));

// The window of an empty page can live on under the page that follows it, with our script in it, so
// every reading makes sure that the document of today is watched.
const watched = new WeakSet();
const watch = () => {
  if (watched.has(document)) return;
  watched.add(document);
  observeRoot(document);
  awaitWhole(document);
  document.addEventListener(REARM, arm);
  for (const type of ['input', 'focusin', 'focusout', 'transitionend', 'transitioncancel', 'animationend', 'animationcancel', 'fullscreenchange']) {
    document.addEventListener(type, signal, { capture: true, passive: true });
  }
  document.addEventListener('mousedown', (event) => openList(event), { capture: true });
  if (document.fonts) document.fonts.addEventListener('loadingdone', signal);
};
for (const type of ['resize', 'hashchange', 'popstate']) window.addEventListener(type, signal);
window.addEventListener('pageshow', (event) => { if (event.persisted) signal(); });

// Scripts that set what a field holds leave no trace in the tree; this looks in the page, which is
// cheap, so that nobody has to look from outside.
const FIELD_LOOK = 200;
const FIELDS = 'input,textarea,select';
let heldBefore = '';
const held = () => {
  let all = '';
  shadows = shadows.filter((ref) => ref.deref() && ref.deref().isConnected);
  const inShadows = shadows.flatMap((ref) => Array.from(ref.deref().querySelectorAll(FIELDS)));
  for (const fields of [document.getElementsByTagName('input'), document.getElementsByTagName('textarea'), document.getElementsByTagName('select'), inShadows]) {
    for (const el of fields) {
      // One that is shown before it is ever read was a password all the same.
      if (el.type === 'password') isPassword(el);
      all += (el.checked ? '+' : '-') + (el.value || '').length + (el.type === 'password' ? '' : el.value) + (el.disabled ? '!' : '') + '\u0001';
    }
  }
  return all;
};
setInterval(() => {
  const now = held();
  if (now !== heldBefore) {
    heldBefore = now;
    signal();
  }
}, FIELD_LOOK);

const finishing = new WeakSet();

// Animations that end will be looked at then; those that never end are asked about by the walk.
const spinningElements = () => {
  const spinning = new Set();
  for (const animation of document.getAnimations()) {
    if (animation.playState !== 'running' || !animation.effect) continue;
    const end = animation.effect.getComputedTiming().endTime;
    if (end === Infinity) spinning.add(animation.effect.target);
    else if (!finishing.has(animation)) {
      finishing.add(animation);
      animation.finished.then(signal, signal);
    }
  }
  return spinning;
};

const activeElement = () => {
  let active = document.activeElement;
  for (;;) {
    if (!active) return null;
    const root = shadowOf(active);
    if (root && root.activeElement) active = root.activeElement;
    else if (isFrame(active.localName)) {
      let inner = null;
      try { inner = active.contentDocument && active.contentDocument.activeElement; } catch (_) { /* of another origin */ }
      if (!inner || inner === active.contentDocument.body) return active;
      active = inner;
    } else return active;
  }
};
