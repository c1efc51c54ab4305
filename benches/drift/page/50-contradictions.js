// What must not be touched, or cannot be touched.

const becomes = (word, key) => target((element) => { setText(element, setup.words[word]); setKey(element, key); });
kind('opposite', becomes('opposite', '~opposite'));
kind('danger', becomes('danger', '~danger'));
kind('reused', becomes('reused', '~reused'));
kind('target-removed', target((element) => element.remove()));
kind('target-disabled', target((element) => {
  if ('disabled' in element) element.disabled = true;
  else { element.setAttribute('aria-disabled', 'true'); element.style.pointerEvents = 'none'; element.removeAttribute('href'); }
}));

// Where something beside a control goes: what is outside of an open dialog cannot be reached.
const around = (element) => element.closest('dialog') || document.body;

// Another control of the same name stands elsewhere, and the wanted one is gone.
const namesake = (element) => {
  if (document.body.hasNamesake) return;
  document.body.hasNamesake = true;
  const box = make('<section style="margin:24px 0;border-top:1px solid #999"><h3>Newsletter</h3><p>Our letter comes once a month.</p></section>');
  const twin = make('<button type="button"></button>');
  twin.textContent = textOf(element);
  setKey(twin, '~namesake');
  twin.addEventListener('click', () => { box.append(' Thank you.'); });
  box.append(twin);
  around(element).append(box);
};
kind('only-namesake', target((element) => { namesake(element); element.remove(); }));
kind('namesake', target(namesake));

kind('covered', target((element) => {
  const place = () => {
    const box = element.getBoundingClientRect();
    Object.assign(cover.style, { left: `${box.left - 4}px`, top: `${box.top - 4}px`, width: `${box.width + 8}px`, height: `${box.height + 8}px` });
  };
  const cover = make('<div style="position:fixed;z-index:70"></div>');
  setKey(cover, '#cover');
  around(element).append(cover);
  place();
  setInterval(() => { if (element.isConnected) place(); else cover.remove(); }, 50);
}));

const dead = (event, key) => { if (key === setup.target) { event.preventDefault(); event.stopImmediatePropagation(); return true; } return false; };
kind('dead', { click: (event, on, key) => dead(event, key) });
kind('dead-beside-ticker', { start: ticker, click: (event, on, key) => dead(event, key) });
kind('dead-with-toast', { click: (event, on, key) => { if (dead(event, key)) toast('Kim Reyes is online now', 'status'); } });
kind('dead-with-focus', { click: (event, on, key) => { if (dead(event, key)) document.querySelector('input, a, select')?.focus(); } });

kind('confirm-step', {
  click(event, on, key) {
    if (key !== setup.target || change.confirmed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const back = make('<div role="dialog" aria-modal="true" style="position:fixed;inset:0;background:#0006;z-index:90"><div style="background:#fff;color:#111;margin:15% auto;width:320px;padding:20px"><p>Are you sure?</p><button>Cancel</button> <button>Continue</button></div></div>');
    const [no, yes] = back.querySelectorAll('button');
    setKey(no, '~close');
    setKey(yes, '#confirm');
    const control = on;
    no.addEventListener('click', () => back.remove());
    yes.addEventListener('click', () => { back.remove(); change.confirmed = true; (control.click ? control : control.parentElement).click(); });
    around(control).append(back);
  },
});

// ---- fields

// Another field stands at the place of the wanted one, with its id.
kind('field-reused', field((element) => { setName(element, 'Discount code'); setKey(element, '~field'); }));
kind('field-readonly', field((element) => { element.readOnly = true; }));
kind('field-truncated', field((element) => { element.maxLength = 3; }));
kind('field-reset', field((element) => {
  element.addEventListener('blur', () => { element.value = ''; element.dispatchEvent(new Event('input', { bubbles: true })); });
}));
kind('field-altered', field((element) => {
  element.addEventListener('change', () => { element.value = element.value.slice(0, -1); element.dispatchEvent(new Event('input', { bubbles: true })); });
}));
kind('field-gone', field((element) => { const label = labelOf(element); if (typeof label !== 'string') label.style.display = 'none'; element.style.display = 'none'; }));
