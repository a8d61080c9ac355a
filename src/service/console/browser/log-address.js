// @ts-check
/** What is looked at, as the address names it: it can be sent to somebody, and the back button returns to it. */

/**
 * @typedef {{ text?: string, pattern?: string, level?: string, template?: number, field?: string, value?: string,
 *   fromMs?: number, toMs?: number }} Filter
 * @typedef {{ filter: Filter, marked: { from: number, to: number } | null, query: string }} Look
 */

/** @type {[keyof Filter, string][]} Words by their names in the address. */
const words = [
  ['text', 'text'],
  ['pattern', 'pattern'],
  ['level', 'level'],
  ['field', 'field'],
  ['value', 'value'],
];
/** @type {[keyof Filter, string][]} */
const numbers = [
  ['template', 'template'],
  ['fromMs', 'from_ms'],
  ['toMs', 'to_ms'],
];

/** @param {string} document @param {Look} look */
export function addressOfLook(document, { filter, marked, query }) {
  const named = new URLSearchParams({ document });
  for (const [key, name] of [...words, ...numbers]) {
    if (filter[key] !== undefined && filter[key] !== '') named.set(name, String(filter[key]));
  }
  if (query) named.set('query', query);
  if (marked) named.set('line', String(marked.from));
  if (marked && marked.to > marked.from) named.set('to', String(marked.to));
  return `?${named}${marked ? `#L${marked.from}` : ''}`;
}

/**
 * An address may be cut or written by hand: what cannot be read of it is left out.
 * @param {Pick<Location, 'search' | 'hash'>} address
 * @returns {Look}
 */
export function lookOfAddress({ search, hash }) {
  const named = new URLSearchParams(search);
  const filter = Object.fromEntries([
    ...words.flatMap(([key, name]) => (named.get(name) ? [[key, named.get(name)]] : [])),
    ...numbers.flatMap(([key, name]) => {
      const value = Number(named.get(name));
      return named.get(name) && Number.isFinite(value) ? [[key, value]] : [];
    }),
  ]);
  if (filter.field === undefined || filter.value === undefined)
    for (const key of ['field', 'value']) delete filter[key];
  if (!(filter.fromMs <= filter.toMs)) for (const key of ['fromMs', 'toMs']) delete filter[key];
  const from = lineIn(named.get('line')) ?? lineIn(/^#L(\d+)$/.exec(hash)?.[1]);
  const to = lineIn(named.get('to'));
  const marked = from === undefined ? null : { from, to: Math.max(from, to ?? from) };
  return { filter, marked, query: named.get('query') ?? '' };
}

/** @param {string | null | undefined} text */
function lineIn(text) {
  return text && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
