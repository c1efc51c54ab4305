// The page as HTML, with shadow roots and frames of the same origin, without passwords. Whoever opens it opens a record:
// nothing in it runs, is loaded or leads elsewhere by itself.

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

// It must come before everything of the page.
const RECORD = "<!DOCTYPE html>\n<meta charset=utf-8><meta http-equiv=X-DNS-Prefetch-Control content=off><meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'\">\n";
// What such a policy does not stop: going elsewhere after a while, and asking for the address of a host beforehand. Names
// are compared in small letters, as whoever opens it reads them.
const isSetAside = (tag, name) => /^(meta http-equiv|link rel|\S+ (ping|srcdoc))$/i.test(tag + ' ' + name);

// What HTML reads as it is, and SVG and MathML do not, must begin nothing wherever it is read: what a script puts into an
// `<svg>` is of another namespace when the record is opened. `<` stays before what compares widths.
const styleText = (text) => text.replace(/<!--/g, '').replace(/<(?![\s\d=])/g, '\\3c ');

const dump = () => {
  const parts = [RECORD];
  const node = (at, write = escaped) => {
    const type = of(at, 'nodeType');
    if (type === 3) parts.push(write(at.data));
    else if (type === 8) parts.push('<!-- ', escaped(at.data), ' -->');
    else if (type === 1) element(at);
  };
  const element = (el) => {
    const tag = of(el, 'localName');
    const isSecret = (tag === 'input' || tag === 'textarea') && isPassword(el);
    parts.push('<', tag);
    for (const { name, value } of of(el, 'attributes')) {
      const shown = isSetAside(tag, name) ? 'data-' + name : name;
      if (!(isSecret && name === 'value')) parts.push(' ', shown, '="', escaped(value).replace(/"/g, '&quot;'), '"');
    }
    parts.push('>');
    if (VOID.test(tag)) return;
    if (isSecret) { parts.push('</', tag, '>'); return; }
    const root = isForm(el) ? null : shadowOf(el);
    if (root) {
      parts.push('<template shadowrootmode="', root.mode, '">');
      root.childNodes.forEach((child) => node(child));
      parts.push('</template>');
    }
    if (isFrame(tag)) {
      let doc = null;
      try { doc = el.contentDocument; } catch (_) { /* of another origin */ }
      if (doc && doc.documentElement) element(doc.documentElement);
    } else {
      const write = tag === 'style' && isHtml(el) ? styleText : escaped;
      // Only a template of HTML has a content of its own.
      of((tag === 'template' && el.content) || el, 'childNodes').forEach((child) => node(child, write));
    }
    parts.push('</', tag, '>');
  };
  if (document.documentElement) element(document.documentElement);
  return parts.join('');
};
