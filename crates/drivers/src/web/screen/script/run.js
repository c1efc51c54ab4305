// A run of text: what stands in one line of thought, whatever inline elements it is made of.

class Run {
  constructor() {
    this.segments = [];
    this.named = [];
    this.pending = [];
  }

  space() {
    if (this.segments.length) this.segments[this.segments.length - 1].text += ' ';
  }

  add(text, bounds, el) {
    this.segments.push({ text, bounds, el, isOwn: true });
  }

  // A link is a part of the sentence it stands in the middle of, and an element of its own.
  link(el, text, visit) {
    this.segments.push({ text, el, isOwn: false });
    this.pending.push(visit());
  }

  mark() {
    return this.segments.length;
  }

  name(from, el, id, isClickable) {
    if (this.segments.length > from) this.named.push({ from, to: this.segments.length, el, id, isClickable });
  }
}

Walk.prototype.flush = function (run, cx) {
  const { segments, named, pending } = run;
  run.segments = [];
  run.named = [];
  run.pending = [];
  let first = segments.findIndex((segment) => segment.isOwn && clean(segment.text));
  if (first >= 0) {
    // Words that name a box stand with the box.
    const label = of(segments[first].el, 'closest').call(segments[first].el, 'label,a,button');
    if (this.swallowed.has(label)) first = -1;
  }
  let at = cx.parent;
  if (first >= 0) {
    let last = segments.length;
    while (!segments[last - 1].isOwn || !clean(segments[last - 1].text)) last--;
    at = this.emitText(segments, first, last, named, cx);
  }
  for (const visit of pending) visit(at);
};

Walk.prototype.emitText = function (segments, first, last, named, cx) {
  const pick = (from, to) => {
    let text = '', bounds = null, el = null;
    for (const segment of segments.slice(from, to)) {
      text += segment.text;
      if (segment.isOwn) {
        bounds = union(bounds, segment.bounds);
        el = el || segment.el;
      }
    }
    return { text: clean(text), bounds, el };
  };
  const whole = pick(first, last);
  const whole_name = named.find((name) => name.from <= first && name.to >= last);
  const entry = { p: cx.parent, r: 'text', t: whole.text, b: whole.bounds, f: 0 };
  if (whole_name) {
    if (whole_name.id) entry.i = whole_name.id;
    if (whole_name.isClickable) entry.f |= CLICKABLE;
  }
  const common = whole_name ? whole_name.el : segments.length === 1 ? whole.el : commonHolder(segments, first, last);
  const index = this.push(entry, common, cx.place);
  for (const name of named) {
    if (name === whole_name) continue;
    const part = pick(Math.max(name.from, first), Math.min(name.to, last));
    if (!part.text || !part.bounds || part.text === whole.text) continue;
    const child = { p: index, r: 'text', t: part.text, b: part.bounds, f: name.isClickable ? CLICKABLE : 0 };
    if (name.id) child.i = name.id;
    this.push(child, name.el, cx.place);
  }
  return index;
};

const commonHolder = (segments, first, last) => {
  let holder = segments[first].el;
  for (const segment of segments.slice(first, last)) {
    while (holder && !holds(holder, segment.el)) holder = flatParent(holder);
  }
  return holder || segments[first].el;
};
