// A touch is looked at when it arrives: what it is meant for may have moved, changed or gone since the
// reading that told where it is. Then it is kept from what it would hit instead.

// The last reading, and whether there was one: a frame of the same origin is read by the one around it.
let lastWalk = null;
let isRead = false;
// Why the last touch was kept from the page: empty if it was not, null if there was none.
let why = null;
let isBlocking = false;
let hear = null;
// In a browser with people in front of it only touches that were announced are ours.
let isExpected = !!globalThis.retapIsAlone;

// All that a press leads to; where the press is kept from the page, so is the rest.
const PRESSES = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click', 'dblclick', 'auxclick', 'contextmenu', 'dragstart'];

// What an element says of itself. Scripts change the rest, such as classes, whenever a mouse comes near.
const TELLING = new Set(['aria-label', 'aria-labelledby', 'title', 'alt', 'value', 'href', 'id', 'name', 'type', 'disabled', 'data-testid']);
const MOST_MUTATED = 10000;
let mutated = new Set();
// What had changed when the mouse came, and when that was: what a press changes by coming near is no
// reason to keep it away.
let mutatedBefore = { at: -1, all: mutated };

const noteMutations = (records) => {
  for (const { type, target, attributeName } of records) {
    if (type === 'attributes' && !TELLING.has(attributeName)) continue;
    if (mutated.size < MOST_MUTATED) mutated.add(target);
  }
};

const elementOf = (node) => (of(node, 'nodeType') === 1 ? node : node.parentElement || node.host || null);

const isMutated = (el, at) => {
  noteMutations(observer.takeRecords());
  const all = mutatedBefore.at === at ? mutatedBefore.all : mutated;
  if (all.size >= MOST_MUTATED) return true;
  for (const node of all) if (holds(el, elementOf(node))) return true;
  return false;
};

const nameOf = (el) => clean(el.textContent).slice(0, 40) || ariaName(el) || el.localName + (el.id ? '#' + el.id : '');

const shownText = (el) => {
  let text = '';
  for (const child of composedChildren(el)) {
    if (child.nodeType === 3) text += child.data;
    else if (child.nodeType === 1) text += shownText(child);
  }
  return text;
};
const squash = (text) => text.replace(/\s+/g, '');

const hasOwnWords = (entry, el) => entry.t && !entry.gone && !/^(input|select|textarea|label)$/.test(el.localName) && !(entry.f & EDITABLE);

// Whether all that was read inside an element still stands there.
const saysWhatItDid = (el) => {
  const now = squash(shownText(el));
  const words = lastWalk.out.filter((entry, index) => hasOwnWords(entry, lastWalk.nodes[index]) && holds(el, lastWalk.nodes[index]));
  return words.length > 0 && words.every((entry) => now.includes(squash(entry.t)));
};

// A page that draws everything again, as it was, has changed nothing.
const isChanged = (entry, el, at) => {
  if (!isMutated(el, at)) return false;
  return hasOwnWords(entry, el) ? squash(shownText(el)) !== squash(entry.t) : !saysWhatItDid(el);
};

// Rows that are used again keep their buttons and change what they say beside them.
const rowOf = (el) => {
  let row = null;
  lastWalk.out.forEach((entry, index) => {
    const node = lastWalk.nodes[index];
    if (entry.r === 'row' && !entry.gone && node !== el && holds(node, el)) row = node;
  });
  return row;
};

// Why a touch that hits `target` does not reach what was read as the entry of this number.
const whyMissed = (index, target, x, y, at) => {
  const [entry, el, place] = [lastWalk.out[index], lastWalk.nodes[index], lastWalk.places[index]];
  const name = entry.d || entry.t || entry.i || entry.k;
  const isControl = (entry.f & (CLICKABLE | EDITABLE)) !== 0;
  if (!el.isConnected) return `${name} is not attached any more`;
  if (isControl && !(entry.f & DISABLED) && isDisabled(el)) return `${name} is not enabled any more`;
  if (!holds(el, target)) {
    const box = el.getBoundingClientRect();
    const [ex, ey] = inFrame(place, x, y);
    if (ex < box.left || ex > box.right || ey < box.top || ey > box.bottom) return `${name} has moved`;
    if (lastWalk.judged.has(index) && isCoveredAt(el, place, x, y, isControl)) return `${name} is covered by ${nameOf(target)}`;
  }
  if (isChanged(entry, el, at)) return `${name} has changed`;
  const row = rowOf(el);
  return row && isMutated(row, at) && !saysWhatItDid(row) ? `the row of ${name} has changed` : '';
};

// What was read at this place: the innermost control, and the innermost of all inside it.
const readAt = (x, y) => {
  let [control, inmost] = [-1, -1];
  lastWalk.out.forEach((entry, index) => {
    const [left, top, width, height] = entry.b;
    if (entry.gone || entry.f & COVERED || x < left || x > left + width || y < top || y > top + height) return;
    inmost = index;
    if (entry.f & (CLICKABLE | EDITABLE)) control = index;
  });
  if (control < 0) return inmost < 0 ? [] : [inmost];
  return inmost !== control && holds(lastWalk.nodes[control], lastWalk.nodes[inmost]) ? [control, inmost] : [control];
};

// Events do not say what they hit in a closed root.
const hitBy = (event) => {
  const [hit] = event.composedPath();
  return closedRoots.has(hit) ? deepHit(hit.ownerDocument, event.clientX, event.clientY) : hit;
};

const judgePress = (event) => {
  if (!isRead) return 'the page is another one now';
  if (!lastWalk) return '';
  const target = hitBy(event);
  const place = lastWalk.documents.find(({ doc }) => doc === target.ownerDocument);
  if (!place) return 'the page is another one now';
  const [x, y] = outOfFrame(place, event.clientX, event.clientY);
  for (const index of readAt(x, y)) {
    const missed = whyMissed(index, target, x, y, event.timeStamp);
    if (missed) return missed;
  }
  return '';
};

const guard = (event) => {
  if (!event.isTrusted) return;
  if (event.type === 'pointerdown') {
    // The second half of a double click goes where the first went.
    if (why === null && isExpected) why = judgePress(event);
    isBlocking = !!why;
    if (hear) hear(why || '');
    if (hearText && why) hearText(toldText());
    if (isBlocking && isInner) tell('b' + why);
  }
  if (!isBlocking) return;
  if (event.cancelable) event.preventDefault();
  event.stopImmediatePropagation();
};

const mouseCame = (event) => {
  if (!event.isTrusted || mutatedBefore.at === event.timeStamp) return;
  noteMutations(observer.takeRecords());
  mutatedBefore = { at: event.timeStamp, all: new Set(mutated) };
};

// Scripts can rid a window of all that listens to it, so every reading does this again.
const guardWindow = (view) => {
  view.addEventListener('pointerover', mouseCame, { capture: true, passive: true });
  for (const type of PRESSES) view.addEventListener(type, guard, { capture: true, passive: false });
  // A text goes where the cursor is, even if the focus is elsewhere: then only `textInput` tells of it.
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'textInput']) view.addEventListener(type, guardText, { capture: true });
  view.addEventListener('blur', focusWent);
  guardClipboardOf(view);
};
guardWindow(window);

// Announces a touch.
const expectTouch = () => {
  isExpected = true;
  why = null;
};

// Announces a touch that may reach whatever is there.
const letTouch = () => { why = ''; };

// Answers when the touch has come, with why it was kept from the page; nothing if it was not.
const touchCame = () => (why === null ? new Promise((tell) => { hear = tell; }) : why);

// Returns why the touches since the last call were kept from the page; nothing if they were not.
const missedTouch = () => {
  const missed = why || '';
  why = null;
  isExpected = !!globalThis.retapIsAlone;
  if (hear) hear('');
  return missed;
};
