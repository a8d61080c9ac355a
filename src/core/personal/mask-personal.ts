import { mask, maskSpans } from '../secrets/mask-secrets.ts';
import { type PersonalCounts, type PersonalKind, personalKinds, personalSpans } from './personal-spans.ts';

/** The text with everything personal in it as `[masked]`, and how much that was. Masked text has nothing left to mask. */
export function maskPersonal(text: string): { text: string; counts: PersonalCounts } {
  const found = personalSpans(text);
  if (found.length === 0) return { text, counts: {} };
  const counts: PersonalCounts = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  return {
    text: maskSpans(
      text,
      found.map(({ span }) => span),
      mask,
    ),
    counts,
  };
}

/** A plain object with all its texts masked, however deep they lie; names of fields, and addresses, stay. */
export function maskPersonalIn<T>(value: T, counts: PersonalCounts): T {
  return masked(value, '') as T;

  function masked(inner: unknown, name: string): unknown {
    if (typeof inner === 'string') {
      if (/^(?:url|page|sha256|questionId|kind|tone|verdict)$/.test(name)) return inner;
      const { text, counts: more } = maskPersonal(inner);
      // The same words in another form are not counted twice.
      if (!/^(?:fullText|attachment)$/.test(name)) addCounts(counts, more);
      return text;
    }
    if (Array.isArray(inner)) return inner.map((item) => masked(item, name));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, masked(item, key)]));
  }
}

export function addCounts(counts: PersonalCounts, more: PersonalCounts): void {
  for (const kind of personalKinds) {
    if (more[kind]) counts[kind] = (counts[kind] ?? 0) + more[kind];
  }
}

const names: Record<PersonalKind, readonly [one: string, many: string]> = {
  IMEI: ['IMEI', 'IMEIs'],
  IMSI: ['IMSI', 'IMSIs'],
  MAC: ['MAC address', 'MAC addresses'],
  SSID: ['network name', 'network names'],
  phone: ['phone number', 'phone numbers'],
  'e-mail': ['e-mail address', 'e-mail addresses'],
  position: ['position', 'positions'],
  token: ['secret', 'secrets'],
};

/** `3 MAC addresses and 1 IMEI`; empty: nothing was found. */
export function countsInWords(counts: PersonalCounts): string {
  const parts = personalKinds.flatMap((kind) => {
    const amount = counts[kind] ?? 0;
    return amount > 0 ? [`${amount} ${names[kind][amount === 1 ? 0 : 1]}`] : [];
  });
  const last = parts.pop();
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : (last ?? '');
}
