const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

/**
 * Stands in a Worker's bundle for the package of that name, whose table of 2,231 names is a tenth of it. Markdown-it
 * reads numbers by itself and asks for one name at a time; answers use only the names of the signs of markup, and
 * others stay as they are written.
 */
export const decodeHTMLStrict = (entity: string): string => named[entity] ?? entity;
