// @ts-check
/** What a written query came to: its sentence, its rows as bars or a course, and the rows to take away. */
import { drawCourse, shownNumber } from './log-course.js';

/**
 * @typedef {{ head: string[], rows: (string | number)[][] }} Table
 * @typedef {{ kind: 'run', written: string, html: string, isWhole: boolean, isTimed: boolean, table?: Table, hasBars: boolean,
 *   course?: import('./log-course.js').Course }} Run
 * @typedef {{ addressOf: (format: string) => string, unused: string[], goTo: (line: number) => void, close: () => void,
 *   choose: (range: { fromMs: number, toMs: number }) => void, clock: import('./log-times.js').Clock }} Acts
 */

const mostShown = 500;

/**
 * @param {HTMLElement} place
 * @param {Run} run
 * @param {Acts} acts
 */
export function showResult(place, run, { addressOf, unused, goTo, close, choose, clock }) {
  // Markup made and escaped by the server.
  const words = document.createElement('div');
  words.className = 'report';
  words.innerHTML = run.html;
  const written = document.createElement('p');
  written.className = 'hint';
  written.append('Query: ', Object.assign(document.createElement('code'), { textContent: run.written }));
  if (unused.length > 0)
    written.append(`. The ${unused.join(' and ')} chosen above ${unused.length > 1 ? 'do' : 'does'} not narrow it.`);
  if (!run.isWhole) written.append(' It ran out of time: not every line was read.');
  place.replaceChildren(headOf(words, close), written);
  if (run.course && run.course.points.length > 1) place.append(drawCourse(run.course, clock, choose));
  if (run.table && run.table.rows.length > 0) {
    const bar = document.createElement('p');
    bar.className = 'hint';
    for (const format of ['CSV', 'JSON']) {
      const link = document.createElement('a');
      link.href = addressOf(format.toLowerCase());
      link.textContent = `Download ${format}`;
      link.download = '';
      bar.append(link, ' ');
    }
    place.append(tableOf(run.table, run.hasBars, goTo), bar);
  }
  place.hidden = false;
}

/** What can be put away at any time. @param {HTMLElement} words @param {() => void} close */
export function headOf(words, close) {
  const head = document.createElement('div');
  head.className = 'result-head';
  const shut = document.createElement('button');
  shut.type = 'button';
  shut.textContent = 'Close';
  shut.addEventListener('click', close);
  head.append(words, shut);
  return head;
}

/**
 * @param {Table} table
 * @param {boolean} hasBars
 * @param {(line: number) => void} goTo
 */
function tableOf({ head, rows }, hasBars, goTo) {
  const box = document.createElement('div');
  box.className = 'result-rows';
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', 'Result');
  const table = document.createElement('table');
  table.className = 'numbered';
  const barOf = hasBars ? barsFor(rows.map((row) => Number(row[1]))) : undefined;
  const top = table.createTHead().insertRow();
  for (const [index, name] of head.entries()) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    if (typeof rows[0]?.[index] === 'number') cell.className = 'number';
    top.append(cell);
    if (index === 1 && barOf) top.insertCell().className = 'bar';
  }
  const body = table.createTBody();
  for (const row of rows.slice(0, mostShown)) {
    const line = body.insertRow();
    for (const [index, value] of row.entries()) {
      line.append(cellOf(value, /line$/.test(head[index] ?? ''), goTo));
      if (index === 1 && barOf) line.append(barOf(Number(value)));
    }
  }
  if (rows.length > mostShown) {
    const cell = body.insertRow().insertCell();
    cell.colSpan = head.length + (barOf ? 1 : 0);
    cell.textContent = `and ${(rows.length - mostShown).toLocaleString('en')} more rows, in the downloads`;
  }
  box.append(table);
  return box;
}

/**
 * @param {string | number} value
 * @param {boolean} isLine
 * @param {(line: number) => void} goTo
 */
function cellOf(value, isLine, goTo) {
  const cell = document.createElement('td');
  if (isLine && typeof value === 'number') {
    const link = document.createElement('button');
    link.type = 'button';
    link.className = 'plain-link';
    link.textContent = value.toLocaleString('en');
    link.addEventListener('click', () => goTo(value));
    cell.append(link);
  } else cell.textContent = typeof value === 'number' ? shownNumber(value) : value;
  if (typeof value === 'number') cell.className = 'number';
  return cell;
}

/**
 * Bars that share one scale and one zero: what is below it lies to the left.
 * @param {number[]} values
 */
function barsFor(values) {
  const known = values.filter(Number.isFinite);
  const least = Math.min(0, ...known);
  const span = Math.max(0, ...known) - least || 1;
  return (/** @type {number} */ value) => {
    const cell = document.createElement('td');
    cell.className = 'bar';
    cell.setAttribute('aria-hidden', 'true');
    const zero = cell.appendChild(document.createElement('i'));
    zero.className = 'zero';
    zero.style.left = `${(-least / span) * 100}%`;
    const bar = cell.appendChild(document.createElement('i'));
    bar.style.left = `${((Math.min(0, value || 0) - least) / span) * 100}%`;
    bar.style.width = `${(Math.abs(value || 0) / span) * 100}%`;
    return cell;
  };
}
