import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import type { Tally } from '../calculate/tally.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import type { OthersAsked } from './others-asked.ts';
import { unitNumber } from './unit-spelling.ts';

const mostNamed = 8;

/** "No: only 1 of 5": of all that the file names, those that have such lines, most first. */
export function tellAll(
  run: Investigation,
  asked: OthersAsked,
  said: Text,
  ranked: readonly Tally[],
  all: number,
): Draft | undefined {
  if (all < 2) return undefined;
  const isAll = ranked.length === all;
  const held = join(
    ranked.slice(0, mostNamed).map((one) => say`${called(asked, one.key)} (${one.count})`),
    ', ',
  );
  // "Is it only one?" is asked the other way round.
  const isYes = /\b(?:just|only|single)\b/i.test(run.question.text) ? ranked.length === 1 : isAll;
  return lookUp({
    cause: say`${words(isYes ? 'Yes' : 'No')}: ${words(isAll ? 'all' : 'only')} ${ranked.length} of ${all}: ${held}${more(ranked)}: ${said}`,
    proof: proofOf(run, asked, ranked.slice(0, mostNamed)),
  });
}

/** "No: only ..." where it is of the known one alone; else yes, and which others. */
export async function tellOthers(
  run: Investigation,
  asked: OthersAsked,
  said: Text,
  ranked: readonly Tally[],
  all: number,
): Promise<Draft> {
  const isKnown = ({ key }: Tally) =>
    asked.besides.some((name) => sameName(name, key)) || (asked.besides.length === 0 && key === ranked[0]!.key);
  const [known] = ranked.filter(isKnown);
  const others = ranked.filter((one) => !isKnown(one));
  const times = await timesOf(run);
  const listed = join(
    others.slice(0, mostNamed).map((one) => say`${called(asked, one.key)} (${plural(one.count, 'line')})`),
    ', ',
  );
  const besides = known === undefined ? words('') : say`, besides ${called(asked, known.key)} (${known.count})`;
  const silent = all - ranked.length;
  return lookUp({
    cause:
      known === undefined || others.length > 0
        ? say`Yes: ${listed}${more(others)}${besides}: ${said}`
        : say`No: only ${called(asked, known.key)}: ${said}, ${plural(known.count, 'line')}${words(known.count === 1 ? '' : ', first')}${atTime(times, known.first.timeMs)}`,
    explanation:
      silent > 0
        ? [{ text: say`${plural(silent, 'other')} ${words(silent === 1 ? 'has' : 'have')} no such line`, ranges: [] }]
        : [],
    proof: proofOf(run, asked, [...others.slice(0, mostNamed), ...(known === undefined ? [] : [known])]),
  });
}

function called({ noun }: OthersAsked, key: string): Text {
  return /^\d{1,5}$/.test(key) && noun !== 'who' ? say`${words(noun)} ${key}` : say`${key}`;
}

function more(told: readonly Tally[]): Text {
  return words(told.length > mostNamed ? ` and ${told.length - mostNamed} more` : '');
}

function proofOf(run: Investigation, asked: OthersAsked, told: readonly Tally[]) {
  return told.map((one) =>
    claimAt(run, say`${called(asked, one.key)}: ${plural(one.count, 'line')}`, one.first.place, one.last.place),
  );
}

function sameName(name: string, key: string): boolean {
  const low = name.toLowerCase();
  const own = key.toLowerCase();
  return low === own || own.startsWith(`${low}@`) || unitNumber(name) === unitNumber(key);
}
