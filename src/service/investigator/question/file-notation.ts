import { literalPattern } from '#core/literal-pattern.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';

const hex = /^0x([0-9a-f]{1,16})$/i;
const bareHex = /^(?=.*[a-f])(?=.*\d)[0-9a-f]{2,16}$/i;
const mac = /^(?:[0-9a-f]{2}[:-]){2,7}[0-9a-f]{2}$|^[0-9a-f]{4}(?:\.[0-9a-f]{4}){1,2}$/i;
const wildcard =
  /^(?=\S*[\w]{2})(?=\S*\d|\S*:)([\w.:/-]*?[\w])([.:/_-]?)(?:\.?(?:\*|…|\.\.\.)|(?<=[.:_-])[x*](?:[.:][x*])*|(?<=\d)xx+)$/i;
const token = /[\w.:*…/-]+/gu;
const mostChars = 300;
const mostSought = 8;

/**
 * The question with its identifiers as the file writes them: `0x3D2` as `3D2`, addresses of devices with other signs
 * between their digits, and `192.168.1.x` as the beginning that is meant. What the file has as it stands is kept.
 */
export async function inFileNotation(question: string, documents: OpenDocuments): Promise<string> {
  if (question.length > mostChars || /["`“«\n]/.test(question)) return question;
  let told = question;
  let sought = 0;
  for (const [word] of question.matchAll(token)) {
    const text = word.replace(/[.:,?!]+$/, (end) => (/^\.{3}$/.test(end) ? end : ''));
    const beginning = beginningOf(text);
    const patterns = beginning === undefined ? otherNotations(text) : [];
    if ((beginning === undefined && patterns.length === 0) || sought >= mostSought) continue;
    sought++;
    if (beginning !== undefined) {
      const found = await spelled(documents, [literalPattern(beginning)]);
      if (found !== undefined) told = told.replace(text, `"${found}"`);
    } else if ((await spelled(documents, [`\\b${literalPattern(text)}\\b`])) === undefined) {
      const found = await spelled(documents, patterns);
      if (found !== undefined) told = told.replace(text, found);
    }
  }
  return told;
}

/** Of "10.0.x.x", "TC_02xx" and "aa:bb:cc:…" what stands before the open part. */
function beginningOf(text: string): string | undefined {
  const match = wildcard.exec(text);
  if (match === null || /^\d{1,3}$/.test(match[1]!) || /^\d{1,2}:\d\d$/.test(match[1]!)) return undefined;
  const sign = match[2] !== '' ? match[2]! : /^\d{1,3}(?:\.\d{1,3})+$/.test(match[1]!) ? '.' : '';
  return `${match[1]}${sign}`;
}

function otherNotations(text: string): string[] {
  if (mac.test(text)) {
    const digits = text.replace(/[^0-9a-f]/gi, '');
    const pairs = digits.match(/../g) ?? [];
    const fours = digits.match(/.{4}/g) ?? [];
    const end = pairs.length < 6 ? '' : '\\b';
    return [
      ...[':', '-', ''].map((sign) => `\\b${pairs.join(sign)}${end}`),
      ...(digits.length % 4 === 0 ? [`\\b${fours.join('\\.')}${end}`] : []),
    ];
  }
  const prefixed = hex.exec(text)?.[1];
  const bare = (digits: string) => digits.replace(/^0+(?=.)/, '');
  if (prefixed !== undefined) return [`\\b0x0*${bare(prefixed)}\\b`, `\\b0*${bare(prefixed)}\\b`];
  // "Bus-offs" are more than one `bus-off`.
  if (/^[a-z]+(?:[-_][a-z]+)+[^s]s$/i.test(text)) return [`\\b${literalPattern(text.slice(0, -1))}\\b`];
  return bareHex.test(text) ? [`\\b0x0*${bare(text)}\\b`, `\\b0+${bare(text)}\\b`] : [];
}

/** As the first line that has it writes it. */
async function spelled(documents: OpenDocuments, patterns: readonly string[]): Promise<string | undefined> {
  for (const pattern of patterns) {
    for (const info of documents.infos.slice(0, 20)) {
      const document = info.lines === 0 ? undefined : await documents.open(info.name);
      const query = { pattern, ignoreCase: true, limit: 1, enough: 1, budgetMs: 1500 };
      const found = await document?.search(query).catch(() => undefined);
      const [line] = found?.lines ?? [];
      if (document === undefined || line === undefined) continue;
      const [text = ''] = await document.lines(line, line);
      const [match] = new RegExp(pattern, 'i').exec(text) ?? [];
      if (match !== undefined) return match;
    }
  }
  return undefined;
}
