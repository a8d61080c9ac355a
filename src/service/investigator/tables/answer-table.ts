import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, words } from '../answer/say.ts';
import type { TimeWords } from '../answer/times.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { answerOutlier } from './answer-outlier.ts';
import { answerRunsOfValue } from './answer-runs-of-value.ts';
import { isLevel } from './levels.ts';
import { openTable, readTable } from './read-table.ts';
import { type StateStory, stateStory } from './state-story.ts';
import { type CellValue, keyOf, type Table } from './table.ts';
import { unitAsked, valuesAsked } from './table-asked.ts';
import { distributionOf, listOf, storyOf, titleOf, whenOf } from './tell-values.ts';
import { shareWith, type Telling, tellingValues } from './telling-values.ts';

const leastScore = 4;
const mostListed = 4;

const asksForGrave =
  /\b(?:errors?|faults?|failures?|alarms?|critical|severe|serious|fatal|warnings?|störung\w*|alerts?|incidents?)\b/i;
const asksForWorst = /\b(?:critical|severe|serious|fatal|emergency)\b/i;
const asksForFigure = /\b(?:how (?:many|often|long|much)|number of|count|average|mean|total)\b/i;
const asksWhatIsWrong =
  /\b(?:why|wrong|reason|cause|issues?|problems?|trouble|bad|stuck|broken|unusual|abnormal|unhealthy|fail\w*|stop\w*|happen\w*|matter|ok(?:ay)?|healthy|fine|complain\w*|strange|odd|too \w+|exceed\w*|limits?|over-?heat\w*)\b/i;

/** "Which jobs were cancelled, and since when?": one answer has both. */
export async function answerTableWhole(run: Investigation, parts: readonly string[]): Promise<Draft | undefined> {
  if (parts.length < 2) return undefined;
  return (await answerRunsOfValue(run)) ?? (asksForFigure.test(run.question.text) ? undefined : answerTable(run));
}

/** What is wrong in a table that has no words for it but its own values: the one that is rare, new or of one unit alone. */
export async function answerTable(run: Investigation): Promise<Draft | undefined> {
  const { intent, text, phrases, pattern } = run.question;
  const lasting = await answerRunsOfValue(run);
  if (lasting !== undefined) return lasting;
  if (!/^(?:cause|check|which|errors|overview)$/.test(intent) || phrases.length > 0 || pattern !== undefined)
    return undefined;
  if (/\b(?:most|least|fewest|\w{3,}est)\b/i.test(text) || run.question.before !== undefined) return undefined;
  if (text.length > 300 || (run.question.by !== undefined && !asksWhatIsWrong.test(text))) return undefined;
  const open = await openTable(run);
  if (open === undefined) return undefined;
  const table = await readTable(run, open);
  const isOfTrouble = asksForGrave.test(text) || asksWhatIsWrong.test(text);
  const isOpen = text === '' || /^(?:check|errors)$/.test(intent);
  const unit = unitAsked(table, text);
  const meant = valuesAsked(table, run.question.terms).filter((value) => value !== unit);
  if (!isOpen && !isOfTrouble && meant.length === 0) return undefined;
  const times = await timesOf(run);
  const all = tellingValues(table);
  if (unit === undefined && namesOther(run, table)) return undefined;
  const draft =
    answerOutlier(run, table, unit, times, true) ??
    (unit === undefined
      ? (storyAsked(run, table, times) ?? ofAll(run, table, all, times))
      : ofUnit(run, table, all, unit, times)) ??
    answerOutlier(run, table, unit, times, false);
  if (draft !== undefined)
    run.step('table', { columns: table.columns.join(', ').slice(0, 200) }, draft.cause.plain.slice(0, 200));
  return draft;
}

/** A name that no cell of few values holds is looked up by those who look for names. */
function namesOther({ question }: Investigation, table: Table): boolean {
  const cells = [...table.values.values()].map(({ value }) => value.toLowerCase());
  return question.terms.some(
    (term) => /[\d_./:@]/.test(term) && !cells.some((cell) => cell.includes(term.toLowerCase())),
  );
}

function storyAsked(run: Investigation, table: Table, times: TimeWords): Draft | undefined {
  const story = run.question.intent === 'cause' ? stateStory(table, run.question.text) : undefined;
  return story && tellStory(run, table, story, times);
}

function tellStory(run: Investigation, table: Table, { change, notes }: StateStory, times: TimeWords): Draft {
  const when = whenOf(table, change.at, times);
  const at = when === undefined ? words('') : say` at ${when}`;
  const told = join(
    notes.map(({ value }) => say`${value}`),
    ', then ',
  );
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${told}: ${change.column} goes from ${change.from} to ${change.to}${at}`,
    proof: [
      ...notes.map((one) => {
        const noted = whenOf(table, one.first, times);
        return claimAt(run, say`${one.value}${noted === undefined ? words('') : say` at ${noted}`}`, one.first.place);
      }),
      claimAt(run, say`${change.column} is ${change.to} from here on`, change.at.place),
    ],
    explanation: table.changes
      .filter(({ column }) => column === change.column)
      .slice(0, 8)
      .map((one) => {
        const moved = whenOf(table, one.at, times);
        return claimAt(
          run,
          say`${one.column}: ${one.from} to ${one.to}${moved === undefined ? words('') : say` at ${moved}`}`,
          one.at.place,
        );
      }),
  });
}

function ofAll(run: Investigation, table: Table, all: readonly Telling[], times: TimeWords): Draft | undefined {
  const { text, terms, intent } = run.question;
  if (asksForGrave.test(text) && intent !== 'cause') {
    const isWorst = asksForWorst.test(text);
    const grave = all.filter(({ value, course }) => value.gravity >= 2 && course !== 'even' && !isLevel(value));
    const worst = isWorst ? grave.filter(({ value }) => value.gravity === 3) : grave;
    if (worst.length > 1 || (worst.length === 0 && grave.length > 0))
      return listed(
        run,
        table,
        worst.length > 0 ? [...worst, ...grave.filter((one) => !worst.includes(one))] : grave,
        worst.length || grave.length,
        times,
        isWorst && worst.length === 0,
      );
  }
  const meant = new Set(valuesAsked(table, terms));
  const asked = all.filter(({ value }) => meant.has(value));
  const [top] = all.filter(({ score }) => score >= leastScore);
  // "Charging stops" need not mean the one value that has the word.
  const [named] = asked;
  const best = named !== undefined && named.score >= (top?.score ?? 0) - 1.5 ? named : top;
  return best && told(run, table, best, all, times);
}

/** Several kinds of trouble, the first `asked` of them in the headline, each with whom it is of and since when. */
function listed(
  run: Investigation,
  table: Table,
  grave: readonly Telling[],
  asked: number,
  times: TimeWords,
  isLess: boolean,
): Draft {
  const shown = grave.slice(0, Math.min(asked, mostListed));
  const rest = asked - shown.length;
  const more = rest > 0 ? words(`; and ${rest} more`) : words('');
  const lead = isLess
    ? words('None is called critical; of trouble there are ')
    : words(run.question.isYesNo ? 'Yes: ' : '');
  const kinds = plural(asked, 'kind');
  return lookUp({
    verdict: 'CONFIRMED',
    cause: say`${lead}${kinds}: ${listOf(table, shown, times)}${more}`,
    proof: grave.slice(0, 12).map((one) => claimAt(run, titleOf(table, one, times), one.onset.place)),
    explanation: [{ text: say`Of ${plural(table.records, 'record')}`, ranges: [] }],
  });
}

function told(run: Investigation, table: Table, best: Telling, all: readonly Telling[], times: TimeWords): Draft {
  const beside = companionsOf(best, all);
  const { isYesNo, asksForHealth } = run.question;
  const lead = isYesNo ? words(asksForHealth ? 'No: ' : 'Yes: ') : words('');
  const along =
    beside.length === 0
      ? words('')
      : say`, with ${join(
          beside.map(({ value }) =>
            /^[\d.,]+$/.test(value.value) ? say`${value.column} ${value.value}` : say`${value.value}`,
          ),
          ', ',
        )}`;
  const others = all.filter((one) => one !== best && !beside.includes(one));
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${lead}${titleOf(table, best, times)}${along}`,
    tables: best.value.count > 5 ? [distributionOf(table, best)] : [],
    proof: [best, ...beside].flatMap((one) => storyOf(run, table, one, times)),
    also: others.slice(0, 6).flatMap((one) => storyOf(run, table, one, times)),
  });
}

/** Values of other columns that come with it and as rarely without it. */
function companionsOf({ value, unit }: Telling, all: readonly Telling[]): Telling[] {
  return all
    .filter((one) => {
      const both = one.value.beside.get(keyOf(value.column, value.value)) ?? 0;
      return (
        one.value !== value &&
        one.value.value !== unit?.value &&
        both >= one.value.count * 0.8 &&
        both >= value.count * 0.3
      );
    })
    .slice(0, 2);
}

function ofUnit(
  run: Investigation,
  table: Table,
  all: readonly Telling[],
  unit: CellValue,
  times: TimeWords,
): Draft | undefined {
  const own = all.filter(({ value }) => {
    const { count, lift } = shareWith(table, value, unit);
    return count > 0 && (value.count <= 5 || (lift >= 1.5 && count >= value.count * 0.3));
  });
  const meant = new Set(valuesAsked(table, run.question.terms));
  const best = own.find(({ value }) => meant.has(value)) ?? own.find(({ score }) => score >= leastScore);
  if (best !== undefined) return told(run, table, { ...best, unit: asUnit(table, best, unit) }, own, times);
  const other = all.find(({ score, unit: of }) => score >= leastScore && of !== undefined);
  if (!run.question.isYesNo || other === undefined) return undefined;
  const lead = words(run.question.asksForHealth ? 'Yes' : 'No');
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${lead}: the ${number(unit.count)} records of ${unit.column} ${unit.value} hold the usual values only; what is unusual is of another: ${titleOf(table, other, times)}`,
    proof: [claimAt(run, say`First record of ${unit.value}`, unit.first.place), ...storyOf(run, table, other, times)],
  });
}

function asUnit(table: Table, { value }: Telling, unit: CellValue): NonNullable<Telling['unit']> {
  return { column: unit.column, value: unit.value, count: shareWith(table, value, unit).count };
}
