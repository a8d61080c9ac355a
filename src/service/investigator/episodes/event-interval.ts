import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import { documentsOf, eachLine } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { lengthWords } from './length-words.ts';
import { lineHolds } from './unit-tokens.ts';

const ask = `(?:how (?:long|soon|quickly|fast|much (?:later|time)|many (?:seconds|minutes|hours))|(?:what|how much) (?:is|was) the (?:time|delay))(?: (?:passed|passes|was it|is it|did it take|does it take|it took|later|elapsed))?`;
const verb = '(?:did|does|do|was|were|is|are|had|has|have|until|till|before|to|came|went)';
const forms: readonly { pattern: RegExp; from: number; to: number }[] = [
  {
    pattern: new RegExp(`^${ask} (?:after|from|since) (.{3,70}) ${verb} (?:it |there )?(.{3,70})$`, 'i'),
    from: 1,
    to: 2,
  },
  {
    pattern: new RegExp(`^${ask} (?:until|till|before) (.{3,70}?) (?:after|from|since) (.{3,70})$`, 'i'),
    from: 2,
    to: 1,
  },
  {
    pattern: new RegExp(`^${ask} ${verb} (.{3,70}?) (?:come |happen |follow |appear )?after (.{3,70})$`, 'i'),
    from: 2,
    to: 1,
  },
  { pattern: new RegExp(`^${ask} before (.{3,70}) ${verb} (.{3,70})$`, 'i'), from: 2, to: 1 },
];
const filler =
  /^(?:the|a|an|it|its|was|were|is|are|be|been|being|did|does|do|to|of|in|on|at|by|for|with|from|that|this|then|there|and|had|has|have|until|after|before|first|last|come|came|comes|happen|happened|take|took|again|back|finally|actually|our|my|we|event|line|message)$/i;
const maxChars = 200;
const mostHeld = 5000;

interface Spot {
  place: number;
  timeMs: number;
  text: string;
}

/** "How long after the e-stop was released were the drives enabled": from the line of the one to the next line of the other. */
export async function intervalBetween(run: Investigation): Promise<Draft | undefined> {
  const text = run.question.text.replace(/[?.!\s]+$/, '');
  if (text.length > maxChars || run.question.phrases.length > 0 || documentsOf(run).length !== 1) return undefined;
  const found = forms
    .map(({ pattern, from, to }) => ({ match: pattern.exec(text), from, to }))
    .find(({ match }) => match !== null);
  if (found === undefined) return undefined;
  const [first, second] = [wordsOf(found.match![found.from]!), wordsOf(found.match![found.to]!)];
  if (first.length === 0 || second.length === 0) return undefined;
  const [starts, ends] = await linesOf(run, [first, second]);
  if (starts!.length === 0 || ends!.length === 0) return undefined;
  const pairs: { from: Spot; to: Spot }[] = [];
  for (const [index, from] of starts!.entries()) {
    const to = ends!.find((one) => one.place > from.place && one.timeMs >= from.timeMs);
    const next = starts![index + 1];
    if (to !== undefined && (next === undefined || to.place < next.place || index === starts!.length - 1))
      pairs.push({ from, to });
  }
  if (pairs.length === 0) return undefined;
  const times = await timesOf(run);
  const told = pairs.map(
    ({ from, to }) => say`${words(lengthWords(to.timeMs - from.timeMs))}, ${words(times.span(from.timeMs, to.timeMs))}`,
  );
  const lengths = pairs.map(({ from, to }) => to.timeMs - from.timeMs).sort((a, b) => a - b);
  const [one] = pairs;
  return lookUp({
    cause:
      pairs.length <= 4
        ? join(told, '; ')
        : say`${plural(pairs.length, 'time')}: median ${words(lengthWords(lengths[lengths.length >> 1]!))}, shortest ${words(lengthWords(lengths[0]!))}, longest ${words(lengthWords(lengths.at(-1)!))}`,
    explanation: [{ text: say`From ${one!.from.text.slice(0, 120)} to ${one!.to.text.slice(0, 120)}`, ranges: [] }],
    proof: pairs
      .slice(0, 8)
      .map(({ from, to }) =>
        claimAt(run, say`${words(lengthWords(to.timeMs - from.timeMs))} later`, from.place, to.place),
      ),
  });
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\d_][\p{L}\d_./:@+-]*/gu) ?? []).filter((word) => !filler.test(word)).slice(0, 6);
}

/** For each list of words the lines that hold all of them. */
async function linesOf(run: Investigation, lists: readonly string[][]): Promise<Spot[][]> {
  const tests = lists.map((list) => list.map(lineHolds));
  const held: Spot[][] = lists.map(() => []);
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (line.timeMs === undefined) return;
      for (const [index, holds] of tests.entries())
        if (held[index]!.length < mostHeld && holds.every((one) => one(line.text)))
          held[index]!.push({ place: line.place, timeMs: line.timeMs, text: fieldsOf(line.text).message });
    },
  });
  return held;
}
