class AlertSwitch extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    const { key, name, value } = this.settings;
    root.innerHTML = `<style>button{width:100%;text-align:left;padding:8px;border:1px solid #9b9;background:#fff;margin:3px 0}button[aria-checked=true]{background:#cfc}</style>
      <button role="switch" aria-checked="${value === 'on'}" k="${key}">${name}</button>`;
    const button = root.querySelector('button');
    button.addEventListener('click', () => {
      const on = button.getAttribute('aria-checked') !== 'true';
      button.setAttribute('aria-checked', on);
      this.dispatchEvent(new CustomEvent('switched', { detail: on ? 'on' : 'off' }));
    });
  }
}
customElements.define('alert-switch', AlertSwitch);

class SensorCard extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' });
    this.draw();
  }
  draw() {
    const { id, place, kind, battery, urgent, note } = this.sensor;
    const root = this.shadowRoot;
    root.innerHTML = `<style>section{background:#fff;border:1px solid #bcb;padding:12px;margin:10px 0;width:420px}small{color:#565}label{display:block;margin:6px 0}</style>
      <section aria-label="${place}" k="#${id}"><b>${place}</b> <small>${kind} · battery ${battery}${urgent === 'on' ? ' · urgent' : ''}</small> <i>${note}</i><div></div></section>`;
    const body = root.querySelector('div');
    if (this.editing) this.form(body);
    else {
      body.innerHTML = `<button id="edit" k="${id}/edit">Edit</button> <button id="remove" k="${id}/remove">Remove</button>`;
      body.firstElementChild.onclick = () => { this.editing = { ...this.sensor }; this.draw(); };
      body.lastElementChild.onclick = () => this.send('DELETE');
    }
  }
  form(body) {
    const { id } = this.sensor;
    for (const [field, name] of [['urgent', 'Urgent alerts'], ['quiet', 'Quiet at night']]) {
      const control = document.createElement('alert-switch');
      control.settings = { key: `${id}/${field}`, name, value: this.editing[field] };
      control.addEventListener('switched', (event) => { this.editing[field] = event.detail; });
      body.append(control);
    }
    const line = document.createElement('div');
    line.innerHTML = `<label for="note">Note</label><input id="note" k="${id}/note"><br><button id="save" k="${id}/save">Save</button>`;
    const [, input, , save] = line.children;
    input.value = this.editing.note;
    input.addEventListener('input', () => { this.editing.note = input.value; });
    save.onclick = () => this.send('PATCH', { urgent: this.editing.urgent, quiet: this.editing.quiet, note: this.editing.note });
    body.append(line);
  }
  async send(method, what) {
    await fetch(`/api/sensors/${this.sensor.id}`, { method, body: what && JSON.stringify(what), headers: { 'Content-Type': 'application/json' } });
    window.dispatchEvent(new Event('refresh'));
  }
}
customElements.define('sensor-card', SensorCard);

class HouseList extends HTMLElement {
  connectedCallback() { this.load(); window.addEventListener('refresh', () => this.load()); }
  async load() {
    const { sensors } = await (await fetch('/api/state')).json();
    this.replaceChildren(...sensors.map((sensor) => Object.assign(document.createElement('sensor-card'), { sensor })));
  }
}
customElements.define('house-list', HouseList);
