import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { plural, say, type Text, words } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';
import { eachLine, rangeAt } from '../calculate/pass.ts';
import { timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { openTable } from './read-table.ts';
import { type RunsAsked, runsAsked } from './runs-of-value-asked.ts';

/** Records of one unit in a row that all are as asked. */
interface RunOfValue {
  unit: string;
  fromMs: number;
  toMs: number;
  fromPlace: number;
  toPlace: number;
  records: number;
}

const asksForTime =
  /\b(?:how long|from when|until when|since when|when (?:did|was|were)|what time|duration|at that time)\b/i;
const mostRuns = 2000;
const mostUnits = 500;

/** "How long was CR-03 above 8 °C?", "how long did T-14 drive without gps?": the stretches in which a column says so. */
export async function answerRunsOfValue(run: Investigation): Promise<Draft | undefined> {
  const { text } = run.question;
  if (!asksForTime.test(text) || text.length > 200) return undefined;
  const open = await openTable(run);
  const asked = open && runsAsked(text, open);
  if (open === undefined || asked === undefined) return undefined;
  const runs = await readRuns(run, asked, open.read, open.columns.unit);
  const [longest] = [...runs].sort((a, b) => lengthOf(b) - lengthOf(a) || a.fromMs - b.fromMs);
  if (longest === undefined) return undefined;
  const times = await timesOf(run);
  const own = runs.filter(({ unit }) => unit === longest.unit);
  const told = (one: RunOfValue): Text =>
    say`${words(durationWords(lengthOf(one)))}, from ${words(times.at(one.fromMs))} to ${words(times.at(one.toMs))}`;
  const who = longest.unit === '' ? words('') : say`${longest.unit}: `;
  const total = own.reduce((sum, one) => sum + lengthOf(one), 0);
  const many =
    own.length > 1
      ? say`; longest of ${plural(own.length, 'time')}, ${words(durationWords(total))} in total`
      : words('');
  const lead = run.question.isYesNo ? words('Yes: ') : words('');
  const draft = lookUp({
    cause: say`${lead}${who}${asked.said} for ${told(longest)}${many}`,
    proof: [
      longest,
      ...own
        .filter((one) => one !== longest)
        .sort((a, b) => lengthOf(b) - lengthOf(a))
        .slice(0, 4),
    ].map((one) => ({
      text: say`${plural(one.records, 'record')}, ${told(one)}`,
      ranges: [...new Set([one.fromPlace, one.toPlace])].map((place) => rangeAt(run, place)),
    })),
  });
  run.step('table', { runs: asked.said.plain.slice(0, 200) }, draft.cause.plain.slice(0, 200));
  return draft;
}

const lengthOf = ({ fromMs, toMs }: RunOfValue): number => toMs - fromMs;

async function readRuns(
  run: Investigation,
  asked: RunsAsked,
  read: (text: string) => ReadonlyMap<string, string> | undefined,
  unitColumn: string | undefined,
): Promise<RunOfValue[]> {
  const open = new Map<string, RunOfValue>();
  const runs: RunOfValue[] = [];
  await eachLine(run, {
    times: run.question.times,
    see({ text, timeMs, place }) {
      const cells = read(text);
      if (cells === undefined || timeMs === undefined) return;
      const unit = unitColumn === undefined ? '' : (cells.get(unitColumn) ?? '');
      if (asked.unit !== undefined && unit !== asked.unit) return;
      const current = open.get(unit);
      if (asked.test(cells)) {
        if (current === undefined) {
          if (open.size >= mostUnits || runs.length >= mostRuns) return;
          const begun = { unit, fromMs: timeMs, toMs: timeMs, fromPlace: place, toPlace: place, records: 1 };
          open.set(unit, begun);
          runs.push(begun);
        } else {
          current.toMs = timeMs;
          current.toPlace = place;
          current.records++;
        }
      } else if (current !== undefined) {
        // It lasted until the first record that says otherwise.
        current.toMs = timeMs;
        open.delete(unit);
      }
    },
  });
  return runs;
}
