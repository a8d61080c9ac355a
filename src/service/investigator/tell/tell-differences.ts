import type { Query } from '../query/query.ts';
import type { Difference, Figure } from '../run/differences.ts';
import type { Result } from '../run/result.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { amountText, shownName } from './figure-words.ts';
import { sideNames, stretchOf } from './tell-direction.ts';
import { answered, cannot, type Teller, type Told, told } from './told.ts';

/** So many are told in the headline. */
const mostFirst = 3;

export const tellDifferences: Teller<'differences'> = (query, result, times) => {
  const { differences, lines } = result;
  const joined = query.than === undefined ? ' against ' : ', then ';
  const names = sidesOf(query, times);
  if (query.expects === 'worse' || query.expects === 'better') return tellWorse(query, result, names);
  const [one, other] = names;
  const size = say`${plural(lines[0], 'line')} ${one}, ${plural(lines[1], 'line')} ${other}`;
  if (differences.length === 0)
    return { ...told(say`Nothing differs much: ${join([one, other], joined)}`, [], [size]), verdict: 'LIKELY' };
  const all = differences.map((each) => differenceSaid(each, joined));
  const proof = differences.flatMap(({ places }) => places).slice(0, 5);
  const [first, more] = [all.slice(0, mostFirst), all.slice(mostFirst)];
  return told(answered(undefined, say`${join([one, other], joined)}: ${join(first, '; ')}`), proof, [...more, size]);
};

function sidesOf(query: Query, times: TimeWords): [Text, Text] {
  if (query.than === undefined) return sideNames(query);
  return [stretchOf(query.window, times), stretchOf(query.than, times)];
}

function differenceSaid({ name, value, left, right, unit, said }: Difference, joined: string): Text {
  const shown = ({ figure, range }: Figure): Text => {
    if (typeof figure === 'string') return say`${figure}`;
    const amount = (one: number) => amountText(one, unit, false);
    if (value !== undefined) return words(String(figure));
    return range === undefined ? amount(figure) : say`${amount(figure)} (${amount(range[0])} to ${amount(range[1])})`;
  };
  const figures = join([shown(left), shown(right)], joined);
  // A number that is called by its unit or a verb is known by what its lines say.
  const isNamed = said === undefined || shownName(name) === name;
  if (value === undefined) return isNamed ? say`${name} ${figures}` : say`${name} of ${said} ${figures}`;
  if (name === 'message') return say`lines ${value}: ${figures}`;
  return say`lines with ${words(name.replace(/[^\w .-]/g, ''))} ${value}: ${figures}`;
}

/** So much more often, and by no chance. */
const farApart = 2;

/** By how often lines tell of a failure; where that is alike, by the times that they state. Of two times the later is judged. */
function tellWorse(
  { expects, than }: Query,
  { differences, lines, bad, areTimed }: Result<'differences'>,
  [one, other]: readonly [Text, Text],
): Told {
  if (bad[0] + bad[1] === 0 && !areTimed) return cannot(words('its lines tell of no failure and of no time'));
  const [left, right] = [bad[0] / lines[0], bad[1] / lines[1]];
  const both = (bad[0] + bad[1]) / (lines[0] + lines[1]);
  const error = Math.sqrt(both * (1 - both) * (1 / lines[0] + 1 / lines[1]));
  const isFar = Math.abs(left - right) > farApart * error;
  const slower = differences.find(({ isBad, value }) => isBad && value === undefined);
  const [a, b] = isFar ? [left, right] : [slower?.left.figure ?? 0, slower?.right.figure ?? 0];
  const of = words(than === undefined ? ' of ' : ' ');
  const failures = say`${bad[0]} of ${plural(lines[0], 'line')}${of}${one} tell of a failure, ${bad[1]} of ${lines[1]}${of}${other}`;
  const sentence = slower === undefined ? failures : say`${failures}; ${differenceSaid(slower, ' against ')}`;
  const proof = differences.flatMap(({ places }) => places).slice(0, 4);
  return {
    ...told(answered((expects === 'worse') === (than === undefined) ? a > b : a < b, sentence), proof),
    verdict: 'LIKELY',
  };
}
