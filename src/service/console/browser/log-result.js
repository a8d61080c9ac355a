// @ts-check
/** What a written query came to: its sentence, its rows as bars or a course, and the rows to take away. */

/**
 * @typedef {{ head: string[], rows: (string | number)[][] }} Table
 * @typedef {{ kind: 'run', written: string, html: string, isWhole: boolean, table?: Table, chart?: 'bars' | 'course' }} Run
 */

const mostShown = 500;

/**
 * @param {HTMLElement} place
 * @param {Run} run
 * @param {{ addressOf: (format: string) => string, goTo: (line: number) => void, close: () => void }} acts
 */
export function showResult(place, run, { addressOf, goTo, close }) {
  const head = document.createElement('div');
  head.className = 'result-head';
  // Markup made and escaped by the server.
  const words = document.createElement('div');
  words.className = 'report';
  words.innerHTML = run.html;
  const shut = document.createElement('button');
  shut.type = 'button';
  shut.textContent = 'Close';
  shut.addEventListener('click', close);
  head.append(words, shut);
  const written = document.createElement('p');
  written.className = 'hint';
  written.append('Query: ', Object.assign(document.createElement('code'), { textContent: run.written }));
  if (!run.isWhole) written.append(' The time was used up: not every line was looked at.');
  place.replaceChildren(head, written);
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
    place.append(tableOf(run.table, run.chart, goTo), bar);
  }
  place.hidden = false;
}

/**
 * @param {Table} table
 * @param {string | undefined} chart
 * @param {(line: number) => void} goTo
 */
function tableOf({ head, rows }, chart, goTo) {
  const box = document.createElement('div');
  box.className = 'result-rows';
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', 'Result');
  const table = document.createElement('table');
  table.className = 'numbered';
  // Of values below 1, and of those below none, the bars show how large they are.
  const most = Math.max(0, ...rows.map((row) => Math.abs(Number(row[1])) || 0)) || 1;
  const top = table.createTHead().insertRow();
  for (const name of head) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    top.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows.slice(0, mostShown)) {
    const line = body.insertRow();
    for (const [index, value] of row.entries()) {
      const cell = line.insertCell();
      const isLine = /line$/.test(head[index] ?? '') && typeof value === 'number';
      if (isLine) {
        const link = document.createElement('button');
        link.type = 'button';
        link.className = 'plain-link';
        link.textContent = value.toLocaleString('en');
        link.addEventListener('click', () => goTo(Number(value)));
        cell.append(link);
      } else cell.textContent = typeof value === 'number' ? shown(value) : value;
      if (index === 1 && chart && typeof value === 'number') {
        const bar = document.createElement('meter');
        bar.max = most;
        bar.value = Math.abs(value);
        bar.setAttribute('aria-hidden', 'true');
        cell.append(' ', bar);
      }
    }
  }
  if (rows.length > mostShown) {
    const cell = body.insertRow().insertCell();
    cell.colSpan = head.length;
    cell.textContent = `and ${(rows.length - mostShown).toLocaleString('en')} more rows, in the downloads`;
  }
  box.append(table);
  return box;
}

/** @param {number} value */
function shown(value) {
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Math.round(value * 1000) / 1000);
}
