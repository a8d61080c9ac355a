// @ts-check
/** Lines over time as bars, of which a stretch can be chosen with the pointer or the keyboard. */

/**
 * @typedef {{ fromMs: number, toMs: number, buckets: { critical: number, error: number, warning: number, info: number }[] }} Times
 * @typedef {{ clock: string, isTimeOfDay: boolean, zoneMinutes: number, isZoned: boolean }} Clock
 */

const levels = /** @type {const} */ (['critical', 'error', 'warning', 'info']);
const svgNames = 'http://www.w3.org/2000/svg';

/**
 * A moment the way the file's own lines print it.
 * @param {number} ms
 * @param {Clock} clock
 */
export function momentOf(ms, { clock, isTimeOfDay, zoneMinutes }) {
  if (clock === 'boot' && !isTimeOfDay) return `${(ms / 1000).toFixed(3)} s`;
  const text = new Date(ms + (isTimeOfDay ? 0 : zoneMinutes * 60_000)).toISOString();
  return isTimeOfDay ? text.slice(11, 19) : text.slice(0, 19).replace('T', ' ');
}

/** @param {Clock} clock */
export function zoneOf({ clock, isTimeOfDay, zoneMinutes, isZoned }) {
  if (clock === 'boot') return isTimeOfDay ? 'time of day' : 'since boot';
  if (!isZoned) return '(the file names no zone)';
  const size = Math.abs(zoneMinutes);
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, '0');
  return zoneMinutes === 0 ? 'UTC' : `UTC${zoneMinutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/**
 * @param {HTMLElement} place
 * @param {Clock} clock
 * @param {(range: { fromMs: number, toMs: number }) => void} choose
 */
export function createTimes(place, clock, choose) {
  /** @type {Times | undefined} */
  let times;
  let start = -1;
  let cursor = -1;
  const told = document.createElement('output');
  told.className = 'hint';
  place.tabIndex = 0;
  place.setAttribute('role', 'application');
  place.setAttribute(
    'aria-label',
    'Lines over time: arrows go through it, with Shift a stretch is marked, Enter shows its lines',
  );

  /** @param {number} n */
  function bounds(n) {
    const { fromMs, toMs, buckets } = /** @type {Times} */ (times);
    const width = (toMs - fromMs + 1) / buckets.length;
    return { fromMs: Math.floor(fromMs + n * width), toMs: Math.ceil(fromMs + (n + 1) * width) - 1 };
  }

  /** @param {PointerEvent} event */
  function bucketAt(event) {
    const { left, width } = place.getBoundingClientRect();
    const count = times?.buckets.length ?? 1;
    return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count)));
  }

  place.addEventListener('pointerdown', (event) => {
    if (!times) return;
    start = bucketAt(event);
    place.setPointerCapture(event.pointerId);
  });
  place.addEventListener('pointermove', (event) => {
    if (!times) return;
    const at = bucketAt(event);
    place.title = wordsAt(at);
    if (start >= 0) mark(Math.min(start, at), Math.max(start, at));
  });
  place.addEventListener('pointerup', (event) => {
    if (!times || start < 0) return;
    cursor = bucketAt(event);
    chooseTo(cursor);
  });
  place.addEventListener('keydown', (event) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -1_000, End: 1_000 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!times || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) return cursor >= 0 ? chooseTo(cursor) : undefined;
    if (!event.shiftKey) start = -1;
    else if (start < 0) start = Math.max(0, cursor);
    cursor = Math.min(times.buckets.length - 1, Math.max(0, cursor + step));
    mark(Math.min(start < 0 ? cursor : start, cursor), Math.max(start, cursor));
    told.textContent = wordsAt(cursor);
  });

  /** @param {number} end */
  function chooseTo(end) {
    const [a, b] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
    start = -1;
    choose({ fromMs: bounds(a).fromMs, toMs: bounds(b).toMs });
  }

  /** @param {number} at */
  function wordsAt(at) {
    const bucket = times?.buckets[at];
    const sum = bucket ? levels.reduce((total, level) => total + bucket[level], 0) : 0;
    return `${momentOf(bounds(at).fromMs, clock)} ${zoneOf(clock)}: ${sum.toLocaleString('en')} lines`;
  }

  /**
   * @param {number} a
   * @param {number} b
   */
  function mark(a, b) {
    const box = place.querySelector('.chosen');
    box?.setAttribute('x', String(a));
    box?.setAttribute('width', String(b - a + 1));
  }

  /**
   * @param {Times} all
   * @param {number[] | undefined} found lines a filter let through, by the same stretches
   * @param {{ fromMs?: number, toMs?: number }} range
   */
  function draw(all, found, range) {
    times = all;
    const sums = all.buckets.map((bucket) => levels.reduce((total, level) => total + bucket[level], 0));
    const most = Math.max(1, ...(found ?? sums));
    const svg = document.createElementNS(svgNames, 'svg');
    svg.setAttribute('viewBox', `0 0 ${all.buckets.length} 40`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    for (const [n, bucket] of all.buckets.entries()) {
      let y = 40;
      const parts = found ? [['found', found[n] ?? 0]] : levels.map((level) => [level, bucket[level]]);
      for (const [name, count] of parts) {
        if (count === 0) continue;
        // A single error among thousands is still to be seen.
        const height = Math.max(1, (Number(count) / most) * 38);
        y -= height;
        svg.append(rect(n, Math.max(0, y), 0.9, height, String(name)));
      }
    }
    svg.append(rect(0, 0, 0, 40, 'chosen'));
    told.textContent = '';
    place.replaceChildren(svg, axis(all), told);
    if (range.fromMs === undefined || range.toMs === undefined) return;
    const width = (all.toMs - all.fromMs + 1) / all.buckets.length;
    mark(Math.floor((range.fromMs - all.fromMs) / width), Math.floor((range.toMs - all.fromMs) / width));
  }

  /** @param {Times} all */
  function axis({ fromMs, toMs }) {
    const line = document.createElement('div');
    line.className = 'axis';
    for (const ms of [fromMs, (fromMs + toMs) / 2, toMs]) {
      const label = document.createElement('span');
      label.textContent = momentOf(ms, clock);
      line.append(label);
    }
    if (line.lastChild) line.lastChild.textContent += ` ${zoneOf(clock)}`;
    return line;
  }

  return { draw };
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} name
 */
function rect(x, y, width, height, name) {
  const box = document.createElementNS(svgNames, 'rect');
  for (const [key, value] of Object.entries({ x, y, width, height })) box.setAttribute(key, String(value));
  box.setAttribute('class', name);
  return box;
}
