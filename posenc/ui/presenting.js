// Presenting by keyboard, as a clicker sends it. `data`: stop, revealed.
// Page Down reveals, then goes on; Page Up goes back. Left and right do so too while nothing else has the focus.
const press = (name) => document.querySelector(`.st-key-tour-${name} button:enabled`)?.click();
const free = () => {
  const focus = document.activeElement;
  return !focus || focus === document.body || focus.matches("h1, main, section, .st-key-tour button");
};
let listening, stood;

export default function ({ data, parentElement }) {
  if (listening) document.removeEventListener("keydown", listening, true);
  listening = (e) => {
    if (!parentElement.isConnected || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    const paging = e.key.startsWith("Page") && !document.activeElement?.matches("textarea, [contenteditable=true]");
    if (!paging && !(e.key.startsWith("Arrow") && free())) return;
    const reveal = e.key === "PageDown" && !data.revealed && document.querySelector(".st-key-tour-reveal");
    const name = { PageDown: reveal ? "reveal" : "next", ArrowRight: "next", PageUp: "back", ArrowLeft: "back" }[e.key];
    if (!name) return;
    e.preventDefault();
    e.stopPropagation();
    if (!e.repeat) press(name);
  };
  document.addEventListener("keydown", listening, true);
  document.querySelector(".st-key-tour-words")?.setAttribute("aria-live", "polite");
  if (stood !== undefined && stood !== data.stop) document.querySelector("[data-testid=stMain]").scrollTo({ top: 0 });
  stood = data.stop;
}
