// Keeps a touch from the page when it would reach something else than was read in its place.

// What was last read, as the driver got it.
let lastRead = [];
let shot = null;

const isAt = ([l, t, w, h], x, y) => x >= l - 1 && x <= l + w + 1 && y >= t - 1 && y <= t + h + 1;

// What was read at a place: the smallest thing that reacts to touches, else the smallest of all.
const readAt = (x, y) => {
  let best = null;
  for (const known of lastRead) {
    const { b, f } = known.entry;
    if (f & COVERED || !isAt(b, x, y)) continue;
    const rank = f & (CLICKABLE | EDITABLE) ? 1 : 0;
    const area = b[2] * b[3];
    if (!best || rank > best.rank || (rank === best.rank && area <= best.area)) best = { ...known, rank, area };
  }
  return best;
};

const called = (el) => {
  const name = clean(el.getAttribute('aria-label') || el.textContent || '').slice(0, 40);
  return name || el.localName + (el.id ? '#' + el.id : '');
};

// What an element says, as it was read.
const shownText = (el) => {
  let text = '';
  for (const child of composedChildren(el)) {
    if (child.nodeType === 3) text += child.data;
    else if (child.nodeType === 1) text += shownText(child);
  }
  return text;
};
const squash = (text) => text.replace(/\s+/g, '');
const says = (el, text) => !text || squash(shownText(el)).includes(squash(text));
const HOLDS_WORDS = /^(?!input$|select$|textarea$|label$)/;

// Rows of a list that is drawn again and again keep their elements and change what they say.
const whyOther = ({ entry, el }) => {
  const now = (of) => clean(shownText(of)).slice(0, 40);
  if (HOLDS_WORDS.test(el.localName) && !(entry.f & EDITABLE) && !says(el, entry.t)) return `it says "${now(el)}" by now`;
  const row = holderIn(entry, 'row');
  const isOfRow = (known) => known.entry.r === 'text' && known.el.ownerDocument === row.el.ownerDocument && holderIn(known.entry, 'row') === row;
  if (row && !lastRead.filter(isOfRow).every((known) => says(row.el, known.entry.t))) return `its row says "${now(row.el)}" by now`;
  return '';
};
const holderIn = (entry, role) => {
  let at = entry;
  while (at && at.r !== role) at = at.p >= 0 ? lastRead[at.p].entry : null;
  return at ? lastRead.find((known) => known.entry === at) : null;
};

const GONE = 'it is no longer attached: the page replaced it';

// Says why a touch that goes to `hit` is none on what was meant; nothing when it is.
const whyMissed = (hit, known, event) => {
  const { el, rank } = known;
  if (!el.isConnected) return GONE;
  const other = whyOther(known);
  if (other) return other;
  if (rank && isDisabled(el)) return 'it is not enabled any more';
  if (hit && holds(el, hit)) return '';
  const isHere = event.view === el.ownerDocument.defaultView;
  const lines = Array.from(el.getClientRects(), (rect) => [rect.left, rect.top, rect.width, rect.height]);
  if (isHere && !lines.some((line) => isAt(line, event.clientX, event.clientY))) return 'it is not stable: it moved away';
  if (!hit || (isHere && isReachedBy(hit, el, rank > 0))) return '';
  return `it does not receive events: "${called(hit)}" lies over it`;
};

// Events do not say what they hit in a closed root.
const hitBy = (event) => {
  const [hit] = event.composedPath();
  return closedRoots.has(hit) ? deepHit(hit.ownerDocument, event.clientX, event.clientY) : hit;
};

const GUARDED = ['pointerdown', 'touchstart', 'mousedown', 'pointerup', 'touchend', 'mouseup', 'click', 'dblclick', 'contextmenu'];
const guard = (event) => {
  if (!shot || !event.isTrusted) return;
  if (!shot.isJudged) {
    shot.isJudged = true;
    shot.reason = whyMissed(hitBy(event), shot.aim, event);
    shot.tell(shot.reason);
  }
  if (!shot.reason) { shot.release(); shot = null; return; }
  event.preventDefault();
  event.stopImmediatePropagation();
};

// A finger's events that may be kept back are slower for the whole page, so they only are for a touch.
const guarded = new WeakSet();
const guardWindow = (view) => {
  if (!view || guarded.has(view)) return;
  guarded.add(view);
  for (const type of GUARDED) if (!type.startsWith('touch')) view.addEventListener(type, guard, { capture: true });
};
const TOUCHES = GUARDED.filter((type) => type.startsWith('touch'));
const guardTouches = (view) => {
  for (const type of TOUCHES) view.addEventListener(type, guard, { capture: true, passive: false });
  return () => TOUCHES.forEach((type) => view.removeEventListener(type, guard, { capture: true }));
};
guardWindow(window);

// Called before a touch: says why it would miss, else waits for it.
const aim = (x, y) => {
  aimed();
  const known = readAt(x, y);
  if (!known) return '';
  const { el, place } = known;
  const view = el.ownerDocument.defaultView;
  const [clientX, clientY] = inFrame(place, x, y);
  const at = { view, clientX, clientY };
  const reason = view ? whyMissed(deepHit(place.doc, clientX, clientY), known, at) : GONE;
  if (!reason) shot = { aim: known, release: guardTouches(view), isJudged: false, reason: '', tell: () => {} };
  return reason;
};

// Called with it: answers once the touch has come, with why it was kept back or with nothing.
const touched = () => (shot ? new Promise((tell) => { shot.tell = tell; }) : '');

// Called after a touch that was kept back, or that has not come: lets the next one through.
const aimed = () => {
  if (!shot) return;
  shot.release();
  if (!shot.isJudged) shot.tell('');
  shot = null;
};
