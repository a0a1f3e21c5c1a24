// Clock hands that turn with the position. `data`: length, sin and cos (colors), clocks: [{pair, speed, caption}].
// Between two positions a hand moves and then rests, since the table holds whole positions only.
const START = 7; // where the hands stand at first: at position 0 they would all point the same way
const TRAIL = 12; // dots: where the tip stood at the last positions
const PACES = [1, 4, 16, 64]; // positions a second

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".clocks");
  root.hands ??= new Hands(root);
  root.hands.update(data);
}

const minus = (text) => text.replaceAll("-", "−");
const make = (tag, attributes = {}, parent = null) => {
  const svg = ["svg", "circle", "line", "g"].includes(tag);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) name === "text" ? (node.textContent = value) : node.setAttribute(name, value);
  return parent ? parent.appendChild(node) : node;
};

const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

class Hands {
  constructor(root) {
    const bar = make("div", { class: "bar" }, root);
    this.button = make("button", { type: "button", text: "Play" }, bar);
    this.range = make("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": "Position of the hands" }, bar);
    this.place = make("output", { class: "place" }, bar);
    this.pace = make("select", { "aria-label": "Speed" }, bar);
    for (const pace of PACES) make("option", { value: pace, text: `${pace} position${pace > 1 ? "s" : ""} a second` }, this.pace);
    this.pace.value = 4;
    this.faces = make("div", { class: "faces" }, root);
    this.root = root;
    this.at = START;
    this.button.onclick = () => (this.playing ? this.pause() : this.play());
    this.range.oninput = () => this.pause(+this.range.value);
  }

  update(data) {
    this.last = Math.max(0, data.length - 1);
    this.range.max = this.last;
    this.empty = data.length === 0;
    this.button.disabled = this.range.disabled = this.pace.disabled = this.last === 0;
    this.at = Math.min(this.at, this.last);
    if (this.at >= this.last) this.pause();
    this.faces.style.setProperty("--faces", data.clocks.length);
    this.faces.replaceChildren();
    this.clocks = data.clocks.map((clock) => this.face(clock, data));
    this.draw();
  }

  face({ pair, speed, caption }, { sin, cos }) {
    const figure = make("figure", {}, this.faces);
    const svg = make("svg", { viewBox: "-1.15 -1.15 2.3 2.3", role: "img" }, figure);
    make("circle", { r: 1, class: "rim" }, svg);
    for (const [x1, y1, x2, y2] of [[-1, 0, 1, 0], [0, -1, 0, 1]]) make("line", { x1, y1, x2, y2, class: "axis" }, svg);
    const trail = Array.from({ length: TRAIL }, (_, i) => make("circle", { r: 0.045, class: "dot", opacity: 0.75 - (0.65 * i) / TRAIL }, svg));
    const reach = make("line", { class: "leg", stroke: cos }, svg), height = make("line", { class: "leg", stroke: sin }, svg);
    const hand = make("line", { x1: 0, y1: 0, class: "hand" }, svg), tip = make("circle", { r: 0.07, class: "tip" }, svg);
    const words = make("figcaption", {}, figure);
    make("b", { text: `pair ${pair}` }, words);
    make("span", { text: caption }, words);
    const numbers = make("span", { class: "numbers" }, words);
    const value = (name, color) => {
      const box = make("span", {}, numbers);
      make("i", { style: `background: ${color}` }, box);
      box.append(name + " ");
      return make("span", { class: "value" }, box);
    };
    return { pair, speed, svg, trail, reach, height, hand, tip, sin: value("sin", sin), cos: value("cos", cos) };
  }

  play() {
    if (this.at >= this.last) this.at = 0;
    this.playing = true;
    this.button.textContent = "Pause";
    let before = performance.now();
    const step = (now) => {
      if (!this.playing || !this.root.isConnected) return;
      this.at = Math.min(this.last, this.at + (clamp(now - before, 0, 250) / 1000) * this.pace.value);
      before = now;
      this.draw();
      if (this.at >= this.last) this.pause();
      else this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  pause(at = Math.round(this.at)) {
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.button.textContent = "Play";
    this.at = at;
    if (this.clocks) this.draw();
  }

  draw() {
    const whole = Math.floor(this.at), part = this.at - whole;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const moved = Math.min(1, part / 0.6), eased = moved * moved * (3 - 2 * moved);
    const position = whole + (still ? 0 : this.pace.value > 4 ? part : eased), shown = Math.round(position);
    this.range.value = shown;
    this.place.textContent = this.empty ? "no positions" : `position ${shown}`;
    this.root.dataset.position = position.toFixed(3);
    for (const clock of this.clocks) this.turn(clock, position, shown);
  }

  turn({ pair, speed, svg, trail, reach, height, hand, tip, sin, cos }, position, shown) {
    const set = (node, attributes) => { for (const name in attributes) node.setAttribute(name, attributes[name]); };
    const x = Math.cos(position * speed), y = -Math.sin(position * speed);
    set(hand, { x2: x, y2: y });
    set(tip, { cx: x, cy: y });
    set(reach, { x1: 0, y1: 0, x2: x, y2: 0 });
    set(height, { x1: x, y1: 0, x2: x, y2: y });
    for (const part of [hand, tip, reach, height]) part.style.display = this.empty ? "none" : "";
    trail.forEach((dot, i) => {
      const p = Math.floor(position) - i;
      dot.style.display = p < 0 || this.empty ? "none" : "";
      set(dot, { cx: Math.cos(p * speed), cy: -Math.sin(p * speed) });
    });
    const number = (v) => (this.empty ? "none" : minus((Math.abs(v) < 0.005 ? 0 : v).toFixed(2)));
    const [s, c] = [number(Math.sin(shown * speed)), number(Math.cos(shown * speed))];
    sin.textContent = s;
    cos.textContent = c;
    svg.setAttribute("aria-label", this.empty ? `pair ${pair}, no positions` : `pair ${pair} at position ${shown}: sine ${s}, cosine ${c}`);
  }
}
