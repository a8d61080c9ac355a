import type { Query } from '../query/query.ts';
import { join, say, type Text, words } from '../wording/say.ts';
import type { Draft } from './draft.ts';
import type { Told } from './tell-result.ts';
import { type Grounds, verdictFor } from './verdict.ts';

/** The answer before its quotes are looked up. */
export function draftOf(told: Told, grounds: Grounds): Draft {
  const unread = [...new Set(grounds.unread)];
  const notes: Text[] = [];
  if (unread.length > 0)
    notes.push(
      say`I did not use: ${join(
        unread.map((word) => say`${word}`),
        ', ',
      )}`,
    );
  if (!grounds.isWhole) notes.push(words('Not all lines were read'));
  return {
    verdict: verdictFor(told.verdict, grounds),
    cause: told.headline,
    explanation: told.more.map((text) => ({ text, ranges: [] })),
    proof: told.proof,
    also: [],
    notCause: [],
    unsettled: notes,
    next: [],
    used: [],
    signature: null,
    isCounted: grounds.isWhole,
  };
}

/** What no line of the file can settle, with what it can be asked instead. */
export function cannotAnswer(unread: readonly string[], offers: readonly string[], query?: Query): Draft {
  const about =
    unread.length === 0
      ? words('')
      : say`: I do not understand ${join(
          unread.slice(0, 6).map((word) => say`${word}`),
          ', ',
        )} here`;
  return {
    ...empty,
    cause: say`I cannot answer that from this file${about}`,
    explanation:
      offers.length === 0
        ? []
        : [
            {
              text: say`You can ask about ${join(
                offers.map((one) => say`${one}`),
                ', ',
              )}`,
              ranges: [],
            },
          ],
    ...(query === undefined ? {} : {}),
  };
}

/** Names that are nowhere in the file. */
export function absentFrom(names: readonly string[], nearest: readonly string[]): Draft {
  const [name = ''] = names;
  return {
    ...empty,
    cause: say`${name} is not in this file`,
    explanation: [
      ...(nearest.length === 0
        ? []
        : [
            {
              text: say`Similar names in it are ${join(
                nearest.map((one) => say`${one}`),
                ', ',
              )}`,
              ranges: [],
            },
          ]),
    ],
  };
}

/** Whether there ever was one of what no line names: a plain word may be called otherwise, a name may not. */
export const noneNamed = (names: readonly string[]): Draft => ({
  ...empty,
  verdict: names.every((name) => /^[a-z]+$/.test(name)) ? 'LIKELY' : 'CONFIRMED',
  cause: say`No: ${names[0] ?? ''} is not in this file`,
  isCounted: true,
});

const empty: Draft = {
  verdict: 'INCONCLUSIVE',
  cause: words(''),
  explanation: [],
  proof: [],
  also: [],
  notCause: [],
  unsettled: [],
  next: [],
  used: [],
  signature: null,
};

/** Nothing is said of a file that was not looked through. */
export const outOfTime: Draft = {
  ...empty,
  cause: words('I ran out of time before I had read all lines, so there is no answer yet'),
};
