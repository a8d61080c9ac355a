import type { Observation } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { AboutSubject } from '../look-into-subject.ts';
import { meansTheSame } from '../question/concepts.ts';
import { verdictOf } from '../verdict-rules.ts';
import type { Draft } from './draft.ts';
import { claimOf, groupsOf, lookUp, totalLines } from './look-up.ts';
import { plural, say, words } from './say.ts';

/** What went wrong with the part that was asked about, told by its own lines and numbers. Undefined where nothing did. */
export function ownTrouble(run: Investigation, evidence: Evidence): Observation | undefined {
  const { about } = evidence;
  if (about === undefined) return undefined;
  const moves = evidence.observations.filter((one) => isItsMove(one, about));
  const pool = [...about.observations, ...moves].filter(
    (one) => one.severity !== 'info' && one.role !== 'context' && one.isRoutine !== true,
  );
  const told = pool.filter((one) => verdictOf(one, pool) !== 'INCONCLUSIVE');
  const asked = told.filter((one) => meansTheSame(one, run.question.text));
  const fitting = told.filter((one) => one.kind !== 'trend' || asked.includes(one));
  const [best] = fitting.sort((a, b) => b.weight - a.weight || a.firstLine - b.firstLine);
  return best === undefined ? undefined : (usedUpBefore(best, evidence) ?? best);
}

/** What ran out before it, and ends in what its lines tell. */
function usedUpBefore(one: Observation, { observations }: Evidence): Observation | undefined {
  return observations.find(
    (slope) =>
      slope !== one &&
      slope.isExhaustion === true &&
      slope.document === one.document &&
      slope.firstLine < one.firstLine &&
      slope.endsIn?.test(one.title.plain) === true,
  );
}

function isItsMove(one: Observation, { subject }: AboutSubject): boolean {
  if (one.kind !== 'trend') return false;
  return subject.names.some((group) =>
    group.every((name) => one.title.plain.toLowerCase().includes(name.toLowerCase())),
  );
}

/** "Is the indexer leaking too?": no, with its own figures, where neither its lines nor its numbers tell of trouble. */
export function noOwnTrouble(run: Investigation, evidence: Evidence): Draft | undefined {
  const { about } = evidence;
  const { question } = run;
  if (about === undefined || !about.subject.isNamed || !question.isYesNo || !/^(?:check|errors)$/.test(question.intent))
    return undefined;
  const { subject, surveys } = about;
  const lines = totalLines(surveys);
  const other = namedOtherwise(run, evidence, subject.asked);
  if (other !== undefined) {
    const all = run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
    return lookUp({
      verdict: 'LIKELY',
      cause: say`No: ${other} stands in none of the ${plural(all, 'line')} of this file, so it does not tell of ${`${other} ${subject.asked}`}; ${plural(lines, 'line')} are of ${subject.label}`,
      proof: groupsOf(surveys).slice(0, 3).map(claimOf),
    });
  }
  const rare = about.observations.filter((one) => one.severity !== 'info').slice(0, 3);
  const lead = words(question.asksForHealth ? 'Yes, so far as this file tells' : 'No');
  const cause = say`${lead}: none of the ${plural(lines, 'line')} of ${subject.label} tells of trouble${words(rare.length === 0 ? '' : ' beyond single warnings that come all the time')}`;
  const usual = groupsOf(surveys).slice(0, 4).map(claimOf);
  const others = evidence.observations.filter((one) => one.severity !== 'info').slice(0, 5);
  return lookUp({
    verdict: 'LIKELY',
    cause,
    explanation: [{ text: say`${plural(lines, 'line')} of ${subject.label} were looked at`, ranges: [] }],
    proof: [...rare.map((one) => ({ text: one.title, ranges: one.evidence.slice(0, 1) })), ...usual].slice(0, 6),
    also: others.map((one) => ({ text: one.title, ranges: one.evidence.slice(0, 1) })),
    used: rare,
  });
}

/** "The garage door" where the file knows doors but no garage: the word before the subject, which is nowhere in it. */
function namedOtherwise(run: Investigation, { found }: Evidence, asked: string): string | undefined {
  const text = run.question.text.toLowerCase();
  return found.find(
    ({ part, unit }) =>
      part.part === 'term' && unit === undefined && text.includes(`${part.word.text} ${asked}`.toLowerCase()),
  )?.part.word.text;
}
