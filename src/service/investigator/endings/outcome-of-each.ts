import { withoutNames } from '../../lines/without-names.ts';
import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { plural, say, words } from '../answer/say.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import { isOnlyFeared } from '../detect/reason-words.ts';
import { shorten } from '../detect/shorten.ts';
import type { Investigation } from '../investigation.ts';
import { failingWords } from '../members/failing-words.ts';
import { stemOf } from '../words/word-forms.ts';

const asks =
  /^(?:did|does|do|has|have|were|was|are|is) (every|each|all(?: of)?(?: the)?|any)(?: single)? (?:[a-z]+ )?([a-z]{3,24}?)(?:e?s)? (?:ever |really |all )?(succe\w+|fail\w*|work\w*|go well|went well|complete\w*|finish\w*|go through|ok|okay)\W*$/i;
const well = /\bsucce(?:ss(?:ful(?:ly)?)?|eded)\b|\b(?:completed?|finished|done|ok|passed)\b/i;

/** "Did every save succeed?": by the lines that tell of one and of how it ended. */
export async function outcomeOfEach(run: Investigation): Promise<Draft | undefined> {
  const [, , noun, verb] = asks.exec(run.question.text) ?? [];
  if (noun === undefined || verb === undefined || run.files.length !== 1) return undefined;
  const start = stemOf(noun.toLowerCase());
  const subject = new RegExp(`\\b${start}(?:e?s|ed|e|ing|ings)?\\b`, 'i');
  const good: PassLine[] = [];
  const bad: PassLine[] = [];
  let [wells, fails] = [0, 0];
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!subject.test(line.text)) return;
      const told = withoutNames(line.text);
      const isBad = failingWords.test(told) && !isOnlyFeared(told);
      if (!isBad && !well.test(told)) return;
      const into = isBad ? bad : good;
      if (isBad) fails++;
      else wells++;
      if (into.length < 3) into.push({ ...line });
    },
  });
  if (wells + fails === 0) return undefined;
  const times = await timesOf(run);
  const asksOfFailing = /^fail/i.test(verb);
  const isWell = fails === 0;
  const yes = words(isWell !== asksOfFailing ? 'Yes' : 'No');
  const shown = isWell ? good : bad;
  const [first] = shown;
  const cause = isWell
    ? say`${yes}: ${plural(wells, 'line')} of ${noun} ${words(wells === 1 ? 'tells' : 'tell')} that it went well, none that it failed: ${shorten(first!.text.trim(), 110)}`
    : say`${yes}: ${plural(fails, 'line')} of ${noun} ${words(fails === 1 ? 'tells' : 'tell')} of a failure, ${wells} that it went well: ${shorten(first!.text.trim(), 110)}`;
  return lookUp({
    cause,
    proof: [...shown, ...(isWell ? [] : good)]
      .slice(0, 5)
      .map((line) => claimAt(run, say`${shorten(line.text.trim(), 120)}${atTime(times, line.timeMs)}`, line.place)),
  });
}
