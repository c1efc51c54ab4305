// What becomes an element of its own: controls, rows, lists, pictures, frames, what has an identifier.

const isFrame = (tag) => tag === 'iframe' || tag === 'frame';

// What a touch of a label presses: a button goes by its own words, whatever the label says.
const pressedBy = (label) => {
  const el = label.control;
  if (!el || !(el.localName === 'button' || (el.localName === 'input' && /^(button|submit|reset|image)$/.test(el.type)))) return '';
  return clean([el.textContent, el.value, el.getAttribute('alt'), el.getAttribute('title')].filter(Boolean).join(' '));
};

Walk.prototype.block = function (el, tag, role, rect, style, cx, isShown) {
  if (tag === 'label') this.hiddenControlOf(el, rect, cx);
  if (this.swallowed.has(el)) {
    const run = new Run();
    this.children(el, { ...cx, pointing: true }, run, false);
    for (const visit of run.pending) visit(cx.parent);
    return;
  }
  const isEditable = role === 'text_field' || isEditingHost(el);
  if (!isShown) role = '';
  if (isShown && (isEditable || /^(input|select|textarea|progress|meter)$/.test(tag))) {
    this.field(el, tag, isEditable ? 'text_field' : role, rect, style, cx);
    return;
  }
  const entry = isShown ? this.entryOf(el, tag, role, rect, style, cx) : null;
  const inner = { ...cx };
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
    inner.clip = this.clipOf(el, rect, style, cx);
    inner.isNarrowed = true;
  }
  if (style.position !== 'static' || isHolder(style)) inner.held = inner.clip;
  if (isHolder(style)) inner.pinned = inner.clip;
  inner.pointing = cx.pointing || style.cursor === 'pointer';
  if (!entry) {
    const run = new Run();
    this.children(el, inner, run, isShown);
    this.flush(run, inner);
    return;
  }
  const index = this.push(entry, el, cx.place);
  inner.parent = index;
  if (entry.f & CLICKABLE) {
    inner.control = entry;
    // A row shows much besides its name.
    inner.styled = entry.r === 'row' || entry.r === 'list' ? null : { left: MOST_STYLED };
    if (inner.styled) drawOn(entry, styleWords(el));
  }
  if (isFrame(tag)) { this.frame(el, rect, inner); return; }
  if (role === 'image' && tag !== 'picture') {
    if (inner.control) drawOn(inner.control, pictureWords(el));
    return;
  }
  const run = new Run();
  this.children(el, inner, run, true);
  this.flush(run, inner);
  this.merge(index);
};

Walk.prototype.entryOf = function (el, tag, role, rect, style, cx) {
  const id = idOf(el);
  const pressed = tag === 'label' ? pressedBy(el) : '';
  let isClickable = !!REACTS[role] || !!pressed || el.hasAttribute('onclick') || !!REACTING_ROWS[el.getAttribute('role')];
  if (!isClickable && tag !== 'label') {
    isClickable = (style.cursor === 'pointer' && !cx.pointing) || (el.tabIndex >= 0 && el.hasAttribute('tabindex') && !cx.control);
  }
  // What cannot be touched at all is disabled, whatever it looks like.
  const isDead = isClickable && (style.pointerEvents === 'none' || isDisabled(el));
  const isScrollable =
    (/auto|scroll/.test(style.overflowY) && el.scrollHeight > el.clientHeight + 1) ||
    (/auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1);
  if (isScrollable) this.scrolled += scrolled(el);
  if (role === 'row' && el.getAttribute('role') === 'article' && !isLookAlike(el)) role = '';
  if (!role && isLookAlike(el)) role = 'row';
  if (!role && /toast|snackbar/i.test(el.className) && style.position === 'fixed') role = 'toast';
  if (!role && this.spinning.has(el) && SPINS.test(el.className + ' ' + el.id + ' ' + style.animationName)) role = 'progress';
  const name = role === 'dialog' ? dialogName(el) : role === 'image' ? altOf(el) : ariaName(el);
  if (!role && !id && !isClickable && !isScrollable && !name) return null;
  const box = isClickable || role === 'link' ? firstLine(el, rect) : rect;
  const bounds = cut(box, cx.place, cx.clip) || cut(rect, cx.place, cx.clip);
  if (!bounds) return null;
  const entry = { p: cx.parent, r: role || 'container', k: tag, b: bounds, f: 0 };
  remark(entry, pressed);
  if (id) entry.i = id;
  if (isClickable) entry.f |= CLICKABLE;
  if (isDead) entry.f |= DISABLED;
  if (isScrollable) entry.f |= SCROLLABLE;
  if (el === this.active) entry.f |= FOCUSED;
  entry.d = name;
  if (!name && (isClickable || isFrame(tag))) {
    entry.d = clean(el.getAttribute('title') || '');
    if (entry.d) entry.f |= TIP;
  }
  if (!entry.d && isClickable) entry.d = nameInside(el);
  stateOf(el, tag, role, entry);
  return entry;
};

// Whether what is placed or fixed inside is reckoned from it, wherever it stands itself.
const isHolder = (style) => style.transform !== 'none' || style.filter !== 'none' || style.perspective !== 'none' || /layout|paint|strict|content/.test(style.contain);

// A link that is broken over two lines has a middle that is not on it.
const firstLine = (el, rect) => {
  const lines = el.getClientRects();
  return lines.length > 1 && lines[0].width > 0 ? lines[0] : rect;
};

Walk.prototype.field = function (el, tag, role, rect, style, cx) {
  if (!role || this.replaced.has(el)) return;
  const bounds = cut(rect, cx.place, cx.clip);
  if (!bounds) return;
  const entry = { p: cx.parent, r: role, k: tag === 'input' ? 'input:' + el.type : tag, b: bounds, f: 0 };
  const id = idOf(el);
  if (id) entry.i = id;
  if (el === this.active) entry.f |= FOCUSED;
  if (isDisabled(el)) entry.f |= DISABLED;
  stateOf(el, tag, role, entry);
  if (role === 'text_field') fieldState(el, tag, entry);
  else if (tag === 'select') {
    if (el.multiple || el.size > 1) { this.options(el, entry, cx); return; }
    selectState(el, entry);
  } else if (role === 'checkbox' || role === 'radio' || role === 'switch') {
    this.toggle(el, entry);
  } else if (role === 'progress') {
    entry.d = controlName(el);
  } else if (role === 'slider') {
    entry.f |= CLICKABLE;
    entry.d = controlName(el);
  } else buttonInputState(el, entry);
  this.push(entry, el, cx.place);
};

// The words beside a box are its name, not a second thing of that name.
Walk.prototype.toggle = function (el, entry) {
  entry.f |= CLICKABLE;
  const name = controlName(el);
  const labels = el.labels ? Array.from(el.labels) : [];
  const words = clean(labels.map(labelText).join(' '));
  entry.t = words;
  if (name !== words) entry.d = name;
  for (const label of labels) this.swallow(label);
};

Walk.prototype.swallow = function (label) {
  this.swallowed.add(label);
  // Its words may have been read already, when they stand before the box.
  for (let i = this.out.length - 1; i >= 0; i--) {
    if (this.out[i].r === 'text' && holds(label, this.nodes[i])) this.out[i].gone = true;
  }
};

// A box that is not drawn is reached through its label, which is drawn in its place.
Walk.prototype.hiddenControlOf = function (label, rect, cx) {
  const el = label.control;
  if (!el || el.localName !== 'input' || !/^(checkbox|radio|file)$/.test(el.type) || this.swallowed.has(label)) return;
  const own = el.getBoundingClientRect();
  const isDrawn = own.width > 1 && own.height > 1 && el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (isDrawn) return;
  const bounds = cut(rect, cx.place, cx.clip);
  if (!bounds) return;
  // A box of one pixel, for screen readers, may have been read already or be read next.
  const known = this.nodes.indexOf(el);
  if (known >= 0) this.out[known].gone = true;
  this.replaced.add(el);
  const entry = { p: cx.parent, r: roleOf(el, 'input'), k: 'input:' + el.type, b: bounds, f: 0 };
  const id = idOf(el);
  if (id) entry.i = id;
  if (isDisabled(el)) entry.f |= DISABLED;
  if (el === this.active) entry.f |= FOCUSED;
  stateOf(el, 'input', entry.r, entry);
  if (el.type === 'file') { buttonInputState(el, entry); this.swallow(label); } else this.toggle(el, entry);
  this.push(entry, label, cx.place);
};

Walk.prototype.options = function (el, entry, cx) {
  entry.r = 'list';
  entry.d = controlName(el);
  entry.f |= SCROLLABLE;
  const index = this.push(entry, el, cx.place);
  const clip = this.clipOf(el, el.getBoundingClientRect(), { overflowX: '', overflowY: 'auto' }, cx);
  for (const option of el.options) {
    const bounds = cut(option.getBoundingClientRect(), cx.place, clip);
    if (!bounds) continue;
    const flags = CLICKABLE | (option.disabled ? DISABLED : 0);
    this.push({ p: index, r: 'row', k: 'option', t: clean(option.label || option.text), s: option.selected, b: bounds, f: flags }, option, cx.place);
  }
};

Walk.prototype.frame = function (el, rect, cx) {
  const at = placeOfFrame(el, rect, cx.place);
  // What stands in space cannot be touched for certain, so nothing in it is told.
  if (!at) return;
  const clip = meet(rect, cx.place, cx.clip);
  let number = -1;
  const view = el.ownerDocument.defaultView;
  for (let i = 0; view && i < view.length; i++) if (view[i] === el.contentWindow) number = i;
  const path = [...cx.place.path, number];
  let doc = null;
  try { doc = el.contentDocument; } catch (_) { /* of another origin */ }
  if (doc) {
    if (!this.isWhole) rearm(doc);
    observeRoot(doc);
    if (doc.defaultView) guardWindow(doc.defaultView);
    this.document(doc, { ...at, doc, clip, path, frame: el, outer: cx.place }, cx.parent, this.isWhole ? pageArea(doc, clip) : clip);
  } else {
    const turn = at.m && [at.m.a, at.m.b, at.m.c, at.m.d];
    this.holes.push({ parent: cx.parent, path, x: at.dx, y: at.dy, turn, clip: [clip.l, clip.t, clip.r, clip.b] });
  }
};

// Keeps what is said about an element besides its name.
const remark = (entry, words) => { if (words) (entry.n = entry.n || []).push(words); };

// What a screen reader says of something that shows a part of its name: all of it, in order. Signs are no part of a name.
const wholeName = (el, shown, hidden) => {
  if (!/\p{L}/u.test(shown)) return '';
  const whole = clean(el.textContent);
  return squash(whole).length === squash(shown + hidden).length ? whole : '';
};

// A holder with nothing but one text in it is that text.
Walk.prototype.merge = function (index) {
  const entry = this.out[index];
  const inside = this.out.slice(index + 1);
  if (entry.hidden && entry.d) remark(entry, entry.hidden);
  else if (entry.hidden) entry.d = entry.hidden;
  if (!inside.length || inside.length > 4 || entry.r === 'list' || entry.r === 'dialog') { this.rename(entry); return; }
  const isWord = (kid) => (kid.r === 'text' || kid.r === 'heading') && !(kid.f & (CLICKABLE | EDITABLE | SCROLLABLE)) && kid.c === undefined;
  const words = inside.filter(isWord);
  const isDrawn = (kid) => kid.r === 'image' || (kid.r === 'container' && !kid.t && kid.d === entry.d);
  const pictures = inside.filter((kid) => isDrawn(kid) && !(kid.f & CLICKABLE));
  const isHeld = entry.f & CLICKABLE;
  const lacksId = words.length !== 1 || !words[0].i || !entry.i || isHeld;
  if (words.length > 1 || words.length + pictures.length !== inside.length || !lacksId || (pictures.length && !isHeld)) {
    this.rename(entry);
    return;
  }
  const [word] = words;
  if (isHeld && (word || entry.d)) for (const kid of pictures) remark(entry, kid.d);
  if (word) {
    entry.t = word.t;
    const whole = entry.hidden && entry.d === entry.hidden ? wholeName(this.nodes[index], word.t, entry.hidden) : '';
    if (whole) { remark(entry, entry.hidden); entry.d = whole; }
    if (!entry.i && word.i) entry.i = word.i;
    if (!isHeld && entry.r !== 'row') entry.b = word.b;
    if (!isHeld && entry.r === 'container') entry.r = word.r;
  } else if (!entry.d) {
    entry.d = clean(pictures.map((kid) => kid.d || '').join(' '));
  }
  this.out.length = index + 1;
  this.nodes.length = index + 1;
  this.places.length = index + 1;
  this.rename(entry);
};

Walk.prototype.rename = function (entry) {
  delete entry.hidden;
  if (entry.d && entry.d === entry.t) entry.d = '';
  if (entry.n) entry.n = entry.n.filter((words) => words !== entry.t && words !== entry.d);
};
