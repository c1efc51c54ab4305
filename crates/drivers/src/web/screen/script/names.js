// What things are called: identifiers, accessible names, the words of a label.

// A form has its fields under their names in place of its own properties, in every world: one named `childNodes` would
// hide all others. This is what it has itself.
const isForm = (el) => el[Symbol.toStringTag] === 'HTMLFormElement';
const own = (el, name) => {
  for (let at = Object.getPrototypeOf(el); at; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found.get ? found.get.call(el) : found.value;
  }
  return undefined;
};
const of = (el, name) => (isForm(el) ? own(el, name) : el[name]);

// An element of SVG or MathML may have the name of one of HTML, and has nothing else of it.
const isHtml = (el) => of(el, 'namespaceURI') === 'http://www.w3.org/1999/xhtml';

// What is asked of every element here. A form that has something else in the place of it is only looked into.
const ASKED = ['localName', 'firstElementChild', 'firstChild', 'shadowRoot', 'className', 'id', 'tabIndex', 'textContent', 'scrollHeight', 'clientHeight', 'scrollWidth',
  'clientWidth', 'isContentEditable', 'parentElement', 'nextElementSibling', 'previousElementSibling', 'ownerDocument', 'getAttribute', 'hasAttribute',
  'getBoundingClientRect', 'getClientRects', 'closest', 'matches', 'querySelector', 'querySelectorAll', 'getElementsByTagName', 'getRootNode', 'contains'];
const isMasked = (el) => isForm(el) && ASKED.some((name) => el[name] !== own(el, name));

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'];

// Identifiers frameworks make up differ from build to build or load to load and identify nothing.
const MADE_UP =
  /^[:«]|^_r_|^(radix|react|mui|mantine|headlessui|downshift|floating-ui|ext|yui)-|^ember\d|^__bvid__|:r[0-9a-z]*:|\d{4,}|(?=[0-9a-f]*\d)[0-9a-f]{8,}/i;
// Letters and figures that take turns again and again come from dice.
const TURNS = /[a-z](?=\d)|\d(?=[a-z])/gi;
const isDiced = (word) => word.length >= 8 && (word.match(TURNS) || []).length >= 3;
const isMadeUp = (id) => MADE_UP.test(id) || id.split(/[^0-9a-z]+/i).some(isDiced);

const clean = (text) => text.replace(/\s+/g, ' ').trim();

const idOf = (el) => {
  for (const name of TEST_IDS) {
    const id = el.getAttribute(name);
    if (id) return id;
  }
  const id = el.getAttribute('id');
  if (id && !isMadeUp(id)) return id;
  const tag = el.localName;
  if (tag === 'input' || tag === 'select' || tag === 'textarea') {
    const name = el.getAttribute('name');
    if (name && !isMadeUp(name)) return name;
  }
  return '';
};

// What stands for words where there are none: what a picture shows, or the tip of something drawn.
const wordlessName = (el) => clean(el.getAttribute('aria-label') || el.getAttribute('alt') || el.getAttribute('title') || '');

// The name of a control with nothing but one such thing in it. With more than one, each may be a control of its own.
const nameInside = (el) => {
  if (/\S/.test(el.textContent)) return '';
  const named = el.querySelectorAll('[aria-label],[title]');
  return named.length === 1 ? wordlessName(named[0]) : '';
};

// The words of a label, without what the control inside it holds and how its words are read aloud; one without words goes
// by what is drawn.
const labelText = (label) => {
  let text = '', drawn = '';
  const add = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) text += child.data;
      else if (child.nodeType === 1 && !/^(select|textarea|input|button|script|style|rt|rp)$/.test(child.localName)) {
        if (child.firstChild) add(child);
        else drawn += ' ' + wordlessName(child);
        if (child.localName !== 'ruby') text += ' ';
      }
    }
  };
  add(label);
  return clean(text) || clean(drawn);
};

// The words of something; those that say how others are read aloud are none.
const wordsIn = (el) => (el.querySelector('rt') ? labelText(el) : clean(el.textContent));

const referred = (el, attribute) => {
  const ids = el.getAttribute(attribute);
  if (!ids) return '';
  const root = el.getRootNode();
  const found = ids.split(/\s+/).map((id) => root.getElementById && root.getElementById(id));
  return clean(found.map((other) => (other ? labelText(other) || other.getAttribute('aria-label') || '' : '')).join(' '));
};

const ariaName = (el) => referred(el, 'aria-labelledby') || clean(el.getAttribute('aria-label') || '');

// Forms often put words beside or above a field without connecting the two. Where a field is the only
// control around, the words around it are about it; longer ones are more than a name.
const FIELD_LEVELS = 3, LONGEST_NAME = 40, MOST_AROUND = 20;
const wordsAround = (el) => {
  let holder = el.parentElement;
  for (let level = 0; level < FIELD_LEVELS && holder && holder !== el.ownerDocument.body; level++) {
    if (isMasked(holder)) return '';
    // More than that is no form row, and looking through it for every field would take long.
    if (holder.getElementsByTagName('*').length > MOST_AROUND) return '';
    if (holder.querySelectorAll(`${CONTROLS},textarea,[contenteditable],[tabindex],[onclick]`).length !== 1) return '';
    const words = labelText(holder);
    if (words) return words.length <= LONGEST_NAME ? words : '';
    holder = holder.parentElement;
  }
  return '';
};

// What a control that has no words of its own inside is called by its page.
const givenName = (el) => {
  const name = ariaName(el);
  return name || (el.labels && el.labels.length ? clean(Array.from(el.labels, labelText).join(' ')) : '');
};

// What stands for a name where there is none: a tip, or an example of what to type.
const hintOf = (el) => clean(el.getAttribute('alt') || el.getAttribute('title') || el.getAttribute('placeholder') || el.getAttribute('aria-placeholder') || '');

const controlName = (el) => givenName(el) || hintOf(el) || wordsAround(el);
// Whether a control goes by words that are only seen when a mouse comes, or while it is empty.
const isTip = (el, name) => {
  if (!name || ariaName(el)) return false;
  return ['title', 'placeholder', 'aria-placeholder', 'data-placeholder'].some((attribute) => clean(el.getAttribute(attribute) || '') === name);
};

// What a style puts somewhere, with what it takes from attributes as `write` has it.
const contentOf = (el, content, write) => {
  if (!content || content === 'none' || content === 'normal') return '';
  return content.replace(/attr\(\s*([^\s,)]+)[^)]*\)/g, (_, name) => write(of(el, 'getAttribute').call(el, name) || ''));
};

// The words that a style puts before and behind something.
const MOST_STYLED = 12;
const styleWords = (el) => wordsOfPart(el, '::before') + ' ' + wordsOfPart(el, '::after');
const wordsOfPart = (el, part) => {
  const style = getComputedStyle(el, part);
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const texts = contentOf(el, style.content, JSON.stringify).match(/"(?:[^"\\]|\\.)*"/g) || [];
  return texts.map((text) => text.slice(1, -1).replace(/\\(.)/g, '$1')).join('');
};

// What a drawing draws once more, which stands elsewhere.
const hrefOf = (el) => (el.href && el.href.baseVal) || '';
const drawnAgain = (el) => (hrefOf(el).startsWith('#') ? el.getRootNode().getElementById(hrefOf(el).slice(1)) : null);

// The words in a picture, which goes by another name: those of a drawing, and what stands in something called a picture.
const pictureWords = (el) => {
  if (el.localName !== 'svg') return el.firstChild ? el.innerText || '' : '';
  let words = '';
  for (const part of el.querySelectorAll('text,foreignObject,use')) {
    if (part.closest('defs,symbol') || !part.checkVisibility({ visibilityProperty: true })) continue;
    words += ' ' + ((part.localName === 'use' && drawnAgain(part)) || part).textContent;
  }
  return words;
};

// Keeps what is drawn on a control besides the texts of the page; signs are no words.
const drawOn = (entry, words) => {
  const text = clean(words);
  if (/\p{L}/u.test(text)) (entry.w = entry.w || []).push(text);
};

const dialogName = (el) => {
  const name = ariaName(el);
  if (name) return name;
  const heading = el.querySelector('h1,h2,h3,h4,h5,h6,[role=heading]');
  return heading ? wordsIn(heading) : '';
};

const altOf = (el) => {
  const name = ariaName(el) || clean(el.getAttribute('alt') || el.getAttribute('title') || '');
  if (name || el.localName !== 'svg') return name;
  const title = el.querySelector('title');
  return title ? clean(title.textContent) : '';
};
