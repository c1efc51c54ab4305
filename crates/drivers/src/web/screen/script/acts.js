// The few acts that have no input event: choosing from a native list, dates, emptying such fields.

const DATES = /^(date|time|month|week|datetime-local|color|range)$/;

const announce = (el) => {
  el.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  el.dispatchEvent(new Event('change', { bubbles: true }));
};

// Sets a field that takes no letters; says why not when it does not take the value.
const setValue = (value) => {
  const el = activeElement();
  if (!el || el.localName !== 'input' || !DATES.test(el.type)) return 'no such field has the focus';
  const before = el.value;
  el.value = value;
  if (value !== '' && el.value !== value && el.type !== 'range') {
    el.value = before;
    return `a ${el.type} field does not take "${value}"`;
  }
  announce(el);
  return '';
};

// Whether the field that was read at a place ends with a text; nothing where there is none. What it holds stays here.
const fieldEndsWith = (x, y, text) => {
  const index = lastWalk ? readAt(x, y).find((at) => lastWalk.out[at].f & EDITABLE) : undefined;
  const value = index === undefined ? undefined : lastWalk.nodes[index].value;
  return typeof value === 'string' ? value.endsWith(text) : null;
};

const ROW = 'tr, li, article, [role=row], [role=listitem], [role=option], [role=article]';
const ADDRESSES = /^(href|action|formaction|onclick|data-(.*-)?(id|key|uuid))$/;
const GIVEN = /^(hidden|submit|button)$/;
const MOST_LEVELS = 8;
const MOST_PARTS = 200;
const MOST_VALUES = 1000;
const LONGEST_VALUE = 500;

// What the attributes of some elements say that may identify a thing. Ids of elements often count, and say nothing then.
const identifying = (elements) => {
  const says = (el, it) => ADDRESSES.test(it.name) || (it.name === 'value' && GIVEN.test(el.type));
  const own = (el) => Array.from(of(el, 'attributes')).filter((it) => says(el, it)).map((it) => it.value.slice(0, LONGEST_VALUE));
  return elements.flatMap(own).slice(0, MOST_VALUES);
};

const MOST_SIBLINGS = 30;
const LONGEST_TEXT = 200;

// What stands beside an element and is of its make; rows of a table need not be of one class.
const siblings = (el, isRow) => {
  const parent = of(el, 'parentElement');
  const isLike = (other) => other !== el && of(other, 'localName') === of(el, 'localName') && (isRow || of(other, 'className') === of(el, 'className'));
  return parent ? Array.from(of(parent, 'children')).filter(isLike) : [];
};

// What may identify the thing that was read at a place: what its row says, or what is around it up to one of many of its make.
// Then the same of what stands beside that, and the texts of the row.
const identifiersAt = (x, y) => {
  const [index] = lastWalk ? readAt(x, y) : [];
  const node = index === undefined ? null : lastWalk.nodes[index];
  let el = node && (node.nodeType === Node.ELEMENT_NODE || isForm(node) ? node : node.parentElement);
  const parts = (holder) => identifying([holder, ...Array.from(of(holder, 'querySelectorAll').call(holder, '*')).slice(0, MOST_PARTS)]);
  const row = el && of(el, 'closest').call(el, ROW);
  const beside = (all) => all.slice(0, MOST_SIBLINGS).flatMap(parts);
  const texts = (holder) => Array.from(of(holder, 'querySelectorAll').call(holder, '*')).slice(0, MOST_PARTS).concat(holder)
    .flatMap((it) => Array.from(of(it, 'childNodes'))).filter((it) => it.nodeType === Node.TEXT_NODE).map((it) => clean(it.data).slice(0, LONGEST_TEXT));
  if (row) return [parts(row), beside(siblings(row, true)), texts(row)];
  let said = [];
  const [found, others] = [[], []];
  for (let level = 0; el && level < MOST_LEVELS; level++, el = of(el, 'parentElement')) {
    const like = siblings(el, false);
    found.push(...(like.length ? parts(el) : identifying([el])));
    others.push(...beside(like));
    if (like.length && !said.length) said = texts(el);
  }
  return [found, others, said];
};

let opened = null;

// Where a list is in the outermost frame of this origin, as far as frames are only moved: it is only shown there.
const placeOf = (el) => {
  const known = lastWalk ? lastWalk.nodes.indexOf(el) : -1;
  if (known >= 0) return lastWalk.out[known].b;
  const rect = el.getBoundingClientRect();
  let [x, y] = [rect.left, rect.top];
  for (let view = el.ownerDocument.defaultView; view; ) {
    let frame = null;
    try { frame = view.frameElement; } catch (_) { /* of another origin */ }
    if (!frame) break;
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    view = frame.ownerDocument.defaultView;
  }
  return [x, y, rect.width, rect.height];
};

// A native list is a window of the system: it is not in the page and cannot be read or touched.
// It is kept from opening, and the driver shows its entries in its place.
const openList = (event) => {
  const el = event.composedPath()[0];
  const select = el && el.closest ? el.closest('select') : null;
  if (!select || select.multiple || select.size > 1 || select.matches(':disabled') || !event.isTrusted || event.button !== 0) return;
  event.preventDefault();
  select.focus();
  opened = select;
  const entries = Array.from(select.options, (option) => ({
    text: clean(option.label || option.text),
    value: String(option.value).slice(0, 200),
    isSelected: option.selected,
    isDisabled: option.matches(':disabled') || option.hidden,
  }));
  tell('m' + JSON.stringify({ name: controlName(select), bounds: placeOf(select), entries }));
};

const choose = (number, text) => {
  const select = opened;
  opened = null;
  if (!select || !select.isConnected) return 'the list has gone';
  const option = select.options[number];
  if (!option || clean(option.label || option.text) !== text) return `the list has no "${text}" there any more`;
  if (option.matches(':disabled')) return `"${text}" cannot be chosen any more`;
  if (select.selectedIndex === number) return '';
  select.selectedIndex = number;
  announce(select);
  return '';
};

// Scrolling is done by another thread of the browser, which tells the page with the frame after next.
// A page that is not drawn has no frames, and nothing to wait for.
const FRAME_LIMIT = 250;
const afterFrames = () => new Promise((done) => {
  setTimeout(done, FRAME_LIMIT);
  requestAnimationFrame(() => requestAnimationFrame(() => done()));
});

const clearStorage = () => {
  try { sessionStorage.clear(); } catch (_) { /* a page without an origin has none */ }
};
