import type { Survey } from '../survey/survey.ts';
import { code, join, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';

const waiting =
  /^"([^"\n]{1,120})":[^\S\n]{0,40}\n[^\S\n]{1,40}waiting (?:to lock|for)[^\n]{0,300}\n[^\S\n]{1,40}which is held by "([^"\n]{1,120})"/gm;
const object = /\(object 0x[0-9a-f]+, an? ([\w.$]{1,120})\)/g;
const frame = /^"([^"\n]{1,120})":[^\S\n]{0,40}\n[^\S\n]{1,40}at ([\w.$<>]{3,160})\(([^)\n]{0,120})\)/gm;

/** Deadlocks a Java runtime found in itself and wrote below a line: who waits for whom, and where. */
export function observeDeadlocks(survey: Survey): Observation[] {
  const [first] = survey.blocks;
  if (first === undefined) return [];
  const waits = [...first.text.matchAll(waiting)];
  const threads = [...new Set(waits.map((match) => match[1]!))];
  const objects = [...new Set([...first.text.matchAll(object)].map((match) => match[1]!))];
  const frames = [...first.text.matchAll(frame)];
  const document = survey.info.name;
  const names = join(
    threads.slice(0, 4).map((name) => code(name)),
    ' and ',
  );
  const who = threads.length < 2 ? words('threads') : names;
  const over =
    objects.length === 0
      ? words('')
      : say` over ${join(
          objects.slice(0, 4).map((name) => code(name)),
          ' and ',
        )}`;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const at = first.spot.timeMs === undefined ? words('') : words(`, found at ${times.at(first.spot.timeMs)}`);
  const last = first.from + Math.min(20, first.text.split('\n').length - 2);
  return [
    {
      rule: 'thread.deadlock',
      kind: 'finding',
      title: say`Deadlock: ${who} wait for each other${over}${at}`,
      details: [
        ...waits.slice(0, 4).map((match) => ({
          text: say`${match[1]!} waits for what ${match[2]!} holds`,
          ranges: [],
        })),
        ...frames
          .slice(0, 4)
          .map((match) => ({ text: say`${match[1]!} stands in ${match[2]!} (${match[3]!})`, ranges: [] })),
      ],
      severity: 'critical',
      role: 'cause',
      certainty: 'certain',
      count: survey.blocks.length,
      document,
      firstLine: first.from,
      ...(first.spot.timeMs === undefined ? {} : { firstTimeMs: first.spot.timeMs }),
      evidence: [
        { document, lineStart: first.spot.line, lineEnd: first.spot.line },
        { document, lineStart: first.from, lineEnd: Math.max(first.from, last) },
      ],
      signature: `deadlock ${objects.join(' ')}`.trim(),
      subjects:
        `deadlock hang hangs stuck blocked freeze nothing moves threads ${threads.join(' ')} ${objects.join(' ')}`.toLowerCase(),
      next: ['Take the locks in the same order everywhere; the frames above tell where each is taken.'],
      weight: 100,
    },
  ];
}
