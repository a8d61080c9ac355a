import type { Evidence, Investigation } from '../investigation.ts';
import { isSymptom, meansTheSame } from '../question/concepts.ts';
import { isSaidManyWays, looksLikeName } from '../words/asked-word.ts';
import type { Unit } from '../words/unit.ts';
import type { Draft } from './draft.ts';
import { claimOf, groupsOf, lookUp, needleWords, totalLines } from './look-up.ts';
import { aroundAsked, eachWithBefore, fewLines, occurrencesOf, whenOf } from './occurrences.ts';
import { join, plural, say, words } from './say.ts';

const asksOfThePast = /^(?:did|has|have|had|was|were)\b/i;
/** Whether somebody is to blame, or something is well, no single line tells. */
const asksForMore =
  /\b(?:why|because|cause\w*|due to|responsible|reason|trigger\w*|lead|led|affect\w*|impact\w*|anything|something|wrong|problem\w*|issue\w*|trouble\w*)\b/i;

/** "Did checkout-7 restart?": yes where a line tells of both, with its times; no where lines of the one never tell of the other. */
export async function answerDid(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { text, intent, isYesNo, asksForHealth, times } = run.question;
  if (intent !== 'check' || !isYesNo || asksForHealth || !asksOfThePast.test(text) || asksForMore.test(text))
    return undefined;
  if (run.files.length > 1 || text.length > 160 || times.length > 0 || run.unit !== undefined) return undefined;
  // "Has unit 3 had any timeouts?": the number is no word to look for, and without it the others answer.
  if (/ ?#?\d{1,4}$/.test(evidence.about?.subject.asked ?? '') && evidence.about?.subject.names.length !== 1)
    return undefined;
  const asked = evidence.found.filter(({ part }) => part.part === 'term');
  const [subject, ...others] = subjectFirst(
    asked.flatMap(({ unit }) => (unit === undefined ? [] : [unit])),
    text,
    evidence,
  );
  const { chosen } = evidence;
  if (subject === undefined || chosen === undefined || asked.length < 2) return undefined;
  if (others.length > 0 && (chosen.dropped?.length ?? 0) === 0) return yes(run, evidence);
  const lost = asked.filter(({ unit }) => unit === undefined).map(({ part }) => part.word.text);
  // Trouble is told in many words.
  const isTrouble = [...lost, ...others.map((unit) => unit.asked)].some(
    (word) => isSymptom(word) && !isSaidManyWays(word),
  );
  const isToldOtherwise = evidence.observations.some(
    (one) => one.severity !== 'info' && one.isRoutine !== true && meansTheSame(one, text),
  );
  if (isTrouble && isToldOtherwise) return undefined;
  return others.length === 0 ? neverSaid(subject, lost, run, evidence) : no(subject, others, evidence);
}

/** What is asked about: a program that writes lines, or something with a name; none where the question names none. */
function subjectFirst(units: readonly Unit[], text: string, evidence: Evidence): Unit[] {
  const sources = new Set(
    evidence.surveys.flatMap((survey) => survey.groups.flatMap((group) => [...group.sources.keys()])),
  );
  const first = /^\w+ (?:the |our |user |host |service )?([\w./:@-]+)/i.exec(text)?.[1]?.toLowerCase();
  const subject =
    units.find((unit) => unit.asked.toLowerCase() === first) ??
    units.find((unit) => sources.has(unit.label) || looksLikeName(unit.asked));
  return subject === undefined ? [] : [subject, ...units.filter((unit) => unit !== subject)];
}

async function yes(run: Investigation, evidence: Evidence): Promise<Draft> {
  const lines = totalLines(evidence.scoped);
  const all = occurrencesOf(evidence.scoped);
  const isFew = lines <= fewLines;
  const [first, last] = [all[0]!, all.at(-1)!];
  const when =
    lines === 1
      ? words(`, at ${whenOf(first)}`)
      : words(
          isFew && lines <= 6
            ? `, at ${all.map(whenOf).join('; ')}`
            : `, first at ${whenOf(first)}, last at ${whenOf(last)}`,
        );
  return lookUp({
    cause: say`Yes: ${plural(lines, 'line')} with ${needleWords(evidence)}${when}`,
    proof: isFew
      ? await eachWithBefore(run, all, aroundAsked(run.question.text))
      : groupsOf(evidence.scoped).slice(0, 8).map(claimOf),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

function no(subject: Unit, others: readonly Unit[], evidence: Evidence): Draft {
  const names = join(
    [subject, ...others].map((unit) => say`${unit.label}`),
    ' with ',
  );
  const told = join(
    others.map((unit) => say`${unit.label} in ${plural(unit.lines, 'line')}`),
    ', ',
  );
  const about = groupsOf(evidence.scoped);
  return lookUp({
    verdict: 'LIKELY',
    cause: say`No: no line holds ${names}; ${subject.label} stands in ${plural(subject.lines, 'line')}, ${told}`,
    proof: about.slice(0, 5).map(claimOf),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

function neverSaid(subject: Unit, lost: readonly string[], run: Investigation, evidence: Evidence): Draft {
  const names = join(
    lost.slice(0, 3).map((word) => say`${word}`),
    ', ',
  );
  const lines = run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
  return lookUp({
    verdict: 'LIKELY',
    cause: say`No: ${names} ${words(lost.length === 1 ? 'stands' : 'stand')} in none of the ${plural(lines, 'line')}; ${subject.label} stands in ${subject.lines} of them`,
    proof: groupsOf(evidence.scoped).slice(0, 5).map(claimOf),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}
