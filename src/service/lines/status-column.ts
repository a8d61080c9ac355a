/** Where the status of a request stands among the columns of a log without quotes: W3C, Zeek, Squid, HAProxy. */
export interface StatusColumn {
  /** Counted from 0; blanks in a row part columns once. */
  column: number;
  /** Behind this character of the column: `TCP_MISS/200`. */
  behind?: number;
}

const slash = 0x2f;
const header = /^#fields:?[ \t](.+)/i;
const named = /^(?:sc-status|cs-status|status|status_code|http_status|x-status)$/i;
const squid = /^(?:\S+\s+){1,6}(?:TCP|UDP|NONE)_[A-Z_]+\/[1-5]\d\d\s/;
const haproxy = /(?<=^| )-?\d+\/-?\d+\/-?\d+\/-?\d+\/\+?\d+ [1-5]\d\d \+?\d+ /;

/** The column by a line that names the columns or whose shape is known; undefined where the line tells nothing. */
export function statusColumnOf(line: string): StatusColumn | undefined {
  const names = header
    .exec(line)?.[1]
    ?.trim()
    .split(/[ \t]+/);
  if (names) {
    const column = names.findIndex((name) => named.test(name));
    return column < 0 ? undefined : { column };
  }
  const proxied = squid.exec(line);
  if (proxied) return { column: proxied[0].trim().split(/\s+/).length - 1, behind: slash };
  const balanced = haproxy.exec(line);
  return balanced ? { column: line.slice(0, balanced.index).trim().split(/ +/).length + 1 } : undefined;
}

/** The status in a line, 0 where none stands there. */
export function statusAt(bytes: Uint8Array, start: number, end: number, { column, behind }: StatusColumn): number {
  let at = start;
  for (let passed = 0; passed < column && at < end; passed++) {
    while (at < end && bytes[at] !== 0x20 && bytes[at] !== 0x09) at++;
    while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  }
  if (behind !== undefined) {
    while (at < end && bytes[at] !== behind && bytes[at] !== 0x20) at++;
    at++;
  }
  if (at + 3 > end || bytes[start] === 0x23) return 0;
  return at + 3 === end || !isDigit(bytes[at + 3]!) ? statusFrom(bytes, at) : 0;
}

/** 100 to 599 as three digits at a place, else 0. */
export function statusFrom(bytes: Uint8Array, at: number): number {
  const [first, second, third] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
  if (first < 49 || first > 53 || !isDigit(second) || !isDigit(third)) return 0;
  return (first - 48) * 100 + (second - 48) * 10 + third - 48;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte < 58;
}
