// Copying and pasting on the device itself: what is copied goes to the driver, what is pasted comes from it. The clipboard of
// the machine is its person's, and no page reads it or writes to it by what is done here.

const OWN_CLIPBOARD = globalThis.retapOwnClipboard;

// The longest text that is kept.
const LONGEST_COPY = 1 << 20;

const keepCopy = (text) => { if (text) tell('k' + text.slice(0, LONGEST_COPY)); };

// Whether the keys that are pressed come to this frame, and to none in it.
const hasKeys = () => document.hasFocus() && !(document.activeElement && isFrame(document.activeElement.localName));

const marked = () => {
  const el = activeElement();
  if (!el || !/^(input|textarea)$/.test(el.localName)) return String(getSelection());
  if (isPassword(el)) return '';
  return typeof el.selectionStart === 'number' ? el.value.slice(el.selectionStart, el.selectionEnd) : String(getSelection());
};

// Offers the page an event like the browser's, and says whether it does all there is to do itself.
const offer = (type, data) => {
  const target = activeElement() || document.body || document.documentElement;
  return !target.dispatchEvent(new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
};

const copy = (type) => {
  const data = new DataTransfer();
  const text = marked();
  const isDone = offer(type, data);
  // A command may not be given within another one.
  if (type === 'cut' && text && !isDone) setTimeout(() => document.execCommand('delete'));
  keepCopy(isDone ? data.getData('text/plain') : text);
};

const paste = (text) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  if (text && !offer('paste', data)) document.execCommand('insertText', false, text);
};

// Whether the page keeps the last key for itself.
let isKeyTaken = false;
const keyCame = (event) => { isKeyTaken = event.defaultPrevented; };

// Does what a key of the clipboard does; says whether the key came to this frame.
const useClipboard = (type, text) => {
  if (!hasKeys()) return false;
  if (!isKeyTaken) type === 'paste' ? paste(text) : copy(type);
  return true;
};

const guardClipboard = (event) => {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type !== 'paste') copy(event.type);
};

const COPIED = 'retap:copied' + globalThis.retapKey;
const copiedByScript = (event) => keepCopy(String(event.detail));

const guardClipboardOf = (view) => {
  if (!OWN_CLIPBOARD) return;
  for (const type of ['copy', 'cut', 'paste']) view.addEventListener(type, guardClipboard, { capture: true });
  view.addEventListener('keydown', keyCame);
  view.addEventListener(COPIED, copiedByScript);
};
