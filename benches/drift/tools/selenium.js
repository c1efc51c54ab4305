// Selenium IDE's runner: node selenium.js TOOLS BROWSER
//
// Runs a project as Selenium IDE records it: for every command the first of the locators it writes (id, name, link text,
// css, xpath), and at the end a check that the text of the outcome is there. The runner closes its browser at once, so pages
// tell what is touched by beacons. Needs `chromedriver` (Debian: chromium-driver), on the path or in TOOLS/chromedriver.
const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { serve, steps } = require('./lines.js');
const [, , tools, executablePath] = process.argv;
const runner = path.join(tools, 'selenium-side-runner/node_modules/selenium-side-runner/dist/bin.js');
const own = path.join(tools, 'chromedriver');
const driver = fs.existsSync(own) ? own : 'chromedriver';

let ids = 0;
const command = (name, target = '', value = '') => ({ id: `c${ids++}`, comment: '', command: name, target, targets: [], value });

const commandOf = (step) => {
  const target = step.selenium[0];
  // What is in a shadow tree has no locator in a recording.
  if (!target) return command('click', 'css=not-recorded');
  if (step.type !== 'change') return command('click', target);
  return step.isSelect ? command('select', target, `label=${step.value}`) : command('type', target, step.value);
};

const projectOf = (job) => {
  const outcome = [...job.recorded.acts].reverse().find((it) => it.act === 'visible')?.text || '';
  const check = command('waitForElementVisible', `xpath=//*[contains(normalize-space(.), "${outcome}")]`, String(job.timeout));
  const chore = [command('open', job.url), command('setWindowSize', '1280x800'), ...steps(job.recorded).map(commandOf), check];
  return {
    id: 'p', version: '2.0', name: 'drift', url: job.url, urls: [], plugins: [],
    tests: [{ id: 't1', name: 'chore', commands: chore }],
    suites: [{ id: 's', name: 'all', persistSession: false, parallel: false, timeout: 60, tests: ['t1'] }],
  };
};

const resultOf = (folder) => {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  const tests = files.flatMap((name) => JSON.parse(fs.readFileSync(path.join(folder, name))).testResults).flatMap((it) => it.assertionResults);
  return tests.find((it) => it.title.endsWith('chore'));
};

(async () => {
  const port = 9600 + (process.pid % 300);
  const server = spawn(driver, [`--port=${port}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((ready, failed) => { server.stdout.on('data', (text) => String(text).includes('successfully') && ready()); server.on('error', failed); })
    .catch(() => { console.error('chromedriver is not installed'); process.exit(1); });
  serve(async (job) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'side-'));
    fs.writeFileSync(path.join(folder, 'chore.side'), JSON.stringify(projectOf(job)));
    const options = JSON.stringify({ binary: executablePath, args: ['headless', 'no-sandbox', 'disable-gpu'] });
    const words = [runner, '--server', `http://127.0.0.1:${port}`, '--timeout', String(job.timeout), '--output-directory', folder, '-c', `browserName=chrome goog:chromeOptions=${options}`, path.join(folder, 'chore.side')];
    const ran = spawnSync('node', words, { cwd: folder, encoding: 'utf8', timeout: 60000 });
    try {
      const result = resultOf(folder);
      if (!result) throw new Error(`no result: ${(ran.stderr || ran.stdout).trim().slice(-300)}`);
      if (result.status !== 'passed') throw new Error(result.failureMessages[0] || 'failed');
      return {};
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }, () => server.kill());
})();
