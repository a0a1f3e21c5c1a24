// The heatmap canvas. Streamlit calls the default export at every update; heatmap.py says what the bytes hold.

const FULL = 254; // the byte of the high end; 255 is an empty cell
const remembered = new Map(); // what a reader chose, by the component's key: outlives the element

export default function (component) {
  const { parentElement: host, data, setStateValue } = component;
  host.posenc ??= new View(host);
  host.posenc.update(unpack(data), setStateValue);
  return () => host.isConnected || host.posenc.gone.abort(); // called as the element leaves the page, and at times before
}

function unpack(data) {
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
  const bytes = data.subarray(4 + length);
  const { kind, rows, columns, low, high } = head;
  const step = kind === "byte" ? (high - low) / FULL : 0;
  let cells = bytes;
  if (kind === "exact") cells = new Float32Array(bytes.slice().buffer);
  if (kind === "offset") cells = new Float64Array(bytes.slice().buffer);
  if (kind === "byte" && bytes.includes(255)) cells = Float32Array.from(bytes, (b) => (b === 255 ? NaN : b));
  const row = kind === "offset"
    ? (r) => cells.subarray(rows - 1 - r, 2 * rows - 1 - r)
    : (r) => cells.subarray(r * columns, (r + 1) * columns);
  const value = step ? (raw) => low + raw * step : (raw) => raw;
  return { ...head, row, value, step, from: step ? 0 : low, to: step ? FULL : high, palette: palette(head.stops) };
}

function palette(stops) {
  const rgb = stops.map((s) => [1, 3, 5].map((i) => parseInt(s.slice(i, i + 2), 16)));
  return Uint32Array.from({ length: FULL + 1 }, (_, i) => {
    const at = (i / FULL) * (rgb.length - 1), k = Math.min(Math.floor(at), rgb.length - 2);
    const [r, g, b] = rgb[k].map((c, j) => Math.round(c + (rgb[k + 1][j] - c) * (at - k)));
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
}

// Which cells each pixel covers, first to last, and with what weight the first, the inner ones and the last count.
// With three pixels or more a cell, cells stay whole and the canvas enlarges them.
function spans(cells, pixels) {
  const n = pixels >= 3 * cells ? cells : Math.max(1, pixels), size = cells / n;
  const a = new Int32Array(n), b = new Int32Array(n), wa = new Float32Array(n), wb = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const start = i * size, end = Math.min(cells, start + size);
    a[i] = Math.min(cells - 1, Math.floor(start + 1e-9));
    b[i] = Math.max(a[i], Math.ceil(end - 1e-9) - 1);
    wa[i] = a[i] === b[i] ? 1 : (a[i] + 1 - start) / size;
    wb[i] = a[i] === b[i] ? 0 : (end - b[i]) / size;
  }
  return { n, a, b, wa, wb, inner: 1 / size };
}

// Each pixel shows the mean of the cells it covers: taking one of them would draw waves that are not there.
function paint(p, [r0, r1, c0, c1], width, height) {
  const y = spans(r1 - r0, height), x = spans(c1 - c0, width), count = c1 - c0;
  const image = new ImageData(x.n, y.n), out = new Uint32Array(image.data.buffer), sum = new Float32Array(count);
  const k = FULL / (p.to - p.from), shift = 0.5 - p.from * k, colors = p.palette;
  for (let i = 0, o = 0; i < y.n; i++) {
    let line = p.row(r0 + y.a[i]).subarray(c0, c1);
    if (y.b[i] > y.a[i]) {
      sum.fill(0);
      for (let r = y.a[i]; r <= y.b[i]; r++) {
        const source = p.row(r0 + r).subarray(c0, c1);
        const w = r === y.a[i] ? y.wa[i] : r === y.b[i] ? y.wb[i] : y.inner;
        for (let c = 0; c < count; c++) sum[c] += w * source[c];
      }
      line = sum;
    }
    for (let j = 0; j < x.n; j++, o++) {
      const a = x.a[j], b = x.b[j];
      let v = line[a];
      if (b > a) {
        v = v * x.wa[j] + line[b] * x.wb[j];
        for (let c = a + 1; c < b; c++) v += line[c] * x.inner;
      }
      v = v * k + shift;
      if (v - v === 0) out[o] = colors[v < 0 ? 0 : v > FULL ? FULL : v | 0];
    }
  }
  return image;
}

const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
const minus = (text) => text.replace(/^-(0(\.0*)?)$/, "$1").replaceAll("-", "−"); // none before a rounded 0
const short = (v) => minus(String(+v.toPrecision(6)).replace("Infinity", "∞"));

// Multiples of 1, 2 or 5 times a power of ten, at most `most` of them.
function ticks(low, high, most, whole) {
  if (high < low) return [];
  let step = 10 ** Math.floor(Math.log10((high - low) / Math.max(most, 1) || 1));
  if (whole) step = Math.max(1, step);
  step *= [1, 2, 5, 10].find((m) => (high - low) / (step * m) <= most) ?? 10;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step);
}

const css = (color) => `rgb(${color & 255} ${(color >> 8) & 255} ${(color >> 16) & 255})`;

// Ink on a canvas: text, hairlines, frames, and an axis along one side of a box from marks [share of its length, name].
function pen(ctx, look) {
  const text = (string, x, y, align = "left", baseline = "alphabetic") => {
    Object.assign(ctx, { fillStyle: look.ink, globalAlpha: 0.8, textAlign: align, textBaseline: baseline });
    ctx.fillText(string, x, y);
    ctx.globalAlpha = 1;
  };
  const line = (x0, y0, x1, y1, alpha = 0.3) => {
    Object.assign(ctx, { strokeStyle: look.ink, globalAlpha: alpha, lineWidth: 1 });
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
    ctx.globalAlpha = 1;
  };
  const frame = ({ x, y, w, h }) => {
    Object.assign(ctx, { strokeStyle: look.ink, globalAlpha: 0.25, lineWidth: 1 });
    ctx.strokeRect(x - 0.5, y - 0.5, w + 1, h + 1);
    ctx.globalAlpha = 1;
  };
  const axis = ({ x, y, w, h }, side, marks) => {
    ctx.font = look.small;
    for (const [share, name] of marks) {
      const ax = x + share * w, ay = y + share * h;
      if (side === "left" || side === "right") {
        const [edge, out] = side === "left" ? [x, -1] : [x + w, 1];
        line(edge + out, ay, edge + 4 * out, ay);
        text(name, edge + 7 * out, ay + 0.5, side === "left" ? "right" : "left", "middle");
        continue;
      }
      const [edge, out] = side === "bottom" ? [y + h, 1] : [y, -1];
      line(ax, edge + out, ax, edge + 4 * out);
      if (side === "turned") {
        ctx.save();
        ctx.translate(ax + 3, edge - 7);
        ctx.rotate(-Math.PI / 4);
        text(name, 0, 0);
        ctx.restore();
      } else text(name, ax, side === "bottom" ? edge + 16 : edge - 8, "center");
    }
  };
  return { text, line, frame, axis };
}

const typeSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

class View {
  constructor(host) {
    this.root = document.createElement("div");
    this.root.className = "map";
    this.root.innerHTML = '<div class="head"><div class="title"></div><div class="tools"></div></div>'
      + '<div class="stage" tabindex="0" role="application" aria-roledescription="heatmap">'
      + '<canvas aria-hidden="true"></canvas><canvas aria-hidden="true"></canvas>'
      + '<div class="tip" hidden></div></div><div class="live" aria-live="polite"></div>';
    for (const part of ["head", "title", "tools", "stage", "tip", "live"]) this[part] = this.root.querySelector("." + part);
    [this.base, this.over] = this.root.querySelectorAll("canvas");
    this.cells = document.createElement("canvas");
    this.gone = new AbortController();
    const button = (text, label, act) => {
      const b = document.createElement("button");
      Object.assign(b, { type: "button", textContent: text, title: label, onclick: act });
      b.setAttribute("aria-label", label);
      return this.tools.appendChild(b);
    };
    this.reset = button("Reset", "Reset zoom", () => { this.show(); this.stage.focus(); });
    button("−", "Zoom out", () => this.zoom(1.6));
    button("+", "Zoom in", () => this.zoom(1 / 1.6));
    button("Save picture", "Save picture", () => this.save());
    this.listen();
    host.appendChild(this.root);
    const resized = () => (this.wide !== this.stage.clientWidth || this.type !== typeSize()) && this.draw();
    const watch = new ResizeObserver(resized);
    for (const part of [this.stage, this.title]) watch.observe(part);
    addEventListener("resize", () => this.high !== innerHeight && this.draw(), { signal: this.gone.signal });
    document.fonts.ready.then(() => this.draw());
  }

  update(picture, tell) {
    const before = this.picture;
    this.picture = picture;
    this.tell = tell;
    this.memory = remembered.get(picture.key) ?? { cell: null, stamp: 0 };
    remembered.set(picture.key, this.memory);
    const { order, selectable } = picture, fresh = String(order) !== this.memory.order;
    const told = order && (order[1] >= this.memory.stamp || (!selectable && fresh)); // the server hears of no choice there
    if (told) Object.assign(this.memory, { cell: order[0], stamp: order[1], order: String(order) });
    this.title.textContent = picture.title;
    const name = [picture.title, picture.description, "Arrow keys choose a cell"].filter(Boolean);
    this.stage.setAttribute("aria-label", name.map((sentence) => sentence.replace(/\.?$/, ".")).join(" "));
    if (before?.rows !== picture.rows || before?.columns !== picture.columns) {
      this.pointer = this.hover = this.drag = null;
      this.tip.hidden = true;
      this.show();
    } else {
      if (!(told && fresh && this.chosen && this.follow())) this.draw();
      if (this.pointer) this.point(this.pointer);
    }
  }

  get chosen() {
    const { rows, columns } = this.picture, cell = this.memory.cell;
    return cell && rows && columns ? [clamp(cell[0], 0, rows - 1), clamp(cell[1], 0, columns - 1)] : null;
  }

  // Zoom: the window [first row, end row, first column, end column], everything unless given.
  show(window) {
    const { rows, columns } = this.picture;
    this.window = window ?? [0, rows, 0, columns];
    this.draw();
  }

  zoom(factor, at = this.chosen) {
    const { rows, columns } = this.picture, [r0, r1, c0, c1] = this.window;
    const along = (first, end, total, center) => {
      const size = clamp(Math.round((end - first) * factor), Math.min(total, 4), total);
      const share = center >= first && center < end ? (center + 0.5 - first) / (end - first) : 0.5;
      const start = clamp(Math.round(first + share * (end - first - size)), 0, total - size);
      return [start, start + size];
    };
    this.show([...along(r0, r1, rows, at?.[0]), ...along(c0, c1, columns, at?.[1])]);
  }

  // Where everything stands, in pixels at the usual size of type, for a stage of this width.
  layout(ctx, width) {
    const p = this.picture, narrow = width < 520, style = getComputedStyle(this.stage);
    const [ink, ground, accent, font] = ["text-color", "background-color", "primary-color", "font"]
      .map((name) => style.getPropertyValue(`--st-${name}`).trim());
    const look = { ink, ground, accent, font, small: `12px ${font}`, bold: `600 12px ${font}` };
    ctx.font = look.small;
    const widest = (texts) => Math.ceil(Math.max(0, ...texts.map((t) => ctx.measureText(t).width)));
    const label = (axis, i) => {
      const { start, labels } = p.axes[axis];
      const fits = narrow ? 12 : 16;
      return labels ? (labels[i].length > fits ? labels[i].slice(0, fits - 1) + "…" : labels[i]) : minus(String(start + i));
    };
    const [rowLabels, columnLabels] = p.axes.map(({ labels }, axis) => labels?.map((_, i) => label(axis, i)));
    const left = clamp(widest(rowLabels ?? [label(0, 0), label(0, p.rows - 1)]) + 9, 34, narrow ? 90 : 140);
    const side = p.profiles && !narrow, columnWidth = clamp(Math.round(width * 0.16), 90, 150);
    const bar = 16 + Math.max(12 + 7 + widest(ticks(p.low, p.high, 5).map(short)), widest([p.valueTitle]) + 4) + 2;
    const right = side ? columnWidth + 26 : narrow ? 14 : bar;
    const room = Math.max(60, width - left - right);
    const share = parseFloat(style.getPropertyValue("--map-share")) || Infinity; // of the window, while presenting
    const most = Math.min(p.height ?? (narrow ? 360 : p.square ? 560 : 440), (share * innerHeight) / this.type);
    const rows = Math.max(p.rows, 1), columns = Math.max(p.columns, 1);
    const square = Math.min(room / columns, most / rows, 72);
    const w = Math.round(p.square ? square * columns : Math.min(room, 110 * columns));
    const h = Math.round(p.rows && p.columns ? (p.square ? square * rows : Math.min(most, 48 * rows)) : 96);
    const turned = columnLabels && widest(columnLabels) > w / columns - 6;
    const top = 20 + (turned ? clamp(widest(columnLabels) * 0.71 + 12, 22, 80) : 22);
    const at = { look, label, left, top, w, h, narrow, side, turned, width, right: left + w, bottom: top + h };
    let y = at.bottom;
    if (side) {
      at.column = { x: at.right + 14, y: top, w: columnWidth, h, down: true };
      at.row = { x: left, y: y + 30, w, h: 76 };
      at.bar = { x: at.right + 14, y: y + 12, w: columnWidth, h: 10 };
      y = Math.max(at.row.y + at.row.h, at.bar.y + 48);
    } else if (narrow) {
      const caption = Math.max(left, widest([p.valueTitle]) + 8);
      at.bar = { x: caption, y: y + 16, w: Math.max(left + w - caption, 120), h: 10 };
      y = at.bar.y + 30;
      if (p.profiles) {
        at.row = { x: left, y: y + 30, w: room, h: 76 };
        at.column = { x: left, y: y + 30 + 76 + 54, w: room, h: 76 };
        y = at.column.y + 76 + 20;
      }
    } else {
      at.bar = { x: at.right + 16, y: top, w: 12, h: Math.max(h, 96), up: true };
      y = Math.max(y, at.bar.y + at.bar.h);
    }
    at.end = narrow ? width : at.right + right;
    at.height = Math.ceil(y + 8);
    return at;
  }

  draw() {
    const dense = window.devicePixelRatio || 1;
    this.type = typeSize(); // all grows with the page's type
    this.wide = this.stage.clientWidth;
    this.high = innerHeight;
    const width = (this.width = this.wide / this.type);
    if (!this.picture || !width) return;
    if (dense !== this.dense) {
      matchMedia(`(resolution: ${dense}dppx)`).addEventListener("change", () => this.draw(), { once: true, signal: this.gone.signal });
    }
    this.dense = dense;
    const ratio = (this.ratio = dense * this.type);
    const at = (this.at = this.layout(this.base.getContext("2d"), width));
    this.stage.style.height = at.height * this.type + "px";
    this.head.style.maxWidth = Math.max(at.end, 420) * this.type + "px";
    for (const canvas of [this.base, this.over]) {
      const size = [Math.round(width * ratio), Math.round(at.height * ratio)];
      if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    }
    this.drawBase(this.context(this.base, ratio), ratio);
    this.drawOver();
    const { rows, columns, stamp } = this.picture, [r0, r1, c0, c1] = this.window;
    this.reset.hidden = r1 - r0 === rows && c1 - c0 === columns;
    Object.assign(this.root.dataset, { drawn: stamp, shape: `${rows}x${columns}`, window: this.window.join(" ") });
  }

  context(canvas, ratio) {
    const ctx = canvas.getContext("2d");
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.lineJoin = "round";
    return ctx;
  }

  // The map with its axes, the color bar, and the empty frames of the profiles.
  drawBase(ctx, ratio) {
    const p = this.picture, at = this.at, { look, left, top, w, h, bar } = at, [r0, r1, c0, c1] = this.window;
    const { text, line, frame, axis } = pen(ctx, look);
    if (p.rows && p.columns) {
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, top, w, h);
      ctx.clip();
      for (let x = left - h; x < left + w; x += 7) line(x, top + h, x + h, top, 0.18); // seen through empty cells
      ctx.restore();
      const image = paint(p, this.window, Math.round(w * ratio), Math.round(h * ratio));
      if (this.cells.width !== image.width || this.cells.height !== image.height) {
        Object.assign(this.cells, { width: image.width, height: image.height });
      }
      this.cells.getContext("2d").putImageData(image, 0, 0);
      ctx.imageSmoothingEnabled = false;
      ctx.drawImage(this.cells, left, top, w, h);
      this.numbers(ctx);
    } else text(`no ${p.axes[p.rows ? 1 : 0].title}s`, left + w / 2, top + h / 2, "center", "middle");
    const map = { x: left, y: top, w, h };
    frame(map);

    const places = (which, first, end, size) => {
      const { start, labels } = p.axes[which], step = Math.ceil((14 * (end - first)) / size);
      const room = which && !at.turned ? 44 : which ? 16 : 22;
      const shown = labels
        ? Array.from({ length: Math.ceil((end - first) / step) }, (_, i) => first + i * step)
        : ticks(start + first, start + end - 1, size / room, true).map((v) => v - start);
      return shown.map((i) => [(i + 0.5 - first) / (end - first), at.label(which, i)]);
    };
    const values = (most) => ticks(p.low, p.high, most).map((v) => [(v - p.low) / (p.high - p.low), short(v)]);
    const upward = (marks) => marks.map(([share, name]) => [1 - share, name]);
    at.marks = [places(0, r0, r1, h), places(1, c0, c1, w)];
    axis(map, "left", at.marks[0]);
    axis(map, at.turned ? "turned" : "top", at.marks[1]);
    const [rowTitle, columnTitle] = ["↓ " + p.axes[0].title, p.axes[1].title + " →"];
    ctx.font = look.bold;
    const least = ctx.measureText(rowTitle).width + ctx.measureText(columnTitle).width + 16;
    text(rowTitle, 0, 12);
    text(columnTitle, Math.max(left + w, least), 12, "right");

    const entries = p.palette.length, [sx, sy] = bar.up ? [0, bar.h / entries] : [bar.w / entries, 0];
    for (let i = 0; i < entries; i++) {
      const place = bar.up ? entries - 1 - i : i, last = place === entries - 1 ? 0 : 0.6; // 0.6 closes the seams
      ctx.fillStyle = css(p.palette[i]);
      ctx.fillRect(bar.x + sx * place, bar.y + sy * place, sx ? sx + last : bar.w, sy ? sy + last : bar.h);
    }
    frame(bar);
    if (bar.up) axis(bar, "right", upward(values(clamp(bar.h / 40, 1, 5))));
    else axis(bar, "bottom", values(clamp(bar.w / 40, 1, 5)));
    ctx.font = look.bold;
    if (bar.up) text(p.valueTitle, bar.x, 12);
    else if (at.side) text(p.valueTitle, bar.x + bar.w / 2, bar.y + bar.h + 34, "center");
    else text(p.valueTitle, 0, bar.y + 9);

    for (const box of [at.row, at.column].filter(Boolean)) {
      const zero = -p.low / (p.high - p.low);
      frame(box);
      const x = box.x + box.w * zero, y = box.y + box.h * (1 - zero);
      if (zero > 0 && zero < 1) box.down ? line(x, box.y, x, box.y + box.h, 0.18) : line(box.x, y, box.x + box.w, y, 0.18);
      if (box.down) continue;
      axis(box, "left", upward(values(2)));
      if (at.narrow) axis(box, "bottom", box === at.row ? places(1, c0, c1, box.w) : places(0, r0, r1, box.w * 0.5));
    }
  }

  // Cells with room for their number carry it.
  numbers(ctx) {
    const p = this.picture, { look, left, top, w, h } = this.at, [r0, r1, c0, c1] = this.window;
    const cw = w / (c1 - c0), ch = h / (r1 - r0);
    if (cw < 42 || ch < 20 || p.step) return;
    Object.assign(ctx, { font: look.small, textAlign: "center", textBaseline: "middle" });
    for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) {
      const v = p.row(r)[c];
      if (!Number.isFinite(v)) continue;
      const color = p.palette[clamp(Math.round(((v - p.low) / (p.high - p.low)) * FULL), 0, FULL)];
      const linear = (shift) => (((color >> shift) & 255) / 255) ** 2.2;
      ctx.fillStyle = 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16) > 0.18 ? "#000000" : "#ffffff";
      ctx.fillText(minus(v.toFixed(cw >= 70 ? 4 : 2)), left + (c + 0.5 - c0) * cw, top + (r + 0.5 - r0) * ch + 0.5);
    }
  }

  // What changes under the pointer and with the keys: the cell, its row and its column.
  drawOver(ctx = this.context(this.over, this.ratio)) {
    const p = this.picture, at = this.at, { look, left, top, w, h } = at, [r0, r1, c0, c1] = this.window;
    const cw = w / (c1 - c0), ch = h / (r1 - r0);
    const inside = (cell) => cell && cell[0] >= r0 && cell[0] < r1 && cell[1] >= c0 && cell[1] < c1;
    const outline = (cell) => {
      const bw = Math.max(cw, 7), bh = Math.max(ch, 7);
      const x = left + (cell[1] + 0.5 - c0) * cw - bw / 2, y = top + (cell[0] + 0.5 - r0) * ch - bh / 2;
      for (const [color, width] of [["#ffffff", 4], ["#000000", 1.6]]) {
        Object.assign(ctx, { strokeStyle: color, lineWidth: width });
        ctx.strokeRect(x, y, bw, bh);
      }
    };
    const mark = (cell) => {
      ctx.font = look.bold;
      for (const axis of [0, 1]) {
        const name = at.label(axis, cell[axis]), wide = ctx.measureText(name).width + 8;
        const x = axis ? left + (cell[1] + 0.5 - c0) * cw - wide / 2 : left - wide - 3;
        const y = axis ? top - 20 : top + (cell[0] + 0.5 - r0) * ch - 8;
        if (axis && at.turned) continue;
        ctx.fillStyle = look.ground; // no half-hidden number beside it
        for (const [share, other] of at.marks[axis]) {
          const size = ctx.measureText(other).width + 4, near = axis ? left + share * w - x : top + share * h - y;
          if (axis && near > -size / 2 && near < wide + size / 2) ctx.fillRect(x + near - size / 2, y, size, 16);
          else if (!axis && near > -7 && near < 23) ctx.fillRect(left - size - 6, y + near - 8, size + 1, 16);
        }
        ctx.fillStyle = look.ink;
        ctx.beginPath();
        ctx.roundRect(x, y, wide, 16, 3);
        ctx.fill();
        Object.assign(ctx, { fillStyle: look.ground, textAlign: "center", textBaseline: "middle" });
        ctx.fillText(name, x + wide / 2, y + 8.5);
      }
    };
    if (inside(this.chosen)) {
      outline(this.chosen);
      mark(this.chosen);
    }
    if (this.drag?.box) {
      const [x0, y0, x1, y1] = this.drag.box;
      Object.assign(ctx, { fillStyle: look.accent, globalAlpha: 0.2 });
      ctx.fillRect(x0, y0, x1 - x0, y1 - y0);
      Object.assign(ctx, { strokeStyle: look.accent, globalAlpha: 1, lineWidth: 1.5 });
      ctx.strokeRect(x0, y0, x1 - x0, y1 - y0);
    }
    const cell = this.hover ?? this.chosen;
    if (at.row && cell) this.profiles(ctx, cell);
  }

  profiles(ctx, [r, c]) {
    const p = this.picture, at = this.at, { look } = at, [r0, r1, c0, c1] = this.window;
    const row = p.row(r), full = ([, raw]) => Number.isFinite(raw);
    const column = Array.from({ length: r1 - r0 }, (_, i) => [i, p.row(r0 + i)[c]]).filter(full);
    const share = (raw) => clamp((p.value(raw) - p.low) / (p.high - p.low), -0.05, 1.05);
    const own = p.series.find((s) => c >= s.first && (c - s.first) % s.step === 0 && (c - s.first) / s.step < s.count);
    const plot = (box, points, count, color, chosen) => {
      const place = ([i, raw]) => box.down
        ? [box.x + box.w * share(raw), box.y + ((i + 0.5) / count) * box.h]
        : [box.x + ((i + 0.5) / count) * box.w, box.y + box.h * (1 - share(raw))];
      const dots = points.length <= 80 && (box.down ? box.h : box.w) / points.length >= 5;
      Object.assign(ctx, { strokeStyle: color, fillStyle: color, lineWidth: 1.25, globalAlpha: 1 });
      ctx.beginPath();
      for (const point of points) ctx.lineTo(...place(point));
      ctx.stroke();
      for (const point of points) {
        if (!dots && point[0] !== chosen) continue;
        ctx.beginPath();
        ctx.arc(...place(point), point[0] === chosen ? 4 : 1.8, 0, 7);
        ctx.fill();
      }
    };
    const series = p.series.length ? p.series : [{ first: 0, step: 1, count: p.columns, color: look.accent }];
    ctx.save();
    for (const s of series) {
      const points = [];
      for (let i = 0; i < s.count; i++) {
        const at = s.first + i * s.step;
        if (at >= c0 && at < c1 && Number.isFinite(row[at])) points.push([at - c0, row[at]]);
      }
      plot(at.row, points, c1 - c0, s.color, c - c0);
    }
    plot(at.column, column, r1 - r0, own?.color ?? look.accent, r - r0);
    ctx.restore();
    Object.assign(ctx, { font: look.bold, textBaseline: "alphabetic", textAlign: "left", fillStyle: look.ink });
    ctx.fillText(`${p.axes[0].title} ${at.label(0, r)}`, at.row.x, at.row.y - 7);
    ctx.fillText(`${p.axes[1].title} ${at.label(1, c)}`, at.column.x, at.column.y - 8);
    ctx.textAlign = "right";
    let x = at.row.x + at.row.w;
    for (const s of [...p.series].reverse()) {
      ctx.fillStyle = s.color;
      ctx.fillText(s.name, x, at.row.y - 7);
      x -= ctx.measureText(s.name).width + 12;
    }
  }

  // What a cell is, in words.
  words([r, c]) {
    const p = this.picture, name = (axis, i) => {
      const { title, start, labels } = p.axes[axis];
      return `${title} ${minus(String(start + i))}` + (labels ? ` (${labels[i]})` : "");
    };
    const lines = [name(0, r), name(1, c)];
    if (p.kind === "offset") lines.push(`offset ${minus(String(c - r))}`);
    for (const s of p.series) {
      const i = (c - s.first) / s.step;
      if (Number.isInteger(i) && i >= 0 && i < s.count) lines.push(`pair ${i}, ${s.name}`);
    }
    const v = p.value(p.row(r)[c]), digits = Math.max(0, Math.ceil(-Math.log10(p.step || 1)) - 1);
    const number = Number.isNaN(v) ? "none" : p.step ? "≈ " + minus(v.toFixed(digits)) : short(v);
    return [...lines, `${p.valueTitle} ${number}`];
  }

  // The reader points at a place: what is there is told beside it.
  point(at) {
    this.pointer = at?.inside ? at : null;
    this.hover = this.pointer?.cell;
    this.tip.hidden = !this.hover;
    if (this.hover) {
      const lines = this.words(this.hover), strong = document.createElement("b");
      strong.textContent = lines.pop();
      this.tip.replaceChildren(...lines.flatMap((l) => [l, document.createElement("br")]), strong);
      const beside = (at, size, all) => (at + 16 + size > all ? Math.max(0, at - 16 - size) : at + 16);
      const [across, down] = [this.tip.offsetWidth, this.tip.offsetHeight].map((size) => size / this.type);
      const x = beside(at.x, across, this.width) * this.type, y = beside(at.y, down, this.at.height) * this.type;
      this.tip.style.transform = `translate(${x}px, ${y}px)`;
    }
    if (this.at) this.drawOver();
  }

  // Move the window to the chosen cell, if it is outside.
  follow() {
    const [row, column] = this.chosen, [r0, r1, c0, c1] = this.window;
    const by = (first, end, i) => (i < first ? i - first : i >= end ? i - end + 1 : 0);
    const down = by(r0, r1, row), along = by(c0, c1, column);
    if (down || along) this.show([r0 + down, r1 + down, c0 + along, c1 + along]);
    return down || along;
  }

  choose(r, c) {
    const { rows, columns, selectable } = this.picture;
    if (!rows || !columns) return;
    this.memory.cell = [clamp(r, 0, rows - 1), clamp(c, 0, columns - 1)];
    this.memory.stamp = Math.max(this.memory.stamp + 1, Date.now());
    this.live.textContent = this.words(this.memory.cell).join(", ");
    if (!this.follow()) this.drawOver();
    if (!selectable) return;
    // A held key tells the server a few times a second, and once more when it is let go.
    clearTimeout(this.timer);
    const send = () => {
      this.sent = Date.now();
      this.tell("cell", { row: this.memory.cell[0], column: this.memory.cell[1], stamp: this.memory.stamp });
    };
    this.timer = setTimeout(send, Date.now() - (this.sent ?? 0) > 400 ? 0 : 140);
  }

  listen() {
    const stage = this.stage;
    const spot = (e) => {
      const box = stage.getBoundingClientRect(), { left, top, w, h } = this.at, [r0, r1, c0, c1] = this.window;
      const x = (e.clientX - box.left) / this.type, y = (e.clientY - box.top) / this.type;
      const inside = x >= left && x < left + w && y >= top && y < top + h && r1 > r0 && c1 > c0;
      const row = r0 + Math.floor(((y - top) / h) * (r1 - r0)), column = c0 + Math.floor(((x - left) / w) * (c1 - c0));
      return { x, y, inside, cell: [clamp(row, r0, r1 - 1), clamp(column, c0, c1 - 1)] };
    };
    stage.addEventListener("pointerdown", (e) => {
      const at = spot(e);
      if (e.button || !at.inside) return;
      this.drag = { at, touch: e.pointerType === "touch" };
      if (!this.drag.touch) stage.setPointerCapture(e.pointerId);
    });
    stage.addEventListener("pointermove", (e) => {
      const at = spot(e), drag = this.drag, { left, top, w, h } = this.at;
      if (drag && !drag.touch && (drag.box || Math.hypot(at.x - drag.at.x, at.y - drag.at.y) > 6)) {
        const x = clamp(at.x, left, left + w), y = clamp(at.y, top, top + h);
        drag.box = [Math.min(x, drag.at.x), Math.min(y, drag.at.y), Math.max(x, drag.at.x), Math.max(y, drag.at.y)];
        drag.end = at.cell;
        this.point(null);
      } else if (e.pointerType !== "touch") this.point(at);
    });
    stage.addEventListener("pointerup", (e) => {
      const drag = this.drag, at = spot(e);
      this.drag = null;
      if (!drag) return;
      if (drag.box) return this.zoomTo(drag.at.cell, drag.end);
      this.choose(...drag.at.cell);
      this.point(at);
    });
    stage.addEventListener("pointercancel", () => { this.drag = null; this.point(null); });
    stage.addEventListener("pointerleave", (e) => e.pointerType !== "touch" && !this.drag && this.point(null));
    stage.addEventListener("blur", () => this.point(null));
    stage.addEventListener("wheel", (e) => {
      const at = spot(e);
      if (!e.ctrlKey || !at.inside) return;
      e.preventDefault();
      this.zoom(Math.exp(clamp(e.deltaY, -40, 40) * 0.012), at.cell);
    }, { passive: false });
    stage.addEventListener("keydown", (e) => {
      const { rows, columns } = this.picture, [r0, , c0] = this.window, step = e.shiftKey ? 10 : 1;
      const ends = e.key === "Home" || e.key === "End";
      const [r, c] = this.chosen ?? [r0, c0], move = this.chosen ? step : 0; // the first key chooses the first cell
      const moves = {
        ArrowUp: [r - move, c], ArrowDown: [r + move, c], ArrowLeft: [r, c - move], ArrowRight: [r, c + move],
        PageUp: [r - 10, c], PageDown: [r + 10, c],
        Home: [e.ctrlKey ? 0 : r, 0], End: [e.ctrlKey ? rows - 1 : r, columns - 1],
      };
      if (e.metaKey || e.altKey || (e.ctrlKey && !ends)) return;
      if (moves[e.key]) this.choose(...moves[e.key]);
      else if (e.key === "+" || e.key === "=") this.zoom(1 / 1.6);
      else if (e.key === "-") this.zoom(1.6);
      else if (e.key === "0" || (e.key === "Escape" && !this.reset.hidden)) this.show();
      else return;
      e.preventDefault();
      this.point(null);
    });
  }

  zoomTo([ra, ca], [rb, cb]) {
    const { rows, columns, square } = this.picture;
    let tall = Math.abs(ra - rb) + 1, wide = Math.abs(ca - cb) + 1;
    if (square) tall = wide = Math.max(tall, wide);
    const start = (a, b, size, total) => clamp(Math.round((a + b + 1 - size) / 2), 0, total - size);
    const r = start(ra, rb, tall, rows), c = start(ca, cb, wide, columns);
    this.show([r, r + tall, c, c + wide]);
  }

  // The picture as it stands, at twice the size and on an opaque ground, under its title.
  save() {
    const canvas = document.createElement("canvas"), ratio = 2, pad = 16, { look, height } = this.at;
    const head = this.picture.title ? 34 : 0;
    Object.assign(canvas, { width: (this.width + 2 * pad) * ratio, height: (height + head + 2 * pad) * ratio });
    const ctx = this.context(canvas, ratio);
    ctx.fillStyle = look.ground;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    Object.assign(ctx, { fillStyle: look.ink, font: `600 16px ${look.font}` });
    ctx.fillText(this.picture.title, pad, pad + 16);
    ctx.translate(pad, pad + head);
    this.drawBase(ctx, ratio);
    this.drawOver(ctx);
    const name = this.picture.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "heatmap";
    canvas.toBlob((blob) => {
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name + ".png" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
}
