import type { Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { meansTheSame } from '../question/concepts.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { Survey } from '../survey/survey.ts';
import { extent } from './answer-absence.ts';
import { asClaim } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { eventsFor } from './events-for.ts';
import { totalLines } from './look-up.ts';
import { asksForSlow } from './ran-then.ts';
import { number, plural, say, type Text, words } from './say.ts';
import { slowPart } from './slow-part.ts';

const asksForTrouble =
  /\b(?:wrong|issues?|problems?|troubles?|errors?|fail(?:s|ed|ing|ure|ures)?|broken|unhealthy|healthy|going on|the matter|happen(?:s|ed|ing)?)\b/i;
const statusName = /^(?:status|status_?code|http_?status|response_?code|code)$/i;
const linesOfBlock = 2000;
const mostLines = 400_000;

/**
 * What is wrong, asked of a log in which nothing failed: that, in plain words and numbers. Undefined where anything
 * failed, runs away or begins, or where something particular was asked for.
 */
export async function answerHealthy(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { question } = run;
  const isOfSpeed = asksForSlow.test(question.text);
  const isAsked = question.intent === 'cause' && !question.isYesNo && (isOfSpeed || asksForTrouble.test(question.text));
  const logs = evidence.surveys.filter(({ info }) => info.fileType === 'log');
  if (
    !isAsked ||
    run.notHere !== undefined ||
    run.files.length !== 1 ||
    logs.length !== evidence.surveys.length ||
    !isWholeAsked(evidence)
  )
    return undefined;
  const lines = totalLines(logs);
  if (lines === 0 || question.times.length > 0 || logs.some((one) => one.isSampled || !isClean(one))) return undefined;
  if (!evidence.observations.every(isHarmless) || eventsFor(run, evidence).length > 0) return undefined;
  // A warning that speaks of time is one about speed.
  if (isOfSpeed && evidence.observations.some((one) => one.severity !== 'info' && meansTheSame(one, question.text)))
    return undefined;
  const slow = await slowPart(run, evidence);
  if (slow !== undefined) return slow;
  const warnings = evidence.observations.filter((one) => one.severity === 'warning' && one.group !== undefined);
  const warned = logs
    .flatMap(({ groups }) => groups.filter(({ severity }) => severity === 'warning'))
    .reduce((sum, { count }) => sum + count, 0);
  const statuses = await statusesIn(run, logs);
  return {
    verdict: 'LIKELY',
    cause: say`${words(isOfSpeed ? 'Nothing is slow' : 'Nothing is wrong')}, so far as this file tells: no error in ${plural(lines, 'line')}${requestWords(statuses)}${warningWords(warned, warnings)}`,
    explanation: [{ text: words('Nothing fails, begins or stops, and no number runs away'), ranges: [] }],
    proof: [...extent(run), ...warnings.slice(0, 3).map(asClaim)],
    also: [],
    notCause: [],
    unsettled: [],
    next: [],
    used: warnings.slice(0, 3),
    signature: null,
  };
}

/** Of no part that has lines of its own among others. */
function isWholeAsked({ about, scoped, surveys }: Evidence): boolean {
  return about === undefined || totalLines(scoped) >= totalLines(surveys) * 0.95;
}

function isClean({ groups }: Survey): boolean {
  return groups.every(({ isFailure }) => !isFailure);
}

/** Warnings that come all the time, or a few of them. */
export function isHarmless(one: Observation): boolean {
  return one.severity === 'info' || (one.severity === 'warning' && (one.isRoutine === true || one.role === 'context'));
}

/** How many requests were answered with which class of status, by its first digit. */
async function statusesIn(run: Investigation, logs: readonly Survey[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const states = ({ values }: Survey['groups'][number]) => [...values.keys()].some((name) => statusName.test(name));
  for (const { info } of logs.filter(({ groups }) => groups.some(states))) {
    const document = info.lines > mostLines ? undefined : await run.documents.open(info.name);
    if (document === undefined) return new Map();
    for (let from = 1; from <= info.lines; from += linesOfBlock) {
      run.signal.throwIfAborted();
      for (const text of await document.lines(from, Math.min(info.lines, from + linesOfBlock - 1))) {
        const { fields } = fieldsOf(text, document.layout);
        const [, value] = [...fields].find(([name]) => statusName.test(name)) ?? [];
        const status = /^[1-5]\d\d$/.exec(String(value ?? ''))?.[0];
        if (status !== undefined) counts.set(`${status[0]}xx`, (counts.get(`${status[0]}xx`) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function requestWords(statuses: ReadonlyMap<string, number>): Text {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return words('');
  const kinds = [...statuses].sort((a, b) => b[1] - a[1]);
  const isGood = kinds.every(([kind]) => kind < '4');
  const told = kinds.map(([kind, count]) => `${kind} ${number(count)}`).join(', ');
  return words(
    isGood
      ? `, all ${number(all)} requests answered ${kinds.map(([kind]) => kind).join(' or ')}`
      : `, of ${number(all)} requests ${told}`,
  );
}

function warningWords(warned: number, [first, ...others]: readonly Observation[]): Text {
  if (warned === 0 || first?.group === undefined) return words('');
  const isOld = [first, ...others].every((one) => /deprecat/i.test(one.group?.message ?? ''));
  const noun = isOld ? 'deprecation warning' : 'warning';
  const share =
    others.length === 0 ? say` (${shorten(first.group.message, 60)})` : words(` of ${others.length + 1} kinds`);
  return say`; only ${plural(warned, noun)}${share}`;
}
