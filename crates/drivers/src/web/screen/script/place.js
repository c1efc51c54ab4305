// Where the coordinates of a frame are in those of the frame that is read. Most frames are only moved
// (`dx`, `dy`); one that its page scales or turns has a matrix `m` as well, and its own extent `view`.

const TOP = { dx: 0, dy: 0, m: null, clip: null, path: [] };

const mapped = (m, x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];

// The box a rectangle of a frame takes up; what is out of a turned frame's own view takes up none.
const boxOf = (rect, place) => {
  if (!place.m) return { l: rect.left + place.dx, t: rect.top + place.dy, r: rect.right + place.dx, b: rect.bottom + place.dy };
  const l = Math.max(rect.left, 0), t = Math.max(rect.top, 0);
  const r = Math.min(rect.right, place.view.w), b = Math.min(rect.bottom, place.view.h);
  if (r < l || b < t) return { l: 0, t: 0, r: -1, b: -1 };
  const corners = [[l, t], [r, t], [l, b], [r, b]].map(([x, y]) => mapped(place.m, x, y));
  const [xs, ys] = [corners.map((at) => at[0]), corners.map((at) => at[1])];
  return { l: Math.min(...xs), t: Math.min(...ys), r: Math.max(...xs), b: Math.max(...ys) };
};

const inFrame = (place, x, y) => {
  if (!place.m) return [x - place.dx, y - place.dy];
  const { x: fx, y: fy } = place.m.inverse().transformPoint({ x, y });
  return [fx, fy];
};

const outOfFrame = (place, x, y) => (place.m ? mapped(place.m, x, y) : [x + place.dx, y + place.dy]);

// What an element and all around it are scaled and turned by; nothing where that is not flat.
const turnOf = (el) => {
  const turn = new DOMMatrix([el.currentCSSZoom || 1, 0, 0, el.currentCSSZoom || 1, 0, 0]);
  for (let at = el; at; at = flatParent(at)) {
    const { transform, rotate, scale, perspective } = getComputedStyle(at);
    const parts = [transform === 'none' ? '' : transform, scale === 'none' ? '' : `scale(${scale.replace(/ /g, ',')})`, rotate === 'none' ? '' : `rotate(${rotate})`];
    for (const part of parts) if (part) turn.preMultiplySelf(new DOMMatrix(part));
    if (perspective !== 'none' || !turn.is2D) return null;
  }
  return turn;
};

// The place of a frame: `rect` is where it is in the coordinates of `outer`.
const placeOfFrame = (el, rect, outer) => {
  const style = getComputedStyle(el);
  const left = el.clientLeft + parseFloat(style.paddingLeft || 0), top = el.clientTop + parseFloat(style.paddingTop || 0);
  let turn = null;
  try { turn = turnOf(el); } catch (_) { /* a turn in space */ }
  if (!turn) return null;
  const isMovedOnly = !outer.m && turn.a === 1 && turn.d === 1 && !turn.b && !turn.c;
  if (isMovedOnly) return { dx: outer.dx + rect.left + left, dy: outer.dy + rect.top + top, m: null };
  // Whatever it is turned around, its middle is the middle of the box it takes up.
  const [mx, my] = [el.offsetWidth / 2 - left, el.offsetHeight / 2 - top];
  const own = new DOMMatrix([turn.a, turn.b, turn.c, turn.d, 0, 0]);
  own.e = rect.left + rect.width / 2 - (own.a * mx + own.c * my);
  own.f = rect.top + rect.height / 2 - (own.b * mx + own.d * my);
  const m = outer.m ? outer.m.multiply(own) : new DOMMatrix([1, 0, 0, 1, outer.dx, outer.dy]).multiply(own);
  return { dx: m.e, dy: m.f, m, view: { w: el.clientWidth, h: el.clientHeight } };
};
