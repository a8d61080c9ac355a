import { extent } from '../answer/answer-absence.ts';
import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import { type Looked, linesWithMost } from './asked-lines.ts';
import type { MembersAsked } from './members-asked.ts';

/** Said of a load or a cause, which no line tells in these words: nobody is named by what is said of them. */
export const figurative =
  /^(?:us(?:ed?|es|ing)|hit|hits|caus\w+|trigger\w*|br(?:oke|eak\w*)|tak\w+|took|eat\w*|ate|consum\w+|affect\w*|involv\w*|attack\w*|hammer\w*|hog\w*|block\w*|hold\w*|held|wait\w*|impact\w*|suffer\w*|own\w*|do|does|did|done|has|have|had|is|are|was|were|gets?|got|guess\w*|responsible|slow\w*|need\w*|flood\w*|spam\w*|fill\w*|keeps?|kept|makes?|made|leak\w*|is|are)$/i;

/** Other words tell of these as well. */
const saidOtherwise =
  /^(?:connect\w*|start\w*|stopp?\w*|fail\w*|see\w*|saw|writ\w*|wrote|chang\w*|modif\w*|touch\w*|kill\w*|log\w*|disabl\w*|enabl\w*)$/i;

/** "Who approved the rollout?" where no line tells of an approval: what lines tell of the rest is no answer to who. */
export async function neverRecorded(
  run: Investigation,
  asked: MembersAsked,
  told: readonly Looked[],
): Promise<Draft | undefined> {
  if (asked.noun !== 'who' || asked.isPassive) return undefined;
  const verb = told.find(({ word }) => word === asked.predicate[0]);
  if (
    verb === undefined ||
    verb.unit !== undefined ||
    figurative.test(verb.word) ||
    saidOtherwise.test(verb.word) ||
    !/(?:ed|id|nt|ld|ght|ew|ave|ote)$/i.test(verb.word)
  )
    return undefined;
  const rest = linesWithMost(told);
  const lines = run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
  const about: Claim[] = [];
  for (const [document, found] of rest?.lines ?? []) {
    if (found.length > 40) continue;
    for (const line of found.slice(0, 4))
      about.push({ text: words('What it tells of it'), ranges: [{ document, lineStart: line, lineEnd: line }] });
  }
  const [first] = about;
  const ranges = about.flatMap((claim) => claim.ranges);
  const said =
    rest === undefined
      ? words('')
      : say`; of ${join(
          rest.held.map(({ unit }) => say`${unit!.label}`),
          ' and ',
        )} ${plural(ranges.length > 0 ? ranges.length : [...rest.lines.values()].reduce((sum, list) => sum + list.length, 0), 'line')} tell${words(ranges.length === 1 ? 's' : '')} something else`;
  return lookUp({
    verdict: 'INCONCLUSIVE',
    cause: say`Not recorded: none of the ${plural(lines, 'line')} tells who ${words(verb.word.replace(/[^\p{L}-]/gu, ''))} it${said}`,
    proof: first === undefined ? extent(run) : [{ text: first.text, ranges: ranges.slice(0, 6) }],
  });
}
