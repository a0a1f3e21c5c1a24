// A slider that reports while it is dragged. `data`: label, value, low, knee, high, step, marks, words.
// Up to `knee` the track is linear, beyond it logarithmic. A new value is sent only when the last one has come back,
// which happens after the page's picture: the pictures follow the hand as fast as they can be drawn, none is skipped over.
export default function ({ parentElement, data, setStateValue }) {
  const root = parentElement.querySelector(".slider"), thumb = root.querySelector(".thumb"), fill = root.querySelector(".fill");
  const s = (root.state ??= { wanted: data.value, sent: null, dragging: false });
  const { low, knee, high, step } = data;
  const share = knee > low ? 0.68 : 0;
  const clamp = (v) => Math.min(high, Math.max(low, v));

  const place = (v) => v <= knee && share ? share * (v - low) / (knee - low)
    : share + (1 - share) * Math.log(v / knee) / Math.log(high / knee);
  const grain = (v) => {  // beyond the knee the mouse takes round numbers only
    if (!share) return 10 ** Math.floor(Math.log10(v) + 1e-9);
    return v <= knee ? step : 8 * 2 ** Math.floor(Math.log2(v / knee));
  };
  const at = (f) => {
    f = Math.min(1, Math.max(0, f));
    const v = share && f <= share ? low + f / share * (knee - low) : knee * (high / knee) ** ((f - share) / (1 - share));
    const g = grain(v), from = share && v <= knee ? low : 0;
    return clamp(from + Math.round((v - from) / g) * g);
  };
  const nudge = (v, steps) => share ? clamp(v + steps * step)
    : clamp(steps > 0 ? v + grain(v) * steps : v - grain(v * 0.999999) * -steps);

  const draw = () => {
    const f = 100 * place(s.wanted);
    thumb.style.left = fill.style.width = f + "%";
    thumb.setAttribute("aria-valuenow", s.wanted);
    thumb.setAttribute("aria-valuetext", `${s.wanted} ${data.words}`);
  };
  const send = () => {  // the stamp makes a wish new even where it asks for the same value as the last one
    if (s.sent === null && s.wanted !== s.settled) { s.sent = { to: s.wanted, stamp: Date.now() }; setStateValue("move", s.sent); }
  };
  const want = (v) => { if (v !== s.wanted) { s.wanted = v; draw(); send(); } };

  // A run of the script has finished: what it drew is settled. An answer to our move frees the way for the next.
  s.settled = data.value;
  const answered = s.sent?.stamp === data.seen, newer = s.sent && !(answered && s.wanted === s.sent.to);
  if (!newer && !s.dragging) s.wanted = data.value;
  if (answered) s.sent = null;
  draw(); send();

  if (root.dataset.ready !== data.label) {
    thumb.setAttribute("aria-label", data.label);
    thumb.setAttribute("aria-valuemin", low);
    thumb.setAttribute("aria-valuemax", high);
    root.querySelector(".marks").replaceChildren(...data.marks.map((v) => {
      const mark = document.createElement("span");
      mark.textContent = v >= 1e6 ? v / 1e6 + "M" : v >= 1e4 ? v / 1e3 + "k" : v;
      mark.style.left = 100 * place(v) + "%";
      return mark;
    }));
    root.dataset.ready = data.label;
  }
  const track = root.querySelector(".track");
  const follow = (e) => { const r = track.getBoundingClientRect(); want(at((e.clientX - r.left) / r.width)); };
  root.onpointerdown = (e) => {
    if (e.button) return;
    s.dragging = true; s.before = s.wanted; root.setPointerCapture(e.pointerId); thumb.focus(); e.preventDefault();
    if (e.pointerType !== "touch") follow(e);  // a finger may be about to scroll: then the browser cancels
  };
  root.onpointermove = (e) => { if (s.dragging) follow(e); };
  root.onpointerup = (e) => { if (s.dragging) follow(e); s.dragging = false; };
  root.onpointercancel = () => { if (s.dragging) want(s.before); s.dragging = false; };
  thumb.onkeydown = (e) => {
    const to = {
      ArrowRight: () => nudge(s.wanted, 1), ArrowUp: () => nudge(s.wanted, 1),
      ArrowLeft: () => nudge(s.wanted, -1), ArrowDown: () => nudge(s.wanted, -1),
      PageUp: () => nudge(s.wanted, 8), PageDown: () => nudge(s.wanted, -8), Home: () => low, End: () => high,
    }[e.key];
    if (to && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); want(to()); }
  };
}
