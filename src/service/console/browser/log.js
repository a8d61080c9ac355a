// @ts-check
/** The log view: one place and one filter, shown as lines, as a course over time and as counts of what they hold. */
import { addressOfLook, lookOfAddress } from './log-address.js';
import { fillFacets } from './log-facets.js';
import { createList } from './log-list.js';
import { headOf, showResult } from './log-result.js';
import { createTimes, momentOf } from './log-times.js';

/**
 * @typedef {{ base: string, document: string, lines: number, marked: { from: number, to: number } | null,
 *   findings: { from: number, to: number, title: string, severity: string }[],
 *   clock: import('./log-times.js').Clock }} View
 * @typedef {import('./log-address.js').Filter} Filter
 */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));
const root = byId('log');
/** @type {View} */
const view = JSON.parse(root.dataset.view ?? '{}');
const box = /** @type {HTMLInputElement} */ (byId('log-text'));
const regex = /** @type {HTMLInputElement} */ (byId('log-regex'));
const level = /** @type {HTMLSelectElement} */ (byId('log-level'));
const told = byId('log-count');
const viewport = byId('log-viewport');
const sheet = byId('log-sheet');
const queryWord = new RegExp(`^(?:${root.dataset.takes})(?:\\s|$)`, 'i');

/** @type {Filter} What is chosen beside the words: form, field, stretch of time. */
let chosen = {};
/** The written query whose result stands open. */
let openQuery = '';
/** The words have a step of their own already, which goes on with each letter. */
let isTyping = false;
let marked = view.marked;
/** @type {import('./log-times.js').Times | null} */
let times = null;
/** @type {number[] | undefined} Of the lines shown, over time. */
let counts;
/** @type {AbortController | undefined} */
let running;

/**
 * @param {string} op
 * @param {Record<string, string | number | undefined>} values
 */
function addressOf(op, values) {
  const query = new URLSearchParams({ document: view.document });
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return `${view.base}/log/${op}?${query}`;
}

/**
 * @param {string} op
 * @param {Record<string, string | number | undefined>} [values]
 * @param {AbortSignal} [signal]
 */
async function ask(op, values = {}, signal) {
  const response = await fetch(addressOf(op, values), {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
  if (response.redirected) location.reload();
  const body = await response.json();
  if (!response.ok) throw new Error(body.message ?? 'That did not work.');
  return body;
}

const list = createList({
  viewport,
  sheet,
  rail: byId('log-rail'),
  async load(lines) {
    const [first = 1] = lines;
    const last = lines.at(-1) ?? first;
    if (last - first < 900) return await ask('lines', { from: first, to: last });
    const parts = [];
    for (let at = 0; at < lines.length; at += 100)
      parts.push(ask('rows', { lines: lines.slice(at, at + 100).join(',') }));
    return (await Promise.all(parts)).flat();
  },
  draw(row, line) {
    const element = document.createElement('div');
    const isMarked = marked !== null && line >= marked.from && line <= marked.to;
    // What goes on with the record above it is tied to it.
    const below = typeof row?.[5] === 'string' ? ` below of-${row[5] || 'record'}` : '';
    element.className = `row ${row?.[2] ?? 'unread'}${below}${isMarked ? ' marked' : ''}`;
    element.id = `L${line}`;
    const number = document.createElement('a');
    number.className = 'n';
    number.href = linkTo(line, line);
    number.tabIndex = -1;
    number.textContent = String(line);
    const text = document.createElement('span');
    text.className = 't';
    highlight(text, row?.[1] ?? '');
    if (row && row[4] > 0)
      text.append(
        Object.assign(document.createElement('i'), {
          textContent: ` … ${row[4].toLocaleString('en')} more characters`,
        }),
      );
    element.append(number, text);
    return element;
  },
});

/** @param {HTMLElement} place @param {string} line */
function highlight(place, line) {
  const word = regex.checked ? '' : box.value.trim().toLowerCase();
  if (word === '') return void place.append(line);
  const lower = line.toLowerCase();
  let at = 0;
  for (let hit = lower.indexOf(word); hit >= 0 && lower.length === line.length; hit = lower.indexOf(word, at)) {
    place.append(
      line.slice(at, hit),
      Object.assign(document.createElement('mark'), { textContent: line.slice(hit, hit + word.length) }),
    );
    at = hit + word.length;
  }
  place.append(line.slice(at));
}

/** @param {number} from @param {number} to */
function linkTo(from, to) {
  return addressOfLook(view.document, { filter: {}, marked: { from, to }, query: '' });
}

/** Marks lines, shows them among all others, and names them in the address. @param {number} from @param {number} [to] */
function open(from, to = from) {
  marked = { from, to };
  if (isFiltered()) empty();
  list.goTo(from);
  remember();
}

/** Names in the address what is looked at, as a step that the back button takes back. */
function remember() {
  const look = {
    filter: openQuery && box.value.trim() === openQuery ? withoutWords() : filter(),
    marked,
    query: openQuery,
  };
  const address = addressOfLook(view.document, look);
  const goesOn = isTyping;
  isTyping = false;
  if (address === location.search + location.hash) return;
  if (goesOn) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
}

/** Shows what the address names. */
function restore() {
  const look = lookOfAddress(location);
  const { text, pattern, level: least, ...rest } = look.filter;
  box.value = pattern ?? text ?? look.query;
  regex.checked = pattern !== undefined;
  level.value = least ?? '';
  // A level that is none of them would show nothing as chosen.
  if (level.selectedIndex < 0) level.value = '';
  chosen = rest;
  const { marked: lines } = look;
  marked = lines && { from: Math.min(lines.from, view.lines), to: Math.min(lines.to, view.lines) };
  void apply();
  if (marked && !isFiltered()) list.goTo(marked.from);
  openQuery = '';
  byId('log-result').hidden = true;
  if (look.query) void runQuery(look.query, false);
}

sheet.addEventListener('click', (event) => {
  const number = /** @type {HTMLElement} */ (event.target).closest('a.n');
  if (!number || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const line = Number(number.textContent);
  if (event.shiftKey && marked) open(Math.min(marked.from, line), Math.max(marked.to, line));
  else open(line);
});

/** @returns {Filter} */
function filter() {
  const words = box.value.trim();
  const asWords = words === '' ? {} : regex.checked ? { pattern: words } : { text: words };
  return { ...asWords, ...withoutWords() };
}

/** @returns {Filter} */
function withoutWords() {
  return { ...(level.value ? { level: level.value } : {}), ...chosen };
}

const isFiltered = () => Object.keys(filter()).length > 0;

function empty() {
  box.value = '';
  level.value = '';
  chosen = {};
  void apply();
}

/** Shows another selection of lines, as a step of its own. */
function change() {
  void apply();
  remember();
}

/**
 * Shows at once the first lines a filter lets through, and then all of them with their count.
 * @param {Filter} [wanted]
 * @param {string} [hint] is told instead of the count
 */
async function apply(wanted = filter(), hint = '') {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  showChips();
  if (Object.keys(wanted).length === 0) {
    told.textContent = hint || `${view.lines.toLocaleString('en')} lines`;
    list.setLines(undefined, view.lines);
    drawTimes(undefined);
    return;
  }
  told.textContent = hint || 'Searching …';
  try {
    /** @type {number[]} */
    const lines = [];
    /** @type {number[]} */
    const over = [];
    for await (const found of find(wanted, signal)) {
      if (signal.aborted) return;
      for (const line of found.lines) lines.push(line);
      for (const [at, count] of found.counts.entries()) over[at] = (over[at] ?? 0) + count;
      // Until there is something to show, what stood there stays.
      if (found.goesOn && found.total === 0) continue;
      // A query being written is seldom in the file.
      if (found.total === 0 && !regex.checked && wanted.text !== undefined && queryWord.test(wanted.text))
        return void apply(withoutWords(), 'Press Enter to run this query');
      list.setLines(lines, lines.length);
      told.textContent = hint || countWords(lines.length, found);
      drawTimes(over);
    }
  } catch (error) {
    if (!signal.aborted) told.textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {number[] | undefined} found */
function drawTimes(found) {
  counts = found;
  if (times) timeline.draw(times, counts, chosen);
}

/**
 * What is found, part by part.
 * @param {Filter} wanted
 * @param {AbortSignal} signal
 */
async function* find(wanted, signal) {
  const response = await fetch(addressOf('find', wanted), { headers: { accept: 'application/json' }, signal });
  if (response.redirected) location.reload();
  if (!response.ok || !response.body) throw new Error((await response.json()).message ?? 'That did not work.');
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

/** @param {number} shown @param {{ total: number, goesOn: boolean, readToLine?: number }} found */
function countWords(shown, { total, goesOn, readToLine }) {
  const all = view.lines.toLocaleString('en');
  const cut = shown < total ? `, the first ${shown.toLocaleString('en')} shown` : '';
  const known = readToLine === undefined ? '' : `, searched up to line ${readToLine.toLocaleString('en')}`;
  return `${total.toLocaleString('en')} of ${all} lines${known}${goesOn ? ' …' : cut}`;
}

function showChips() {
  const place = byId('log-chips');
  /** @type {[string, (keyof Filter)[]][]} */
  const chips = [];
  if (chosen.template !== undefined) chips.push(['one template', ['template']]);
  if (chosen.field !== undefined) chips.push([`${chosen.field}: ${chosen.value}`, ['field', 'value']]);
  if (chosen.fromMs !== undefined && chosen.toMs !== undefined) {
    chips.push([`${momentOf(chosen.fromMs, view.clock)} to ${momentOf(chosen.toMs, view.clock)}`, ['fromMs', 'toMs']]);
  }
  place.replaceChildren(
    ...chips.map(([words, keys]) => {
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.textContent = `${words} ×`;
      chip.setAttribute('aria-label', `Remove ${words}`);
      chip.addEventListener('click', () => {
        for (const key of keys) delete chosen[key];
        change();
      });
      return chip;
    }),
  );
}

/** @param {Filter} more */
function choose(more) {
  chosen = { ...chosen, ...more };
  change();
}

const timeline = createTimes(byId('log-times'), view.clock, choose);

/** @param {1 | -1} way */
function toFinding(way) {
  const at = marked?.from ?? list.current();
  const { findings } = view;
  const next = way > 0 ? findings.find(({ from }) => from > at) : findings.findLast(({ from }) => from < at);
  const finding = next ?? (way > 0 ? findings[0] : findings.at(-1));
  if (!finding) return;
  open(finding.from, finding.to);
  told.textContent = `${finding.severity}: ${finding.title}`;
}

/** @param {string} text @param {string[]} takes */
function unreadWords(text, takes) {
  const [first = ''] = text.split(/\s/);
  const how = 'For example: count level=error by source, mean of ms by path, trend of ms, count every minute.';
  return takes.includes(first.toLowerCase())
    ? `The words after “${first}” are not understood. ${how}`
    : `This is not a written query. One begins with ${takes.join(', ')}. ${how}`;
}

/** @param {{ name: string, names: string[] }} run */
function absentWords({ name, names }) {
  const others = names.length > 0 ? ` There are: ${names.join(', ')}.` : '';
  return `No line here states “${name}”.${others}`;
}

/** What of the filter does not narrow a query. @param {{ isTimed: boolean }} run */
function unusedIn({ isTimed }) {
  const { template, fromMs } = chosen;
  return [
    ...(level.value ? ['level'] : []),
    ...(template === undefined ? [] : ['template']),
    ...(isTimed || fromMs === undefined ? [] : ['time']),
  ];
}

/** @param {string} text @param {boolean} [isStep] whether the address is yet to name it */
async function runQuery(text, isStep = true) {
  const result = byId('log-result');
  const tell = (/** @type {(string | Node)[]} */ ...words) => {
    const told = document.createElement('p');
    told.append(...words);
    result.replaceChildren(headOf(told, closeResult));
  };
  result.hidden = false;
  tell('Counting …');
  openQuery = text;
  try {
    const { fromMs, toMs, field, value } = chosen;
    const shown = { fromMs, toMs, field, value };
    const run = await ask('query', { query: text, ...shown });
    if (openQuery !== text) return;
    if (run.kind !== 'run') openQuery = '';
    if (run.kind === 'unread') return tell(unreadWords(text, run.takes));
    if (run.kind === 'absent') return tell(absentWords(run));
    if (run.kind === 'cause') {
      const page = Object.assign(document.createElement('a'), { href: view.base, textContent: 'the page of the file' });
      return tell('A cause is looked for in the whole file: ask on ', page, '.');
    }
    if (run.kind === 'lines') {
      result.hidden = true;
      return open(run.from, run.to);
    }
    if (isStep) remember();
    // Somebody may have gone on to filter while it was counted.
    if (box.value.trim() === text) void apply(withoutWords());
    showResult(result, run, {
      addressOf: (format) => addressOf('query', { query: text, ...shown, as: format }),
      unused: unusedIn(run),
      goTo: open,
      choose(range) {
        box.value = '';
        choose(range);
      },
      clock: view.clock,
      close: closeResult,
    });
  } catch (error) {
    if (openQuery === text) tell(/** @type {Error} */ (error).message);
  }
}

function closeResult() {
  byId('log-result').hidden = true;
  openQuery = '';
  remember();
  box.focus();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
box.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    void apply();
    remember();
    isTyping = true;
  }, 80);
});
box.addEventListener('blur', () => {
  isTyping = false;
});
regex.addEventListener('change', change);
level.addEventListener('change', change);
byId('log-bar').addEventListener('submit', (event) => {
  event.preventDefault();
  if (document.activeElement?.id === 'log-line') return toLine();
  if (queryWord.test(box.value.trim())) void runQuery(box.value.trim());
  else change();
});
// A telephone's digits have no Enter.
byId('log-line').addEventListener('change', toLine);
function toLine() {
  const line = Number(/** @type {HTMLInputElement} */ (byId('log-line')).value);
  if (line > 0) open(Math.min(line, view.lines));
}
byId('log-next').addEventListener('click', () => toFinding(1));
byId('log-previous').addEventListener('click', () => toFinding(-1));
byId('log-wrap').addEventListener('click', wrap);
function wrap() {
  const isOn = root.classList.toggle('wraps');
  byId('log-wrap').setAttribute('aria-pressed', String(isOn));
  list.show();
}

/** Each with a button of its own, for those who do not know the key. @type {Record<string, () => void>} */
const keys = {
  n: () => toFinding(1),
  p: () => toFinding(-1),
  w: wrap,
  '/': () => box.focus(),
  g: () => byId('log-line').focus(),
};
document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && target === box && isFiltered()) {
    empty();
    return remember();
  }
  if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
// Also where somebody writes another line behind the # of the address.
addEventListener('popstate', restore);
byId('log-facets').addEventListener('toggle', () => void fillFacets(byId('log-facets'), () => ask('facets'), choose), {
  once: true,
});

byId('plain').remove();
root.hidden = false;
restore();
ask('times').then(
  (counted) => {
    times = counted;
    byId('log-times').hidden = times === null;
    drawTimes(counts);
  },
  () => {},
);
