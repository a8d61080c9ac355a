import { plainReading } from '../secrets/plain-reading.ts';
import { type Span, secretSpans } from '../secrets/secret-spans.ts';

export const personalKinds = ['IMEI', 'IMSI', 'MAC', 'SSID', 'phone', 'e-mail', 'position', 'token'] as const;
export type PersonalKind = (typeof personalKinds)[number];

/** How often each kind was found; nothing else is ever told of it. */
export type PersonalCounts = Partial<Record<PersonalKind, number>>;

export interface PersonalSpan {
  kind: PersonalKind;
  span: Span;
}

/**
 * Forms of what names a device, a network or a person. A group `s` is what is hidden; each repeat is bounded. What is
 * nothing but digits counts only behind a word that says what it is, or by its check digit.
 */
const forms: readonly (readonly [Exclude<PersonalKind, 'token'>, RegExp])[] = [
  ['IMEI', /\b(?:imei|meid|device[ _-]?id)(?:sv)?[\]"' ]{0,3}[:=]{0,2}[["' ]{0,3}(?<s>\d{14,16})(?!\d)/gi],
  ['IMSI', /\bimsi[\]"' ]{0,3}[:=]{0,2}[["' ]{0,3}(?<s>\d{14,15})(?!\d)/gi],
  ['MAC', /(?<![\w:.-])(?:[\da-f]{2}:){5}[\da-f]{2}(?![\w:-])|(?<![\w:.-])(?:[\da-f]{2}-){5}[\da-f]{2}(?![\w:-])/gi],
  ['SSID', /\bb?ssid[\]"' ]{0,3}[:=][["' ]{0,3}"(?<s>[^"\r\n]{1,64})"/gi],
  ['SSID', /\bssid[\]"' ]{0,3}[:=][ ]{0,3}(?<s>[^\s"',;<>\])]{1,64})/gi],
  ['phone', /(?<![\w+.])\+\d{1,3}[ ()-]{0,3}\d(?:[ ()-]{0,2}\d){6,12}(?!\d)/g],
  [
    'phone',
    /\b(?:msisdn|phone(?:[ _-]?number)?|tel(?:ephone)?|caller(?:[ _-]?id)?|callee)[\]"' ]{0,3}[:=][["' ]{0,3}(?<s>\+?\d(?:[ ()-]{0,2}\d){5,14})(?!\d)/gi,
  ],
  ['e-mail', /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,62})\.){1,5}[a-z]{2,24}(?![\w-])/gi],
  ['position', /\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng)[\]"' ]{0,3}[:=][["' ]{0,3}(?<s>-?\d{1,3}\.\d{3,15})/gi],
  ['position', /\$G[PNLAB](?:GGA|RMC|GLL),(?<s>[\d.,NSEWAV-]{10,80})/g],
  ['position', /\b(?:location|position|fix|gps)[^\n\d-]{0,40}(?<s>-?\d{1,2}\.\d{4,15}[, ]{1,3}-?\d{1,3}\.\d{4,15})/gi],
];

const deviceNumber = /(?<![\w.:-])\d{15}(?![\w.:-])/g;

/** Most lines hold none and need no closer look. */
const mayHold =
  /imei|imsi|meid|ssid|device|msisdn|phone|tel|call|lat|lon|lng|location|position|fix|gps|\$G|@|\+\d|[\da-f]{2}[:-][\da-f]{2}[:-]|\d{15}/i;

/** In order, each apart from the next. */
export function personalSpans(text: string): PersonalSpan[] {
  const found: PersonalSpan[] = secretSpans(text).map((span) => ({ kind: 'token', span }));
  found.push(...formsIn(text));
  const reading = plainReading(text);
  if (reading) found.push(...formsIn(reading.text).map(({ kind, span }) => ({ kind, span: reading.placeOf(span) })));
  const apart: PersonalSpan[] = [];
  for (const one of found.toSorted((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1])) {
    const last = apart.at(-1);
    if (!last || one.span[0] >= last.span[1]) apart.push(one);
  }
  return apart;
}

function formsIn(text: string): PersonalSpan[] {
  if (!mayHold.test(text)) return [];
  const found: PersonalSpan[] = [];
  for (const [kind, form] of forms) {
    for (const match of text.matchAll(form)) found.push({ kind, span: spanOf(match) });
  }
  for (const match of text.matchAll(deviceNumber)) {
    if (hasCheckDigit(match[0])) found.push({ kind: 'IMEI', span: spanOf(match) });
  }
  return found;
}

function spanOf(match: RegExpMatchArray): Span {
  const value = match.groups?.s ?? match[0];
  const from = (match.index ?? 0) + match[0].lastIndexOf(value);
  return [from, from + value.length];
}

/** Luhn's rule, which every IMEI keeps; all zeros is a placeholder. */
function hasCheckDigit(digits: string): boolean {
  if (/^0+$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
