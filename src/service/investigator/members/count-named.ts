import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { plural, say, words } from '../answer/say.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import { createTallies } from '../calculate/tally.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { stemOf } from '../words/word-forms.ts';

const asks =
  /^how many (?:different |distinct |unique )?([a-z]{3,30}s) (?:were|was|have been|had been|got|are|have|had) (?:[a-z]+ly )?([a-z]{2,20}(?:ed|en|t|p|n))( up| in| out| off| on)?(?: (?:in total|altogether|in all|here|by (?:it|this)))?\W*$/i;
/** "Were any packages upgraded?" */
const asksForAny = /^(?:were|was|have|has) (?:there )?any ([a-z]{3,30}s) (?:been )?([a-z]+)(?=\W*$)/i;
const mostNames = 200_000;
const fewestLines = 3;

/**
 * "How many packages were installed?" where no line says "package": each line with the word names the one it happened
 * to right behind it, and one that is named twice is one.
 */
export async function namesCounted(run: Investigation): Promise<Draft | undefined> {
  const { text } = run.question;
  const isAny = asksForAny.test(text);
  const [, noun, verb, particle = ''] = asks.exec(isAny ? text.replace(asksForAny, 'how many $1 were $2') : text) ?? [];
  if (noun === undefined || verb === undefined) return undefined;
  const said = await namedBehind(run, exactly(verb, particle), noun);
  const told = said ?? (await namedBehind(run, anyForm(verb, particle), noun));
  if (told === undefined) return undefined;
  const { all, lines } = told;
  const times = await timesOf(run);
  const [first, last] = [all[0]!, all.at(-1)!];
  const repeated =
    all.length < lines ? `, in ${lines.toLocaleString('en-US')} lines that say so: some more than once` : '';
  return lookUp({
    cause: say`${words(isAny ? 'Yes: ' : '')}${plural(all.length, noun.replace(/s$/, ''))} ${words(`${verb}${particle}${repeated}`)}, from ${first.key}${atTime(times, first.first.timeMs)} to ${last.key}${atTime(times, last.first.timeMs)}`,
    explanation: [
      {
        text: say`Counted by the name right behind ${told.word}; ${plural(lines, 'line')}`,
        ranges: [],
      },
    ],
    proof: [first, last].map((one) => claimAt(run, say`${one.key}${atTime(times, one.first.timeMs)}`, one.first.place)),
  });
}

async function namedBehind(run: Investigation, place: RegExp, noun: string) {
  const tallies = createTallies();
  const ofNoun = new RegExp(`\\b${noun.replace(/s$/, '')}s?\\b`, 'i');
  let lines = 0;
  let unnamed = 0;
  let word = '';
  await eachLine(run, {
    times: run.question.times,
    see(line: PassLine) {
      const found = place.exec(line.text);
      if (found === null) return;
      const name = found[2];
      if (ofNoun.test(line.text.slice(found.index)) || name === undefined || !isName(name)) unnamed++;
      else {
        lines++;
        word ||= found[1]!;
        tallies.count(name.replace(/[,;:.]+$/, ''), line);
      }
    },
  });
  const all = tallies.all();
  const isNamed = lines >= fewestLines && unnamed <= lines * 0.1 && all.length >= 2 && all.length < mostNames;
  return isNamed ? { all, lines, word } : undefined;
}

/** Not half a word of another: "half-installed". */
const exactly = (verb: string, particle: string) =>
  new RegExp(String.raw`(?<![\w-])(${verb}${particle})(?![\w-]):? +(\S{2,120})`, 'i');

/** "Set up" is also told as "Setting up". */
function anyForm(verb: string, particle: string): RegExp {
  const start = stemOf(verb.toLowerCase()).replace(/[^a-z]/g, '');
  return new RegExp(String.raw`(?<![\w-])(${start}\w{0,4}(?:ing|s)?${particle})(?![\w-]):? +(\S{2,120})`, 'i');
}

/** Written like one, and no number or plain word of a sentence. */
function isName(text: string): boolean {
  return (
    /[A-Za-z]/.test(text) &&
    !/^(?:the|a|an|in|on|at|by|to|from|for|with|and|or|is|was|as|of|it)$/i.test(text) &&
    !/^["'({[<]/.test(text)
  );
}
