import { asksForHolder } from '../answer/answer-holder.ts';
import type { Draft } from '../answer/draft.ts';
import type { Investigation } from '../investigation.ts';
import { asksForRuns } from '../question/runs-asked.ts';
import { timesIn } from '../question/times-asked.ts';
import { distinctValues } from './answer-distinct.ts';
import { firstAndLast } from './answer-ends.ts';
import { gapsBetweenLines } from './answer-gap.ts';
import { lengthOfPairs } from './answer-length.ts';
import { rhythmOfLines } from './answer-rhythm.ts';
import { shareOfLines } from './answer-share.ts';
import { compareSides } from './answer-sides.ts';
import { statisticOverLines } from './answer-statistic.ts';
import type { Asked } from './asked.ts';
import { documentsOf, type PassLine, sampleRows } from './pass.ts';
import { chooseNumber, type Plan, planFor } from './plan.ts';
import { rankByCount } from './rank-by-count.ts';
import { rankByNumber } from './rank-by-number.ts';
import { readAsked } from './read-asked.ts';
import { refuse } from './refuse.ts';
import { createSteps, stepName } from './steps.ts';
import { timesOf } from './told.ts';

/** The answer to a question that asks for a number, a ranking or a table. Undefined where it asks for something else. */
export async function answerCalculation(run: Investigation): Promise<Draft | undefined> {
  if (run.files.length > 1 || documentsOf(run).length === 0) return undefined;
  // What stood before an event is no quantity.
  if (run.question.before !== undefined) return undefined;
  if (asksForHolder(run.question.text) || asksForRuns(run.question.text)) return undefined;
  const question = { ...run.question, text: withHours(run.question.text) };
  const found = timesIn(question.text);
  const asked = readAsked(found.rest, question.phrases, found.times);
  if (asked === undefined) return undefined;
  const draft = await calculate({ ...run, question }, await withSpeed(run, asked));
  if (draft !== undefined)
    run.step('calculate', { kind: asked.kind, by: asked.group ?? '' }, draft.cause.plain.slice(0, 200));
  return draft;
}

const moving = /^(?:dr[oi]ves?|driven|driving|ran|went|moved|flew|fl(?:ies|ying)|travel\w*)$/i;

/** Of vehicles and machines the fastest has the highest speed, where lines state one. */
async function withSpeed(run: Investigation, asked: Asked): Promise<Asked> {
  const word = /\b(?:fastest|slowest)\b/i.exec(run.question.text)?.[0]?.toLowerCase();
  if (word === undefined || asked.measure?.dimension !== 'time') return asked;
  const speed = chooseNumber({ words: ['speed'] }, await sampleRows(run));
  return speed === undefined || speed.unit.dimension === 'time'
    ? asked
    : {
        ...asked,
        measure: { words: ['speed'] },
        isLow: word === 'slowest',
        subject: asked.subject.filter((one) => !moving.test(one)),
      };
}

/** "10-11 with 11-12": bare hours are hours where two ranges of them are compared. */
function withHours(text: string): string {
  const hour = String.raw`([01]?\d|2[0-4])`;
  const range = `${hour} ?[-–] ?${hour}`;
  const both = new RegExp(
    String.raw`\b(?:between |from )?${range} ?(?:h|uhr|o'?clock)? (?:with|vs\.?|versus|to|and|against) ${range}\b(?: ?(?:h|uhr|o'?clock)\b)?`,
    'i',
  );
  return text.replace(both, 'from $1:00 to $2:00 with from $3:00 to $4:00');
}

async function calculate(run: Investigation, asked: Asked): Promise<Draft | undefined> {
  const plan = await planFor(run, asked);
  if (asked.measure?.dimension === 'time' && plan.number === undefined && plan.missing.length === 0) {
    // Lines that state no time by themselves may still tell of a start and an end.
    const paired = await lengthOfPairs(run, asked, { ...plan, unrecorded: [] });
    if (paired !== undefined) return paired;
  }
  if (isNameMissing(plan)) return undefined;
  if (isRefused(plan)) return isOfNumber(asked) && !isGroupAlone(plan, asked) ? refuse(run, plan) : undefined;
  switch (asked.kind) {
    case 'rank':
    case 'statistic':
      if (asked.ends !== undefined) return lengthOfPairs(run, asked, plan);
      return rank(run, asked, plan);
    case 'share':
      return shareOfLines(run, asked, await withSteps(run, asked, plan), plan.part);
    case 'distinct':
      return distinctValues(run, asked, plan);
    case 'rhythm':
      return plan.number === undefined ? rhythmOfLines(run, asked, plan) : statisticOverLines(run, asked, plan);
    case 'gap':
      return gapsBetweenLines(run, asked, plan);
    case 'ends':
      return firstAndLast(run, plan);
    case 'length':
      return lengthOf(run, asked, plan);
    case 'sides':
      return compareSides(run, asked, plan);
  }
}

async function rank(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  if (asked.isWorst === true && plan.number === undefined && asked.conditions.length === 0) {
    const timed = await planFor(run, { ...asked, measure: { dimension: 'time', words: [] } });
    if (timed.number !== undefined) return rank(run, { ...asked, isWorst: false }, timed);
    const failing = await planFor(run, { ...asked, conditions: [{ kind: 'failing' }] });
    return rank(run, { ...asked, isWorst: false }, failing);
  }
  if (plan.group === undefined) return statisticOverLines(run, asked, plan);
  return plan.number === undefined ? rankByCount(run, asked, plan) : rankByNumber(run, asked, plan);
}

/** The time that lines state by themselves, else from the start to the end. */
async function lengthOf(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  if (asked.ends === undefined && asked.state === undefined && plan.conditions.length > 0) {
    const stated = await planFor(run, { ...asked, measure: { dimension: 'time', words: asked.subject } });
    if (stated.number !== undefined) return statisticOverLines(run, { ...asked, kind: 'statistic' }, stated);
  }
  return plan.conditions.length === 0 && asked.ends === undefined ? undefined : lengthOfPairs(run, asked, plan);
}

/** "Error rate by hour": lines are told apart by their time. */
async function withSteps(run: Investigation, asked: Asked, plan: Plan): Promise<Plan> {
  if (asked.stepMs === undefined || plan.group !== undefined) return plan;
  const steps = createSteps(run, asked.stepMs);
  const times = await timesOf(run);
  const read = ({ timeMs }: PassLine) =>
    timeMs === undefined ? undefined : times.at(Math.floor(timeMs / steps.stepMs) * steps.stepMs);
  return { ...plan, group: { name: stepName(steps.stepMs), kind: 'time', read } };
}

/** A name or an id that is nowhere in the file: what is spelled like it is told by who looks for names. */
function isNameMissing(plan: Plan): boolean {
  return plan.missing.some((word) => /[\d_./:@-]|[a-z][A-Z]/.test(word));
}

/** Only a number can be said not to be recorded; a word that stands nowhere may be what people call something there. */
function isOfNumber({ kind, measure }: Asked): boolean {
  return kind === 'statistic' || (kind === 'rank' && measure !== undefined);
}

/** Only whose it is is told by no field: that may stand in the text, where others look for it. */
function isGroupAlone({ unrecorded, missing }: Plan, { group }: Asked): boolean {
  return missing.length === 0 && unrecorded.length > 0 && unrecorded.every((word) => word === group);
}

/** Nothing is counted where the file lacks what was asked for, or the one thing that was named. */
function isRefused(plan: Plan): boolean {
  return plan.unrecorded.length > 0 || (plan.missing.length > 0 && plan.conditions.length === 0);
}
