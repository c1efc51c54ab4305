// The page as HTML, with shadow roots and frames of the same origin, without passwords.

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const RAW = /^(script|style)$/;
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const dump = () => {
  const parts = ['<!DOCTYPE html>\n'];
  const node = (at, isRaw) => {
    if (at.nodeType === 3) parts.push(isRaw ? at.data : escaped(at.data));
    else if (at.nodeType === 8) parts.push('<!--', at.data.replace(/--/g, '- -'), '-->');
    else if (at.nodeType === 1) element(at);
  };
  const element = (el) => {
    const tag = el.localName;
    const isSecret = (tag === 'input' || tag === 'textarea') && isPassword(el);
    parts.push('<', tag);
    for (const { name, value } of el.attributes) {
      if (!(isSecret && name === 'value')) parts.push(' ', name, '="', escaped(value).replace(/"/g, '&quot;'), '"');
    }
    parts.push('>');
    if (VOID.test(tag)) return;
    if (isSecret) { parts.push('</', tag, '>'); return; }
    const root = shadowOf(el);
    if (root) {
      parts.push('<template shadowrootmode="', root.mode, '">');
      root.childNodes.forEach((child) => node(child));
      parts.push('</template>');
    }
    if (isFrame(tag)) {
      let doc = null;
      try { doc = el.contentDocument; } catch (_) { /* of another origin */ }
      if (doc && doc.documentElement) element(doc.documentElement);
    } else (tag === 'template' ? el.content : el).childNodes.forEach((child) => node(child, RAW.test(tag)));
    parts.push('</', tag, '>');
  };
  if (document.documentElement) element(document.documentElement);
  return parts.join('');
};
