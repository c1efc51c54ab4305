// Other words for the same thing.

const say = (word) => target((element) => setText(element, setup.words[word]));
kind('label-longer', say('more'));
kind('label-synonym', say('synonym'));
kind('label-case', target((element) => setText(element, textOf(element).toUpperCase())));
kind('label-icon', target((element) => setText(element, `★ ${textOf(element)}`)));
kind('label-picture', target((element) => element.prepend(make('<svg width="12" height="12" aria-hidden="true"><circle cx="6" cy="6" r="5"/></svg>'))));
kind('label-count', target((element) => setText(element, `${textOf(element)} (1)`)));
kind('label-spaced', target((element) => { setText(element, ` ${textOf(element)}… `); }));
kind('tooltip', { element(element) { if (element.matches('button, a')) element.title = 'Press to go on'; } });
// Only that of the first page: later ones say what the page is about.
kind('heading-renamed', { scan(root) { if (location.pathname === '/') for (const heading of root.querySelectorAll?.('h1') || []) if (!heading.renamed) { heading.renamed = true; setText(heading, setup.words.heading); } } });
kind('field-relabelled', field((element) => setName(element, setup.words.field)));
kind('field-required-mark', { element(element) { if (element.matches('input:not([type=checkbox]):not([type=submit]), textarea, select')) setName(element, `${nameOf(element)} *`); } });
kind('field-placeholder-only', field((element) => {
  const label = labelOf(element);
  if (typeof label === 'string') return;
  const name = nameOf(element);
  element.placeholder = name;
  const text = textsOf(label).find((it) => !element.contains(it));
  if (text) text.data = '';
  element.removeAttribute('aria-labelledby');
}));
kind('field-hint', field((element) => element.after(make('<small style="display:block">As on the paper form.</small>'))));
kind('field-wrapped-in-label', field((element) => {
  const label = labelOf(element);
  if (typeof label === 'string' || label.contains(element)) return;
  const name = nameOf(element);
  label.style.display = 'none';
  label.removeAttribute('for');
  label.textContent = '';
  const around = make('<label style="display:block"></label>');
  element.replaceWith(around);
  around.append(`${name} `, element);
}));

const TRANSLATES = ['placeholder', 'aria-label', 'title'];
const translated = {
  scan(root) {
    const words = setup.translated;
    const at = root.nodeType === 9 ? root.documentElement : root.nodeType === 1 || root.nodeType === 11 ? root : root.parentNode;
    if (!at) return;
    for (const text of textsOf(at)) { const to = words[text.data.trim()]; if (to) text.data = text.data.replace(text.data.trim(), to); }
    for (const element of [at, ...at.querySelectorAll('*')]) for (const name of TRANSLATES) { const to = words[element.getAttribute?.(name)]; if (to) element.setAttribute(name, to); }
    document.documentElement.lang = 'de';
  },
};
kind('translated', translated);
kind('translated-without-ids', translated);
