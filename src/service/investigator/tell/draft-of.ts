import type { Verdict } from '../report.ts';
import { join, say, words } from '../wording/say.ts';
import { type Draft, emptyDraft } from './draft.ts';
import type { Told } from './told.ts';

/** How much of a question was understood, and how much of the file was looked at. */
interface Grounds {
  unread: readonly string[];
  isInferred: boolean;
  isWhole: boolean;
}

/** The lesser of how strong the evidence is and how much of the question was understood. */
function verdictFor(evidence: Verdict, { unread, isInferred, isWhole }: Grounds): Verdict {
  return unread.length > 0 || isInferred || !isWhole ? atMostLikely(evidence) : evidence;
}

/** For what follows from a cause and is not stated itself. */
export const atMostLikely = (verdict: Verdict): Verdict => (verdict === 'CONFIRMED' ? 'LIKELY' : verdict);

/** The answer before its quotes are looked up. */
export function draftOf(told: Told, grounds: Grounds): Draft {
  const unread = [...new Set(grounds.unread)];
  return {
    ...emptyDraft,
    verdict: verdictFor(told.verdict, grounds),
    cause: told.headline,
    explanation: told.more.map((text) => ({ text, ranges: [] })),
    proof: told.proof,
    unsettled: [
      ...(unread.length === 0 ? [] : [say`I did not use: ${join(unread)}`]),
      ...(grounds.isWhole ? [] : [words('Not all lines were read')]),
    ],
    isCounted: grounds.isWhole,
  };
}

/** What no line of the file can settle, with what it can be asked instead. */
export function cannotAnswer(unread: readonly string[], offers: readonly string[]): Draft {
  const about = unread.length === 0 ? words('') : say`: I do not understand ${join(unread.slice(0, 6))} here`;
  const offered = offers.length === 0 ? [] : [{ text: say`You can ask about ${join(offers)}`, ranges: [] }];
  return { ...emptyDraft, cause: say`I cannot answer that from this file${about}`, explanation: offered };
}

/** A name that is nowhere in the file. */
export function absentFrom(name: string, nearest: readonly string[]): Draft {
  const similar = nearest.length === 0 ? [] : [{ text: say`Similar names in it are ${join(nearest)}`, ranges: [] }];
  return { ...emptyDraft, cause: say`${name} is not in this file`, explanation: similar };
}

/** Whether there ever was one of what no line names. */
export const noneNamed = (names: readonly string[]): Draft => ({
  ...emptyDraft,
  verdict: verdictOfNone(names),
  cause: say`No: ${names[0] ?? ''} is not in this file`,
  isCounted: true,
});

/** A plain word may be called otherwise, a name may not; what is done, as "swallowed", in any file. */
function verdictOfNone(names: readonly string[]): Verdict {
  if (names.some((name) => /^[a-z]{2,}(?:ed|en|pt)$/.test(name))) return 'INCONCLUSIVE';
  return names.every((name) => /^[a-z]+$/.test(name)) ? 'LIKELY' : 'CONFIRMED';
}

/** Nothing is said of a file that was not looked through. */
export const outOfTime: Draft = {
  ...emptyDraft,
  cause: words('I ran out of time before I had read all lines, so there is no answer yet'),
};
