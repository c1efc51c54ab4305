// Writes down how recorders of other tools would name what is used, while the chore is done once on the unchanged page.
// The rules are those of the recorder of Chrome's developer tools and of Selenium IDE, as far as their output shows them.

const quote = (text) => `"${text.replace(/"/g, '\\"')}"`;

// The name for screen readers, as far as the applications need it.
const accessibleName = (element) => {
  const label = element.labels?.length ? [...element.labels[0].childNodes].filter((it) => it.nodeType === 3).map((it) => it.data).join(' ').trim() : '';
  const by = element.getAttribute('aria-labelledby');
  const named = by ? element.getRootNode().getElementById(by)?.textContent.trim() : '';
  const own = element.matches('input, select, textarea') ? '' : element.textContent.trim().replace(/\s+/g, ' ');
  return element.getAttribute('aria-label') || named || label || own || element.placeholder || '';
};

const ROLES = { BUTTON: 'button', A: 'link', SELECT: 'combobox', TEXTAREA: 'textbox', OPTION: 'option' };
const roleOf = (element) => element.getAttribute('role') || ROLES[element.tagName] || ({ checkbox: 'checkbox', radio: 'radio', submit: 'button', button: 'button' }[element.type] || (element.tagName === 'INPUT' ? 'textbox' : 'generic'));

const ariaSelector = (element) => {
  const name = accessibleName(element);
  if (!name) return null;
  const role = roleOf(element);
  const alike = [...element.getRootNode().querySelectorAll('*')].filter((it) => it.checkVisibility() && accessibleName(it) === name && it.matches('button, a, input, select, textarea, [role], label, h1, h2, h3'));
  if (alike.length === 1) return `aria/${name}`;
  return alike.filter((it) => roleOf(it) === role).length === 1 ? `aria/${name}[role="${role}"]` : null;
};

// The shortest chain of simple selectors that is unique.
const cssIn = (element, root) => {
  const simple = (it) => {
    if (it.id) return `#${CSS.escape(it.id)}`;
    if (it.name && it.matches('input, select, textarea')) return `${it.localName}[name=${quote(it.name)}]`;
    const alike = [...(it.parentNode?.children || [])].filter((other) => other.localName === it.localName);
    return alike.length > 1 ? `${it.localName}:nth-of-type(${alike.indexOf(it) + 1})` : it.localName;
  };
  let selector = simple(element);
  for (let at = element.parentElement; at && root.querySelectorAll(selector).length > 1; at = at.parentElement) selector = `${simple(at)} > ${selector}`;
  return selector;
};

const cssSelector = (element) => {
  const parts = [];
  for (let at = element; at; at = at.getRootNode().host) parts.unshift(cssIn(at, at.getRootNode()));
  return parts;
};

const xpathSelector = (element) => {
  if (element.getRootNode() !== document) return null;
  const parts = [];
  for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
    if (at.id) { parts.unshift(`//*[@id=${quote(at.id)}]`); return parts.join('/').replace(/^\/\/\*/, '//*'); }
    const alike = [...(at.parentNode?.children || [])].filter((other) => other.localName === at.localName);
    parts.unshift(alike.length > 1 ? `${at.localName}[${alike.indexOf(at) + 1}]` : at.localName);
  }
  return `/${parts.join('/')}`;
};

const textSelector = (element) => {
  const text = element.matches('input, select, textarea') ? '' : element.textContent.trim().replace(/\s+/g, ' ');
  if (!text || text.length > 60) return null;
  const alike = [...element.getRootNode().querySelectorAll('button, a, label, span, p, div, option')].filter((it) => it.textContent.trim() === text && !it.contains(element) && !element.contains(it));
  return alike.length ? null : text;
};

const seleniumTargets = (element) => {
  const targets = [];
  if (element.getRootNode() !== document) return targets;
  const first = (selector, also = () => true) => [...document.querySelectorAll(selector)].find(also) === element;
  const text = element.textContent.trim();
  if (element.id && first(`#${CSS.escape(element.id)}`)) targets.push(`id=${element.id}`);
  if (element.name && first(`[name=${quote(element.name)}]`)) targets.push(`name=${element.name}`);
  if (element.matches('a') && first('a', (it) => it.textContent.trim() === text)) targets.push(`linkText=${text}`);
  targets.push(`css=${cssIn(element, document)}`, `xpath=${xpathSelector(element)}`);
  return targets;
};

const record = (event, on, key) => {
  const element = on.closest('button, a, input, select, textarea, [role=button], [role=option], [role=link], [role=switch], [role=tab], [onclick]') || on;
  if (event.type === 'click' && element.matches('input:not([type=checkbox]):not([type=radio]):not([type=submit]):not([type=button]), textarea, select, label')) return;
  if (event.type === 'input' && element.matches('[type=checkbox], [type=radio]')) return;
  const css = cssSelector(element);
  const [aria, xpath, text] = [ariaSelector(element), xpathSelector(element), textSelector(element)];
  note({
    page: performance.timeOrigin, type: event.type === 'input' ? 'change' : 'click', key, value: event.type === 'input' ? element.value : null, isSelect: element.matches('select'),
    selectors: [aria && [aria], css, xpath && [`xpath/${xpath}`], [`pierce/${css[css.length - 1]}`], text && [`text/${text}`]].filter(Boolean),
    selenium: seleniumTargets(element),
  }, '~recorded');
};
