// A little component library: elements from functions, ids from a counter.
let counter = 0;
const useId = () => `:r${(counter++).toString(32)}:`;
const h = (tag, props = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2).toLowerCase(), value);
    else if (value !== false && value != null) node.setAttribute(name === 'className' ? 'class' : name, value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
};
const root = document.querySelector('[data-reactroot]');
let people = [];
let composing = null;
let draft = '';

const send = (method, url, body) => fetch(url, { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });

const Button = ({ k, solid, onClick }, label) => h('button', { id: useId(), className: solid ? 'btn solid' : 'btn', type: 'button', k, onClick }, h('span', {}, label));

const Composer = (person) => {
  const id = useId();
  return h('div', { className: 'composer' },
    h('label', { for: id }, 'Your message'), h('br'),
    h('textarea', { id, rows: 2, k: `${person.id}/text`, onInput: (event) => { draft = event.target.value; } }, draft), h('br'),
    Button({ k: `${person.id}/send`, solid: true, onClick: async () => { await send('POST', `/api/people/${person.id}/messages`, { text: draft }); composing = null; draft = ''; load(); } }, 'Send'));
};

const Card = (person) => h('article', { className: 'css-1a2b', k: `#${person.id}` },
  h('h3', {}, person.name), h('div', { className: 'css-9zz' }, `${person.team} · ${person.city} · ${person.seen}`),
  h('div', {},
    person.following ? Button({ k: `${person.id}/unfollow`, onClick: () => act('DELETE', person, 'following') }, 'Following')
      : Button({ k: `${person.id}/follow`, solid: true, onClick: () => act('PUT', person, 'following') }, 'Follow'),
    Button({ k: `${person.id}/mute`, onClick: () => act('POST', person, 'mute') }, 'Mute'),
    Button({ k: `${person.id}/message`, onClick: () => { composing = person.id; render(); } }, 'Message')),
  person.sent ? h('div', { className: 'css-9zz' }, 'Sent') : null,
  person.text ? h('p', {}, person.text) : null,
  composing === person.id ? Composer(person) : null);

const act = async (method, person, what) => { await send(method, `/api/people/${person.id}/${what}`); load(); };
const render = () => { counter = 0; root.replaceChildren(h('h1', {}, 'People'), h('div', { className: 'grid' }, people.map(Card))); };
const load = async () => { people = (await (await fetch('/api/state')).json()).people; render(); };
window.addEventListener('refresh', load);
load();
