// What all adapters share: one line of JSON in, one chore done, one line out.
//
// In: { url, end, script, recorded, timeout }. Out: { passed, reason, ms }, or whatever `work` gives besides.
const { createInterface } = require('readline');

exports.serve = (work, close) => {
  let queue = Promise.resolve();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    queue = queue.then(async () => {
      const began = performance.now();
      const job = JSON.parse(line);
      let said = {};
      try { said = { passed: true, reason: 'passed', ...(await work(job)) }; } catch (error) { said = { passed: false, reason: String(error.message || error).replace(/\x1b\[\d+m/g, '').split('\n').slice(0, 3).join(' ') }; }
      console.log(JSON.stringify({ ...said, ms: performance.now() - began }));
    });
  });
  lines.on('close', () => queue.then(close).then(() => process.exit(0)));
  console.log('"ready"');
};

// The steps of a recording: a text is what was in the field at the end.
exports.steps = (recorded) => recorded.actions.reduce((steps, action) => {
  const last = steps[steps.length - 1];
  if (action.type === 'change' && last?.type === 'change' && JSON.stringify(last.selectors) === JSON.stringify(action.selectors)) last.value = action.value;
  else steps.push({ ...action });
  return steps;
}, []);
