// Everything a picture of the page shows: each text where it is drawn, and what scripts and styles draw. It is asked for
// when a secret must not be in a picture, so it leaves out nothing that the reading leaves out, but for what is out of view: no
// picture has it, and of thousands of rows all but a few are.

const NEVER_DRAWN = /^(script|style|template|noscript|head|meta|link|title|datalist)$/;
const PAINTED = /^(canvas|embed|object)$/;
// Images that a script may have painted, and that nobody can read.
const isUnreadable = (source) => /data:|blob:|paint\(|element\(/i.test(source);
// Of those, what has texts in it that may be read all the same.
const hasTexts = (source) => /data:image\/svg/i.test(source);

const isInView = (rect, view) => rect.right > 0 && rect.bottom > 0 && rect.left < view.innerWidth && rect.top < view.innerHeight;

// Adds a text, or, by `null`, what must not be seen whatever it says.
const addTo = (list, text, rect, place) => {
  if (text === '') return;
  const { l, t, r, b } = boxOf(rect, place);
  if (r > l && b > t) list.push([text && text.toWellFormed(), l, t, r - l, b - t]);
};

class Drawing {
  constructor() { this.all = []; this.plain = []; this.range = document.createRange(); }

  add(text, rect, place) { addTo(this.all, text, rect, place); }

  // What nobody can read counts only where a secret was typed.
  unreadable() {}

  image(source, rect, place) {
    if (!source) return;
    if (isUnreadable(source)) this.unreadable(rect, place);
    if (!isUnreadable(source) || hasTexts(source)) this.add(source, rect, place);
  }

  text(node, place) {
    this.range.selectNodeContents(node);
    const rect = this.range.getBoundingClientRect();
    const isSeen = isInView(rect, node.ownerDocument.defaultView);
    if (isSeen) this.add(node.data, rect, place);
    return isSeen;
  }

  field(el, text, rect, place) { this.add(text, rect, place); }

  visit(node, place) {
    const type = of(node, 'nodeType');
    if (type === 3) {
      if (/\S/.test(node.data)) this.text(node, place);
    } else if (type === 1 && !NEVER_DRAWN.test(of(node, 'localName'))) {
      const rect = of(node, 'getBoundingClientRect').call(node);
      // What is inside may hang into view; what has no box of its own may have it in view.
      const isSeen = isInView(rect, of(node, 'ownerDocument').defaultView) || (rect.width === 0 && rect.height === 0);
      if (!isSeen) {
        // Of the many that are out of view, those without elements in them are done.
        if (of(node, 'firstElementChild') || shadowOf(node) || isFrame(of(node, 'localName'))) this.inside(node, rect, place);
      } else {
        const style = getComputedStyle(node);
        if (style.display !== 'none') this.element(node, rect, style, place);
      }
    }
  }

  inside(el, rect, place) {
    if (isFrame(of(el, 'localName'))) this.frame(el, rect, place);
    else for (const child of composedChildren(el)) this.visit(child, place);
  }

  element(el, rect, style, place) {
    const tag = of(el, 'localName');
    this.part(el, '::before', rect, place);
    this.part(el, '::marker', rect, place);
    this.own(el, tag, rect, place);
    for (const source of [style.backgroundImage, style.borderImageSource, style.listStyleImage, style.maskImage]) {
      if (source && source !== 'none') this.image(source, rect, place);
    }
    if (style.content && style.content.includes('url(')) this.image(style.content, rect, place);
    this.inside(el, rect, place);
    this.part(el, '::after', rect, place);
  }

  // What a style puts before or behind an element. A marker stands outside, as far as the text is long.
  part(el, part, rect, place) {
    const { content, fontSize } = getComputedStyle(el, part);
    const listed = part === '::marker' ? getComputedStyle(el).listStyleType : '';
    const text = contentOf(el, content, String) + (/^['"]/.test(listed) ? listed : '');
    if (!text) return;
    const out = part === '::marker' ? parseFloat(fontSize) * text.length : 0;
    const around = { left: rect.left - out, top: rect.top, right: rect.right + out, bottom: rect.bottom };
    if (isUnreadable(text)) this.unreadable(around, place);
    this.add(text, around, place);
  }

  own(el, tag, rect, place) {
    if (PAINTED.test(tag)) this.unreadable(rect, place);
    else if (!isHtml(el)) { if (tag === 'image' || tag === 'use') this.reference(el, rect, place); }
    else if (tag === 'img') this.image(el.currentSrc || el.src, rect, place);
    else if (tag === 'option') this.add(el.label, rect, place);
    else if (tag === 'optgroup') this.add(el.label, rect, place);
    else if (tag === 'select') this.field(el, Array.from(el.selectedOptions, (option) => option.label).join(' '), rect, place);
    else if (tag === 'video') this.image(el.poster, rect, place);
    else if (tag === 'input' || tag === 'textarea') {
      if (el.type === 'image') this.image(el.src, rect, place);
      // What a password field holds stays here; its whole field is painted over.
      else if (!isPassword(el)) this.field(el, el.value || el.placeholder || '', rect, place);
      else if (el.value) this.add(null, rect, place);
    }
  }

  // Something drawn again that stands elsewhere.
  reference(el, rect, place) {
    const other = drawnAgain(el);
    if (other) this.add(other.textContent, rect, place);
    else this.image(hrefOf(el), rect, place);
  }

  frame(el, rect, outer) {
    const at = placeOfFrame(el, rect, outer);
    let doc = null;
    try { doc = el.contentDocument; } catch (_) { /* of another origin */ }
    if (!at) this.unreadable(rect, outer);
    else if (doc && doc.documentElement) this.visit(doc.documentElement, at);
  }
}

// Letters that are less high are no text that anybody reads, and what is wider for its height is no letter.
const LEAST_HEIGHT = 4, WIDEST_LETTER = 1.3;

// Whether a background is nothing, or one gradient with so few colours that it is no picture.
const isSimple = (image) => image === 'none' || /^linear-gradient\([^()]*(\([^()]*\)[^()]*){0,4}\)$/.test(image);

// Whether the styles of an element draw its texts, and nothing else there.
const drawsItsText = (el) => {
  if (of(el, 'namespaceURI') !== 'http://www.w3.org/1999/xhtml') return false;
  if (!of(el, 'checkVisibility').call(el, { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
  const { webkitTextFillColor, backgroundImage } = getComputedStyle(el);
  const isBare = (part) => /^(none|normal|""|)$/.test(getComputedStyle(el, part).content);
  const isClear = /^rgba\(.*, 0\)$|\/ 0\)$/.test(webkitTextFillColor);
  return !isClear && isSimple(backgroundImage) && isBare('::before') && isBare('::after');
};

// Whether nothing lies over an element's text or box there.
const isOnTop = (el, rect) => {
  const hit = of(el, 'getRootNode').call(el).elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
  return hit === el || (!!hit && of(hit, 'contains').call(hit, el) && getComputedStyle(el).pointerEvents === 'none');
};

// Whether a field shows its whole text: of one that shows a part, nobody knows which. What a list says is not scrolled.
const pen = new OffscreenCanvas(1, 1).getContext('2d');
const showsAllOf = (el, text) => {
  const { font, textIndent } = getComputedStyle(el);
  if (textIndent !== '0px' || el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight) return false;
  if (el.localName !== 'select') return true;
  pen.font = font;
  return pen.measureText(text).width <= el.clientWidth;
};

// The same of a document into which a secret was typed, with all that may be seen of it: letters and fields that are drawn as
// the document has them. There is no end to the other ways in which something can be drawn, so none of them is looked for.
class CloseDrawing extends Drawing {
  keep(text, rect, place) { addTo(this.plain, text, rect, place); }

  unreadable(rect, place) { this.add(null, rect, place); }

  text(node, place) {
    const el = node.parentElement;
    if (!super.text(node, place) || !el || !drawsItsText(el)) return;
    let end = 0;
    for (const letter of node.data) {
      this.range.setStart(node, end);
      this.range.setEnd(node, end += letter.length);
      const rect = this.range.getBoundingClientRect();
      // Where a line is broken, something else may be drawn in the place of a letter.
      const isLetter = !/[\p{C}\p{M}]/u.test(letter) && rect.width <= rect.height * WIDEST_LETTER;
      if (isLetter && rect.height >= LEAST_HEIGHT && isOnTop(el, rect)) this.keep(letter, rect, place);
    }
  }

  field(el, text, rect, place) {
    super.field(el, text, rect, place);
    if (drawsItsText(el) && isOnTop(el, rect) && showsAllOf(el, text)) this.keep(text, rect, place);
  }
}

// A frame of the same origin is told with the frame around it.
const drawnBy = (drawing) => {
  if (!isInner && document.documentElement) drawing.visit(document.documentElement, TOP);
  return JSON.stringify({ all: drawing.all, plain: drawing.plain, zoom: zoom() });
};
const drawn = () => drawnBy(new Drawing());
const drawnClosely = () => drawnBy(new CloseDrawing());
