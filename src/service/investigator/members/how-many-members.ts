import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, words } from '../answer/say.ts';
import { singular } from '../calculate/columns.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import type { ListFound } from './list-members.ts';
import type { MembersAsked } from './members-asked.ts';
import type { Member } from './read-members.ts';

const asks =
  /^how many (?:different |distinct )?([a-z]{3,30}s) (?:(?:did|have|do) (?:we|they|you|i) (los[et]\w*)|(?:were|was|have been|got|are|have|went) (?:been )?(lost|down|offline|unreachable|evicted|drained|disconnected|gone|away|missing|dead))\b(?: (?:so far|in total|today|overall))?(?:,? and ((?:on|in|at|from|by) )?which ([a-z]+)(?: (?:was it|were they(?: on)?))?)?\W*$/i;
const mostTold = 8;

/** "How many nodes did we lose, and in which rack?": things that are lost are counted by name, not by line. */
export function lossAsked(text: string): MembersAsked | undefined {
  const match = asks.exec(text);
  if (match === null) return undefined;
  const [, noun = '', lost, gone, behind, further] = match;
  return {
    noun: singular(noun),
    isPlural: true,
    qualifiers: [],
    predicate: [lost === undefined ? gone!.toLowerCase() : 'lost'],
    isPassive: true,
    isFailing: false,
    wantsReason: false,
    ...(further === undefined ? {} : { further: singular(further) }),
    ...(behind === undefined ? {} : { furtherBehind: behind.trim().toLowerCase() }),
  };
}

export async function tellLoss(run: Investigation, asked: MembersAsked, found: ListFound): Promise<Draft | undefined> {
  const { members } = found;
  if (members.length === 0 || found.without > found.lines * 0.8) return undefined;
  const times = await timesOf(run);
  const places = new Map<string, number>();
  for (const { further } of members)
    for (const place of [...further.keys()].slice(0, 1)) places.set(place, (places.get(place) ?? 0) + 1);
  const ranked = [...places].sort((a, b) => b[1] - a[1]);
  const where =
    ranked.length === 0
      ? words('')
      : ranked.length === 1 && members.length > 1
        ? say`, all ${words(asked.furtherBehind ?? '')} ${ranked[0]![0]}`
        : say`; ${join(
            ranked.slice(0, 4).map(([place, of]) => say`${place} ${words(`(${number(of)})`)}`),
            ', ',
          )}`;
  const shown = members.slice(0, mostTold);
  const rest = members.length - shown.length;
  const at = ({ first }: Member) => (first.timeMs === undefined ? '' : `, ${times.at(first.timeMs)}`);
  return lookUp({
    cause: say`${plural(members.length, asked.noun)}: ${join(
      shown.map(({ name }) => say`${name}`),
      ', ',
    )}${words(rest > 0 ? ` and ${rest} more` : '')}${where}`,
    explanation: [{ text: say`Counted by name, over ${plural(found.lines, 'line')} that tell of it`, ranges: [] }],
    proof: shown.map((one) => claimAt(run, say`${one.name}${words(at(one))}`, one.first.place)),
  });
}
