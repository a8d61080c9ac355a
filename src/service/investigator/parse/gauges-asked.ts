import { gaugesOf } from '../facts/gauge.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { columnsCalled } from './columns-called.ts';
import type { InFileTerms } from './file-terms.ts';
import { isToldOf } from './told-words.ts';

const moved = '(?:change|move|shift|develop|evolve|go up or down|rise or fall)';
const forms = [
  `^how did (?:the )?(?:number of |count of |amount of )?(?<figure>[a-z]+(?: [a-z]+){0,3}) (?:of|on|at|for|in) (?<one>[\\w.-]+) ${moved}(?<when>(?: (?:between|from) .+)?)$`,
  `^how did (?<one>[\\w.-]*[\\d_-][\\w.-]*) (?<figure>[a-z]+(?: [a-z]+){0,3}) ${moved}(?<when>(?: (?:between|from) .+)?)$`,
].map((form) => new RegExp(form, 'i'));

/** How a number of a machine changed, under the name that its lines have for it; `taken`: what the question calls it. */
export function inGauges(text: string, schema: Schema): InFileTerms {
  const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  const { figure = '', one = '', when = '' } = found ?? {};
  const gauge = found === undefined ? undefined : gaugeCalled(figure.split(' '), schema);
  if (gauge === undefined) return { text, taken: [] };
  const isOwn = figure.split(' ').every((word) => isToldOf(schema, word));
  return { text: `how did ${gauge.name.replaceAll(' ', '_')} of ${one} change${when}`, taken: isOwn ? [] : [figure] };
}

/** By a word of its name; by any word that names nothing else, where machines state one number above all. */
function gaugeCalled(words: readonly string[], schema: Schema): Column | undefined {
  const gauges = gaugesOf(schema);
  const asked = words.map(stem);
  const named = gauges.find(({ column }) => asked.some((one) => column.stems.has(one)));
  if (named !== undefined) return named.column;
  const [best, second] = gauges;
  const [called] = columnsCalled(schema, words);
  const isOther = called !== undefined && called !== best?.column && called.seen * 10 >= (best?.count ?? 0);
  return best !== undefined && !isOther && best.count >= (second?.count ?? 0) * 2 ? best.column : undefined;
}
