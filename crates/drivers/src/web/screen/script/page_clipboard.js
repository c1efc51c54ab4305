// What scripts of a page copy goes to the device, not to the clipboard of the machine. Runs in the page's own world.
((copied) => {
  if (!globalThis.Clipboard) return;
  const [dispatch, Made, view] = [EventTarget.prototype.dispatchEvent, CustomEvent, window];
  const keep = (text) => { Reflect.apply(dispatch, view, [new Made(copied, { detail: text })]); };
  const TEXT = 'text/plain';
  const keepItem = async (item) => { if (item.types.includes(TEXT)) keep(await (await item.getType(TEXT)).text()); };
  Clipboard.prototype.writeText = async function writeText(text) { keep(String(text)); };
  Clipboard.prototype.write = async function write(items) { await Promise.all(Array.from(items, keepItem)); };
})
