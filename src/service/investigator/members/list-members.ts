import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import type { TimeWords } from '../answer/times.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import { percent } from '../detect/amounts.ts';
import type { Investigation } from '../investigation.ts';
import type { Looked } from './asked-lines.ts';
import type { MembersAsked } from './members-asked.ts';
import { type Member, most } from './read-members.ts';

export interface ListFound {
  members: Member[];
  /** Lines that were meant, and those of them that name none. */
  lines: number;
  without: number;
  /** What the lines hold. */
  said: readonly Looked[];
  /** All lines that name each, where the question is which of them fails. */
  linesOf?: ReadonlyMap<string, number>;
}

const inHeadline = 8;
const inTable = 30;
const inProof = 12;

/** Each member with how often and when, and why where that was asked. */
export async function listMembers(
  run: Investigation,
  asked: MembersAsked,
  found: ListFound,
): Promise<Draft | undefined> {
  const members = found.members
    .map((one) => withWhole(one, found.linesOf))
    .sort((a, b) => b.count - a.count || a.first.place - b.first.place);
  if (members.length === 0 || found.without > found.lines * 0.8) return undefined;
  const times = await timesOf(run);
  const isFew = members.every(({ count }) => count <= 2) && members.length <= 6;
  const reasons = reasonsOf(members);
  const shown = members.slice(0, inHeadline);
  const rest = members.length - shown.length;
  const total = members.reduce((sum, { count }) => sum + count, 0);
  // Asked for one, and one stands out.
  const isOneMeant =
    !asked.isPlural && members.length > 1 && members[0]!.count >= 3 * members[1]!.count && members[0]!.count >= 6;
  const nounText = words(asked.noun.charAt(0).toUpperCase() + asked.noun.slice(1));
  const [only] = members.length === 1 ? members : [];
  const told =
    only !== undefined
      ? onlyOne(only, asked, times)
      : asked.wantsReason && reasons.length > 0 && reasons.length <= 4
        ? join(
            reasons.map(({ text, of }) => say`${listed(of.slice(0, inHeadline), isFew, times)}${words(': ')}${text}`),
            '; ',
          )
        : asked.further !== undefined
          ? join(
              shown.map((one) => say`${one.name}${countOf(one)}${furtherOf(one)}`),
              ', ',
            )
          : isOneMeant
            ? say`${nounText} ${members[0]!.name}: ${members[0]!.count} of ${total} lines${words(members[0]!.whole === undefined ? '' : ` (${percent(members[0]!.count / members[0]!.whole)} of its own)`)}; then ${listed(shown.slice(1, 4), isFew, times)}`
            : listed(shown, isFew, times);
  const head =
    members.length === 1 || asked.noun === 'who' || isOneMeant
      ? words('')
      : words(`${number(members.length)} ${nounOf(asked, members.length)}: `);
  const read =
    found.said.length === 0
      ? plural(found.lines, 'failing line')
      : say`${plural(found.lines, 'line')} with ${join(
          found.said.map(({ unit }) => say`${unit!.label}`),
          ' and ',
        )}`;
  return lookUp({
    cause: say`${head}${told}${words(rest > 0 && !isOneMeant && !(asked.wantsReason && reasons.length <= 4) ? ` and ${rest} more` : '')}`,
    explanation: [
      ...(asked.wantsReason && reasons.length > 4
        ? [
            {
              text: join(
                members.slice(0, inTable).map((one) => say`${one.name}: ${most(one.reasons) ?? 'no reason told'}`),
                '; ',
              ),
              ranges: [],
            },
          ]
        : []),
      {
        text: say`Read from ${read}${words(found.without === 0 ? '' : `; ${number(found.without)} of them name none`)}`,
        ranges: [],
      },
    ],
    ...(members.length > 1 && !isFew
      ? {
          tables: [
            {
              head: [asked.noun === 'who' ? 'who' : asked.noun, 'lines', 'first', 'last'],
              rows: members
                .slice(0, inTable)
                .map((one) => [
                  one.name,
                  number(one.count),
                  timeOf(times, one.first.timeMs),
                  timeOf(times, one.last.timeMs),
                ]),
            },
          ],
        }
      : {}),
    proof: members.slice(0, inProof).map((one) => {
      const reason = most(one.reasons);
      const at = one.first.timeMs === undefined ? '' : `, the first at ${times.at(one.first.timeMs)}`;
      return claimAt(
        run,
        say`${one.name}: ${plural(one.count, 'line')}${words(one.count === 1 ? at.replace(', the first', ',') : at)}${reason === undefined ? words('') : say`: ${reason}`}`,
        one.first.place,
      );
    }),
  });
}

function withWhole(one: Member, linesOf: ReadonlyMap<string, number> | undefined): Member {
  const whole = linesOf?.get(one.name);
  return whole === undefined ? one : { ...one, whole };
}

/** With what its line says, or with how often and from when to when. */
function onlyOne(one: Member, asked: MembersAsked, times: TimeWords): Text {
  const reason = asked.wantsReason ? most(one.reasons) : undefined;
  const why = reason === undefined ? furtherOf(one) : say`: ${reason}`;
  const { first, last, count } = one;
  const said = why.plain === '' && count === 1 ? say`: ${one.message.slice(0, 140)}` : why;
  if (first.timeMs === undefined || last.timeMs === undefined) return say`${one.name}, ${plural(count, 'line')}${said}`;
  const share = one.whole === undefined ? '' : `, ${percent(count / one.whole)} of its lines`;
  if (count > 1)
    return say`${one.name}, ${plural(count, 'line')}${words(share)}, ${words(times.span(first.timeMs, last.timeMs))}${why}`;
  return say`${one.name}, at ${words(times.at(first.timeMs))}${said}`;
}

function listed(members: readonly Member[], isFew: boolean, times: TimeWords): Text {
  return join(
    members.map((one) => {
      const stamps = one.each.map(({ timeMs }) => timeMs).filter((timeMs) => timeMs !== undefined);
      if (isFew && stamps.length === one.count)
        return say`${one.name} at ${words(stamps.map((timeMs) => times.at(timeMs)).join(' and '))}`;
      return say`${one.name}${countOf(one)}`;
    }),
    ', ',
  );
}

function countOf({ count, whole }: Member): Text {
  if (whole !== undefined && whole >= count)
    return words(` (${number(count)}, ${percent(count / whole)} of its lines)`);
  return words(count === 1 ? '' : ` (${number(count)})`);
}

function furtherOf(one: Member): Text {
  const values = [...one.further.keys()].slice(0, 3);
  return values.length === 0
    ? words('')
    : say`: ${join(
        values.map((value) => say`${value}`),
        ' and ',
      )}`;
}

function nounOf({ noun }: MembersAsked, count: number): string {
  if (count === 1) return noun;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Members by what was said of them most. */
function reasonsOf(members: readonly Member[]): { text: Text; of: Member[] }[] {
  const byReason = new Map<string, Member[]>();
  for (const one of members) {
    const reason = most(one.reasons);
    if (reason === undefined) continue;
    const known = byReason.get(reason) ?? [];
    known.push(one);
    byReason.set(reason, known);
  }
  return [...byReason].map(([reason, of]) => ({ text: say`${reason}`, of }));
}

function timeOf(times: TimeWords, timeMs: number | undefined): string {
  return timeMs === undefined ? '' : times.at(timeMs);
}
