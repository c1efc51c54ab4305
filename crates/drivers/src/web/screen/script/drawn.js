// Everything a picture of the page shows: each text where it is drawn, and what scripts and styles draw. It is asked for
// when a secret must not be in a picture, so it leaves out nothing that the reading leaves out.

const NEVER_DRAWN = /^(script|style|template|noscript|head|meta|link|title|datalist)$/;
const PAINTED = /^(canvas|embed|object)$/;
// Images that a script may have painted, and that nobody can read.
const isUnreadable = (source) => /data:(?!image\/svg)|blob:|paint\(|element\(/i.test(source);

class Drawing {
  constructor() { this.all = []; }

  // Adds a text, or, by `null`, what nobody can read.
  add(text, rect, place) {
    if (text === '') return;
    const { l, t, r, b } = boxOf(rect, place);
    if (r > l && b > t) this.all.push([text, l, t, r - l, b - t]);
  }

  image(source, rect, place) {
    if (source) this.add(isUnreadable(source) ? null : source, rect, place);
  }

  visit(node, place) {
    if (node.nodeType === 3) {
      if (!/\S/.test(node.data)) return;
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      this.add(node.data, range.getBoundingClientRect(), place);
    } else if (node.nodeType === 1 && !NEVER_DRAWN.test(node.localName)) {
      const style = getComputedStyle(node);
      if (style.display !== 'none') this.element(node, style, place);
    }
  }

  element(el, style, place) {
    const rect = el.getBoundingClientRect();
    const tag = el.localName;
    this.part(el, '::before', rect, place);
    this.part(el, '::marker', rect, place);
    this.own(el, tag, rect, place);
    for (const source of [style.backgroundImage, style.borderImageSource, style.listStyleImage, style.maskImage]) {
      if (source && source !== 'none') this.image(source, rect, place);
    }
    if (style.content && style.content.includes('url(')) this.image(style.content, rect, place);
    if (isFrame(tag)) this.frame(el, rect, place);
    else for (const child of composedChildren(el)) this.visit(child, place);
    this.part(el, '::after', rect, place);
  }

  // What a style puts before or behind an element. A marker stands outside, as far as the text is long.
  part(el, part, rect, place) {
    const { content, fontSize } = getComputedStyle(el, part);
    const listed = part === '::marker' ? getComputedStyle(el).listStyleType : '';
    let text = !content || content === 'none' || content === 'normal' ? '' : content;
    if (/^['"]/.test(listed)) text += listed;
    if (!text) return;
    text = text.replace(/attr\(\s*([^\s,)]+)[^)]*\)/g, (_, name) => el.getAttribute(name) || '');
    const out = part === '::marker' ? parseFloat(fontSize) * text.length : 0;
    const around = { left: rect.left - out, top: rect.top, right: rect.right + out, bottom: rect.bottom };
    if (isUnreadable(text)) this.add(null, around, place);
    this.add(text, around, place);
  }

  own(el, tag, rect, place) {
    if (PAINTED.test(tag)) this.add(null, rect, place);
    else if (tag === 'img') this.image(el.currentSrc || el.src, rect, place);
    else if (tag === 'image' || tag === 'use') this.reference(el, rect, place);
    else if (tag === 'option') this.add(el.label, rect, place);
    else if (tag === 'optgroup') this.add(el.label, rect, place);
    else if (tag === 'select') this.add(Array.from(el.selectedOptions, (option) => option.label).join(' '), rect, place);
    else if (tag === 'video') this.image(el.poster, rect, place);
    else if (tag === 'input' || tag === 'textarea') {
      if (el.type === 'image') this.image(el.src, rect, place);
      // What a password field holds stays here; its whole field is painted over anyway.
      else if (!isPassword(el)) this.add(el.value || el.placeholder || '', rect, place);
    }
  }

  // Something drawn again that stands elsewhere.
  reference(el, rect, place) {
    const href = (el.href && el.href.baseVal) || '';
    let other = null;
    try { other = href.startsWith('#') ? el.getRootNode().querySelector('#' + CSS.escape(href.slice(1))) : null; } catch (_) { /* no such name */ }
    if (other) this.add(other.textContent, rect, place);
    else this.image(href, rect, place);
  }

  frame(el, rect, outer) {
    const at = placeOfFrame(el, rect, outer);
    let doc = null;
    try { doc = el.contentDocument; } catch (_) { /* of another origin */ }
    if (!at) this.add(null, rect, outer);
    else if (doc && doc.documentElement) this.visit(doc.documentElement, at);
  }
}

// A frame of the same origin is told with the frame around it.
const drawn = () => {
  const drawing = new Drawing();
  if (!isInner && document.documentElement) drawing.visit(document.documentElement, TOP);
  return JSON.stringify({ all: drawing.all, zoom: zoom() });
};
