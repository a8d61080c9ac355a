import type { OpenDocument } from '../../lines/open-document.ts';
import { createLineList } from './line-list.ts';

const codes =
  /^(?:100|101|200|201|202|204|206|301|302|303|304|307|308|400|401|403|404|405|406|408|409|410|411|412|413|414|415|416|417|422|423|425|426|428|429|431|444|451|499|500|501|502|503|504|505|507|508|511|520|521|522|523|524|525|526|527|530)$/;
const named =
  /["\s[{,(](?:\w+[._])?(?:status(?:_?code)?|http_?status(?:_?code)?|response_?code|resp_?status|sc_status|code)"?\s?[=:]\s?"?(\d{3})\b/i;
const sampleLines = 300;
const maxLines = 400_000;
const linesAtOnce = 500;

/**
 * Of lines that hold a number, those that hold it where the document states its status codes: in a field of that name,
 * or in the column that has nothing but codes. All of them where there is no such place.
 */
export async function linesWithStatus(document: OpenDocument, lines: Uint32Array, asked: string): Promise<Uint32Array> {
  if (lines.length > maxLines) return lines;
  const codeOf = await statusPlace(document);
  if (codeOf === undefined) return lines;
  const isAsked = (code: string | undefined) => (/xx$/i.test(asked) ? code?.[0] === asked[0] : code === asked);
  const found = createLineList();
  for (let at = 0; at < lines.length; ) {
    const first = lines[at]!;
    const texts = await document.lines(first, Math.min(lines.at(-1)!, first + linesAtOnce - 1));
    for (; at < lines.length && lines[at]! - first < texts.length; at++)
      if (isAsked(codeOf(texts[lines[at]! - first]!))) found.push(lines[at]!);
    if (texts.length === 0) break;
  }
  return found.lines();
}

async function statusPlace(document: OpenDocument): Promise<((line: string) => string | undefined) | undefined> {
  const total = document.info.lines;
  const step = Math.max(1, Math.floor(total / sampleLines));
  const sample: string[] = [];
  for (let line = 1; line <= total && sample.length < sampleLines; line += step)
    sample.push(...(await document.lines(line, line)));
  const inField = (line: string) => named.exec(line)?.[1];
  if (sample.filter((line) => codes.test(inField(line) ?? '')).length >= sample.length * 0.3) return inField;
  const columns = sample.map((line) => line.slice(0, 2000).split(' '));
  const shares = Array.from(
    { length: 40 },
    (_, column) => columns.filter((words) => codes.test(words[column] ?? '')).length,
  );
  const best = shares.indexOf(Math.max(...shares));
  return shares[best]! >= Math.max(5, sample.length * 0.6) ? (line) => line.split(' ', best + 1)[best] : undefined;
}
