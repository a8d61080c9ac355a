import type { OpenDocument } from '../../lines/open-document.ts';
import type { Survey } from '../survey/survey.ts';
import { number, say, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';
import { type GroupLine, linesOfGroups } from './read-groups.ts';

const collects =
  /\bPause (?:Full|Young|Remark|Cleanup|Initial|Final)|\bFull GC\b|\[GC\b|\bGC(?:Inspector| pause|\(\d+\))|\bMark-?[Ss]weep|\bMark-Compact|\bConcurrentMarkSweep\b|\bG1 (?:Young|Old|Mixed)|\bgarbage collection\b|\bstop-the-world\b|\bgen ?2 (?:gc|collection)/;
const isWhole = /\bFull\b|Mark-?[Ss]weep|Mark-Compact|\bgen ?2\b|stop-the-world|\bG1 Old/i;
const lasting = /(?<!\d)(\d+(?:[.,]\d+)?) ?(ms|milliseconds|secs?|seconds|s)\b(?!.{0,300}\d ?(?:ms|secs?|s)\b)/i;
/** Heap before, after and at most: "2040M->1990M(2048M)". */
const heap =
  /(?<!\d)(\d+(?:\.\d+)?) ?([KMG])B?\s?(?:\([^)]{0,20}\)\s?)?-> ?(\d+(?:\.\d+)?) ?([KMG])B?\s?\((\d+(?:\.\d+)?) ?([KMG])/;
const longMs = 1000;
const fewest = 3;
const mostLines = 6000;

/** A runtime that stops everything to collect garbage, second after second, because its heap is full. */
export async function observePauses(document: OpenDocument, survey: Survey): Promise<Observation[]> {
  const groups = survey.groups.filter((group) =>
    collects.test(`${[...group.sources.keys()][0] ?? ''} ${group.message}`),
  );
  if (groups.length === 0) return [];
  const long: { line: GroupLine; ms: number }[] = [];
  for (const line of await linesOfGroups(document, groups, collects, mostLines)) {
    const match = lasting.exec(line.text);
    const value = Number(match?.[1]?.replace(',', '.'));
    const ms = match === null || Number.isNaN(value) ? 0 : /^ms|^milli/i.test(match[2]!) ? value : value * 1000;
    if (ms >= longMs) long.push({ line, ms });
  }
  const [first] = long;
  const last = long.at(-1);
  if (first === undefined || last === undefined || long.length < fewest) return [];
  const worst = long.reduce((a, b) => (b.ms > a.ms ? b : a));
  const times = timeWordsOf(survey.info, survey.isZoned);
  const range = ({ line }: GroupLine) => ({ document: survey.info.name, lineStart: line, lineEnd: line });
  const span =
    first.line.timeMs === undefined || last.line.timeMs === undefined
      ? ''
      : `, ${times.span(first.line.timeMs, last.line.timeMs)}`;
  const full = heap.exec(worst.line.text);
  const left =
    full === null
      ? words('')
      : say`; after one of them ${words(`${full[3]}${full[4]} of ${full[5]}${full[6]}`)} of the heap are still used`;
  const kind =
    long.filter(({ line }) => isWhole.test(line.text)).length > long.length / 2 ? 'Full GC pauses' : 'GC pauses';
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return [
    {
      rule: 'runtime.pauses',
      kind: 'trend',
      title: say`${words(`${kind} of up to ${durationWords(worst.ms)} (${number(worst.ms)} ms), ${number(long.length)} longer than 1 s${span}`)}`,
      details: [
        { text: say`While the runtime collects garbage nothing else runs${left}`, ranges: [range(worst.line)] },
        { text: words('The first and the last of them'), ranges: [range(first.line), range(last.line)] },
      ],
      severity: 'error',
      role: 'cause',
      certainty: 'likely',
      count: Math.min(count, long.length),
      document: survey.info.name,
      firstLine: first.line.line,
      ...(first.line.timeMs === undefined ? {} : { firstTimeMs: first.line.timeMs }),
      ...(last.line.timeMs === undefined ? {} : { lastTimeMs: last.line.timeMs }),
      evidence: [range(worst.line), range(first.line)],
      signature: 'gc pauses',
      subjects: 'gc garbage collection pause heap memory slow latency hang timeout stuck performance',
      next: [
        'Take a heap dump while it is full (`jmap -dump:live,format=b,file=heap.bin <pid>`) and look at what fills it since then.',
      ],
      weight: 52 + Math.min(10, Math.log2(long.length)),
    },
  ];
}
