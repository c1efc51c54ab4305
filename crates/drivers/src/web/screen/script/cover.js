// Whether something lies over an element, so that a touch would reach something else.

const PLACES = [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]];

const flatParent = (el) => (isForm(el) ? own(el, 'assignedSlot') || own(el, 'parentElement') || own(el, 'getRootNode').call(el).host || null : flatParentOf(el));
const flatParentOf = (el) => slotOf(el) || el.parentElement || (el.getRootNode().host || null);

const holds = (outer, inner) => {
  for (let at = inner; at; at = flatParent(at)) if (at === outer) return true;
  return false;
};

const deepHit = (doc, x, y) => {
  let hit = doc.elementFromPoint(x, y);
  while (hit && shadowOf(hit)) {
    const inner = shadowOf(hit).elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
};

const isPainted = (el) => {
  if (/^(img|canvas|video|iframe|svg|object|embed)$/.test(el.localName)) return true;
  const style = getComputedStyle(el);
  if (style.opacity === '0') return false;
  if (style.backgroundImage !== 'none') return true;
  const alpha = /rgba\(.*,\s*([\d.]+)\)/.exec(style.backgroundColor);
  return alpha ? parseFloat(alpha[1]) > 0 : style.backgroundColor !== 'transparent';
};

// A layer without paint, such as a link stretched over a card, hides nothing from the eye.
const hides = (cover, el) => {
  for (let at = cover; at && !holds(at, el); at = flatParent(at)) if (isPainted(at)) return true;
  return false;
};

// Entries of lists and of maps are part of what is hit for them.
const NEVER_HIT = /^(option|area)$/;

// Whether a touch that goes to `hit` is one on `el`, or at least hides nothing of it.
const isReachedBy = (hit, el, isControl) => {
  if (!hit || holds(el, hit)) return true;
  const label = hit.closest('label');
  if (label && label.control && (label.control === el || holds(el, label.control))) return true;
  // What takes no touches itself is reached through what does.
  let subject = el;
  while (subject && getComputedStyle(subject).pointerEvents === 'none') subject = flatParent(subject);
  if (subject && subject !== el && holds(subject, hit)) return true;
  // What is around an element gets touches meant for it where it is clipped away.
  if (holds(hit, el)) return !isControl || NEVER_HIT.test(el.localName);
  // A field nobody sees over a button is how pages draw fields of their own; any other layer is in the way.
  return isControl ? /^(input|select)$/.test(hit.localName) && getComputedStyle(hit).opacity === '0' : !hides(hit, el);
};

const isCoveredAt = (el, place, x, y, isControl) => {
  if (!isReachedBy(deepHit(place.doc, ...inFrame(place, x, y)), el, isControl)) return true;
  return place.frame ? isCoveredAt(place.frame, place.outer, x, y, true) : false;
};

// The boxes of what is in view, by height, so that what nothing else lies on need not be hit.
const BAND = 32;

class Boxes {
  constructor() {
    this.bands = [];
    this.tall = [];
  }

  add(el, box) {
    if (box.r <= box.l || box.b <= box.t) return;
    const first = Math.floor(box.t / BAND), last = Math.floor(box.b / BAND);
    const entry = { el, box };
    if (last - first > 2) { this.tall.push(entry); return; }
    for (let at = first; at <= last; at++) (this.bands[at] = this.bands[at] || []).push(entry);
  }

  // Whether an element that neither holds nor is held by `el` is at this place.
  isShared(el, x, y) {
    const isOther = ({ el: other, box }) =>
      x >= box.l && x < box.r && y >= box.t && y < box.b && other !== el && !other.contains(el) && !el.contains(other);
    return this.tall.some(isOther) || (this.bands[Math.floor(y / BAND)] || []).some(isOther);
  }

  // What lies over a part of `area` and neither holds nor is held by `el`.
  over(el, area) {
    const isOver = ({ el: other, box }) => box.l < area.r && box.r > area.l && box.t < area.b && box.b > area.t && !other.contains(el) && !el.contains(other);
    const near = this.bands.slice(Math.max(0, Math.floor(area.t / BAND)), Math.floor(area.b / BAND) + 1).flat();
    return [...this.tall, ...near].filter((entry) => entry && isOver(entry));
  }
}

// What a frame of another origin does not know: which parts of it something lies over.
const MOST_COVERS = 50;
const judgeHole = (walk, hole) => {
  const el = walk.nodes[hole.parent], place = walk.places[hole.parent];
  const [l, t, r, b] = hole.clip;
  hole.covers = [];
  for (const { box } of walk.boxes.over(el, { l, t, r, b }).slice(0, MOST_COVERS)) {
    const part = [Math.max(l, box.l), Math.max(t, box.t), Math.min(r, box.r), Math.min(b, box.b)];
    if (isCoveredAt(el, place, (part[0] + part[2]) / 2, (part[1] + part[3]) / 2, true)) hole.covers.push(part);
  }
};

const seenPart = (entry, view) => {
  const [x, y, w, h] = entry.b;
  const l = Math.max(x, 0), t = Math.max(y, 0), r = Math.min(x + w, view.w), b = Math.min(y + h, view.h);
  return r > l && b > t ? { l, t, r, b } : null;
};

// Marks the entry as covered, or moves its bounds to where a touch reaches it.
const judgeCover = (entry, el, place, view) => {
  const seen = seenPart(entry, view);
  if (!seen) return;
  const { l, t, r, b } = seen;
  // What is dead takes no touches, whatever lies around it.
  const isControl = (entry.f & (CLICKABLE | EDITABLE)) !== 0 && !(entry.f & DISABLED);
  for (let i = 0; i < PLACES.length; i++) {
    const [px, py] = PLACES[i];
    const at = [l + (r - l) * px, t + (b - t) * py];
    if (isCoveredAt(el, place, at[0], at[1], isControl)) continue;
    // The middle is what gets touched, so what can be reached must be around the middle.
    if (i > 0) {
      const [pw, ph] = [px === 0.5 ? r - l : (r - l) * 0.3, py === 0.5 ? b - t : (b - t) * 0.3];
      entry.b = [at[0] - pw / 2, at[1] - ph / 2, pw, ph];
    }
    return;
  }
  entry.f |= COVERED;
};

// How many texts that nothing seems to lie on are hit all the same. Layers that are no elements,
// such as the backdrop of a dialog, cover most of the page, so a few hits find them.
const SAMPLES = 12;

// Hitting a place costs a walk of the browser's own, so it is done for what gets touched and for
// what shares its place with something else.
const judgeCovers = (walk, view) => {
  const { out, nodes, places } = walk;
  for (const hole of walk.holes) judgeHole(walk, hole);
  const judge = (index) => {
    walk.judged.add(index);
    judgeCover(out[index], nodes[index], places[index], view);
  };
  const rest = [];
  out.forEach((entry, index) => {
    if (entry.gone) return;
    const seen = seenPart(entry, view);
    const isControl = (entry.f & (CLICKABLE | EDITABLE)) !== 0;
    const isHit = isControl || (seen && walk.boxes.isShared(nodes[index], (seen.l + seen.r) / 2, (seen.t + seen.b) / 2));
    if (isHit) judge(index);
    else rest.push(index);
  });
  const step = Math.max(1, Math.floor(rest.length / SAMPLES));
  const sample = rest.filter((_, number) => number % step === 0);
  sample.forEach(judge);
  if (document.querySelector(':modal') || sample.some((index) => out[index].f & COVERED)) {
    rest.forEach((index) => { if (!sample.includes(index)) judge(index); });
  }
};
