import type { Row } from './row.ts';

type ReadField = (text: string) => string | undefined;

/**
 * Reads one field without parsing the rest of its line. Undefined where that does not give the same as the full reading
 * on each of the sample's lines.
 */
export function quickField(name: string, rows: readonly Row[]): ReadField | undefined {
  const leaf = name.slice(name.lastIndexOf('.') + 1);
  const hasIt = rows.filter((row) => row.values.has(name));
  const column = hasIt[0]?.layout?.column?.(name);
  const candidates: ReadField[] = [
    ...(column === undefined ? [] : [column]),
    jsonReader(leaf),
    pairReader(name),
    ...accessReaders(name),
  ];
  return candidates.find(
    (read) =>
      hasIt.length > 0 &&
      rows.every((row) => {
        const value = row.values.get(name);
        const found = read(row.text);
        return value === undefined ? found === undefined : same(found, value);
      }),
  );
}

function same(found: string | undefined, value: string | number): boolean {
  return (
    found !== undefined &&
    (typeof value === 'number' ? Number(found) === value : found.slice(0, 600) === value.slice(0, 600))
  );
}

/** Of a JSON object's field by its own name. */
export function jsonReader(leaf: string): ReadField {
  const key = `"${leaf}"`;
  return (text) => {
    let at = text.indexOf(key);
    if (at < 0) return undefined;
    at += key.length;
    while (text.charCodeAt(at) === 32) at++;
    if (text.charCodeAt(at) !== 58) return undefined;
    at++;
    while (text.charCodeAt(at) === 32) at++;
    if (text.charCodeAt(at) === 34) {
      const end = text.indexOf('"', at + 1);
      return end < 0 || text.charCodeAt(end - 1) === 92 ? undefined : text.slice(at + 1, end);
    }
    let end = at;
    while (end < text.length && !',}] '.includes(text[end]!)) end++;
    const value = text.slice(at, end);
    return value === 'null' || value === '' || value === '{' || value === '[' ? undefined : value;
  };
}

/** Of `name=value`. */
export function pairReader(name: string): ReadField {
  const key = `${name}=`;
  return (text) => {
    let at = text.indexOf(key);
    while (at > 0 && !' \t,;[({|'.includes(text[at - 1]!)) at = text.indexOf(key, at + 1);
    if (at < 0) return undefined;
    at += key.length;
    if (text.charCodeAt(at) === 34) {
      const end = text.indexOf('"', at + 1);
      return end < 0 || text.charCodeAt(end - 1) === 92 ? undefined : text.slice(at + 1, end);
    }
    let end = at;
    while (end < text.length && !' \t,;)]}|"'.includes(text[end]!)) end++;
    while (end > at + 1 && text.charCodeAt(end - 1) === 58) end--;
    return end === at ? undefined : text.slice(at, end);
  };
}

/** Places of an access log, told from each other by the quotes and spaces around them. */
function accessReaders(name: string): ReadField[] {
  const request = /" ?([1-5]\d\d) (\d{1,15}|-)(?: |$)/;
  switch (name) {
    case 'client':
      return [(text) => (text.includes('] "') ? text.slice(0, text.indexOf(' ')) : undefined)];
    case 'status':
      return [(text) => request.exec(text)?.[1]];
    case 'response_bytes':
      return [
        (text) => {
          const bytes = request.exec(text)?.[2];
          return bytes === '-' ? undefined : bytes;
        },
      ];
    case 'path':
    case 'method':
      return [
        (text) => {
          const start = text.indexOf('] "');
          const space = text.indexOf(' ', start + 3);
          if (start < 0 || space < 0) return undefined;
          if (name === 'method') return text.slice(start + 3, space);
          let end = space + 1;
          while (end < text.length && !' "?'.includes(text[end]!)) end++;
          return text.slice(space + 1, end);
        },
      ];
    default:
      return [];
  }
}
