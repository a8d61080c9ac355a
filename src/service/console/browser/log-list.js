// @ts-check
/**
 * A list of any length of which only what is seen is drawn. It keeps its own place, as a line and a part of one: no
 * element is as high as ten million lines, and lines that wrap have heights of their own.
 */

/** @typedef {[line: number, text: string, severity: string, timeMs: number | null, left: number,
 *   record: string | null]} Row */

const rowHeight = 20;
const highestRail = 4_000_000;
const mostKept = 20_000;

/**
 * @param {{ viewport: HTMLElement, sheet: HTMLElement, rail: HTMLElement, load: (lines: number[]) => Promise<Row[]>,
 *   draw: (row: Row | undefined, line: number) => HTMLElement }} options
 */
export function createList({ viewport, sheet, rail, load, draw }) {
  const inner = /** @type {HTMLElement} */ (rail.firstElementChild);
  /** @type {Map<number, Row>} */
  const kept = new Map();
  /** @type {Set<number>} */
  const asked = new Set();
  /** @type {ArrayLike<number> | undefined} The lines shown; undefined: all of them. */
  let chosen;
  let total = 0;
  let top = 0;
  let shownRailTop = 0;
  let frame = 0;

  const seen = () => Math.min(300, Math.max(1, Math.floor(viewport.clientHeight / rowHeight)));
  const lineAt = (/** @type {number} */ index) => (chosen ? /** @type {number} */ (chosen[index]) : index + 1);
  const lastTop = () => Math.max(0, total - seen() + 1);

  function show() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(paint);
  }

  function paint() {
    const first = Math.floor(top);
    const last = Math.min(total, first + seen() + 2);
    const drawn = [];
    for (let index = first; index < last; index += 1) drawn.push(draw(kept.get(lineAt(index)), lineAt(index)));
    sheet.replaceChildren(...drawn);
    const height = drawn[0]?.offsetHeight ?? rowHeight;
    sheet.style.transform = `translateY(${-(top - first) * height}px)`;
    inner.style.height = `${Math.min(total * rowHeight, highestRail)}px`;
    const most = rail.scrollHeight - rail.clientHeight;
    shownRailTop = Math.round(lastTop() === 0 ? 0 : (top / lastTop()) * most);
    if (Math.abs(rail.scrollTop - shownRailTop) > 1) rail.scrollTop = shownRailTop;
    void fill(first, last);
  }

  /**
   * What is on the screen, and as much before and after it.
   * @param {number} first
   * @param {number} last
   */
  async function fill(first, last) {
    const around = seen() * 3;
    const wanted = [];
    for (let index = Math.max(0, first - around); index < Math.min(total, last + around); index += 1) {
      const line = lineAt(index);
      if (!kept.has(line) && !asked.has(line)) wanted.push(line);
    }
    const isShort = wanted.length < seen() && kept.has(lineAt(first)) && kept.has(lineAt(Math.max(first, last - 1)));
    if (wanted.length === 0 || isShort) return;
    for (const line of wanted) asked.add(line);
    try {
      const rows = await load(wanted);
      if (kept.size > mostKept) kept.clear();
      // What did not come is not asked for again and again.
      for (const line of wanted) kept.set(line, [line, '', '', null, 0, null]);
      for (const row of rows) kept.set(row[0], row);
    } finally {
      for (const line of wanted) asked.delete(line);
    }
    show();
  }

  /** @param {number} index */
  function moveTo(index) {
    top = Math.min(Math.max(0, index), lastTop());
    show();
  }

  rail.addEventListener('scroll', () => {
    if (Math.abs(rail.scrollTop - shownRailTop) <= 1) return;
    const most = rail.scrollHeight - rail.clientHeight;
    moveTo(most > 0 ? (rail.scrollTop / most) * lastTop() : 0);
  });
  viewport.addEventListener(
    'wheel',
    (event) => {
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.ctrlKey) return;
      event.preventDefault();
      moveTo(top + (event.deltaMode === 0 ? event.deltaY / rowHeight : event.deltaY));
    },
    { passive: false },
  );
  let touchY = 0;
  viewport.addEventListener('touchstart', (event) => {
    touchY = event.touches[0]?.clientY ?? 0;
  });
  viewport.addEventListener(
    'touchmove',
    (event) => {
      const y = event.touches[0]?.clientY ?? touchY;
      if (Math.abs(y - touchY) < 3) return;
      event.preventDefault();
      moveTo(top + (touchY - y) / rowHeight);
      touchY = y;
    },
    { passive: false },
  );
  document.addEventListener('keydown', (event) => {
    // The list is what the page is for: its keys work as soon as the page is open.
    const isForList = event.target === document.body || viewport.contains(/** @type {Node} */ (event.target));
    if (!isForList || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: seen() - 2, PageUp: 2 - seen(), End: total, Home: -total };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(top + step);
  });
  let height = 0;
  // A scrollbar that comes and goes with what is drawn is no reason to draw again.
  new ResizeObserver(() => {
    if (Math.abs(viewport.offsetHeight - height) < rowHeight) return;
    height = viewport.offsetHeight;
    show();
  }).observe(viewport);

  return {
    /**
     * @param {ArrayLike<number> | undefined} lines undefined: all of them
     * @param {number} count
     */
    setLines(lines, count) {
      chosen = lines;
      total = count;
      moveTo(Math.min(top, lastTop()));
    },
    /** @param {number} line brought into the upper third */
    goTo(line) {
      const index = chosen ? Array.prototype.findIndex.call(chosen, (other) => other >= line) : line - 1;
      moveTo((index < 0 ? total : index) - Math.floor(seen() / 3));
    },
    /** The line at the top. */
    current: () => (total === 0 ? 0 : lineAt(Math.min(total - 1, Math.floor(top)))),
    show,
  };
}
