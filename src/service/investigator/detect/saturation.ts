import type { Saturation, Survey } from '../survey/survey.ts';
import { number, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';

const fewestFull = 3;

/** Pools, workers and connections that are all in use, and were not before. */
export function observeSaturation(survey: Survey): Observation[] {
  return survey.saturations
    .filter((one) => one.full >= fewestFull && one.firstFull !== undefined)
    .filter((one) => one.lowest < one.limit * 0.9 || one.count === one.full)
    .sort((a, b) => b.full - a.full)
    .slice(0, 3)
    .map((one) => describe(survey, one));
}

function describe(survey: Survey, one: Saturation): Observation {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const document = survey.info.name;
  const first = one.firstFull!;
  const last = one.lastFull ?? first;
  const line = (at: number) => ({ document, lineStart: at, lineEnd: at });
  const since = first.timeMs === undefined ? '' : ` from ${times.at(first.timeMs)} on`;
  const who = one.name === '' ? words('') : say`${one.name}: `;
  const queue = survey.series.find(
    (series) => series.max > 0 && series.owner === one.name && /queue|wait|pending|backlog/i.test(series.name),
  );
  return {
    rule: 'resource.saturated',
    kind: 'trend',
    title: say`${who}all of ${words(number(one.limit))} are in use (${one.what} ${words(`${number(one.limit)} of ${number(one.limit)}`)})${words(since)}`,
    details: [
      {
        text: say`Full in ${number(one.full)} of ${number(one.count)} lines that tell of it`,
        ranges: [line(first.line), line(last.line)],
      },
      ...(queue === undefined
        ? []
        : [{ text: say`Meanwhile ${queue.name} reaches ${number(queue.max)}`, ranges: [line(queue.maxPoint.line)] }]),
    ],
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count: one.full,
    document,
    firstLine: first.line,
    ...(first.timeMs === undefined ? {} : { firstTimeMs: first.timeMs }),
    ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
    evidence: [line(first.line), line(last.line)],
    signature: `saturated ${one.name} ${one.what}`,
    subjects:
      `${one.name} ${one.what} pool exhausted saturated full starvation connections threads workers slow timeout`.toLowerCase(),
    next: [
      'Capture who holds them at that time: a thread dump, or the sessions of the database with their statements.',
    ],
    weight: 50 + Math.min(10, Math.log2(one.full)),
  };
}
