import type { Evidence, Investigation } from '../investigation.ts';
import { answerCause } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { howCounted } from './how-counted.ts';
import { claimOf, groupsOf, lookUp, missingWords, needleWords, rangeOf, totalLines } from './look-up.ts';
import { aroundAsked, eachWithBefore, occurrencesOf, whenOf } from './occurrences.ts';
import { join, plural, say, words } from './say.ts';

const maxKinds = 24;

/** Where something stands: every distinct kind of line that holds it, rare ones too, with counts and places. */
export async function answerFind(run: Investigation, evidence: Evidence): Promise<Draft> {
  const lines = totalLines(evidence.scoped);
  if (evidence.needles.length === 0 || lines === 0) return notFound(run, evidence);
  const groups = groupsOf(evidence.scoped);
  const isLiteral =
    run.question.phrases.length === 0 ||
    run.question.phrases.some((phrase) => evidence.present.some((one) => one.term === phrase));
  const wording = isLiteral ? needleWords(evidence) : say`the words of ${run.question.phrases[0]!}`;
  const unsettled = missingWords(run, evidence);
  const explanation = howCounted(evidence);
  const around = aroundAsked(run.question.text);
  if (lines <= 15 || around > 0) {
    const all = occurrencesOf(evidence.scoped);
    const few = all.slice(0, 15);
    const isOneKind = groups.length === 1;
    const times = lines > 1 && lines <= 6 ? words(`, at ${few.map(whenOf).join('; ')}`) : words('');
    return lookUp({
      cause: say`${plural(lines, 'line')} with ${wording}${isOneKind ? words('') : say`, ${plural(groups.length, 'kind')}: ${heads(groups)}`}${times}`,
      explanation:
        lines > few.length
          ? [...explanation, { text: words(`The first ${few.length} are shown`), ranges: [] }]
          : explanation,
      proof:
        around > 0
          ? await eachWithBefore(run, few, around)
          : [
              {
                text: words(lines === 1 ? 'The line' : 'The lines in order'),
                ranges: few.map(({ survey, spot }) => rangeOf(survey, spot)),
              },
            ],
      unsettled,
      used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
    });
  }
  const rest = groups.length - maxKinds;
  return lookUp({
    cause: say`${plural(lines, 'line')} with ${wording}, ${plural(groups.length, 'distinct kind')}: ${heads(groups)}`,
    explanation: [
      ...explanation,
      ...(rest > 0
        ? [{ text: say`The ${maxKinds} most telling kinds are listed; ${rest} more are not`, ranges: [] }]
        : []),
    ],
    proof: groups.slice(0, maxKinds).map(claimOf),
    unsettled,
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6),
  });
}

function heads(groups: ReturnType<typeof groupsOf>) {
  const shown = groups
    .slice(0, 4)
    .map(({ group }) => say`${group.message.slice(0, 160)}${words(group.count > 1 ? ` (${group.count})` : '')}`);
  return join([...shown, ...(groups.length > 4 ? [words('and others')] : [])], '; ');
}

/** What was asked for by name is not there: that is the answer; what is wrong with the file comes after it. */
function notFound(run: Investigation, evidence: Evidence): Draft {
  const { phrases, pattern, terms } = run.question;
  const asked = phrases[0] ?? (pattern === undefined ? terms[0] : `/${pattern}/`);
  if (asked === undefined) return answerCause(run, evidence);
  const general = answerCause(run, evidence);
  const lines = run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
  return {
    ...general,
    verdict: 'INCONCLUSIVE',
    cause:
      evidence.unsearched > 0
        ? say`${asked} was not found in the time there was: ${plural(evidence.unsearched, 'text')} of ${run.documents.infos.length} could not be looked into`
        : say`${asked} stands in none of the ${lines} lines of this file`,
    explanation: [],
    proof: [],
    also: [
      { text: say`What stands out instead: ${general.cause}`, ranges: general.used[0]?.evidence.slice(0, 2) ?? [] },
    ],
    notCause: [],
    unsettled: [],
    signature: null,
  };
}
