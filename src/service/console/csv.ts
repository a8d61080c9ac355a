/** A table as RFC 4180 writes it. */
export function csvOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `${[head, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** What a spreadsheet would take for a formula is kept a text. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
