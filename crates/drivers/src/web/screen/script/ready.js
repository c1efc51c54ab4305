// Whether the scripts of the document have run: before that, touches are lost.

const whole = new WeakSet();
const isReady = (doc) => doc.readyState === 'complete' || (doc.readyState === 'interactive' && whole.has(doc));

// Scripts that were put off run after the parser has ended and before this event, which comes to the
// window after the page's own handlers on the document.
const awaitWhole = (doc) => {
  if (performance.timing.domContentLoadedEventEnd > 0) whole.add(doc);
  window.addEventListener('DOMContentLoaded', () => {
    whole.add(doc);
    if (saidLoading) signal();
  });
};

// What the last reading said, so that only what differs from it is signalled.
let saidLoading = false;

// A document that is nearly there is read once, when it is. One that takes longer is read as it is.
const NEARLY = 100;
const waitedFor = new WeakSet();
const whenNearlyReady = (work) => {
  if (isReady(document) || waitedFor.has(document)) return work();
  waitedFor.add(document);
  return new Promise((done) => {
    window.addEventListener('DOMContentLoaded', done, { once: true });
    setTimeout(done, NEARLY);
  }).then(work);
};
