import type { WordHit } from '../../lines/scan-words.ts';
import { commonStart, stemOf } from './word-forms.ts';

/** How the place where a word was found holds it. */
export type Fit = 'whole' | 'begins' | 'inside';

/** A word of the question as it is looked for. */
export interface AskedWord {
  text: string;
  /** Quoted, or a name: found as it is written. Other words are found in all their forms. */
  isLiteral: boolean;
  /** What is searched in the bytes, at least two of them. */
  needles: string[];
  /** Sets where the word that holds the needle stands; how it fits, unless its spelling has to tell. */
  place(bytes: Uint8Array, hit: WordHit, at: Place): Fit | undefined;
  /** Whether what stands there is a form of the word. */
  isForm(spelling: string): boolean;
  /** Whether what stands there begins with the word; true where absent. "Frame" shares but two letters with "freeze". */
  isBeginning?(spelling: string): boolean;
}

export interface Place {
  start: number;
  end: number;
}

const spoken: readonly (readonly string[])[] = [
  ['timeout', 'time out', 'timed out', 'time-out', 'timing out', 'times out'],
  ['login', 'log in', 'logged in', 'logon', 'log-in', 'accepted password', 'accepted publickey'],
  ['logout', 'log out', 'logged out', 'logoff'],
  ['shutdown', 'shut down', 'shutting down', 'shut-down'],
  ['oom', 'out of memory', 'out-of-memory'],
  ['segfault', 'segmentation fault', 'sigsegv'],
  ['filesystem', 'file system', 'file-system'],
  ['cpu', 'processor'],
  ['temperature', 'temp'],
  ['watchdog', 'wdt'],
  ['wdt', 'watchdog'],
  ['npe', 'nullpointerexception'],
];

/** "Timed out", "logged in": as the one word they are looked for as. */
export function joinSpoken(text: string): string {
  return spoken.reduce(
    (said, [first, ...others]) =>
      others
        .filter((one) => /[ -]/.test(one))
        .reduce((now, one) => now.replace(new RegExp(`\\b${one}\\b`, 'gi'), first!), said),
    text,
  );
}

/** Said in several ways: no name, even where a program is called so. */
export function isSaidManyWays(text: string): boolean {
  return spoken.some(([first]) => first === text.toLowerCase());
}

/** A word of plain letters, found in its forms and in the ways it is said; a part of `camelCase` is a word too. */
export function plainWord(text: string): AskedWord {
  const lower = text.toLowerCase();
  const stem = stemOf(lower);
  const alike = spoken.find(([first]) => first === lower || `${first}s` === lower) ?? [];
  // "Gave" and "giving" share no beginning to look for.
  const start = commonStart(lower);
  const others = [...alike.filter((one) => one !== lower), ...(stem.startsWith(start) ? [] : [stem])];
  return {
    text,
    isLiteral: false,
    needles: withCases([...new Set([start, ...others])].filter((needle) => needle.length > 1)),
    place(bytes, hit, at) {
      at.start = hit.start;
      at.end = hit.end;
      if (!begins(bytes, hit.start, hit.wordStart) || isHexId(bytes, hit)) return inside(hit, at);
      if (hit.wordEnd > hit.end) at.end = Math.max(hit.end, subWordEnd(bytes, hit.start, hit.wordEnd));
      return undefined;
    },
    isForm(spelling) {
      const word = spelling.toLowerCase();
      return alike.includes(word) || stemOf(word) === stem || !/^[a-z]+$/.test(lower);
    },
    isBeginning: (spelling) => spelling.toLowerCase().startsWith(stem.slice(0, Math.max(4, stem.length - 1))),
  };
}

const codesOf: Record<string, readonly number[]> = {
  '2': [200, 201, 202, 204, 206],
  '3': [301, 302, 303, 304, 307, 308],
  '4': [400, 401, 403, 404, 405, 406, 408, 409, 410, 412, 413, 415, 416, 422, 423, 425, 426, 428, 429, 431, 451, 499],
  '5': [500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530],
};

/** A status code or a class of them ("5xx"); `frame` is what stands around it in an access log. */
export function statusCode(text: string, frame: (code: string) => string = (code) => code): AskedWord {
  const codes = /xx$/i.test(text) ? (codesOf[text[0]!] ?? []) : [Number(text)];
  const isFramed = frame('') !== '';
  return {
    text: frame(text),
    isLiteral: true,
    needles: codes.map((code) => frame(String(code))),
    place(bytes, hit, at) {
      at.start = hit.start;
      at.end = hit.end;
      return isFramed || isWholeNumber(bytes, hit) ? 'whole' : inside(hit, at);
    },
    isForm: () => true,
  };
}

/** Something quoted or a name: as it is written, upper and lower case alike, and not within a longer word or number. */
export function literal(text: string): AskedWord {
  const bare = /[a-z](?:[A-Z][a-z]+)+s$/.test(text) ? text.slice(0, -1) : text;
  const isNumber = /^\d+$/.test(bare);
  const swapped = /^[\w-]*[a-z][-_][a-z][\w-]*$/i.test(bare) ? [bare.replace(/-/g, '_'), bare.replace(/_/g, '-')] : [];
  return {
    text,
    isLiteral: true,
    needles: withCases([...new Set([bare, ...swapped, ...portNames(bare)])]),
    place(bytes, hit, at) {
      const { start } = hit;
      at.start = start;
      at.end = bare === text ? hit.end : pluralEnd(bytes, hit);
      if (isNumber) return isWholeNumber(bytes, hit) ? 'whole' : inside(hit, at);
      const startsWhole = hit.wordStart === start || (!isHexId(bytes, hit) && begins(bytes, start, hit.wordStart));
      if (!startsWhole) return inside(hit, at);
      if (Math.max(hit.wordEnd, hit.end) === at.end && !isDecimal(bytes, at.end)) return 'whole';
      at.end = Math.max(hit.wordEnd, at.end);
      return 'begins';
    },
    isForm: () => true,
  };
}

const ports: readonly (readonly string[])[] = [
  ['GigabitEthernet', 'Gi', 'Gig', 'GigE', 'ge-'],
  ['TenGigabitEthernet', 'Te', 'TenGigE', 'xe-'],
  ['FastEthernet', 'Fa'],
  ['TwentyFiveGigE', 'Twe'],
  ['FortyGigabitEthernet', 'Fo'],
  ['HundredGigE', 'Hu', 'et-'],
  ['Ethernet', 'Eth', 'Et'],
  ['Port-channel', 'port-channel', 'Po'],
];

/** `Gi1/0/31` and `GigabitEthernet1/0/31` are one port. */
function portNames(text: string): string[] {
  const match = /^([A-Za-z][A-Za-z-]*)(\d[\d/.:]*)$/.exec(text);
  if (match === null || (!match[2]!.includes('/') && !/^po/i.test(match[1]!))) return [];
  const names = ports.find((one) => one.some((name) => name.toLowerCase() === match[1]!.toLowerCase()));
  return (names ?? []).map((name) => `${name}${match[2]}`).filter((name) => name !== text);
}

/** What it is inside of is what stands there. */
function inside(hit: WordHit, at: Place): Fit {
  at.start = hit.wordStart;
  at.end = Math.max(hit.wordEnd, hit.end);
  return 'inside';
}

/** A name has digits, signs or capitals in it. */
export function looksLikeName(text: string): boolean {
  return /[\d_./:@-]/.test(text) || /[a-z][A-Z]/.test(text);
}

const isUpper = (byte: number | undefined) => byte !== undefined && byte >= 65 && byte <= 90;
const isLower = (byte: number | undefined) => byte !== undefined && byte >= 97 && byte <= 122;
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;

/** Whether a word begins at `start`: of the run, or of a part of it that a capital begins. */
function begins(bytes: Uint8Array, start: number, wordStart: number): boolean {
  if (start === wordStart || !(isUpper(bytes[start]) || isLower(bytes[start]) || isDigit(bytes[start]))) return true;
  return isUpper(bytes[start]) && (!isUpper(bytes[start - 1]) || isLower(bytes[start + 1]));
}

/** Where the part of a run ends that begins at `start`: before a digit, or where the next capital begins a word. */
function subWordEnd(bytes: Uint8Array, start: number, wordEnd: number): number {
  const isCapitals = isUpper(bytes[start]) && isUpper(bytes[start + 1]);
  let at = start + 1;
  while (at < wordEnd && !isDigit(bytes[at]) && (isCapitals ? !isLower(bytes[at]) : !isUpper(bytes[at]))) at++;
  return at;
}

function pluralEnd(bytes: Uint8Array, hit: WordHit): number {
  return hit.wordEnd === hit.end + 1 && bytes[hit.end] === 115 ? hit.wordEnd : hit.end;
}

/** "1.5" and "10.0.0.1" go on behind a dot. */
function isDecimal(bytes: Uint8Array, end: number): boolean {
  return isDigit(bytes[end - 1]) && bytes[end] === 46 && isDigit(bytes[end + 1]);
}

function isWholeNumber(bytes: Uint8Array, hit: WordHit): boolean {
  const { start, end } = hit;
  if (isDigit(bytes[start - 1]) || isDigit(bytes[end]) || isDecimal(bytes, end) || isHexId(bytes, hit)) return false;
  if (bytes[start - 1] === 46 && isDigit(bytes[start - 2])) return false;
  // A short number with a unit or a letter before it is another thing than a code.
  return end - start >= 4 || (hit.wordStart === start && hit.wordEnd === end);
}

/** In the middle of the digits of an id, a checksum or an address. */
function isHexId(bytes: Uint8Array, { start, end, wordStart, wordEnd }: WordHit): boolean {
  if (wordEnd - wordStart < 5 || (start === wordStart && end === wordEnd)) return false;
  let digits = 0;
  let letters = 0;
  let at = bytes[wordStart] === 48 && (bytes[wordStart + 1]! | 32) === 120 ? wordStart + 2 : wordStart;
  for (; at < wordEnd; at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) digits++;
    else if ((byte | 32) >= 97 && (byte | 32) <= 102) letters++;
    else return false;
  }
  return digits > 0 && letters > 0;
}

/** Letters beyond ASCII are compared as they are: the likely spellings are looked for each. */
function withCases(needles: readonly string[]): string[] {
  return [
    ...new Set(
      needles.flatMap((needle) =>
        /^[\x00-\x7f]*$/.test(needle)
          ? [needle.toLowerCase()]
          : [needle, needle.toLowerCase(), needle.toUpperCase(), needle.charAt(0).toUpperCase() + needle.slice(1)],
      ),
    ),
  ];
}
