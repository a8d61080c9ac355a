/**
 * The constant words of a message: addresses, ids and numbers give way to `<*>`, so that lines that differ only
 * in those are one kind. Quoted words stay, they are often the very difference ("key 'users.email'"), and so does the
 * status a request was answered with.
 */
export function patternOf(message: string): string {
  const text = message.length > 600 ? message.slice(0, 600) : message;
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<*>')
    .replace(/\b0x[0-9a-f]+\b/gi, '<*>')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, '<*>')
    .replace(/(?<![\w-])(?!(?<= answered )[1-5]\d\d$)[\w-]*\d[\w-]*(?:[.:,/]\d[\w-]*)*/g, withoutNumbers)
    .replace(/<\*>-[a-z]{5}(?![\w-])/g, '<*>')
    .replace(/(?:<\*>[.:,-]?)+/g, '<*>');
}

/** `node4` is `node<*>`, and of `web-7d9f6-bkqxw` only `web` is a name: the rest was drawn by lot. */
function withoutNumbers(run: string): string {
  if (/^\d/.test(run) && !run.includes('-')) return '<*>';
  const parts = run.split('-').map((part) => {
    if (!/\d/.test(part)) return part;
    const name = /^[A-Za-z_]+(?=[\d.:,/]+$)/.exec(part)?.[0];
    return name === undefined ? '<*>' : `${name}<*>`;
  });
  return parts.join('-');
}

/** The same words but for a name. */
export function isVariant(a: { pattern: string }, b: { pattern: string }): boolean {
  return a.pattern === b.pattern || likeness(a.pattern.split(' '), b.pattern.split(' ')) >= 0.6;
}

/** How alike the words of two patterns are, 0 to 1; 0 for different counts of words. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length !== b.length || a[0] !== b[0]) return 0;
  let same = 0;
  for (let index = 0; index < a.length; index++) if (a[index] === b[index]) same++;
  return same / a.length;
}
