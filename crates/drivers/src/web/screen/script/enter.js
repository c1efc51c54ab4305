// A text that is sent together with the touch of its field reaches that field, as empty as it was read, or
// nothing: the page may have moved the focus elsewhere by then.

// The field; how much of the text comes before its first key; whether it was let through; who waits to hear.
let meant = null;
let beforeKeys = 0;
let isLet = null;
let hearText = null;

const holdsNothing = (el) => ('value' in el ? el.value : clean(el.textContent)) === '';

// Watches over all frames in a window, hidden ones too; says whether that can be done: not for those of another origin.
const guardFrames = (view) => {
  for (let i = 0; i < view.length; i++) {
    try { guardWindow(view[i]); } catch (_) { return false; }
    if (!guardFrames(view[i])) return false;
  }
  return true;
};

// Whether a field holds less than a text of so many letters, as each of the boxes for a code does.
const holdsLess = (el, letters) => !!el && el.maxLength > 0 && el.maxLength < letters;
const focusHoldsLess = (letters) => holdsLess(activeElement(), letters);

// Announces a text for the field at a place: how many letters it has, and how many of them come before its first key.
// Says whether there is a field that takes it, and if only as keys one by one.
const expectText = (x, y, letters, before) => {
  const index = lastWalk ? readAt(x, y).find((at) => lastWalk.out[at].f & EDITABLE) : undefined;
  meant = null;
  isLet = null;
  if (index === undefined || DATES.test(lastWalk.nodes[index].type) || !holdsNothing(lastWalk.nodes[index])) return '';
  if (!guardFrames(window)) return '';
  meant = lastWalk.nodes[index];
  const asKeys = holdsLess(meant, letters);
  beforeKeys = asKeys ? 0 : before;
  return asKeys ? 'keys' : 'whole';
};

// Whether this is how the text begins: where nothing took letters, what comes first is its end.
const isBeginning = (event) => (beforeKeys ? (event.data || '').length === beforeKeys : event.type === 'keydown');

const guardText = (event) => {
  if (!meant || !event.isTrusted) return;
  if (isLet === null) {
    // The first of it decides: pages move the focus on while a code is typed.
    isLet = why === '' && activeElement() === meant && !meant.readOnly && holdsNothing(meant) && isBeginning(event);
    if (hearText) hearText(toldText());
  }
  if (isLet) return;
  if (event.cancelable) event.preventDefault();
  event.stopImmediatePropagation();
};

// A frame that has come since the page was read is watched over once it gets the focus.
const focusWent = () => {
  if (!meant) return;
  let active = document.activeElement;
  while (active && shadowOf(active) && shadowOf(active).activeElement) active = shadowOf(active).activeElement;
  while (active && isFrame(active.localName)) {
    let inner = null;
    try { inner = active.contentDocument; } catch (_) { /* of another origin */ }
    if (inner) guardWindow(inner.defaultView);
    active = inner && inner.activeElement;
  }
};

const toldText = () => ({ why: why || '', typed: isLet === true });

// Answers when the text has come, or its touch was kept from the page.
const textCame = () => (isLet !== null || why ? toldText() : new Promise((tell) => { hearText = tell; }));

// A reading ends the watch over what has come; what has not may still be on its way.
const endText = () => {
  if (isLet !== null) meant = null;
};

// Ends the watch and says what it saw.
const missedText = () => {
  const told = toldText();
  if (isLet === null) isLet = false;
  return told;
};
