const list = document.querySelector('[role=list]');
const form = document.querySelector('form');
const field = form.querySelector('input');
let tasks = [];

const api = (method, path, body) => fetch(`/api/tasks${path}`, { method, headers: { 'content-type': 'application/json' }, body: body ? JSON.stringify(body) : undefined });
const load = async () => { tasks = (await (await fetch('/api/state')).json()).tasks; draw(); };

// Shows the change first; asks the server then, and shows what it says.
const optimistic = async (change, request) => { change(); draw(); try { await request(); } finally { load(); } };

const draw = () => list.replaceChildren(...tasks.map((task) => {
  const item = document.createElement('div');
  item.setAttribute('role', 'listitem');
  item.className = 'item';
  item.setAttribute('k', `#${task.id}`);
  const isDone = task.done === 'yes';
  item.innerHTML = `<p><span class="${isDone ? 'struck' : ''}"></span></p><div class="meta"></div><button k="${task.id}/${isDone ? 'reopen' : 'done'}">${isDone ? 'Reopen' : 'Complete'}</button><button k="${task.id}/delete">Delete</button>`;
  item.querySelector('span').textContent = task.title;
  item.querySelector('.meta').textContent = `${task.list}, ${task.due}`;
  const [done, remove] = item.querySelectorAll('button');
  done.onclick = () => optimistic(() => { task.done = isDone ? 'no' : 'yes'; }, () => api('PUT', `/${task.id}`, { done: isDone ? 'no' : 'yes' }));
  remove.onclick = () => optimistic(() => { tasks = tasks.filter((it) => it !== task); }, () => api('DELETE', `/${task.id}`));
  return item;
}));

form.onsubmit = (event) => {
  event.preventDefault();
  const title = field.value;
  form.reset();
  optimistic(() => tasks.push({ id: 'new', title, list: 'Inbox', due: 'today', done: 'no' }), () => api('POST', '', { title }));
};
window.addEventListener('refresh', load);
load();
