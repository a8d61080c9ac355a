import { readRow } from '../calculate/row.ts';
import { beginningOf } from '../detect/origin.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { behindNoun } from '../members/slots.ts';
import { tokensOf } from '../members/tokens.ts';
import { answerCause } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { say, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';
import { surveyOf } from './told-origin.ts';

const asksForVersion =
  /\b(?:which|what)\b(?: \w+){0,4}? (?:(\w+) )?(version|release|build|firmware|model|update|upgrade)\b.{0,40}\b(?:br[eo]a?ke?\w*|caus\w*|fault|trigger\w*|introduc\w*|guilty|responsible|blame|bad|wrong|problems?|beg[aiu]n|start(?:ed)?|fail\w*|errors?|issues?|crash\w*)\b/i;
const tellsOfChange =
  /\b(?:version|release\w*|rollout|roll(?:ed|ing) out|deploy\w*|updat\w*|upgrad\w*|start\w*|boot\w*|firmware|install\w*|running|image|build|loaded|activated|switched)\b/i;
const version =
  /(?<![\w.:/])v?(\d{1,4}\.\d{1,5}(?:\.\d{1,6}){0,2}(?:[-+](?:rc|beta|alpha|b|p|build)[.\d]*)?|v\d{1,4})(?![\w%:]|\.\d|\s?(?:ms|s|MB|GB|%|C)\b)/;
const lookBackLines = 40_000;

/** "Which version broke it?": the version that lines state last before the failures begin. */
export async function answerVersion(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const asked = asksForVersion.exec(run.question.text);
  const nouns = [asked?.[1], asked?.[2]].filter((noun) => noun !== undefined).map((noun) => noun.toLowerCase());
  if (asked === null || run.files.length > 1) return undefined;
  const general = answerCause(run, evidence);
  const [cause] = general.used;
  const info = run.documents.infos.find(({ name }) => name === cause?.document);
  const document = cause === undefined ? undefined : await run.documents.open(cause.document);
  if (cause === undefined || info === undefined || document === undefined) return undefined;
  const survey = surveyOf(cause, evidence);
  const onset =
    survey === undefined ? { line: cause.firstLine, timeMs: cause.firstTimeMs } : beginningOf(cause, survey);
  const found = await lastBefore(document, onset.line, nouns);
  if (found === undefined) return undefined;
  const times = timeWordsOf(info, survey?.isZoned ?? false);
  const { timeMs } = await document.meta(found.line);
  const at = timeMs === undefined ? '' : ` at ${times.at(timeMs)};`;
  const lag =
    timeMs === undefined || onset.timeMs === undefined || onset.timeMs <= timeMs
      ? ''
      : ` ${durationWords(onset.timeMs - timeMs)} later:`;
  return {
    ...lookUp({
      verdict: 'LIKELY',
      cause: say`${found.version}: ${found.message.slice(0, 120)}${words(at)}${words(lag)} ${cause.title}`,
      proof: [
        { text: say`${found.version}`, ranges: [{ document: info.name, lineStart: found.line, lineEnd: found.line }] },
        { text: cause.title, ranges: cause.evidence.slice(0, 2) },
      ],
    }),
    next: general.next,
    used: general.used,
    signature: general.signature,
  };
}

async function lastBefore(
  document: { lines(from: number, to: number): Promise<string[]> },
  before: number,
  nouns: readonly string[],
): Promise<{ version: string; line: number; message: string } | undefined> {
  const step = 2000;
  for (let to = before; to >= 1 && to > before - lookBackLines; to -= step) {
    const from = Math.max(1, to - step + 1);
    const texts = await document.lines(from, to);
    for (let at = texts.length - 1; at >= 0; at--) {
      if (!tellsOfChange.test(texts[at]!)) continue;
      const row = readRow(texts[at]!);
      const { message } = row;
      const field = [...row.values].find(([name]) =>
        /(?:^|[._])(?:version|release|build|ver|image_tag|tag|revision)$/i.test(name),
      )?.[1];
      const told =
        nouns.map((noun) => behindNoun(tokensOf(row), noun)).find((text) => text !== undefined && /\d/.test(text)) ??
        (field === undefined ? undefined : String(field)) ??
        version.exec(message)?.[1];
      if (told === undefined || !/\d/.test(told) || !tellsOfChange.test(message)) continue;
      return { version: told, line: from + at, message };
    }
  }
  return undefined;
}
