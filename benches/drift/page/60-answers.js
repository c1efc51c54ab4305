// What is sent, and what becomes of it. Statuses and what is kept are the server's; see `answer` in changes.json.

const FAILED = 'Something went wrong. Your changes were not saved.';
const failing = (show) => ({
  async final({ send }) {
    const answer = await send();
    setTimeout(show, 30);
    return calm(answer);
  },
});
kind('error-alert', failing(() => toast(FAILED, 'alert')));
kind('error-toast', failing(() => toast(FAILED)));
kind('error-banner', failing(() => document.body.prepend(make(`<div style="background:#fdd;color:#900;padding:8px">Error: could not reach the server (500)</div>`))));
kind('error-at-field', failing(() => {
  const element = byKey(setup.field);
  if (!element) { toast('This value is not valid', 'alert'); return; }
  element.setAttribute('aria-invalid', 'true');
  element.after(make('<span style="color:#b00">This value is already taken</span>'));
}));

// The page shows the change at once and takes it back when the answer is there.
kind('reverts', {
  async final({ send }) {
    send().then(() => refresh(), () => refresh());
    await new Promise((done) => setTimeout(done, 40));
    return new Response('{"ok":true}', { status: 200 });
  },
});
kind('late-500', {
  async final({ send }) {
    send().catch(() => {});
    await new Promise((done) => setTimeout(done, 40));
    return new Response('{"ok":true}', { status: 200 });
  },
});
kind('connection-lost', {
  async final({ send }) {
    await send().catch(() => {});
    return new Response('{"ok":true}', { status: 200 });
  },
});

const formOf = (form) => ({ method: 'POST', body: new URLSearchParams(new FormData(form)) });
kind('sent-twice', {
  async final({ send }) { await send(); return send(); },
  submit(form) { const body = formOf(form); const request = new XMLHttpRequest(); request.open('POST', form.action, false); request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded'); request.send(body.body.toString()); },
});

const other = (url) => String(url).replace(setup.entity, setup.neighbour);
kind('other-entity', {
  final: ({ url, options, send }) => send(other(url), options),
  submit(form) { form.action = other(form.action); },
});

kind('not-sent', {
  async final() { await new Promise((done) => setTimeout(done, 40)); return new Response('{"ok":true}', { status: 200 }); },
});

const without = (body) => {
  if (typeof body === 'string') { try { const object = JSON.parse(body); delete object[setup.sentAs]; return JSON.stringify(object); } catch { /* a form */ } }
  const form = new URLSearchParams(body);
  form.delete(setup.sentAs);
  return form;
};
kind('field-not-sent', {
  final: ({ url, options, send }) => send(url, { ...options, body: without(options.body) }),
  submit(form) { form.elements[setup.sentAs].removeAttribute('name'); },
});
