import { type Text, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import type { TimeAsked } from '../question/question.ts';
import { settleTimes } from '../question/settle-times.ts';
import { timesIn, windowIn } from '../question/times-asked.ts';
import type { Asked } from './asked.ts';
import { documentsOf, type PassLine } from './pass.ts';
import { sidesOfValues } from './sides-of-values.ts';
import { timesOf } from './told.ts';

/** One of two parts of the lines that are compared. */
export interface Side {
  /** At the head of a column. */
  name: Text;
  /** In a sentence. */
  said: Text;
  test(line: PassLine): boolean;
}

/** Before and after a moment, two windows, or the lines of two values. Undefined where the file has no such two. */
export async function sidesAsked(run: Investigation, asked: Asked): Promise<[Side, Side] | undefined> {
  if (asked.values !== undefined) return sidesOfValues(run, asked.values);
  if (asked.areWeeks === true) return weeks(run);
  if (asked.areEdges === true) return edges();
  const { times } = await settleTimes({ ...run.question, times: timesIn(run.question.text).times }, run.documents);
  const [one, other] = times;
  if (one === undefined) return undefined;
  if (other === undefined && againstRest.test(run.question.text)) return insideAndOutside(run, one);
  const isPair =
    other !== undefined && [one, other].every((time) => /^(?:between|on|around|offset|first|last)$/.test(time.kind));
  return isPair ? windows(run, one, other!) : moment(run, one);
}

const againstRest =
  /\b(?:the )?(?:rest|remainder)\b|\b(?:all )?other (?:times?|hours|days)\b|\botherwise\b|\boutside\b|\b(?:usual(?:ly)?|normal(?:ly)?)\b/i;

/** The window that is named, and all the rest of the file. */
function insideAndOutside(run: Investigation, asked: TimeAsked): [Side, Side] | undefined {
  const found = windowsOf(run, asked);
  if (found === undefined) return undefined;
  const isInside = ({ document, timeMs }: PassLine) => {
    const window = found.get(document.name);
    return window !== undefined && timeMs !== undefined && timeMs >= window.fromMs && timeMs < window.toMs;
  };
  const name = labelOf(asked);
  return [
    { name, said: name, test: isInside },
    { name: words('the rest'), said: words('the rest'), test: (line) => line.timeMs !== undefined && !isInside(line) },
  ];
}

/** The asked time in each document by its name; undefined where none has it. */
function windowsOf(run: Investigation, asked: TimeAsked): Map<string, ReturnType<typeof windowIn>> | undefined {
  const found = new Map(documentsOf(run).map((info) => [info.name, windowIn(asked, info)]));
  return [...found.values()].every((window) => window === undefined) ? undefined : found;
}

const labelOf = ({ label }: TimeAsked): Text => words(label.trim().replace(/[^\p{L}\p{N} :.,/-]/gu, ''));

/** The first and the last tenth of each document's time; of its lines where it has no clock. */
function edges(): [Side, Side] {
  const placeOf = ({ document, line, timeMs }: PassLine) => {
    const { firstTimeMs: first, lastTimeMs: last } = document;
    const hasClock = first !== undefined && last !== undefined && last > first;
    if (!hasClock) return (line - 1) / document.lines;
    return timeMs === undefined ? Number.NaN : (timeMs - first) / (last - first);
  };
  return [
    { name: words('first tenth'), said: words('The first tenth of the log'), test: (line) => placeOf(line) < 0.1 },
    { name: words('last tenth'), said: words('the last tenth'), test: (line) => placeOf(line) >= 0.9 },
  ];
}

/** The last seven days of the log and the seven before them. */
function weeks(run: Investigation): [Side, Side] | undefined {
  const day = 86_400_000;
  const last = Math.max(...documentsOf(run).map((info) => info.lastTimeMs ?? Number.NEGATIVE_INFINITY));
  const first = Math.min(...documentsOf(run).map((info) => info.firstTimeMs ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(last) || last - first < 7 * day) return undefined;
  const within = (from: number, to: number) => (line: PassLine) =>
    line.timeMs !== undefined && line.timeMs > from && line.timeMs <= to;
  return [
    { name: words('week before'), said: words('The week before'), test: within(last - 14 * day, last - 7 * day) },
    { name: words('last week'), said: words('the last seven days'), test: within(last - 7 * day, last) },
  ];
}

function windows(run: Investigation, first: TimeAsked, second: TimeAsked): [Side, Side] | undefined {
  const startOf = (asked: TimeAsked) =>
    Math.min(...documentsOf(run).map((info) => windowIn(asked, info)?.fromMs ?? Number.POSITIVE_INFINITY));
  // "The hour from 11 against the hour before": the earlier comes first.
  const [one, other] = startOf(second) < startOf(first) ? [second, first] : [first, second];
  const sides = [one, other].map((asked): Side | undefined => {
    const found = windowsOf(run, asked);
    if (found === undefined) return undefined;
    const name = labelOf(asked);
    return {
      name,
      said: name,
      test(line) {
        const window = found.get(line.document.name);
        return (
          window !== undefined &&
          line.timeMs !== undefined &&
          line.timeMs >= window.fromMs &&
          // What begins with the end of the one belongs to the other.
          (line.timeMs < window.toMs || window.toMs === line.document.lastTimeMs)
        );
      },
    };
  });
  return sides[0] === undefined || sides[1] === undefined ? undefined : [sides[0], sides[1]];
}

async function moment(run: Investigation, asked: TimeAsked): Promise<[Side, Side] | undefined> {
  const isWindow = asked.kind === 'on' || asked.kind === 'between';
  const isEnd = asked.kind === 'after';
  const at = isEnd ? asked.to : isWindow || asked.kind === 'before' ? asked.from : (asked.from + asked.to) / 2;
  if (asked.event !== undefined && !(at > 0)) return undefined;
  const parting: TimeAsked = { ...asked, kind: 'after', from: at, to: at };
  const moments = new Map(documentsOf(run).map((info) => [info.name, windowIn(parting, info)?.fromMs]));
  const known = [...moments.values()].find((found) => found !== undefined);
  if (known === undefined) return undefined;
  const times = await timesOf(run);
  const startOf = (line: PassLine) => moments.get(line.document.name) ?? known;
  return [
    {
      name: words('before'),
      said: words(`Before ${times.at(known)}`),
      test: (line) => line.timeMs !== undefined && line.timeMs < startOf(line),
    },
    {
      name: words('after'),
      said: words('after'),
      test: (line) => line.timeMs !== undefined && line.timeMs >= startOf(line),
    },
  ];
}
