import { statesReason } from '../detect/reason-words.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { commonStart } from '../words/word-forms.ts';
import type { Draft } from './draft.ts';
import { claimOf, groupsOf, lookUp } from './look-up.ts';
import { number, say, words } from './say.ts';
import { timeWordsOf } from './times.ts';

const asks =
  /\bwhy\b.{0,80}?(?:\bnot\b|n't\b|\bnever\b|\bno longer\b) (?:be |been |being |get |got |getting |ever |automatically )*([a-z]{5,})\b/i;
/** What everything does or fails to do: its lines are told by what went wrong. */
const anything =
  /^(?:start\w*|work\w*|respond\w*|answer\w*|running|come|coming|going|happen\w*|reach\w*|connect\w*|available|show\w*|load\w*|return\w*|finish\w*|succe\w*|complet\w*|anymore|longer|really|there|again|healthy|ready)$/i;
const withheld =
  /\b(?:skip\w*|declin\w*|postpon\w*|defer\w*|suppress\w*|ignor\w*|disabled|inhibit\w*|block\w*|prevent\w*|paused|throttl\w*|refus\w*|denied|cancel\w*|rate limit\w*|because|not (?:due|needed|allowed|permitted|enabled|required|possible)|too (?:soon|early|old|large|many)|already|no (?:need|permission|space)|won't|will not|keep(?:ing)?|holding|waiting)\b/i;

/** "Why were the keys not refreshed?": the line that tells that it was held back, and why. Undefined where none does. */
export function answerWhyNot(run: Investigation, evidence: Evidence): Draft | undefined {
  const { text } = run.question;
  const verb = text.length > 200 ? undefined : asks.exec(text)?.[1]?.toLowerCase();
  if (verb === undefined || anything.test(verb) || run.files.length > 1) return undefined;
  const stem = commonStart(verb);
  const others = (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map(commonStart).filter((one) => one !== stem);
  const found = groupsOf(evidence.surveys)
    .map((one) => ({ one, said: `${one.group.message} ${one.group.detail ?? ''}`.toLowerCase() }))
    .filter(({ said }) => said.includes(stem) && withheld.test(said))
    .map(({ one, said }) => ({
      one,
      points:
        others.filter((other) => other.length >= 4 && said.includes(other)).length * 2 + (statesReason(said) ? 1 : 0),
    }))
    .sort((a, b) => b.points - a.points || a.one.group.count - b.one.group.count);
  const [best] = found;
  if (best === undefined) return undefined;
  const { group, survey } = best.one;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const when =
    group.first.timeMs === undefined || survey.info.clock !== 'absolute' ? '' : ` at ${times.at(group.first.timeMs)}`;
  const often = group.count === 1 ? '' : `, ${number(group.count)} times, first`;
  const trouble = evidence.observations.filter((one) => one.severity !== 'info' && one.isRoutine !== true).slice(0, 3);
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${shorten(group.message, 150)}${words(`${often}${when}`)}`,
    explanation: trouble.slice(0, 1).map((one) => ({ text: say`What goes wrong besides: ${one.title}`, ranges: [] })),
    proof: [
      ...found.slice(0, 3).map(({ one }) => claimOf(one)),
      ...trouble.slice(0, 1).map((one) => ({ text: one.title, ranges: one.evidence.slice(0, 1) })),
    ],
    used: trouble,
  });
}
