import type { SignIns, Survey } from '../survey/survey.ts';
import { number, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';

const fewestGuesses = 20;

/** Addresses that guess passwords, and whether one of the guesses was right. */
export function observeSignIns(survey: Survey): Observation[] {
  const guessing = [...survey.signIns].filter(([, one]) => one.refused >= fewestGuesses);
  guessing.sort((a, b) => Number(succeeded(b[1])) - Number(succeeded(a[1])) || b[1].refused - a[1].refused);
  return guessing.slice(0, 5).map(([address, one], index) => describe(survey, address, one, index));
}

function succeeded({ accepted }: SignIns): boolean {
  return accepted !== undefined;
}

function describe(survey: Survey, address: string, one: SignIns, index: number): Observation {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const document = survey.info.name;
  const line = (at: number) => ({ document, lineStart: at, lineEnd: at });
  const { first, last, accepted } = one;
  const span =
    first.timeMs === undefined || last.timeMs === undefined ? '' : `, ${times.span(first.timeMs, last.timeMs)}`;
  const guesses = say`${address} guessed passwords ${words(`${number(one.refused)} times`)} for ${words(`${number(one.users.size)}${one.users.size >= 200 ? ' or more' : ''} ${one.users.size === 1 ? 'user' : 'users'}`)}${words(span)}`;
  const at = accepted?.spot.timeMs === undefined ? '' : ` at ${times.at(accepted.spot.timeMs)}`;
  return {
    rule: accepted === undefined ? 'auth.guessing' : 'auth.break-in',
    kind: 'finding',
    title:
      accepted === undefined
        ? say`${guesses}; none of them got in`
        : say`${address} got in as ${accepted.user}${words(at)} after ${words(`${number(accepted.refusedBefore)} refused guesses`)}`,
    details:
      accepted === undefined
        ? []
        : [
            { text: guesses, ranges: [] },
            {
              text: say`Accepted from the address that was guessing: ${accepted.user}`,
              ranges: [line(accepted.spot.line)],
            },
            { text: words('The first and the last guess'), ranges: [line(first.line), line(last.line)] },
          ],
    severity: accepted === undefined ? 'error' : 'critical',
    role: 'cause',
    certainty: accepted === undefined ? 'likely' : 'certain',
    count: one.refused,
    document,
    firstLine: first.line,
    ...(first.timeMs === undefined ? {} : { firstTimeMs: first.timeMs }),
    ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
    evidence: accepted === undefined ? [line(first.line), line(last.line)] : [line(accepted.spot.line)],
    signature: accepted === undefined ? 'password guessing' : 'break-in after password guessing',
    subjects:
      `break in broke intrusion attack hack brute force password login sign-in security ${address} ${accepted?.user ?? ''}`.toLowerCase(),
    next:
      accepted === undefined
        ? ['Block the address or limit the attempts; check that passwords are not accepted where keys would do.']
        : [`Treat the account as taken: end its sessions, change its secrets, and look at what it did from then on.`],
    weight: (accepted === undefined ? 64 : 110) - index,
  };
}
