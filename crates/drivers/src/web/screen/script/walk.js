// One walk over the page that yields what a person sees, each text once.

const SKIPPED = /^(script|style|template|noscript|head|meta|link|title|datalist|source|track|param|colgroup|optgroup|option)$/;
const CONTROLS = 'button,a[href],input,select,[role=button],[role=link],[role=checkbox],[role=switch]';

const composedChildren = (el) => {
  if (isForm(el)) return own(el, 'childNodes');
  const root = shadowOf(el);
  if (root) {
    observeRoot(root);
    return root.childNodes;
  }
  // A slot of SVG is given nothing.
  if (el.localName === 'slot' && el.assignedNodes) {
    const assigned = el.assignedNodes();
    if (assigned.length) return assigned;
  }
  return el.childNodes;
};

const cut = (rect, place, clip) => {
  const { l, t, r, b } = meet(rect, place, clip);
  return r > l && b > t ? [l, t, r - l, b - t] : null;
};

const meet = (rect, place, clip) => {
  const box = boxOf(rect, place);
  return { l: Math.max(box.l, clip.l), t: Math.max(box.t, clip.t), r: Math.min(box.r, clip.r), b: Math.min(box.b, clip.b) };
};

const union = (a, b) => {
  if (!a) return b;
  const l = Math.min(a[0], b[0]), t = Math.min(a[1], b[1]);
  return [l, t, Math.max(a[0] + a[2], b[0] + b[2]) - l, Math.max(a[1] + a[3], b[1] + b[3]) - t];
};

// Rows without list markup: siblings of the same make that have a control of the same name.
const MOST_MARKS = 6;
const markOf = (control) => {
  if (control.localName === 'input') return 'input:' + control.type;
  return clean(control.textContent) || ariaName(control) || null;
};
const firstMark = (el) => {
  const control = el.querySelector(CONTROLS);
  return control && markOf(control);
};
// Groups of a form look alike too, but each field has its own label.
const isRowMark = (mark) => mark && !/^input:(?!checkbox|radio|button|submit)/.test(mark);
const rowMarks = (el) => Array.from(el.querySelectorAll(CONTROLS)).slice(0, MOST_MARKS).map(markOf).filter(isRowMark);
const isLookAlike = (el) => {
  if (!el.firstElementChild || !el.className || el.localName === 'label') return false;
  const isAlike = (other) => other && other.localName === el.localName && other.className === el.className;
  const twins = [el.nextElementSibling, el.previousElementSibling].filter(isAlike);
  if (!twins.length) return false;
  const mark = firstMark(el);
  if (!isRowMark(mark) || clean(el.textContent) === mark) return false;
  if (twins.some((twin) => firstMark(twin) === mark)) return true;
  // The first control of one of them may be another one today.
  const marks = new Set(rowMarks(el));
  return marks.size > 1 && twins.some((twin) => rowMarks(twin).some((it) => marks.has(it)));
};

const SPINS = /spin|load|progress|busy|skeleton|shimmer/i;

// Too faint to be seen.
const LEAST_OPACITY = 0.02;
const NOTHING_LEFT = /^(circle|ellipse)\(0(px|%)?[ )]|^inset\((50|[5-9]\d|\d{3,})(\.\d+)?%[^ ]*\)/;

// What has a box and shows nothing in it.
function isUnseen(style) {
  return style.opacity < LEAST_OPACITY || style.contentVisibility === 'hidden' || style.filter.includes('opacity(0)');
}

// Where all of what scrolls is, of which `box` shows a part.
const scrollArea = (el, box, isAcross) => {
  const [l, t] = [box.l - el.scrollLeft, box.t - el.scrollTop];
  return { l: isAcross ? l : box.l, r: isAcross ? Math.max(l + el.scrollWidth, box.r) : box.r, t, b: Math.max(t + el.scrollHeight, box.b) };
};

// A page that a dialog keeps from scrolling is still there.
const pageArea = (doc, box) => {
  const page = doc.scrollingElement;
  return page ? scrollArea(page, box, !/hidden|clip/.test(getComputedStyle(page).overflowX)) : box;
};

// How much of a colour is there, as styles are computed: `rgba(0, 0, 0, 0.5)`, `color(srgb 0 0 0 / 0.5)`.
const ALPHA = /^rgba\((?:[^,]+,){3}\s*([^)]+)\)$|\/\s*([^)]+)\)$/;
const alphaOf = (colour) => {
  const found = ALPHA.exec(colour);
  return found ? parseFloat(found[1] || found[2]) : 1;
};

// Whether the letters of a text are drawn: by their colour, their edge or shadow, or by a background cut to their shape.
const isColoured = (el) => {
  const style = getComputedStyle(el);
  if (alphaOf(style.webkitTextFillColor) >= LEAST_OPACITY || style.textShadow !== 'none') return true;
  if (parseFloat(style.webkitTextStrokeWidth) > 0 && alphaOf(style.webkitTextStrokeColor) >= LEAST_OPACITY) return true;
  for (let at = el; at; at = flatParent(at)) if (getComputedStyle(at).backgroundClip.includes('text')) return true;
  return false;
};

// Keeps words that name a control and are not seen.
const forEars = (control, words) => { control.hidden = clean((control.hidden || '') + ' ' + words); };

class Walk {
  // `isWhole` says whether what can be scrolled to counts as seen.
  constructor(view, isWhole = false) {
    this.view = view;
    this.isWhole = isWhole;
    this.out = [];
    this.nodes = [];
    this.places = [];
    this.documents = [];
    this.judged = new Set();
    this.holes = [];
    // The layers, outer ones first, and the one that is being read.
    this.layers = [];
    this.layer = -1;
    // How far everything that scrolls is scrolled, added up.
    this.scrolled = 0;
    this.range = document.createRange();
    this.swallowed = new Set();
    this.replaced = new Set();
    this.boxes = new Boxes();
    this.active = activeElement();
    this.spinning = spinningElements();
  }

  push(entry, el, place) {
    if (this.layer >= 0) entry.l = this.layer;
    this.out.push(entry);
    this.nodes.push(el);
    this.places.push(place);
    return this.out.length - 1;
  }

  // Visits a document: the one of this frame, or of a frame of the same origin inside it.
  document(doc, place, parent, clip) {
    const body = doc.body || doc.documentElement;
    if (!body) return;
    this.documents.push(place);
    // `held` clips what is placed by itself, `pinned` what is fixed: neither is clipped by all that is around it.
    const cx = { place, clip, held: clip, pinned: null, parent, pointing: false, control: null, styled: null };
    const run = new Run();
    this.children(body, cx, run, true);
    this.flush(run, cx);
  }

  children(el, cx, run, isShown) {
    const isClosed = of(el, 'localName') === 'details' && !el.open;
    for (const child of composedChildren(el)) {
      if (isClosed && child.localName !== 'summary') continue;
      const type = of(child, 'nodeType');
      if (type === 3) {
        if (isShown) this.text(child, el, cx, run);
      } else if (type === 1) {
        this.visit(child, cx, run);
      }
    }
  }

  text(node, el, cx, run) {
    const data = node.data;
    if (!/\S/.test(data)) {
      run.space();
      return;
    }
    this.range.selectNodeContents(node);
    const rect = this.range.getBoundingClientRect();
    const bounds = cut(rect, cx.place, cx.clip);
    if (!bounds) return;
    // Words without a colour may still name the control they stand on.
    if (!isColoured(el)) { if (cx.control) forEars(cx.control, data); } else run.add(data, bounds, el);
  }

  visit(el, cx, run) {
    if (isMasked(el)) { this.lookInto(el, cx, run); return; }
    const tag = el.localName;
    if (SKIPPED.test(tag)) return;
    if (tag === 'br') { run.space(); return; }
    if (tag === 'rt' || tag === 'rp') { this.readAloud(el, tag, cx); return; }
    const rect = el.getBoundingClientRect();
    const isFlat = rect.width === 0 || rect.height === 0;
    if (!isFlat && !cut(rect, cx.place, cx.clip) && !cut(rect, cx.place, this.ownClip(el, cx))) {
      // Out of view; what is inside may hang out of it, but a leaf cannot.
      if (!el.firstElementChild && !shadowOf(el)) return;
      const outside = new Run();
      this.children(el, cx, outside, false);
      return;
    }
    const style = getComputedStyle(el);
    if (style.display === 'none') return;
    if (style.display === 'contents') { this.children(el, cx, run, style.visibility === 'visible'); return; }
    noteHost(el, tag, rect);
    const role = roleOf(el, tag);
    if (isUnseen(style) && !(tag === 'input' && el.type === 'file')) return;
    const isShown = style.visibility === 'visible';
    if (isShown) this.boxes.add(el, meet(rect, cx.place, this.clipFor(style.position, cx)));
    if (this.isForEars(el, rect, style)) {
      if (cx.control) forEars(cx.control, el.textContent);
      return;
    }
    // Only few parts of a control are asked for what a style puts there: each question costs.
    if (isShown && cx.styled && cx.styled.left-- > 0) drawOn(cx.control, styleWords(el));
    const clip = this.clipFor(style.position, cx);
    const inner = clip === cx.clip ? cx : { ...cx, clip };
    if (/^(inline|ruby)$/.test(style.display) && !role && tag !== 'label' && !isFrame(tag) && !shadowOf(el)) {
      this.inline(el, inner, run, style, isShown);
      return;
    }
    if (style.display === 'inline' && role === 'link' && isShown) {
      run.link(el, wordsIn(el), () => (at) => this.block(el, tag, role, rect, style, { ...inner, parent: at }, true));
      return;
    }
    this.flush(run, cx);
    const outer = this.layer;
    if (isShown && startsLayer(role, rect, style, this.view)) this.layer = this.addLayer(el, rect, inner);
    this.block(el, tag, role, rect, style, inner, isShown);
    this.layer = outer;
  }

  // Keeps how words are read aloud apart from them: on a control it is drawn, elsewhere a text of its own.
  readAloud(el, tag, cx) {
    if (tag === 'rp') return;
    if (cx.control) { drawOn(cx.control, el.textContent); return; }
    const apart = new Run();
    this.children(el, cx, apart, getComputedStyle(el).visibility === 'visible');
    this.flush(apart, cx);
  }

  // Visits what is in something that is no element of its own.
  lookInto(el, cx, run) {
    const style = getComputedStyle(el);
    if (style.display === 'none' || isUnseen(style)) return;
    this.flush(run, cx);
    const inside = new Run();
    this.children(el, cx, inside, style.visibility === 'visible');
    this.flush(inside, cx);
  }

  // What can be seen of what is inside an element that clips it.
  clipOf(el, rect, style, cx) {
    const clip = meet(rect, cx.place, cx.clip);
    if (!this.isWhole || clip.r <= clip.l || clip.b <= clip.t || !/auto|scroll/.test(style.overflowX + style.overflowY)) return clip;
    const area = scrollArea(el, boxOf(rect, cx.place), /auto|scroll/.test(style.overflowX));
    return /auto|scroll/.test(style.overflowY) ? area : { ...area, t: clip.t, b: clip.b };
  }

  // What clips an element of this position.
  clipFor(position, cx) {
    if (position === 'fixed') return cx.pinned || this.viewClip(cx);
    return position === 'absolute' ? cx.held : cx.clip;
  }

  // The same, where it may be another than that of what is around it: a question costs.
  ownClip(el, cx) {
    if (cx.clip === cx.held && !cx.isNarrowed) return cx.clip;
    return this.clipFor(getComputedStyle(el).position, cx);
  }

  viewClip(cx) {
    const frame = cx.place.clip;
    return frame || { l: 0, t: 0, r: this.view.w, b: this.view.h };
  }

  // Words clipped to a pixel or to nothing are for screen readers: they name a control and are not seen.
  isForEars(el, rect, style) {
    if (/^(input|select|textarea)$/.test(el.localName)) return false;
    if (style.clipPath !== 'none' && NOTHING_LEFT.test(style.clipPath)) return true;
    if (rect.width > 1 || rect.height > 1) return false;
    return rect.width > 0 && style.overflow !== 'visible';
  }

  inline(el, cx, run, style, isShown) {
    const id = isShown ? idOf(el) : '';
    const isPointed = style.cursor === 'pointer' && !cx.pointing;
    const isMarked = isShown && (id || isPointed || el.hasAttribute('onclick'));
    const from = run.mark();
    const before = run.pending.length;
    this.children(el, { ...cx, pointing: cx.pointing || isPointed }, run, isShown);
    if (isMarked && run.pending.length === before) run.name(from, el, id, isPointed || el.hasAttribute('onclick'));
  }
}
