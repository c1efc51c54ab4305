// Another look and another order.

kind('wrapped', {
  element(element, key) {
    if (key.startsWith('#') || element.matches('tr, td, option, li') || element.wrapped) return;
    element.wrapped = true;
    const outer = make('<div style="display:inline-block"><div></div></div>');
    element.replaceWith(outer);
    outer.firstElementChild.append(element);
  },
});

// What stands last in the page is shown first: the eye sees the old order.
kind('dom-order', target((element) => {
  const parent = element.parentElement;
  const items = [...parent.children];
  if (items.length < 2 || parent.matches('tr, table, tbody')) return;
  parent.style.display = 'flex';
  parent.style.flexWrap = 'wrap';
  items.forEach((item, place) => { item.style.order = place; });
  items.reverse().forEach((item) => { if (item.parentElement === parent) parent.append(item); });
}));

// The button stands in a bar at the top.
kind('moved-to-toolbar', target((element) => {
  const form = element.closest('form');
  if (form && !element.closest('tr')) { form.prepend(element); return; }
  element.style.float = 'left';
  element.parentElement.prepend(element);
}));

// The two controls have changed places, and their ids with the places.
kind('places-swapped', {
  element() {
    const [one, other] = [byKey(setup.target), byKey(setup.beside)];
    if (!one || !other || one.swapped || one.parentElement !== other.parentElement) return;
    one.swapped = true;
    const here = document.createComment('');
    one.before(here);
    other.before(one);
    here.replaceWith(other);
    [one.id, other.id] = [other.id, one.id];
  },
});

kind('sidebar', {
  start() {
    document.body.style.paddingLeft = '230px';
    const bar = make('<nav style="position:absolute;left:0;top:0;width:200px;padding:16px;background:#eef"><p>Menu</p></nav>');
    for (const name of ['Overview', 'Reports', 'Team', 'Billing', 'Help']) {
      const link = make('<a href="#" style="display:block;padding:6px"></a>');
      link.textContent = name;
      setKey(link, `~menu/${name}`);
      bar.append(link);
    }
    document.body.prepend(bar);
  },
});

kind('taller-header', { start: () => document.body.prepend(make('<div style="height:170px;background:linear-gradient(90deg,#456,#89a);color:#fff"><p style="margin:0;padding:20px">Ten years with you</p></div>')) });
kind('dark', { start: () => style('html, body { background:#111 !important; color:#eee !important } button, input, select, textarea { background:#333; color:#eee; border-color:#777 }') });
kind('fonts', { start: () => style('* { font-family: serif !important; letter-spacing: .4px; line-height: 1.7 }') });
kind('bigger', { start: () => { document.documentElement.style.zoom = '1.2'; } });
kind('narrow', { start: () => style('body { max-width: 620px; margin-left: auto !important; margin-right: auto !important }') });
// What stood at the left stands at the right.
kind('columns-reversed', {
  start() {
    for (const element of [document.body, ...document.querySelectorAll('body > *, body > * > *')]) {
      const display = getComputedStyle(element).display;
      if (display === 'flex') element.style.flexDirection = 'row-reverse';
      if (display === 'grid') { element.style.direction = 'rtl'; for (const child of element.children) child.style.direction = 'ltr'; }
    }
  },
});

kind('extra-column', {
  element(element, key) {
    if (!key.startsWith('#') || element.extended) return;
    element.extended = true;
    if (element.matches('tr')) element.insertBefore(make('<table><tr><td>North</td></tr></table>').querySelector('td'), element.children[1] || null);
    else element.append(make('<div>North</div>'));
  },
});

kind('extra-field', field((element) => {
  const around = element.closest('label') || element;
  const extra = make('<label style="display:block">Reference (optional) <input></label>');
  setKey(extra.querySelector('input'), '~extra');
  const label = labelOf(element);
  const before = typeof label === 'string' || label.contains(element) ? around : label;
  before.before(extra);
}));

kind('extra-button', target((element) => {
  if (element.beside) return;
  element.beside = true;
  const extra = make('<button type="button">Export</button>');
  setKey(extra, '~export');
  element.before(extra);
}));

// ---- other elements for the same control

const look = 'display:inline-block;padding:4px 10px;border:1px solid #888;border-radius:3px;background:#eee;color:#111;cursor:pointer;text-decoration:none';
const isButton = (element) => element.matches('button, input, a') && !element.matches('[role=switch], [role=option]');
const named = (element, other) => {
  other.append(element.matches('input') ? element.value : element.textContent.trim());
  if (element.hasAttribute('aria-label')) other.setAttribute('aria-label', element.getAttribute('aria-label'));
  if (element.id) { other.id = element.id; element.removeAttribute('id'); }
  if (element.className) other.className = element.className;
};
kind('link-for-button', target((element) => {
  if (!isButton(element)) return;
  const link = make(`<a href="#" style="${look}"></a>`);
  named(element, link);
  standIn(element, link);
}));
kind('div-for-button', target((element) => {
  if (!isButton(element)) return;
  const box = make(`<div role="button" tabindex="0" style="${look}"></div>`);
  named(element, box);
  standIn(element, box);
}));
kind('submit-for-button', target((element) => {
  if (!isButton(element)) return;
  const input = make('<input type="button">');
  input.value = element.textContent.trim();
  if (element.hasAttribute('aria-label')) input.setAttribute('aria-label', element.getAttribute('aria-label'));
  if (element.id) { input.id = element.id; element.removeAttribute('id'); }
  standIn(element, input);
}));
