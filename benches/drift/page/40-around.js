// What else goes on: things that move by themselves, messages about something else, dialogs nobody asked for.

const ticker = () => {
  const box = make('<p style="margin:0;padding:4px;background:#ffe">…</p>');
  let round = 0;
  const names = ['Oslo 4 °C', 'Lima 19 °C', 'Kyoto 11 °C', 'Accra 30 °C'];
  setInterval(() => { round += 1; box.textContent = `${names[round % names.length]} · ${round} readers`; }, 250);
  document.body.prepend(box);
};
kind('ticker', { start: ticker });
kind('clock', {
  start() {
    const box = make('<div style="position:fixed;top:2px;right:8px;font-size:12px"></div>');
    const tell = () => { box.textContent = new Date().toISOString().slice(11, 21); };
    tell();
    setInterval(tell, 100);
    document.body.append(box);
  },
});
kind('live-badge', {
  start() {
    const box = make('<a href="#" style="position:fixed;top:2px;left:45%;font-size:12px">Notifications (3)</a>');
    setKey(box, '~notifications');
    let count = 3;
    setInterval(() => { count += 1; box.textContent = `Notifications (${count})`; }, 600);
    document.body.append(box);
  },
});
kind('toast-other', { start() { let is = false; window.addEventListener('click', () => { if (!is) { is = true; toast('Kim Reyes is online now', 'status'); } }); } });

const dialog = (key, html, { cover, top } = {}) => {
  if (sessionStorage[key]) return;
  sessionStorage[key] = 'seen';
  const back = make(`<div style="position:fixed;inset:0;background:${cover ? 'rgba(0,0,0,.45)' : 'transparent'};z-index:90;display:flex;align-items:center;justify-content:center;${cover ? '' : 'pointer-events:none'}"></div>`);
  const box = make(`<div style="background:#fff;color:#111;padding:22px;max-width:420px;box-shadow:0 2px 20px #0006;pointer-events:auto">${html}</div>`);
  if (cover) { box.setAttribute('role', 'dialog'); box.setAttribute('aria-modal', 'true'); }
  if (top) back.style.alignItems = top;
  back.append(box);
  for (const button of box.querySelectorAll('[data-do]')) {
    const does = button.dataset.do;
    button.removeAttribute('data-do');
    setKey(button, does === 'close' ? '~close' : `~${key}/${does}`);
    button.addEventListener('click', () => { back.remove(); });
  }
  document.body.append(back);
};
kind('cookie-bar', { start: () => dialog('cookies', '<p>We use cookies to make this site better.</p><button data-do="accept">Accept all</button> <button data-do="close">Reject all</button> <button data-do="settings">Settings</button>', { top: 'flex-end' }) });
kind('cookie-wall', { start: () => dialog('cookies', '<h2>Your privacy</h2><p>We and our 214 partners store cookies.</p><button data-do="accept">Accept all</button> <button data-do="close">Only necessary</button>', { cover: true }) });
kind('whats-new', { start: () => dialog('news', '<button data-do="close" aria-label="Close" style="float:right">×</button><h2>What is new</h2><p>Faster search and a darker dark theme.</p><button data-do="tour">Take the tour</button>', { cover: true }) });
kind('rating', { start: () => setTimeout(() => dialog('rating', '<h2>Do you like it here?</h2><p>A rating helps us.</p><button data-do="rate">Rate now</button> <button data-do="close">Not now</button>', { cover: true }), 400) });
kind('newsletter', { start: () => dialog('newsletter', '<h2>Stay in touch</h2><p>Our letter comes once a month.</p><input placeholder="Email address"> <button data-do="subscribe">Subscribe</button> <button data-do="close">No thanks</button>', { cover: true }) });
kind('coach-mark', {
  start() {
    if (sessionStorage.coach) return;
    sessionStorage.coach = 'seen';
    const back = make('<div style="position:fixed;inset:0;background:rgba(20,20,60,.35);z-index:80"><div style="position:absolute;left:40%;top:90px;background:#fff;color:#111;padding:14px;border-radius:8px"><p>Here you find all you need.</p><button>Skip</button> <button>Next tip</button></div></div>');
    const [skip, next] = back.querySelectorAll('button');
    setKey(skip, '~close');
    setKey(next, '~coach/next');
    skip.addEventListener('click', () => back.remove());
    document.body.append(back);
  },
});
kind('late-clicks', {
  start() {
    const until = performance.now() + 1200;
    for (const type of ['click', 'submit']) window.addEventListener(type, (event) => { if (performance.now() < until) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);
  },
});
