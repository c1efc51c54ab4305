// Whether the scripts of the document have run: before that, touches are lost, or do what they do without scripts.

const whole = new WeakSet();
const isReady = (doc) => whole.has(doc);

// Scripts wait for the end of the parser or of the pictures, and then often put off their work once or twice more.
// A document whose pictures take longer than this is used without them.
const PICTURES = 500;
const awaitWhole = (doc) => {
  if (doc.readyState === 'complete') {
    whole.add(doc);
    return;
  }
  const end = () => {
    if (whole.has(doc)) return;
    whole.add(doc);
    for (const done of waiting.splice(0)) done();
    if (saidLoading) signal();
  };
  // Timers run in the order they were set, so those of the page come first.
  const endSoon = () => setTimeout(() => setTimeout(end));
  const parsed = () => setTimeout(endSoon, PICTURES);
  window.addEventListener('load', endSoon);
  if (performance.timing.domContentLoadedEventEnd > 0) parsed();
  else window.addEventListener('DOMContentLoaded', parsed);
  // A page that writes itself anew (`document.open`) takes every listener away; timers stay.
  const look = () => (doc.readyState === 'loading' ? setTimeout(look, PICTURES) : parsed());
  setTimeout(look, PICTURES);
};

// What the last reading said, so that only what differs from it is signalled.
let saidLoading = false;

// A document that is nearly there is read once, when it is. One that takes longer is read as it is.
const NEARLY = 100;
const waiting = [];
const waitedFor = new WeakSet();
const whenNearlyReady = (work) => {
  if (isReady(document) || waitedFor.has(document)) return work();
  waitedFor.add(document);
  return new Promise((done) => {
    waiting.push(done);
    setTimeout(done, NEARLY);
  }).then(work);
};
