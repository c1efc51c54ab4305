// A reading that is asked for together with text: it is taken the moment the page has handled the last
// key, which spares the way to the driver and back and comes before the page is drawn.

let keysHandled = 0;
let awaited = null;

const soon = (work) => (self.scheduler ? scheduler.postTask(work, { priority: 'user-blocking' }) : setTimeout(work));

const keyHandled = (event) => {
  if (!event.isTrusted) return;
  keysHandled += 1;
  if (!awaited || keysHandled < awaited.keys) return;
  const { done } = awaited;
  awaited = null;
  // First comes what the page itself does when a key is released.
  soon(() => done(readNow()));
};
window.addEventListener('keyup', keyHandled, { capture: true, passive: true });

// The keys may be handled before this is heard, so it says how many there must have been in all.
const readAfter = (keys) => {
  if (keysHandled >= keys) return readNow();
  return new Promise((done) => { awaited = { keys, done }; });
};
