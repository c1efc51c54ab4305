// Everything can be read without this: it opens, filters and enlarges.
document.documentElement.classList.add("js");
const steps = () => document.querySelectorAll("details.step");
const tools = {
  open: () => steps().forEach((step) => { step.open = true; }),
  close: () => steps().forEach((step) => { step.open = false; }),
  filter: (button) => {
    const on = document.body.classList.toggle("only-troubles");
    button.setAttribute("aria-pressed", String(on));
  },
};
const shrink = () => document.querySelectorAll(".zoomed").forEach((figure) => figure.classList.remove("zoomed"));
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do]");
  if (button) return tools[button.dataset.do](button);
  const figure = event.target.closest("figure");
  const wasZoomed = figure?.classList.contains("zoomed");
  shrink();
  if (figure && !wasZoomed) figure.classList.add("zoomed");
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") shrink(); });
addEventListener("beforeprint", tools.open);
const openLinked = () => {
  const linked = document.getElementById(location.hash.slice(1));
  if (linked?.matches("details")) linked.open = true;
};
addEventListener("hashchange", openLinked);
openLinked();
