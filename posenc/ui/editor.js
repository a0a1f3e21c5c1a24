// A small code editor. `data`: document, label, text, stamp, starter, line, checks; editor.py says what each is.
// What is typed stays in the browser until it is checked: a message while somebody types, or as they leave for another
// page, would draw the page again under their hands, or take back the click that leads away.
const drafts = new Map(); // document -> {text, stamp}: outlives the element, and in the tab's own storage a reload too
const INDENT = 4;
const MAC = /Mac|iPhone|iPad/.test(navigator.platform);

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".editor");
  root.desk ??= new Desk(root, data);
  root.desk.update(data, setTriggerValue);
}

function recall(document) {
  if (!drafts.has(document)) {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(`posenc ${document}`));
    } catch { /* no storage here: the code lives as long as the page */ }
    drafts.set(document, kept ?? { text: "", stamp: -1 });
  }
  return drafts.get(document);
}

function keep(document, draft) {
  try {
    sessionStorage.setItem(`posenc ${document}`, JSON.stringify(draft));
  } catch { /* no storage, or full */ }
}

const TOKENS = new RegExp([
  /(?<comment>#.*)/,
  /(?<string>[rbfu]{0,2}(?:"""[^]*?(?:"""|$)|\'\'\'[^]*?(?:\'\'\'|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))/,
  /(?<number>\b\d[\w.]*)/,
  /(?<keyword>\b(?:and|as|assert|break|class|continue|def|elif|else|except|False|finally|for|from|if|import|in|is|lambda|None|not|or|pass|raise|return|True|try|while|with)\b)/,
  /[A-Za-z_]\w*/,
].map((pattern) => pattern.source).join("|"), "g");

// The text as pieces to lay under the one that is typed, whose own letters are transparent.
function colored(text) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const kind = Object.entries(match.groups).find(([, found]) => found)?.[0];
    if (!kind) continue;
    const piece = document.createElement("span");
    [piece.className, piece.textContent] = [kind, match[0]];
    pieces.push(text.slice(end, match.index), piece);
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end) + "\n"];
}

class Desk {
  constructor(root, data) {
    root.innerHTML = `
      <label class="name" for="code"></label>
      <div class="frame"><div class="lines" aria-hidden="true"></div>
        <div class="paper"><div class="mark" hidden></div><pre class="colors" aria-hidden="true"></pre>
          <textarea id="code" wrap="off" spellcheck="false" autocapitalize="off" autocomplete="off" autocorrect="off"
            aria-describedby="help"></textarea></div></div>
      <div class="bar"><button type="button" class="check" aria-keyshortcuts="${MAC ? "Meta" : "Control"}+Enter">Check</button>
        <span class="keys">or <kbd>${MAC ? "Cmd" : "Ctrl"}</kbd> <kbd>Enter</kbd></span>
        <button type="button" class="reset">Start over</button></div>
      <p class="help" id="help"><kbd>Tab</kbd> indents, <kbd>Shift</kbd> <kbd>Tab</kbd> takes it back.
        <kbd>Esc</kbd>, then <kbd>Tab</kbd>, leaves the editor.</p>
      <p class="help changed" hidden>You have changed the code since this check.</p>`;
    const find = (name) => root.querySelector(name);
    [this.area, this.lines, this.mark, this.colors, this.button, this.changed] =
      ["textarea", ".lines", ".mark", ".colors", ".check", ".changed"].map(find);
    find(".name").textContent = data.label;
    this.draft = recall(data.document);
    if (this.draft.stamp >= 0) this.show();
    const area = this.area;
    area.oninput = () => this.wrote();
    area.addEventListener("compositionstart", () => area.classList.add("composing"));
    area.addEventListener("compositionend", () => area.classList.remove("composing"));
    area.onscroll = () => this.scrolled();
    area.onkeydown = (e) => {
      e.stopPropagation(); // the page has keys of its own
      if (!e.isComposing) this.key(e);
    };
    area.onkeyup = area.onkeypress = (e) => e.stopPropagation();
    this.button.onclick = () => this.run();
    find(".reset").onclick = () => {
      this.area.focus();
      this.put(0, area.value.length, this.data.starter, 0);
    };
  }

  update(data, setTriggerValue) {
    Object.assign(this, { data, setTriggerValue });
    if (data.stamp > this.draft.stamp) {
      Object.assign(this.draft, { text: data.text, stamp: data.stamp });
      this.show();
    }
    if (data.checks !== this.asked) this.asked = undefined;
    this.button.textContent = this.asked === undefined ? "Check" : "Checking";
    this.point();
  }

  show() {
    if (this.area.value !== this.draft.text) this.area.value = this.draft.text;
    this.paint();
  }

  paint() {
    this.colors.replaceChildren(...colored(this.area.value));
    this.number();
  }

  // The numbers beside the text are as many as fit, and scroll along with it.
  number() {
    const { area, lines } = this, count = area.value.split("\n").length;
    if (lines.childElementCount !== count) {
      lines.replaceChildren(...Array.from({ length: count }, (_, i) => {
        const line = document.createElement("div");
        line.textContent = i + 1;
        return line;
      }));
      area.rows = Math.min(26, Math.max(12, count + 1));
      lines.style.height = "0";
    }
    requestAnimationFrame(() => {
      lines.style.height = `${area.clientHeight}px`;
      this.scrolled();
    });
  }

  scrolled() {
    this.lines.scrollTop = this.area.scrollTop;
    this.mark.style.transform = `translateY(${-this.area.scrollTop}px)`;
    this.colors.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }

  // The marked line speaks of the text that was checked, and goes with the first key after it.
  point() {
    const { line, stamp, checks } = this.data;
    const wrong = line && stamp === this.draft.stamp ? this.lines.children[line - 1] : null;
    for (const other of this.lines.querySelectorAll(".wrong")) other.className = "";
    this.mark.hidden = !wrong;
    this.changed.hidden = !checks || stamp === this.draft.stamp;
    if (!wrong) {
      this.area.removeAttribute("aria-invalid");
      return;
    }
    this.area.setAttribute("aria-invalid", "true");
    wrong.className = "wrong";
    const top = wrong.offsetTop - this.lines.offsetTop;
    this.mark.style.top = `${top}px`;
    if (this.pointed === checks) return;
    this.pointed = checks;
    requestAnimationFrame(() => {
      const { scrollTop, clientHeight } = this.area;
      if (top < scrollTop || top + wrong.offsetHeight > scrollTop + clientHeight) this.area.scrollTop = top - clientHeight / 2;
    });
  }

  wrote() {
    Object.assign(this.draft, { text: this.area.value, stamp: Math.max(Date.now(), this.draft.stamp + 1) });
    keep(this.data.document, this.draft);
    this.leaving = false;
    this.paint();
    this.point();
  }

  run() {
    this.asked = this.data.checks;
    this.button.textContent = "Checking";
    this.setTriggerValue("run", { ...this.draft });
  }

  key(e) {
    const { area } = this, { selectionStart: from, selectionEnd: to, value } = area;
    const start = value.lastIndexOf("\n", from - 1) + 1;
    const before = value.slice(start, from);
    if (e.key === "Escape") {
      this.leaving = true;
      return;
    }
    if (e.key === "Tab" && this.leaving) return; // the browser's own way: on to the next control
    if (e.key !== "Shift") this.leaving = false;
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      if (!e.repeat) this.run();
    } else if (e.key === "Tab" && !e.ctrlKey && !e.altKey && !e.metaKey) {
      if (e.shiftKey || value.slice(from, to).includes("\n")) this.shift(start, from, to, e.shiftKey);
      else this.put(from, to, " ".repeat(INDENT - (before.length % INDENT)));
    } else if (e.key === "Enter" && !e.shiftKey && !e.altKey) {
      const code = before.replace(/#.*/, "").trimEnd();
      let depth = before.match(/^ */)[0].length;
      if (code.endsWith(":")) depth += INDENT;
      else if (/^\s*(return|pass|break|continue|raise)\b/.test(code)) depth = Math.max(0, depth - INDENT);
      this.put(from, to, "\n" + " ".repeat(depth));
    } else if (e.key === "Backspace" && from === to && /^ +$/.test(before) && !e.ctrlKey && !e.altKey && !e.metaKey) {
      this.put(from - ((before.length - 1) % INDENT) - 1, to, "");
    } else return;
    e.preventDefault();
  }

  // Every line that the selection touches, one step to the right or back; the selection stays on its lines.
  shift(start, from, to, back) {
    const { value } = this.area;
    const last = to > from && value[to - 1] === "\n" ? to - 1 : to;
    const end = value.indexOf("\n", last) < 0 ? value.length : value.indexOf("\n", last);
    const lines = value.slice(start, end).split("\n");
    const moved = lines.map((line) => (back ? line.replace(/^( {1,4}|\t)/, "") : line && " ".repeat(INDENT) + line));
    const text = moved.join("\n");
    if (text === value.slice(start, end)) return;
    this.put(start, end, text);
    if (from === to) {
      const caret = Math.max(start, from + moved[0].length - lines[0].length);
      this.area.setSelectionRange(caret, caret);
    } else this.area.setSelectionRange(start, start + text.length);
  }

  // Replace by the browser's own command, which Ctrl+Z takes back.
  put(from, to, text, caret) {
    this.area.setSelectionRange(from, to);
    const done = text ? document.execCommand("insertText", false, text) : from === to || document.execCommand("delete");
    if (!done) {
      this.area.setRangeText(text, from, to, "end");
      this.wrote();
    }
    if (caret !== undefined) this.area.setSelectionRange(caret, caret);
    this.area.scrollLeft = caret === 0 ? 0 : this.area.scrollLeft;
  }
}
