// What kind of thing an element is, and what it is at the moment.

const CLICKABLE = 1, EDITABLE = 2, SCROLLABLE = 4, PASSWORD = 8, COVERED = 16, DISABLED = 32, FOCUSED = 64, TIP = 128, ALERT = 256;

// What a page marks as a message that must be noticed, and fields that it marks as wrong.
const ALERTS = '[role=alert],[role=alertdialog],[aria-live=assertive],[aria-invalid=true]';

const ARIA = {
  button: 'button', menuitem: 'button', menuitemcheckbox: 'checkbox', menuitemradio: 'radio',
  link: 'link', checkbox: 'checkbox', switch: 'switch', radio: 'radio', tab: 'tab', slider: 'slider',
  spinbutton: 'text_field', textbox: 'text_field', searchbox: 'text_field', combobox: 'button',
  heading: 'heading', img: 'image', image: 'image', list: 'list', listbox: 'list', grid: 'list',
  table: 'list', tree: 'list', treegrid: 'list', menu: 'list', menubar: 'list', tablist: 'list',
  feed: 'list', listitem: 'row', row: 'row', option: 'row', treeitem: 'row', article: 'row',
  dialog: 'dialog', alertdialog: 'dialog', progressbar: 'progress',
};
const TAGS = {
  button: 'button', summary: 'button', select: 'button', textarea: 'text_field',
  h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading',
  img: 'image', svg: 'image', canvas: 'image', video: 'image', picture: '', ul: 'list', ol: 'list',
  table: 'list', menu: 'list', li: 'row', tr: 'row', dialog: 'dialog', progress: 'progress', meter: 'progress',
  iframe: 'container', frame: 'container',
};
const INPUTS = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', color: 'button',
  checkbox: 'checkbox', radio: 'radio', range: 'slider', hidden: '',
};
const REACTS = { button: 1, link: 1, checkbox: 1, switch: 1, radio: 1, tab: 1, slider: 1 };
const REACTING_ROWS = { option: 1, treeitem: 1 };

const roleOf = (el, tag) => {
  const aria = el.getAttribute('role');
  if (aria) {
    const first = aria.trim().split(/\s+/)[0];
    // A field stays a field whatever the page calls it.
    if (tag === 'input' && first === 'combobox') return 'text_field';
    if (first === 'combobox' && el.isContentEditable) return 'text_field';
    if (first === 'presentation' || first === 'none') return '';
    if (ARIA[first]) return ARIA[first];
  }
  if (tag === 'a' || tag === 'area') return el.hasAttribute('href') ? 'link' : '';
  if (tag === 'input') {
    const role = INPUTS[el.type];
    if (role === undefined) return 'text_field';
    return el.hasAttribute('switch') && role === 'checkbox' ? 'switch' : role;
  }
  return TAGS[tag] || '';
};

const isEditingHost = (el) =>
  el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable);

// Fields that ever held a password stay secret when the page shows their letters, and so does a field that
// takes the place of one: it has the same identifier, name or label.
const everPassword = new WeakSet();
const secretNames = new Set();
const namesOf = (el) => {
  const names = [el.id && '#' + el.id, el.name && '@' + el.name, controlName(el)];
  return names.filter((name) => name);
};
const SECRETS = /(current|new)-password|one-time-code|cc-csc/;
const isPassword = (el) => {
  if (everPassword.has(el)) return true;
  const isHidden = el.type === 'password' || SECRETS.test(el.autocomplete || '') || getComputedStyle(el).webkitTextSecurity !== 'none';
  if (!isHidden && !(secretNames.size && namesOf(el).some((name) => secretNames.has(name)))) return false;
  everPassword.add(el);
  if (isHidden) for (const name of namesOf(el)) secretNames.add(name);
  return true;
};

const tri = (value) => (value === 'true' ? true : value === 'false' ? false : undefined);

const stateOf = (el, tag, role, entry) => {
  if (tag === 'input' && (el.type === 'checkbox' || el.type === 'radio')) {
    if (!el.indeterminate) entry.c = el.checked;
  } else {
    const checked = tri(el.getAttribute('aria-checked') || el.getAttribute('aria-pressed'));
    if (checked !== undefined) entry.c = checked;
  }
  const current = el.getAttribute('aria-current');
  const selected = tri(el.getAttribute('aria-selected')) ?? (current && current !== 'false' ? true : undefined);
  if (selected !== undefined) entry.s = selected;
  let expanded = tri(el.getAttribute('aria-expanded'));
  if (tag === 'summary' && el.parentElement && el.parentElement.localName === 'details') expanded = el.parentElement.open;
  if (expanded !== undefined) entry.e = expanded;
  if (role === 'progress' || role === 'slider') {
    const now = el.getAttribute('aria-valuetext') || el.getAttribute('aria-valuenow');
    if (tag === 'progress') { if (el.hasAttribute('value')) entry.v = String(el.value); }
    else if (tag === 'meter' || tag === 'input') entry.v = String(el.value);
    else if (now) entry.v = now;
  }
};

const isDisabled = (el) => {
  if (el.matches(':disabled')) return true;
  for (let at = el; at; at = at.getRootNode().host) if (at.closest('[aria-disabled=true],[inert]')) return true;
  return false;
};

// What a field shows and holds; what a password field holds stays here.
const fieldState = (el, tag, entry) => {
  entry.f |= EDITABLE | CLICKABLE;
  entry.d = controlName(el);
  if (isTip(el, entry.d) && !givenName(el)) entry.f |= TIP;
  if (tag === 'input' || tag === 'textarea') {
    if (isPassword(el)) {
      entry.f |= PASSWORD;
      entry.t = '\u2022'.repeat(Array.from(el.value).length);
      return;
    }
    entry.v = el.value;
    entry.t = el.value || clean(el.placeholder || '');
    if (el.readOnly) entry.f &= ~EDITABLE;
  } else {
    const value = el.innerText.replace(/\n$/, '');
    entry.v = value;
    entry.t = value || clean(el.getAttribute('aria-placeholder') || el.getAttribute('data-placeholder') || '');
  }
};

const selectState = (el, entry) => {
  entry.f |= CLICKABLE;
  entry.t = clean(Array.from(el.selectedOptions || [], (option) => option.label || option.text).join(', '));
  entry.v = entry.t;
  entry.d = controlName(el);
  if (isTip(el, entry.d)) entry.f |= TIP;
  entry.e = false;
};

const buttonInputState = (el, entry) => {
  entry.f |= CLICKABLE;
  const usual = { submit: 'Submit', reset: 'Reset' }[el.type] || '';
  if (el.type === 'file') {
    entry.t = clean(Array.from(el.files, (file) => file.name).join(', '));
    entry.d = controlName(el);
    if (!entry.d) { entry.d = 'Choose file'; entry.f |= TIP; }
    entry.v = entry.t;
  } else if (el.type === 'image' || el.type === 'color') {
    entry.d = controlName(el);
    // It is drawn where the picture is missing.
    const alt = clean(el.getAttribute('alt') || '');
    if (alt !== entry.d) remark(entry, alt);
    if (el.type === 'color') entry.v = el.value;
  } else {
    entry.t = clean(el.value || '') || usual;
    const name = ariaName(el);
    if (name !== entry.t) entry.d = name;
  }
};
