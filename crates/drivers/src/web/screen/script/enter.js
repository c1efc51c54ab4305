// A text that is sent together with the touch of its field reaches that field, as empty as it was read, or
// nothing: the page may have moved the focus elsewhere by then.

// The field; whether the text was let through; who waits to hear.
let meant = null;
let isLet = null;
let hearText = null;

const holdsNothing = (el) => ('value' in el ? el.value : clean(el.textContent)) === '';

// Announces a text for the field at a place; says whether there is one that takes it.
const expectText = (x, y) => {
  const index = lastWalk ? readAt(x, y).find((at) => lastWalk.out[at].f & EDITABLE) : undefined;
  meant = null;
  isLet = null;
  if (index === undefined || DATES.test(lastWalk.nodes[index].type) || !holdsNothing(lastWalk.nodes[index])) return false;
  meant = lastWalk.nodes[index];
  return true;
};

const guardText = (event) => {
  if (!meant || !event.isTrusted) return;
  if (isLet === null) {
    // The first of it decides: pages move the focus on while a code is typed.
    isLet = why === '' && activeElement() === meant && holdsNothing(meant);
    if (hearText) hearText(toldText());
  }
  if (isLet) return;
  if (event.cancelable) event.preventDefault();
  event.stopImmediatePropagation();
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
