// Identifiers that nobody sees.

const REFERS = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'list'];

// Renames every id of a tree and all that refers to it.
const renameIds = (root, rename) => {
  if (!root.querySelectorAll) return;
  const all = [...root.querySelectorAll('*')];
  if (root.nodeType === 1) all.push(root);
  for (const element of all) {
    if (element.id && !element.renamed) { element.id = rename(element.id); element.renamed = true; }
    for (const name of REFERS) {
      const value = element.getAttribute(name);
      if (value && !element[`renamed-${name}`]) {
        element.setAttribute(name, value.split(' ').map(rename).join(' '));
        element[`renamed-${name}`] = true;
      }
    }
    if (element.dataset?.testid) element.dataset.testid = rename(element.dataset.testid);
  }
};

kind('ids-hashed', { scan: (root) => renameIds(root, (id) => `x${hash(id)}`) });

kind('ids-renumbered', { scan: (root) => renameIds(root, (id) => id.replace(/\d+/, (number) => String(Number(number) + 7))) });

// Every id that counts is now that of the control before.
kind('ids-shifted', { scan: (root) => renameIds(root, (id) => id.replace(/\d+/, (number) => String(Number(number) + 1))) });

kind('ids-removed', {
  scan(root) {
    if (!root.querySelectorAll) return;
    const used = new Set();
    const tree = root.getRootNode();
    for (const name of REFERS) for (const element of tree.querySelectorAll(`[${name}]`)) element.getAttribute(name).split(' ').forEach((id) => used.add(id));
    for (const element of root.querySelectorAll('[id]')) if (!used.has(element.id)) element.removeAttribute('id');
    for (const element of root.querySelectorAll('[data-testid]')) element.removeAttribute('data-testid');
  },
});

// The control beside has the id of the one that is wanted, and the other way round.
kind('ids-swapped', {
  element() {
    const [one, other] = [byKey(setup.target), byKey(setup.beside)];
    if (!one || !other || one.swapped) return;
    one.swapped = true;
    [one.id, other.id] = [other.id, one.id];
    for (const name of ['data-testid', 'name']) {
      const [a, b] = [one.getAttribute(name), other.getAttribute(name)];
      if (a !== null && b !== null) { one.setAttribute(name, b); other.setAttribute(name, a); }
    }
  },
});

const classNames = (name) => `c${hash(name)}`;
const renameRules = (rules) => {
  for (const rule of rules) {
    if (rule.selectorText && !rule.renamed) { rule.renamed = true; rule.selectorText = rule.selectorText.replace(/\.([\w-]+)/g, (_, name) => `.${classNames(name)}`); }
    if (rule.cssRules && !rule.selectorText) renameRules(rule.cssRules);
  }
};
kind('classes-hashed', {
  scan(root) {
    for (const sheet of root.getRootNode().styleSheets || []) { try { renameRules(sheet.cssRules); } catch { /* a sheet that is not there yet */ } }
    const all = root.querySelectorAll ? [...root.querySelectorAll('[class]')] : [];
    if (root.nodeType === 1 && root.className) all.push(root);
    for (const element of all) if (!element.restyled && typeof element.className === 'string') { element.restyled = true; element.className = element.className.split(/\s+/).map(classNames).join(' '); }
  },
});
