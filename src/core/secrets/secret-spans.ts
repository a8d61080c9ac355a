import { isSecretKey, mayNameSecret } from './is-secret-key.ts';
import { plainReading } from './plain-reading.ts';
import { commandForms, headerForms, sentenceForms, tokenForms } from './secret-forms.ts';
import { isNoSecret, isRandomValue, isSecretValue } from './secret-values.ts';

/** From and behind of one secret, in characters of the text it was looked for in. */
export type Span = readonly [from: number, to: number];

/** Longer lines are looked at in pieces: no form of a secret is nearly as long. */
const pieceChars = 32_768;
const overlapChars = 9_000;

/**
 * Where secrets stand in lines of a log, in prose, names and addresses: values of secret keys, headers, tokens, hashes,
 * the inside of key blocks. Identifiers, digests, counters and addresses are none.
 */
export function secretSpans(text: string): Span[] {
  const spans: Span[] = keyBlocks(text);
  for (let at = 0; at < text.length; at += pieceChars - overlapChars) {
    const piece = text.slice(at, at + pieceChars);
    for (const [from, to] of spansHowever(piece)) spans.push([at + from, at + to]);
    if (at + pieceChars >= text.length) break;
  }
  return joined(spans);
}

/** As it stands, and as it is read: a colour within a key, or a code for its sign, hides nothing. */
function spansHowever(text: string): Span[] {
  const reading = plainReading(text);
  return reading ? [...spansOf(text), ...spansOf(reading.text).map(reading.placeOf)] : spansOf(text);
}

function spansOf(text: string): Span[] {
  if (!maySecret.test(text)) return [];
  return [
    ...keyedValues(
      text,
      (key) => isSecretKey(key) || mayNameSecret(key),
      (key, value) => (mayNameSecret(key) ? isRandomValue(key, value) : isSecretValue(key, value)),
    ),
    ...[headerForms, commandForms, sentenceForms, tokenForms].flatMap((forms) => formSpans(text, forms)),
  ];
}

/** Something of each form: most lines have none, and need no closer look. */
const maySecret =
  /pass|pwd|secret|token|key|cred|cookie|bearer|basic|digest|auth|otp|jwt|identified|sess|psk|sig=|curl|-p|\$\w|\{S|:\/\/|@|[\w+/-]{15,}|\bpw|communit|net use|\/p|contrase|senha|wachtwoord|has[lł]o|l[oö]senord|adgangskode|salasana|heslo|parol|парол|密[码碼]|口令|パスワード|비밀번호/i;

/** `key = `, `"key": `, `\"key\":`, `key=` of an element; the value follows. */
const keyBefore = /(?<![\w.-])(?<key>[\w.-]{1,120})\\{0,4}["']?\]?[ \t]{0,40}(?:=>|:=|[=:])[ \t]{0,40}/g;

/** `"name": "DB_PASSWORD", "value": `, also on two lines; `<property name="db.password" value=`, `<param name="password">`. */
const nameBefore = [
  /(?<![\w.-])(?:name|key|id|field|param|parameter|variable|header|property)\\{0,4}["']?\s{0,9}[:=]\s{0,9}\\{0,4}["']?(?<key>[\w.-]{1,120})\\{0,4}["']?\s{0,9}[,;]?\s{0,40}\\{0,4}["']?(?:value|val|content|data)\\{0,4}["']?\s{0,9}[:=]\s{0,9}/gi,
  /<[\w:.-]{1,60}[ \t](?:[^<>]{0,200}[ \t])?(?:name|key|id)=["'](?<key>[\w.-]{1,120})["'][^<>]{0,200}>/gi,
];

const valueBehind =
  /\\{1,4}"(?<escaped>[^"\\\r\n]{0,4000})\\{1,4}"|"(?<double>[^"\\\r\n]{0,8000}(?:\\.[^"\\\r\n]{0,8000}){0,200})"|'(?<single>[^'\r\n]{0,8000})'|(?<bare>[^\s"',;&}<>\])][^\s"',;&}<>]{0,8000})/y;

/** Values that a key tells to be secret. A value may hold a key with a value in turn. */
export function keyedValues(
  text: string,
  isKey: (key: string) => boolean,
  isSecret: (key: string, value: string) => boolean,
): Span[] {
  const spans: Span[] = [];
  for (const before of [keyBefore, ...nameBefore]) {
    for (const match of text.matchAll(before)) {
      const key = match.groups?.key ?? '';
      if (!isKey(key)) continue;
      valueBehind.lastIndex = match.index + match[0].length;
      const found = valueBehind.exec(text);
      const { escaped, double, single, bare } = found?.groups ?? {};
      const value = escaped ?? double ?? single ?? bare ?? '';
      if (found && value !== '' && !isNoSecret(value) && isSecret(key, value)) spans.push(endingAt(found, value));
    }
  }
  return spans;
}

/** What fits one of the forms; where a form names a part of it `s`, that part. */
export function formSpans(text: string, forms: readonly RegExp[]): Span[] {
  const spans: Span[] = [];
  for (const form of forms) {
    // `search` leaves a global pattern as it is and makes no copy of it, as going through its matches does.
    if (text.search(form) < 0) continue;
    for (const match of text.matchAll(form)) {
      const value = match.groups?.s ?? match[0];
      if (!isNoSecret(value)) spans.push(endingAt(match, value));
    }
  }
  return spans;
}

/** The lines of private key blocks, each on its own so that the number of lines stays. */
function keyBlocks(text: string): Span[] {
  const spans: Span[] = [];
  for (const begin of text.matchAll(/-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|STATIC KEY V1)(?: BLOCK)?-----/gi)) {
    const from = begin.index + begin[0].length;
    const end = text.indexOf('-----END ', from);
    const to = end < 0 ? text.length : end;
    for (const line of text.slice(from, Math.min(to, from + 20_000)).matchAll(/[A-Za-z0-9+/=\\:, -]{4,}/g)) {
      spans.push([from + line.index, from + line.index + line[0].length]);
    }
  }
  return spans;
}

/** In order, each apart from the next. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = all[all.length - 1];
    if (last && span[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], span[1])];
    else all.push(span);
  }
  return all;
}

function endingAt(match: RegExpMatchArray, value: string): Span {
  const from = (match.index ?? 0) + match[0].lastIndexOf(value);
  return [from, from + value.length];
}
