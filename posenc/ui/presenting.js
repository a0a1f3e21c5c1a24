// A presenter's clicker sends PageDown and PageUp; arrow keys count where nothing else listens to them.
export default function () {
  const on = (event) => {
    const idle = document.activeElement === document.body;
    const way = { PageDown: "next", PageUp: "back", ArrowRight: idle && "next", ArrowLeft: idle && "back" }[event.key];
    const button = way && document.querySelector(`.st-key-present_${way} button:not(:disabled)`);
    if (button) { event.preventDefault(); button.click(); }
  };
  document.addEventListener("keydown", on);
  return () => document.removeEventListener("keydown", on);
}
