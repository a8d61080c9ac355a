import { anyOf } from '#core/any-of.ts';
import { namesIn, namesOf } from '../detect/names.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { MessageGroup } from '../survey/survey.ts';
import { stemOf } from '../words/word-forms.ts';
import type { Draft } from './draft.ts';
import { claimOf, type FoundGroup, groupsOf, lookUp } from './look-up.ts';
import { say, words } from './say.ts';

const asksForAdvice =
  /\b(?:how (?:can|do|could|should|to|might)\b.{0,40}\b(?:fix\w*|solv\w*|resolv\w*|repair\w*|mend\w*|prevent\w*|avoid\w*|remed\w*|work ?around|get rid)|what (?:should|can|could|must) (?:we|i|one|be) (?:do|done|change|set)|work-?around|remedy|(?:a|any|some) (?:hint|advice|tip|suggestion|recommendation)s?|(?:log|file|it) (?:suggest|recommend|advise)\w*|how (?:is|was) (?:this|it|that) (?:to be )?(?:fixed|solved))\b/i;
const advises = anyOf(
  [
    /you (?:should|may|might|can|need to|must|have to)|please|consider/,
    /try (?:to |again with |\w+ing )|recommend\w*|suggest\w*|make sure|ensure|did you mean|perhaps/,
    /should be (?:set|increased|raised|lowered|changed|enabled|disabled)/,
    /(?:increase|raise|lower|reduce|set|adjust|tune|upgrade|check|enable|disable|add|run|use) (?:the |your |free |'|"|`|--?\w)/,
    /see (?:https?:|the )/,
  ],
  {
    before: String.raw`\bhint\b ?:|\bto (?:fix|solve|resolve|avoid|prevent|correct|enable|disable|silence) (?:this|it|the|that)\b|\b(?:`,
    after: ')',
    flags: 'i',
  },
);
const strong = /\bhint\b ?:|\bto (?:fix|solve|resolve|avoid|prevent|correct) |\brecommend|\bconsider\b|\bsuggest/i;
const mostTold = 4;

/** "Is there a hint in the log?": the lines that tell what to do, nearest to the trouble first. Undefined where none does. */
export function answerAdvice(run: Investigation, evidence: Evidence): Draft | undefined {
  if (!asksForAdvice.test(run.question.text) || run.files.length > 1) return undefined;
  const trouble = evidence.observations.filter((one) => one.severity !== 'info' && one.isRoutine !== true).slice(0, 3);
  const names = new Set(trouble.flatMap((one) => [...namesIn(`${one.title.plain} ${one.subjects.slice(0, 400)}`)]));
  const close = new Set(trouble.flatMap(({ group }) => group?.at.lines ?? []));
  const found = groupsOf(evidence.surveys)
    .filter(({ group }) => advises.test(textOf(group)))
    .map((one) => ({ one, points: pointsOf(one, names, close) + 4 * askedIn(one, run.question.terms) }))
    .sort((a, b) => b.points - a.points || a.one.group.count - b.one.group.count);
  const [best] = found;
  if (best === undefined || best.points < 2) return undefined;
  const cause = trouble[0];
  return lookUp({
    cause: say`The log advises: ${shorten(adviceIn(textOf(best.one.group)), 150)}`,
    explanation: cause === undefined ? [] : [{ text: say`What goes wrong: ${cause.title}`, ranges: [] }],
    proof: [
      ...found.slice(0, mostTold).map(({ one }) => claimOf(one)),
      ...(cause === undefined ? [] : [{ text: words('What goes wrong'), ranges: cause.evidence.slice(0, 1) }]),
    ],
    used: trouble,
  });
}

function textOf({ message, detail, sources }: MessageGroup): string {
  const text = detail === undefined || message.includes(detail) ? message : `${message} ${detail}`;
  return sources.size === 1 && sources.has('HINT') ? `HINT: ${text}` : text;
}

function pointsOf({ group }: FoundGroup, names: ReadonlySet<string>, close: ReadonlySet<number>): number {
  const shared = [...namesOf(group)].filter((name) => names.has(name)).length;
  return (
    (strong.test(textOf(group)) ? 3 : 1) +
    ([1, 2, 3].some((back) => close.has(group.first.line - back)) ? 3 : 0) +
    Math.min(4, shared)
  );
}

/** How many of the words it is asked about stand in it. */
function askedIn({ group }: FoundGroup, terms: readonly string[]): number {
  const text = textOf(group).toLowerCase();
  return terms.filter((term) => !asksForAdvice.test(`any ${term}`) && text.includes(stemOf(term.toLowerCase()))).length;
}

/** The sentences that advise, without what is said before them. */
function adviceIn(text: string): string {
  const said = text.split(/(?<=[.!?])\s+/);
  const at = said.findIndex((one) => advises.test(one));
  return at <= 0 ? text : said.slice(at).join(' ');
}
