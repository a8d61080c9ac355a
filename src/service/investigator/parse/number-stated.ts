import { isMeasure } from '../facts/readings-of.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { timeTaken } from '../facts/time-taken.ts';
import { compile } from '../run/conditions.ts';
import type { LinesMeant } from './lines-meant.ts';

/** A number that such lines state, by words of its name or its unit; where they state one alone, by any name. */
export function numberOf(
  said: string,
  lines: LinesMeant,
  schema: Schema,
): { column: Column; taken: readonly string[] } | undefined {
  const { columns, sample } = schema;
  const { where, operation } = lines;
  if (/^(?:number|count|total)s?$/i.test(said)) return undefined;
  const words = said.toLowerCase().split(' ');
  const own = sample.filter(
    operation === undefined ? compile(where, schema) : (one) => operation.read(one) !== undefined,
  );
  const numbers = columns.filter((one) => isMeasure(one) && own.some((record) => one.read(record) !== undefined));
  const [time, otherTime] = /^(?:time|duration|length|time spent|time taken|spent)$/i.test(said)
    ? numbers.filter(({ unit, name }) => unit.dimension === 'time' && name !== timeTaken)
    : [];
  if (time !== undefined && otherTime === undefined) return { column: time, taken: [] };
  const named = numbers.find(({ name }) => name.toLowerCase().replaceAll('_', ' ') === said.toLowerCase());
  if (named !== undefined) return { column: named, taken: [] };
  const stemsOfNumber = (one: Column) => new Set([...one.stems, ...stemsOf(`${one.name} ${one.unit.name}`)]);
  const known = (one: Column, of: readonly string[]) => of.filter((word) => stemsOfNumber(one).has(stem(word)));
  const [best, second] = numbers
    .map((column) => ({ column, known: known(column, words) }))
    .filter((one) => one.known.length > 0)
    .sort((a, b) => b.known.length - a.known.length);
  if (best !== undefined && second?.known.length !== best.known.length)
    return { column: best.column, taken: words.filter((word) => !best.known.includes(word)) };
  const [only, more] = numbers;
  const isOther =
    /^(?:duration|time|runtime|length)$/.test(words.at(-1) ?? '') ||
    words.some((word) =>
      columns.some(
        (one) => !one.isNumber && one !== operation && (one.stems.has(stem(word)) || one.aliases.has(stem(word))),
      ),
    );
  return lines.isOfWords !== true &&
    best === undefined &&
    only !== undefined &&
    more === undefined &&
    !isOther &&
    words.length <= 3
    ? { column: only, taken: words }
    : undefined;
}
