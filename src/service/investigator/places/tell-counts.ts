import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import { timeWordsOf } from '../answer/times.ts';
import type { Claim } from '../detect/observation.ts';
import type { PlacesAsked } from './asked.ts';
import type { PlaceCount, PlaceCounts, PlaceSpot } from './count-by-place.ts';

const mostNamed = 30;
const mostInHeadline = 8;
const mostProof = 12;

/** "2 of 12 hosts: host04 (20 lines), host09 (20 lines)": which, how many, or whether all. */
export function tellCounts(asked: PlacesAsked, { counts, said, missing, isWhole }: PlaceCounts): Draft {
  const held = counts
    .filter((one) => one.count > 0)
    .sort((a, b) => b.count - a.count || a.place.name.localeCompare(b.place.name, 'en', { numeric: true }));
  const lacking = counts.filter((one) => one.count === 0);
  const what =
    said.length === 0
      ? words('failing lines')
      : say`lines with ${join(
          said.map((word) => say`${word}`),
          ' and ',
        )}`;
  const noun = asked.noun;
  const total = held.reduce((sum, one) => sum + one.count, 0);
  const partly = [
    ...missing.map((word) => say`${word} stands in none of the lines; the figures are without it`),
    ...(isWhole ? [] : [words('The time for this question ended before all files were read')]),
  ];
  if (held.length === 0) {
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`${words(/^(?:each|any)$/.test(asked.kind) ? 'No: none' : 'None')} of the ${counts.length} ${words(many(noun))} has ${what}`,
      proof: [],
      unsettled: partly,
    });
  }
  const same = sameText(held);
  const names = namesOf(held, same === undefined);
  const of = say`${held.length} of ${plural(counts.length, noun, many(noun))}`;
  const isAll = lacking.length === 0;
  const heads: Record<string, Text> = {
    each: isAll
      ? say`Yes: all ${counts.length} ${words(many(noun))} have ${what}: ${names}`
      : say`No: only ${of} ${words(held.length === 1 ? 'has' : 'have')} ${what}: ${names}`,
    any: say`Yes: ${of}: ${names}`,
    per: say`${plural(total, 'line')} in ${of}: ${names}`,
    which: isAll ? say`All ${counts.length} ${words(many(noun))} have ${what}: ${names}` : say`${of}: ${names}`,
    many: say`${of} ${words(held.length === 1 ? 'has' : 'have')} ${what}: ${names}`,
  };
  const texts = same === undefined ? words('') : say`; ${same}`;
  return lookUp({
    cause: say`${heads[asked.kind] ?? heads.which!}${texts}`,
    explanation: [
      { text: say`${total} ${what} in all`, ranges: [] },
      ...(isAll || asked.kind === 'per' || lacking.length > mostNamed
        ? []
        : [
            {
              text: say`Without any: ${join(
                lacking.map((one) => say`${one.place.name}`),
                ', ',
              )}`,
              ranges: [],
            },
          ]),
    ],
    ...(held.length > 2 || asked.kind === 'per'
      ? { tables: [tableOf(noun, asked.kind === 'per' ? byName(counts) : held)] }
      : {}),
    proof: held.slice(0, mostProof).map(claimOf),
    unsettled: partly,
  });
}

function namesOf(held: readonly PlaceCount[], withText: boolean): Text {
  const shown = held.slice(0, mostInHeadline);
  const each = shown.map((one) => {
    const [kind] = one.kinds;
    const isTold = withText && kind !== undefined && held.length <= 4;
    return isTold
      ? say`${one.place.name} (${one.count}: ${kind.text.slice(0, 70)})`
      : say`${one.place.name} (${one.count})`;
  });
  const rest = held.length - shown.length;
  return say`${join(each, ', ')}${words(rest > 0 ? ` and ${rest} more` : '')}`;
}

/** What all of them say, where it is one thing. */
function sameText(held: readonly PlaceCount[]): Text | undefined {
  const keys = new Set(held.map(({ kinds }) => (kinds[0]?.text ?? '').replace(/\d+/g, '#')));
  const text = held[0]?.kinds[0]?.text;
  return keys.size === 1 && text !== undefined ? say`${text}` : undefined;
}

function tableOf(noun: string, counts: readonly PlaceCount[]) {
  return {
    head: [noun, 'lines', 'of', 'from', 'to', 'mostly'],
    rows: counts
      .slice(0, mostNamed)
      .map((one) => [
        one.place.name,
        number(one.count),
        number(one.lines),
        timeOf(one, one.first),
        timeOf(one, one.last),
        one.kinds[0]?.text ?? '',
      ]),
  };
}

function byName(counts: readonly PlaceCount[]): PlaceCount[] {
  return [...counts].sort((a, b) => a.place.name.localeCompare(b.place.name, 'en', { numeric: true }));
}

function claimOf(one: PlaceCount): Claim {
  const { first, last } = one;
  const span =
    one.count === 1
      ? say`${words(timeOf(one, first))}`
      : say`${words(timeOf(one, first))} to ${words(timeOf(one, last))}`;
  const when = first?.timeMs === undefined ? words('') : say`, ${span}`;
  const kinds = join(
    one.kinds.slice(0, 3).map((kind) => say`${kind.text} (${kind.count})`),
    '; ',
  );
  return {
    text: say`${one.place.name}: ${plural(one.count, 'line')}${when}: ${kinds}`,
    ranges: first === undefined ? [] : [{ document: first.document, lineStart: first.line, lineEnd: first.line }],
  };
}

function timeOf({ place }: PlaceCount, spot: PlaceSpot | undefined): string {
  if (spot === undefined) return '-';
  const info = place.documents.find(({ name }) => name === spot.document);
  if (spot.timeMs === undefined || info === undefined) return `line ${spot.line}`;
  return timeWordsOf(info, info.namesZone === true).at(spot.timeMs);
}

function many(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return /s$/.test(noun) && !/ss$/.test(noun) ? noun : `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
