// Presenting by keyboard, as a clicker sends it. `data`: stop.
// Page Down presses the highlighted button, which reveals, then goes on; Page Up goes back. Left and right go back and
// on too, while nothing else has the focus. What to press is read off the page at that moment: data may come later.
const BUTTON = {
  PageDown: "button[kind=primary]",
  ArrowRight: ".st-key-tour-next button",
  PageUp: ".st-key-tour-back button",
  ArrowLeft: ".st-key-tour-back button",
};
const free = () => {
  const focus = document.activeElement;
  return !focus || focus === document.body || focus.matches("h1, main, section, .st-key-tour button");
};
const deep = (node = document.activeElement) => (node?.shadowRoot?.activeElement ? deep(node.shadowRoot.activeElement) : node);
let listening, stood;

export default function ({ data, parentElement }) {
  if (listening) document.removeEventListener("keydown", listening, true);
  listening = (e) => {
    if (!parentElement.isConnected || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    const paging = e.key.startsWith("Page") && !deep()?.matches("textarea, [contenteditable=true]");
    if (!paging && !(e.key.startsWith("Arrow") && free())) return;
    if (!BUTTON[e.key]) return;
    e.preventDefault();
    e.stopPropagation();
    if (!e.repeat) document.querySelector(`.st-key-tour ${BUTTON[e.key]}:enabled`)?.click();
  };
  document.addEventListener("keydown", listening, true);
  document.querySelector(".st-key-tour-words")?.setAttribute("aria-live", "polite");
  if (stood !== undefined && stood !== data.stop) document.querySelector("[data-testid=stMain]").scrollTo({ top: 0 });
  stood = data.stop;
}
