// What is drawn in front of the rest at a place of its own: dialogs, sheets, bars.

// A part of the page that is only put somewhere is no layer, unless it takes much of the view.
const LEAST_SHARE = 0.5;

const takesMuch = (rect, view) => rect.width * rect.height >= LEAST_SHARE * view.w * view.h;

const startsLayer = (role, rect, style, view) => {
  if (role === 'dialog' || style.position === 'fixed' || style.position === 'sticky') return true;
  return style.position === 'absolute' && style.zIndex > 0 && takesMuch(rect, view);
};

const isModal = (el) => el.getAttribute('aria-modal') === 'true' || el.getAttribute('role') === 'alertdialog' || el.matches(':modal');

// Notes a layer and returns its number.
Walk.prototype.addLayer = function (el, rect, cx) {
  const bounds = cut(rect, cx.place, cx.clip) || [0, 0, 0, 0];
  this.layers.push({ o: this.layer, b: bounds, m: isModal(el) });
  return this.layers.length - 1;
};
