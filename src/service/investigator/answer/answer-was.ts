import { withoutNames } from '../../lines/without-names.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import { shorten } from '../detect/shorten.ts';
import type { Investigation } from '../investigation.ts';
import { failingWords } from '../members/failing-words.ts';
import { stemOf } from '../words/word-forms.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { plural, say, words } from './say.ts';

const asks =
  /^(?:was|were|is|are|has|have|did|could) (?:the )?(?:zone |host |package |library |module |file |image )?([\w.:/@+-]{2,80}) (?:be |been |get |already )?(found|loaded|installed|resolved|detected|created|mounted|imported|downloaded|compiled|built|restored|removed|updated|upgraded|deleted|uploaded|saved|started)\W*$/i;
const negated = /\b(?:not|never|no|un)\b|n't\b/i;

/** "Was OpenSSL found?": by the lines that name it and say so, or say that it failed. */
export async function answerWas(run: Investigation): Promise<Draft | undefined> {
  const [, name, verb] = asks.exec(run.question.text) ?? [];
  if (name === undefined || verb === undefined || run.files.length !== 1 || run.question.times.length > 0)
    return undefined;
  // A plain word may be any part of a sentence.
  if (!/[A-Z\d._/@:-]/.test(name)) return undefined;
  const said = new RegExp(`(?<![\\w-])${stemOf(verb.toLowerCase())}\\w*`, 'i');
  const named = new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i');
  const good: PassLine[] = [];
  const bad: PassLine[] = [];
  await eachLine(run, {
    see(line) {
      if (!named.test(line.text)) return;
      const told = withoutNames(line.text.replace(named, ' '));
      if (failingWords.test(told) || (said.test(told) && negated.test(told))) {
        if (bad.length < 4) bad.push({ ...line });
      } else if (said.test(told) && good.length < 4) good.push({ ...line });
    },
  });
  const shown = good.length > 0 ? good : bad;
  const [first] = shown;
  if (first === undefined) return undefined;
  const times = await timesOf(run);
  const also =
    good.length > 0 && bad.length > 0
      ? say`; ${plural(bad.length, 'line')} of it ${words('tell of a failure')}`
      : words('');
  return lookUp({
    cause: say`${words(good.length > 0 ? 'Yes' : 'No')}: ${shorten(first.text.trim(), 130)}${atTime(times, first.timeMs)}${also}`,
    proof: [...shown, ...(good.length > 0 ? bad : [])].map((line) =>
      claimAt(run, say`${shorten(line.text.trim(), 130)}${atTime(times, line.timeMs)}`, line.place),
    ),
  });
}
