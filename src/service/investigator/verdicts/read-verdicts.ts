import { eachLine, sampleRows } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { outcomeOf } from './verdict-words.ts';
import { verdictPlace } from './verdicts.ts';

/** What is told of an item, and where. */
export interface Told {
  text: string;
  place?: number;
}

/** An item whose verdict is no success. */
export interface Judged {
  item: string;
  word: string;
  place: number;
  timeMs: number | undefined;
  /** Behind the verdict, in the lines below it, or an error since the verdict before. */
  behind?: Told;
  below?: Told;
  before?: Told;
}

export interface Verdicts {
  /** By the word of the verdict. */
  counts: Map<string, { count: number; first: number }>;
  judged: Judged[];
  total: number;
}

const mostJudged = 5000;
const linesBelow = 3;
const mostChars = 200;

/** All verdicts of the file in one pass; undefined where it states none on several. */
export async function readVerdicts(run: Investigation): Promise<Verdicts | undefined> {
  const stated = verdictPlace(await sampleRows(run));
  if (stated === undefined) return undefined;
  const found: Verdicts = { counts: new Map(), judged: [], total: 0 };
  let latest: { one: Judged; line: number } | undefined;
  let error: Told | undefined;
  const goOn = (text: string, line: number, place?: number) => {
    if (latest === undefined || latest.one.below !== undefined || line - latest.line > linesBelow) return;
    latest.one.below = { text: text.trim().slice(0, mostChars), ...(place === undefined ? {} : { place }) };
  };
  await eachLine(run, {
    times: run.question.times,
    seeBelow: goOn,
    see(line) {
      const row = line.row();
      const verdict = stated.read(row);
      if (verdict === undefined) {
        // Indented behind its time, as runners print what a test threw.
        if (latest !== undefined && /^\S+(?: [\d:.,]+)?\s{3,}\S/.test(line.text))
          goOn(line.text.replace(/^\S+(?: [\d:.,]+)?\s+/, ''), line.line, line.place);
        if (line.isFailing()) error = { text: row.message.slice(0, mostChars), place: line.place };
        return;
      }
      const { word, item, behind } = verdict;
      const known = found.counts.get(word) ?? { count: 0, first: line.place };
      found.counts.set(word, known);
      known.count++;
      found.total++;
      latest = undefined;
      if (outcomeOf(word) !== 'passed' && found.judged.length < mostJudged) {
        const isTold = /\p{L}{3}/u.test(behind);
        const one: Judged = {
          item,
          word,
          place: line.place,
          timeMs: line.timeMs,
          ...(isTold ? { behind: { text: behind.slice(0, mostChars) } } : {}),
          ...(outcomeOf(word) === 'failed' && error !== undefined ? { before: error } : {}),
        };
        found.judged.push(one);
        latest = { one, line: line.line };
      }
      error = undefined;
    },
  });
  return found.total >= 3 && found.counts.size > 1 ? found : undefined;
}

/** Why it has its verdict, as far as the file says so. */
export function reasonOf({ behind, below, before }: Judged): Told | undefined {
  return behind ?? below ?? before;
}
