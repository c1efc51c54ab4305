// Whether something lies over an element, so that a touch would reach something else.

const PLACES = [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]];

const flatParent = (el) => el.assignedSlot || el.parentElement || (el.getRootNode().host || null);

const holds = (outer, inner) => {
  for (let at = inner; at; at = flatParent(at)) if (at === outer) return true;
  return false;
};

const deepHit = (doc, x, y) => {
  let hit = doc.elementFromPoint(x, y);
  while (hit && hit.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
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

const isCoveredAt = (el, place, x, y, isControl) => {
  const hit = deepHit(place.doc, x - place.dx, y - place.dy);
  if (hit && !holds(el, hit) && !holds(hit, el)) {
    const label = hit.closest('label');
    const isItsLabel = label && label.control && (label.control === el || holds(el, label.control));
    if (!isItsLabel) {
      // What takes no touches itself is reached through what does.
      let subject = el;
      while (subject && getComputedStyle(subject).pointerEvents === 'none') subject = flatParent(subject);
      const isThrough = subject && subject !== el && holds(subject, hit);
      const isClear = isControl ? getComputedStyle(hit).opacity === '0' : !hides(hit, el);
      if (!isThrough && !isClear) return true;
    }
  }
  return place.frame ? isCoveredAt(place.frame, place.outer, x, y, true) : false;
};

// Marks the entry as covered, or moves its bounds to where a touch reaches it.
const judgeCover = (entry, el, place, view) => {
  const [x, y, w, h] = entry.b;
  const l = Math.max(x, 0), t = Math.max(y, 0), r = Math.min(x + w, view.w), b = Math.min(y + h, view.h);
  if (r <= l || b <= t) return;
  const isControl = (entry.f & (CLICKABLE | EDITABLE)) !== 0;
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
